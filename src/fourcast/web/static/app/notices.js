// Notices beside the screen: toasts, problems, and announcements for screen readers.
import { find, h, put } from "lib/dom.js";
import { openDialog } from "./dialog.js";

const NOTICE_MILLISECONDS = 5000;
const PROBLEM_MILLISECONDS = 8000;
const toasts = find("#toasts");

/** Announce a sentence to screen readers. */
export function announce(sentence) {
  const region = find("#announcement");
  if (region.textContent === sentence) region.textContent = "";
  region.textContent = sentence;
}

export function clearNotices() {
  put(toasts);
  announce("");
}

/** A notice that disappears by itself. `action` is the label of a button that calls `onAction`. */
export const showNotice = (sentence, { action = null, onAction = null } = {}) =>
  showToast(h("span", sentence), { action, onAction });

export const showProblem = ({ title, detail }) =>
  showToast(h("span", h("b", `${title}. `), detail), { isProblem: true });

function showToast(text, { action = null, onAction = null, isProblem = false }) {
  const act = () => {
    toast.remove();
    onAction();
  };
  const toast = h(
    "div.toast.row",
    { class: isProblem && "bad", role: isProblem ? "alert" : "status" },
    text,
    action && h("button.button", { onclick: act }, action),
  );
  put(toasts, toast);
  // Outside of an open dialog nothing can be clicked.
  (find("dialog[open]") ?? document.body).append(toasts);
  setTimeout(() => toast.remove(), isProblem ? PROBLEM_MILLISECONDS : NOTICE_MILLISECONDS);
}

/** Copy a text to the clipboard; if the browser forbids it, show the text to be copied by hand. */
export async function copyText(text, sentence) {
  try {
    await navigator.clipboard.writeText(text);
    showNotice(sentence);
  } catch {
    const { content } = openDialog("copy-dialog");
    content.value = text;
    content.select();
  }
}

/** Run a task; resolves to undefined and shows the problem if the server refused. */
export async function reportProblems(task) {
  try {
    return await task();
  } catch (problem) {
    if (problem.detail === undefined) throw problem;
    showProblem(problem);
    return undefined;
  }
}
