"""Standings as a table and as a chart: Elo with its error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, Final

from fourcast.drawing import LIGHT, Theme
from fourcast.experiments.compare.charts import colours, dressed, sized
from fourcast.experiments.games import Standing
from fourcast.experiments.tables import Table
from fourcast.experiments.view import amount_text
from fourcast.text import signed

ELO: Final = "elo"


def elo_tables(found: Sequence[Standing], limit: str) -> Iterator[Table]:
    """Players downwards, the best first; a column for each amount, and the points of all their games."""
    for panel in dict.fromkeys(standing.panel for standing in found):
        mine = [standing for standing in found if standing.panel == panel]
        amounts = sorted({standing.amount for standing in mine})
        by_place = {(standing.player, standing.amount): standing for standing in mine}
        rows = []
        for player in _best_first(mine):
            here = [by_place[player, amount] for amount in amounts if (player, amount) in by_place]
            texts = (by_place.get((player, amount)) for amount in amounts)
            games = f"{sum(one.points for one in here):g} of {sum(one.games for one in here)}"
            rows.append((player, *(f"{signed(one.elo)} ± {one.error:.0f}" if one else "" for one in texts), games))
        title = f"{panel}: " * bool(panel) + "Elo above the average of all, with its error at 95 %"
        columns = (*(amount_text(limit, amount) for amount in amounts), "points")
        yield Table(title, "player", columns, tuple(rows), ELO)


def elo_chart(found: Sequence[Standing], limit: str, *, theme: Theme = LIGHT) -> Any:
    """A row for each player, the best first, and in it a dot with its error for each amount."""
    alt: Any = import_module("altair")
    amounts = [amount_text(limit, amount) for amount in sorted({standing.amount for standing in found})]
    drawn = []
    for panel in dict.fromkeys(standing.panel for standing in found):
        mine = [standing for standing in found if standing.panel == panel]
        values = [
            {
                "player": standing.player,
                "limit": amount_text(limit, standing.amount),
                "elo": standing.elo,
                "lower": standing.elo - standing.error,
                "upper": standing.elo + standing.error,
            }
            for standing in mine
        ]
        scale = alt.Scale(domain=amounts, range=colours(theme, len(amounts)))
        legend = alt.Legend(title=None, orient="bottom") if len(amounts) > 1 else None
        base = alt.Chart(alt.Data(values=values)).encode(
            y=alt.Y("player:N").title(None).sort(_best_first(mine)).axis(domain=False, ticks=False, labelLimit=400),
            yOffset=alt.YOffset("limit:N").sort(amounts),
            color=alt.Color("limit:N").sort(amounts).scale(scale).legend(legend),
        )
        bars = base.mark_rule(strokeWidth=1.5).encode(
            x=alt.X("lower:Q").title("Elo above the average").axis(domain=False, ticks=False, tickCount=6, grid=True),
            x2="upper:Q",
        )
        dots = base.mark_point(filled=True, opacity=1, size=50).encode(
            x="elo:Q", shape=alt.Shape("limit:N").sort(amounts).scale(domain=amounts).legend(legend)
        )
        chart = sized(alt.layer(bars, dots), panel or None, large=True).properties(height=alt.Step(16))
        drawn.append(chart)
    return dressed(drawn[0] if len(drawn) == 1 else alt.hconcat(*drawn), theme)


def _best_first(found: Sequence[Standing]) -> list[str]:
    """By what they have on average over the amounts."""
    elos: dict[str, list[float]] = {}
    for standing in found:
        elos.setdefault(standing.player, []).append(standing.elo)
    return sorted(elos, key=lambda player: -sum(elos[player]) / len(elos[player]))
