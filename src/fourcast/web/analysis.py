"""A look at a position as the wire has it: values with their words, the bar, the verdict."""

from __future__ import annotations

from math import exp
from typing import Final

from fourcast.rules import FIRST, Goal, Move, MoveKind, Position, move_text, other
from fourcast.search import Score, ScoreKind
from fourcast.solver import counts_discs_left
from fourcast.text import PLAYERS, join_words
from fourcast.web.looking import Found, Look
from fourcast.web.schema import AnalysisView, ColumnView, HintView, StepView, ValueView
from fourcast.web.views import move_view

_SCALE: Final = {Goal.FIRST_LINE: 40.0, Goal.MOST_LINES: 8.0, Goal.RUN_POINTS: 40.0}
"""How large an estimate is that tells of a good advantage, in the numbers of the goal's evaluation."""


def analysis_view(look: Look) -> AnalysisView:
    position = look.position
    best = look.best()
    values = {move: value_view(position, found) for move, found in look.found.items()}
    value = values[best[0]] if best else None
    ranks = {move: rank for rank, move in enumerate(_ranked(look, best))}
    return AnalysisView(
        done=look.done,
        exact=look.proved,
        stage=look.stage,
        depth=look.depth,
        nodes=look.nodes,
        seconds=look.seconds,
        columns=[
            ColumnView(
                move=move_view(position, move),
                value=values[move],
                best=move in best and (value is None or value.kind != "loss" or len(best) < len(values)),
                sentence=_sentence(values[move]),
                rank=ranks[move],
                line=_steps(position, found.line),
            )
            for move, found in look.found.items()
        ],
        value=value,
        share=_share(position, look.found[best[0]], value) if best and value else _share_of_end(position),
        bar=value.text if value else "",
        headline=_headline(look, best, value),
        verdict=_verdict(position, value),
        how=_how(look),
    )


def _ranked(look: Look, best: list[Move]) -> list[Move]:
    """The moves that are known, best first: of the best a drop before a pop, and the nearest to the middle."""
    middle = (look.position.rules.shape.width - 1) / 2
    return sorted(
        look.found,
        key=lambda move: (
            move in best,
            look.found[move].score,
            move.kind is not MoveKind.POP,
            -abs(move.column - middle),
        ),
        reverse=True,
    )


def hint_view(look: Look) -> HintView | None:
    """The best move in a sentence."""
    best = look.best()
    if not best:
        return None
    move = best[0]
    value = value_view(look.position, look.found[move])
    seen = move_view(look.position, move)
    where = {MoveKind.POP: "Pop column", MoveKind.DROP: "Column", MoveKind.PLACE: "Cell"}.get(move.kind, "Draw")
    named = move_text(look.position.rules, move).removeprefix("p")
    words = value.words if value.exact else f"about {value.text.removeprefix('≈')}, {look.depth} discs ahead"
    return HintView(move=seen.text, column=seen.column, row=seen.row, sentence=f"{where} {named}: {words}.")


def value_view(position: Position, found: Found) -> ValueView:
    """What a move is worth, with the sign and the words for it."""
    score = found.score
    if not found.proved:
        return ValueView(kind="estimate", exact=False, text=f"≈{signed(score.number, plus=False)}", words="estimate")
    if score.kind is ScoreKind.VALUE:
        return _exact_value(position, score)
    plies = int(score.number)
    kind = "win" if score.kind is ScoreKind.WIN else "loss"
    number = discs_left_value(position, plies) if counts_discs_left(position.rules) else 1
    return ValueView(
        kind="win" if kind == "win" else "loss",
        exact=True,
        text=signed(number if kind == "win" else -number),
        words=f"{kind} in {plies}",
        plies=plies,
    )


def _exact_value(position: Position, score: Score) -> ValueView:
    if score.number == 0:
        return ValueView(kind="draw", exact=True, text="0", words="draw" if position.rules.drift is None else "even")
    kind = "win" if score.number > 0 else "loss"
    return ValueView(
        kind="win" if kind == "win" else "loss",
        exact=True,
        text=signed(score.number),
        words="expected" if position.rules.drift else f"{kind} by {abs(score.number):g}",
    )


def discs_left_value(position: Position, plies: int) -> int:
    """The exact score of a win in so many moves, where sooner wins are worth more."""
    empty = position.rules.shape.cells - position.discs
    return (empty - plies + 2) // 2


def signed(number: float, *, plus: bool = True) -> str:
    """`+2`, `−1`, `0`, with at most one digit behind the point where it is small."""
    digits = 1 if abs(number) < 20 and number != int(number) else 0
    text = f"{abs(number):,.{digits}f}"
    if float(text.replace(",", "")) == 0:
        return "0"
    return ("+" if plus else "") + text if number > 0 else f"−{text}"


def _steps(position: Position, line: tuple[Move, ...]) -> list[StepView]:
    return [
        StepView(text=move_text(position.rules, move), player=other(position.turn) if ply % 2 else position.turn)
        for ply, move in enumerate(line)
    ]


def _sentence(value: ValueView) -> str:
    if not value.exact:
        return "not proved"
    return {"win": "wins", "loss": "loses"}.get(value.kind, value.words) + (
        value.words.removeprefix("win").removeprefix("loss") if value.kind in ("win", "loss") else ""
    )


def _headline(look: Look, best: list[Move], value: ValueView | None) -> str:
    position = look.position
    side = f"{PLAYERS[position.turn]} to move"
    if value is None or not best:
        outcome = position.outcome
        if outcome:
            return "Draw" if outcome.winner is None else f"{PLAYERS[outcome.winner]} has won"
        return side
    names = join_words([move_text(position.rules, move) for move in sorted(best, key=lambda move: move.column)])
    if not value.exact:
        return f"{side}: {names} looks best" if len(best) == 1 else f"{side}: {names} look best"
    if value.kind == "loss":
        return f"{side}, and loses"
    verb = {"win": "win", "draw": "draw"}[value.kind] + ("s" if len(best) == 1 else "")
    return f"{side}: {names} {verb}"


def _verdict(position: Position, value: ValueView | None) -> str:
    if value is None:
        outcome = position.outcome
        if not outcome:
            return "Looking ahead"
        return "Draw" if outcome.winner is None else f"{PLAYERS[outcome.winner]} has won"
    side, other = PLAYERS[position.turn], PLAYERS[1 - position.turn]
    if not value.exact:
        number = value.text.removeprefix("≈")
        if number == "0":
            return "About even"
        return f"{other if number.startswith('−') else side} is ahead"
    if value.kind == "draw":
        return "Draw with best play"
    winner = side if value.kind == "win" else other
    if value.plies is not None:
        return f"{winner} wins in {value.plies} {'ply' if value.plies == 1 else 'plies'}"
    return f"{winner} {'is expected to win' if position.rules.drift else 'wins'} by {value.text.lstrip('+−')}"


def _how(look: Look) -> str:
    exact = sum(found.proved for found in look.found.values())
    everything = len(look.found)
    what = "columns" if look.position.rules.gravity else "cells"
    if look.position.outcome:
        return "The game is over"
    if everything and exact == everything:
        return f"Solved exactly, all {everything} {what}" if everything > 1 else "Solved exactly"
    if look.stage == "solving":
        return f"Solving, searched to depth {look.depth}"
    told = f", {exact} of {everything} solved" if exact else ""
    return f"Searched to depth {look.depth}{told}"


def _share(position: Position, found: Found, value: ValueView) -> float:
    """The second player's part of the bar."""
    mine = _share_of_mover(position, found, value)
    return 1 - mine if position.turn == FIRST else mine


def _share_of_mover(position: Position, found: Found, value: ValueView) -> float:
    number = found.score.number
    if not value.exact:
        return 1 / (1 + exp(-max(-50.0, min(50.0, number / _SCALE[position.rules.goal]))))
    if value.kind == "draw":
        return 0.5
    empty = max(1, position.rules.shape.cells - position.discs)
    sure = 1 - min(1.0, value.plies / empty) if value.plies is not None else abs(number) / (abs(number) + 3)
    share = 0.70 + 0.30 * sure
    return share if value.kind == "win" else 1 - share


def _share_of_end(position: Position) -> float:
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return 0.5
    return float(outcome.winner)
