"""The rules of a game in sections, each with an example."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from fourcast.rules import (
    VARIANTS,
    Drift,
    Goal,
    Move,
    PopRule,
    Position,
    Rules,
    Shape,
    parse_move,
    points_of_run,
    position_after,
)
from fourcast.text.numbers import count_of, join_words, number_word


@dataclass(frozen=True)
class RuleSection:
    """One rule: a title, its text, and an example, which is a position and the moves to point out in it."""

    title: str
    text: str
    example: Position | None = None
    moves: tuple[Move, ...] = ()


def rules_about(rules: Rules) -> str:
    """The game in a sentence: that of its variant, also on a board of another size."""
    shapes = ((variant, replace(rules.shape, connect=variant.rules.shape.connect)) for variant in VARIANTS)
    same = (variant for variant, shape in shapes if variant.rules.replace(shape=shape) == rules)
    return next((variant.about for variant in same), how_won(rules))


def how_won(rules: Rules) -> str:
    """How the game is won, and what is special about it, without details."""
    parts = [_goal_text(rules)]
    if not rules.gravity:
        parts.append(_NO_GRAVITY)
    if rules.has_pops:
        parts.append(_pop_text(rules))
    if rules.drift:
        parts.append(f"{_drift_text(rules.drift)} {_edge_text(rules.drift)}")
    return " ".join(parts)


def rules_sheet(rules: Rules) -> tuple[RuleSection, ...]:
    """All rules of a game. Examples are on a board of the usual size; other line lengths have none."""
    return tuple(_sections(rules))


def _sections(rules: Rules) -> Iterator[RuleSection]:
    if rules.gravity:
        text = "Red starts. Players take turns to drop a disc into a column that has room; it falls as far as it can."
        yield _section(rules.replace(drift=None), "Your turn", text, "4417", "4")
    else:
        yield _section(rules, "Your turn", f"Red starts. {_NO_GRAVITY}", "57", "1")
    yield from {
        Goal.FIRST_LINE: _first_line_sections,
        Goal.MOST_LINES: _most_lines_sections,
        Goal.RUN_POINTS: _run_points_sections,
    }[rules.goal](rules)
    if rules.pop_rule is PopRule.OWN:
        yield from _own_pop_sections(rules)
    elif rules.pops_each:
        yield _section(rules, "Pop", f"{_pop_text(rules)} {_FALL}", "1122335577", "p1", "p3", "p5", "p7")
    if rules.drift:
        yield from _drift_sections(rules, rules.drift)


def _section(rules: Rules, title: str, text: str, line: str, *moves: str) -> RuleSection:
    """A section whose example is reached by a line, unless the rules have another line length than it was made for."""
    shape = Shape(8 if rules.pop_rule is PopRule.LIMITED else 7, 6, 4) if rules.gravity else Shape(3, 3, 3)
    if rules.shape.connect != shape.connect:
        return RuleSection(title, text)
    example = position_after(rules.replace(shape=shape).start(), line)
    return RuleSection(title, text, example, tuple(parse_move(example.rules, move) for move in moves))


# Goals

_NO_GRAVITY = "Nothing falls: put your disc on any empty cell."


def _goal_text(rules: Rules) -> str:
    connect = number_word(rules.shape.connect)
    match rules.goal:
        case Goal.FIRST_LINE:
            return (
                f"{connect.capitalize()} of your discs in a row, horizontally, vertically or diagonally, win at once."
            )
        case Goal.MOST_LINES:
            longer = number_word(rules.shape.connect + 1)
            return (
                f"Play until the board is full. Every {connect} in a row is a line; whoever has more lines wins "
                f"({longer} in a row count as two)."
            )
        case Goal.RUN_POINTS:
            return f"{_points_text(rules.shape.connect)} When no move is left, more points win."


def _points_text(connect: int) -> str:
    """
    >>> _points_text(4)
    'A run of 4 scores 20, of 3 scores 5, of 2 scores 2.'
    """
    points = {length: points_of_run(length, connect) for length in range(connect, 1, -1)}
    parts = [f"of {length} scores {score}" for length, score in points.items() if score]
    return f"A run {', '.join(parts)}."


def _first_line_sections(rules: Rules) -> Iterator[RuleSection]:
    connect = number_word(rules.shape.connect)
    line = "12233434474" if rules.gravity else "51327"
    yield _section(rules, f"{connect.capitalize()} in a row", _goal_text(rules), line)
    if not rules.has_pops:
        full = _FULL_BOARD if rules.gravity else "512846379"
        yield _section(rules, "Draw", f"A full board without {connect} in a row is a draw.", full)
    elif rules.pop_rule is PopRule.LIMITED:
        yield RuleSection("Draw", f"{_LAST_MOVE} Without {connect} in a row it is a draw.")


_FULL_BOARD = "126643247612654131243653471426137732577555"
_LAST_MOVE = "The game ends when the player to move can neither drop nor pop."


def _most_lines_sections(rules: Rules) -> Iterator[RuleSection]:
    connect = rules.shape.connect
    words = [number_word(connect + more) for more in range(3)]
    yield _section(
        rules,
        "Lines",
        f"Every {words[0]} in a row of one colour is a line: horizontal, vertical or diagonal. A disc may belong to "
        "several lines.",
        "124323435361",
    )
    longer = f"{words[1].capitalize()} in a row contain two lines, {words[2]} contain three."
    yield _section(rules, f"{words[1].capitalize()} in a row count twice", longer, "112233445")
    winner = "Whoever has more lines wins; equal numbers are a draw."
    if not rules.has_pops:
        yield _section(rules, "End", f"The game goes on until the board is full. {winner}", _FULL_BOARD)
    else:
        yield RuleSection("End", f"{_LAST_MOVE} {winner}")


def _run_points_sections(rules: Rules) -> Iterator[RuleSection]:
    connect = rules.shape.connect
    text = (
        f"{_points_text(connect)} A single disc scores nothing. Rows, columns and diagonals count separately, "
        "so a disc may belong to several runs."
    )
    yield _section(rules, "Runs score", text, "1122337745")
    longer = [f"of {length} scores {points_of_run(length, connect)}" for length in range(connect + 1, 2 * connect + 1)]
    text = (
        f"Every full {number_word(connect)} in a run scores, and the rest scores by its own length: a run "
        f"{join_words(longer)}."
    )
    yield _section(rules, "Longer runs", text, "11223344556")
    end = "The game goes on until the board is full." if not rules.has_pops else _LAST_MOVE
    yield RuleSection("End", f"{end} More points win; equal points are a draw.")


# Pop-outs

_FALL = "The discs above it fall by one row."


def _pop_text(rules: Rules) -> str:
    if rules.pop_rule is PopRule.OWN:
        return "Instead of dropping you may pop one of your own discs out of the bottom row."
    width = rules.shape.width
    columns = [join_words([str(column + 1) for column in range(player, width, 2)]) for player in (0, 1)]
    red, yellow = (("column " if len(text) == 1 else "columns ") + text if text else "no column" for text in columns)
    times = count_of(rules.pops_each, "time") if rules.pops_each > 10 else f"{number_word(rules.pops_each)} times"
    times = "once" if rules.pops_each == 1 else times
    return (
        f"Each player may pop {times}: take the bottom disc, of either colour, out of a column. "
        f"Red pops in {red}, Yellow in {yellow}."
    )


def _own_pop_sections(rules: Rules) -> Iterator[RuleSection]:
    connect = number_word(rules.shape.connect)
    yield _section(rules, "Pop", f"{_pop_text(rules)} {_FALL}", "4435156715", "p1")
    text = f"If a pop completes {connect} in a row for both players at once, the player who popped wins."
    yield _section(rules, f"Two {connect}s at once", text, "3223311442", "p3")
    text = "If the same position, with the same player to move, occurs for the third time, the game is a draw."
    yield _section(rules, "Repetition", text, "44", "p4")
    text = (
        "On a full board you have to pop, or you may call a draw instead. "
        "If you have no disc in the bottom row, the game is a draw."
    )
    yield _section(rules, "Full board", text, _FULL_BOARD, "p1")


# Drift


def _drift_text(drift: Drift) -> str:
    if drift.left == drift.right:
        return f"A disc falls where you aim {_share(drift, *drift)}; else one column left or right, equally often."
    left, right = (Fraction(weight, sum(drift)) for weight in (drift.left, drift.right))
    return (
        f"A disc falls where you aim {_share(drift, *drift)}, one column to the left {_times(left)} and one column to "
        f"the right {_times(right)}."
    )


def _edge_text(drift: Drift) -> str:
    at_left, at_right = _share(drift, drift.centre, drift.right), _share(drift, drift.centre, drift.left)
    if at_left == at_right:
        return f"At an edge: {at_left}."
    return f"At the left edge: {at_left}; at the right edge: {at_right}."


def _share(drift: Drift, *possible: int) -> str:
    """How often a disc falls where it is aimed, if these are the weights of the columns that it can fall into."""
    return _times(Fraction(drift.centre, sum(possible)))


def _times(share: Fraction) -> str:
    """
    >>> _times(Fraction(3, 5)), _times(Fraction(1)), _times(Fraction(0))
    ('3 times in 5', 'always', 'never')
    """
    if share in (0, 1):
        return "always" if share else "never"
    return f"{count_of(share.numerator, 'time')} in {share.denominator}"


def _drift_sections(rules: Rules, drift: Drift) -> Iterator[RuleSection]:
    yield _section(rules, "Drift", _drift_text(drift), "4543536", "4")
    text = f"At an edge a disc can drift to one side only, so it falls where you aim more often. {_edge_text(drift)}"
    yield _section(rules, "At an edge", text, "4543536", "1")
    beside = _share(drift, drift.centre, drift.right)
    if drift.left != drift.right:
        beside = f"{beside} (full on the left) or {_share(drift, drift.centre, drift.left)} (full on the right)"
    text = f"A disc does not drift into a full column. Beside one it falls where you aim {beside}, between two always."
    yield _section(rules, "Beside a full column", text, "333333", "4")
