// Icons and dialogs, which stand in index.html.
import { s, stamp } from "./explorer/dom.js";

/** A line icon, from those at the end of index.html. */
export const icon = (name) => s("svg.icon", s("use", { href: `#${name}` }));

/** Show a dialog, which is gone when it is closed: its parts, with a promise of what it was `closed` with. */
export function dialog(id, acts = {}) {
  const parts = stamp(id, { close: () => parts.root.close(), ...acts });
  const { root } = parts;
  parts.closed = new Promise((done) => {
    root.addEventListener("close", () => {
      root.remove();
      done(root.returnValue);
    });
  });
  root.addEventListener("click", ({ target }) => target === root && root.close());
  document.body.append(root);
  root.showModal();
  return parts;
}

/** Which of these buttons is pressed: the one with this value. */
export function press(buttons, value) {
  for (const button of buttons) button.ariaPressed = button.value === String(value);
}
