"""Temporary names."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from fourcast.rules.move import Ply
from fourcast.rules.position import Branch, Chance, Position
from fourcast.rules.rules import Player, Rules
from fourcast.rules.scoring import Cell, full_runs


class Luck(Random):
    def __init__(self, seed: int | None = None) -> None:
        super().__init__(None if seed is None else f"luck {seed}")

    def branch(self, chance: Chance) -> Branch:
        return chance.sample(self)


def parse_rules(text: str) -> Rules:
    return Rules.parse(text)


def rules_text(rules: Rules) -> str:
    return str(rules)


def follow(position: Position, ply: Ply) -> Position:
    return position.follow(ply)


def runs(position: Position, player: Player) -> Iterator[tuple[Cell, Cell]]:
    return full_runs(position.stones[player], position.rules.shape)
