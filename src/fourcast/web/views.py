"""Rules, positions and moves as the API shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from urllib.parse import urlencode

from fourcast.errors import NotationError
from fourcast.play import Game
from fourcast.rules import (
    CALL_DRAW,
    FIRST,
    SECOND,
    SETTINGS,
    Chance,
    Goal,
    Move,
    MoveKind,
    Outcome,
    Player,
    Ply,
    Position,
    Rules,
    board_text,
    full_runs,
    line_text,
    pack,
    ply_text,
    position_text,
    scoring_runs,
    start_file_text,
)
from fourcast.text import (
    PLAYERS,
    RuleSection,
    ending_title,
    how_won,
    outcome_detail,
    outcome_headline,
    ply_sentence,
    rules_about,
    rules_sheet,
    rules_title,
    signed,
    size_text,
)
from fourcast.web.position_input import PositionRef, start_field
from fourcast.web.schema.options import RuleSectionView, RulesSheetView
from fourcast.web.schema.position import (
    Landing,
    LineView,
    MoveView,
    NotationsView,
    OutcomeView,
    PlyView,
    PositionInfo,
    PositionView,
    RulesView,
)


def rules_view(rules: Rules) -> RulesView:
    text = str(rules)
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
        pops=SETTINGS["pops"].write(rules) if rules.has_pops else "none",
        drift=SETTINGS["drift"].write(rules),
        how_won=how_won(rules),
        separator="," if "," in line_text(rules, (Ply(CALL_DRAW), Ply(CALL_DRAW))) else "",
    )


def rules_sheet_view(rules: Rules) -> RulesSheetView:
    return RulesSheetView(
        rules=rules_view(rules), about=rules_about(rules), sections=[_section_view(part) for part in rules_sheet(rules)]
    )


def _section_view(section: RuleSection) -> RuleSectionView:
    example = section.example
    picture = example and position_view(example).model_copy(
        update={"moves": [move_view(example, move) for move in section.moves]}
    )
    return RuleSectionView(title=section.title, text=section.text, picture=picture)


def move_view(position: Position, move: Move) -> MoveView:
    after = position.play_unchecked(move)
    branches = after.branches if isinstance(after, Chance) else ()
    lands = [(branch.column, branch.probability) for branch in branches] or [(move.column, Fraction(1))]
    falls = move.kind is MoveKind.DROP
    return MoveView(
        text=str(move),
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
    """`outcome`: that of the game, where it ended by something that the board does not show."""
    outcome = outcome or position.outcome
    rules = position.rules
    return PositionView(
        rows=board_text(position).split("\n"),
        turn=position.turn,
        discs=position.discs,
        moves=[] if outcome else [move_view(position, move) for move in position.generate_moves()],
        scores=None if rules.goal is Goal.FIRST_LINE else position.scores,
        pops=position.pops if rules.pops_each else None,
        lines=_lines(position),
        outcome=outcome
        and OutcomeView(
            winner=outcome.winner,
            ending=outcome.ending.value,
            title=ending_title(rules.shape.connect, outcome.ending),
            headline=outcome_headline(position, outcome, names),
            detail=outcome_detail(position, outcome, names),
        ),
    )


def _lines(position: Position) -> list[LineView]:
    """The winner's lines where the first line ends the game, else the lines or scoring runs of both players. Five in a
    row are one line."""
    rules = position.rules
    players: tuple[Player, ...] = (FIRST, SECOND)
    if rules.goal is Goal.FIRST_LINE:
        outcome = position.outcome
        if outcome is None or outcome.winner is None:
            return []
        players = (outcome.winner,)
    if rules.goal is Goal.RUN_POINTS:
        return [
            LineView(player=player, ends=(first, last), points=points)
            for player in players
            for first, last, points in scoring_runs(position.stones[player], rules.shape)
        ]
    return [
        LineView(player=player, ends=ends)
        for player in players
        for ends in full_runs(position.stones[player], rules.shape)
    ]


def ply_view(position: Position, ply: Ply, name: str) -> PlyView:
    """A move that a player of this name made in a position."""
    landed = ply.move.column if ply.landed is None else ply.landed
    return PlyView(
        text=ply_text(ply),
        player=position.turn,
        kind=ply.move.kind.value,
        column=ply.move.column,
        landed=landed,
        row=position.height(landed) if ply.move.kind is MoveKind.DROP else ply.move.row,
        description=ply_sentence(ply, name),
        gain=_gain(position, ply),
    )


def _gain(position: Position, ply: Ply) -> str | None:
    if position.rules.goal is not Goal.RUN_POINTS:
        return None
    player = position.turn
    change = position.follow(ply).scores[player] - position.scores[player]
    return signed(change) if change else None


def ply_views(start: Position, plies: Sequence[Ply], names: Sequence[str] = PLAYERS) -> list[PlyView]:
    views = []
    position = start
    for ply in plies:
        views.append(ply_view(position, ply, names[position.turn]))
        position = position.follow(ply)
    return views


def change_text(before: Game, after: Game) -> str:
    """The change of a game in words: a move, moves taken back or played again, or the end."""
    longer = max(before, after, key=lambda game: game.ply)
    shorter = min(before.ply, after.ply)
    changed = [ply_view(position, ply, longer.names[position.turn]) for position, ply in longer.steps(shorter)]
    sentences = []
    if longer is after and len(changed) == 1:
        player = changed[0].player
        sentences.append(f"{PLAYERS[player]}, {after.names[player]}: {_spoken(changed[0])}")
    elif changed:
        what = "Played again" if longer is after else "Taken back"
        sentences.append(f"{what}: {', '.join(ply.description for ply in changed)}.")
    outcome = after.outcome
    if outcome:
        sentences.append(f"{outcome_headline(after.position, outcome, after.names)}.")
        sentences.append(outcome_detail(after.position, outcome, after.names))
    else:
        sentences.append(f"{PLAYERS[after.turn]} to move.")
    return " ".join(sentences)


def _spoken(ply: PlyView) -> str:
    if ply.kind == "pop":
        return f"popped column {ply.column + 1}."
    if ply.kind == "call-draw":
        return "called a draw."
    slip = "" if ply.landed == ply.column else f" Aimed at column {ply.column + 1}."
    return f"column {ply.landed + 1}, row {ply.row + 1}.{slip}"


def link_to(start: Position, plies: Sequence[Ply]) -> str:
    """The address of a position in Analysis, without the server's name."""
    fields = {
        "rules": str(start.rules),
        "start": start_field(start),
        "moves": line_text(start.rules, plies) or None,
    }
    return f"/analysis?{urlencode({key: value for key, value in fields.items() if value is not None}, safe=',/=>')}"


def position_info(ref: PositionRef) -> PositionInfo:
    start, plies, position = ref.start, ref.plies, ref.position
    moves = line_text(start.rules, plies)
    return PositionInfo(
        rules=rules_view(start.rules),
        start=start_field(start),
        moves=moves,
        plies=ply_views(start, plies),
        position=position_view(position),
        notations=NotationsView(
            moves=moves if start_field(start) is None else None,
            board=position_text(position),
            packed=_notation(position, lambda position: hex(pack(position))),  # decimal digits could be moves
            start_file=_notation(position, start_file_text),
            link=link_to(start, plies),
        ),
        notation=ref.notation,
    )


def _notation(position: Position, write: Callable[[Position], str]) -> str | None:
    try:
        return write(position)
    except NotationError:
        return None
