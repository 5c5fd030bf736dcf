"""Tests of published claims, most of which do not hold, named by `check` in experiment files.

The positions are random but always the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from fourcast.algorithms import SearchResult, SearchSpec, TableMode
from fourcast.datasets import SEED, winning_moves
from fourcast.engine import search
from fourcast.errors import NotationError
from fourcast.evals import TerminalValue, find_eval, line_counts
from fourcast.experiments.grids import SearchGrid
from fourcast.experiments.spec import find_experiment
from fourcast.matches import HeadToHead, difference
from fourcast.native import Engine, count_tree
from fourcast.rules import FIRST, SECOND, Player, Position, Rules, other, position_after, random_position, unpack
from fourcast.text import join_words


@dataclass(frozen=True)
class ClaimResult:
    """The outcome of a test: a sentence, the figures behind it, and whether the claim holds."""

    sentence: str
    figures: dict[str, int]
    holds: bool


LATE: Final = (8, 9, 10)
"""Empty cells of the positions that are solved to the end."""
LATE_EACH: Final = 60


def heuristic_overestimates(engine: Engine) -> ClaimResult:
    """Solve late positions to the end and compare the margin with the heuristic value for the side to move."""
    rules, rng = Rules.parse("most-lines"), Random(SEED)
    names = ("potential-lines", "lines-and-potential")
    spec = SearchSpec("alphabeta", eval=names[0], order="centre", terminal=TerminalValue.SOONER)
    figures = {"positions": LATE_EACH * len(LATE)}
    figures |= {f"{name}, {empty} empty": 0 for name in names for empty in LATE}
    worst = 0.0
    for empty in LATE:
        for _ in range(LATE_EACH):
            position = random_position(rules, rules.shape.cells - empty, rng)
            margin = _search(position, spec, engine, depth=empty).value
            for name in names:
                estimate = find_eval(name).evaluate(position, position.turn)
                figures[f"{name}, {empty} empty"] += estimate > margin
                worst = max(worst, estimate - margin)
    totals = {name: sum(figures[f"{name}, {empty} empty"] for empty in LATE) for name in names}
    positions = figures["positions"]
    sentence = (
        f"Of {positions} positions with {LATE[0]} to {LATE[-1]} empty cells, solved to the end, the heuristic promises "
        f"the side to move more lines than it gets in {_share(totals[names[0]], positions)}, and in "
        f"{_share(totals[names[1]], positions)} with complete lines counted too; by up to {worst:g} lines."
    )
    return ClaimResult(sentence, figures | totals, not any(totals.values()))


BOUND_POSITIONS: Final = 40
BOUND_DEPTH: Final = 4
BOUND_PLIES: Final = (6, 20)


def old_bounds_hold(engine: Engine) -> ClaimResult:
    """Deepen from the same positions without a table, and with the values of the last iteration as bounds."""
    rules, rng = Rules.parse("extended"), Random(SEED)
    values = moves = with_bounds = without = 0
    for _ in range(BOUND_POSITIONS):
        position = random_position(rules, rng.randint(*BOUND_PLIES), rng)
        true, trusting = (
            _search(
                position,
                SearchSpec("alphabeta", eval="filled-runs", table=table),
                engine,
                depth=BOUND_DEPTH,
                nodes=10**9,
            )
            for table in (TableMode.OFF, TableMode.OLD_BOUNDS)
        )
        values += true.value != trusting.value
        moves += true.move != trusting.move
        without += true.nodes
        with_bounds += trusting.nodes
    saved = 1 - with_bounds / without
    sentence = (
        f"On {BOUND_POSITIONS} positions searched to depth {BOUND_DEPTH}, using the values of the last iteration as "
        f"bounds changes the value of {values} and the move of {moves}, for {saved:.0%} fewer nodes."
    )
    figures = {
        "positions": BOUND_POSITIONS,
        "values changed": values,
        "moves changed": moves,
        "nodes without": without,
        "nodes with": with_bounds,
    }
    return ClaimResult(sentence, figures, not values and not moves)


WIN_POSITIONS: Final = 40
WIN_LEVEL: Final = 4
WIN_PLIES: Final = (6, 30)
WIN_ALGORITHMS: Final = ("minimax", "shallow", "shallow-equal", "alphabeta-hard")
WIN_ORDER: Final = "4,5,3,6,2,7,1,8"
"""The order of the ordered form of pruning."""
WIN_TERMINALS: Final = (TerminalValue.EVALUATED, TerminalValue.SOONER)


def pruning_misses_wins(engine: Engine) -> ClaimResult:
    """Count moves that do not win although one does: with and without pruning, with columns from left to right and with
    the centre first, with both values of wins. No search has a time limit."""
    rules, rng = Rules.parse("classic,width=8"), Random(SEED)
    forms = {name: SearchSpec(name, eval="line-counts") for name in WIN_ALGORITHMS}
    ordered = f"{WIN_ALGORITHMS[-1]}, centre first"
    forms[ordered] = forms[WIN_ALGORITHMS[-1]].with_settings(order=WIN_ORDER)
    missed = {f"{name}, {terminal.value}": 0 for terminal in WIN_TERMINALS for name in forms}
    positions = 0
    while positions < WIN_POSITIONS:
        position = random_position(rules, rng.randint(*WIN_PLIES), rng)
        wins = winning_moves(position)
        if not wins:
            continue
        positions += 1
        for terminal in WIN_TERMINALS:
            for name, form in forms.items():
                spec = form.with_settings(terminal=terminal)
                missed[f"{name}, {terminal.value}"] += _search(position, spec, engine, depth=WIN_LEVEL).move not in wins
    evaluated, sooner = ([missed[f"{name}, {terminal.value}"] for name in forms] for terminal in WIN_TERMINALS)
    same = len(set(evaluated[:-1])) == 1
    pruned = "as often with each form of pruning" if same else "not as often with pruning"
    sentence = (
        f"Of {WIN_POSITIONS} positions with a winning move, level {WIN_LEVEL} without pruning misses it in "
        f"{_share(evaluated[0], WIN_POSITIONS)}, and {pruned}: all wins have one value there, and ties keep the first "
        f"move. With the centre first, {evaluated[-1]} are missed; the time is not the cause, as no search is limited "
        f"by it. Where a sooner win has a higher value, {sum(sooner) or 'none'} are missed."
    )
    return ClaimResult(sentence, {"positions": WIN_POSITIONS} | missed, not same)


MONOTONIC_GAMES: Final = 100


def lines_are_monotonic(_: Engine) -> ClaimResult:
    """Follow the complete and the open lines of both sides through random games to the full board."""
    rules, rng = Rules.parse("most-lines"), Random(SEED)
    shape = rules.shape
    figures = dict.fromkeys(("games", "moves", "complete lines fell", "open lines grew", "H rose", "H fell"), 0)
    heuristic = find_eval("lines-and-potential").evaluate
    for _game in range(MONOTONIC_GAMES):
        position = rules.start()
        figures["games"] += 1
        while not position.is_over:
            after = position.play(rng.choice(position.legal_moves))
            figures["moves"] += 1
            for side in (FIRST, SECOND):
                opened, left = (
                    sum(not line & one.stones[other(side)] for line in shape.lines) for one in (position, after)
                )
                figures["complete lines fell"] += after.scores[side] < position.scores[side]
                figures["open lines grew"] += left > opened
            change = heuristic(after, FIRST) - heuristic(position, FIRST)
            figures["H rose"] += change > 0
            figures["H fell"] += change < 0
            position = after
    fewer, more = figures["complete lines fell"], figures["open lines grew"]
    sentence = (
        f"In {figures['moves']:,} moves of {figures['games']} random games, the complete lines of a side became fewer "
        f"{fewer} times, and its open lines more {more} times. It does not follow that H never overestimates: H is a "
        f"difference of both sides, and that of the first player rose {figures['H rose']:,} times and fell "
        f"{figures['H fell']:,} times."
    )
    return ClaimResult(sentence, figures, not fewer and not more)


WINNING_PAIRS: Final = {Engine.NATIVE: 30, Engine.PYTHON: 5}
WINNING_NODES: Final = {Engine.NATIVE: 3000, Engine.PYTHON: 300}
"""For a move."""
WINNING_PLIES: Final = 4


def old_bounds_win(engine: Engine) -> ClaimResult:
    """A match of alpha-beta with the bounds of the last iteration against alpha-beta without, with equal nodes for a
    move: openings at random, each played twice with colours swapped."""
    rules, rng = Rules.parse("extended"), Random(SEED)
    tables = (TableMode.OLD_BOUNDS, TableMode.OFF)
    score = HeadToHead()
    for _ in range(WINNING_PAIRS[engine]):
        opening = random_position(rules, WINNING_PLIES, rng)
        first, second = _old_bounds_points(opening, tables, engine), _old_bounds_points(opening, tables[::-1], engine)
        score.add([first, 1 - second])
    measured = difference(score.pentanomial)
    assert measured
    figures = {"games": score.games, "won": score.wins, "drawn": score.draws, "lost": score.losses}
    board = f"{rules.shape.width}×{rules.shape.height} with {rules.pops_each} pop-outs"
    sentence = (
        f"In {score.games} games on {board}, with {WINNING_NODES[engine]:,} nodes for a move, the stored bounds won "
        f"{score.wins}, drew {score.draws} and lost {score.losses}: Elo {measured.elo}."
    )
    return ClaimResult(sentence, figures, measured.low > 0.5)


def _old_bounds_points(position: Position, tables: tuple[TableMode, TableMode], engine: Engine) -> float:
    """The points of the first of two tables, whose player moves first."""
    players = {position.turn: tables[0], other(position.turn): tables[1]}
    first = position.turn
    while not position.is_over:
        spec = SearchSpec("alphabeta", eval="filled-runs", table=players[position.turn])
        move = search(position, spec, nodes=WINNING_NODES[engine], engine=engine).move
        assert move
        position = position.play(move)
    return 0.5 if position.winner is None else float(position.winner == first)


STATE: Final = 0b101011101011010111001011101111010111110011101100010111001011101
"""The example of a whole state that Smart-Connect-4 prints."""


def printed_state_is_legal(_: Engine) -> ClaimResult:
    """Read the printed state by its own rule: nine bits for a column, the low three its height."""
    rules = Rules.parse("most-lines")
    heights = [STATE >> 9 * column & 0b111 for column in range(rules.shape.width)]
    high = [str(column) for column, height in enumerate(heights, start=1) if height > rules.shape.height]
    try:
        unpack(rules, STATE, turn=FIRST)
        is_legal = True
    except NotationError:
        is_legal = False
    sentence = (
        f"Read by the rule of the text, columns {join_words(high)} of the printed state have height "
        f"{max(heights)}, and the board has {rules.shape.height} rows: it is not a state of the game. "
        "Its lowest column, which the text explains, is right."
    )
    return ClaimResult(sentence, {f"height of column {n}": height for n, height in enumerate(heights, 1)}, is_legal)


HEAVY: Final = 64
"""What Connect Four 8×6 prints as the weight of three in a row."""


def weight_of_three(engine: Engine) -> ClaimResult:
    """Count how many of the published numbers of level 4 are reproduced with either weight."""
    light = find_eval("line-counts")
    heavy = replace(light, name="line-counts-64", evaluate=_line_counts_64, native=None)
    figures = {"counts": 0, "equal with 32": 0, "equal with 64": 0}
    for position, spec, dropped in _published_drops("level 4"):
        figures["counts"] += 1
        for weight, evaluation, used in ((32, light, engine), (HEAVY, heavy, Engine.PYTHON)):
            result = _search(position, replace(spec, eval=evaluation), used, depth=WIN_LEVEL)
            figures[f"equal with {weight}"] += result.counts.dropped == dropped
    sentence = (
        f"Of {figures['counts']} published counts of level {WIN_LEVEL}, {figures['equal with 32']} are reproduced with "
        f"the weight 32 (a shift by 5), and {figures['equal with 64']} with {HEAVY}."
    )
    return ClaimResult(sentence, figures, figures["equal with 64"] == figures["counts"])


def _line_counts_64(position: Position, player: Player) -> int:
    value = line_counts(position, player)
    if position.is_over:
        return value
    own, others = position.stones[player], position.stones[other(player)]
    for line in position.rules.shape.lines:
        if (own & line).bit_count() == 3 and not others & line:
            value += HEAVY - 32
        elif (others & line).bit_count() == 3 and not own & line:
            value -= HEAVY - 32
    return value


def level_8_is_interrupted(_: Engine) -> ClaimResult:
    """Count the whole trees of level 8, which nothing interrupts."""
    drops = [(count_tree(position, 8).nodes(8) - 1, dropped) for position, _, dropped in _published_drops("level 8")]
    equal = sum(ours == dropped for ours, dropped in drops)
    figures = {"counts": len(drops), "equal to the whole tree": equal}
    sentence = (
        f"{equal} of {len(drops)} published counts of level 8 are those of the whole tree, searched to the end: they "
        "differ because games end and columns fill at different times."
    )
    return ClaimResult(sentence, figures, equal == 0)


def _published_drops(part_name: str) -> Iterator[tuple[Position, SearchSpec, int]]:
    """The searches of Connect Four 8×6 whose discs dropped were published, by the beginning of the names of parts."""
    experiment = find_experiment("8x6")
    parts = {part.name: part for part in experiment.parts if isinstance(part, SearchGrid)}
    for figure in experiment.expected:
        if figure.part.startswith(part_name) and isinstance(figure.dropped, int) and figure.moves:
            part = parts[figure.part]
            [spec] = [spec for spec in part.specs if figure.algorithm in (None, spec.short)]
            yield position_after(Rules.parse(part.variants[0]).start(), figure.moves[0]), spec, figure.dropped


TESTS: Final[dict[str, Callable[[Engine], ClaimResult]]] = {
    test.__name__: test
    for test in (
        heuristic_overestimates,
        lines_are_monotonic,
        old_bounds_hold,
        old_bounds_win,
        printed_state_is_legal,
        pruning_misses_wins,
        weight_of_three,
        level_8_is_interrupted,
    )
}
"""The tests by name."""


def _search(
    position: Position, spec: SearchSpec, engine: Engine, *, depth: int, nodes: int | None = None
) -> SearchResult:
    result = search(position, spec, depth=depth, nodes=nodes, engine=engine)
    if result.stopped:  # Ctrl-C: half a test has no verdict
        raise KeyboardInterrupt
    return result


def _share(part: int, whole: int) -> str:
    return f"{part} ({part / whole:.0%})"
