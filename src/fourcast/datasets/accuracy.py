"""Accuracy of agents: how often a move keeps the theoretical result of a position, by phase of the game.

Test positions come from random play. In each of them some legal move loses a win or a draw and none ends the game;
the exact solver has the value of every move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isclose
from random import Random
from typing import Any, Final

from fourcast.datasets.positions import SEED, draw, random_line, winning_moves
from fourcast.environment import RESULTS_VERSION
from fourcast.errors import EngineUnavailable, UsageError
from fourcast.jobs import Ledger, Task
from fourcast.matches import Go, MatchSettings, Participant, wilson
from fourcast.native import first_line_unsupported_reason
from fourcast.play import Game
from fourcast.rules import PopRule, Position, Rules, line_text, parse_line
from fourcast.solver import Solver, unsupported_reason

COUNT: Final = 90
"""Default number of test positions."""
FORMER_KEYS: Final = {"kept": "keeps_value", "stood_in": "fallback", "trouble": "problem"}
"""Keys in ledgers of version 0.1.0, and those of the same values now."""
PHASES: Final = ("begin", "middle", "end")
"""Thirds of the board by discs, without the first sixth, which takes long to solve."""
SOLVE_NODES: Final = 3_000_000
"""For each move of a position; positions that take more are not used. Nodes and not seconds, so that the positions are
the same on every machine."""
MARGIN_NODES: Final = 100_000
"""The same where margins count: such a solver visits fewer nodes a second, and what takes it more than this mostly
takes far more. The position itself must be solved within it too, which is tried first."""
MAX_UNSOLVED_IN_A_ROW: Final = 30
"""Positions in a row that take too long to solve after which a phase is given up …"""
MAX_UNSOLVED: Final = 100
"""… and in all, where margins count: a phase then costs ten seconds or so at most."""
MAX_MISSES: Final = 10_000
"""Random positions without a usable one after which a phase is given up."""
CHUNK: Final = 5
"""Positions in a task."""
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
class SolvedPosition:
    """A position, by the moves that lead to it, and the value of every move for the side to move."""

    phase: str
    moves: str
    values: Mapping[str, float]

    @property
    def best(self) -> float:
        return max(self.values.values())

    def keeps(self, move: str) -> bool:
        """Whether a move keeps the win or the draw."""
        return move in self.values and _sign(self.values[move]) == _sign(self.best)

    @property
    def safe(self) -> float:
        """The share of moves that keep it: the expected score of random moves."""
        return sum(map(self.keeps, self.values)) / len(self.values)

    def is_optimal(self, move: str) -> bool:
        """Whether no move has a higher value."""
        return move in self.values and isclose(self.values[move], self.best, abs_tol=1e-9)


def _sign(value: float) -> int:
    return 0 if abs(value) < 1e-9 else 1 if value > 0 else -1


def phases_of(rules: Rules) -> dict[str, range]:
    """Discs on the board, by phase.

    >>> phases_of(Rules.parse("classic"))
    {'begin': range(7, 14), 'middle': range(14, 28), 'end': range(28, 42)}
    """
    cells = rules.shape.cells
    first, second = -(-cells // 3), -(-2 * cells // 3)
    return {"begin": range(-(-cells // 6), first), "middle": range(first, second), "end": range(second, cells)}


def find_positions(
    rules: Rules, count: int, *, seed: int = SEED, on_position: Callable[[int], None] | None = None
) -> list[SolvedPosition]:
    """Find test positions, equally many of each phase. They depend on rules, count and seed alone.

    A phase whose positions take too long to solve has fewer or none. `on_position` gets the number of positions so far.
    Raises `EngineUnavailable` if positions of these rules cannot be solved.
    """
    if reason := solving_unsupported_reason(rules):
        raise EngineUnavailable(f"Accuracy needs exact values, which are not available here: {reason}.")
    solver = Solver(rules, threads=1)  # several threads share a table and count different nodes each time
    positions: list[SolvedPosition] = []
    for number, (phase, discs) in enumerate(phases_of(rules).items()):
        share = (count * (number + 1)) // len(PHASES) - (count * number) // len(PHASES)
        for position in _positions_of_phase(phase, discs, share, solver, seed):
            positions.append(position)
            if on_position:
                on_position(len(positions))
    return positions


def solving_unsupported_reason(rules: Rules) -> str | None:
    """Why positions of these rules cannot be solved; None if they can."""
    if rules.pop_rule is PopRule.OWN and rules.shape.cells > 16:
        return "official PopOut is solved on small boards only"
    return unsupported_reason(rules)


def _positions_of_phase(phase: str, discs: range, count: int, solver: Solver, seed: int) -> Iterator[SolvedPosition]:
    rules, rng = solver.rules, Random(f"accuracy {phase} {seed}")
    seen: set[Position] = set()
    by_margin = first_line_unsupported_reason(rules) is not None and rules.pop_rule is not PopRule.OWN
    max_unsolved = MAX_UNSOLVED if by_margin else inf
    nodes = MARGIN_NODES if by_margin else SOLVE_NODES
    in_a_row = unsolved = misses = 0
    while count and discs and in_a_row < MAX_UNSOLVED_IN_A_ROW and unsolved < max_unsolved and misses < MAX_MISSES:
        misses += 1
        target = draw(discs, rng)
        line, position = random_line(rules, rng, plies=4 * rules.shape.cells, discs=target)
        if position.outcome or position.discs != target or position in seen or winning_moves(position):
            continue
        seen.add(position)
        too_long = by_margin and _takes_more_than(nodes, solver, position)
        values = None if too_long else move_values(solver, position, nodes=nodes)
        if values is None:
            in_a_row, unsolved = in_a_row + 1, unsolved + 1
            continue
        in_a_row = 0
        solved = SolvedPosition(phase, line_text(rules, line), values)
        if not all(map(solved.keeps, values)):
            count, misses = count - 1, 0
            yield solved


def _takes_more_than(nodes: int, solver: Solver, position: Position) -> bool:
    """Whether a position takes more nodes; costs one search instead of one for each move."""
    solver.clear()
    return solver.solve(position, nodes=nodes).score is None


def move_values(solver: Solver, position: Position, *, nodes: int) -> dict[str, float] | None:
    """The value of every move; None if one of them takes more nodes.

    With a solver of one thread the result depends on the position alone, because its table is cleared first. Official
    PopOut is solved as a whole or not at all, without a limit.
    """
    if solver.rules.pop_rule is PopRule.OWN:
        return {str(move): float(solution.low) for move, solution in solver.solve_moves(position).items()}
    solver.clear()
    values = {}
    for move in position.legal_moves:
        solution = solver.solve_moves(position, nodes=nodes, moves=[move])[move]
        if solution.score is None:
            return None
        values[str(move)] = float(solution.low)
    return values


# Agents


def tasks_for(
    agent: str, time: float | None, rules: Rules, positions: Sequence[SolvedPosition], *, seed: int
) -> list[Task]:
    """Tasks in which an agent plays a move in every position, a few positions each."""
    stamp = Participant.parse(agent).stamp
    return [
        Task(
            FUNCTION,
            {
                "agent": agent,
                "stamp": stamp,
                "time": time,
                "rules": str(rules),
                "questions": [[position.moves, dict(position.values)] for position in positions[at : at + CHUNK]],
                "seed": seed + at,
                "version": RESULTS_VERSION,
            },
        )
        for at in range(0, len(positions), CHUNK)
    ]


def results(
    ledger: Ledger, tasks: Sequence[Task], positions: Sequence[SolvedPosition]
) -> tuple[list[SolvedPosition], list[Mapping[str, Any]]]:
    """The positions that an agent has played so far, and what it played; all of them once its tasks are done."""
    known = {task.key: moves for task, moves in ledger.results(tasks)}
    played: list[SolvedPosition] = []
    moves: list[Mapping[str, Any]] = []
    for number, task in enumerate(tasks):
        if task.key in known:
            played += positions[number * CHUNK : (number + 1) * CHUNK]
            moves += [{FORMER_KEYS.get(key, key): value for key, value in move.items()} for move in known[task.key]]
    return played, moves


def examine(
    *, agent: str, stamp: str, time: float | None, rules: str, questions: Sequence[Any], seed: int, version: str = ""
) -> list[dict[str, Any]]:
    """The move of an agent in each position, whether it keeps the result and whether it is optimal. A task function.

    A move that would lose a game on time is none. `stamp` and `version` only make different tasks of different files
    and versions.
    """
    del stamp, version
    game_rules = Rules.parse(rules)
    go = Go(movetime=time)
    max_seconds = MatchSettings(time=time).max_seconds(go)
    player = Participant.parse(agent).player()
    try:
        if reason := player.start_game(game_rules, seed):
            raise UsageError(reason)
        results = []
        for moves, values in questions:
            position = SolvedPosition("", moves, values)
            game = Game(game_rules)
            for ply in parse_line(game.start, moves):
                game.follow(ply)
            reply = player.choose(game, go, max_seconds)
            is_late = reply.charged > max_seconds
            move = "" if is_late else reply.move or ""
            results.append(
                {
                    "move": move,
                    "keeps_value": position.keeps(move),
                    "optimal": position.is_optimal(move),
                    "seconds": reply.seconds,
                    "fallback": reply.is_fallback,
                    "problem": reply.detail or ("It came too late." if is_late else ""),
                }
            )
        return results
    finally:
        player.close()


@dataclass(frozen=True)
class Accuracy:
    """How often an agent kept the value, and how often its move was optimal, in a phase; Wilson's intervals at 95 %."""

    agent: str
    time: float | None
    phase: str
    """Or `all`."""
    positions: int
    keeps_value: float
    keeps_value_low: float
    keeps_value_high: float
    optimal: float
    optimal_low: float
    optimal_high: float
    seconds: float
    """Mean time for a move."""
    missing_moves: int
    """Positions without a move, which count as mistakes."""
    fallback_moves: int = 0
    """Moves of the perfect player's fallback."""


def accuracies(
    agent: str, time: float | None, positions: Sequence[SolvedPosition], moves: Sequence[Mapping[str, Any]]
) -> list[Accuracy]:
    """The accuracy of an agent by phase, then over all positions."""
    rows = []
    for phase in (*PHASES, "all"):
        some = [move for position, move in zip(positions, moves, strict=True) if phase in ("all", position.phase)]
        if not some:
            continue
        count = len(some)
        kept, optimal = (sum(move[key] for move in some) / count for key in ("keeps_value", "optimal"))
        rows.append(
            Accuracy(
                agent,
                time,
                phase,
                count,
                kept,
                *wilson(kept, count),
                optimal,
                *wilson(optimal, count),
                sum(move["seconds"] for move in some) / count,
                sum(not move["move"] for move in some),
                sum(move.get("fallback", False) for move in some),
            )
        )
    return rows
