// The dialog with saved games and high scores.
import { h, put } from "lib/dom.js";
import { icon } from "lib/icon.js";
import { call, get, post } from "../app/api.js";
import { openDialog } from "../app/dialog.js";
import { formatDay } from "../app/format.js";
import { openGame } from "../app/games.js";
import { reportProblems, showNotice } from "../app/notices.js";
import { linkTo, navigate } from "../app/router.js";
import { boardThumbnail } from "../board/thumbnail.js";

// Of a request, as the server answers it.
const PAGE_SIZE = 100;

export async function openSavedGames() {
  const { root, games, scores, file, filter, more } = openDialog("saved-dialog", { more: () => showMore() });
  const open = (id) => {
    root.close();
    openGame(id);
  };
  const review = (id) => {
    root.close();
    navigate(`/games/${id}/review`);
  };
  file.onchange = () =>
    reportProblems(async () => {
      const game = await post("/api/games/file", await readJson(file.files[0]));
      open(game.id);
    });
  const applyFilter = () => {
    const words = filter.value.trim().toLowerCase();
    for (const item of games.children) {
      item.classList.toggle("filtered", !item.textContent.toLowerCase().includes(words));
    }
  };
  // A filter is for all games: those of further pages are loaded for it.
  filter.oninput = async () => {
    applyFilter();
    while (filter.value && !more.hidden && (await showMore()));
  };
  let count = 0;
  // The next page of games.
  const showMore = () =>
    reportProblems(async () => {
      const list = await get("/api/games", { skip: count });
      count += list.length;
      more.hidden = list.length < PAGE_SIZE;
      // The next page begins after the games that are still there.
      const onRemove = (change) => {
        count += change;
      };
      games.append(...list.map((game) => gameItem(game, { open, review, onRemove })));
      applyFilter();
      return true;
    });
  await reportProblems(async () => {
    await showMore();
    const tables = await get("/api/scores");
    const noGames = h("li.empty", "No saved games yet. Games are saved automatically.");
    const noScores = h("p.empty", "No wins yet. Each player's best win will be listed here.");
    filter.parentElement.hidden = !count;
    if (!count) put(games, noGames);
    put(scores, tables.length ? [tables.map(scoreTable), h("p.quiet", tables[0].order)] : noScores);
  });
}

// The content of a file; the server says what is wrong with one that holds no game.
async function readJson(file) {
  try {
    return JSON.parse(await file.text());
  } catch {
    return {};
  }
}

function gameItem({ id, title, state, changed, over, rows }, { open, review, onRemove }) {
  const day = formatDay(changed);
  const download = { href: linkTo(`/api/games/${id}/file`), download: true, "aria-label": `Download ${title}` };
  const item = h(
    "li",
    boardThumbnail(rows),
    h("div", h("b", title), h("span.quiet", state), h("span.quiet.only-phone", `, ${day}`)),
    h(
      "div.row",
      h("span.quiet.not-phone", day),
      h("button.button.link", { onclick: () => open(id) }, over ? "Open" : "Resume"),
      over && h("button.button.link", { "aria-label": `Review ${title}`, onclick: () => review(id) }, "Review"),
      h("a.button.bare.round.small", download, icon("open")),
      h(
        "button.button.bare.round.small",
        { "aria-label": `Delete ${title}`, onclick: () => remove(id, title, item, onRemove) },
        icon("bin"),
      ),
    ),
  );
  return item;
}

function remove(id, title, item, onRemove) {
  return reportProblems(async () => {
    // In a game of two people: a new invitation to the seat that was given up.
    const seat = await call("DELETE", `/api/games/${id}`);
    item.hidden = true;
    onRemove(-1);
    const restore = () =>
      reportProblems(async () => {
        await (seat ? post(`/api/games/${id}/join`, { key: seat.key }) : post(`/api/games/${id}/restore`));
        item.hidden = false;
        onRemove(1);
      });
    const sentence = seat ? `You left “${title}”. The other player still has it.` : `“${title}” was deleted.`;
    showNotice(sentence, { action: "Undo", onAction: restore });
  });
}

function scoreTable({ title, scores }) {
  const columns = ["name", "against", "result"];
  const row = ({ name, against, result }) => h("tr", h("td", name), h("td", against), h("td", h("b", result)));
  return h(
    "table",
    h("caption", `High scores, ${title}`),
    h(
      "thead",
      h(
        "tr",
        columns.map((column) => h("th", { scope: "col" }, column)),
      ),
    ),
    h("tbody", scores.map(row)),
  );
}
