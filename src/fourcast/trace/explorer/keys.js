// The keys of the explorer, for the list of keys and for pages without other keys.
import { find, h } from "lib/dom.js";

const KEY_LIST = [
  [["←", "→"], "one step of the search back or forward; also Page Up, Page Down"],
  [["Home", "End"], "first or last step"],
  [["Space"], "play or pause the steps"],
  [["+", "−", "0"], "zoom in, zoom out, fit"],
  [["↑", "↓", "←", "→"], "in the tree: to the parent, the first child, a sibling"],
  [["Enter"], "in the tree: open or close a branch"],
  [["Esc"], "stop playing"],
];

/** Entries for a list of keys: `<dt>` and `<dd>` in turn. */
export const keyEntries = () =>
  KEY_LIST.map(([keys, action]) => [
    h(
      "dt",
      keys.flatMap((key) => [h("kbd", key), " "]),
    ),
    h("dd.soft", action),
  ]);

/** Let the keys work in the whole document, without a click before. */
export function listenForKeys(explorer) {
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || find("dialog[open]")) return;
    if (target.matches("input, select, textarea") || (key === " " && target.closest("button, summary, label"))) return;
    const action = key === "?" ? openKeyList : explorer.keys[key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function openKeyList() {
  const close = h("button.button", { onclick: () => dialog.close() }, "Close");
  const list = h("dl.keys.grid", keyEntries());
  const dialog = h("dialog.key-list", { "aria-label": "Keys" }, h("h2", "Keys"), list, close);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
