"""The page and its server: FastAPI routes, live games, and plain ES modules without rules in them."""

from fourcast.web.app import create_app
from fourcast.web.server import serve
from fourcast.web.settings import Settings, default_data

__all__ = ["Settings", "create_app", "default_data", "serve"]
