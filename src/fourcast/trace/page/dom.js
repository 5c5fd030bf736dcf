// Making elements: h for HTML, s for SVG; text is always text, never markup. What stays the same stands in templates.

const real = (children) => children.flat(9).filter((child) => child || child === 0);

// `h("button.button.small", { onclick }, "Stop")`. Properties may be left out; those that are null or false are not set,
// but for aria-…, where false is a word.
function made(element, classes, content) {
  if (classes.length) element.setAttribute("class", classes.join(" "));
  if (element.localName === "button") element.type = "button";
  if (element.localName === "svg") element.ariaHidden = "true";
  const properties = content[0]?.constructor === Object ? content.shift() : {};
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || (name === "class" && !value)) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria-")) element.setAttribute(name, value);
    else if (value === false) continue;
    else if (name === "class") element.classList.add(...value.split(" "));
    else if (["value", "checked", "disabled", "hidden", "selected"].includes(name) && name in element) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...real(content));
  return element;
}

export function h(tag, ...content) {
  const [name, ...classes] = tag.split(".");
  return made(document.createElement(name), classes, content);
}

export function s(tag, ...content) {
  const [name, ...classes] = tag.split(".");
  return made(document.createElementNS("http://www.w3.org/2000/svg", name), classes, content);
}

/** Put these children into an element in place of what is there. Focus stays with what has the same name. */
export function put(element, ...children) {
  const focused = element.contains(document.activeElement) && document.activeElement.ariaLabel;
  element.replaceChildren(...real(children));
  if (focused) find(`[aria-label="${CSS.escape(focused)}"]`, element)?.focus();
}

export const find = (selector, within = document) => within.querySelector(selector);
export const all = (selector, within = document) => within.querySelectorAll(selector);

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
  return { root, ...Object.fromEntries([...all("[data-part]", root)].map((part) => [part.dataset.part, part])) };
}

export const counted = (number) => number.toLocaleString("en");

export const calm = matchMedia("(prefers-reduced-motion: reduce)");
