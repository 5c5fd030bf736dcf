"""Solve empty boards of every game, confirm each value a second way, and write docs/results: data, page and chart.

    python tools/make_results.py --time 10 --table-mb 128 docs/results
    python tools/make_results.py --time 600 --only most-lines,width=7,height=6 --check bounds docs/results
    python tools/make_results.py --time 0 docs/results                                    # the page and the chart only

What the data has is not computed again, so that the same command continues where it ended; --only limits it to some
boards. A value counts as solved when a second method gives the same (METHODS). Prints `rules value nodes method` for
each board, from the first player's point of view.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Timer
from time import perf_counter, process_time
from typing import Any, Final, TypeAlias

import numpy as np
from results_page import (
    CHART,
    DATA,
    FAMILIES,
    PAGE,
    Result,
    as_json,
    as_markdown,
    cost_chart,
    from_json,
    growths,
)

from fourcast import search
from fourcast.algorithms import Score, ScoreKind, StopFlag
from fourcast.charts import save_chart
from fourcast.files import write_atomically
from fourcast.native import (
    NO_NODE_LIMIT,
    TURN_NODES,
    FirstLineSolver,
    encode_position,
    encode_rows,
    first_line_solver,
    first_line_unsupported_reason,
    general_solver,
    load_ordering_weights,
    ordering_weights_shape,
)
from fourcast.rules import Goal, PopRule, Position, Rules
from fourcast.solver import Solver, counts_discs_left, unsupported_reason, win_in


def solve_empty(spec: str, *, seconds: float, megabytes: int) -> Result:
    """Solve the empty board, then every first move, each within a time."""
    rules = Rules.parse(spec)
    solver, start = Solver(rules, table_mb=megabytes, threads=1), process_time()
    whole = solver.solve(rules.start(), time=seconds)
    result = Result(spec, whole.low, whole.high, whole.plies, whole.nodes, round(process_time() - start, 3), megabytes)
    if result.value is None:
        return result
    start = process_time()
    moves = solver.solve_moves(rules.start(), time=seconds)
    if not all(solution.is_exact for solution in moves.values()):
        return result
    return replace(
        result,
        moves={str(move): solution.low for move, solution in moves.items()},
        moves_nodes=sum(solution.nodes for solution in moves.values()),
        moves_seconds=round(process_time() - start, 3),
    )


Method: TypeAlias = Callable[[Rules, list[Position], float, int], Sequence[float] | None]
"""Scores of positions to the side to move, within seconds and megabytes; None if there is not enough time, or the
method does not support the game."""


def by_search(rules: Rules, positions: list[Position], seconds: float, _: int) -> list[float] | None:
    """Alpha-beta with a transposition table, under drift Star1, to the last move; without gravity deeper and deeper,
    for there are many moves and short wins."""
    if rules.max_plies is None:
        return None
    depths = range(1 if not rules.gravity else rules.max_plies, rules.max_plies + 1)
    stop, scores = StopFlag(), list[float]()
    timer = Timer(seconds, stop.set)
    timer.start()
    try:
        for position in positions:
            for depth in depths:
                result = search(position, depth=depth, table=True, order="centre", terminal="sooner", stop=stop)
                if result.stopped:
                    return None
                if result.score.relative.is_exact:
                    break
            scores.append(_number(result.score.relative, position))
    finally:
        timer.cancel()
    return scores


def _number(score: Score, position: Position) -> float:
    """A score of a search as the solver counts."""
    assert score.is_exact
    if score.kind is ScoreKind.VALUE:
        return score.number
    win = win_in(position, int(score.number)) if counts_discs_left(position.rules) else 1
    return win if score.kind is ScoreKind.WIN else -win


def by_definition(rules: Rules, positions: list[Position], seconds: float, _: int) -> list[float] | None:
    """The solver in Python of games that can go on for ever."""
    if rules.pop_rule is not PopRule.OWN:
        return None
    solutions = Solver(rules, engine="python").solve_many(positions, time=seconds)
    return None if any(solution.stopped for solution in solutions) else [solution.low for solution in solutions]


def without_bounds(rules: Rules, positions: list[Position], seconds: float, megabytes: int) -> list[float] | None:
    """The solver without its static bounds, under drift without windows, with a table of half the size."""
    if rules.pop_rule is PopRule.OWN or not rules.gravity:
        return None
    table_mb = max(1, megabytes // 2)
    if first_line_unsupported_reason(rules) is not None:
        return _by_general_solver(positions, seconds, table_mb, static_bounds=False)
    return _by_first_line_solver(first_line_solver(rules, table_mb), positions, seconds, static_bounds=False)


def by_untrained_order(rules: Rules, positions: list[Position], seconds: float, megabytes: int) -> list[float] | None:
    """The solver without the trained weights of its move order, with a table of half the size."""
    if load_ordering_weights(rules.shape) is None or first_line_unsupported_reason(rules) is not None:
        return None
    weights = np.zeros(ordering_weights_shape(rules.shape), np.int8)
    solver = first_line_solver(rules, max(1, megabytes // 2), ordering_weights=weights)
    return _by_first_line_solver(solver, positions, seconds, static_bounds=True)


def _by_first_line_solver(
    solver: FirstLineSolver, positions: list[Position], seconds: float, *, static_bounds: bool
) -> list[float] | None:
    cells = positions[0].rules.shape.cells
    low, high, _, _ = solver.solve_many(
        encode_rows(positions), min_score=-cells, max_score=cells, static_bounds=static_bounds, **_core_options(seconds)
    )
    return low.tolist() if (low == high).all() else None


def _by_general_solver(
    positions: list[Position], seconds: float, table_mb: int, *, static_bounds: bool
) -> list[float] | None:
    """By alpha-beta alone."""
    results = general_solver(positions[0].rules, table_mb).solve_many(
        [encode_position(position) for position in positions],
        static_bounds=static_bounds,
        turn_nodes=0,
        window=None,
        **_core_options(seconds),
    )
    return [low for _, low, *_ in results] if all(low == high for _, low, high, *_ in results) else None


def _core_options(seconds: float) -> dict[str, Any]:
    return {"weak": False, "threads": 1, "seconds": seconds, "max_nodes": NO_NODE_LIMIT, "progress": None}


def mirrored(rules: Rules, positions: list[Position], seconds: float, megabytes: int) -> list[float] | None:
    """The same solver on mirror images, each alone, with an empty table of an eighth of the size."""
    if not rules.symmetric:
        return None
    table_mb, scores = max(1, megabytes // 8), list[float]()
    for position in positions:
        solution = Solver(rules, table_mb=table_mb, threads=1).solve(position.mirror(), time=seconds)
        if not solution.is_exact:
            return None
        scores.append(solution.low)
    return scores


def is_value_of_mirrored_moves(result: Result, seconds: float) -> bool:
    """Whether tests confirm the value of a margin: no mirror image of a first move is worth more, and one as much. Each
    is tested alone, with an empty table of an eighth of the size that the value took.

    False if there is not enough time. Raises `ValueError` if the tests contradict the value.
    """
    rules, value = Rules.parse(result.rules), int(result.low)
    if not rules.symmetric or rules.drift or rules.goal is Goal.FIRST_LINE:
        return False
    solver, deadline = general_solver(rules, max(1, result.table_mb // 8)), perf_counter() + seconds
    images = [rules.start().play(move).mirror() for move in rules.centre_first(rules.start().legal_moves)]
    images = [image for n, image in enumerate(images) if image.mirror() not in images[:n]]

    def is_above(image: Position, test: int) -> bool:
        solver.clear()
        [(_, low, high, *_)] = solver.solve_many(
            [encode_position(image)],
            static_bounds=True,
            turn_nodes=TURN_NODES,
            window=(test, test + 1),
            **_core_options(max(0, deadline - perf_counter())),
        )
        if low < high:
            raise TimeoutError
        return bool(low > test)

    try:  # scores are those of the second player
        if all(is_above(image, -value) for image in images):
            raise ValueError(f"{result.rules}: {value} by the solver, but less by all first moves.")
        if not all(is_above(image, -value - 1) for image in images):
            raise ValueError(f"{result.rules}: {value} by the solver, but more by a first move.")
    except TimeoutError:
        return False
    return True


def by_alpha_beta(_: Rules, positions: list[Position], seconds: float, megabytes: int) -> list[float] | None:
    """The solver by alpha-beta alone, with the same static bounds, where it has used proof numbers."""
    return _by_general_solver(positions, seconds, megabytes, static_bounds=True)


def _has_proof_numbers(result: Result) -> bool:
    """Whether a value comes from proof numbers: on boards of odd height they have the second turn."""
    rules = Rules.parse(result.rules)
    if rules.goal is not Goal.MOST_LINES or not rules.gravity or rules.drift:
        return False
    return result.nodes > (TURN_NODES if rules.shape.height % 2 else 1)


METHODS: Final[dict[str, tuple[str, Method]]] = {
    "search": ("alpha-beta search to the last move", by_search),
    "definition": ("solver in Python", by_definition),
    "bounds": ("solver without static bounds", without_bounds),
    "order": ("solver with another move order, half the table", by_untrained_order),
    "alphabeta": ("alpha-beta instead of proof numbers", by_alpha_beta),
    "mirror": ("mirror images, small table", mirrored),
}
AUTOMATIC: Final = ("search", "definition", "bounds")
"""Methods that are tried in this order, until one has enough time."""


def check(result: Result, methods: Sequence[str], *, seconds: float) -> Result:
    """Confirm the value by the first method that has enough time, then the first moves, by mirror images if the method
    would take too long. Raises `ValueError` if a method gives another value."""
    value, moves = {"": result.low}, result.moves
    for name in methods:
        start = perf_counter()
        if name == "mirror":  # the empty board is its own mirror image
            words = METHODS[name][0]
            if moves and _confirms(name, result, moves, seconds):
                return replace(result, check=words)
            if is_value_of_mirrored_moves(result, seconds):
                return replace(result, check=f"value: {words}; first moves: not confirmed")
        elif name == "alphabeta" and not _has_proof_numbers(result):
            continue
        elif _confirms(name, result, value, seconds):
            words = METHODS[name][0]
            if moves and (perf_counter() - start) * len(moves) < seconds and _confirms(name, result, moves, seconds):
                return replace(result, check=words)
            is_mirrored = moves is not None and _confirms("mirror", result, moves, seconds)
            first_moves = METHODS["mirror"][0] if is_mirrored else "not confirmed"
            return replace(result, check=f"value: {words}; first moves: {first_moves}")
    return result


def _confirms(name: str, result: Result, solved: Mapping[str, float], seconds: float) -> bool:
    """Whether a method has enough time for the values of first moves, or of the empty board alone."""
    start, (words, method) = Rules.parse(result.rules).start(), METHODS[name]
    parts = [("", 1.0, start)]
    if "" not in solved:
        parts = [(move, -float(probability), after) for move, probability, after in start.successors()]
    scores = method(start.rules, [position for *_, position in parts], seconds, result.table_mb)
    if scores is None:
        return False
    confirmed = dict.fromkeys(solved, 0.0)
    for (move, weight, _), score in zip(parts, scores, strict=True):
        confirmed[move] += weight * score
    if any(abs(confirmed[move] - value) > 1e-12 for move, value in solved.items()):
        raise ValueError(f"{result.rules}: {solved} by the solver, {confirmed} by {words}.")
    return True


@dataclass(frozen=True)
class Limits:
    seconds: float
    check_seconds: float
    megabytes: int
    methods: Sequence[str] = AUTOMATIC

    def complete(self, spec: str, stored: Result | None) -> Iterator[Result]:
        """What is missing of a stored result: the solution, then the check."""
        if stored is None or (stored.moves is None and stored.seconds < self.seconds):
            if unsupported_reason(Rules.parse(spec), self.megabytes):
                return
            stored = solve_empty(spec, seconds=self.seconds, megabytes=self.megabytes)
            yield stored
        if stored.value is not None and not stored.check:
            yield check(stored, self.methods, seconds=self.check_seconds)


def find_results(stored: Mapping[str, Result], limits: Limits, only: tuple[str, ...] = ("",)) -> Iterator[Result]:
    """Every family, from small boards to large ones; each width up to the first board that takes too long. `only`:
    boards whose rules start like this."""
    for family in FAMILIES:
        for width in family.widths:
            for spec in family.boards(width):
                if not spec.startswith(only):
                    continue
                last = stored.get(spec)
                for last in limits.complete(spec, stored.get(spec)):
                    yield last
                if last is None or last.value is None:
                    break


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help=f"where {DATA}, {PAGE} and {CHART} are")
    parser.add_argument("--time", type=float, default=5, metavar="SECONDS", help="for each board (default: 5)")
    parser.add_argument("--check-time", type=float, metavar="SECONDS", help="for each check (default: --time)")
    parser.add_argument("--table-mb", type=int, default=128, help="table size in MB for each board (default: 128)")
    parser.add_argument("--only", action="append", metavar="RULES", help="boards whose rules start so; may be repeated")
    parser.add_argument("--check", action="append", choices=METHODS, help="how boards are confirmed; may be repeated")
    options = parser.parse_args(arguments)
    data = options.folder / DATA
    results = from_json(data.read_text(encoding="utf-8")) if data.exists() else {}
    limits = Limits(options.time, options.check_time or options.time, options.table_mb, options.check or AUTOMATIC)
    for result in find_results(results, limits, tuple(options.only or [""])) if options.time else ():
        print(result, flush=True)
        results[result.rules] = result
        write_atomically(data, as_json(results))
    write_atomically(options.folder / PAGE, as_markdown(results))
    if charted := growths(results):
        save_chart(cost_chart(charted), options.folder / CHART)


if __name__ == "__main__":
    main()
