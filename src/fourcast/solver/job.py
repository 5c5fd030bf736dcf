"""Solving one position as a job: the positions some plies below it are tasks, and minimax gives the rest.

Not all of them are needed. An alpha-beta search of the plies above takes the scores that are in the ledger, and 0 for
those that are not; the unknown positions that it visits are the next tasks. When it visits none, its value is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf
from pathlib import Path
from typing import Any, Final, NamedTuple

from fourcast.errors import JobError, UsageError
from fourcast.jobs import Ledger, Progress, Task, run_job
from fourcast.rules import AnyPosition, Move, MoveDict, PopRule, Position, Rules, parse_position, position_text
from fourcast.solver.api import shared_solver
from fourcast.solver.solution import Solution, counts_discs_left, exact_terminal_value, plies_to_end

SOLVE: Final = "fourcast.solver.job:solve_task"
MIN_POSITIONS: Final = 200
"""By default a job is split at the first ply with so many positions: enough for the workers of a few machines."""


class JobSolution(NamedTuple):
    """What a job found out."""

    solution: Solution
    """Its nodes and seconds are those of all tasks."""
    moves: MoveDict[Solution]
    """With `moves`: the solution of every legal move."""
    split_ply: int
    positions: int
    """Positions of that ply, mirror images once."""
    solved: int
    """Those that were needed."""


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

    `split_ply`: how many plies below the position the tasks are (default: until there are 200 of them). `table_mb`: the
    size of each worker's table. `workers`, `cluster` and `on_progress` are as for `run_job`, whose total is an upper
    bound here: some positions are not needed. Opening books are not used.

    Raises `JobError` if a position could not be solved or `on_progress` stopped the job.
    """
    tree = _Tree(Position(position, rules), moves, split_ply)
    tasks = {position: _task(position, table_mb) for position in tree.last}

    def report(progress: Progress) -> bool:
        is_stopped = on_progress is not None and on_progress(progress) is True
        return is_stopped or not tree.unknown  # tasks that are not needed any more may still be running

    with Ledger(ledger) as store:
        summary = run_job(
            _needed_tasks(tree, tasks, store),
            store,
            total=len(tasks),
            workers=workers,
            cluster=cluster,
            retry_failed=True,
            on_progress=report,
        )
        tree.take(_results(tasks, store))
    if tree.unknown and summary.failures:
        raise JobError(f"The position is not solved: a task failed. {summary.failures[0].reason}")
    if tree.unknown:
        raise JobError(f"The job was stopped. Results so far are in {ledger}.")
    return tree.solution()


def solve_task(rules: str, position: str, table_mb: int | None = None) -> dict[str, Any]:
    """The exact score of a position. A task function."""
    solver = shared_solver(Rules.parse(rules), threads=1, use_book=False, table_mb=table_mb)
    solution = solver.solve(parse_position(solver.rules, position))
    return {"score": solution.low, "nodes": solution.nodes, "seconds": solution.seconds, "engine": solution.engine}


def _task(position: Position, table_mb: int | None) -> Task:
    size = {} if table_mb is None else {"table_mb": table_mb}
    return Task(SOLVE, {"rules": str(position.rules), "position": position_text(position), **size})


def _needed_tasks(tree: _Tree, tasks: Mapping[Position, Task], ledger: Ledger) -> Iterator[Task | None]:
    """The tasks that have results; then those that are needed next, as far as the results so far tell, and None while
    results of such tasks are awaited."""
    known = _results(tasks, ledger)
    yield from (tasks[position] for position in known)
    tree.take(known)
    queue, open_tasks = iter(tree.unknown), dict[Position, Task]()
    while tree.unknown:
        if results := _results(open_tasks, ledger):
            tree.take(results)
            open_tasks = {position: task for position, task in open_tasks.items() if position not in results}
            queue = iter(tree.unknown)
        elif ledger.failures(open_tasks.values()):
            return
        elif (position := next((one for one in queue if one not in open_tasks), None)) is None:
            yield None
        else:
            open_tasks[position] = tasks[position]
            yield tasks[position]


def _results(tasks: Mapping[Position, Task], ledger: Ledger) -> dict[Position, dict[str, Any]]:
    by_key = {task.key: result for task, result in ledger.results(tasks.values())}
    return {position: by_key[task.key] for position, task in tasks.items() if task.key in by_key}


class _Tree:
    """The positions from a root to the ply where it is split, mirror images once, and the scores known so far."""

    def __init__(self, root: Position, moves: bool, split_ply: int | None) -> None:
        if root.rules.pop_rule is PopRule.OWN:
            raise UsageError("Unlimited pop-outs are solved for all positions at once: solve this without a job.")
        if split_ply is not None and split_ply < 1:
            raise UsageError(f"Invalid ply {split_ply} to split a job at: use 1 or more.")
        self._root = root
        self._following: dict[Position, dict[Move, list[tuple[float, Position]]]] = {}
        """Of each position above the last ply: its moves from the centre, and what can follow them."""
        self._results: dict[Position, dict[str, Any]] = {}
        self._scores: dict[Position, float] = {}
        self.split_ply, self.last = 0, self._unfinished([root])
        while self.last and (len(self.last) < MIN_POSITIONS if split_ply is None else self.split_ply < split_ply):
            self.last = self._unfinished(after for position in self.last for after in self._expand(position))
            self.split_ply += 1
        self._targets = [after for branches in self._root_moves.values() for _, after in branches] if moves else [root]
        self.unknown: dict[Position, None] = {}
        """Positions whose scores are needed next."""
        self._visited: dict[Position, float] = {}
        """What the last search found with an open window."""
        self.take({})

    @property
    def _root_moves(self) -> Mapping[Move, list[tuple[float, Position]]]:
        return self._following.get(self._root, {})

    def _unfinished(self, positions: Iterable[Position]) -> list[Position]:
        """The different ones that are not finished; the scores of those that are."""
        unfinished = []
        for position in dict.fromkeys(positions):
            if outcome := position.outcome:
                self._scores[position] = exact_terminal_value(position, outcome)
            else:
                unfinished.append(position)
        return unfinished

    def _expand(self, position: Position) -> Iterator[Position]:
        """What can follow, one of each pair of mirror images."""
        moves: dict[Move, list[tuple[float, Position]]] = {}
        for move, probability, after in position.successors():
            one = min(after, after.mirror()) if after.rules.symmetric else after
            moves.setdefault(move, []).append((float(probability), one))
            yield one
        self._following[position] = {move: moves[move] for move in position.rules.centre_first(moves)}

    def take(self, results: Mapping[Position, dict[str, Any]]) -> None:
        """Add results, and find out what is needed next."""
        self._results.update(results)
        self._scores.update((position, result["score"]) for position, result in results.items())
        self.unknown, self._visited = {}, {}
        for target in self._targets:
            self._search(target)

    def _search(self, position: Position, alpha: float = -inf, beta: float = inf) -> float:
        """Alpha-beta. Adds positions without a score to `unknown`; if there are none, the value is exact."""
        if position in self._scores:
            return self._scores[position]
        if (is_open := (alpha, beta) == (-inf, inf)) and position in self._visited:
            return self._visited[position]
        if position not in self._following:
            self.unknown[position] = None
            return 0
        best = -inf
        for branches in self._following[position].values():
            best = max(best, self._value(branches, max(alpha, best), beta))
            if best >= beta:
                break
        if is_open:
            self._visited[position] = best
        return best

    def _value(self, branches: list[tuple[float, Position]], alpha: float = -inf, beta: float = inf) -> float:
        """Of a move, to the side that makes it."""
        if len(branches) == 1:
            return -self._search(branches[0][1], -beta, -alpha)
        return -sum(probability * self._search(after) for probability, after in branches)  # a mean needs exact values

    def solution(self) -> JobSolution:
        """The solution, when nothing is unknown."""
        moves = self._root.legal_moves if self._targets != [self._root] else ()
        whole = self._solved(self._search(self._root))
        nodes, seconds = (sum(result[name] for result in self._results.values()) for name in ("nodes", "seconds"))
        return JobSolution(
            whole._replace(nodes=nodes, seconds=seconds),
            MoveDict({move: self._solved(self._value(self._root_moves[move])) for move in moves}),
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
