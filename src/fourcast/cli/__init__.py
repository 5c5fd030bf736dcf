"""The `fourcast` command: thin files that read the command line, ask the library and print."""

from fourcast.cli.app import main

__all__ = ["main"]
