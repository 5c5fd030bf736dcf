"""Opening books: every score is what trying everything gives, and a damaged file is refused."""

from __future__ import annotations

import json
import os
import random
import warnings
import zlib
from contextlib import nullcontext
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from support.brute_force import every_position
from support.engines import needs_core
from support.strategies import play_out
from support.variant_positions import boards_of

from fourcast.analysis import analyse
from fourcast.datasets import plan_book
from fourcast.errors import JobError, NotationError, UsageError
from fourcast.jobs import Ledger, Progress, run_job
from fourcast.native import encode_rows
from fourcast.play import Game, PerfectAgent
from fourcast.rules import Position, Rules, drop, parse_position, position_after
from fourcast.solver import (
    Book,
    BookWarning,
    Solver,
    book_key,
    find_book,
    position_of_key,
    shared_solver,
    shipped_book_path,
    write_book,
)

SMALL = Rules.parse("classic,width=4,height=4")
PLY = 7

pytestmark = needs_core


@cache
def known() -> list[dict[Position, int]]:
    """Every unfinished position of 4×4 up to one disc more than the book has, with its score by trying everything."""
    layers = []
    for discs, layer in enumerate(every_position(4, 4)[: PLY + 2]):
        layer_scores = {}
        for own, other, score in zip(map(int, layer.own), map(int, layer.other), map(int, layer.scores), strict=True):
            position = Position.of(SMALL, (other, own), 1) if discs % 2 else Position.of(SMALL, (own, other), 0)
            if not position.outcome:
                layer_scores[position] = score
        layers.append(layer_scores)
    return layers


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of 4×4 up to ply 7."""
    folder = tmp_path_factory.mktemp("books")
    plan = plan_book(SMALL, PLY)
    with Ledger(folder / "ledger") as ledger:
        assert run_job(plan.tasks(), ledger, workers=1).complete
        write_book(folder / "4x4-4.book", SMALL, plan.ply, plan.scores(ledger))
    return folder / "4x4-4.book"


def test_every_score_of_a_book_is_what_trying_everything_gives(path: Path) -> None:
    book = Book(path)
    count = 0
    for layer in known()[: PLY + 1]:
        for position, score in layer.items():
            assert book.score(position) == book.score(position.mirror()) == score
            count += 1
    assert count > len(book) > count / 2
    assert all(book.score(position) is None for position in known()[PLY + 1])


def test_the_file_is_as_its_description_says(path: Path) -> None:
    content = path.read_bytes()
    assert content[:8] == b"FCBOOK2\n"
    start = 12 + int.from_bytes(content[8:12], "little")
    header, data = json.loads(content[12:start]), zlib.decompress(content[start:])
    assert header == {
        "rules": "classic,width=4,height=4",
        "ply": PLY,
        "count": len(data) // 9,
        "words": 1,
        "sha256": header["sha256"],
    }
    covered = content[12:start].replace(f', "sha256": "{header["sha256"]}"'.encode(), b"") + content[start:]
    assert header["sha256"] == sha256(covered).hexdigest()
    count, keys = header["count"], list[int]()
    for index in range(count):
        difference = sum(data[place * count + index] << 8 * place for place in range(8))
        keys.append((keys[-1] if keys else 0) + difference)
    assert keys == sorted(set(keys))
    expected = {}
    for layer in known()[: PLY + 1]:
        for position, score in layer.items():
            expected[min(key_by_hand(position), key_by_hand(position.mirror()))] = score
    assert dict(zip(keys, np.frombuffer(data[header["count"] * 8 :], np.int8).tolist(), strict=True)) == expected


def key_by_hand(position: Position) -> int:
    """Cell by cell: own discs, and a bit above the top disc of each column."""
    shape, key = position.rules.shape, 0
    for column in range(shape.width):
        owners = [position.owner(column, row) for row in range(position.height(column))]
        bits = [owner == position.turn for owner in owners] + [True]
        key |= sum(bit << row for row, bit in enumerate(bits)) << column * shape.stride
    return key


def test_the_key_is_as_it_is_drawn() -> None:
    rules = Rules.parse("classic,width=3,height=2")
    drawn = 0b010 | 0b011 << 3 | 0b110 << 6  # the columns from the bottom up
    position = parse_position(rules, "..x/oxo")
    assert key_by_hand(position) == drawn
    assert book_key(position) == min(drawn, key_by_hand(position.mirror()))


@pytest.mark.parametrize(
    "spec", ["classic", "classic,width=9,height=7", "classic,width=15,height=7", "classic,width=1"]
)
def test_a_position_comes_back_from_its_key_or_its_mirror_image_does(spec: str) -> None:
    rules, rng = Rules.parse(spec), random.Random(1)
    for _ in range(20):
        for position in play_out(rules.start(), rng, 40).positions:
            assert book_key(position) == book_key(position.mirror())
            assert position_of_key(rules, book_key(position)) in (position, position.mirror())


def test_boards_of_more_than_64_bits_have_keys_of_two_words(tmp_path: Path) -> None:
    """The scores are made up: to find an entry is what is tested."""
    rules, rng = Rules.parse("classic,width=10,height=7"), random.Random(2)
    positions = {position for _ in range(30) for position in play_out(rules.start(), rng, 40).positions}
    inside = [position for position in positions if position.discs <= 30]
    scores = {book_key(position): book_key(position) % 71 - 35 for position in inside}
    stored = dict(sorted(scores.items())[::2])
    write_book(tmp_path / "wide.book", rules, 30, stored)
    book = Book(tmp_path / "wide.book")
    assert len(book) == len(stored) < len(scores)
    for position in positions:
        assert book.score(position) == stored.get(book_key(position))


def test_margins_beyond_one_byte_are_stored(tmp_path: Path) -> None:
    rules = Rules.parse("extended,pops=0,width=12,height=8")
    entries = {book_key(Position(moves, rules)): score for moves, score in (("", 300), ("4", -129), ("5", 127))}
    write_book(tmp_path / "large.book", rules, 1, entries)
    book = Book(tmp_path / "large.book")
    assert [book.score(Position(moves, rules)) for moves in ("", "4", "5", "6")] == [300, -129, 127, None]


def test_a_book_without_positions_can_be_read(tmp_path: Path) -> None:
    write_book(tmp_path / "empty.book", SMALL, 0, {})
    assert Book(tmp_path / "empty.book").score(SMALL.start()) is None


def test_a_damaged_book_is_refused_with_a_sentence(path: Path, tmp_path: Path) -> None:
    content, rng, bad = path.read_bytes(), random.Random(3), tmp_path / "bad.book"
    start = 12 + int.from_bytes(content[8:12], "little")
    text_end = content.index(b"}") + 1
    places = [*range(12, text_end), *(rng.randrange(start, len(content)) for _ in range(50)), len(content) - 1]
    for place in places:
        changed = bytearray(content)
        changed[place] ^= 1 << rng.randrange(7)
        if json_or_none(bytes(changed[12:start])) == json.loads(content[12:start]):
            continue  # a letter of the same meaning, such as a digit of hexadecimal in the other case
        bad.write_bytes(changed)
        with pytest.raises(NotationError, match=r"bad.book is damaged\. Remove it, or make it again"):
            Book(bad)
    texts = (b'{"rules": "classic", "ply": Infinity}', b"[" * 60000)
    headers = (content[:8] + len(text).to_bytes(4, "little") + text for text in texts)
    other_ply = content.replace(f'"ply": {PLY}'.encode(), f'"ply": {PLY - 1}'.encode())
    for other in (content[:-1], content + b"\0", content[:40], other_ply, *headers):
        bad.write_bytes(other)
        with pytest.raises(NotationError, match="damaged"):
            Book(bad)


def json_or_none(text: bytes) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None


@pytest.mark.parametrize("content", [b"", b"FCBOOK1", b"buy milk\n" * 20])
def test_what_is_no_book_is_refused_with_a_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "notes.book").write_bytes(content)
    with pytest.raises(NotationError, match="is not an opening book"):
        Book(tmp_path / "notes.book")


def test_a_solver_with_a_book_searches_only_what_is_not_in_it(path: Path) -> None:
    with_book, without = Solver(SMALL, book=Book(path)), Solver(SMALL)
    early, late = position_after(SMALL.start(), "2314"), position_after(SMALL.start(), "2314413")
    solutions = with_book.solve_many([late, early])
    later = position_after(late, "2")
    assert [(solution.engine, solution.nodes) for solution in solutions] == [("book", 0)] * 2
    assert with_book.solve(later).engine == "native"
    for position in (early, late, later):
        whole = with_book.solve(position)
        assert (whole.low, whole.plies) == (without.solve(position).low, without.solve(position).plies)
        assert scores(with_book, position) == scores(without, position)
        best, expected = with_book.best_move(position), without.best_move(position)
        assert best
        assert expected
        assert (best.move, best.solution.score) == (expected.move, expected.solution.score)
    assert all(solution.engine == "book" for solution in with_book.solve_moves(early).values())


def test_what_the_book_says_of_a_board_is_not_searched_for(tmp_path: Path) -> None:
    """The score is made up, so that one can tell where it comes from; its mirror image has it too."""
    inside, outside = position_after(SMALL.start(), "12"), position_after(SMALL.start(), "22")
    write_book(tmp_path / "4x4-4.book", SMALL, 2, {book_key(inside): 5})
    boards, true = boards_of([outside, inside, outside, inside.mirror()]), known()[2][outside]
    solver, progress = Solver(SMALL, book=Book(tmp_path / "4x4-4.book")), list[int]()
    assert solver.solve_boards(boards, progress=progress.append).tolist() == [true, 5, true, 5]
    assert solver.solve_boards(boards, weak=True).tolist() == [np.sign(true), 1, np.sign(true), 1]
    assert progress[-1] == 4


@pytest.mark.parametrize("spec", ["classic", "classic,width=10,height=7"])
def test_an_array_of_boards_finds_what_positions_find_one_by_one(spec: str, tmp_path: Path) -> None:
    rules, rng = Rules.parse(spec), random.Random(5)
    listed = sorted({p for _ in range(30) for p in play_out(rules.start(), rng, 40).positions}, key=str)
    entries = {book_key(position): book_key(position) % 71 - 35 for position in listed if position.discs <= 12}
    write_book(tmp_path / "some.book", rules, 12, dict(sorted(entries.items())[::2]))
    book = Book(tmp_path / "some.book")
    inside, read = book.scores(encode_rows(listed))
    expected = [book.score(position) for position in listed]
    assert [score if there else None for there, score in zip(inside, read.tolist(), strict=True)] == expected
    assert any(inside)
    assert not all(inside)


def scores(solver: Solver, position: Position) -> dict[int, float]:
    return {move.column: solution.low for move, solution in solver.solve_moves(position).items()}


def test_a_book_of_other_rules_is_not_used(path: Path) -> None:
    with pytest.raises(ValueError, match="a book for other rules: classic,width=4,height=4"):
        Solver(Rules.parse("classic"), book=Book(path))


def test_a_book_is_found_in_a_folder_or_by_its_name(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for named in (path, path.parent):
        monkeypatch.setenv("FOURCAST_BOOK", str(named))
        book = find_book(SMALL)
        assert book
        assert book.path == path
        with pytest.warns(BookWarning, match="not used for classic") if named == path else nullcontext():
            assert find_book(Rules.parse("classic")) is None
    monkeypatch.delenv("FOURCAST_BOOK")
    monkeypatch.setenv("XDG_DATA_HOME", str(path.parent))
    assert find_book(SMALL) is None
    (path.parent / "fourcast").mkdir()
    (path.parent / "fourcast" / "books").symlink_to(path.parent)
    assert find_book(SMALL)


def test_the_perfect_player_says_that_the_book_answered(path: Path) -> None:
    game = Game(SMALL)
    reply = PerfectAgent(solver=Solver(SMALL, book=Book(path))).choose(game)
    assert reply.result
    assert (reply.result.engine, reply.result.counts.nodes) == ("book", 0)
    assert reply.move in (drop(1), drop(2))


@pytest.mark.parametrize("spec", ["most-lines,width=4,height=3,connect=3", "extended,pops=0,width=4,height=3"])
def test_games_of_margins_have_books_too(spec: str, tmp_path: Path) -> None:
    rules, file = Rules.parse(spec), tmp_path / "margins.book"
    plan_book(rules, 2).write(file, workers=1)
    book, reference = Book(file), Solver(rules, engine="python")
    assert all(reference.solve(position).score == score for position, score in book.entries())
    best = Solver(rules, book=book).best_move(rules.start())
    assert best
    assert (best.solution.engine, best.solution.plies) == ("book", None)


@pytest.mark.parametrize("spec", ["most-lines,width=4,height=3,connect=3", "classic,width=4,height=4"])
def test_a_repertoire_answers_every_reply_to_its_own_best_moves(spec: str, tmp_path: Path) -> None:
    rules, file = Rules.parse(spec), tmp_path / "repertoire.book"
    plan_book(rules, 2, last_ply=7).write(file, workers=1)
    book, reference = Book(file), Solver(rules, engine="python")
    assert (book.ply, book.last_ply) == (2, 7)
    assert all(reference.solve(position).score == score for position, score in book.entries())
    assert answered(rules, book, reference) > 100
    assert max(position.discs for position, _ in book.entries()) == book.last_ply
    solver = Solver(rules, book=book)
    positions = [position for position, _ in book.entries()]
    solutions = solver.solve_many(positions)
    for position, solution in zip(positions, solutions, strict=True):
        assert solution.score == reference.solve(position).score
        moves = reference.solve_moves(position)
        assert {move: found.score for move, found in solver.solve_moves(position).items()} == {
            move: known.score for move, known in moves.items()
        }
    assert {solution.engine for solution in solutions} == {"book"}


def test_a_repertoire_ends_with_the_game(tmp_path: Path) -> None:
    for spec in ("classic,width=1,height=1", "most-lines,width=2,height=2"):
        rules = Rules.parse(spec)
        plan_book(rules, 0, last_ply=100).write(tmp_path / "short.book", workers=1)
        book = Book(tmp_path / "short.book")
        assert (book.ply, book.last_ply) == (0, rules.shape.cells - 1)


def test_an_interrupted_repertoire_goes_on_where_it_stopped(tmp_path: Path) -> None:
    plan = plan_book(Rules.parse("most-lines,width=4,height=3,connect=3"), 2, last_ply=7)
    later = False

    def stop_later(progress: Progress) -> bool:
        nonlocal later  # the next part of the job, after the positions up to ply 2
        is_done = progress.done == progress.total
        later = later or is_done
        return later and not is_done

    with pytest.raises(JobError, match="the job was stopped"):
        plan.write(tmp_path / "a.book", workers=1, ledger=tmp_path / "ledger", on_progress=stop_later)
    with Ledger(tmp_path / "ledger") as ledger:
        stored = len(ledger)
    plan.write(tmp_path / "a.book", workers=1, ledger=tmp_path / "ledger")
    plan.write(tmp_path / "b.book", workers=1)
    assert stored >= len(plan.tasks())
    assert (tmp_path / "a.book").read_bytes() == (tmp_path / "b.book").read_bytes()


def answered(rules: Rules, book: Book, reference: Solver | None = None) -> int:
    """Play the moves of a repertoire, first and second, against every reply. Returns in how many positions it has a
    move; each is as good as the reference says that the position is."""
    solver, count = Solver(rules, book=book), 0
    for owner in (0, 1):
        layer = {rules.start()}
        while layer and next(iter(layer)).discs < book.last_ply:
            after = set[Position]()
            for position in layer:
                if position.turn != owner:
                    after |= {position.play(move) for move in position.legal_moves}
                    continue
                best = solver.best_move(position)
                assert best
                assert best.solution.engine == "book" or position.play(best.move).outcome
                if reference:
                    assert reference.solve_moves(position)[best.move].score == reference.solve(position).score
                after.add(position.play(best.move))
                count += 1
            layer = {position for position in after if not position.outcome}
    return count


def test_games_with_pop_outs_have_no_book() -> None:
    with pytest.raises(UsageError, match="Opening books of these rules are not supported"):
        plan_book(Rules.parse("popout"), 2)


@pytest.mark.parametrize("spec", ["extended,width=7,pops=0", "classic,goal=run-points", "most-lines,pops=0"])
def test_a_game_with_0_pop_outs_has_the_book_of_the_game_without(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOURCAST_BOOK")
    rules = Rules.parse(spec)
    book = find_book(rules)
    assert book
    assert book.rules == rules
    assert book.score(rules.start()) == 0


def test_the_shared_solver_uses_the_book_that_there_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURCAST_BOOK", str(path.parent))
    assert shared_solver(SMALL, threads=3).solve(SMALL.start()).engine == "book"
    assert shared_solver(SMALL, threads=3, use_book=False).solve(SMALL.start()).engine == "native"


# Positions of classic 7×6 with 0 to 8 discs (OEIS A212693), and those of them that have a line of four.
POSITIONS = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]
WON = [0, 0, 0, 0, 0, 0, 0, 728, 1892]


def test_the_shipped_book_has_every_unfinished_position_up_to_ply_8() -> None:
    book, counts = Book(shipped_book_path(Rules("classic"))), [0] * 9
    for position, _ in book.entries():
        counts[position.discs] += 1 if position == position.mirror() else 2
    assert counts == [every - won for every, won in zip(POSITIONS, WON, strict=True)]
    assert book.path.stat().st_size <= 1_000_000


@pytest.mark.parametrize("spec", ["most-lines", "run-points"])
def test_the_shipped_books_of_margins_are_whole_and_agree_with_themselves(spec: str) -> None:
    """The positions of a repertoire in which its owner moves are solved one by one; after its move the score is the
    best of all replies."""
    rules = Rules.parse(spec)
    book = Book(shipped_book_path(rules))
    counts = [0] * 4
    for position, score in book.entries():
        replies = [book.score(position.play(move)) for move in position.legal_moves]
        known = [-reply for reply in replies if reply is not None]
        if position.discs <= book.ply:
            counts[position.discs] += 1 if position == position.mirror() else 2
            assert position.discs == book.ply or len(known) == len(replies)
        if position.discs < book.last_ply:
            assert score == max(known) if len(known) == len(replies) else score >= max(known, default=score)
    assert counts == POSITIONS[:4]
    assert book.score(rules.start()) == 0


@pytest.mark.parametrize("spec", ["most-lines", "run-points"])
def test_the_shipped_repertoires_answer_the_first_eleven_moves(spec: str) -> None:
    rules = Rules.parse(spec)
    book = Book(shipped_book_path(rules)).for_rules(rules)
    assert book
    assert book.last_ply == 11
    assert answered(rules, book) > 3_000


def test_the_shipped_book_is_used_unless_another_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("FOURCAST_BOOK")
    classic = Rules("classic")
    book = find_book(classic)
    assert book
    assert book.path == shipped_book_path(classic)
    scores = Solver(classic, book=book).solve_moves(classic.start())
    assert [solution.score for solution in scores.values()] == [-2, -1, 0, 1, 0, -1, -2]  # Allis, Allen, Tromp
    most_lines = Rules("most-lines")
    shipped = shipped_book_path(most_lines)
    own = tmp_path / "fourcast" / "books" / shipped.name
    own.parent.mkdir(parents=True)
    positions = len(Book(shipped))
    for ply, count, used in ((3, positions, shipped), (3, positions + 1, own), (2, 1000, shipped), (4, 1, own)):
        write_book(own, most_lines, ply, dict.fromkeys(range(1, count + 1), 0), last_ply=20)
        found = find_book(most_lines)
        assert found
        assert found.path == used
    monkeypatch.setenv("FOURCAST_BOOK", os.devnull)
    assert find_book(classic) is None


def test_an_analysis_takes_from_the_book_what_it_has(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURCAST_BOOK", str(path))
    position = position_after(SMALL.start(), "231")
    *_, last = analyse(position, time=0, threads=5)
    assert last.is_exact
    expected = {move: -known()[4][position.play(move)] for move in position.legal_moves}
    assert {move: known.solution.score for move, known in last.moves.items() if known.solution} == expected


@pytest.mark.parametrize("name", ["bad.book", "missing.book", "folder", "empty"])
def test_a_book_that_cannot_be_used_is_reported_once(
    path: Path, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad.book").write_bytes(path.read_bytes()[:-1])
    (tmp_path / "folder" / "4x4-4.book").mkdir(parents=True)
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv("FOURCAST_BOOK", str(tmp_path / name))
    with pytest.warns(BookWarning, match=name):
        assert find_book(SMALL) is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert PerfectAgent(solver=shared_solver(SMALL, threads=4)).choose(Game(SMALL)).move
