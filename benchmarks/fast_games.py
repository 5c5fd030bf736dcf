"""Fast games: a thousand at 10 ms a move. Nobody may lose on time on a machine that is otherwise idle."""

from __future__ import annotations

import os
import sys
from time import perf_counter

from fourcast.matches import Adjudication, MatchSettings, match

PLAYERS = ("alphabeta,order=centre+killers,table=on", "pvs,order=centre")

MOVE_TIME = 0.01
MARGIN = 0.01
"""Seconds, as long as a move: with the usual 100 ms ten times the time would be no overrun."""


def main() -> int:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    settings = MatchSettings(time=MOVE_TIME, margin=MARGIN, adjudication=Adjudication.NEVER)
    begun = perf_counter()
    data = match(*PLAYERS, games=games, settings=settings).to_json()
    moves = sum(player["moves"] for player in data["players"])
    longest = max(player["max_overrun"] for player in data["players"])
    lost = data["time_losses"]
    print(
        f"{data['games']} games, {moves} moves of {MOVE_TIME * 1000:g} ms, "
        f"margin {settings.margin * 1000:g} ms, in {perf_counter() - begun:.0f} s; load {os.getloadavg()[0]:.1f}: "
        f"{lost} lost on time, {data['delayed']} answers delayed by others, longest overrun {longest * 1000:.1f} ms"
    )
    return 1 if lost or data["crashes"] else 0


if __name__ == "__main__":
    sys.exit(main())
