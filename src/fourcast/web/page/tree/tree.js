// The Tree screen: how a search went. It asks the server for
//   GET /api/tree?SEARCH                          a tree in outline, with the nodes to show first
//   GET /api/tree/piece?SEARCH&path=0.2.1         what is below a node
//   GET /api/tree/file/{svg,dot,json,html}?SEARCH
//   GET /api/tree/replies?game=ID                 the replies of agents in a game, each with its search
// The address carries the search (or the game and the move), so a link reopens it.
import { get, query } from "../api.js";
import { all, counted, h, put, stamp } from "../explorer/dom.js";
import { Explorer } from "../explorer/explorer.js";
import { upper } from "../explorer/inspector.js";
import { tried } from "../notes.js";
import { goTo, rename, tellRules } from "../route.js";
import { settings } from "../settings.js";
import { icon, press } from "../dialog.js";
import { Predict } from "./predict.js";

const DEPTHS = [1, 2, 3, 4, 5, 6, 7, 8];

let parts = null, explorer = null, predict = null, analysis = null;
// What is shown, as the server is asked for it.
let search = null;
let replies = [], game = null, reply = null;
let tree = null, compares = false, asked = 0;

const acts = {
  compare: () => { compares = !compares; load(); },
  form: ({ value }) => { search.algorithm = value; load(); },
  openLine: () => explorer.openLine(),
  openAll: () => explorer.openAll(),
  closeAll: () => explorer.closeAll(),
};

export const screen = {
  show, hide,
  get keys() { return explorer?.keys ?? {}; },
};

async function show(host, { searchParams: given }) {
  const mine = ++asked, wanted = given.get("game") ?? (given.size ? null : settings.game);
  const listed = wanted ? await get("/api/tree/replies", { game: wanted }).catch(() => []) : [];
  if (mine !== asked) return;
  [game, replies] = [wanted, listed];
  const { game: _, ply, ...wish } = Object.fromEntries(given);
  reply = (ply ? replies.find((one) => one.ply === Number(ply)) : replies[0]) ?? null;
  search = { ...reply?.search, ...wish };
  if (Object.keys(search).length) {
    build(host);
    if (await load()) return;
  }
  await showNone(host, ply);
}

// Why there is no tree, and the position that may be searched instead: the one before the reply, or that of the game.
async function showNone(host, ply) {
  const mine = ++asked, empty = stamp("no-tree");
  const { rules, seats, plies = [], start, position } = await openGame(game ?? settings.game);
  if (mine !== asked) return;
  const at = ply ? ply - 1 : plies.length - Boolean(position?.outcome);
  const why = plies.length && (ply ? seats[plies[at]?.player] : seats.find((one) => one.no_tree))?.no_tree;
  if (why) put(empty.why, why);
  const moves = plies.slice(0, at).map(({ text }) => text).join(rules?.separator);
  empty.search.href = `/tree?${query({ rules: rules?.text, start, moves, depth: 3 })}`;
  if (rules) tellRules(rules);
  put(host, empty.root);
}

function hide() {
  asked += 1;
  explorer?.close();
  [parts, explorer, compares] = [null, null, false];
}

/** The game that is open, or another; nothing of it if there is none. */
export const openGame = async (id = settings.game) => id && await get(`/api/games/${id}`).catch(() => null) || {};

function build(host) {
  explorer?.close();
  parts = stamp("tree-screen", acts);
  put(host, parts.root);
  explorer = new Explorer(parts.stage, { chosen });
  predict = new Predict(explorer);
  predict.element.hidden = true;
  analysis = h("a.button", icon("board"), "Open in Analysis");
  const tabs = stamp("tree-tabs", { panel: ({ value }) => {
    const on = value === "Predict";
    press(tabs.root.children, value);
    explorer.parts.inspector.hidden = on;
    predict.element.hidden = !on;
    return on ? predict.start() : predict.end();
  } });
  explorer.parts.inspector.before(tabs.root);
  explorer.parts.aside.append(predict.element, analysis);
  // There is no room beside the rest.
  if (innerWidth < 600) parts.menu.prepend(parts.select.parentNode);
  parts.select.onchange = ({ target: { value } }) => {
    if (reply) goTo(`/tree?${query({ game, ply: value })}`);
    else load({ depth: value });
  };
}

const loader = (wish) => (path) => tried(() => get("/api/tree/piece", { ...wish, path }));

// Ask for the tree (and the one without pruning beside it) and show it; false if there is none, and nobody has wished for
// anything else meanwhile: only the last wish counts.
async function load(changes = {}) {
  const mine = ++asked;
  const wish = search = { ...search, ...changes };
  parts.stage.ariaBusy = "true";
  const isFound = await tried(async () => {
    const found = await get("/api/tree", wish), [off, last] = [found.forms[0], found.forms.at(-1)];
    const other = { ...wish, algorithm: (found.algorithm === off.algorithm ? last : off).algorithm };
    const beside = compares ? await get("/api/tree", other) : null;
    if (mine !== asked) return;
    tree = found;
    rename(`/tree?${query(reply ? { game, ply: reply.ply, algorithm: wish.algorithm } : wish)}`);
    const one = { tree: found, loadChildren: loader(wish), caption: beside && caption(found, beside) };
    const two = beside && { tree: beside, loadChildren: loader(other), caption: caption(beside, found) };
    drawTools();
    await explorer.show(!beside ? [one] : found.visited < beside.visited ? [two, one] : [one, two]);
    if (!predict.element.hidden) await predict.start();
    return true;
  });
  parts?.stage.removeAttribute("aria-busy");
  return isFound || mine !== asked;
}

// What stands above one of two trees.
function caption(mine, other) {
  const form = mine.forms.find(({ algorithm }) => algorithm === mine.algorithm)?.title ?? mine.algorithm;
  const saved = other.visited - mine.visited;
  const same = mine.move === other.move && mine.value === other.value ? "Same move, same value." : `Move ${mine.move}, value ${mine.value}.`;
  return h("div.tree-caption.soft", h("h2", form === "Off" ? "Pruning off" : `${form} pruning`),
    h("p", h("b", counted(mine.visited)), saved > 0 ? [" looked at, ", h("b", `${counted(saved)} fewer`), `. ${same}`] : " positions looked at"));
}

function drawTools() {
  const { visited, leftOut, depth, plies, parents, forms, algorithm } = tree;
  const cut = `${counted(leftOut)} cut${leftOut === 1 ? "" : "s"}`;
  put(parts.select, reply ? replies.map((one) => h("option", { value: one.ply, selected: one === reply }, one.title))
    : [...new Set([...DEPTHS, depth])].map((one) => h("option", { value: one, selected: one === depth }, one)));
  put(parts.what, reply ? "Reply" : "Depth");
  put(parts.forms, forms.map((form) => h("button", { "data-act": "form", value: form.algorithm }, form.title)));
  press(parts.forms.children, algorithm);
  parts.compare.ariaPressed = compares;
  parts.compare.classList.toggle("first", compares);
  put(parts.visited, counted(visited));
  put(parts.leftOut, cut);
  put(parts.drawn, plies && `${plies} of ${depth} plies drawn, cuts of these`);
  parts.share.style.width = `${100 * parents.length / (parents.length + leftOut)}%`;
  for (const link of all("[data-file]", parts.root)) {
    Object.assign(link, { href: `/api/tree/file/${link.dataset.file}?${query(search)}`, download: `fourcast-tree.${link.dataset.file}` });
  }
  const [, title, size] = tree.game?.match(/(.*?) (\d.*)/) ?? ["", ...tree.title.split(" · ")];
  tellRules({ title: upper(title), size, phone: [reply?.title ?? `Depth ${depth}`,
    h("span", `${counted(visited)} looked at, `, h("b.cut", cut))] });
}

// A link to the selected position. Where discs drift a line of moves does not tell it.
function chosen(model) {
  const { rules = "classic", start, moves } = search, { line } = model;
  analysis.hidden = !line.every((text) => /^(p?\d+|=)$/.test(text));
  analysis.href = `/analysis?${query({ rules, start, moves: [moves, ...line].filter(Boolean).join(",") })}`;
}
