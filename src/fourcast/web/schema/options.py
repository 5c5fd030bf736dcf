"""What a new game can be, and the rules of a game for people."""

from __future__ import annotations

from typing import Literal

from fourcast.web.schema.model import Model
from fourcast.web.schema.position import PositionView, RulesView


class RuleSectionView(Model):
    """One rule, with an example to be drawn small."""

    title: str
    text: str
    picture: PositionView | None
    """Its `moves` are those to point out."""


class RulesSheetView(Model):
    """All rules of a game, for people."""

    rules: RulesView
    about: str
    sections: list[RuleSectionView]


class VariantView(Model):
    name: str
    title: str
    about: str
    rules: RulesView
    picture: PositionView
    """A position of this game, to be drawn small."""


SettingName = Literal["evaluation", "order", "table", "depth", "time", "nodes"]


class ChoiceView(Model):
    """A named option: a level, an algorithm, an evaluation."""

    name: str
    title: str
    about: str
    depth: int | None = None
    """Search depth, where the option fixes it."""
    settings: tuple[SettingName, ...] = ()
    """Of an algorithm: what can be set."""


class BoundsView(Model):
    pops: int
    side: int
    depth: int
    seconds: float


class OptionsView(Model):
    variants: list[VariantView]
    levels: list[ChoiceView]
    algorithms: list[ChoiceView]
    evaluations: list[ChoiceView]
    tables: list[ChoiceView]
    pops: list[ChoiceView]
    drifts: list[ChoiceView]
    bounds: BoundsView


class RulesCheck(Model):
    """What rules mean, and which agents, pop-outs and drifts do not go with them: name and reason."""

    rules: RulesView
    excluded: dict[str, str]
    agents: dict[str, str]
    """What to expect of agents that are not the same in every game: name and sentence."""
    natural_evaluation: str
