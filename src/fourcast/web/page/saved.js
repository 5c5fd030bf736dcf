// Saved games and high scores.
import { call, get, post } from "./api.js";
import { find, h, put } from "./explorer/dom.js";
import { miniBoard } from "./mini.js";
import { note, tried } from "./notes.js";
import { goTo } from "./route.js";
import { dialog, icon } from "./dialog.js";
import { day } from "./words.js";

export async function showSaved() {
  const { root, games, scores, file } = dialog("saved-dialog");
  const openGame = (id) => {
    root.close();
    find("#screen").focus({ preventScroll: true });
    goTo(`/game/${id}`);
  };
  file.onchange = () => tried(async () => openGame((await post("/api/games/file", await readJson(file.files[0]))).id));
  await tried(async () => {
    const list = await get("/api/games"), lists = await get("/api/scores");
    put(games, list.length ? list.map((game) => gameItem(game, openGame)) : h("li.empty", "No saved games yet. They save themselves."));
    put(scores, lists.length ? lists.map(scoreTable) : h("p.empty", "No wins yet. The best of every name will stand here."));
  });
}

/** What a file holds; the server says what is wrong with one that holds no game. */
const readJson = async (file) => {
  try { return JSON.parse(await file.text()); } catch { return {}; }
};

function gameItem({ id, title, state, changed, over, rows }, openGame) {
  const line = h("li", miniBoard(rows),
    h("div", h("b", title), h("span.quiet", state), h("span.quiet.only-phone", `, ${day(changed)}`)),
    h("div.row", h("span.quiet.not-phone", day(changed)), h("button.button.link", { onclick: () => openGame(id) }, over ? "Open" : "Resume"),
      h("a.button.bare.round.small", { href: `/api/games/${id}/file`, download: true, "aria-label": `Download ${title}` }, icon("share")),
      h("button.button.bare.round.small", { "aria-label": `Delete ${title}`, onclick: () => remove(id, title, line) }, icon("bin"))));
  return line;
}

function remove(id, title, line) {
  return tried(async () => {
    await call("DELETE", `/api/games/${id}`);
    line.hidden = true;
    note(`“${title}” is deleted.`, { action: "Undo", act: () => tried(async () => {
      await post(`/api/games/${id}/restore`);
      line.hidden = false;
    }) });
  });
}

const scoreTable = ({ title, scores }) => h("table", h("caption", `High scores, ${title}`),
  h("thead", h("tr", ["name", "best", "against", "discs"].map((word) => h("th", { scope: "col" }, word)))),
  h("tbody", scores.map(({ name, score, against, discs }) => h("tr", h("td", name), h("td", h("b", score)), h("td", against), h("td", discs)))));
