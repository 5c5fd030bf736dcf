"""Solving one position as a job: the positions some plies below it are what tasks search, minimax gives the rest.

A task asks whether the score of a position is above a number, not what it is: a search of the plies above asks that of
the root, for one number after the other, and its questions go down to the positions of the tasks. What the ledger does
not know is taken as a score of 0; the unknown positions that this search visits are the next tasks. When it visits
none, the answer is exact. Under drift, means need the exact scores of all positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from math import inf, isfinite
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple, TypeAlias

from fourcast.errors import JobError, UsageError
from fourcast.jobs import Ledger, Progress, Task, run_job
from fourcast.rules import AnyPosition, Move, MoveDict, PopRule, Position, Rules, parse_position, position_text
from fourcast.solver.api import shared_solver
from fourcast.solver.solution import Solution, counts_discs_left, exact_terminal_value, plies_to_end

SOLVE: Final = "fourcast.solver.job:solve_task"
MIN_POSITIONS: Final = 200
"""By default a job is split at the first ply with so many positions: enough for the workers of a few machines."""

Question: TypeAlias = tuple[Position, int | None]
"""Whether the score of a position is above a number; None: what its score is."""
Branches: TypeAlias = list[tuple[float, Position]]
"""What can follow a move: probabilities and positions."""


class JobSolution(NamedTuple):
    """What a job found out."""

    solution: Solution
    """Its nodes and seconds are those of all tasks."""
    moves: MoveDict[Solution]
    """With `moves`: the solution of every legal move."""
    split_ply: int
    positions: int
    """Positions of that ply, mirror images once."""
    tasks: int
    """Searches of these positions."""


def solve_job(
    position: AnyPosition,
    ledger: Path | str,
    *,
    rules: Rules | str | None = None,
    moves: bool = False,
    split_ply: int | None = None,
    table_mb: int | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    on_progress: Callable[[Progress], bool | None] | None = None,
) -> JobSolution:
    """Solve a position, with `moves` every legal move of it, by a job that can be interrupted at any moment: scores are
    stored in the file `ledger` as they come, and the same call continues from there.

    `split_ply`: how many plies below the position the tasks are (default: until there are 200 positions). `table_mb`:
    the size of each worker's table. `workers`, `cluster` and `on_progress` are as for `run_job`; the total is that of
    the tasks known to be needed. Opening books are not used.

    Raises `JobError` if a position could not be solved or `on_progress` stopped the job.
    """
    tree = _Tree(Position(position, rules), moves, split_ply)
    start = monotonic()

    def report(progress: Progress) -> bool:
        left = len(tree.unknown)
        seconds_left = (monotonic() - start) / progress.done * left if progress.done else None
        current = replace(progress, total=progress.finished + left, seconds_left=seconds_left)
        is_stopped = on_progress is not None and on_progress(current) is True
        return is_stopped or not left  # tasks that are not needed any more may still be running

    with Ledger(ledger) as store:
        tasks = _needed_tasks(tree, table_mb, store)
        summary = run_job(tasks, store, workers=workers, cluster=cluster, retry_failed=True, on_progress=report)
        while results := _results({one: _task(one, table_mb) for one in tree.unknown}, store):
            tree.take(results)
    if tree.unknown and summary.failures:
        raise JobError(f"The position is not solved: a task failed. {summary.failures[0].reason}")
    if tree.unknown:
        raise JobError(f"The job was stopped. Results so far are in {ledger}.")
    return tree.solution()


def solve_task(rules: str, position: str, above: int | None = None, table_mb: int | None = None) -> dict[str, Any]:
    """Whether the exact score of a position is above a number, by bounds of it; without a number, the score. A task
    function."""
    solver = shared_solver(Rules.parse(rules), threads=1, use_book=False, table_mb=table_mb)
    parsed = parse_position(solver.rules, position)
    solution = solver.solve(parsed) if above is None else solver.test_score(parsed, above)
    if solution.stopped:
        raise JobError("The solver was stopped.")
    low, high = (bound if isfinite(bound) else None for bound in solution.bounds)
    return {
        "low": low,
        "high": high,
        "nodes": solution.nodes,
        "seconds": solution.seconds,
        "engine": solution.engine,
    }


def _task(question: Question, table_mb: int | None) -> Task:
    position, above = question
    options = {"above": above, "table_mb": table_mb}
    given = {name: value for name, value in options.items() if value is not None}
    return Task(SOLVE, {"rules": str(position.rules), "position": position_text(position), **given})


def _needed_tasks(tree: _Tree, table_mb: int | None, ledger: Ledger) -> Iterator[Task | None]:
    """The tasks that are needed next, as far as results tell; None while results are awaited."""
    tasks: dict[Question, Task] = {}
    submitted: dict[Question, Task] = {}
    is_new = True
    while tree.unknown:
        if is_new:
            tasks = {one: tasks.get(one) or _task(one, table_mb) for one in tree.unknown}
            queue = iter(tasks)
        if results := _results(tasks if is_new else submitted, ledger):
            yield from (tasks[one] for one in results if one not in submitted)  # they are counted as known
            submitted = {one: task for one, task in submitted.items() if one not in results}
            tree.take(results)
            is_new = True
            continue
        is_new = False
        if ledger.failures(submitted.values()):
            return
        question = next((one for one in queue if one not in submitted), None)
        if question is None:
            yield None
        else:
            submitted[question] = tasks[question]
            yield tasks[question]


def _results(tasks: Mapping[Question, Task], ledger: Ledger) -> dict[Question, dict[str, Any]]:
    by_key = {task.key: result for task, result in ledger.results(tasks.values())}
    return {question: by_key[task.key] for question, task in tasks.items() if task.key in by_key}


class _Tree:
    """The positions from a root to the ply where it is split, mirror images once, and what is known of their scores."""

    def __init__(self, root: Position, moves: bool, split_ply: int | None) -> None:
        if root.rules.pop_rule is PopRule.OWN:
            raise UsageError("Unlimited pop-outs are solved for all positions at once: solve this without a job.")
        if split_ply is not None and split_ply < 1:
            raise UsageError(f"Invalid ply {split_ply} to split a job at: use 1 or more.")
        self._root = root
        self._following: dict[Position, dict[Move, Branches]] = {}
        """Of each position above the last ply: its moves from the centre, and what can follow them."""
        self._results: dict[Question, dict[str, Any]] = {}
        self._bounds: dict[Position, tuple[float, float]] = {}
        self.split_ply, self.last = 0, self._unfinished([root])
        while self.last and (len(self.last) < MIN_POSITIONS if split_ply is None else self.split_ply < split_ply):
            self.last = self._unfinished(after for position in self.last for after in self._expand(position))
            self.split_ply += 1
        afters = [after for branches in self._root_moves.values() for _, after in branches]
        self._values: dict[Position, float] = dict.fromkeys(afters if moves and afters else [root], 0)
        """The scores to be found. They are right when nothing is unknown."""
        self.unknown: dict[Question, None] = {}
        """Questions that are to be answered next."""
        self.take({})

    @property
    def _root_moves(self) -> Mapping[Move, Branches]:
        return self._following.get(self._root, {})

    def _unfinished(self, positions: Iterable[Position]) -> list[Position]:
        """The different ones that are not finished; the scores of those that are."""
        unfinished = []
        for position in dict.fromkeys(positions):
            if outcome := position.outcome:
                self._bounds[position] = (exact_terminal_value(position, outcome),) * 2
            else:
                unfinished.append(position)
        return unfinished

    def _expand(self, position: Position) -> Iterator[Position]:
        """What can follow, one of each pair of mirror images."""
        moves: dict[Move, Branches] = {}
        for move, probability, after in position.successors():
            one = min(after, after.mirror()) if after.rules.symmetric else after
            moves.setdefault(move, []).append((float(probability), one))
            yield one
        self._following[position] = {move: moves[move] for move in position.rules.centre_first(moves)}

    def take(self, results: Mapping[Question, dict[str, Any]]) -> None:
        """Add results, and find out what is needed next."""
        self._results.update(results)
        for (position, _), result in results.items():
            low, high = self._bounds.get(position, (-inf, inf))
            low = low if result["low"] is None else max(low, result["low"])
            self._bounds[position] = low, high if result["high"] is None else min(high, result["high"])
        self.unknown = {}
        find = self._score if self._root.rules.drift is None else self._mean
        means: dict[Position, float] = {}
        for position in self._values:
            self._values[position] = find(position, means)

    def _score(self, position: Position, _: object) -> float:
        """By tests, until there is one whose answer is unknown."""
        low, high = -inf, inf
        while low < high:
            test = _next_test(low, high)
            unknown: dict[Question, None] = {}
            is_above = self._is_above(position, test, unknown, {})
            if unknown:
                self.unknown.update(unknown)
                return 0
            low, high = (test + 1, high) if is_above else (low, test)
        return low

    def _is_above(
        self, position: Position, test: int, unknown: dict[Question, None], known: dict[Position, bool]
    ) -> bool:
        """Whether the score is above a number, right if nothing is added to `unknown`."""
        low, high = self._bounds.get(position, (-inf, inf))
        if low > test or high <= test:
            return low > test
        if position in known:
            return known[position]
        if position not in self._following:
            unknown[position, test] = None
            return test < 0
        known[position] = any(
            not self._is_above(after, -test - 1, unknown, known) for [(_, after)] in self._following[position].values()
        )
        return known[position]

    def _mean(self, position: Position, known: dict[Position, float]) -> float:
        """The best mean of scores, right if nothing is added to `unknown`."""
        if position in self._bounds:
            return self._bounds[position][0]
        if position not in self._following:
            self.unknown[position, None] = None
            return 0
        if position not in known:
            known[position] = max(
                -sum(probability * self._mean(after, known) for probability, after in branches)
                for branches in self._following[position].values()
            )
        return known[position]

    def solution(self) -> JobSolution:
        """The solution, when nothing is unknown."""
        of_moves = MoveDict[Solution]()
        if self._root not in self._values:
            for move in self._root.legal_moves:
                branches = self._root_moves[move]
                certain = -self._values[branches[0][1]]
                mean = -sum(probability * self._values[after] for probability, after in branches)
                of_moves[move] = self._solved(certain if len(branches) == 1 else mean)
        best = max(solution.low for solution in of_moves.values()) if of_moves else self._values[self._root]
        nodes, seconds = (sum(result[name] for result in self._results.values()) for name in ("nodes", "seconds"))
        return JobSolution(
            self._solved(best)._replace(nodes=nodes, seconds=seconds),
            of_moves,
            self.split_ply,
            len(self.last),
            len(self._results),
        )

    def _solved(self, score: float) -> Solution:
        """The solution of the root, or of a move of it."""
        rules = self._root.rules
        empty_cells = rules.shape.cells - self._root.discs
        plies = plies_to_end(int(score), empty_cells) if counts_discs_left(rules) else None
        engine = next((result["engine"] for result in self._results.values()), "")
        return Solution(score, score, engine=engine, plies=plies)


def _next_test(low: float, high: float) -> int:
    """The number to compare a score with that is between two bounds: first 0, then outwards in growing steps, then the
    middle."""
    if high < inf and low > -inf:
        return int((low + high - 1) // 2)
    bound = low if low > -inf else high
    return 0 if abs(bound) == inf else int(2 * bound - 1)
