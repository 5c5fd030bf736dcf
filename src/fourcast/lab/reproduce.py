"""The published experiments, run again: every figure of `published` beside ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final, TypeAlias

from fourcast import native
from fourcast import rules as python
from fourcast.errors import RulesError
from fourcast.evals import find_eval
from fourcast.lab import published
from fourcast.lab.published import CONNECT_4S, EIGHT, EXTENDED, SMART, TIMES, ZER0LOSE, Figure, Slip
from fourcast.native import Engine, analyse, choose_engine
from fourcast.native.search import evaluate as native_evaluate
from fourcast.rules import FIRST, SECOND, Chance, Kind, Move, Player, Position, drop, parse_rules
from fourcast.rules.notation import parse_position, position_after, unpack
from fourcast.search import Analysis, Ends, Limit, MoveOrder, Plan

SYSTEMS: Final = (CONNECT_4S, EXTENDED, SMART, ZER0LOSE, EIGHT)

MOST_NODES: Final = {
    (Engine.NATIVE, False): 10_000_000,
    (Engine.NATIVE, True): None,
    (Engine.PYTHON, False): 60_000,
    (Engine.PYTHON, True): 1_000_000,
}
"""How large a search may be, by engine and whether all is wanted."""
MOST_NAMED: Final = 3
"""More than these are left out by their number alone."""


@dataclass(frozen=True)
class Row:
    """One published figure beside ours."""

    system: str
    what: str
    published: Figure
    ours: Figure
    equal: bool | None
    """None for times, which are shown and not judged; there `ours` is in seconds."""
    engine: str
    seconds: float
    """What the search or count took that gave this figure; one search may give several."""
    corrected: Figure | None = None
    """What should have been published, where the original slipped."""
    note: str | None = None

    @property
    def right(self) -> bool:
        """Whether ours is what it should be: the published figure or, where that is a slip, the corrected one."""
        return self.equal is not False or self.ours == self.corrected


@dataclass(frozen=True)
class Experiment:
    """Something published that can be run again: the size of its largest search, and how it gives its rows."""

    system: str
    about: str
    nodes: int
    run: Callable[[Engine], Iterator[Row]]


def reproduce(systems: Sequence[str] = (), *, deep: bool = False, engine: Engine | None = None) -> Iterator[Row]:
    """The rows of these systems (of all, if none is named) that are not too large."""
    chosen = engine_for(engine)
    for experiment in experiments(systems, deep=deep, engine=chosen):
        yield from experiment.run(chosen)


def engine_for(wanted: Engine | None) -> Engine:
    """The engine wanted or, without a wish, the native one where it is built."""
    return choose_engine(parse_rules("classic"), wanted)


def experiments(systems: Sequence[str] = (), *, deep: bool, engine: Engine) -> list[Experiment]:
    """What these systems (all, if none is named) published, as far as it is not too large."""
    most = MOST_NODES[engine, deep]
    return [experiment for experiment in every_experiment(systems) if most is None or experiment.nodes <= most]


def left_out(systems: Sequence[str] = (), *, deep: bool, engine: Engine) -> str | None:
    """One sentence on what is too large; None if nothing is."""
    most = MOST_NODES[engine, deep]
    rest = [experiment for experiment in every_experiment(systems) if most is not None and experiment.nodes > most]
    if not rest:
        return None
    cure = "the native engine runs all" if deep else "--deep runs them"
    if engine is Engine.PYTHON and not deep:
        cure = f"--deep runs those of up to {MOST_NODES[engine, True]:,}, the native engine all"
    names = "; ".join(f"{experiment.system} {experiment.about}" for experiment in rest)
    named = f" ({names})" if len(rest) <= MOST_NAMED else ""
    number = f"{len(rest)} experiment{'' if len(rest) == 1 else 's'}"
    return f"Left out: {number} with more than {most:,} nodes in a search{named}; {cure}."


def every_experiment(systems: Sequence[str] = ()) -> list[Experiment]:
    """All of these systems; of all five, if none is named. Each once, in the order of `SYSTEMS`."""
    check_systems(systems)
    listed = [*_connect_4s(), *_extended(), *_smart(), *_zer0lose(), *_eight()]
    return [experiment for experiment in listed if not systems or experiment.system in systems]


def check_systems(systems: Sequence[str]) -> None:
    for name in systems:
        if name not in SYSTEMS:
            raise RulesError(f"There is no published system {name!r}. Known: {', '.join(SYSTEMS)}.")


# Experiments of each kind: a search that answers several questions, and a figure that needs none


@dataclass(frozen=True)
class Search:
    """A search as its authors made it."""

    rules: str
    moves: str
    algorithm: str
    evaluation: str
    depth: int
    ends: Ends
    order: str = "ascending"

    def run(self, engine: Engine) -> Analysis:
        position = position_after(parse_rules(self.rules).start(), self.moves)
        plan = Plan(find_eval(self.evaluation), self.algorithm, order=MoveOrder(self.order), ends=self.ends)
        return analyse(position, plan, Limit(depth=self.depth), engine=engine)


@dataclass(frozen=True)
class Question:
    """What is asked of a search, what was published, and where in the answer ours is found."""

    what: str
    published: Figure
    ours: Callable[[Analysis], Figure]
    slip: Slip | None = None
    note: str | None = None


Count: TypeAlias = Callable[[Engine], Figure]


def _searched(system: str, about: str, size: int, search: Search, *questions: Question) -> Experiment:
    """A search of so many nodes, with its time where one was published."""

    def run(engine: Engine) -> Iterator[Row]:
        analysis = search.run(engine)
        for asked in questions:
            what, ours = f"{about}: {asked.what}", asked.ours(analysis)
            yield _row(system, what, asked.published, ours, engine, analysis.seconds, asked.slip, asked.note)
        yield from _time_row(system, about, analysis)

    return Experiment(system, about, size, run)


def _counted(
    system: str,
    what: str,
    figure: Figure,
    ours: Count,
    slip: Slip | None = None,
    *,
    note: str | None = None,
    size: int = 0,
) -> Experiment:
    """A figure that is counted without a search worth mentioning."""

    def run(engine: Engine) -> Iterator[Row]:
        begun = perf_counter()
        found = ours(engine)
        yield _row(system, what, figure, found, engine, perf_counter() - begun, slip, note)

    return Experiment(system, what, size, run)


def _stated(system: str, what: str, figure: Figure, ours: Figure, slip: Slip | None = None) -> Experiment:
    """A figure that no engine has a part in."""
    return Experiment(system, what, 0, lambda _: iter((_row(system, what, figure, ours, Engine.PYTHON, 0.0, slip),)))


def _row(
    system: str,
    what: str,
    figure: Figure,
    ours: Figure,
    engine: Engine,
    seconds: float,
    slip: Slip | None = None,
    note: str | None = None,
) -> Row:
    corrected, note = (slip.corrected, slip.why) if slip else (None, note)
    return Row(system, what, figure, ours, figure == ours, engine.value, seconds, corrected, note)


def _time_row(system: str, about: str, analysis: Analysis) -> Iterator[Row]:
    """How long the authors waited for this search, where they said so, beside how long we did."""
    for time in TIMES:
        if (time.system, time.search) == (system, about):
            ratio = time.seconds / analysis.seconds
            note = f"1/{ratio:,.0f} of their time" if ratio >= 10 else f"{1 / ratio:.2f} times their time"
            note = f"Ours took {note}, on another machine."
            if time.corrected:
                note = f"{published.TIME_SLIP} {note}"
            seconds = analysis.seconds
            what, engine = f"{about}: time", analysis.info.engine
            yield Row(system, what, time.text, seconds, None, engine, seconds, time.corrected, note)


def _nodes(analysis: Analysis) -> Figure:
    return analysis.nodes


def _value(analysis: Analysis) -> Figure:
    return analysis.value


def _reply(analysis: Analysis) -> Figure:
    return analysis.move.column + 1


# What both engines can count


def _census(position: Position, depth: int, engine: Engine) -> python.Census:
    return native.census(position, depth) if engine is Engine.NATIVE else python.census(position, depth)


def _scores(position: Position, engine: Engine) -> tuple[int, int]:
    return native.scores(position) if engine is Engine.NATIVE else position.scores()


def _moves(position: Position, engine: Engine) -> Sequence[Move]:
    return native.moves(position) if engine is Engine.NATIVE else position.moves()


def _play(position: Position, move: Move, engine: Engine) -> Position | Chance:
    return native.play_unchecked(position, move) if engine is Engine.NATIVE else position.play_unchecked(move)


def _evaluate(position: Position, evaluation: str, player: Player, engine: Engine) -> float:
    known = find_eval(evaluation)
    return native_evaluate(position, known, player) if engine is Engine.NATIVE else known.evaluate(position, player)


def _value_of_line(discs: str, evaluation: str) -> Count:
    """What these discs are worth to x on a board that is one line of four."""
    position = parse_position(parse_rules("classic,width=4,height=1"), f"{discs} turn=x")
    return lambda engine: _evaluate(position, evaluation, FIRST, engine)


# Connect-4s


def _connect_4s() -> Iterator[Experiment]:
    lines = sum(1 for _ in parse_rules("most-lines").shape.lines())
    yield _stated(CONNECT_4S, "windows of four", published.CONNECT_4S_WINDOWS, lines)
    for discs, fours in published.CONNECT_4S_LONG_ROWS:
        yield _counted(CONNECT_4S, f"fours in a row of {discs}", fours, _fours_in_a_row(discs))
    for where, moves, aim, chances in published.CONNECT_4S_SLIPS:
        yield _counted(CONNECT_4S, f"slip {where}", chances, _chances(moves, aim))
    yield _searched(
        CONNECT_4S,
        "minimax, k = 1, after 44",
        8,
        _potential("44", "minimax", 1),
        Question("leaves", published.CONNECT_4S_LEAVES, lambda found: tuple(move.value for move in found.info.moves)),
        Question("root", published.CONNECT_4S_ROOT, _value),
    )
    for k, nodes in enumerate(published.CONNECT_4S_MINIMAX, 1):
        search = _potential("4", "minimax", k)
        yield _searched(CONNECT_4S, f"minimax, k = {k}", nodes, search, Question("nodes", nodes, _nodes))
    everywhere = published.CONNECT_4S_MINIMAX_ANYWHERE
    yield _counted(CONNECT_4S, "minimax, k = 4, openings 1 … 7: nodes", everywhere, _nodes_anywhere("minimax", 4))
    yield from _connect_4s_alpha_beta()
    yield from _connect_4s_with_luck()


def _connect_4s_alpha_beta() -> Iterator[Experiment]:
    table = published.CONNECT_4S_ALPHA_BETA
    for row in table:
        slip = None if row.nodes == row.fair else Slip(row.fair, published.MANY_OPENINGS)
        about = f"alpha-beta, k = {row.k}, opening {row.opening}"
        search = _potential(str(row.opening), "alphabeta", row.k)
        yield _searched(CONNECT_4S, about, row.nodes, search, Question("nodes", row.nodes, _nodes, slip))
    for row in table:
        about = f"alpha-beta documented, k = {row.k}, opening {row.opening}"
        search = _potential(str(row.opening), "alphabeta", row.k, "lines-and-potential")
        nodes = Question("nodes", row.documented, _nodes, note=published.DOCUMENTED)
        yield _searched(CONNECT_4S, about, row.documented, search, nodes)
    for row in table:
        about = f"alpha-beta, k = {row.k}, all from opening 4"
        search = _potential("4", "alphabeta", row.k)
        nodes = Question("nodes", row.fair, _nodes, note=published.ONE_OPENING)
        yield _searched(CONNECT_4S, about, row.fair, search, nodes)


def _connect_4s_with_luck() -> Iterator[Experiment]:
    for k, nodes in enumerate(published.CONNECT_4S_EXPECTIMINIMAX, 1):
        search = _potential("4", "expectiminimax", (k + 1) // 2)
        yield _searched(CONNECT_4S, f"expectiminimax, k = {k}", nodes, search, Question("nodes", nodes, _nodes))
    everywhere = published.CONNECT_4S_EXPECTIMINIMAX_ANYWHERE
    anywhere = _nodes_anywhere("expectiminimax", 2)
    yield _counted(CONNECT_4S, "expectiminimax, k = 3, openings 1 … 7: nodes", everywhere, anywhere)
    tree = published.CONNECT_4S_LUCKY_TREE
    what = "8 + 19·N(j − 1), j = 1 … 4, by counting"
    yield _counted(CONNECT_4S, what, tree, _lucky_tree, size=tree[-1])
    for ahead, value, reply in published.CONNECT_4S_LUCKY_ROOT:
        yield _searched(
            CONNECT_4S,
            f"expectiminimax, {ahead} ahead",
            tree[ahead - 1],
            _potential("4", "expectiminimax", ahead),
            Question("value", value, lambda found: round(float(found.value), 4)),
            Question("reply", reply, _reply),
        )


def _potential(moves: str, algorithm: str, depth: int, evaluation: str = "potential-lines") -> Search:
    rules = "drift" if algorithm == "expectiminimax" else "most-lines"
    return Search(rules, moves, algorithm, evaluation, depth, Ends.EVALUATED)


def _nodes_anywhere(algorithm: str, depth: int) -> Count:
    searches = [_potential(str(opening), algorithm, depth) for opening in range(1, 8)]
    return lambda engine: tuple(search.run(engine).nodes for search in searches)


def _fours_in_a_row(discs: int) -> Count:
    position = parse_position(parse_rules("most-lines"), "......./" * 5 + ("x" * discs).ljust(7, ".") + " turn=o")
    return lambda engine: _scores(position, engine)[FIRST]


def _chances(moves: str, aim: int) -> Count:
    """What may come of a drop after these moves, none of which slipped."""
    position = position_after(parse_rules("most-lines").start(), moves)._replace(rules=parse_rules("drift"))

    def ours(engine: Engine) -> Figure:
        chance = _play(position, drop(aim - 1), engine)
        assert isinstance(chance, Chance)
        return tuple(float(branch.probability) for branch in chance.branches)

    return ours


def _lucky_tree(engine: Engine) -> Figure:
    plies = len(published.CONNECT_4S_LUCKY_TREE)
    census = _census(position_after(parse_rules("drift").start(), "4"), plies, engine)
    return tuple(census.nodes(ahead, chance=True) for ahead in range(1, plies + 1))


# ExtendedConnect4


def _extended() -> Iterator[Experiment]:
    for name, board, points in published.EXTENDED_POINTS:
        yield _counted(EXTENDED, f"points of {name}", _alone(points), _points(board, len(points)))
    for name, rules, leaves in published.EXTENDED_PERFT:
        for depth, count in enumerate(leaves, 1):
            yield _counted(EXTENDED, f"perft {depth}, {name}", count, _perft(rules, depth))
    yield _counted(EXTENDED, "EVAL after a drop in column 1 … 8", published.EXTENDED_EVAL, _filled_runs_by_column)
    yield _counted(EXTENDED, "longest game, 8×6 with 6 pop-outs", published.EXTENDED_LONGEST_GAME, _pops_first)
    yield _counted(
        EXTENDED,
        "most moves, 8×6 with 6 pop-outs",
        published.EXTENDED_BRANCHING,
        lambda engine: len(_moves(position_after(parse_rules("extended").start(), "12345678"), engine)),
        published.EXTENDED_BRANCHING_SLIP,
    )


def _alone(figures: tuple[int, ...]) -> Figure:
    """A row of one figure is a figure."""
    return figures[0] if len(figures) == 1 else figures


def _points(board: str, players: int) -> Count:
    """Run points on a board of 0, 1 and 2 whose discs may hang in the air."""
    rows = board.split("/")
    rules = parse_rules(f"extended,pops=none,gravity=off,width={len(rows[0])},height={len(rows)}")
    position = parse_position(rules, board.translate(str.maketrans("012", ".xo")) + " turn=x")
    return lambda engine: _alone(_scores(position, engine)[:players])


def _perft(rules: str, depth: int) -> Count:
    return lambda engine: _census(parse_rules(rules).start(), depth, engine).leaves(depth)


def _filled_runs_by_column(engine: Engine) -> Figure:
    start = parse_rules("extended").start()
    after = [position_after(start, str(column)) for column in range(1, 9)]
    return tuple(_evaluate(position, "filled-runs", FIRST, engine) for position in after)


def _pops_first(engine: Engine) -> Figure:
    """The length of a game in which everybody pops as soon as possible, so that every pop-out is used."""
    position = parse_rules("extended").start()
    length = 0
    while moves := _moves(position, engine):
        pops = [move for move in moves if move.kind is Kind.POP]
        after = _play(position, (pops or moves)[0], engine)
        assert isinstance(after, Position)
        position, length = after, length + 1
    return length


# Smart-Connect-4


def _smart() -> Iterator[Experiment]:
    example = unpack(parse_rules("most-lines"), published.SMART_EXAMPLE)
    for column, discs in enumerate(published.SMART_EXAMPLE_COLUMNS):
        what = f"example state: column {column + 1}, bottom up"
        yield _stated(SMART, what, discs, _discs_of(example, column))
    heuristic = published.SMART_EXAMPLE_VALUE
    yield _counted(
        SMART, "example state: heuristic", heuristic, lambda engine: _evaluate(example, "neighbours", SECOND, engine)
    )
    factor = find_eval("neighbours").factor
    slip = published.SMART_LINE_FACTOR_SLIP
    yield _stated(SMART, "value of a complete line", published.SMART_LINE_FACTOR, factor, slip)
    table = published.SMART_TABLE
    for row in table:
        fair = None if row.fair is None else Slip(row.fair, published.FOUR_ROOTS)
        yield _smart_search(row, "alpha-beta", "alphabeta", Question("nodes", row.pruned, _nodes, fair), row.pruned)
    for row in table:
        if row.fair is not None:
            search = Search("most-lines", "4", "alphabeta", "neighbours", row.depth, Ends.CUT_FIRST)
            about = f"alpha-beta, depth {row.depth} after 4"
            nodes = Question("nodes", row.fair, _nodes, note=published.ONE_OPENING)
            yield _searched(SMART, about, row.fair, search, nodes)
    for row in table:
        yield _smart_search(row, "minimax", "minimax", Question("nodes", row.plain, _nodes), row.plain)


def _smart_search(row: published.SmartRow, name: str, algorithm: str, nodes: Question, size: int) -> Experiment:
    return _searched(
        SMART,
        f"{name}, depth {row.depth} after {row.moves}",
        size,
        Search("most-lines", row.moves, algorithm, "neighbours", row.depth, Ends.CUT_FIRST),
        nodes,
        Question("value", row.value, _value),
        Question("reply", row.reply, _reply),
    )


def _discs_of(position: Position, column: int) -> str:
    owners = [position.owner(column, row) for row in range(position.height(column))]
    return "".join("1" if owner == SECOND else "0" for owner in owners)


# zer0lose


def _zer0lose() -> Iterator[Experiment]:
    yield _tic_tac_toe("minimax", "minimax", Ends.SOONER, published.ZER0LOSE_MINIMAX)
    theirs, corrected = published.ZER0LOSE_DRAW_FIRST, published.ZER0LOSE_WIN_FIRST
    yield _tic_tac_toe("alpha-beta, draws first", "alphabeta", Ends.DRAW_FIRST, theirs, corrected)
    yield _tic_tac_toe("alpha-beta, wins first", "alphabeta", Ends.SOONER, corrected)
    for discs, value in published.ZER0LOSE_QUADRUPLETS:
        note = published.ZER0LOSE_DOCUMENTED if "o" not in discs and value else None
        yield _counted(ZER0LOSE, f"quadruplet {discs}", value, _value_of_line(discs, "quadruplets"), note=note)


def _tic_tac_toe(
    name: str, algorithm: str, ends: Ends, figures: published.Whole, corrected: published.Whole | None = None
) -> Experiment:
    def slip(instead: int) -> Slip | None:
        return Slip(instead, published.ZER0LOSE_SLIP) if corrected else None

    right = corrected or figures
    return _searched(
        ZER0LOSE,
        f"tic-tac-toe, {name}",
        figures.nodes,
        Search("tictactoe", "", algorithm, "quadruplets", 9, ends),
        Question("nodes", figures.nodes, _nodes, slip(right.nodes)),
        Question("leaves", figures.leaves, lambda found: found.counts.leaves, slip(right.leaves)),
    )


# Connect Four 8×6


def _eight() -> Iterator[Experiment]:
    lines = sum(1 for _ in parse_rules("classic,width=8").shape.lines())
    yield _stated(EIGHT, "lines of four", published.EIGHT_LINES, lines)
    for discs, strength in published.EIGHT_STRENGTHS:
        yield _counted(EIGHT, f"strength of a line {discs}", strength, _value_of_line(discs, "line-counts"))
    for game in published.EIGHT_GAMES:
        about = f"{game.variant}, level {game.level}, human {game.human}"
        yield Experiment(EIGHT, about, max(game.dropped), _replayed(game, about))


def _replayed(game: published.Replies, about: str) -> Callable[[Engine], Iterator[Row]]:
    """The human's moves as published, the computer's by our search."""

    def run(engine: Engine) -> Iterator[Row]:
        moves, seconds = "", 0.0
        replies: tuple[int, ...] = ()
        for column, dropped in zip(game.human, game.dropped, strict=True):
            moves += column
            search = Search(
                "classic,width=8", moves, game.algorithm, "line-counts", game.level, Ends.EVALUATED, game.order
            )
            analysis = search.run(engine)
            replies += (analysis.move.column + 1,)
            moves += str(replies[-1])
            seconds += analysis.seconds
            what, ours = f"{about}: dropped, reply {len(replies)}", analysis.counts.dropped
            yield _row(EIGHT, what, dropped, ours, engine, analysis.seconds, note=game.way)
        if game.replies:
            yield _row(EIGHT, f"{about}: replies", game.replies, replies, engine, seconds, note=game.way)

    return run
