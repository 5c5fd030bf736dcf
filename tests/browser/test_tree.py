"""The Tree screen, as a person uses it."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, Route, expect
from support.chromium import Open
from support.game_page import column, game

import fourcast

SMALL = "/tree?rules=classic,width=4,height=4,connect=3&moves=33&depth=3&evaluation=quadruplets"
CUT = "/tree?rules=classic,width=4,height=4,connect=3&moves=3&depth=3&evaluation=quadruplets"
LARGE = "/tree?moves=44&depth=5&algorithm=minimax"


FONT_SIZES = "(texts) => texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"
"""The sizes of texts on the screen, in pixels."""


def nodes(page: Page) -> Locator:
    return page.get_by_role("treeitem")


def shown(open_page: Open, path: str, **more: object) -> Page:
    page = open_page(path, **more)
    expect(nodes(page).first).to_be_visible()
    return page


def scale(page: Page) -> int:
    return int((page.locator(".zoom output").text_content() or "").rstrip("%"))


def test_every_node_is_named_with_kind_window_and_value(open_page: Open) -> None:
    page = shown(open_page, SMALL)
    root = nodes(page).first
    expect(root).to_have_attribute(
        "aria-label", re.compile("^MAX at the root, window minus infinity to infinity, value")
    )
    expect(root).to_have_attribute("aria-level", "1")
    expect(page.locator(".inspector")).to_contain_text("Remaining depth 3 of 3")
    expect(page.locator(".tree-counts")).to_contain_text(re.compile(r"^\d+ visited\d+ cutoffs?, \d+ moves? pruned$"))


def test_a_tree_that_is_drawn_in_part_says_how_far(open_page: Open) -> None:
    page = shown(open_page, "/tree?depth=7")
    words = re.compile(r"\d visited[\d,]+ cutoffs, [\d,]+ moves pruned\d of 7 plies drawn, cutoffs counted there$")
    expect(page.locator(".tree-counts")).to_contain_text(words)
    tools = page.locator(".tree-tools").bounding_box()
    assert tools
    assert tools["height"] < 60  # all in one row


def test_branches_open_and_close(open_page: Open) -> None:
    page = shown(open_page, LARGE)
    before = nodes(page).count()
    page.get_by_role("button", name="Close all").click()
    expect(nodes(page)).to_have_count(1)
    nodes(page).first.click()
    expect(nodes(page)).to_have_count(8)
    nodes(page).nth(2).focus()
    page.keyboard.press("Enter")
    expect(nodes(page)).to_have_count(15)
    page.keyboard.press("Enter")
    expect(nodes(page)).to_have_count(8)
    page.get_by_role("button", name="Principal variation").click()
    expect(nodes(page)).to_have_count(before)


def test_a_large_tree_loads_in_pieces(open_page: Open) -> None:
    page = open_page("/tree")
    pieces: list[str] = []
    page.on("request", lambda asked: pieces.append(asked.url) if "/api/tree/piece" in asked.url else None)
    page.goto(LARGE)
    expect(nodes(page).first).to_be_visible()
    assert pieces == []
    closed = page.locator("[role=treeitem][aria-expanded=false]").first
    closed.focus()
    before = nodes(page).count()
    page.keyboard.press("ArrowDown")
    expect(nodes(page)).to_have_count(before + 7)
    assert len(pieces) == 1


def test_dragging_pans_and_the_wheel_zooms_from_boards_to_squares(open_page: Open) -> None:
    page = shown(open_page, LARGE)
    scene = page.locator(".canvas > g").first
    before = scene.get_attribute("transform")
    page.mouse.move(100, 200)
    page.mouse.down()
    page.mouse.move(200, 260, steps=4)
    page.mouse.up()
    expect(scene).not_to_have_attribute("transform", before or "")
    while scale(page) < 92:
        page.get_by_role("button", name="Zoom in").click()
    expect(page.locator(".canvas .tiny").first).to_be_attached()
    page.mouse.move(200, 300)
    for _ in range(8):
        page.mouse.wheel(0, 200)
    below_45 = re.compile(r"^([0-9]|[123][0-9]|4[0-4])%$")
    expect(page.locator(".zoom output")).to_have_text(below_45)
    expect(page.locator(".canvas .tiny")).to_have_count(0)
    page.get_by_role("button", name="Fit").click()
    expect(page.locator(".zoom output")).not_to_have_text(below_45)


def test_rows_are_named_and_cut_subtrees_are_ghosts(open_page: Open) -> None:
    page = shown(open_page, CUT)
    page.get_by_role("button", name="Open all").click()
    while scale(page) < 92:
        page.get_by_role("button", name="Zoom in").click()
    expect(page.locator(".rows text")).to_have_text(["MAX", "MIN", "MAX", "leaf"])
    ghosts = page.locator(".canvas .cut:has(.ghost)")
    expect(ghosts.first).to_contain_text(re.compile(r"pruned, \+\d|\d pruned"))
    expect(ghosts.first.locator(".tiny")).to_have_count(1)
    expect(page.locator(".canvas .cut:not(:has(.ghost))").first).to_contain_text(re.compile(r"cut\S+ [≥≤] [αβ] "))


def test_the_inspector_is_a_sheet_on_a_phone_and_the_buttons_do_not_cover_the_tree(open_page: Open) -> None:
    page = shown(open_page, SMALL, width=390, height=844, has_touch=True, is_mobile=True)
    zoom = page.locator(".zoom").bounding_box()
    assert zoom
    page.get_by_role("button", name="Fit").tap()
    assert max(box["y"] + box["height"] for node in nodes(page).all() if (box := node.bounding_box())) <= zoom["y"]
    panel, grip = page.locator(".explorer aside"), page.get_by_role("button", name="More about this node")
    before = panel.bounding_box()
    grip.tap()
    expect(grip).to_have_attribute("aria-expanded", "true")
    after = panel.bounding_box()
    assert before
    assert after
    assert after["height"] > before["height"] + 50
    expect(page.locator(".brand-game")).to_contain_text(re.compile(r"\d+ visited, \d+ pruned"))
    page.set_viewport_size({"width": 700, "height": 844})
    expect(page.get_by_label("Depth")).to_be_visible()
    page.set_viewport_size({"width": 320, "height": 844})
    expect(page.get_by_label("Depth")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_late_tree_does_not_replace_the_next_screen(open_page: Open) -> None:
    page = open_page("/")
    expect(page.locator(".headline h1")).to_be_visible()
    held: list[Route] = []
    page.route("**/api/tree/replies*", lambda route: held.append(route))
    with page.expect_request("**/api/tree/replies*") as asked:
        page.get_by_role("link", name="Tree").first.click()
    page.get_by_role("link", name="Play").first.click()
    expect(page.locator(".headline h1")).to_be_visible()
    held[0].continue_()
    asked.value.response()
    page.unroute("**/api/tree/replies*")
    # What comes to the page after the answer finds it as the answer has left it.
    page.evaluate("async (url) => { await (await fetch(url)).json(); await fetch('/api/options'); }", asked.value.url)
    expect(page.locator(".headline h1")).to_be_visible()
    assert page.get_by_role("heading", name="No tree yet").count() == 0
    assert page.get_by_role("link", name="Play").first.get_attribute("aria-current") == "page"


def test_buttons_and_keys_wait_for_the_tree(open_page: Open) -> None:
    page = open_page("/")
    expect(page.locator(".headline h1")).to_be_visible()
    held: list[Route] = []
    page.route("**/api/tree?*", lambda route: held.append(route))
    with page.expect_request("**/api/tree?*"):
        page.get_by_role("link", name="Tree").first.click()
    screen = page.locator(".tree-screen")
    for name in ("Step forward", "Open all", "Predict"):
        screen.get_by_role("button", name=name, include_hidden=True).first.click(force=True)
    for key in ("ArrowRight", "End", " ", "0", "+"):
        page.keyboard.press(key)
    held[0].continue_()
    expect(nodes(page).first).to_be_visible()
    page.get_by_role("button", name="First step").click()
    expect(page.locator(".sentence")).to_contain_text("Step 1 of")
    # The page has reported no error: `open_page` checks that.


def test_the_tree_is_one_tab_stop_in_which_arrows_move(open_page: Open) -> None:
    page = shown(open_page, SMALL)
    page.get_by_label("Save the tree").focus()
    page.keyboard.press("Tab")
    for key, name in (("Home", "MAX at the root"), ("ArrowDown", "MIN after Red 1"), ("ArrowRight", "MIN after Red 2")):
        page.keyboard.press(key)
        expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile(f"^{name}"))
    page.keyboard.press("ArrowUp")
    page.locator(".canvas").click(position={"x": 4, "y": 4})  # beside the nodes
    expect(page.locator("[role=treeitem][aria-selected=true]")).to_have_count(1)
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_label("Save the tree")).to_be_focused()


def test_the_search_is_shown_step_by_step(open_page: Open) -> None:
    page = shown(open_page, SMALL)
    sentence = page.locator(".sentence")
    page.get_by_role("button", name="First step").click()
    expect(sentence).to_contain_text("Enter MAX at the root, window (−∞, ∞).")
    sentences = []
    for _ in range(60):
        page.get_by_role("button", name="Step forward").click()
        sentences.append(sentence.text_content() or "")
    text = " ".join(sentences)
    assert re.search(r"(α rises|β falls) from \S+ to \S+: (MAX|MIN) has found", text)
    assert re.search(r"cut: .+? [≥≤] [αβ] .+?, (MAX|MIN) above already has .* Not searched: \d", text)
    page.locator("body").press("ArrowLeft")
    expect(sentence).to_contain_text("Step 56 of 57")
    page.get_by_role("button", name="Last step").click()
    expect(sentence).to_contain_text("Return from MAX at the root")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(sentence).to_contain_text(re.compile("Step [23] of "))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_open_nodes_show_value_and_window_so_far_while_stepping(open_page: Open) -> None:
    page = shown(open_page, SMALL)
    page.get_by_role("button", name="First step").click()
    sentence, root = page.locator(".sentence"), nodes(page).first
    expect(sentence).to_contain_text("Step 1 of")
    expect(root.locator(".value")).to_have_text("…")
    expect(nodes(page).nth(1).locator(".window")).to_be_empty()
    for step in range(2, 40):
        page.get_by_role("button", name="Step forward").click()
        expect(sentence).to_contain_text(f"Step {step} of")
        found = re.search(r"Return from MIN .*α rises from −∞ to (\S+): MAX has found", sentence.text_content() or "")
        if found:
            break
    else:
        raise AssertionError("α of the root never rises")
    expect(root.locator(".value")).to_have_text(f"{found[1]}…")
    expect(root.locator(".window")).to_have_text(f"{found[1]}, ∞")


def test_the_address_has_the_step_and_the_node(open_page: Open) -> None:
    page = shown(open_page, SMALL)
    page.get_by_role("button", name="First step").click()
    for _ in range(5):
        page.locator("body").press("ArrowRight")
    expect(page.locator(".sentence")).to_contain_text("Step 6 of")
    expect(page).to_have_url(re.compile("step=6$"))
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Help")
    expect(keys).to_contain_text("one step of the search back or forward")
    expect(keys).not_to_contain_text("play the best move")
    page.reload()
    expect(page.locator(".sentence")).to_contain_text("Step 6 of")


def test_the_keys_work_in_an_exported_tree_on_load(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "tree.html"
    fourcast.tree("33", rules="classic,width=4,height=4,connect=3", depth=2).save(file)
    page = browser.new_page()
    page.goto(f"{file.as_uri()}#step=3")
    sentence = page.locator(".sentence")
    expect(sentence).to_contain_text("Step 3 of")
    page.keyboard.press("ArrowRight")
    expect(sentence).to_contain_text("Step 4 of")
    page.keyboard.press("Home")
    expect(sentence).to_contain_text("Step 1 of")
    expect(page).to_have_url(re.compile("#step=1$"))
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("first or last step")
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="Predict").click()
    expect(page.locator(".predict")).to_contain_text("Which replies will not be searched?")
    page.close()


def test_a_tree_in_a_notebook_is_the_explorer_in_a_frame(browser: Browser) -> None:
    tree = fourcast.tree("33", rules="classic,width=4,height=4,connect=3", depth=2)
    page = browser.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text))
    page.set_content(f"<main>{tree._repr_html_()}</main>")
    frame = page.frame_locator("iframe[title*='alphabeta']")
    sentence = frame.locator(".sentence")
    expect(sentence).to_contain_text("Return from MAX at the root")
    frame.get_by_role("button", name="Predict").click()
    expect(frame.locator(".predict")).to_contain_text("Which replies will not be searched?")
    frame.get_by_role("button", name="Explain").click()
    sentence.press("Home")
    expect(sentence).to_contain_text("Step 1 of")
    assert faults == []
    page.close()


def test_on_a_projector_values_levels_and_the_explanation_stay_readable(open_page: Open) -> None:
    page = shown(open_page, "/tree?moves=4453&depth=3", width=853, height=480)  # 1280 × 720 at 150 %
    for node in nodes(page).all():
        expect(node.locator(".value")).to_have_text(re.compile(r"\d"))
    expect(page.locator(".node:not(.leaf) .window").filter(has_text=re.compile("∞|[0-9]"))).to_have_count(15)
    assert min(page.locator(".node text").evaluate_all(FONT_SIZES)) >= 11
    page.set_viewport_size({"width": 1920, "height": 1080})
    expect(page.locator(".canvas .tiny").first).to_be_attached()  # cards
    assert min(page.locator(".canvas text").evaluate_all(FONT_SIZES)) >= 11
    page.set_viewport_size({"width": 853, "height": 480})
    expect(page.locator(".canvas .tiny")).to_have_count(0)
    leaf = page.locator(".node.leaf").first.bounding_box()
    stage = page.locator(".canvas").bounding_box()
    assert leaf
    assert stage
    assert leaf["y"] + leaf["height"] < stage["y"] + stage["height"]
    expect(page.locator(".rows text")).to_have_text(["MAX", "MIN", "MAX", "leaf"])
    expect(page.locator(".why")).to_be_in_viewport()
    expect(page.locator(".sentence")).to_be_in_viewport()


def test_pruning_is_switched_on_and_off_on_the_same_position(open_page: Open) -> None:
    page = shown(open_page, SMALL)
    looked = page.locator(".tree-counts b").first
    deep = int(looked.text_content() or "")
    page.get_by_role("button", name="Minimax").click()
    expect(page.get_by_role("button", name="Minimax")).to_have_attribute("aria-pressed", "true")
    assert int(looked.text_content() or "") > deep
    expect(page).to_have_url(re.compile("algorithm=minimax"))


def test_every_setting_of_the_search_can_be_chosen_from_the_first_screen_on(open_page: Open) -> None:
    page = shown(open_page, "/tree")
    page.locator("summary", has_text="Settings").click()
    expect(page.get_by_label("Evaluation").locator("option").first).to_have_text(re.compile("^[A-Z][a-z ]+$"))
    for label, value in (("Algorithm", "pvs"), ("Evaluation", "neighbours"), ("Move order", "centre+killers")):
        page.get_by_label(label).select_option(value)
        expect(page.get_by_label(label)).to_have_value(value)
        expect(page).to_have_url(re.compile(value.replace("+", "%2B")))
    page.get_by_label("Transposition table").select_option("On")
    expect(page).to_have_url(re.compile("table=true"))
    page.reload()
    expect(nodes(page).first).to_be_visible()
    page.locator("summary", has_text="Settings").click()
    expect(page.get_by_label("Algorithm")).to_have_value("pvs")
    expect(page.get_by_label("Transposition table")).to_have_value("true")


def test_two_trees_are_stepped_together_and_what_one_saved_is_marked_in_the_other(open_page: Open) -> None:
    page = shown(open_page, SMALL)
    page.get_by_role("button", name="Compare").click()
    panes = page.locator(".pane")
    expect(panes).to_have_count(2)
    levels = [pane.locator("[role=treeitem][aria-level='4']").count() > 0 for pane in panes.all()]
    assert levels == [True, True]  # opened alike
    page.get_by_role("button", name="First step").click()
    sentence = page.locator(".sentence")
    for step in range(2, 22):
        page.get_by_role("button", name="Step forward").click()
        expect(sentence).to_contain_text(f"Step {step} of")
    expect(sentence).to_contain_text("Leaf after Red 2")
    for pane in panes.all():
        expect(pane.locator("[role=treeitem][aria-selected=true]")).to_have_attribute(
            "aria-label", re.compile("^leaf after Red 2")
        )
    expect(panes.first.locator(".node.saved")).to_have_count(2)
    expect(panes.last.locator(".node.saved")).to_have_count(0)


def test_two_trees_are_compared_with_one_selection(open_page: Open) -> None:
    page = shown(open_page, SMALL)
    page.get_by_role("button", name="Compare").click()
    captions = page.locator(".tree-caption")
    expect(captions).to_have_count(2)
    expect(captions.first).to_contain_text("Minimax")
    expect(captions.last).to_contain_text(re.compile(r"Alpha-beta\d+ visited, \d+ fewer\. Same move, same value\."))
    right, left = (page.locator(".pane").nth(place).get_by_role("treeitem") for place in (1, 0))
    right.first.focus()
    page.keyboard.press("ArrowDown")
    for tree in (left, right):
        chosen = tree.and_(page.locator("[aria-selected=true]"))
        expect(chosen).to_have_attribute("aria-label", re.compile("^MIN after Red 1"))
    page.get_by_label("Compare with").select_option("pvs")
    expect(captions.locator("h2")).to_have_text(["Principal variation", "Alpha-beta"])
    expect(page).to_have_url(re.compile("compare=pvs$"))
    page.reload()
    expect(captions.locator("h2")).to_have_text(["Principal variation", "Alpha-beta"])
    for name, is_visible in (("Zoom in", False), ("Zoom out", True)):
        for _ in range(12):
            page.get_by_role("button", name=name).click()
        expect(page.get_by_text(": select a node, or zoom in", exact=True)).to_be_visible(visible=is_visible)


def test_an_open_tree_has_values_and_all_of_it_fits(open_page: Open) -> None:
    page = shown(open_page, "/tree?depth=4&algorithm=minimax")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".pane")).to_have_count(2)
    page.get_by_role("button", name="Open all").click()
    expect(page.locator(".sentence")).to_contain_text("nodes are open")
    expect(page.locator(".canvas .dot")).to_have_count(0)
    page.get_by_role("button", name="Fit").click()
    inside = """(all) => all.every((canvas) => {
        const [scene, room] = [canvas.firstChild, canvas].map((one) => one.getBoundingClientRect());
        return scene.left >= room.left && scene.right <= room.right && scene.bottom <= room.bottom;
    })"""
    assert page.locator(".canvas").evaluate_all(inside)


def test_a_menu_closes_after_a_choice_on_escape_and_on_a_click_outside(open_page: Open) -> None:
    page = shown(open_page, SMALL)
    menu, file = page.get_by_label("Save the tree"), page.get_by_role("link", name="DOT")
    menu.click()
    with page.expect_download():
        file.click()
    expect(file).to_be_hidden()
    menu.click()
    expect(file).to_be_visible()
    page.keyboard.press("Escape")
    expect(file).to_be_hidden()
    expect(menu).to_be_focused()
    menu.click()
    expect(file).to_be_visible()
    page.locator(".canvas").click(position={"x": 4, "y": 4})
    expect(file).to_be_hidden()


def test_a_prediction_is_made_from_what_is_shown_and_checked(open_page: Open) -> None:
    page = shown(open_page, f"{SMALL}&algorithm=alphabeta")
    page.get_by_role("button", name="Predict").click()
    panel = page.locator(".predict")
    replies, verdict = panel.locator(".predict-moves label"), panel.get_by_role("status")
    for number in range(1, 10):
        expect(panel).to_contain_text(f"Question {number} of")
        expect(panel).to_contain_text("Which replies will not be searched?")
        expect(page.locator(".node.selected .value").first).to_have_text("?")
        expect(page.locator(".future .window:not(:empty), .canvas .future.cut:visible")).to_have_count(0)
        text = panel.inner_text()
        if re.search(r"MAX searches .* β (−?\d+)\.", text):
            break
        panel.get_by_role("button", name="Next", exact=True).click()
    beta = int((re.search(r"β (−?\d+)\.", text) or [""])[1].replace("−", "-"))
    panel.get_by_role("button", name="Hint").click()
    expect(verdict).to_contain_text("MAX stops as soon as it is β")
    best, guess = -(10**9), ""
    for row in range(replies.count()):  # the rule of alpha-beta, applied to what the rows show
        if best >= beta:
            replies.nth(row).click()
            continue
        value = (replies.nth(row).locator("span").last.text_content() or "").replace("−", "-")
        worth = 10**9 if "win" in value else int(value)
        best, guess = max((best, guess), (worth, value))
    panel.get_by_role("button", name="Check").click()
    expect(verdict).to_contain_text("Enter the value too")
    panel.get_by_label("What will the value be?").fill(guess)
    panel.get_by_role("button", name="Check").click()
    expect(verdict).to_contain_text("Right.")
    expect(panel).to_contain_text("1 of 1 right")
    page.get_by_role("button", name="Explain").click()
    expect(page.locator(".inspector")).to_be_visible()


def test_the_reply_of_an_agent_is_opened_from_the_game(open_page: Open) -> None:
    page = open_page("/")
    expect(page.locator(".headline h1")).to_be_visible()
    page.keyboard.press("4")
    page.get_by_role("link", name="See how it decided").click()
    expect(nodes(page).first).to_be_visible()
    expect(page.get_by_role("combobox", name="Reply")).to_contain_text("Yellow, move 2")
    expect(page.locator(".tree-counts")).to_have_attribute("title", re.compile("include the smaller depths"))
    page.get_by_role("link", name="Open in Analysis").click()
    expect(page).to_have_url(re.compile("/analysis"))


def test_a_reply_without_a_tree_is_explained_and_its_position_searched(open_page: Open) -> None:
    page = game(open_page, {"name": "Ada"}, {"agent": "perfect"}, rules="classic,width=5,height=4", moves="33")
    found = page.url.rpartition("/")[2]
    column(page, 1).click()
    expect(page.locator(".facts")).to_be_visible()
    expect(page.get_by_role("link", name="See how it decided")).to_have_count(0)
    for path in ("/tree", f"/tree?game={found}&ply=4"):
        page.goto(path)
        expect(page.locator(".empty")).to_contain_text("Perfect solves exactly: it has no tree of this kind.")
    assert page.url.endswith(f"/tree?game={found}&ply=4")
    page.get_by_role("link", name="Search to depth 3").click()
    expect(nodes(page).first).to_be_visible()
    expect(page).to_have_url(re.compile("moves=331&depth=3$"))
