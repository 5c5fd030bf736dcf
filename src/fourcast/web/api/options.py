"""The options of a new game: variants, levels, algorithms, evaluations."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Final

from fastapi import APIRouter, Query

from fourcast.algorithms import ALGORITHMS, Algorithm, TableMode, default_eval
from fourcast.errors import UsageError
from fourcast.evals import EVAL_CHOICES, find_eval
from fourcast.play import LEVELS, PERFECT, PerfectAgent
from fourcast.rules import MAX_POPS, SETTINGS, VARIANTS, Variant, position_after
from fourcast.text import count_of, unavailable_reason, variant_title
from fourcast.web.agents import PERFECT_SECONDS, agent_problem, perfect_about, served_agents
from fourcast.web.position_input import parse_rules_request
from fourcast.web.schema.model import PoolView, RulesText
from fourcast.web.schema.options import (
    BoundsView,
    ChoiceView,
    OptionsView,
    RulesCheck,
    RulesSheetView,
    SettingName,
    VariantView,
)
from fourcast.web.services import UseServices
from fourcast.web.settings import MAX_DEPTH, MAX_SECONDS, MAX_SIDE
from fourcast.web.views import position_view, rules_sheet_view, rules_view

router = APIRouter(prefix="/api", tags=["options"])

_LEVELS: Final = (
    "It considers only its own next move.",
    "It considers your reply and nothing after it.",
    "It overlooks threats that take more than two moves.",
    "It overlooks threats that take more than three moves.",
    "It overlooks threats that take more than four moves.",
    "It overlooks threats that take more than five moves.",
    "It seldom loses a position that it could win.",
    "The strongest that replies within three seconds.",
)
"""What to expect of each level."""
_PICTURES: Final = {
    "classic": "44534355",
    "popout": "4435156715",
    "most-lines": "124323435361",
    "drift": "4543536",
    "extended": "1122337745",
    "run-points": "44546",
    "tictactoe": "571",
}
_POPS: Final = {"none": "none", "own": "own discs", "number": "a number each"}
_POP_NUMBER: Final = "6"
"""Stands for any number of pop-outs."""
_TABLES: Final = {
    TableMode.OFF: "None",
    TableMode.ON: "Transpositions",
    TableMode.OLD_BOUNDS: "Old bounds",
}
_DRIFTS: Final = {
    "none": "none",
    "3:1:1": "1 in 5 each way",
    "1:1:1": "1 in 3 each way",
    "8:1:1": "1 in 10 each way",
}


@router.get("/options")
async def options() -> OptionsView:
    """Everything the dialog for a new game offers."""
    built_in = _options()
    served = [
        ChoiceView(name=name, title=agent.title, about="is an agent of this server.")
        for name, agent in served_agents().items()
    ]
    return built_in.model_copy(update={"levels": [*built_in.levels, *served]})


@cache
def _options() -> OptionsView:
    return OptionsView(
        variants=[_variant(variant) for variant in VARIANTS],
        levels=[
            ChoiceView(
                name=f"level{number}",
                title=agent.title,
                about=f"looks {count_of(agent.spec.search_limit.depth or 0, 'disc')} ahead. {words}",
                depth=agent.spec.search_limit.depth,
            )
            for number, (agent, words) in enumerate(zip(LEVELS, _LEVELS, strict=True), start=1)
        ]
        + [
            ChoiceView(
                name=PERFECT,
                title="Perfect",
                about=f"plays perfectly. If it cannot solve a position in {PERFECT_SECONDS:g} s, "
                f"{PerfectAgent().fallback_title} moves.",
            )
        ],
        algorithms=[
            ChoiceView(
                name=algorithm.name,
                title=algorithm.title,
                about=algorithm.description,
                settings=_algorithm_settings(algorithm),
            )
            for algorithm in ALGORITHMS.values()
        ],
        evaluations=[
            ChoiceView(name=name, title=_eval_title(name), about=find_eval(name).description) for name in EVAL_CHOICES
        ],
        tables=[ChoiceView(name=mode.value, title=title, about="") for mode, title in _TABLES.items()],
        pops=[ChoiceView(name=name, title=title, about="") for name, title in _POPS.items()],
        drifts=[ChoiceView(name=name, title=title, about="") for name, title in _DRIFTS.items()],
        bounds=BoundsView(pops=MAX_POPS, side=MAX_SIDE, depth=MAX_DEPTH, seconds=MAX_SECONDS),
    )


def _eval_title(name: str) -> str:
    return name.replace("-", " ").replace(":factor=", ", factor ").capitalize()


def _algorithm_settings(algorithm: Algorithm) -> tuple[SettingName, ...]:
    if algorithm.is_tree_search:
        return ("evaluation", "order", "table", "depth", "time")
    if algorithm.uses_eval:
        return ("evaluation",)
    return ("nodes", "time") if algorithm.fixed_depth is None else ()


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
    """What rules mean, which agents cannot play them, and which pop-outs and drifts do not go with them."""
    parsed = parse_rules_request(text)
    excluded = {}
    for name in (PERFECT, *ALGORITHMS, *served_agents()):
        if reason := agent_problem(name, parsed):
            excluded[name] = reason
    for key, choices in (("pops", _POPS), ("drift", _DRIFTS)):
        for name in choices:
            try:
                parsed.replace(**SETTINGS[key].read(_POP_NUMBER if name == "number" else name))
            except UsageError:
                excluded[name] = unavailable_reason(parsed)
    return RulesCheck(
        rules=rules_view(parsed),
        excluded=excluded,
        agents={} if PERFECT in excluded else {PERFECT: perfect_about(parsed)},
        natural_evaluation=default_eval(parsed).name,
    )


@router.get("/rules/sheet")
async def sheet(text: Annotated[RulesText, Query()] = "classic") -> RulesSheetView:
    """All rules of a game in sections, each with an example."""
    return rules_sheet_view(parse_rules_request(text))


@router.get("/searches")
async def searches(services: UseServices) -> PoolView:
    """How busy the server is."""
    fields = PoolView.model_fields
    return PoolView(**{name: sum(getattr(pool, name) for pool in services.search_pools) for name in fields})


@router.get("/session")
async def session() -> dict[str, bool]:
    """Start a session: the response sets the cookie with its token."""
    return {"ok": True}
