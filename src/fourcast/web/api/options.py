"""What there is to choose from: variants, levels, algorithms, evaluations."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Annotated, Final

from fastapi import APIRouter, Query

from fourcast.errors import EngineUnavailable, UsageError
from fourcast.evals import EVALS
from fourcast.play import LEVELS
from fourcast.rules import SETTINGS, VARIANTS, Variant, position_after
from fourcast.search import ABOUT
from fourcast.text import unavailable_reason, variant_title
from fourcast.web.places import rules_within_bounds
from fourcast.web.schema import (
    BoundsView,
    ChoiceView,
    OptionsView,
    RulesCheck,
    RulesText,
    SearchesView,
    VariantView,
)
from fourcast.web.seats import agent_for
from fourcast.web.services import UseServices
from fourcast.web.settings import LARGEST_SIDE, MOST_DEPTH, MOST_SECONDS
from fourcast.web.views import position_view, rules_view
from fourcast.web.words import ALGORITHMS, evaluation_for
from fourcast.web.words import LEVELS as LEVEL_WORDS

router = APIRouter(prefix="/api", tags=["options"])

_PICTURES: Final = {
    "classic": "44534355",
    "popout": "4435156715",
    "most-lines": "124323435361",
    "drift": "4543536",
    "extended": "1122337745",
    "tictactoe": "571",
}
_POPS: Final = {
    "none": "none",
    "own": "own disc, no limit",
    **{str(each): f"{each} each, any disc" for each in (2, 4, 6, 8, 12)},
}
_DRIFTS: Final = {"none": "none", **{text: text.replace(":", " : ") for text in ("3:1:1", "1:1:1", "8:1:1")}}


@router.get("/options")
async def options() -> OptionsView:
    """Everything the dialog for a new game offers."""
    return _options()


@cache
def _options() -> OptionsView:
    return OptionsView(
        variants=[_variant(variant) for variant in VARIANTS],
        levels=[
            ChoiceView(
                name=f"level{number}",
                title=agent.name,
                about=f"looks {agent.limit.depth} disc{'s'[: agent.limit.depth != 1]} ahead. {words}",
                depth=agent.limit.depth,
            )
            for number, (agent, words) in enumerate(zip(LEVELS, LEVEL_WORDS, strict=True), start=1)
        ]
        + [
            ChoiceView(
                name="perfect",
                title="Perfect",
                about="makes no mistake where the solver gets to the end in time; before that, level 8 moves for it.",
            )
        ],
        algorithms=[ChoiceView(name=name, title=ALGORITHMS[name], about=about) for name, about in ABOUT.items()],
        evaluations=[
            ChoiceView(name=known.name, title=known.name.replace("-", " ").capitalize(), about=known.about)
            for known in EVALS
        ],
        pops=[ChoiceView(name=name, title=title, about="") for name, title in _POPS.items()],
        drifts=[ChoiceView(name=name, title=title, about="") for name, title in _DRIFTS.items()],
        bounds=BoundsView(side=LARGEST_SIDE, depth=MOST_DEPTH, seconds=MOST_SECONDS),
    )


def _variant(variant: Variant) -> VariantView:
    picture = position_after(variant.rules.start(), _PICTURES.get(variant.name, ""))
    return VariantView(
        name=variant.name,
        title=variant_title(variant.name),
        about=variant.about,
        rules=rules_view(variant.rules),
        picture=position_view(picture),
    )


@router.get("/rules")
async def rules(text: Annotated[RulesText, Query()] = "classic") -> RulesCheck:
    """What rules mean, who cannot play them, and what cannot be added to them."""
    found = rules_within_bounds(text)
    excluded = {}
    for name in ("perfect", *ABOUT):
        try:
            agent_for(name, found)
        except (UsageError, EngineUnavailable) as fault:
            excluded[name] = str(fault)
    for key, choices in (("pops", _POPS), ("drift", _DRIFTS)):
        for name in choices:
            try:
                replace(found, **SETTINGS[key].read(name))
            except UsageError:
                excluded[name] = unavailable_reason(found)
    return RulesCheck(rules=rules_view(found), excluded=excluded, natural_evaluation=evaluation_for(found))


@router.get("/searches")
async def searches(services: UseServices) -> SearchesView:
    """How busy the server is."""
    found = services.searches
    return SearchesView(places=found.places, running=found.running, waiting=found.waiting)
