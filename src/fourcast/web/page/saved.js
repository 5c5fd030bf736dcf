// Saved games and high scores.
import { call, get, post } from "./api.js";
import { miniBoard } from "./board.js";
import { h, put } from "./dom.js";
import { icon } from "./icons.js";
import { note, tried } from "./notes.js";
import { goTo } from "./route.js";
import { sheet } from "./sheet.js";
import { day } from "./words.js";

export async function showSaved() {
  const games = h("div"), scores = h("div", { hidden: true });
  const tabs = [["Games", games], ["High scores", scores]].map(([word, panel]) => h("button", { type: "button", "aria-pressed": String(panel === games), onclick: (event) => {
    for (const [button, other] of tabs) {
      other.hidden = other !== panel;
      button.setAttribute("aria-pressed", String(button === event.currentTarget));
    }
  } }, word)).map((button, at) => [button, [games, scores][at]]);
  const close = sheet("Saved games", h("div", { class: "choice" }, tabs.map(([button]) => button)), games, scores);
  await tried(async () => {
    drawGames(games, await get("/api/games"), close);
    drawScores(scores, await get("/api/scores"));
  });
}

function drawGames(host, list, close) {
  const item = (game) => {
    const line = h("li", {}, miniBoard(game.rows),
      h("div", { class: "games-what" }, h("b", {}, game.title), h("span", { class: "quiet" }, game.state), h("span", { class: "quiet only-phone" }, `, ${day(game.changed)}`)),
      h("div", { class: "row" }, h("span", { class: "quiet not-phone" }, day(game.changed)),
        h("button", { class: "button link", type: "button", onclick: () => { close(); goTo(`/game/${game.id}`); } }, game.over ? "Open" : "Resume"),
        h("a", { class: "button bare round small", href: `/api/games/${game.id}/file`, download: true, "aria-label": `Download ${game.title}` }, icon("share")),
        h("button", { class: "button bare round small", type: "button", "aria-label": `Delete ${game.title}`, onclick: () => remove(game, line) }, icon("bin"))));
    return line;
  };
  put(host, list.length ? h("ul", { class: "games" }, list.map(item)) : h("p", { class: "empty" }, "No saved games yet. They save themselves."));
}

async function remove(game, line) {
  await tried(async () => {
    await call("DELETE", `/api/games/${game.id}`);
    line.hidden = true;
    note(`“${game.title}” is deleted.`, { action: "Undo", act: () => tried(async () => {
      await post(`/api/games/${game.id}/restore`);
      line.hidden = false;
    }) });
  });
}

function drawScores(host, lists) {
  if (!lists.length) {
    put(host, h("p", { class: "empty" }, "No wins yet. The best of every name will stand here."));
    return;
  }
  put(host, lists.map((list) => h("table", {}, h("caption", {}, `High scores, ${list.title}`),
    h("thead", {}, h("tr", {}, ["name", "best", "against", "discs"].map((word) => h("th", { scope: "col" }, word)))),
    h("tbody", {}, list.scores.map((score) => h("tr", {}, h("td", {}, score.name), h("td", { class: "strong" }, score.score), h("td", {}, score.against), h("td", {}, score.discs)))))));
}
