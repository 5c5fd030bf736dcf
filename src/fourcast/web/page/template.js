// Screens and dialogs stand in index.html as templates. Here they are put in place and listened to.
import { find, s } from "./explorer/dom.js";

/** A line icon, from those at the end of index.html. */
export const icon = (name) => s("svg.icon", { "aria-hidden": "true" }, s("use", { href: `#${name}` }));

/** A press on what has a data-act does that act; so does a change in a label that has one. */
export function listen(root, acts) {
  root.addEventListener("click", ({ target }) => {
    const pressed = target.closest("[data-act]:not(label)");
    if (pressed && !pressed.disabled) acts[pressed.dataset.act]?.(pressed);
  });
  root.addEventListener("change", ({ target }) => acts[target.closest("label[data-act]")?.dataset.act]?.(target));
}

/** A copy of a template: its root, and by their names its parts. */
export function stamp(id, acts = {}) {
  const root = find(`#${id}`).content.firstElementChild.cloneNode(true);
  listen(root, acts);
  return { root, ...Object.fromEntries([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part])) };
}

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
  for (const button of buttons) button.setAttribute("aria-pressed", button.value === String(value));
}
