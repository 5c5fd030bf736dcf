"""Malformed texts and numbers: a parser refuses them with its own error, or reads a value that can be written back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

import pytest
from support.malformed_text import COUNT, SEED, malformed, survives
from support.strategies import play_out

from fourcast.errors import NotationError, UsageError
from fourcast.rules import (
    VARIANTS,
    Position,
    Rules,
    line_text,
    pack,
    parse_line,
    parse_move,
    parse_packed,
    parse_position,
    parse_start_file,
    position_text,
    start_file_text,
    unpack,
)

SPECS = (
    *(variant.name for variant in VARIANTS),
    "classic,width=12,height=3",
    "drift,width=11,height=2",
    "extended,width=4,height=4,pops=1",
    "popout,width=3,height=2,connect=3",
    "tictactoe,width=4,height=4",
    "classic,width=1,height=1",
)
RULES = tuple(Rules.parse(spec) for spec in SPECS)
every_rules = pytest.mark.parametrize("rules", RULES, ids=str)


def some_games(rules: Rules, random: Random) -> Iterator[tuple[str, Position]]:
    """Short games and their last positions."""
    for length in (0, 1, 2, 3, 5, 8, 8, 12):
        played = play_out(rules.start(), random, length)
        yield line_text(rules, played.plies), played.positions[-1]


def test_a_bent_rules_text_is_refused_or_written_back() -> None:
    random = Random(SEED)
    seeds = [
        *SPECS,
        "classic,width=8,height=7,connect=5,goal=most-lines,gravity=on,pops=none,drift=none",
        "extended,goal=first-line,pops=own,drift=3:1:1",
        " classic , width = 8",
        "tictactoe,width=15,height=15,connect=5,goal=run-points",
    ]
    texts = malformed(random, seeds, "acdefghilnoprstwx,=:0123456789 -", COUNT)
    survives(Rules.parse, str, UsageError, texts)


@every_rules
def test_a_bent_line_of_play_is_refused_or_written_back(rules: Rules) -> None:
    random, start = Random(f"{SEED} {rules}"), rules.start()
    seeds = [line for line, _ in some_games(rules, random)]
    texts = malformed(random, seeds, "0123456789pP=>, \n", COUNT // len(RULES) + 1)
    survives(partial(parse_line, start), partial(line_text, rules), NotationError, texts)


@every_rules
def test_a_bent_move_is_refused_or_written_back(rules: Rules) -> None:
    random = Random(f"{SEED} {rules}")
    seeds = ["1", "p1", "1p", "=", "12", "3>4", "p12", " 7 ", "5"]
    texts = malformed(random, seeds, "0123456789pP=>, \n", COUNT // len(RULES) + 1)
    survives(partial(parse_move, rules), str, NotationError, texts)


@every_rules
def test_a_bent_board_text_is_refused_or_written_back(rules: Rules) -> None:
    random = Random(f"{SEED} {rules}")
    seeds = [position_text(position) for _, position in some_games(rules, random)]
    seeds += [seed.replace("/", "\n").replace(" ", "\n") for seed in seeds] + [seed.split(" ")[0] for seed in seeds]
    texts = malformed(random, seeds, "..xo/\n turnpsdaw=0123456789,yes", COUNT // len(RULES) + 1)
    survives(partial(parse_position, rules), position_text, NotationError, texts)


PACKED = tuple(Rules.parse(spec) for spec in ("classic", "most-lines", "popout", "drift,width=4,height=3", "tictactoe"))
every_packed = pytest.mark.parametrize("rules", PACKED, ids=str)


def packed_numbers(rules: Rules, random: Random) -> list[int]:
    return [pack(position) for _, position in some_games(rules, random)] if rules.gravity else [0]


@every_packed
def test_a_bent_number_is_refused_or_written_back(rules: Rules) -> None:
    random = Random(f"{SEED} {rules}")
    seeds = [write(number) for number in packed_numbers(rules, random) for write in (str, bin, hex)]
    texts = malformed(random, seeds, "0123456789abcdefxbXB -+_.", COUNT // len(PACKED) + 1)
    survives(partial(parse_packed, rules), lambda position: str(pack(position)), NotationError, texts)


@every_packed
def test_an_integer_with_flipped_bits_is_refused_or_packed_again(rules: Rules) -> None:
    random = Random(f"{SEED} {rules}")
    seeds = packed_numbers(rules, random)
    for _ in range(COUNT // len(PACKED) + 1):
        number = seeds[int(random.random() * len(seeds))]
        for _ in range(int(random.random() * 4)):
            number ^= 1 << int(random.random() * 66)
        if random.random() < 0.1:
            number = random.getrandbits(random.randrange(1, 70)) * random.choice((1, 1, -1, 10**30))
        try:
            position = unpack(rules, number)
        except NotationError:
            continue
        assert pack(position) == number


def test_a_bent_start_file_is_refused_or_written_back() -> None:
    random = Random(SEED)
    extended = [rules for rules in RULES if str(rules).startswith("extended")]
    boards = [position for rules in extended for _, position in some_games(rules, random)]
    seeds = [start_file_text(position._replace(turn=0, pops=(3, 3))) for position in boards]
    seeds += [seed.replace(" ", "") for seed in seeds] + ["0\n0", "1000\r\n1 2\r\n", "6\n0,0\n1,2"]
    texts = malformed(random, seeds, "0011223456789 \n\r\t,", COUNT)
    survives(parse_start_file, start_file_text, NotationError, texts)
