"""Bridge, an engine written from docs/protocol.md alone around a solver that somebody else wrote: one that reads moves
and prints them with the score of every column, as Pascal Pons' `c4solver -a` does.

    fourcast match perfect "program:python bridge.py ./c4solver -a" --openings openings.txt
"""

import re
import subprocess
import sys

CELLS = 42


def main() -> None:
    solver = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    assert solver.stdin
    assert solver.stdout
    moves = ""
    for line in sys.stdin:
        match line.split():
            case ["fourcast"]:
                print("id name Bridge\nid author From the protocol page\nprotocol 2\nfourcastok", flush=True)
            case ["newgame", "rules", rules] if rules != "classic":
                print("error I know only the classic game.", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["position", "rules", "classic", *rest]:
                if "start" in rest:
                    print("error I know only games from the empty board.", flush=True)
                moves = rest[1] if rest[:1] == ["moves"] else ""
            case ["go", *_]:
                solver.stdin.write(f"{moves}\n")
                answer = solver.stdout.readline()
                scores = [int(number) for number in re.findall(r"-?\d+", answer.removeprefix(moves))]
                columns = [column for column in range(7) if moves.count(str(column + 1)) < 6]
                best = max(columns, key=lambda column: scores[column])
                print(f"info score {claim(scores[best], len(moves))} pv {best + 1}")
                print(f"bestmove {best + 1}", flush=True)
            case ["quit"]:
                break
    solver.stdin.close()
    solver.wait()


def claim(score: int, discs: int) -> str:
    """The score of a position, which is one more than the discs that the winner has left, as a number of moves."""
    if score == 0:
        return "exact 0"
    side = discs if score > 0 else discs + 1
    last = 2 * (CELLS // 2 + 1 - abs(score)) - (1 if side % 2 == 0 else 0)
    return f"{'win' if score > 0 else 'loss'} {last - discs}"


if __name__ == "__main__":
    main()
