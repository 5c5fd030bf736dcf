// Dialogs, from the templates in index.html.
import { instantiate } from "lib/dom.js";

/** Open a dialog: its parts, and a promise `closed` of its return value. It is removed when it is closed. */
export function openDialog(id, actions = {}) {
  const parts = instantiate(id, { close: () => parts.root.close(), ...actions });
  const { root } = parts;
  parts.closed = new Promise((resolve) => {
    root.addEventListener("close", () => {
      root.remove();
      resolve(root.returnValue);
    });
  });
  // A click on the backdrop.
  root.addEventListener("click", ({ target }) => target === root && root.close());
  document.body.append(root);
  root.showModal();
  return parts;
}
