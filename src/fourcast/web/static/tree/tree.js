// The Tree screen: how a search went. The address holds the search, or the game and the move. Requests:
//   GET /api/tree?SEARCH                           the structure of a tree and the nodes to show first
//   GET /api/tree/piece?SEARCH&path=0.2.1          the children of a node
//   GET /api/tree/file/{svg,dot,json,html}?SEARCH
//   GET /api/tree/replies?game=ID                  the replies of agents in a game, each with its search
import { Explorer } from "explorer/explorer.js";
import { keyEntries } from "explorer/keys.js";
import { addPredict } from "explorer/predict.js";
import { capitalise, findAll, formatNumber, h, instantiate, put, setPressed } from "lib/dom.js";
import { icon } from "lib/icon.js";
import { latest } from "lib/latest.js";
import { get, query } from "../app/api.js";
import { showGameInBar } from "../app/bar.js";
import { settingTitle } from "../app/format.js";
import { findGame } from "../app/games.js";
import { reportProblems } from "../app/notices.js";
import { linkTo, navigate, replaceAddress } from "../app/router.js";
import { settings } from "../app/settings.js";

const DEPTHS = [1, 2, 3, 4, 5, 6, 7, 8];
const phone = matchMedia("(max-width: 599px)");
const ADDRESS_DELAY = 150;

class TreeScreen {
  constructor() {
    // The elements of the screen while it is shown.
    this.parts = null;
    this.explorer = null;
    this.predict = null;
    // The search that is shown, as the server is asked for it, and its tree.
    this.search = null;
    this.tree = null;
    // The game whose replies can be chosen, and the one that is shown.
    this.game = null;
    this.replies = [];
    this.reply = null;
    this.isComparing = false;
    // The algorithm to compare with; null for minimax, or for alpha-beta beside minimax.
    this.partner = null;
    this.requests = latest();
    this.actions = {
      compare: () => {
        this.isComparing = !this.isComparing;
        this.load();
      },
      pruning: ({ value }) => this.load({ algorithm: value }),
      openLine: () => this.explorer.openLine(),
      openAll: () => this.explorer.openAll(),
      closeAll: () => this.explorer.closeAll(),
    };
  }

  // The contract of a screen

  get keys() {
    return this.explorer?.keys ?? {};
  }

  get keyEntries() {
    return keyEntries();
  }

  async show(host, { searchParams }) {
    const isLatest = this.requests.start();
    const game = searchParams.get("game") ?? (searchParams.size ? null : settings.game);
    const replies = game ? await get("/api/tree/replies", { game }).catch(() => []) : [];
    if (!isLatest()) return;
    const { game: _game, ply, step, node, compare, ...search } = Object.fromEntries(searchParams);
    this.place = { step, node };
    this.isComparing = compare !== undefined;
    this.partner = compare || null;
    this.game = game;
    this.replies = replies;
    this.reply = (ply ? replies.find((reply) => reply.ply === Number(ply)) : replies[0]) ?? null;
    this.search = { ...this.reply?.search, ...search };
    if (Object.keys(this.search).length) {
      this.build(host);
      if (await this.load()) return;
    }
    await this.showPosition(host, ply);
  }

  hide() {
    clearTimeout(this.addressTimer);
    this.requests.cancel();
    this.explorer?.disconnect();
    this.explorer = null;
    this.parts = null;
    this.isComparing = false;
  }

  // The position to search where there is no reply to show: the one before the reply, or that of the game. If the reply
  // has no tree, or a search has failed, the reason comes first.
  async showPosition(host, ply) {
    const isLatest = this.requests.start();
    const game = await findGame(this.game ?? settings.game);
    if (!isLatest()) return;
    const hasFailed = Object.keys(this.search).length > 0;
    let search = { depth: 3 };
    let reason = null;
    if (game) {
      const { rules, start, plies } = game;
      const end = ply ? ply - 1 : plies.length - (game.position.outcome ? 1 : 0);
      const moves = plies.slice(0, end).map(({ text }) => text);
      reason = noTreeReason(game, ply && plies[end]);
      search = { rules: rules.text, start, moves: moves.join(rules.separator), ...search };
      showGameInBar(rules);
    }
    if (!reason && !hasFailed) {
      this.search = search;
      this.build(host);
      if (await this.load()) return;
    }
    const parts = instantiate("no-tree");
    parts.search.href = linkTo(`/tree?${query(search)}`);
    if (reason) put(parts.reason, reason);
    put(host, parts.root);
  }

  build(host) {
    this.explorer?.disconnect();
    this.tree = null;
    this.parts = instantiate("tree-screen", this.actions);
    const { parts } = this;
    parts.root.inert = true;
    put(host, parts.root);
    this.explorer = new Explorer(parts.stage, {
      onSelect: (model) => {
        this.linkToAnalysis(model);
        this.showAddress();
      },
    });
    this.predict = addPredict(this.explorer);
    this.analysisLink = h("a.button", icon("board"), "Open in Analysis");
    this.explorer.parts.aside.append(this.analysisLink);
    this.places = [parts.select, parts.searchForm].map(({ parentNode }) => parentNode);
    phone.onchange = () => this.placeSettings();
    this.placeSettings();
    parts.select.onchange = () => {
      const { value } = parts.select;
      if (this.reply) navigate(`/tree?${query({ game: this.game, ply: value })}`);
      else this.load({ depth: value });
    };
    for (const select of findAll("select", parts.searchForm)) {
      select.onchange = () => this.changeSearch({ [select.name]: select.value });
    }
  }

  // On a phone, depth and settings are in the menu.
  placeSettings() {
    const { parts, places } = this;
    if (!parts) return;
    const [depth, settingsMenu] = places;
    parts.searchForm.classList.toggle("card", !phone.matches);
    if (phone.matches) parts.menu.prepend(depth, parts.searchForm);
    else {
      parts.tools.prepend(depth);
      settingsMenu.append(parts.searchForm);
    }
  }

  // Search with other settings. An agent's search has its own: what it searched becomes a search of this page.
  changeSearch(changes) {
    if (this.reply) {
      const { rules, start, moves } = this.search;
      const { algorithm, evaluation, order, table, depth } = this.tree;
      this.reply = null;
      this.search = { rules, start, moves, depth, algorithm, evaluation, order, table };
    }
    return this.load(changes);
  }

  // Loading

  /**
   * Request the tree of the search with these changes, and the one to compare it with, and show them. Resolves to false
   * if there is no tree and no later request.
   */
  async load(changes = {}) {
    const isLatest = this.requests.start();
    const search = { ...this.search, ...changes };
    this.search = search;
    this.parts.stage.ariaBusy = "true";
    const hasTree = await reportProblems(async () => {
      const tree = await get("/api/tree", search);
      const otherSearch = { ...search, algorithm: this.partner ?? otherAlgorithm(tree) };
      const otherTree = this.isComparing ? await get("/api/tree", otherSearch) : null;
      if (!isLatest()) return true;
      this.tree = tree;
      this.compared = otherTree?.algorithm;
      const { place } = this;
      this.place = null;
      this.drawTools();
      const select = otherTree && this.partnerSelect(otherTree);
      await this.explorer.show(arrangeTrees(tree, search, otherTree, otherSearch, select));
      if (place) await this.explorer.goToPlace(place);
      this.showAddress();
      if (!this.predict.element.hidden) await this.predict.start();
      return true;
    });
    this.parts?.stage.removeAttribute("aria-busy");
    return hasTree || !isLatest();
  }

  // The address of what is shown, with the algorithm compared with, step and node. A browser allows only some changes
  // in a second.
  showAddress() {
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => {
      if (!this.parts || !this.tree) return;
      const { game, reply, search, explorer, compared: compare } = this;
      const address = reply ? { game, ply: reply.ply, algorithm: search.algorithm } : search;
      replaceAddress(`/tree?${query({ ...address, compare, ...explorer.place })}`);
    }, ADDRESS_DELAY);
  }

  // Drawing

  drawTools() {
    const { parts, tree, reply } = this;
    const { visited, cutoffs, leftOut, depth, plies, parents, forms, algorithm } = tree;
    const count = (number, noun) => `${formatNumber(number)} ${noun}${number === 1 ? "" : "s"}`;
    const cuts = `${count(cutoffs, "cutoff")}, ${count(leftOut, "move")} pruned`;
    parts.root.inert = false;
    put(parts.selectLabel, reply ? "Reply" : "Depth");
    put(parts.select, reply ? this.replyOptions() : depthOptions(depth));
    put(
      parts.prunings,
      forms.map((form) => h("button", { "data-action": "pruning", value: form.algorithm }, form.title)),
    );
    setPressed(parts.prunings.children, algorithm);
    this.drawSearchForm();
    parts.compare.ariaPressed = this.isComparing;
    parts.compare.classList.toggle("first", this.isComparing);
    put(parts.visited, formatNumber(visited));
    put(parts.cuts, cuts);
    put(parts.drawn, plies && `${plies} of ${depth} plies drawn, cutoffs counted there`);
    parts.share.style.width = `${(100 * parents.length) / (parents.length + leftOut)}%`;
    for (const link of findAll("[data-file]", parts.root)) {
      link.href = linkTo(`/api/tree/file/${link.dataset.file}?${query(this.search)}`);
      link.download = `fourcast-tree.${link.dataset.file}`;
    }
    const { title, size } = gameTitle(tree);
    const summary = h("span", `${formatNumber(visited)} visited, `, h("b.cut", `${formatNumber(leftOut)} pruned`));
    showGameInBar({ title, size, phone: [reply?.title ?? `Depth ${depth}`, summary] });
  }

  // Every setting of the search. What is chosen is searched at once.
  drawSearchForm() {
    const { algorithm, algorithms, evaluation, evaluations, order, orders, table } = this.tree;
    const choices = {
      algorithm: [algorithm, algorithms.map((one) => [one.algorithm, one.title])],
      evaluation: [evaluation, evaluations.map((name) => [name, settingTitle(name)])],
      order: [order, orders.map((name) => [name, settingTitle(name)])],
      table: [String(table), [["false", "Off"], ["true", "On"]]],
    };
    for (const select of findAll("select", this.parts.searchForm)) {
      const [current, options] = choices[select.name];
      put(
        select,
        options.map(([value, title]) => h("option", { value, selected: value === current }, title)),
      );
    }
  }

  // The algorithm of the tree to compare with.
  partnerSelect({ algorithm, algorithms }) {
    const choose = ({ target }) => {
      this.partner = target.value;
      this.load();
    };
    return h(
      "select.input",
      { "aria-label": "Compare with", onchange: choose },
      algorithms.map((one) => h("option", { value: one.algorithm, selected: one.algorithm === algorithm }, one.title)),
    );
  }

  replyOptions() {
    return this.replies.map((reply) => {
      return h("option", { value: reply.ply, selected: reply === this.reply }, reply.title);
    });
  }

  // The selected position in Analysis. Where discs drift, a line of moves does not determine it.
  linkToAnalysis({ line }) {
    const { rules = "classic", start, moves } = this.search;
    this.analysisLink.hidden = !line.every((text) => /^(p?\d+|=)$/.test(text));
    const path = [moves, ...line].filter(Boolean).join(",");
    this.analysisLink.href = linkTo(`/analysis?${query({ rules, start, moves: path })}`);
  }
}

// Why the reply has no tree; without a reply, why those of an agent in the game have none.
function noTreeReason({ players, plies }, reply) {
  if (!plies.length) return null;
  const player = reply ? players[reply.player] : players.find(({ no_tree: reason }) => reason);
  return player?.no_tree;
}

// The forms of pruning begin with none and end with the strongest: compare with the other of these two.
function otherAlgorithm({ algorithm, forms }) {
  const off = forms[0].algorithm;
  return algorithm === off ? forms.at(-1).algorithm : off;
}

const pieceLoader = (search) => (path) => reportProblems(() => get("/api/tree/piece", { ...search, path }));

// The larger tree is on the left.
function arrangeTrees(tree, search, otherTree, otherSearch, select) {
  if (!otherTree) return [{ tree, loadPiece: pieceLoader(search) }];
  const one = { tree, loadPiece: pieceLoader(search), caption: caption(tree, otherTree) };
  const other = { tree: otherTree, loadPiece: pieceLoader(otherSearch), caption: caption(otherTree, tree, select) };
  return tree.visited < otherTree.visited ? [other, one] : [one, other];
}

// The heading of one of two trees.
function caption(tree, other, select) {
  const { visited, move, value, algorithm, algorithms } = tree;
  const { title } = algorithms.find((one) => one.algorithm === algorithm);
  const saved = other.visited - visited;
  const isSame = move === other.move && value === other.value;
  const result = isSame ? "Same move, same value." : `Move ${move}, value ${value}.`;
  const comparison = [" visited, ", h("b", `${formatNumber(saved)} fewer`), `. ${result}`];
  return h(
    "div.tree-caption.soft",
    h("div.row.spread", h("h2", title), select),
    h("p", h("b", formatNumber(visited)), saved > 0 ? comparison : " nodes visited"),
  );
}

function depthOptions(depth) {
  const depths = [...new Set([...DEPTHS, depth])];
  return depths.map((number) => h("option", { value: number, selected: number === depth }, number));
}

// "classic 7 × 6 …" as title and size.
function gameTitle({ game, title }) {
  const [, name, size] = game?.match(/(.*?) (\d.*)/) ?? ["", ...title.split(" · ")];
  return { title: capitalise(name), size };
}

export const screen = new TreeScreen();
