"""The analysis of a position as the API shows it: values in words, the evaluation bar, the verdict."""

from __future__ import annotations

from math import exp
from typing import Final, Literal

from fourcast.algorithms import ScoreKind
from fourcast.analysis import AnalysisUpdate, MoveAnalysis
from fourcast.rules import FIRST, Goal, Move, MoveKind, Outcome, Position, other
from fourcast.solver import BOOK, counts_discs_left, find_book, win_in
from fourcast.text import PLAYERS, count_of, join_words, signed
from fourcast.web.schema.analysis import AnalysisView, ColumnView, StepView, ValueView
from fourcast.web.schema.game import HintView
from fourcast.web.views import move_view

_SCALE: Final = {Goal.FIRST_LINE: 40.0, Goal.MOST_LINES: 8.0, Goal.RUN_POINTS: 40.0}
"""The estimate of a clear advantage, by the evaluation of each goal."""
_ESTIMATES: Final = (
    (0.75, "better"),
    (0.55, "slightly better"),
    (0.45, "about even"),
    (0.25, "slightly worse"),
    (0.0, "worse"),
)
"""Estimates in words, by the least share of the side to move."""
_MAX_NAMES: Final = 3
"""Moves that a headline names; more are counted."""
_HINTS: Final = {MoveKind.POP: "Popping column", MoveKind.DROP: "Column", MoveKind.PLACE: "Cell"}


def analysis_view(update: AnalysisUpdate) -> AnalysisView:
    position = update.position
    best = update.best_moves
    values = {move: value_view(position, known) for move, known in update.moves.items()}
    known = MoveAnalysis(best[0], update.score, update.value) if best and update.score else None
    value = value_view(position, known) if known else None
    is_solved = value is not None and _is_result(update, value)
    ranks = {move: rank for rank, move in enumerate(update.ranking)}
    return AnalysisView(
        done=update.is_done,
        exact=update.is_exact,
        depth=update.depth,
        nodes=update.nodes,
        seconds=update.seconds,
        columns=[
            ColumnView(
                move=move_view(position, move),
                value=values[move],
                best=(
                    is_solved
                    and move in best
                    and values[move].exact
                    and (values[move].kind != "loss" or len(best) < len(values))
                ),
                sentence=_sentence(values[move]),
                rank=ranks[move],
                pv=steps_view(position, searched.pv),
            )
            for move, searched in update.moves.items()
        ],
        value=value,
        share=_share(position, known, value) if known and value else _share_of_end(position),
        bar=value.text if value and is_solved else "",
        solved=is_solved,
        headline=_headline(update, best, value),
        verdict=_verdict(update, value),
        how=_how(update),
    )


def hint_view(position: Position, known: MoveAnalysis, depth: int = 0) -> HintView:
    """A best move in a sentence. `depth`: of the search, for an estimate."""
    move, value = known.move, value_view(position, known)
    view = move_view(position, move)
    name = "Calling a draw" if move.kind is MoveKind.CALL_DRAW else f"{_HINTS[move.kind]} {view.text.lstrip('p')}"
    return HintView(
        move=view.text, column=view.column, row=view.row, sentence=f"{name} {_advice(position, value, depth)}."
    )


def _advice(position: Position, value: ValueView, depth: int) -> str:
    """What a move does, after its name."""
    if not value.exact:
        return f"looks best, searched {count_of(depth, 'move')} deep: you are {value.words}"
    if position.rules.drift:
        return f"is best: you can expect {value.text}"
    match value.kind:
        case "win" if value.plies is not None:
            return f"wins in {count_of(value.plies, 'move')}"
        case "win":
            return f"wins{value.words.removeprefix('win')}"
        case "draw":
            return "keeps the draw"
        case _ if value.plies is not None:
            return f"loses latest: in {count_of(value.plies, 'move')}"
        case _:
            return f"is best, but you lose{value.words.removeprefix('loss')}"


def value_view(position: Position, known: MoveAnalysis) -> ValueView:
    """The value of a move in numbers and words."""
    score, rules = known.score, position.rules
    if not known.is_exact:
        share = _estimated_share(position, score.number)
        return ValueView(
            kind="estimate",
            exact=False,
            text=f"≈{value_text(score.number, plus='')}",
            words=next(words for limit, words in _ESTIMATES if share >= limit),
            share=share,
        )
    if score.kind is ScoreKind.VALUE and score.number == 0:
        return ValueView(kind="draw", exact=True, text="0", words="even" if rules.drift else "draw")
    is_win = score.kind is ScoreKind.WIN or (score.kind is ScoreKind.VALUE and score.number > 0)
    kind: Literal["win", "loss"] = "win" if is_win else "loss"
    if score.kind is ScoreKind.VALUE:
        words = f"expects {value_text(score.number)}" if rules.drift else f"{kind} by {abs(score.number):g}"
        if rules.goal is Goal.FIRST_LINE and not rules.drift:
            words = kind
        return ValueView(kind=kind, exact=True, text=value_text(score.number), words=words)
    plies = int(score.number)
    number = win_in(position, plies) if counts_discs_left(rules) else 1
    text = value_text(number if is_win else -number)
    return ValueView(kind=kind, exact=True, text=text, words=f"{kind} in {plies}", plies=plies)


def value_text(number: float, *, plus: str = "+") -> str:
    """`+2`, `−1`, `0`, with one decimal where the number is small."""
    digits = 1 if abs(number) < 10 and number != int(number) else 0
    return signed(number, digits).replace("+", plus)


def steps_view(position: Position, pv: tuple[Move, ...]) -> list[StepView]:
    return [
        StepView(text=str(move), player=other(position.turn) if ply % 2 else position.turn)
        for ply, move in enumerate(pv)
    ]


_VERBS: Final = {"win": "wins", "loss": "loses"}


def _sentence(value: ValueView) -> str:
    """`wins in 23`, `draw`, `loses by 3`"""
    if not value.exact:
        return f"{value.words}, estimate"
    first, _, rest = value.words.partition(" ")
    return f"{_VERBS.get(first, first)} {rest}".rstrip()


def _is_result(update: AnalysisUpdate, value: ValueView) -> bool:
    """Whether the result is known: by itself, or all moves are solved, or one of them wins. Of several margins the best
    is not known until all are."""
    rules = update.position.rules
    is_highest = rules.goal is Goal.FIRST_LINE and not rules.drift
    return update.value is not None or update.is_exact or (value.exact and value.kind == "win" and is_highest)


def _headline(update: AnalysisUpdate, best: tuple[Move, ...], value: ValueView | None) -> str:
    position = update.position
    side = f"{PLAYERS[position.turn]} to move"
    if value is None:
        return _result(position.outcome) if position.outcome else side
    if not _is_result(update, value):
        return f"{side}, not solved yet"
    verb = "expect" if position.rules.drift else "lose" if value.kind == "loss" else value.kind
    margin = f" by {value.words.partition(' by ')[2]}" if " by " in value.words else ""
    if (verb == "lose" and not margin) or not update.moves[best[0]].is_exact:
        return f"{side}, and {verb}s{margin}"
    if verb == "lose" and len(best) < len(update.moves):
        margin = margin.replace("by", "by only")
    return f"{side}: {_moves_and_verb(update, best, 'is best' if verb == 'expect' else verb)}{margin}"


def _moves_and_verb(update: AnalysisUpdate, best: tuple[Move, ...], verb: str) -> str:
    """`4 wins`, `1, 2 and 6 win`, `every cell draws`, `5 columns win`"""
    what = "column" if update.position.rules.gravity else "cell"
    has_pops = any(move.kind is MoveKind.POP for move in update.moves)
    singular, plural = ("is best", "are best") if verb == "is best" else (f"{verb}s", verb)
    if len(best) == len(update.moves) > 1:
        return f"every {'move' if has_pops else what} {singular if verb != 'is best' else 'is equal'}"
    if len(best) > _MAX_NAMES:
        return f"{len(best)} {'move' if has_pops else what}s {plural}"
    names = join_words([str(move) for move in sorted(best, key=lambda move: (move.column, move.row))])
    return f"{names} {singular if len(best) == 1 else plural}"


def _result(outcome: Outcome) -> str:
    return "Draw" if outcome.winner is None else f"{PLAYERS[outcome.winner]} has won"


def _verdict(update: AnalysisUpdate, value: ValueView | None) -> str:
    position = update.position
    if value is None:
        return _result(position.outcome) if position.outcome else "Searching"
    side, other = PLAYERS[position.turn], PLAYERS[1 - position.turn]
    if not _is_result(update, value):
        return "Not solved yet"
    if value.kind == "draw":
        return "Draw with best play"
    winner = side if value.kind == "win" else other
    if value.plies is not None:
        return f"{winner} wins in {count_of(value.plies, 'move')}"
    if value.words in _VERBS:
        return f"{winner} wins"
    return f"{winner} {'is expected to win' if position.rules.drift else 'wins'} by {value.text.lstrip('+−')}"


def _how(update: AnalysisUpdate) -> str:
    exact = sum(known.is_exact for known in update.moves.values())
    everything = len(update.moves)
    what = "columns" if update.position.rules.gravity else "cells"
    if update.position.outcome:
        return "The game is over"
    if everything and exact == everything:
        how_many = {1: "", 2: f", both {what}"}.get(everything, f", all {everything} {what}")
        book = find_book(update.position.rules)
        in_book = book is not None and update.position.discs < book.ply
        return f"{'Exact, from the opening book' if in_book else 'Solved exactly'}{how_many}"
    parts = [f"estimates {count_of(update.depth, 'move')} ahead"]
    if exact:
        parts.insert(0, f"{exact} of {everything} {what} solved")
    if update.value:
        parts.insert(0, "value from the opening book" if update.value.engine == BOOK else "value solved")
    how = ", ".join(parts)
    return how[0].upper() + how[1:]


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
        return _estimated_share(position, number)
    if value.kind == "draw":
        return 0.5
    empty = max(1, position.rules.shape.cells - position.discs)
    sure = 1 - min(1.0, value.plies / empty) if value.plies is not None else abs(number) / (abs(number) + 3)
    share = 0.70 + 0.30 * sure
    return share if value.kind == "win" else 1 - share


def _estimated_share(position: Position, number: float) -> float:
    return 1 / (1 + exp(-max(-50.0, min(50.0, number / _SCALE[position.rules.goal]))))


def _share_of_end(position: Position) -> float:
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return 0.5
    return float(outcome.winner)
