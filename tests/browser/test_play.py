"""The Play screen, from the dialog for a new game to the list of saved games."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from support.chromium import Open
from support.game_page import column, game, headline, plies
from support.web_server import Server

from fourcast.store import Store


def play(page: Page, moves: str, after: int = 0) -> None:
    """Play moves by their keys, each when the one before is on the page."""
    for count, move in enumerate(moves, after + 1):
        page.keyboard.press(move)
        expect(plies(page)).to_have_count(count)


def test_a_click_drops_a_disc_and_the_agent_replies(open_page: Open) -> None:
    page = open_page()
    column(page, 4).click()
    expect(plies(page)).to_have_count(2)
    expect(headline(page)).to_have_text("Your turn")
    expect(page.locator(".facts dt")).to_have_text(["nodes", "depth", "time"])
    expect(column(page, 4)).to_have_attribute("aria-label", re.compile("Column 4, [12] disc"))


def test_a_failed_hint_leaves_no_message(open_page: Open) -> None:
    page = game(open_page)
    fault = {"title": "Busy", "status": 503, "detail": "All places are taken."}
    page.route("**/hint", lambda route: route.fulfill(status=503, json=fault))
    page.reload()
    expect(headline(page)).to_be_visible()
    page.keyboard.press("h")
    expect(page.get_by_role("alert")).to_contain_text("All places are taken.")
    expect(page.locator(".below")).to_have_text("")


def test_a_late_answer_does_not_replace_the_current_game(open_page: Open) -> None:
    page = game(open_page, moves="4")
    late = page.url
    page = game(lambda *_, **__: page, moves="123")
    wanted = page.url
    held: list[Route] = []
    page.route("**/api/games/*", lambda route: held.append(route))
    go_to = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"
    with page.expect_request("**/api/games/*") as asked:
        page.evaluate(go_to, late)
    page.evaluate(go_to, wanted)
    held[0].continue_()
    asked.value.response()
    page.unroute("**/api/games/*")
    # What comes to the page after the answer finds it as the answer has left it.
    page.evaluate("async (url) => { await (await fetch(url)).json(); await fetch('/api/options'); }", asked.value.url)
    expect(page).to_have_url(wanted)
    expect(plies(page)).to_have_text(["1", "2", "3"])


def test_a_full_column_is_marked_and_explained(open_page: Open) -> None:
    page = game(open_page, moves="444444")
    column(page, 4).hover()
    expect(page.locator("circle.full")).to_have_count(1)
    column(page, 4).click(force=True)  # it has aria-disabled, and still answers
    expect(page.locator(".below")).to_have_text("Column 4 is full. Choose another.")


def test_what_is_special_about_a_game_is_shown(open_page: Open) -> None:
    page = game(open_page, rules="drift", moves="4>34>5")
    expect(page.locator(".below")).to_have_text("Ada aimed at column 4, and the disc fell into column 3.")
    expect(page.locator("main")).to_contain_text("Ben aimed at column 4, and the disc fell into column 5")
    column(page, 4).hover()
    expect(page.locator(".odds")).to_have_text(["60%", "20%", "20%"])
    page = game(open_page, rules="most-lines", moves="1213141")
    expect(page.locator(".count")).to_have_count(1)
    expect(page.locator(".player").first).to_contain_text("1line")
    page = game(open_page, rules="extended", moves="12")
    expect(page.locator(".player").first).to_contain_text("6pops left")
    page = game(open_page, rules="tictactoe")
    page.get_by_role("button", name="Cell 5, empty").click()
    page.keyboard.press("1")
    expect(plies(page)).to_have_text(["5", "1"])


def test_undo_redo_step_and_branch(open_page: Open) -> None:
    page = game(open_page, moves="4453")
    page.keyboard.press("u")
    expect(plies(page)).to_have_count(3)
    page.keyboard.press("r")
    expect(plies(page)).to_have_count(4)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(headline(page)).to_have_text("Move 2 of 4")
    expect(page.locator(".board svg .face")).to_have_count(2)
    page.get_by_role("button", name="Branch from here").click()
    expect(plies(page)).to_have_count(2)
    page.keyboard.press("7")
    expect(plies(page)).to_have_text(["4", "4", "7"])


def test_a_hint_points_and_space_plays_the_best_move(open_page: Open) -> None:
    page = game(open_page, moves="445566")
    page.keyboard.press("h")
    expect(page.locator(".headline p")).to_have_text(re.compile(r"^Column [37] wins in 1 move\.$"))
    expect(page.locator(".hint-ring")).to_have_count(1)
    page.keyboard.press("Space")
    expect(headline(page)).to_have_text("Ada wins with a horizontal four")


def test_a_move_that_is_played_meanwhile_leaves_the_earlier_position_shown(open_page: Open) -> None:
    page = game(open_page, moves="445")
    page.keyboard.press("Home")
    expect(headline(page)).to_have_text("Move 0 of 3")
    page.evaluate(
        """async (id) => fetch(`/api/games/${id}/moves`, {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({move: "7"})
    })""",
        page.url.rpartition("/")[2],
    )
    expect(headline(page)).to_have_text("Move 0 of 4")
    page.get_by_role("button", name="Next move").click()
    expect(headline(page)).to_have_text("Move 1 of 4")
    page.keyboard.press("End")
    expect(headline(page)).to_have_text("Ada to move")


def test_a_position_that_cannot_be_loaded_leaves_the_last_one_shown(open_page: Open) -> None:
    page = game(open_page, moves="445")
    fault = {"title": "Busy", "status": 503, "detail": "Try again."}
    page.route("**/positions/*", lambda route: route.fulfill(status=503, json=fault))
    page.keyboard.press("Home")
    expect(page.get_by_role("alert")).to_contain_text("Try again.")
    page.keyboard.press("6")
    expect(plies(page)).to_have_text(["4", "4", "5", "6"])
    page.unroute("**/positions/*")
    page.keyboard.press("Home")
    expect(headline(page)).to_have_text("Move 0 of 4")


def test_the_last_move_is_visible_at_the_end_of_a_long_game(open_page: Open) -> None:
    page = game(open_page, {"name": "Ada"}, {"agent": "level1"}, moves="121212212121343434434343575767")
    page.keyboard.press("6")  # and the agent makes its four
    expect(page.locator(".end")).to_be_visible()
    last, shown = page.evaluate("""[".moves .ply[aria-current]", ".moves ol"].map((what) => {
        const { top, bottom } = document.querySelector(what).getBoundingClientRect();
        return [top, bottom];
    })""")
    assert shown[0] <= last[0] < last[1] <= shown[1]


def test_two_agents_play_pause_and_step(open_page: Open) -> None:
    page = game(open_page, {"agent": "level2"}, {"agent": "level1"})
    expect(plies(page)).not_to_have_count(0)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    expect(page.locator(".key-line").get_by_text("best move")).to_be_hidden()
    before = plies(page).count()
    page.get_by_role("button", name="Step").click()
    expect(plies(page)).to_have_count(before + 1)
    page.get_by_role("combobox", name="Speed").select_option("Instant")
    page.get_by_role("button", name="Resume").click()
    expect(page.locator(".end")).to_be_visible()


def test_a_search_is_stopped(open_page: Open) -> None:
    page = game(open_page, {"name": "Ada"}, {"agent": "alphabeta,time=25,eval=quadruplets"})
    page.keyboard.press("4")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".thinking")).to_contain_text("Stopped")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.keyboard.press("u")
    expect(plies(page)).to_have_count(0)


def test_a_new_game_is_set_up_in_the_dialog(open_page: Open) -> None:
    page = open_page()
    expect(headline(page)).to_be_visible()
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog")
    dialog.locator(".variant").nth(1).click()
    dialog.get_by_label("Name of Red").fill("Grace")
    dialog.locator(".player-form").nth(1).locator(".levels label", has_text="2").click()
    expect(dialog.locator(".player-form").nth(1)).to_contain_text("Level 2 looks 2 discs ahead")
    dialog.get_by_role("radiogroup", name="Who starts").get_by_text("Level 2").click()
    dialog.get_by_role("button", name="Start game").click()
    expect(page.locator(".bar-game")).to_contain_text("Most lines")
    expect(page.locator(".player-who b").first).to_have_text("Level 2")
    expect(page.locator(".player-who b").nth(1)).to_have_text("Grace")
    expect(plies(page)).to_have_count(1)


def test_custom_rules_against_a_custom_agent(open_page: Open) -> None:
    page = open_page()
    expect(headline(page)).to_be_visible()
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Your own", exact=True).click()
    dialog.get_by_role("spinbutton", name="Width").fill("6")
    dialog.get_by_role("spinbutton", name="Height").fill("5")
    yellow = dialog.locator(".player-form").nth(1)
    yellow.get_by_text("Advanced").click()
    yellow.get_by_label("Algorithm").select_option("minimax")
    yellow.get_by_label("Evaluation").select_option("line-counts")
    yellow.get_by_label("Depth, 1 to").fill("3")
    yellow.get_by_label("Move order").fill("4,3")
    yellow.get_by_label("Table").select_option("Old bounds")
    expect(yellow).to_contain_text("Custom")
    dialog.get_by_role("button", name="Start game").click()
    expect(page.locator(".bar-game")).to_contain_text("6 × 5, connect 4")
    expect(page.locator(".player").nth(1)).to_contain_text("Minimax, depth 3, order 4-3, old bounds")


def test_a_new_game_is_started_by_keys_with_what_was_chosen_last(open_page: Open) -> None:
    page = open_page()
    expect(page.locator(".player-who b").nth(1)).to_have_text("Level 2")
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog")
    start = dialog.get_by_role("button", name="Start game")
    expect(start).to_be_focused()
    dialog.get_by_text("Your own", exact=True).click()
    dialog.get_by_label("Rules of").select_option("Extended")
    dialog.get_by_role("spinbutton", name="Pops each").fill("9")
    yellow = dialog.locator(".player-form").nth(1)
    yellow.get_by_text("Advanced").click()
    yellow.get_by_label("Algorithm").select_option("Random")
    for name in ("Evaluation", "Limit by", "Depth, 1 to"):
        expect(yellow.get_by_label(name)).to_be_hidden()
    yellow.get_by_label("Algorithm").select_option("mcts")
    expect(yellow.get_by_label("Evaluation")).to_be_hidden()
    yellow.get_by_role("spinbutton", name="Games").fill("50")
    before = page.url
    start.click()
    expect(page).not_to_have_url(before)
    expect(page.locator(".player").nth(1)).to_contain_text("Monte-Carlo tree, 50 games")
    expect(page.locator(".player").first).to_contain_text("9pops left")
    before = page.url
    page.keyboard.press("n")
    expect(start).to_be_focused()
    expect(dialog.get_by_role("spinbutton", name="Pops each")).to_have_value("9")
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(before)
    expect(page.locator(".player").nth(1)).to_contain_text("Monte-Carlo tree, 50 games")


def test_what_the_rules_exclude_is_disabled_with_the_reason(open_page: Open) -> None:
    page = open_page()
    expect(headline(page)).to_be_visible()
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog")
    start = dialog.get_by_role("button", name="Start game")
    dialog.locator(".variant", has_text="PopOut").click()
    expect(dialog.get_by_role("radio", name="Perfect")).to_be_disabled()
    expect(dialog.get_by_role("alert")).to_be_empty()
    dialog.get_by_text("Your own", exact=True).click()
    dialog.get_by_role("spinbutton", name="Width").fill("")
    expect(dialog.get_by_role("alert")).to_contain_text("use 1 to 15")
    expect(start).to_be_disabled()
    dialog.get_by_role("spinbutton", name="Width").fill("5")
    expect(start).to_be_enabled()
    for rules, is_enabled in (("Tic-tac-toe", False), ("Classic", True)):
        dialog.get_by_label("Rules of").select_option(rules)
        expect(dialog.get_by_role("combobox", name="Drift")).to_be_enabled(enabled=is_enabled)


def test_every_variant_can_be_chosen_on_a_phone(open_page: Open) -> None:
    page = open_page(width=390, height=844)
    expect(headline(page)).to_be_visible()
    page.get_by_role("button", name="New").click()
    variants = page.get_by_role("dialog").locator(".variant")
    expect(variants.first).to_be_visible()
    assert all(variant.is_visible() for variant in variants.all())


@pytest.mark.parametrize("height", [664, 844])
def test_choices_on_a_phone_leave_the_dialog_in_its_place(open_page: Open, height: int) -> None:
    page = open_page(width=390, height=height, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="New", exact=True).tap()
    dialog = page.get_by_role("dialog")
    start = dialog.get_by_role("button", name="Start game")
    expect(start).to_be_in_viewport(ratio=1)
    place = start.bounding_box()
    for choice in (
        dialog.locator(".levels label", has_text="7").last,
        dialog.get_by_text("Your own", exact=True),
        dialog.get_by_role("radiogroup", name="Who starts").get_by_text("Random"),
    ):
        choice.tap()
        expect(choice.locator("xpath=ancestor-or-self::label")).to_have_js_property("control.checked", True)
        assert (dialog.evaluate("dialog => dialog.scrollTop"), start.bounding_box()) == (0, place)


def test_saved_games_are_listed_deleted_restored_and_resumed(open_page: Open) -> None:
    page = game(open_page, {"name": "Lovelace"}, {"name": "Babbage"}, moves="4453")
    page.keyboard.press("s")
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Name of this game").fill("The engine")
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):  # or the next page cuts it off
        page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    page.goto("/analysis")
    page.get_by_role("button", name="Saved games").click()
    entry = page.get_by_role("listitem").filter(has_text="The engine")
    expect(entry).to_contain_text("Classic 7 × 6, 4 moves, Lovelace to move")
    page.get_by_role("searchbox", name="Filter the games").fill("nothing like it")
    expect(entry).to_be_hidden()
    page.get_by_role("searchbox", name="Filter the games").fill("LOVELACE")
    expect(entry).to_be_visible()
    entry.get_by_role("button", name="Delete The engine").click()
    expect(entry).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(entry).to_be_visible()
    entry.get_by_role("button", name="Resume").click()
    expect(plies(page)).to_have_count(4)


def test_the_best_win_is_in_the_high_scores(open_page: Open) -> None:
    page = game(open_page, {"name": "Noether"}, {"name": "Ben"})
    play(page, "4455667")
    expect(page.locator(".end")).to_contain_text("Best win on this board so far for Noether.")
    page.get_by_role("button", name="Saved games").click()
    page.get_by_text("High scores", exact=True).click()
    expect(page.get_by_role("row").filter(has_text="Noether").first).to_contain_text("Benwon in 7 moves")


def test_games_of_the_same_players_are_counted(open_page: Open) -> None:
    page = game(open_page, {"name": "Ada"}, {"name": "Ben"}, moves="445566")
    page.keyboard.press("7")
    end, wins = page.locator(".end"), page.locator(".wins")
    expect(end).to_contain_text("Games won: Ada 1, Ben 0, draws 0")
    page.get_by_role("button", name="Play again").click()
    expect(plies(page)).to_have_count(0)
    play(page, "12121")
    page.reload()
    expect(wins).to_have_text(["1", "0"])
    play(page, "232", after=5)
    expect(end).to_contain_text("Games won: Ada 1, Ben 1, draws 0")
    page.keyboard.press("u")
    expect(wins).to_have_text(["1", "0"])
    page.get_by_role("button", name="New game").click()
    page.get_by_role("dialog").get_by_role("button", name="Start game").click()
    expect(plies(page)).to_have_count(0)
    expect(wins).to_have_count(0)


def test_a_tab_that_has_stepped_back_hears_of_moves_and_stays(open_page: Open) -> None:
    page = game(open_page, moves="4453")
    page.keyboard.press("Home")
    expect(headline(page)).to_have_text("Move 0 of 4")
    other = page.context.new_page()
    other.goto(page.url)
    expect(plies(other)).to_have_count(4)
    play(other, "12", after=4)
    expect(headline(page)).to_have_text("Move 0 of 6")


def test_a_game_that_another_program_has_changed_is_shown_as_it_is_now(open_page: Open, server: Server) -> None:
    page = game(open_page)
    ident = page.url.rpartition("/")[2]
    page.request.post(f"/api/games/{ident}/moves", data={"move": "4"})
    expect(plies(page)).to_have_text(["4"])  # its socket is open
    with closing(Store(server.data)) as store:
        record = store.find(ident)
        assert record
        record.game.play("5")
        store.save(record)
    column(page, 1).click()
    expect(plies(page)).to_have_text(["4", "5"])
    expect(page.locator(".below")).to_contain_text("Another program has changed this game: this move was not saved.")


def test_the_game_continues_after_the_server_was_killed(browser: Browser, data: Path) -> None:
    first = Server(data, port=8600)
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(first.address)
    page.wait_for_selector(".hit")
    column(page, 4).click()
    expect(plies(page)).to_have_count(2)
    column(page, 3).click()
    expect(plies(page)).to_have_count(4)
    first.kill()
    expect(headline(page)).to_have_text("Connection lost")
    expect(page.locator(".board.lost")).to_be_visible()
    page.keyboard.press("5")
    expect(page.locator(".below")).to_have_text("Connection lost: moves have to wait.")
    with Server(data, port=int(first.address.rpartition(":")[2])):
        expect(headline(page)).to_have_text("Your turn", timeout=15_000)
        column(page, 5).click()
        expect(plies(page)).to_have_count(6)
        context.close()


def test_a_high_board_fits_and_its_numbers_are_readable(open_page: Open) -> None:
    square = game(open_page, rules="classic,width=15,height=15")
    narrow = game(open_page, rules="classic,width=2,height=15")
    for width, height in ((1280, 800), (820, 1180)):
        for page in (square, narrow):
            page.set_viewport_size({"width": width, "height": height})
        size = square.locator(".hit").first.evaluate("(hit) => parseFloat(getComputedStyle(hit, '::after').fontSize)")
        assert size >= 12
        narrow.wait_for_function("document.querySelector('.board').getBoundingClientRect().bottom <= innerHeight")


def test_a_long_title_and_a_high_board_leave_what_can_be_pressed_in_the_window(open_page: Open) -> None:
    page = game(open_page, {"name": "Ada"}, {"agent": "level2"}, rules="extended,height=8,pops=2,drift=1:1:1")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".bar-game .word")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 390, "height": 844})
    row, bar = (f"document.querySelector({name!r}).getBoundingClientRect()" for name in (".phone-row", ".bottom"))
    page.wait_for_function(f"{row}.bottom < {bar}.top")


def test_a_game_without_pop_outs_has_no_key_for_them(open_page: Open) -> None:
    page = game(open_page, rules="extended,pops=0")
    expect(page.locator(".key-line")).to_contain_text("8 drop")
    expect(page.locator(".key-line").get_by_text("pop")).to_be_hidden()
    expect(page.locator(".hit")).to_have_count(8)


@pytest.mark.parametrize("width", [390, 820])
def test_board_and_controls_do_not_move_when_an_agent_thinks_and_replies(open_page: Open, width: int) -> None:
    page = game(open_page, {"name": "Ada"}, {"agent": "alphabeta,time=25,eval=quadruplets"}, width=width, height=1180)
    where = """[".board", ".right [data-action=hint]"].map((what) =>
        [...document.querySelectorAll(what)].find((one) => one.checkVisibility()).getBoundingClientRect().y)"""
    before = page.evaluate(where)
    page.keyboard.press("4")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    assert page.evaluate(where) == before
    page = game(open_page, {"name": "Ada"}, {"agent": "level2"}, width=width, height=1180)
    page.keyboard.press("4")
    brief = page.locator(".player").last.locator(".brief:visible")
    expect(brief).to_have_text(re.compile(r"^[\d,]+ nodes, depth 2, \d"))
    assert page.evaluate(where) == before


def test_the_clock_runs_and_the_sides_differ_in_shape(open_page: Open) -> None:
    page = game(open_page, moves="4455")
    expect(page.locator(".player .clock").first).to_have_text(re.compile("0:0[1-9]"))
    expect(page.locator(".player.turn")).to_contain_text("To move")
    expect(page.locator(".board .p1 .core")).to_have_count(0)
    expect(page.locator(".board .p2 .core")).to_have_count(2)


def test_sound_is_off_by_default(open_page: Open) -> None:
    page = game(open_page)
    page.evaluate("""() => {
        window.heard = 0;
        window.OscillatorNode = class extends OscillatorNode { start() { window.heard += 1; super.start(); } };
    }""")
    page.keyboard.press("4")
    expect(plies(page)).to_have_count(1)
    assert page.evaluate("heard") == 0
    page.keyboard.press("?")
    expect(page.get_by_label("Sounds: a disc lands, a game ends")).not_to_be_checked()
    page.get_by_label("Sounds: a disc lands, a game ends").check()
    page.keyboard.press("Escape")
    page.keyboard.press("4")
    expect(plies(page)).to_have_count(2)
    assert page.evaluate("heard") == 1


def test_a_game_is_downloaded_and_opened_from_its_file(open_page: Open, tmp_path: Path) -> None:
    page = game(open_page, {"name": "Curie"}, {"name": "Meitner"}, rules="popout", moves="1122p1")
    page.get_by_role("button", name="Saved games").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download Curie vs Meitner").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    before = page.url
    with page.expect_navigation(url=lambda url: "/game/" in url and url != before):
        page.get_by_label("Open a file").set_input_files(file)
    expect(plies(page)).to_have_text(["1", "1", "2", "2", "p1"])
    expect(page.locator(".player-who b")).to_have_text(["Curie", "Meitner"])


def test_the_filter_of_saved_games_finds_games_that_were_not_listed_yet(open_page: Open) -> None:
    page = game(open_page, {"name": "Curie"}, {"name": "Meitner"}, moves="4")
    listed = page.evaluate("fetch('/api/games').then((response) => response.json())")
    pages = {"0": [listed[0] | {"id": str(number), "title": "Ada vs Ben"} for number in range(100)], "100": listed[:1]}
    page.route("**/api/games?skip=*", lambda route: route.fulfill(json=pages[route.request.url.partition("=")[2]]))
    page.get_by_role("button", name="Saved games").click()
    expect(page.locator(".games li")).to_have_count(100)
    page.get_by_role("searchbox").fill("curie")
    expect(page.locator(".games li:visible")).to_have_text([re.compile("Curie vs Meitner")])


def test_the_theme_is_remembered(open_page: Open) -> None:
    page = game(open_page, color_scheme="light")
    page.get_by_role("button", name="Dark colours").click()
    page.reload()
    expect(page.get_by_role("button", name="Light colours")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(16, 19, 26)"


@pytest.mark.parametrize("width", [390, 820, 1280])
def test_rules_and_manual_can_be_read_in_every_layout(open_page: Open, width: int) -> None:
    page = open_page("/analysis?rules=most-lines", width=width)
    expect(page.get_by_role("button", name="Column 4,")).to_be_enabled()
    if width < 600:
        page.get_by_role("button", name="Help").click()
        expect(page.get_by_role("link", name="Manual")).to_have_attribute("href", "/manual/")
        expect(page.get_by_role("dialog")).to_contain_text("drop in a column")
        page.get_by_role("button", name="Rules of the game").click()
    else:
        expect(page.get_by_role("link", name="Manual")).to_be_visible()
        page.locator(".bar-game").click()
    sheet = page.get_by_role("dialog", name="Most lines 7 × 6, connect 4")
    expect(sheet.get_by_role("listitem")).to_have_count(4)
    expect(sheet).to_contain_text("Five in a row contain two lines")
    sheet.get_by_label("Rules of").select_option("Drift")
    expect(page.get_by_role("dialog", name="Drift")).to_contain_text("3 times in 4")
    page.get_by_role("button", name="Play it").click()
    expect(page).to_have_url(re.compile("/game/"))
    expect(page.locator(".brand-game" if width < 600 else ".bar-game")).to_contain_text("Drift")


def test_extended_draws_its_runs_and_the_points_of_a_move(open_page: Open) -> None:
    page = open_page("/analysis?rules=extended&moves=112233")
    expect(page.locator(".board line.count")).to_have_count(2)
    page.get_by_role("button", name="Column 4,").click()
    expect(page.locator(".board .gain")).to_have_text("+15")


def test_the_last_reply_is_shown_even_if_nothing_was_searched(open_page: Open) -> None:
    page = game(open_page, {"name": "Ada"}, {"agent": "perfect"}, rules="tictactoe", moves="15")
    for key, count, depth in (("2", 4, "6"), ("4", 6, "1")):  # the second reply completes 3, 5, 7
        page.keyboard.press(key)
        expect(plies(page)).to_have_count(count)
        expect(page.locator(".facts dd").nth(1)).to_have_text(depth)


def test_an_agent_moves_now_and_another_one_takes_its_place(open_page: Open) -> None:
    page = game(open_page, {"name": "Ada"}, {"agent": "perfect"}, rules="classic,width=9,height=7")
    column(page, 4).click()
    expect(page.get_by_role("progressbar", name="Time for solving")).to_be_visible()
    page.get_by_role("button", name="Move now").click()
    expect(plies(page)).to_have_count(2)
    page.get_by_role("button", name="Change opponent").click()
    expect(page.get_by_role("dialog")).to_contain_text("Perfect plays perfectly from about move")
    page.get_by_label("Opponent for the rest of the game").select_option("Level 1")
    expect(page.get_by_role("dialog")).to_contain_text("Level 1 looks 1 disc ahead.")
    page.get_by_role("button", name="Change", exact=True).click()
    expect(page.locator(".player").nth(1)).to_contain_text("Level 1")
    column(page, 1).click()
    expect(plies(page)).to_have_count(4)
