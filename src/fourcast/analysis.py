"""The score of every move of a position: searched deeper and deeper, and solved exactly where the solver can.

Search and solver take turns, each turn longer than the last, so that estimates are there at once and exact scores as
soon as possible. The tables of both last from turn to turn. In a symmetric position a move has the score of its mirror
image, and only one of the two is searched and solved.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter
from typing import Any, Final, Literal, TypeAlias

from fourcast.algorithms import MAX_DEPTH, Score, ScoreKind, Searcher, SearchSpec, StopFlag, StopSearch, as_spec
from fourcast.drawing import html_table
from fourcast.engine import make_searcher
from fourcast.errors import UsageError, suggest_arguments
from fourcast.evals import TerminalValue, terminal_value
from fourcast.rules import AnyPosition, Goal, Move, MoveDict, MoveKind, Position, Rules, svg
from fourcast.solver import Solution, Solver, is_margin, shared_solver, unsupported_reason

FIRST_TURN_S: Final = 0.25
TURN_GROWTH: Final = 3.0
SOLVER_TURN: Final = 4.0
"""Length of a turn of the solver in turns of the search: an exact score ends the work, a deeper estimate does not."""
BEST_LINE_S: Final = 1.0
"""For the principal variations once every move is solved."""
EVALS: Final = {Goal.FIRST_LINE: "line-counts"}
"""Evaluations that depend less on the side to move than the default of the goal: scores that are shown while the search
deepens must not jump at every other depth."""
MAX_TABLES: Final = 9
"""Positions after a move up to which each has a transposition table of its own."""

Stage: TypeAlias = Literal["searching", "solving", "done"]


@dataclass(frozen=True)
class MoveAnalysis:
    """What is known about a move, from the point of view of the side to move."""

    move: Move
    score: Score
    solution: Solution | None = None
    """The exact solution, once the solver has found it."""
    pv: tuple[Move, ...] = ()
    """The principal variation, which begins with the move; it ends at a chance node."""

    @property
    def is_exact(self) -> bool:
        return self.solution is not None or self.score.is_exact


@dataclass(frozen=True, repr=False)
class AnalysisUpdate:
    """What is known about a position at some point of its analysis."""

    position: Position
    moves: MoveDict[MoveAnalysis]
    """Every legal move, found by the move or by its text."""
    stage: Stage
    depth: int
    """The depth to which every move has been searched, in plies from the position."""
    nodes: int
    seconds: float
    eval: str
    """The name of the evaluation that estimates are made by."""
    value: Solution | None = None
    """The exact value of the position, where it was found without those of all moves."""

    @property
    def is_done(self) -> bool:
        """Whether this is the last update."""
        return self.stage == "done"

    @property
    def is_exact(self) -> bool:
        """Whether the score of every move is exact."""
        return bool(self.moves) and all(move.is_exact for move in self.moves.values())

    @property
    def ranking(self) -> tuple[Move, ...]:
        """The moves, best first; of equal ones drops before pops, then the nearest to the centre. Once the value of the
        position is known, moves with that value come before all estimates, and those that are worse after them."""
        centre_first = self.position.rules.centre_first(self.moves)
        drops_first = sorted(centre_first, key=lambda move: move.kind is MoveKind.POP)
        return tuple(sorted(drops_first, key=lambda move: (self._rank(move), self.moves[move].score), reverse=True))

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """The moves with the best score, in the order of `ranking`."""
        ranking = self.ranking
        best = [(self._rank(move), self.moves[move].score) for move in ranking[:1]]
        return tuple(move for move in ranking if [(self._rank(move), self.moves[move].score)] == best)

    def _rank(self, move: Move) -> int:
        """1 if a move is known to be worth as much as the position, −1 if less, 0 if that is not known."""
        known = self.moves[move]
        if self.value is None or not known.is_exact:
            return 0
        return 1 if known.score == self.value.as_score() else -1

    @property
    def best(self) -> Move | None:
        """The best move; None if the game is over."""
        return next(iter(self.ranking), None)

    @property
    def score(self) -> Score | None:
        """The score of the position, which is that of the best move; None if the game is over."""
        if self.value:
            return self.value.as_score()
        return self.moves[self.best].score if self.best else None

    @property
    def summary(self) -> str:
        """One line: how far the analysis is."""
        if not self.moves:
            return "The game is over."
        exact = sum(move.is_exact for move in self.moves.values())
        estimates = "" if self.is_exact else f", estimates by {self.eval}"
        value = f"Value {self.value}. " if self.value and not self.is_exact else ""
        return (
            f"{value}Depth {self.depth}{estimates}, {exact} of {len(self.moves)} moves exact, {self.nodes:,} nodes, "
            f"{self.seconds:.1f} s"
        )

    def rows(self) -> list[tuple[str, str, str]]:
        """Move, score and principal variation as text, the best move first."""
        return [(str(move), str(self.moves[move].score), " ".join(self.moves[move].pv)) for move in self.ranking]

    def as_json(self) -> dict[str, Any]:
        """The update as JSON data."""
        return {
            "rules": str(self.position.rules),
            "stage": self.stage,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "eval": self.eval,
            "exact": self.is_exact,
            "value": self.value.score if self.value else None,
            "best": list(self.best_moves),
            "moves": {
                str(move): {
                    "score": str(known.score),
                    "kind": known.score.kind.value,
                    "number": known.score.number,
                    "exact": known.is_exact,
                    "pv": list(known.pv),
                }
                for move, known in self.moves.items()
            },
        }

    def __repr__(self) -> str:
        return f"<AnalysisUpdate {self.summary}>"

    def __str__(self) -> str:
        rows = self.rows()
        move_width, score_width = (max((len(row[column]) for row in rows), default=0) for column in (0, 1))
        lines = [f"{move:>{move_width}}  {score:<{score_width}}  {pv}".rstrip() for move, score, pv in rows]
        return "\n".join([str(self.position), self.summary, *lines])

    def _repr_html_(self) -> str:
        picture = svg(self.position, scores=self.moves)._repr_html_()
        return picture + html_table(self.summary, ("Move", "Score", "Principal variation"), self.rows())


@suggest_arguments
def analyse(
    position: AnyPosition,
    *,
    rules: Rules | str | None = None,
    time: float | None = None,
    depth: int | None = None,
    spec: SearchSpec | str | None = None,
    threads: int | None = None,
    stop: StopFlag | None = None,
) -> Iterator[AnalysisUpdate]:
    """Analyse every move of a position, with an update whenever more is known.

    The analysis ends when every score is exact, after `time` seconds, when `depth` is reached, or when `stop` is set;
    the last update has the stage `done`. Without a limit it may go on for very long: leave the loop when you have seen
    enough. `rules` are for a position given as text or as an array. `spec`: how to search (default: alpha-beta with a
    transposition table; its limits are not used). `threads`: of the solver (default: all CPUs).

    >>> *_, last = analyse("51", rules="tictactoe", time=10)
    >>> last.is_exact, str(last.moves["9"].score)
    (True, '0')
    """
    start = Position(position, rules)
    if time is not None and not 0 <= time < inf:
        raise UsageError(f"Invalid time {time}: use a number of seconds, 0 or more.")
    if depth is not None and not 1 <= depth <= MAX_DEPTH:
        raise UsageError(f"Invalid depth {depth}: use 1 to {MAX_DEPTH}.")
    chosen = None if spec is None else as_spec(spec)
    return Analysis(start, inf if time is None else time, depth or MAX_DEPTH, chosen, stop or StopFlag(), threads)


@dataclass
class _Outcome:
    """A position after a move, its probability, and the searcher from there; None where the game is over."""

    probability: float
    position: Position
    searcher: Searcher | None


class Analysis(Iterator[AnalysisUpdate]):
    """One analysis under way: an iterator of its updates."""

    def __init__(
        self,
        position: Position,
        time: float,
        max_depth: int,
        spec: SearchSpec | None,
        stop: StopFlag,
        threads: int | None,
    ) -> None:
        self._position, self._max_depth, self._stop = position, max_depth, stop
        self._start = perf_counter()
        self._deadline = self._start + time
        self._depth = self._solver_nodes = 0
        self._moves: dict[Move, MoveAnalysis] = {}
        self._value: Solution | None = None
        successors = position.successors()
        if spec is None:
            spec = SearchSpec(
                eval=EVALS.get(position.rules.goal),
                order="centre+killers",
                table=len(successors) <= MAX_TABLES,
                terminal=TerminalValue.SOONER,
            )
        evaluation = spec.eval_for(position.rules)
        self._eval = evaluation.name
        is_symmetric = position.rules.symmetric and evaluation.mirrors and position == position.mirror()
        self._outcomes: dict[Move, list[_Outcome]] = {}
        self._images: dict[Move, Move] = {}  # moves that are worth as much as one that is searched
        for move, probability, after in successors:
            image = self._mirror(move)
            if is_symmetric and image != move and image in self._outcomes:
                self._images[image] = move
                continue
            searcher = None if after.outcome else make_searcher(after, spec)
            self._outcomes.setdefault(move, []).append(_Outcome(float(probability), after, searcher))
        self._updates = self._run(threads)

    def __next__(self) -> AnalysisUpdate:
        return next(self._updates)

    def __repr__(self) -> str:
        return f"<Analysis of {self._position!r}: iterate over it for updates>"

    def _run(self, threads: int | None) -> Iterator[AnalysisUpdate]:
        rules = self._position.rules
        if self._outcomes and unsupported_reason(rules) is None:
            yield from self._take_turns(shared_solver(rules, threads=threads))
        elif self._outcomes:
            yield from self._deepen(inf)
        yield self._update("done")

    def _take_turns(self, solver: Solver) -> Iterator[AnalysisUpdate]:
        self._value = solver.look_up(self._position)
        yield from self._deepen(0)  # an estimate of every move, however little time there is
        is_solved = self._is_in_book(solver) and (yield from self._solve(solver, 0))
        turn = FIRST_TURN_S
        while not is_solved and self._time_left > 0 and not self._stop.is_set():
            if (yield from self._deepen(turn)):
                break
            is_solved = self._time_left > 0 and (yield from self._solve(solver, SOLVER_TURN * turn))
            turn *= TURN_GROWTH
        if all(known.is_exact for known in self._moves.values()) and not self._stop.is_set():
            self._find_best_lines(solver)

    def _is_in_book(self, solver: Solver) -> bool:
        """Whether the book has every position after a move: they are then exact at once."""
        return solver.book is not None and self._position.discs < solver.book.ply

    @property
    def _time_left(self) -> float:
        return self._deadline - perf_counter()

    @property
    def _searchers(self) -> list[Searcher]:
        return [outcome.searcher for outcomes in self._outcomes.values() for outcome in outcomes if outcome.searcher]

    def _update(self, stage: Stage) -> AnalysisUpdate:
        nodes = self._solver_nodes + sum(searcher.counts.nodes for searcher in self._searchers)
        moves = MoveDict({move: self._moves[move] for move in self._position.legal_moves if move in self._moves})
        seconds = perf_counter() - self._start
        return AnalysisUpdate(self._position, moves, stage, self._depth, nodes, seconds, self._eval, self._value)

    def _set(self, known: MoveAnalysis) -> None:
        """Set what is known about a move, and about its mirror image where that is worth as much."""
        self._moves[known.move] = known
        image = self._images.get(known.move)
        if image:
            self._moves[image] = replace(known, move=image, pv=tuple(map(self._mirror, known.pv)))

    def _mirror(self, move: Move) -> Move:
        return move.mirror(self._position.rules.shape.width)

    # Search

    def _deepen(self, seconds: float) -> Generator[AnalysisUpdate, None, bool]:
        """Search one ply deeper at a time; return True when deeper searches would find nothing new."""
        deadline = min(perf_counter() + seconds, self._deadline)
        while self._depth < self._max_depth:
            estimated = self._estimated_leaves()
            try:
                searched = [self._search(move, self._depth + 1, deadline) for move in self._outcomes]
            except StopSearch:
                return False
            self._depth += 1
            for known in searched:
                if known.move not in self._moves or self._moves[known.move].solution is None:
                    self._set(known)
            yield self._update("searching")
            if self._depth > 1 and self._estimated_leaves() == estimated:
                return True
        return True

    def _estimated_leaves(self) -> int:
        return sum(searcher.counts.estimated for searcher in self._searchers)

    def _search(self, move: Move, depth: int, deadline: float) -> MoveAnalysis:
        scores: list[tuple[float, Score]] = []
        pv: tuple[Move, ...] = (move,)
        outcomes = self._outcomes[move]
        for outcome in outcomes:
            if outcome.searcher is None:
                score = _terminal_score(outcome.position)
            elif depth == 1:
                score = outcome.searcher.fallback().score.relative.one_ply_earlier()
            else:
                result = outcome.searcher.search(depth - 1, deadline=deadline, stop=self._stop)
                score = result.score.relative.one_ply_earlier()
                if len(outcomes) == 1:
                    pv = (move, *result.pv)
            scores.append((outcome.probability, score))
        return MoveAnalysis(move, _mean_score(scores), pv=pv)

    # Solver

    def _solve(self, solver: Solver, seconds: float) -> Generator[AnalysisUpdate, None, bool]:
        """Solve one move after another, each with an update; return True when all are solved.

        Margins of positions come first: they cost less than those of all moves."""
        end = perf_counter() + max(0.0, min(seconds, self._time_left))
        yield self._update("solving")
        ranking = self._update("solving").ranking
        waiting = [move for move in ranking if move in self._outcomes and self._moves[move].solution is None]
        if self._value is None and is_margin(self._position.rules):
            share = max(0.0, end - perf_counter()) / (len(waiting) + 1)
            value = solver.solve(self._position, time=share, stop=self._stop)
            self._solver_nodes += value.nodes
            if value.is_exact:
                self._value = value
                yield self._update("solving")
        for number, move in enumerate(waiting):
            if self._stop.is_set():
                break
            share = max(0.0, end - perf_counter()) / (len(waiting) - number)
            solution = solver.solve_moves(self._position, time=share, stop=self._stop, moves=[move])[move]
            self._set_solution(move, solution)
            if solution.is_exact:
                yield self._update("solving")
        return all(known.solution is not None for known in self._moves.values())

    def _set_solution(self, move: Move, solution: Solution) -> None:
        self._solver_nodes += solution.nodes
        if solution.is_exact:
            known = self._moves[move]
            score = solution.as_score()
            pv = known.pv if score == known.score else (move,)  # the line of an estimate proves nothing
            self._set(replace(known, score=score, solution=solution, pv=pv))

    def _find_best_lines(self, solver: Solver) -> None:
        """The solver's principal variation of every move, best move first, as far as there is time."""
        end = perf_counter() + min(BEST_LINE_S, max(0.05, self._time_left))
        for move in filter(self._outcomes.__contains__, self._update("done").ranking):
            [outcome, *others] = self._outcomes[move]
            if not others and perf_counter() < end:
                line = solver.best_line(outcome.position, time=end - perf_counter(), stop=self._stop)
                self._set(replace(self._moves[move], pv=(move, *line)))


def _terminal_score(position: Position) -> Score:
    """The score of the move that ended the game."""
    outcome = position.outcome
    assert outcome
    value = -terminal_value(position, outcome)
    if position.rules.goal is Goal.FIRST_LINE and value:
        return Score.win(1) if value > 0 else Score.loss(1)
    return Score.exact(value)


def _mean_score(outcomes: list[tuple[float, Score]]) -> Score:
    """The mean over a chance node. Wins and losses among values count as 1 and −1."""
    if len(outcomes) == 1:
        return outcomes[0][1]
    values = {ScoreKind.WIN: 1.0, ScoreKind.LOSS: -1.0}
    mean = sum(probability * values.get(score.kind, score.number) for probability, score in outcomes)
    return Score(ScoreKind.VALUE, mean, all(score.is_exact for _, score in outcomes))
