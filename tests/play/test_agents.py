"""Agents as text, their levels, and that what they play is legal and not foolish."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random

import pytest
from support import oracle
from support.strategies import play_out
from support.to_oracle import oracle_action, oracle_rules, oracle_state

from fourcast.algorithms import ALGORITHMS, Limit, SearchSpec, StopFlag, Stopped, TableMode
from fourcast.errors import UsageError
from fourcast.evals import TerminalValue
from fourcast.native import Engine
from fourcast.play import LEVELS, Game, SearchAgent, as_agent, parse_agent
from fourcast.rules import VARIANTS, Position, Rules, Variant, chance_rng, parse_position

# The text form


def spec_of(text: str) -> SearchSpec:
    spec = parse_agent(text).spec
    assert spec
    return spec


def test_every_algorithm_is_an_agent_by_its_name() -> None:
    for name in ALGORITHMS:
        agent = parse_agent(name)
        assert agent.algorithm == name
        assert spec_of(name) == SearchSpec(name)


def test_every_setting_is_read() -> None:
    text = " star1 , depth = 6,nodes=5000,time=0.25,eval=neighbours:factor=642,order=4-3+killers,table=on,"
    agent = parse_agent(text + "terminal=cut-first,engine=python,seed=12")
    assert agent.engine is Engine.PYTHON
    assert agent.spec == SearchSpec(
        "star1",
        eval="neighbours:factor=642",
        order="4-3+killers",
        table=TableMode.ON,
        terminal=TerminalValue.CUT_FIRST,
        limit=Limit(depth=6, nodes=5000, time=0.25),
        seed=12,
    )


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("expectimax", Limit(depth=5)),
        ("expectimax,time=0.5", Limit(time=0.5)),
        ("mcts", Limit(nodes=1000)),
        ("mcts,nodes=300", Limit(nodes=300)),
        ("level3,time=0.5", Limit(depth=4, time=0.5)),
        ("level3,depth=9,nodes=1000", Limit(depth=9, nodes=1000, time=3.0)),
    ],
)
def test_a_limit_takes_the_place_of_the_default_and_a_level_keeps_its_others(text: str, limit: Limit) -> None:
    assert spec_of(text).search_limit == limit


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("level3", "Level 3"),
        ("level3,time=1", "Alpha-beta"),
        ("alphabeta-hard,depth=3", "Alpha-beta"),
        ("pvs", "Principal variation"),
        ("perfect,time=3", "Perfect"),
    ],
)
def test_the_title_of_an_agent_is_its_level_or_its_algorithm(text: str, title: str) -> None:
    assert parse_agent(text).title == title


@pytest.mark.parametrize(
    "text",
    ["level3", "level3,time=1", "random,seed=4", "depth=6", "mcts,engine=python", "perfect,time=3", "alphabeta,seed=1"],
)
def test_the_text_of_an_agent_reads_back_as_the_same_agent(text: str) -> None:
    agent = parse_agent(text)
    again = parse_agent(agent.text)
    assert again.text == agent.text
    assert again.algorithm == agent.algorithm
    for rules in (Rules.parse("classic"), Rules.parse("drift")):
        specs = [one.spec.for_rules(rules) for one in (agent, again) if one.spec]
        assert len({replace(spec, explicit=frozenset()) for spec in specs}) <= 1


def test_a_spec_is_an_agent() -> None:
    assert as_agent(SearchSpec.parse("pvs/centre/table")).text == "pvs,order=centre,table=on"
    assert as_agent(SearchSpec()).spec == SearchSpec()
    assert as_agent("level2") is LEVELS[1]


def test_an_agent_with_another_limit_or_seed_is_the_same_but_for_that() -> None:
    agent = parse_agent("level3").with_limit(Limit(nodes=7)).with_seed(3)
    assert agent.spec
    assert (agent.spec.limit, agent.spec.seed, agent.spec.order) == (Limit(nodes=7), 3, LEVELS[2].spec.order)
    assert agent.title == "Level 3"


WRONG = (
    "",
    "alfabeta",
    "grandmaster",
    "level9",
    "alphabeta,",
    "alphabeta,depth",
    "alphabeta,depth=",
    "alphabeta,depth=0",
    "alphabeta,depth=x",
    "alphabeta,depth=3,depth=4",
    "alphabeta,time=nan",
    "alphabeta,eval=clever",
    "alphabeta,eval=/nowhere.py:f",
    "alphabeta,engine=steam",
    "alphabeta,colour=red",
    "alphabeta;depth=4",
    "alphabeta,table=\x1b[31m",
    "alphabeta,order=centre+\n",
    "\x00",
    "z" * 100_000,
    "alphabeta," + "z" * 100_000,
    "alphabeta,table=" + "z" * 100_000,
)


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text[:30])
def test_a_text_that_is_no_agent_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(UsageError) as refusal:
        parse_agent(text)
    [line] = str(refusal.value).splitlines()
    assert line.isprintable()
    assert line.endswith((".", "?"))
    assert len(line) < 400


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("alphabeta,colour=red", r"^There is no setting 'colour' of an agent\. Known: depth, nodes, time, "),
        ("expectmax", r"Did you mean 'expectimax'\?"),
        ("perfekt", r"Did you mean 'perfect'\?"),
        ("perfect,depth=3", "no setting 'depth'"),
        ("perfect,pick=slowest", "fastest"),
    ],
)
def test_a_near_miss_is_answered_by_what_is_known(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        parse_agent(text)


def test_an_untrusted_text_may_not_name_a_python_file(tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    file = tmp_path / "mine.py"
    file.write_text(f"open({str(ran)!r}, 'w').close()\ndef zero(position, player):\n    return 0\n")
    with pytest.raises(UsageError, match="not Python files"):
        parse_agent(f"alphabeta,eval={file}:zero", trusted=False)
    link = tmp_path / "data"
    link.write_text(file.read_text())
    for text in (f"{link}:zero", f"{link}:zero:zero"):
        with pytest.raises(UsageError):
            parse_agent(f"alphabeta,eval={text}", trusted=False)
    assert not ran.exists()
    evaluation = spec_of(f"alphabeta,eval={file}:zero").eval
    assert evaluation
    assert evaluation.name == f"{file}:zero"


# Levels


def test_there_are_eight_levels_and_each_looks_deeper_than_the_one_before() -> None:
    assert [parse_agent(f"level{number}") for number in range(1, 9)] == list(LEVELS)
    depths = [level.spec.search_limit.depth or 0 for level in LEVELS]
    assert depths[0] >= 1
    assert all(one < next_one for one, next_one in pairwise(depths))
    assert all(level.spec.search_limit.time for level in LEVELS)


def wins_at_once(position: Position) -> list[oracle.Action]:
    rules, state = oracle_rules(position.rules), oracle_state(position)
    return [
        action
        for action in oracle.actions(rules, state)
        if oracle.line_winner(rules, oracle.branches(rules, state, action)[0].state) == state.turn
    ]


def allows_a_win(position: Position, action: oracle.Action) -> bool:
    """Whether the opponent can win at once after an action that does not end the game."""
    rules = oracle_rules(position.rules)
    after = oracle.branches(rules, oracle_state(position), action)[0].state
    replies = oracle.actions(rules, after)
    return any(
        oracle.line_winner(rules, oracle.branches(rules, after, reply)[0].state) == after.turn for reply in replies
    )


@cache
def positions_in_danger(count: int) -> list[tuple[Game, list[oracle.Action], list[oracle.Action]]]:
    """Random classic games with a win in one, or with moves that allow one and others that do not."""
    found = []
    for seed in range(20 * count):
        length = Random(seed).randrange(8, 34)
        plies = play_out(Rules.parse("classic").start(), Random(seed), length).plies
        game = Game(Rules.parse("classic"))
        for ply in plies:
            game.play(ply.move)
        if game.outcome:
            continue
        winning = wins_at_once(game.position)
        actions = oracle.actions(oracle_rules(game.rules), oracle_state(game.position))
        safe = [action for action in actions if not allows_a_win(game.position, action)]
        if winning or 0 < len(safe) < len(actions):
            found.append((game, winning, safe))
    return found[:count]


@pytest.mark.parametrize("level", LEVELS[:5], ids=lambda level: level.name)
def test_no_level_misses_a_win_in_one_and_from_the_second_on_none_allows_one(level: SearchAgent) -> None:
    won = avoided = 0
    for game, winning, safe in positions_in_danger(40):
        chosen = oracle_action(game.rules, level.choose(game).move)
        if winning:
            assert chosen in winning, game.position
            won += 1
        elif level is not LEVELS[0]:
            assert chosen in safe, game.position
            avoided += 1
    assert won >= 5
    assert avoided >= 5 or level is LEVELS[0]


@pytest.mark.parametrize("level", LEVELS[5:], ids=lambda level: level.name)
def test_the_highest_levels_neither_miss_a_win_in_one_nor_allow_one(level: SearchAgent) -> None:
    late = [danger for danger in positions_in_danger(60) if danger[0].position.discs > 22][:6]
    assert len(late) == 6
    for game, winning, safe in late:
        assert oracle_action(game.rules, level.choose(game).move) in (winning or safe), game.position


# Whole games

PLAYERS = (
    "alphabeta,depth=2",
    "random,seed=4",
    "greedy",
    "expectimax,depth=2",
    "mcts,nodes=15,seed=2",
    "level1",
    "pvs,nodes=60",
)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_agents_play_whole_games_legally(variant: Variant) -> None:
    for number, text in enumerate(PLAYERS):
        players = (parse_agent(text), parse_agent(PLAYERS[(number + 1) % len(PLAYERS)]))
        game, rng = Game(variant.rules), chance_rng(number)
        longest = variant.rules.max_plies or 60
        while not game.outcome and len(game.plies) < longest:
            reply = players[game.position.turn].choose(game)
            assert reply.move in game.legal_moves
            assert reply.result
            assert reply.move == reply.result.move
            game.play(reply.move, rng=rng)
        assert game.outcome or variant.name == "popout"


def test_dice_fall_anew_at_every_ply_but_the_same_in_the_same_game() -> None:
    agent = parse_agent("random,seed=7")

    def chosen() -> list[int]:
        game, columns = Game(Rules.parse("most-lines")), list[int]()
        for _ in range(20):
            move = agent.choose(game).move
            columns.append(move.column)
            game.play(move)
        return columns

    first = chosen()
    assert len(set(first[:6])) > 2  # a column has room for six
    assert first == chosen()


def test_alpha_beta_of_a_level_gives_way_to_star1_where_drops_drift() -> None:
    for level in LEVELS:
        assert level.spec.for_rules(Rules.parse("drift")).algorithm == "star1"
        assert level.spec.for_rules(Rules.parse("classic")).algorithm == "alphabeta"
    assert spec_of("alphabeta").for_rules(Rules.parse("drift")).algorithm == "alphabeta"


def test_an_agent_can_be_told_to_stop() -> None:
    stop = StopFlag()
    stop.set()
    reply = parse_agent("alphabeta,time=60,engine=python").choose(Game(Rules.parse("classic")), stop=stop)
    assert reply.result
    assert reply.result.stopped is Stopped.ASKED


# Random moves


def chi_square_bound(freedom: int) -> float:
    """What a fair source exceeds once in ten thousand times (Wilson and Hilferty's approximation)."""
    deviations = 3.719
    part = 2 / (9 * freedom)
    return freedom * (1 - part + deviations * sqrt(part)) ** 3


@pytest.mark.parametrize(
    ("spec", "board", "number_of_moves"),
    [
        ("classic", None, 7),
        ("tictactoe", None, 9),
        ("classic,width=3,height=2", "x../o..", 2),  # column 1 is full
        ("popout,width=4,height=2", "..../xoxo", 6),  # four drops and two pops
        ("extended,width=4,height=2,pops=1", "..../xo..", 5),  # four drops and the pop of column 1
    ],
)
def test_every_legal_move_is_as_likely_as_any_other(spec: str, board: str | None, number_of_moves: int) -> None:
    rules = Rules.parse(spec)
    game = Game(rules, start=parse_position(rules, board) if board else None)
    rounds = 1000 * number_of_moves
    counts = Counter(parse_agent(f"random,seed={seed}").choose(game).move for seed in range(rounds))
    assert set(counts) == set(game.legal_moves)
    assert len(counts) == number_of_moves
    expected = rounds / number_of_moves
    distance = sum((count - expected) ** 2 / expected for count in counts.values())
    assert distance < chi_square_bound(number_of_moves - 1)
