"""Saved games that are none: exchanged values, changed bytes, other encodings, endless nesting."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from support.malformed_text import COUNT, NASTY, SEED, bend, lengthen, noise, pick, survives
from support.strategies import play_out

from fourcast.errors import NotationError
from fourcast.play import Game
from fourcast.play.game_file import game_to_json, parse_game
from fourcast.rules import Rules

RULES = tuple(
    Rules.parse(spec)
    for spec in (
        *("classic", "drift", "extended", "tictactoe"),
        *("popout,width=3,height=2,connect=3", "drift,width=11,height=2", "extended,width=4,height=4,pops=1"),
    )
)


def test_a_mangled_saved_game_is_refused_or_written_back() -> None:
    random = Random(SEED)
    survives(parse_saved, written, NotationError, mangled_files(random, COUNT))


def parse_saved(content: bytes) -> str:
    """The game in a file, as text that can be compared."""
    return json.dumps(game_to_json(parse_game(content)))


def written(text: str) -> bytes:
    return text.encode()


def saved_games(random: Random) -> list[str]:
    found = []
    for rules in RULES:
        for length in (0, 4, 9):
            game = Game(rules, names=("Ada", "Bö\u00f6b"))
            for ply in play_out(rules.start(), random, length).plies:
                if not game.outcome:  # by repetition, of which the position knows nothing
                    game.follow(ply)
            found.append(json.dumps(game_to_json(game)))
            if game.plies:
                game.undo()
                found.append(json.dumps(game_to_json(game), ensure_ascii=False))
            if not game.outcome:
                game.resign()
                found.append(json.dumps(game_to_json(game), indent=1))
    return found


def mangled_files(random: Random, count: int) -> Iterator[bytes]:
    """Saved games with values exchanged, with characters and with bytes changed, and in other encodings."""
    seeds = saved_games(random)
    games = [json.loads(seed) for seed in seeds]
    for _ in range(count):
        kind = random.random()
        if kind < 0.4:
            game = dict(games[int(random.random() * len(games))])
            key = pick(random, list(game))
            if random.random() < 0.1:
                del game[key]
            elif isinstance(game[key], str):
                game[key] = bend(random, game[key], NASTY, "0123456789pP=>,.xo/ turn")
            else:
                game[key] = any_json(random)
            yield json.dumps(game).encode()
        elif kind < 0.9:
            text = bend(random, pick(random, seeds), seeds, '{}[]",:0123456789.eE+-\\ntruefalsn')
            yield encoded(random, text)
        elif kind < 0.9995:
            content = bytearray(encoded(random, pick(random, seeds)))
            content[int(random.random() * len(content))] = random.getrandbits(8)
            yield bytes(content[: random.randrange(len(content) + 1)] if random.random() < 0.2 else content)
        else:
            yield encoded(random, pick(random, (lengthen(random, pick(random, seeds), "[{9 "), deep(random, games[0]))))


def encoded(random: Random, text: str) -> bytes:
    coding = pick(random, ("utf-8",) * 12 + ("utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-32-be", "latin-1"))
    return text.encode(coding, errors="surrogatepass" if coding.startswith("utf") else "replace")


def any_json(random: Random, depth: int = 2) -> object:
    """Some value that JSON can hold."""
    match int(random.random() * (8 if depth else 6)):
        case 0:
            return pick(random, NASTY)
        case 1:
            return random.choice((0, 1, -1, 2, 10**30, 1.5, float("inf"), float("nan")))
        case 2:
            return random.choice((None, True, False))
        case 3:
            return random.choice(({"how": "time", "loser": "x"}, {"how": "resignation", "loser": []}, {"loser": "o"}))
        case 4:
            return [random.randrange(3), random.randrange(3)]
        case 5:
            return noise(random, "0123456789pP=>,.xo/")
        case 6:
            return [any_json(random, depth - 1) for _ in range(int(random.random() * 4))]
        case _:
            keys = ("how", "loser", "winner", "scores", "x")
            return {pick(random, keys): any_json(random, depth - 1) for _ in range(int(random.random() * 4))}


def deep(random: Random, game: dict[str, object]) -> str:
    """A saved game with a value, or nothing but a value, nested deeper than anybody would."""
    depth = random.choice((100, 900, 990, 1000, 5000, 100_000))
    opening, closing = random.choice((("[", "]"), ('{"x":', "}")))
    nest = opening * depth + "0" + closing * random.choice((0, depth))
    return random.choice((nest, with_value(game, pick(random, list(game)), nest)))


def with_value(game: dict[str, object], key: str, value: str) -> str:
    """A saved game with a value exchanged for one that is JSON already."""
    return json.dumps(game | {key: "VALUE"}).replace('"VALUE"', value)


@pytest.mark.parametrize("key", ["version", "format", "scores", "verdict", "names", "moves", "outcome"])
def test_a_value_nested_to_any_depth_is_refused(key: str) -> None:
    game = json.loads(saved_games(Random(SEED))[0])
    for depth in (100, 400, *range(900, 1000), 3000, 10_000, 100_000):
        for nest in ("[" * depth + "]" * depth, '{"x":' * depth + "0" + "}" * depth):
            with pytest.raises(NotationError):
                parse_game(with_value(game, key, nest).encode())
