"""The analysis of a position as the API shows it: values in words, the evaluation bar, the verdict."""

from __future__ import annotations

from math import exp
from typing import Final, Literal

from fourcast.algorithms import ScoreKind
from fourcast.analysis import AnalysisUpdate, MoveAnalysis
from fourcast.rules import FIRST, Goal, Move, MoveKind, Outcome, Position, other
from fourcast.solver import counts_discs_left, win_in
from fourcast.text import PLAYERS, count_of, join_words, signed
from fourcast.web.schema import AnalysisView, ColumnView, HintView, StepView, ValueView
from fourcast.web.views import move_view

_SCALE: Final = {Goal.FIRST_LINE: 40.0, Goal.MOST_LINES: 8.0, Goal.RUN_POINTS: 40.0}
"""The estimate of a clear advantage, by the evaluation of each goal."""
_HINTS: Final = {MoveKind.POP: "Popping column", MoveKind.DROP: "Column", MoveKind.PLACE: "Cell"}


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
                pv=steps_view(position, known.pv),
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
    view = move_view(update.position, move)
    words = f": {value.words}"
    if not value.exact:
        depth = count_of(update.depth, "move")
        words = f" looks best: estimate {value.text.removeprefix('≈')}, searched {depth} deep"
    sentence = (
        "Call a draw." if move.kind is MoveKind.CALL_DRAW else f"{_HINTS[move.kind]} {view.text.lstrip('p')}{words}."
    )
    return HintView(move=view.text, column=view.column, row=view.row, sentence=sentence)


def value_view(position: Position, known: MoveAnalysis) -> ValueView:
    """The value of a move in numbers and words."""
    score, rules = known.score, position.rules
    if not known.is_exact:
        return ValueView(kind="estimate", exact=False, text=f"≈{value_text(score.number, plus='')}", words="estimate")
    if score.kind is ScoreKind.VALUE and score.number == 0:
        return ValueView(kind="draw", exact=True, text="0", words="even" if rules.drift else "draw")
    is_win = score.kind is ScoreKind.WIN or (score.kind is ScoreKind.VALUE and score.number > 0)
    kind: Literal["win", "loss"] = "win" if is_win else "loss"
    if score.kind is ScoreKind.VALUE:
        words = "expected" if rules.drift else f"{kind} by {abs(score.number):g}"
        return ValueView(kind=kind, exact=True, text=value_text(score.number), words=words)
    plies = int(score.number)
    number = win_in(position, plies) if counts_discs_left(rules) else 1
    text = value_text(number if is_win else -number)
    return ValueView(kind=kind, exact=True, text=text, words=f"{kind} in {plies}", plies=plies)


def value_text(number: float, *, plus: str = "+") -> str:
    """`+2`, `−1`, `0`, with one decimal where the number is small."""
    digits = 1 if abs(number) < 20 and number != int(number) else 0
    return signed(number, digits).replace("+", plus)


def steps_view(position: Position, pv: tuple[Move, ...]) -> list[StepView]:
    return [
        StepView(text=str(move), player=other(position.turn) if ply % 2 else position.turn)
        for ply, move in enumerate(pv)
    ]


def _sentence(value: ValueView) -> str:
    """`wins in 23`, `draw`, `loses by 3`"""
    if not value.exact:
        return "not proved"
    return value.words.replace("win ", "wins ").replace("loss ", "loses ")


def _headline(update: AnalysisUpdate, best: tuple[Move, ...], value: ValueView | None) -> str:
    position = update.position
    side = f"{PLAYERS[position.turn]} to move"
    if value is None:
        return _result(position.outcome) if position.outcome else side
    names = join_words([str(move) for move in sorted(best, key=lambda move: move.column)])
    if not value.exact:
        return f"{side}: {names} looks best" if len(best) == 1 else f"{side}: {names} look best"
    if value.kind == "loss":
        return f"{side}, and loses"
    return f"{side}: {names} {value.kind}s" if len(best) == 1 else f"{side}: {names} {value.kind}"


def _result(outcome: Outcome) -> str:
    return "Draw" if outcome.winner is None else f"{PLAYERS[outcome.winner]} has won"


def _verdict(position: Position, value: ValueView | None) -> str:
    if value is None:
        return _result(position.outcome) if position.outcome else "Searching"
    side, other = PLAYERS[position.turn], PLAYERS[1 - position.turn]
    if not value.exact:
        number = value.text.removeprefix("≈")
        if number == "0":
            return "Estimate: about even"
        return f"Estimate: {other if number.startswith('−') else side} is ahead"
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
    solved = f", {exact} of {everything} solved" if exact else ""
    return f"Searched to depth {update.depth}{solved}"


def first_player_share(position: Position, known: MoveAnalysis) -> float:
    """The first player's part of the evaluation bar after a move."""
    return 1 - _share(position, known, value_view(position, known))


def _share(position: Position, known: MoveAnalysis, value: ValueView) -> float:
    """The second player's part of the evaluation bar."""
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
