// Keys, and the few switches there are.
import { h } from "./dom.js";
import { remember, settings } from "./settings.js";
import { sheet } from "./sheet.js";

const KEYS = [
  [["1", "…", "9"], "drop in a column; a cell in tic-tac-toe, as on a numpad"],
  [["P", "then", "1", "…", "9"], "pop a column"],
  [["←", "→"], "one move back or on; from column to column on wide boards"],
  [["Home", "End"], "first or last move"],
  [["Space"], "play the best move"],
  [["H"], "hint"],
  [["U", "R"], "take back, redo"],
  [["N"], "new game"],
  [["S"], "save"],
  [["G", "A", "T", "M"], "Play, Analysis, Tree, Measure"],
  [["Esc"], "stop the search, close"],
  [["?"], "this list"],
];

export function showHelp() {
  const toggle = (key, words) => h("label", {}, h("input", { type: "checkbox", checked: settings[key], onchange: (event) => remember({ [key]: event.target.checked }) }), words);
  sheet("Keys",
    h("dl", { class: "keys" }, KEYS.map(([keys, words]) => [
      h("dt", {}, keys.map((key) => [key === "…" || key === "then" ? ` ${key} ` : h("kbd", {}, key), " "])), h("dd", {}, words)])),
    h("div", { class: "switches" }, toggle("letters", "Letters are keys"), toggle("sound", "Sound when a disc lands"),
      h("a", { href: "/docs", target: "_blank" }, "The API, for programs")));
}
