// The Tree screen: how a search went. It asks the server for
//   GET /api/tree?SEARCH                          a tree in outline, with the nodes to show first
//   GET /api/tree/piece?SEARCH&path=0.2.1         what is below a node
//   GET /api/tree/file/{svg,dot,json,html}?SEARCH
//   GET /api/tree/replies?game=ID                 the replies of agents in a game, each with its search
// The address carries the search (or the game and the move), so a link reopens it.
import { Explorer } from "../explorer/explorer.js";
import { get } from "../api.js";
import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { tried } from "../notes.js";
import { goTo, rename } from "../route.js";
import { settings } from "../settings.js";
import { Predict } from "./predict.js";

const FIELDS = ["rules", "start", "moves", "agent", "algorithm", "depth", "evaluation", "order", "table", "deepens"];
const FILES = [["svg", "Picture (SVG)"], ["dot", "Graphviz (DOT)"], ["json", "Data (JSON)"], ["html", "Page (HTML)"]];
const DEPTHS = [1, 2, 3, 4, 5, 6, 7, 8];

let parts = null, explorer = null, predict = null;
let search = null; // what is shown, as the server is asked for it
let replies = [], game = null, reply = null;
let tree = null, compares = false, asked = 0;

export const screen = {
  show, hide,
  keys: {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1), PageUp: () => step(-1), PageDown: () => step(1),
    Home: () => explorer?.goTo(0), End: () => explorer?.goTo(Infinity),
    " ": () => explorer?.timeline.playOrPause(), 0: () => explorer?.fit(),
    "+": () => explorer?.active.view.zoomBy(1.25), "-": () => explorer?.active.view.zoomBy(0.8),
    Escape: () => explorer?.timeline.play(false),
  },
};

const step = (by) => explorer?.goTo(explorer.active.model.step + by);
const query = (wish) => new URLSearchParams(FIELDS.filter((field) => wish[field] || wish[field] === 0).map((field) => [field, wish[field]]));
const themes = new MutationObserver(() => explorer?.timeline.paint());

async function show(host, url) {
  const given = url.searchParams;
  game = given.get("game") ?? (given.size ? null : settings.game);
  replies = game ? await get(`/api/tree/replies?game=${encodeURIComponent(game)}`).catch(() => []) : [];
  reply = replies.find((one) => one.ply === Number(given.get("ply"))) ?? replies[0] ?? null;
  search = reply ? { ...reply.search } : Object.fromEntries(FIELDS.filter((field) => given.has(field)).map((field) => [field, given.get(field)]));
  if (reply && given.get("algorithm")) search.algorithm = given.get("algorithm");
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  if (reply || Object.keys(search).length) {
    build(host);
    await load();
  } else put(host, empty(await openGame()));
}

function hide() {
  explorer?.close();
  themes.disconnect();
  [parts, explorer, predict, tree, compares] = [null, null, null, null, false];
}

/** The position of the game that is open, if there is one. */
export async function openGame() {
  const found = settings.game && await get(`/api/games/${settings.game}`).catch(() => null);
  return found ? { rules: found.rules.text, start: found.start, moves: found.moves } : {};
}

function empty(place) {
  const now = (depth) => h("button", { class: "button first", type: "button", onclick: () => goTo(`/tree?${query({ ...place, depth })}`) }, `Search to depth ${depth}`);
  return h("div", { class: "empty" }, h("h1", {}, "No tree yet"),
    h("p", {}, "Play a move against an agent, or search this position now."), h("p", {}, now(3)));
}

function build(host) {
  explorer?.close();
  parts = { tools: h("div", { class: "tree-tools" }), stage: h("div", { class: "tree-stage" }) };
  put(host, h("div", { class: "tree-screen" }, h("h1", { class: "unseen" }, "The tree of a search"), parts.tools, parts.stage));
  explorer = new Explorer(parts.stage, { chosen });
  predict = new Predict(explorer);
  parts.analysis = h("a", { class: "button" }, icon("board"), "Open in Analysis");
  const tab = (name, on) => h("button", { type: "button", "aria-pressed": String(name === "Explain"), onclick: on }, name);
  parts.tabs = [tab("Explain", () => predicting(false)), tab("Predict", () => predicting(true))];
  explorer.aside.prepend(h("div", { class: "choice", role: "group", "aria-label": "This panel" }, parts.tabs));
  explorer.aside.append(predict.element, parts.analysis);
  predict.element.hidden = true;
}

async function predicting(on) {
  parts.tabs.forEach((tab, place) => tab.setAttribute("aria-pressed", String(on === (place === 1))));
  explorer.inspector.element.hidden = on;
  predict.element.hidden = !on;
  await (on ? predict.start() : predict.end());
}

const loader = (wish) => (path) => tried(() => get(`/api/tree/piece?${query(wish)}&path=${path}`));

// Ask for the tree (and the one without pruning beside it) and show it. Only the last wish counts.
async function load() {
  const mine = ++asked;
  const wish = { ...search };
  parts.stage.setAttribute("aria-busy", "true");
  await tried(async () => {
    const found = await get(`/api/tree?${query(wish)}`);
    const other = { ...wish, algorithm: found.algorithm === found.forms[0].algorithm ? found.forms.at(-1).algorithm : found.forms[0].algorithm };
    const beside = compares ? await get(`/api/tree?${query(other)}`) : null;
    if (mine !== asked || !parts) return;
    tree = found;
    rename(reply ? `/tree?game=${game}&ply=${reply.ply}${wish.algorithm ? `&algorithm=${wish.algorithm}` : ""}` : `/tree?${query(wish)}`);
    const one = { tree: found, loadChildren: loader(wish), caption: beside && caption(found, beside) };
    const two = beside && { tree: beside, loadChildren: loader(other), caption: caption(beside, found) };
    drawTools();
    await explorer.show(!beside ? [one] : found.visited < beside.visited ? [two, one] : [one, two]);
    if (!predict.element.hidden) await predict.start();
  });
  parts?.stage.removeAttribute("aria-busy");
}

// What stands above one of two trees.
function caption(mine, other) {
  const form = mine.forms.find(({ algorithm }) => algorithm === mine.algorithm)?.title ?? mine.algorithm;
  const saved = other.visited - mine.visited;
  const same = mine.move === other.move ? "Same move" : `Move ${mine.move} instead of ${other.move}`;
  const value = mine.value === other.value ? "same value" : `value ${mine.value} instead of ${other.value}`;
  return h("div", { class: "tree-caption" }, h("h2", {}, form === "Off" ? "Pruning off" : `${form} pruning`),
    h("p", {}, h("b", {}, mine.visited.toLocaleString("en")), saved > 0
      ? [" looked at, ", h("b", { class: "cut" }, `${saved.toLocaleString("en")} cut`), `. ${same}, ${value}.`] : " positions looked at"));
}

function drawTools() {
  const chooseForm = ({ algorithm, title }) => h("button", {
    type: "button", "aria-pressed": String(algorithm === tree.algorithm), onclick: () => { search.algorithm = algorithm; load(); },
  }, title);
  const branches = (kind = "button") => [["Chosen line", "openLine"], ["Open all", "openAll"], ["Close all", "closeAll"]].map(([text, act]) =>
    h("button", { class: kind, type: "button", onclick: () => explorer[act]() }, text));
  const part = Math.round(100 * tree.visited / (tree.visited + tree.leftOut));
  const bar = h("span", { class: "tree-bar", "aria-hidden": "true" }, h("i"));
  bar.firstChild.style.width = `${part}%`;
  put(parts.tools,
    replies.length ? h("label", {}, h("span", {}, "Reply"), h("select", { class: "input", "aria-label": "Reply", onchange: (event) => goTo(`/tree?game=${game}&ply=${event.target.value}`) },
      replies.map((one) => h("option", { value: one.ply, selected: one.ply === reply.ply }, one.title))))
      : h("label", {}, h("span", {}, "Depth"), h("select", { class: "input", "aria-label": "Depth", onchange: (event) => { search.depth = event.target.value; load(); } },
        [...new Set([...DEPTHS, tree.depth])].map((depth) => h("option", { value: depth, selected: depth === tree.depth }, depth)))),
    h("div", { class: "row" }, h("span", { id: "tree-pruning" }, "Pruning"),
      h("div", { class: "choice", role: "group", "aria-labelledby": "tree-pruning" }, tree.forms.map(chooseForm))),
    h("button", { class: compares ? "button first" : "button", type: "button", "aria-pressed": String(compares), onclick: () => { compares = !compares; load(); } }, icon("mirror"), "Compare"),
    h("div", { class: "row tree-branches", role: "group", "aria-label": "Branches" }, branches()),
    h("p", { class: "tree-counts" }, h("b", {}, tree.visited.toLocaleString("en")), " looked at", bar, h("b", { class: "cut" }, tree.leftOut.toLocaleString("en")), " cut"),
    h("details", { class: "tree-save" }, h("summary", { class: "button", "aria-label": "Save the tree" }, icon("share")),
      h("div", { class: "card" }, branches("button bare in-menu"), FILES.map(([kind, title]) => h("a", { class: "button bare", href: `/api/tree/file/${kind}?${query(search)}`, download: `fourcast-tree.${kind}` }, title)))));
}

// A link to the selected position. Where discs drift a line of moves does not tell it.
function chosen(model) {
  if (!parts?.analysis) return;
  const line = [model.selected, ...model.ancestors(model.selected)].reverse().slice(1).map((index) => model.nodes[index].step);
  const isLine = line.every((text) => /^(p?\d+|=)$/.test(text));
  parts.analysis.hidden = !isLine;
  const { rules = "classic", start, moves } = search;
  const place = { rules, start, moves: [moves, ...line].filter(Boolean).join(",") };
  parts.analysis.href = `/analysis?${new URLSearchParams(Object.entries(place).filter(([, value]) => value))}`;
}
