"""Rollouts, an engine written from docs/protocol.md alone, of version 1: it plays random games after every move and
takes the one that wins most. Any board where the first line wins and nothing is popped."""

import random
import re
import sys
import time

Board = list[list[str]]
"""Columns from the left, discs from the bottom."""


class Rollouts:
    def __init__(self) -> None:
        self.width, self.height, self.connect = 7, 6, 4
        self.board: Board = []
        self.turn = "x"

    def set_rules(self, text: str) -> bool:
        name, *settings = text.split(",")
        sizes = {"width": 7, "height": 6, "connect": 4}
        for setting in settings:
            key, _, value = setting.partition("=")
            if key not in sizes or not value.isdigit():
                return False
            sizes[key] = int(value)
        self.width, self.height, self.connect = sizes.values()
        return name == "classic"

    def set_position(self, line: str) -> None:
        start = re.search(r" start (\S+) turn=([xo])", line)
        rows = start[1].split("/")[::-1] if start else []
        self.board = [[row[column] for row in rows if row[column] in "xo"] for column in range(self.width)]
        self.turn = start[2] if start else "x"
        moves = re.search(r" moves (\S+)", line)
        for move in (moves[1].split(",") if "," in moves[1] or self.width > 9 else moves[1]) if moves else "":
            self.board[int(move) - 1].append(self.turn)
            self.turn = other(self.turn)

    def choose(self, seconds: float) -> tuple[int, int]:
        """The best column, and the number of games that were played for it."""
        columns = [column for column in range(self.width) if len(self.board[column]) < self.height]
        wins, games = dict.fromkeys(columns, 0.0), 0
        end = time.monotonic() + seconds
        while not games or time.monotonic() < end:
            for column in columns:
                wins[column] += self.rollout(column)
            games += len(columns)
        return max(columns, key=lambda column: wins[column]), games

    def rollout(self, column: int) -> float:
        """Points in a random game after this move."""
        board, side = [list(discs) for discs in self.board], self.turn
        while True:
            board[column].append(side)
            if self.is_line(board, column, side):
                return 1.0 if side == self.turn else 0.0
            open_columns = [number for number, discs in enumerate(board) if len(discs) < self.height]
            if not open_columns:
                return 0.5
            column, side = random.choice(open_columns), other(side)

    def is_line(self, board: Board, column: int, side: str) -> bool:
        row = len(board[column]) - 1
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                x, y = column + sign * right, row + sign * up
                while 0 <= x < self.width and 0 <= y < len(board[x]) and board[x][y] == side:
                    count, x, y = count + 1, x + sign * right, y + sign * up
            if count >= self.connect:
                return True
        return False


def other(side: str) -> str:
    return "o" if side == "x" else "x"


def main() -> None:
    engine = Rollouts()
    for line in sys.stdin:
        words = line.split()
        match words:
            case ["fourcast"]:
                print("id name Rollouts\nid author From the protocol page")
                print("option name seed type spin default 0 min 0 max 1000\nfourcastok", flush=True)
            case ["setoption", "name", "seed", "value", seed]:
                random.seed(int(seed))
            case ["newgame", "rules", rules]:
                if not engine.set_rules(rules):
                    print("error I play only games that the first line wins.", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["position", "rules", rules, *_]:
                engine.set_rules(rules)
                engine.set_position(line)
            case ["go", *limits]:
                seconds = float(limits[limits.index("movetime") + 1]) / 1000 if "movetime" in limits else 0.2
                column, games = engine.choose(0.8 * seconds)
                print(f"info nodes {games}\nbestmove {column + 1}", flush=True)
            case ["quit"]:
                break


if __name__ == "__main__":
    main()
