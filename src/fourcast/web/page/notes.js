// What the page tells beside the screen: short notes, problems, and the voice for those who listen.
import { dialog } from "./dialog.js";
import { find, h, put } from "./explorer/dom.js";

const toasts = find("#toasts");

/** Say it to a screen reader, politely. */
export function announce(sentence) {
  const region = find("#announcement");
  if (region.textContent === sentence) region.textContent = "";
  region.textContent = sentence;
}

/** What was told of another screen or game is no longer so. */
export function hush() {
  put(toasts);
  announce("");
}

/** A note that goes away by itself, with something to do about it if there is. */
export function note(sentence, { action, act, title } = {}) {
  const toast = h("div.toast.row", { class: title && "bad", role: title ? "alert" : "status" },
    h("span", title && h("b", `${title}. `), sentence), action && h("button.button", { onclick: () => { toast.remove(); act(); } }, action));
  put(toasts, toast);
  // Beside an open dialog nothing can be pressed.
  (find("dialog[open]") ?? document.body).append(toasts);
  setTimeout(() => toast.remove(), title ? 8000 : 5000);
}

/** Copy a text and say so; where the browser does not let us, show it to be copied by hand. */
export async function copy(text, sentence) {
  try {
    await navigator.clipboard.writeText(text);
    note(sentence);
  } catch {
    const { shown } = dialog("copy-dialog");
    shown.value = text;
    shown.select();
  }
}

export const complain = ({ title, detail }) => note(detail, { title });

/** Do something that may fail, and say so if it does. */
export async function tried(work) {
  try {
    return await work();
  } catch (problem) {
    if (problem.detail === undefined) throw problem;
    return complain(problem);
  }
}
