"""Three claims of the five systems that do not hold, each with a small experiment that shows it.

The positions are random, but always the same: every experiment has its seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Final

from fourcast.algorithms import SearchResult, SearchSpec, TableMode
from fourcast.engine import search
from fourcast.evals import TerminalValue, find_eval
from fourcast.experiments.reproduce.published import CONNECT_4S, EIGHT, EXTENDED
from fourcast.native import Engine
from fourcast.rules import Move, Position, Rules

SEED: Final = 1


@dataclass(frozen=True)
class Finding:
    """A claim, what was found instead in one sentence, and the figures behind it."""

    system: str
    claim: str
    found: str
    figures: dict[str, int]
    holds: bool
    """Whether the claim survived the experiment."""
    engine: str
    seconds: float


@dataclass(frozen=True)
class Trial:
    """A claim and the experiment that tests it."""

    system: str
    claim: str
    test: Callable[[Engine], tuple[str, dict[str, int], bool]]
    """Gives the sentence, the figures and whether the claim holds."""
    engine: Engine | None = None
    """The only engine that can do it, where there is but one."""

    def run(self, engine: Engine) -> Finding:
        chosen = self.engine or engine
        begun = perf_counter()
        found, figures, holds = self.test(chosen)
        return Finding(self.system, self.claim, found, figures, holds, chosen.value, perf_counter() - begun)


def findings(systems: Sequence[str] = (), *, engine: Engine) -> Iterator[Finding]:
    """What became of the claims of these systems; of all, if none is named."""
    for trial in trials(systems):
        yield trial.run(engine)


def trials(systems: Sequence[str] = ()) -> list[Trial]:
    return [trial for trial in TRIALS if not systems or trial.system in systems]


# The heuristic never overestimates


LATE: Final = (8, 9, 10)
"""Empty cells of the positions that are solved to the end."""
LATE_EACH: Final = 60


def _overestimates(engine: Engine) -> tuple[str, dict[str, int], bool]:
    """Play from late positions to the end, and compare the margin with what the heuristic promised the side to move."""
    rules = Rules.parse("most-lines")
    random = Random(SEED)
    names = ("potential-lines", "lines-and-potential")
    figures = {"positions": LATE_EACH * len(LATE)}
    figures |= {f"{name}, {empty} empty": 0 for name in names for empty in LATE}
    worst = 0.0
    for empty in LATE:
        for _ in range(LATE_EACH):
            position = random_position(rules, rules.shape.cells - empty, random)
            plan = SearchSpec("alphabeta", eval=names[0], order="centre", terminal=TerminalValue.SOONER)
            margin = _finished(search(position, plan, depth=empty, engine=engine)).value
            for name in names:
                promised = find_eval(name).evaluate(position, position.turn)
                figures[f"{name}, {empty} empty"] += promised > margin
                worst = max(worst, promised - margin)
    totals = {name: sum(figures[f"{name}, {empty} empty"] for empty in LATE) for name in names}
    positions = figures["positions"]
    sentence = (
        f"Of {positions} positions with {LATE[0]} to {LATE[-1]} empty cells, solved to the end, the heuristic promises "
        f"the side to move more lines than it gets in {_share(totals[names[0]], positions)}, and in "
        f"{_share(totals[names[1]], positions)} with complete lines counted too; by up to {worst:g} lines."
    )
    return sentence, figures | totals, not any(totals.values())


# Stored bounds are sound


BOUND_POSITIONS: Final = 40
BOUND_DEPTH: Final = 4
BOUND_PLIES: Final = (6, 20)


def _stored_bounds(engine: Engine) -> tuple[str, dict[str, int], bool]:
    """Deepen from the same positions without memory, and trusting the last iteration's values."""
    rules = Rules.parse("extended")
    random = Random(SEED)
    values = moves = with_bounds = without = 0
    for _ in range(BOUND_POSITIONS):
        position = random_position(rules, random.randint(*BOUND_PLIES), random)
        true, trusting = (
            _finished(
                search(
                    position,
                    SearchSpec("alphabeta", eval="filled-runs", table=memory),
                    depth=BOUND_DEPTH,
                    nodes=10**9,
                    engine=engine,
                )
            )
            for memory in (TableMode.OFF, TableMode.OLD_BOUNDS)
        )
        values += true.value != trusting.value
        moves += true.move != trusting.move
        without += true.nodes
        with_bounds += trusting.nodes
    saved = 1 - with_bounds / without
    sentence = (
        f"On {BOUND_POSITIONS} positions searched to depth {BOUND_DEPTH}, trusting what the last iteration found as "
        f"bounds changes the value of {values} and the move of {moves}, for {saved:.0%} fewer nodes."
    )
    figures = {
        "positions": BOUND_POSITIONS,
        "values changed": values,
        "moves changed": moves,
        "nodes without": without,
        "nodes with": with_bounds,
    }
    return sentence, figures, not values and not moves


# Pruning misses wins


WIN_POSITIONS: Final = 40
WIN_LEVEL: Final = 4
WIN_PLIES: Final = (6, 30)
WIN_ALGORITHMS: Final = ("minimax", "shallow", "shallow-equal", "alphabeta-hard")


def _missed_wins(engine: Engine) -> tuple[str, dict[str, int], bool]:
    """Count how often a reply is no win although one is at hand: with and without pruning, both ways to value wins."""
    rules = Rules.parse("classic,width=8")
    random = Random(SEED)
    missed = {
        f"{name}, {ends.value}": 0
        for ends in (TerminalValue.EVALUATED, TerminalValue.SOONER)
        for name in WIN_ALGORITHMS
    }
    tried = 0
    while tried < WIN_POSITIONS:
        position = random_position(rules, random.randint(*WIN_PLIES), random)
        wins = winning_moves(position)
        if not wins:
            continue
        tried += 1
        for ends in (TerminalValue.EVALUATED, TerminalValue.SOONER):
            for name in WIN_ALGORITHMS:
                plan = SearchSpec(name, eval="line-counts", terminal=ends)
                move = _finished(search(position, plan, depth=WIN_LEVEL, engine=engine)).move
                missed[f"{name}, {ends.value}"] += move not in wins
    plain = missed[f"minimax, {TerminalValue.EVALUATED.value}"]
    same = all(missed[f"{name}, {TerminalValue.EVALUATED.value}"] == plain for name in WIN_ALGORITHMS)
    sooner = sum(missed[f"{name}, {TerminalValue.SOONER.value}"] for name in WIN_ALGORITHMS)
    pruned = "as often with each way of pruning" if same else "not as often with pruning"
    sentence = (
        f"Of {WIN_POSITIONS} positions with a win at hand, level {WIN_LEVEL} without pruning passes it over in "
        f"{_share(plain, WIN_POSITIONS)}, and {pruned}: all wins have one value there, and ties keep the first column. "
        f"Where a sooner win is worth more, {'none is' if sooner == 0 else f'{sooner} are'} missed."
    )
    return sentence, {"positions": WIN_POSITIONS} | missed, not same


def winning_moves(position: Position) -> list[Move]:
    """The moves that win at once."""
    wins = []
    for move in position.legal_moves:
        after = position.play_unchecked(move)
        assert isinstance(after, Position)
        outcome = after.outcome
        if outcome and outcome.winner == position.turn:
            wins.append(move)
    return wins


TRIALS: Final = (
    Trial(CONNECT_4S, "The heuristic never overestimates.", _overestimates),
    Trial(EXTENDED, "The bounds of the last iteration are bounds in the next.", _stored_bounds, Engine.PYTHON),
    Trial(EIGHT, "Immediate wins are missed because of pruning.", _missed_wins),
)


# For all of them


def random_position(rules: Rules, plies: int, random: Random) -> Position:
    """A position after so many random moves in which the game is not over."""
    while True:
        position = rules.start()
        for _ in range(plies):
            if position.outcome:
                break
            after = position.play_unchecked(random.choice(position.generate_moves()))
            assert isinstance(after, Position)
            position = after
        else:
            if not position.outcome:
                return position


def _finished(analysis: SearchResult) -> SearchResult:
    """The answer of a search that was not interrupted. Half an experiment is none."""
    if analysis.stopped:
        raise KeyboardInterrupt
    return analysis


def _share(part: int, whole: int) -> str:
    return f"{part} ({part / whole:.0%})"
