"""`fourcast engine`: an agent that speaks the text protocol on standard input and output, or a check of a program that
does."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Final

import typer

from fourcast.matches import AgentBackend, ComplianceCheck, Participant, TextEngine
from fourcast.rules import Rules
from fourcast.text import count_of

MAX_QUOTED: Final = 200
MAX_LINES: Final = 20
"""Lines of a dialogue, and of standard error, that are printed; and characters of a line."""


def engine(
    agent: Annotated[
        str | None,
        typer.Option("--agent", "-a", metavar="AGENT", help="The agent. Default: as deep as the time allows."),
    ] = None,
    check: Annotated[
        str | None,
        typer.Option(
            "--check",
            metavar="program:COMMAND",
            help="Check whether a program speaks the protocol, step by step. The exit code is 1 if a step fails.",
        ),
    ] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", "-r", metavar="SPEC", help="The game of the check. Default: classic.")
    ] = None,
) -> None:
    """Run an agent that speaks the text protocol, or check one.

    It reads commands from standard input and answers on standard output, as chess engines do; docs/protocol.md
    describes the protocol. Try it: `position rules classic moves 4453`, then `go depth 8`; `quit` ends it at any time.
    """
    if check is not None:
        if agent is not None:
            raise typer.BadParameter("--agent and --check exclude each other. Leave out one.")
        text = check if check.startswith(("program:", "kaggle:")) else f"program:{check}"
        _check(ComplianceCheck(Participant.parse(text), Rules.parse(rules or "classic")))
        return
    if rules is not None:
        raise typer.BadParameter("--rules is for --check; without it the commands name the rules.")
    lines = (line.decode(errors="replace") for line in sys.stdin.buffer)
    TextEngine(lambda line: print(line, flush=True), AgentBackend(agent or "")).run(lines)


def _check(check: ComplianceCheck) -> None:
    """Print the steps as they are taken, and below a failed one what was said."""
    skipped = 0
    for step in check.steps():
        mark = "FAILED" if not step.passed else "skipped" if step.skipped else "passed"
        detail = f" ({step.detail})" if step.passed and step.detail else ""
        typer.echo(f"{step.number:>2} {mark:<7} {step.title}{detail}")
        skipped += step.skipped
    if not step.passed:
        typer.echo(f"   {step.detail}")
        _print_lines("The last lines of this step (> to the program, < from it):", step.dialogue)
    _print_lines("Standard error of the program:", check.stderr)
    if not step.passed:
        raise typer.Exit(1)
    passed = count_of(step.number - skipped, "step")
    typer.echo(f"{passed} passed, {skipped} skipped." if skipped else f"All {passed} passed.")


def _print_lines(title: str, lines: Sequence[str]) -> None:
    if lines:
        typer.echo(f"   {title}")
    for line in lines[-MAX_LINES:]:
        typer.echo("     " + "".join(sign if sign.isprintable() else "\ufffd" for sign in line[:MAX_QUOTED]))
