"""Against the perfect player: how often an agent's move keeps what a position is worth, by phase of the game.

Positions come from random play. A position asks a question only if some legal move gives away a win or a draw and none
wins at once; the exact solver knows what every move is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version as installed
from math import inf, isclose
from random import Random
from typing import Any, Final

from fourcast.errors import EngineUnavailable, UsageError
from fourcast.jobs import Ledger, Task
from fourcast.match import Adjudication, Control, parse_contestant, seat_for, wilson
from fourcast.native import first_line_unsupported_reason
from fourcast.play import Game
from fourcast.rules import (
    Chance,
    Move,
    Ply,
    PopRule,
    Position,
    Rules,
    follow,
    line_text,
    move_text,
    parse_line,
    parse_rules,
    rules_text,
)
from fourcast.solver import Solver, unsupported_reason

SEED: Final = 1
COUNT: Final = 90
PHASES: Final = ("begin", "middle", "end")
"""Thirds of the board by discs. The first sixth is left out: it is worth knowing, but takes long to know."""
SOLVE_NODES: Final = 3_000_000
"""For each move of a position: what takes more to solve is not asked about. Nodes and not seconds: a clock would ask
other questions on another machine."""
MARGIN_NODES: Final = 100_000
"""The same where the winner is not all that counts: such a solver visits fewer a second, and what takes it more than
this mostly takes it far more. Positions themselves must be solved within it too, which is tried first."""
GIVE_UP: Final = 30
"""Positions in a row that could not be solved until a phase is left out …"""
MOST_UNSOLVED: Final = 100
"""… and of all its positions, where margins are solved: ten seconds or so are the most that a phase costs then."""
CHUNK: Final = 5
"""Questions in a task."""
FUNCTION: Final = "fourcast.datasets.accuracy:examine"

LADDER: Final = (
    "random",
    "greedy",
    "expectimax",
    "mcts",
    "minimax",
    "alphabeta",
    "pvs",
    *(f"level{number}" for number in range(1, 9)),
    "alphabeta,order=centre+killers,table=on",
    "perfect",
)
TIMES: Final = (0.01, 0.1, 1.0)
"""Seconds for a move."""


@dataclass(frozen=True)
class Question:
    """A position, by the moves that lead to it, and what every move is worth to the side that makes it."""

    phase: str
    moves: str
    worth: Mapping[str, float]

    @property
    def best(self) -> float:
        return max(self.worth.values())

    def keeps(self, move: str) -> bool:
        """Whether a move keeps the win or the draw."""
        return move in self.worth and _sign(self.worth[move]) == _sign(self.best)

    @property
    def safe(self) -> float:
        """The share of moves that keep it: what somebody who draws lots would score."""
        return sum(map(self.keeps, self.worth)) / len(self.worth)

    def is_optimal(self, move: str) -> bool:
        """Whether no move is worth more."""
        return move in self.worth and isclose(self.worth[move], self.best, abs_tol=1e-9)


def _sign(worth: float) -> int:
    return 0 if abs(worth) < 1e-9 else 1 if worth > 0 else -1


def phases_of(rules: Rules) -> dict[str, range]:
    """Discs on the board, by phase.

    >>> phases_of(parse_rules("classic"))
    {'begin': range(7, 14), 'middle': range(14, 28), 'end': range(28, 42)}
    """
    cells = rules.shape.cells
    first, second = -(-cells // 3), -(-2 * cells // 3)
    return {"begin": range(-(-cells // 6), first), "middle": range(first, second), "end": range(second, cells)}


def questions(
    rules: Rules, count: int, *, seed: int = SEED, on_found: Callable[[int], None] | None = None
) -> list[Question]:
    """So many questions, as many from each phase; the same for everybody who asks with the same seed.

    A phase whose positions take too much to solve has fewer, or none: who asks sees that.
    """
    if reason := why_not_solved(rules):
        raise EngineUnavailable(f"There is no perfect player to compare with: {reason}.")
    solver = Solver(rules, threads=1)  # several share a table, and count other nodes every time
    found: list[Question] = []
    for number, (phase, discs) in enumerate(phases_of(rules).items()):
        wanted = (count * (number + 1)) // len(PHASES) - (count * number) // len(PHASES)
        for question in _of_phase(phase, discs, wanted, solver, seed):
            found.append(question)
            if on_found:
                on_found(len(found))
    return found


def why_not_solved(rules: Rules) -> str | None:
    """Why positions of these rules cannot be solved; None if they can."""
    if rules.pop_rule is PopRule.OWN and rules.shape.cells > 16:
        return "official PopOut is solved on small boards alone"
    return unsupported_reason(rules)


def _of_phase(phase: str, discs: range, wanted: int, solver: Solver, seed: int) -> Iterator[Question]:
    dice = Random(f"accuracy {phase} {seed}")
    seen: set[Position] = set()
    by_margin = first_line_unsupported_reason(solver.rules) is not None and solver.rules.pop_rule is not PopRule.OWN
    most = MOST_UNSOLVED if by_margin else inf
    nodes = MARGIN_NODES if by_margin else SOLVE_NODES
    unsolved = in_all = fruitless = 0
    while wanted and discs and unsolved < GIVE_UP and in_all < most and fruitless < 10_000:
        fruitless += 1
        length = discs[int(dice.random() * len(discs))]
        line, position = _random_line(solver.rules, length, dice)
        if position is None or position in seen or _wins_at_once(position):
            continue
        seen.add(position)
        hopeless = by_margin and _takes_too_much(solver, position, nodes)
        worth = None if hopeless else worth_of_moves(solver, position, nodes=nodes)
        if worth is None:
            unsolved, in_all = unsolved + 1, in_all + 1
            continue
        unsolved = 0
        question = Question(phase, line_text(solver.rules, line), worth)
        if not all(question.keeps(move) for move in question.worth):
            wanted, fruitless = wanted - 1, 0
            yield question


def _takes_too_much(solver: Solver, position: Position, nodes: int) -> bool:
    """Whether a position takes more nodes, found out for the price of one search instead of one for every move."""
    solver.clear()
    return solver.solve(position, nodes=nodes).score is None


def worth_of_moves(solver: Solver, position: Position, *, nodes: int) -> dict[str, float] | None:
    """What every move is worth; None if one takes more nodes.

    With a solver of one thread it depends on the position alone: the solver forgets what it learned of others. Official
    PopOut is solved as a whole or not at all, without a limit.
    """
    if solver.rules.pop_rule is PopRule.OWN:
        solved = solver.solve_moves(position)
    else:
        solver.clear()
        solved = solver.solve_moves(position, nodes=nodes)
    if any(solution.score is None for solution in solved.values()):
        return None
    return {move_text(solver.rules, move): float(solution.low) for move, solution in solved.items()}


def _random_line(rules: Rules, discs: int, dice: Random) -> tuple[list[Ply], Position | None]:
    """Random moves to so many discs; no position if the game is over before."""
    position, line = rules.start(), list[Ply]()
    while position.discs < discs and len(line) < 4 * rules.shape.cells:
        moves = position.legal_moves
        if not moves:
            return line, None
        ply = _ply(position, moves[int(dice.random() * len(moves))], dice)
        position = follow(position, ply)
        line.append(ply)
    return line, None if position.outcome or position.discs != discs else position


def _ply(position: Position, move: Move, dice: Random) -> Ply:
    after = position.play_unchecked(move)
    if not isinstance(after, Chance):
        return Ply(move)
    column = after.branches[int(dice.random() * len(after.branches))].column
    return Ply(move, None if column == move.column else column)


def _wins_at_once(position: Position) -> bool:
    for move in position.generate_moves():
        after = position.play_unchecked(move)
        outcome = after.outcome if isinstance(after, Position) else None
        if outcome and outcome.winner == position.turn:
            return True
    return False


# Asking


def tasks_for(agent: str, time: float | None, rules: Rules, asked: Sequence[Question], *, seed: int) -> list[Task]:
    """Tasks that ask an agent all questions, a few each."""
    stamp = parse_contestant(agent).stamp
    return [
        Task(
            FUNCTION,
            {
                "agent": agent,
                "stamp": stamp,
                "time": time,
                "rules": rules_text(rules),
                "questions": [[question.moves, dict(question.worth)] for question in asked[first : first + CHUNK]],
                "seed": seed + first,
                "version": installed("fourcast"),
            },
        )
        for first in range(0, len(asked), CHUNK)
    ]


def answers(
    ledger: Ledger, tasks: Sequence[Task], asked: Sequence[Question]
) -> tuple[list[Question], list[Mapping[str, Any]]]:
    """The questions that an agent has answered so far, and its answers; all of them once its tasks are done."""
    known = {task.key: given for task, given in ledger.results(tasks)}
    questions: list[Question] = []
    given: list[Mapping[str, Any]] = []
    for number, task in enumerate(tasks):
        if task.key in known:
            questions += asked[number * CHUNK : (number + 1) * CHUNK]
            given += known[task.key]
    return questions, given


def examine(
    *, agent: str, stamp: str, time: float | None, rules: str, questions: Sequence[Any], seed: int, version: str = ""
) -> list[dict[str, Any]]:
    """What an agent answers to each question: the move, whether it keeps the value, whether it is optimal. An answer
    that would lose a game on time is none.

    `stamp` and `version` are here only to make other tasks of other files and of other engines.
    """
    del stamp, version
    game_rules = parse_rules(rules)
    control = Control(time=time, adjudication=Adjudication.NEVER)
    seat = seat_for(parse_contestant(agent))
    try:
        if reason := seat.begin(game_rules, seed):
            raise UsageError(reason)
        given = []
        for moves, worth in questions:
            question = Question("", moves, worth)
            game = Game(game_rules)
            for ply in parse_line(game.start, moves):
                game.follow(ply)
            answer = seat.answer(game, control)
            move = "" if answer.is_late(control) else answer.move or ""
            given.append(
                {
                    "move": move,
                    "kept": question.keeps(move),
                    "optimal": question.is_optimal(move),
                    "seconds": answer.seconds,
                    "stood_in": answer.stood_in,
                    "trouble": answer.detail or ("It came too late." if answer.is_late(control) else ""),
                }
            )
        return given
    finally:
        seat.close()


@dataclass(frozen=True)
class Share:
    """How often an agent kept the value, and how often it chose a move than which none is better, in a phase."""

    agent: str
    time: float | None
    phase: str
    """Or `all`."""
    positions: int
    kept: float
    kept_low: float
    kept_high: float
    optimal: float
    optimal_low: float
    optimal_high: float
    seconds: float
    """For a move, on average."""
    silent: int
    """Questions without an answer: they count as mistakes."""
    stood_in: int = 0
    """Answers of the perfect player's stand-in."""


def shares(
    agent: str, time: float | None, asked: Sequence[Question], given: Sequence[Mapping[str, Any]]
) -> list[Share]:
    """The answers of an agent by phase, then all together; intervals are Wilson's at 95 %."""
    found = []
    for phase in (*PHASES, "all"):
        some = [one for question, one in zip(asked, given, strict=True) if phase in ("all", question.phase)]
        if not some:
            continue
        count = len(some)
        kept, optimal = (sum(one[key] for one in some) / count for key in ("kept", "optimal"))
        found.append(
            Share(
                agent,
                time,
                phase,
                count,
                kept,
                *wilson(kept, count),
                optimal,
                *wilson(optimal, count),
                sum(one["seconds"] for one in some) / count,
                sum(not one["move"] for one in some),
                sum(one.get("stood_in", False) for one in some),
            )
        )
    return found


def rows_of(found: Sequence[Share]) -> list[dict[str, Any]]:
    """Shares as plain data."""
    return [asdict(share) for share in found]
