"""Rules, positions and lines of play as the wire has them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from urllib.parse import urlencode

from fourcast.errors import NotationError
from fourcast.play import Game
from fourcast.rules import (
    CALL_DRAW,
    SETTINGS,
    Chance,
    Goal,
    Move,
    MoveKind,
    Outcome,
    Ply,
    PopRule,
    Position,
    Rules,
    board_text,
    follow,
    line_text,
    move_text,
    pack,
    ply_text,
    position_text,
    rules_text,
    start_file_text,
)
from fourcast.text import ending_title, how_won, outcome_detail, outcome_headline, ply_sentence, rules_title, size_text
from fourcast.trace import PLAYERS
from fourcast.web.marks import marked_lines
from fourcast.web.schema import (
    Forms,
    Landing,
    MoveView,
    OutcomeView,
    PlaceView,
    PlyView,
    PositionView,
    RulesView,
)


def rules_view(rules: Rules) -> RulesView:
    text = rules_text(rules)
    return RulesView(
        text=text,
        variant=text.partition(",")[0],
        title=rules_title(rules),
        size=size_text(rules),
        width=rules.shape.width,
        height=rules.shape.height,
        connect=rules.shape.connect,
        gravity=rules.gravity,
        goal=rules.goal.value,
        counts={Goal.FIRST_LINE: None, Goal.MOST_LINES: "lines", Goal.RUN_POINTS: "points"}[rules.goal],
        pops=SETTINGS["pops"].write(rules),
        drift=SETTINGS["drift"].write(rules),
        how_won=how_won(rules),
        separator="," if "," in line_text(rules, (Ply(CALL_DRAW), Ply(CALL_DRAW))) else "",
    )


def rows_of(position: Position) -> list[str]:
    return board_text(position).split("\n")


def move_view(position: Position, move: Move) -> MoveView:
    after = position.play_unchecked(move)
    branches = after.branches if isinstance(after, Chance) else ()
    lands = [(branch.column, branch.probability) for branch in branches] or [(move.column, Fraction(1))]
    falls = move.kind is MoveKind.DROP
    return MoveView(
        text=move_text(position.rules, move),
        kind=move.kind.value,
        column=move.column,
        row=position.height(move.column) if falls else move.row,
        lands=[
            Landing(column=column, row=position.height(column) if falls else move.row, chance=float(chance))
            for column, chance in lands
        ]
        if move.kind in (MoveKind.DROP, MoveKind.PLACE)
        else [],
    )


def position_view(
    position: Position, *, outcome: Outcome | None = None, names: Sequence[str] = PLAYERS
) -> PositionView:
    """`outcome` is that of the game around the position, which may know of an ending that the board does not show."""
    outcome = outcome or position.outcome
    rules = position.rules
    return PositionView(
        rows=rows_of(position),
        turn=position.turn,
        discs=position.discs,
        moves=[] if outcome else [move_view(position, move) for move in position.generate_moves()],
        scores=None if rules.goal is Goal.FIRST_LINE else position.scores,
        pops=position.pops if rules.pop_rule is PopRule.LIMITED else None,
        lines=marked_lines(position),
        outcome=outcome
        and OutcomeView(
            winner=outcome.winner,
            ending=outcome.ending.value,
            title=ending_title(rules.shape.connect, outcome.ending),
            headline=outcome_headline(position, outcome, names),
            detail=outcome_detail(position, outcome, names),
        ),
    )


def ply_views(start: Position, plies: Sequence[Ply], names: Sequence[str] = PLAYERS) -> list[PlyView]:
    views = []
    position = start
    for ply in plies:
        landed = ply.move.column if ply.landed is None else ply.landed
        views.append(
            PlyView(
                text=ply_text(position.rules, ply),
                player=position.turn,
                kind=ply.move.kind.value,
                column=ply.move.column,
                landed=landed,
                row=position.height(landed) if ply.move.kind is MoveKind.DROP else ply.move.row,
                said=ply_sentence(ply, names[position.turn]),
            )
        )
        position = follow(position, ply)
    return views


def news(before: Game, after: Game) -> str:
    """What has happened to a game, to be read out: a move, some that were taken back or played again, or a verdict."""
    old, new = (ply_views(game.start, game.plies, game.names) for game in (before, after))
    came, gone = new[len(old) :], old[len(new) :]
    said = []
    if len(came) == 1:
        said.append(f"{PLAYERS[came[0].player]}, {after.names[came[0].player]}: {_heard(came[0])}")
    elif came or gone:
        said.append(f"{'Played again' if came else 'Taken back'}: {', '.join(ply.said for ply in came or gone)}.")
    outcome = after.outcome
    if outcome:
        said.append(f"{outcome_headline(after.position, outcome, after.names)}.")
        said.append(outcome_detail(after.position, outcome, after.names))
    else:
        said.append(f"{PLAYERS[after.turn]} to move.")
    return " ".join(said)


def _heard(ply: PlyView) -> str:
    if ply.kind == "pop":
        return f"popped column {ply.column + 1}."
    if ply.kind == "call-draw":
        return "called a draw."
    slip = "" if ply.landed == ply.column else f" Aimed {ply.column + 1}, fell in {ply.landed + 1}."
    return f"column {ply.landed + 1}, row {ply.row + 1}.{slip}"


def link_to(start: Position, plies: Sequence[Ply]) -> str:
    """The address of a position in Analysis, without the server's name."""
    rules = start.rules
    parts = {"rules": rules_text(rules)}
    if start != rules.start():
        parts["start"] = position_text(start)
    if plies:
        parts["moves"] = line_text(rules, plies)
    return f"/analysis?{urlencode(parts, safe=',/=>')}"


def place_view(start: Position, plies: Sequence[Ply], *, notation: str | None = None) -> PlaceView:
    position = start
    for ply in plies:
        position = follow(position, ply)
    begins_empty = start == start.rules.start()
    moves = line_text(start.rules, plies)
    return PlaceView(
        rules=rules_view(start.rules),
        start=None if begins_empty else position_text(start),
        moves=moves,
        plies=ply_views(start, plies),
        position=position_view(position),
        forms=Forms(
            moves=moves if begins_empty else None,
            board=position_text(position),
            packed=_packed(position),
            start_file=_start_file(position),
            link=link_to(start, plies),
        ),
        notation=notation,
    )


def _packed(position: Position) -> str | None:
    try:
        return hex(pack(position))  # in decimal it could be taken for moves
    except NotationError:
        return None


def _start_file(position: Position) -> str | None:
    try:
        return start_file_text(position)
    except NotationError:
        return None
