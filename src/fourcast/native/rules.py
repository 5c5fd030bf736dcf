"""The rules as the compiled core plays them: the same calls, for counting and for the twin tests."""

from __future__ import annotations

from fractions import Fraction

from fourcast.native.bridge import ENDINGS, WINNERS, action_number, core, move_of, native_rules, parcel, position_of
from fourcast.rules import Branch, Chance, Move, Outcome, Position, Progress, TreeCounts, check_depth


def count_tree(position: Position, depth: int, *, progress: Progress | None = None) -> TreeCounts:
    check_depth(depth)
    rules = native_rules(position.rules)
    positions, ended, chances = core.census(rules, parcel(position), depth, progress)
    return TreeCounts(tuple(positions), tuple(ended), tuple(chances))


def distinct(position: Position, depth: int, *, progress: Progress | None = None) -> tuple[int, ...]:
    check_depth(depth)
    rules = native_rules(position.rules)
    return tuple(core.distinct(rules, parcel(position), depth, progress))


def moves(position: Position) -> tuple[Move, ...]:
    if outcome(position):
        return ()
    actions = core.actions(native_rules(position.rules), parcel(position))
    return tuple(move_of(position.rules, action) for action in actions)


def play_unchecked(position: Position, move: Move) -> Position | Chance:
    action = action_number(position.rules, move)
    found = core.follow(native_rules(position.rules), parcel(position), action)
    positions = [position_of(position.rules, sent) for _, _, sent in found]
    if found[0][1] < 0 or position.rules.drift is None:
        return positions[0]
    total = sum(weight for weight, _, _ in found)
    return Chance(
        tuple(
            Branch(Fraction(weight, total), column, following)
            for (weight, column, _), following in zip(found, positions, strict=True)
        )
    )


def outcome(position: Position) -> Outcome | None:
    found = core.outcome(native_rules(position.rules), parcel(position))
    if not found:
        return None
    winner, ending, points = found
    return Outcome(WINNERS[winner], ENDINGS[ending], (points[0], points[1]))


def scores(position: Position) -> tuple[int, int]:
    first, second = core.scores(native_rules(position.rules), parcel(position))
    return first, second
