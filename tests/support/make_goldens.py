"""Write the golden files of the rules, tests/data/goldens/*.json.

Run it from anywhere, with no package installed (about a minute):

    PYTHONPATH=tests python -m support.make_goldens           write the files
    PYTHONPATH=tests python -m support.make_goldens --check   write nothing; exit 1 if a file would change

Every value comes from the oracle beside this file (oracle.py), which shares no code with the package.  Before a file is
written the oracle itself is checked against published figures (see `check_figures`).  The output is the same on every
run: the random games have fixed seeds.

A golden file holds, for the rules it names:

    perft     leaves of the game tree cut at 1, 2, ... moves
    chance    (drift only) chance nodes that lead to ply 1, 2, ...
    distinct  different positions after exactly 0, 1, 2, ... moves
    games     random games, ply by ply: the move played (null at the start), the board from the top row down, the side
              to move, pop-outs left (limited pops only), the legal moves as aimed, the scores, the outcome
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from support import oracle

FOLDER = Path(__file__).parents[1] / "data" / "goldens"
LONGEST_GAME = 120


class Golden(NamedTuple):
    """What one file is made of."""

    perft_depth: int
    distinct_depth: int
    seeds: tuple[int, ...]


# The seeds are picked so that the games end in different ways; a remark names what is rare.
GOLDENS = {
    "classic": Golden(6, 6, (4, 11, 572)),  # 572: drawn
    "classic,width=8": Golden(5, 5, (1, 2, 1700)),  # 1700: drawn
    "most-lines": Golden(6, 6, (1, 3, 4)),  # 4: drawn
    "drift": Golden(4, 6, (1, 2, 5)),  # 1: drawn
    "extended": Golden(5, 5, (1, 72, 713)),  # 72: drawn; 713: ends with a pop-out left
    "run-points": Golden(6, 6, (1, 4, 198)),  # 198: drawn
    "popout": Golden(6, 6, (1, 6, 159)),  # 1: a pop gives the other the line; 159: a pop gives both a line
    "tictactoe": Golden(9, 9, (1, 2, 15)),  # 15: drawn
    "extended,width=4,height=4,pops=1": Golden(7, 8, (1, 25, 73)),  # 25: drawn; 73: ends with a pop-out left
    "extended,width=5,height=3,pops=2": Golden(6, 7, (1, 36, 93)),  # 36: ends with pop-outs left; 93: drawn
    "popout,width=4,height=3": Golden(7, 10, (1, 5, 632, 859)),  # 1: called; 5, 632: as popout; 859: never ends
    "popout,width=3,height=2,connect=3": Golden(11, 12, (2, 5, 9)),  # 5: called
    "drift,width=4,height=3": Golden(5, 12, (1, 6, 30)),  # 1: drawn
    "most-lines,width=5,height=4,connect=3": Golden(7, 8, (1, 2, 3)),
    "classic,width=4,height=4": Golden(9, 16, (1, 2, 5)),  # 5: drawn
    "classic,width=12,height=10,connect=5": Golden(4, 4, (1, 3, 4)),
    "classic,height=7": Golden(6, 6, (1, 2, 3)),
    "tictactoe,width=4,height=3": Golden(5, 12, (1, 4, 41)),  # 41: drawn
    "classic,width=3,height=1,connect=2": Golden(4, 4, (1, 3, 5)),  # 3: drawn
    "extended,width=12,height=3,pops=2": Golden(4, 4, (1, 2, 12)),  # 12: drawn
    "drift,width=10,height=3": Golden(3, 5, (1, 2, 3)),
}


# --- the oracle against published figures ----------------------------------------------------------------------------


def expect(what: str, found: object, wanted: object) -> None:
    """Stop at once when the oracle is wrong."""
    if found != wanted:
        raise SystemExit(f"the oracle is wrong: {what}: found {found}, wanted {wanted}")


def tree_sizes(rules: oracle.Rules, depth: int, moves: str = "") -> list[int]:
    """All nodes, chance nodes too, of the trees of 0, 1, ... `depth` moves."""
    nodes = oracle.nodes_by_ply(rules, depth, oracle.play(rules, moves))
    by_ply = [positions + chance for positions, chance in zip(nodes.positions, nodes.chance, strict=True)]
    return [sum(by_ply[: ply + 1]) for ply in range(depth + 1)]


def points(board: str) -> tuple[int, int]:
    """Run points of a board given in 0, 1, 2; discs may hang in the air."""
    text = board.replace("0", ".").replace("1", "x").replace("2", "o")
    rows = text.split("/")
    rules = oracle.Rules(width=len(rows[0]), height=len(rows), gravity=False, goal="run-points")
    return oracle.run_points(rules, oracle.state_from_text(rules, text))


def check_figures() -> None:
    """Published figures, every one that concerns the rules and takes seconds."""
    classic = oracle.rules_from_text("classic")
    wide = oracle.rules_from_text("classic,width=8")
    most_lines = oracle.rules_from_text("most-lines")
    drift = oracle.rules_from_text("drift")
    extended = oracle.rules_from_text("extended")
    small = oracle.rules_from_text("extended,width=4,height=4,pops=1")
    tictactoe = oracle.rules_from_text("tictactoe")

    expect("windows of 7x6", len(oracle.windows(7, 6, 4)), 69)
    expect("windows of 8x6", len(oracle.windows(8, 6, 4)), 84)
    for length, count in ((3, 0), (4, 1), (5, 2), (6, 3), (7, 4)):
        row = ("x" * length).ljust(7, ".")
        board = oracle.state_from_text(most_lines, "......./" * 5 + row)
        expect(f"fours in {length} in a row", oracle.lines(most_lines, board), (count, 0))
    expect("run points of one row", points("11001121222111"), (9, 5))
    expect("run points of 5x3", points("01101/01022/01100")[0], 13)
    expect("run points of 5x4", points("00100/00100/11111/00100")[0], 48)
    expect("run points of a full 8x6", points("/".join(["11111111"] * 6)), (736, 0))
    fillings = []
    for column in range(8):
        board_text = oracle.board_text(oracle.play(extended, str(column + 1)))
        first = points(board_text.replace(".", "x"))[0]
        second = points(board_text.replace(".", "o"))[1]
        fillings.append(first - second)
    expect("points of the filled board after one drop", fillings, [19, 24, 25, 32, 32, 25, 24, 19])

    expect("perft of 8x6, p=6", [oracle.perft(extended, d) for d in range(1, 5)], [8, 68, 604, 5556])
    expect("perft of 4x4, p=1", [oracle.perft(small, d) for d in range(1, 6)], [4, 18, 86, 426, 2150])
    for pops in (0, 1, 2):
        tiny = replace(extended, width=2, height=3, pops=pops)
        longest = 2 * 3 + 4 * pops
        expect("longest game", [n > 0 for n in oracle.distinct(tiny, longest + 1)], [True] * (longest + 1) + [False])

    expect("nodes of 7x6 to the full board", tree_sizes(most_lines, 6, "4"), [1, 8, 57, 400, 2801, 19608, 137256])
    expect("nodes from 11335", tree_sizes(most_lines, 6, "11335")[6], 137180)
    dropped = [tree_sizes(wide, 4, moves)[4] - 1 for moves in ("1", "132", "13224", "1322425")]
    expect("discs dropped on 8x6", dropped, [4680, 4680, 4680, 4623])
    expect("nodes under drift", tree_sizes(drift, 4), [1, 27, 521, 8 + 19 * 521, 8 + 19 * (8 + 19 * 521)])
    expect("nodes under drift after one drop", tree_sizes(drift, 2, "4"), [1, 27, 521])

    nodes = oracle.nodes_by_ply(tictactoe, 9)
    expect("tic-tac-toe nodes", sum(nodes.positions), 549946)
    expect("tic-tac-toe games", sum(nodes.ended), 255168)
    expect("tic-tac-toe positions", sum(oracle.distinct(tictactoe, 9)), 5478)
    expect("positions of 7x6", oracle.distinct(classic, 6), [1, 7, 49, 238, 1120, 4263, 16422])
    expect("positions of 4x4", sum(oracle.distinct(replace(classic, width=4, height=4), 16)), 161029)


# --- golden files ----------------------------------------------------------------------------------------------------


def ply_of(rules: oracle.Rules, state: oracle.State, move: str | None) -> dict[str, object]:
    """One line of a game."""
    ply: dict[str, object] = {
        "move": move,
        "board": oracle.board_text(state),
        "turn": oracle.STONES[state.turn],
    }
    if rules.limited:
        ply["pops"] = list(state.pops)
    ply["moves"] = [oracle.move_text(action) for action in oracle.actions(rules, state)]
    ply["scores"] = list(oracle.scores(rules, state))
    end = oracle.outcome(rules, state)
    if end is None:
        ply["outcome"] = None
    else:
        ply["outcome"] = {"winner": None if end.winner is None else oracle.STONES[end.winner], "how": end.how}
    return ply


def drawn(rng: random.Random, branches: list[oracle.Branch]) -> oracle.Branch:
    """One branch, each with its own probability."""
    point = Fraction(rng.random())
    for branch in branches:
        point -= branch.probability
        if point < 0:
            return branch
    raise AssertionError("the probabilities do not add up to 1")


def random_game(rules: oracle.Rules, seed: int) -> list[dict[str, object]]:
    """Every action equally likely, until the game is over or too long."""
    rng = random.Random(seed)
    state = oracle.start(rules)
    plies = [ply_of(rules, state, None)]
    while len(plies) <= LONGEST_GAME:
        choices = oracle.actions(rules, state)
        if not choices:
            break
        action = choices[int(rng.random() * len(choices))]
        branch = drawn(rng, oracle.branches(rules, state, action))
        state = branch.state
        plies.append(ply_of(rules, state, oracle.move_text(action, branch.landing)))
    return plies


def golden_text(spec: str, golden: Golden) -> str:
    """The text of one golden file: JSON, one ply a line."""
    rules = oracle.rules_from_text(spec)
    perft = [oracle.perft(rules, depth) for depth in range(1, golden.perft_depth + 1)]
    nodes = oracle.nodes_by_ply(rules, golden.perft_depth)
    for depth, leaves in enumerate(perft, start=1):
        expect(f"two counts of {spec}", nodes.positions[depth] + sum(nodes.ended[:depth]), leaves)
    lines = ["{", f'  "rules": {json.dumps(spec)},', f'  "perft": {json.dumps(perft)},']
    if rules.drift is not None:
        lines.append(f'  "chance": {json.dumps(nodes.chance[1:])},')
    lines.append(f'  "distinct": {json.dumps(oracle.distinct(rules, golden.distinct_depth))},')
    games = []
    for seed in golden.seeds:
        plies = [json.dumps(ply, separators=(",", ":")) for ply in random_game(rules, seed)]
        games.append('    {"plies": [\n      ' + ",\n      ".join(plies) + "\n    ]}")
    lines.append('  "games": [\n' + ",\n".join(games) + "\n  ]")
    lines.append("}")
    return "\n".join(lines) + "\n"


def file_name(spec: str) -> str:
    """The rules text as the name of a file."""
    return spec.replace(",", "_").replace("=", "-") + ".json"


def main(arguments: list[str]) -> int:
    """Write the golden files, or compare them."""
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    check_figures()
    different = 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for spec, golden in GOLDENS.items():
        path = FOLDER / file_name(spec)
        text = golden_text(spec, golden)
        if not arguments:
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"{path.name}: {len(text)} bytes")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            different += 1
            print(f"{path.name}: not what the oracle says")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
