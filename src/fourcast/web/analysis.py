"""A look at a position as the wire has it: values with their words, the bar, the verdict."""

from __future__ import annotations

from math import exp
from typing import Final

from fourcast.analysis import AnalysisUpdate, MoveAnalysis
from fourcast.rules import FIRST, Goal, Move, MoveKind, Position, move_text, other
from fourcast.search import Score, ScoreKind
from fourcast.solver import counts_discs_left, win_in
from fourcast.text import PLAYERS, join_words
from fourcast.web.schema import AnalysisView, ColumnView, HintView, StepView, ValueView
from fourcast.web.views import move_view

_SCALE: Final = {Goal.FIRST_LINE: 40.0, Goal.MOST_LINES: 8.0, Goal.RUN_POINTS: 40.0}
"""How large an estimate is that tells of a good advantage, in the numbers of the goal's evaluation."""


def analysis_view(update: AnalysisUpdate) -> AnalysisView:
    position = update.position
    best = update.best_moves
    values = {move: value_view(position, known) for move, known in update.moves.items()}
    value = values[best[0]] if best else None
    ranks = {move: rank for rank, move in enumerate(update.ranking)}
    return AnalysisView(
        done=update.is_done,
        exact=update.is_exact,
        stage=update.stage,
        depth=update.depth,
        nodes=update.nodes,
        seconds=update.seconds,
        columns=[
            ColumnView(
                move=move_view(position, move),
                value=values[move],
                best=move in best and (value is None or value.kind != "loss" or len(best) < len(values)),
                sentence=_sentence(values[move]),
                rank=ranks[move],
                line=_steps(position, known.pv),
            )
            for move, known in update.moves.items()
        ],
        value=value,
        share=_share(position, update.moves[best[0]], value) if best and value else _share_of_end(position),
        bar=value.text if value else "",
        headline=_headline(update, best, value),
        verdict=_verdict(position, value),
        how=_how(update),
    )


def hint_view(update: AnalysisUpdate) -> HintView | None:
    """The best move in a sentence."""
    best = update.best_moves
    if not best:
        return None
    move = best[0]
    value = value_view(update.position, update.moves[move])
    seen = move_view(update.position, move)
    where = {MoveKind.POP: "Pop column", MoveKind.DROP: "Column", MoveKind.PLACE: "Cell"}.get(move.kind, "Draw")
    named = move_text(update.position.rules, move).removeprefix("p")
    words = value.words if value.exact else f"about {value.text.removeprefix('≈')}, {update.depth} discs ahead"
    return HintView(move=seen.text, column=seen.column, row=seen.row, sentence=f"{where} {named}: {words}.")


def value_view(position: Position, known: MoveAnalysis) -> ValueView:
    """What a move is worth, with the sign and the words for it."""
    score = known.score
    if not known.is_exact:
        return ValueView(kind="estimate", exact=False, text=f"≈{signed(score.number, plus=False)}", words="estimate")
    if score.kind is ScoreKind.VALUE:
        return _exact_value(position, score)
    plies = int(score.number)
    kind = "win" if score.kind is ScoreKind.WIN else "loss"
    number = win_in(position, plies) if counts_discs_left(position.rules) else 1
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


def _headline(update: AnalysisUpdate, best: tuple[Move, ...], value: ValueView | None) -> str:
    position = update.position
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


def _how(update: AnalysisUpdate) -> str:
    exact = sum(known.is_exact for known in update.moves.values())
    everything = len(update.moves)
    what = "columns" if update.position.rules.gravity else "cells"
    if update.position.outcome:
        return "The game is over"
    if everything and exact == everything:
        return f"Solved exactly, all {everything} {what}" if everything > 1 else "Solved exactly"
    if update.stage == "solving":
        return f"Solving, searched to depth {update.depth}"
    told = f", {exact} of {everything} solved" if exact else ""
    return f"Searched to depth {update.depth}{told}"


def _share(position: Position, known: MoveAnalysis, value: ValueView) -> float:
    """The second player's part of the bar."""
    mine = _share_of_mover(position, known, value)
    return 1 - mine if position.turn == FIRST else mine


def _share_of_mover(position: Position, known: MoveAnalysis, value: ValueView) -> float:
    number = known.score.number
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
