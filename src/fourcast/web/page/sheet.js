// A small dialog: a sheet from below on a phone. Returns the function that closes it.
import { h } from "./dom.js";
import { icon } from "./icons.js";

export function sheet(title, ...content) {
  const dialog = h("dialog", { class: "narrow", "aria-label": title },
    h("div", { class: "dialog-head" }, h("h2", {}, title),
      h("button", { class: "button bare round", type: "button", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"))),
    h("div", { class: "dialog-body" }, content));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return () => dialog.close();
}
