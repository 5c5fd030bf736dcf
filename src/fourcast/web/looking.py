"""What every move of a position is worth: searched deeper and deeper, and solved exactly where the solver gets there.

The two take turns, each turn longer than the last, so that estimates show at once and exact values as soon as they can
be had. What the solver learned in one turn helps it in the next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Final, Literal, TypeAlias

from fourcast.engine import searcher_for
from fourcast.play import LEVELS
from fourcast.rules import Chance, Goal, Move, MoveKind, Position
from fourcast.search import Memory, Plan, Score, ScoreKind, Searcher, StopFlag, StopSearch
from fourcast.solver import Solution, Solver, shared_solver, unsupported_reason
from fourcast.web.settings import MAX_DEPTH

FIRST_TURN: Final = 0.25
LONGER: Final = 3.0
"""How long the first turn takes, in seconds, and how much longer each next one is."""
SOLVER_TURN: Final = 4.0
"""How much longer the solver's turns are: an exact value ends the work, a deeper estimate only betters it."""
Stage: TypeAlias = Literal["searching", "solving", "done"]
LINE_SECONDS: Final = 1.0
"""For following best play once all is solved."""
STEADY: Final = {Goal.FIRST_LINE: "line-counts"}
"""Evaluations that say the same of a position whoever is to move, where a goal's natural one does not: what is watched
while it deepens must not jump at every other depth."""
MOST_TABLES: Final = 9
"""Moves up to which each has a table of its own to remember positions in."""


@dataclass(frozen=True)
class Found:
    """What is known of a move, to the side that makes it."""

    score: Score
    solution: Solution | None = None
    line: tuple[Move, ...] = ()

    @property
    def proved(self) -> bool:
        return self.solution is not None or self.score.is_exact


@dataclass(frozen=True)
class Look:
    """What is known of a position by now."""

    position: Position
    found: Mapping[Move, Found]
    stage: Stage
    depth: int
    nodes: int
    seconds: float

    @property
    def done(self) -> bool:
        return self.stage == "done"

    @property
    def proved(self) -> bool:
        return bool(self.found) and all(found.proved for found in self.found.values())

    def best(self) -> list[Move]:
        """The best moves, the one nearest to the centre first."""
        if not self.found:
            return []
        top = max(worth(found) for found in self.found.values())
        width = self.position.rules.shape.width
        best = [move for move, found in self.found.items() if worth(found) == top]
        return sorted(best, key=lambda move: (move.kind is MoveKind.POP, abs(2 * move.column - width + 1)))


OnLook = Callable[[Look], None]


def worth(found: Found) -> tuple[float, float]:
    """What moves are compared by: wins before values before losses; a sooner win and a later loss are better."""
    score = found.score
    match score.kind:
        case ScoreKind.WIN:
            return 1.0, -score.number
        case ScoreKind.LOSS:
            return -1.0, score.number
        case ScoreKind.VALUE:
            return 0.0, score.number


def look(position: Position, seconds: float, *, stop: StopFlag, on_look: OnLook) -> Look:
    """Find what the moves are worth, as exactly as the time lets."""
    looking = _Looking(position, seconds, stop, on_look)
    if not position.legal_moves:
        return looking.told("done")
    if unsupported_reason(position.rules) is None:
        looking.take_turns(shared_solver(position.rules))
    else:
        looking.deepen(seconds)
    return looking.told("done")


@dataclass
class _Branch:
    """Where a move may lead, how likely, and who looks ahead from there; nobody where the game is over."""

    chance: float
    position: Position
    searcher: Searcher | None


@dataclass
class _Looking:
    position: Position
    seconds: float
    stop: StopFlag
    on_look: OnLook
    begun: float = field(default_factory=perf_counter)
    depth: int = 0
    solver_nodes: int = 0
    found: dict[Move, Found] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rules = self.position.rules
        plan = replace(LEVELS[-1], evaluation=STEADY.get(rules.goal)).plan(rules)
        moves = self.position.legal_moves
        branches = {move: _outcomes(self.position.play_unchecked(move)) for move in moves}
        if sum(len(several) for several in branches.values()) > MOST_TABLES:
            plan = replace(plan, memory=Memory.OFF)
        self.branches = {
            move: [_Branch(chance, after, _searcher(after, plan)) for chance, after in several]
            for move, several in branches.items()
        }

    @property
    def left(self) -> float:
        return self.seconds - (perf_counter() - self.begun)

    def told(self, stage: Stage) -> Look:
        nodes = self.solver_nodes + sum(
            branch.searcher.counts.nodes for several in self.branches.values() for branch in several if branch.searcher
        )
        look = Look(self.position, dict(self.found), stage, self.depth, nodes, perf_counter() - self.begun)
        self.on_look(look)
        return look

    def take_turns(self, solver: Solver) -> None:
        self.deepen(0)  # a guess at every move, however little time is left
        turn = FIRST_TURN
        while self.left > 0 and not self.stop.is_set():
            if self.deepen(min(turn, self.left)) or self.solve(solver, min(SOLVER_TURN * turn, self.left)):
                break
            turn *= LONGER
        if self.found and all(found.proved for found in self.found.values()) and not self.stop.is_set():
            self.follow(solver)

    # Searching

    def deepen(self, seconds: float) -> bool:
        """Look one move further at a time; True when there is nothing deeper."""
        deadline = perf_counter() + seconds
        while self.depth < MAX_DEPTH:
            before = self._estimated()
            try:
                scores = {move: self._score(move, self.depth + 1, deadline) for move in self.branches}
            except StopSearch:
                return False
            self.depth += 1
            for move, found in scores.items():
                known = self.found.get(move)
                if known is None or known.solution is None:
                    self.found[move] = found
            self.told("searching")
            if self.depth > 1 and self._estimated() == before:
                return True
        return True

    def _estimated(self) -> int:
        return sum(
            branch.searcher.counts.estimated
            for several in self.branches.values()
            for branch in several
            if branch.searcher
        )

    def _score(self, move: Move, depth: int, deadline: float) -> Found:
        parts: list[tuple[float, Score]] = []
        line: tuple[Move, ...] = (move,)
        several = self.branches[move]
        for branch in several:
            if branch.searcher is None:
                parts.append((branch.chance, _score_of_end(branch.position, self.position)))
            elif depth == 1:
                info = branch.searcher.guess()
                parts.append((branch.chance, _seen_before(-info.score.score)))
            else:
                info = branch.searcher.look(depth - 1, deadline=deadline, stop=self.stop)
                parts.append((branch.chance, _seen_before(-info.score.score)))
                if len(several) == 1:
                    line = (move, *info.pv)
        return Found(parts[0][1] if len(parts) == 1 else _mean(parts), line=line)

    # Solving

    def solve(self, solver: Solver, seconds: float) -> bool:
        """Solve what is not solved yet; True when everything is."""
        if seconds <= 0:
            return False
        self.told("solving")
        solved = solver.solve_moves(self.position, time=seconds, stop=self.stop)
        for move, solution in solved.items():
            self.solver_nodes += solution.nodes
            if solution.score is not None:
                known = self.found.get(move)
                self.found[move] = Found(self._exact(solution), solution, known.line if known else (move,))
        self.told("solving")
        return all(solution.score is not None for solution in solved.values())

    def _exact(self, solution: Solution) -> Score:
        rules = self.position.rules
        if rules.goal is Goal.FIRST_LINE and rules.drift is None and solution.low:
            plies = solution.plies or 1  # a move that ends the game leaves none to count
            return Score.win(plies) if solution.low > 0 else Score.loss(plies)
        return Score.exact(solution.low)

    def follow(self, solver: Solver) -> None:
        """The best line, now that it is known."""
        best = Look(self.position, self.found, "done", 0, 0, 0).best()[0]
        after = self.position.play_unchecked(best)
        if isinstance(after, Position):
            rest = solver.best_line(after, time=min(LINE_SECONDS, max(0.05, self.left)), stop=self.stop)
            self.found[best] = replace(self.found[best], line=(best, *rest))


def _outcomes(after: Position | Chance) -> list[tuple[float, Position]]:
    if isinstance(after, Position):
        return [(1.0, after)]
    return [(float(branch.probability), branch.position) for branch in after.branches]


def _searcher(position: Position, plan: Plan) -> Searcher | None:
    return None if position.outcome else searcher_for(position, plan)


def _score_of_end(end: Position, before: Position) -> Score:
    """What a move that ends the game is worth to the side that made it."""
    outcome = end.outcome
    assert outcome
    if end.rules.goal is not Goal.FIRST_LINE:
        first, second = outcome.scores
        return Score.exact(first - second if before.turn == 0 else second - first)
    if outcome.winner is None:
        return Score.exact(0)
    return Score.win(1) if outcome.winner == before.turn else Score.loss(1)


def _seen_before(score: Score) -> Score:
    """A score one move earlier."""
    match score.kind:
        case ScoreKind.WIN:
            return Score.win(int(score.number) + 1)
        case ScoreKind.LOSS:
            return Score.loss(int(score.number) + 1)
        case ScoreKind.VALUE:
            return score


def _mean(parts: list[tuple[float, Score]]) -> Score:
    """Of what luck may bring. Wins and losses among values count as a chance of one."""
    sure = {ScoreKind.WIN: 1.0, ScoreKind.LOSS: -1.0}
    value = sum(chance * sure.get(score.kind, score.number) for chance, score in parts)
    return Score(ScoreKind.VALUE, value, all(score.is_exact for _, score in parts))
