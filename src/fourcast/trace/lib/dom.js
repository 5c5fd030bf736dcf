// Elements: `h` creates HTML, `s` creates SVG, `instantiate` copies a <template>. Strings become text, never markup.

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const PROPERTIES = ["value", "checked", "disabled", "hidden", "selected"];

export const find = (selector, root = document) => root.querySelector(selector);
export const findAll = (selector, root = document) => root.querySelectorAll(selector);

// Children may be nested arrays. What is false, null, undefined or "" is left out, so that `condition && child` works.
const flatten = (children) => children.flat(Infinity).filter((child) => child || child === 0);

// Attributes that are null or false are not set, except aria-…, where "false" is a value.
function setAttribute(element, name, value) {
  if (value === null || value === undefined) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name.startsWith("aria-")) element.setAttribute(name, value);
  else if (value === false || (name === "class" && !value)) return;
  else if (name === "class") element.classList.add(...value.split(" "));
  else if (PROPERTIES.includes(name) && name in element) element[name] = value;
  else element.setAttribute(name, value === true ? "" : value);
}

function complete(element, classes, content) {
  if (classes.length) element.setAttribute("class", classes.join(" "));
  if (element.localName === "button") element.type = "button";
  if (element.localName === "svg") element.ariaHidden = "true";
  const attributes = content[0]?.constructor === Object ? content.shift() : {};
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...flatten(content));
  return element;
}

/** An HTML element: `h("button.button.small", { onclick }, "Stop")`. The attributes may be left out. */
export function h(selector, ...content) {
  const [name, ...classes] = selector.split(".");
  return complete(document.createElement(name), classes, content);
}

/** An SVG element, written like `h`. */
export function s(selector, ...content) {
  const [name, ...classes] = selector.split(".");
  return complete(document.createElementNS(SVG_NAMESPACE, name), classes, content);
}

/** Replace the children of an element. Focus moves to the new element with the same aria-label. */
export function put(element, ...children) {
  const focusedLabel = element.contains(document.activeElement) && document.activeElement.ariaLabel;
  element.replaceChildren(...flatten(children));
  if (focusedLabel) find(`[aria-label="${CSS.escape(focusedLabel)}"]`, element)?.focus();
}

/** Run `actions[name](element)` on a click on an element with data-action=name, or a change inside such a label. */
export function onActions(root, actions) {
  root.addEventListener("click", ({ target }) => {
    const control = target.closest("[data-action]:not(label)");
    if (control && !control.disabled) actions[control.dataset.action]?.(control);
  });
  root.addEventListener("change", ({ target }) => {
    const label = target.closest("label[data-action]");
    if (label) actions[label.dataset.action]?.(target);
  });
}

/** A copy of a template: `root`, and every element with a data-part by that name. */
export function instantiate(id, actions = {}) {
  const root = find(`#${id}`).content.firstElementChild.cloneNode(true);
  onActions(root, actions);
  const parts = [...findAll("[data-part]", root)].map((part) => [part.dataset.part, part]);
  return { root, ...Object.fromEntries(parts) };
}

export const capitalise = (text) => text.replace(/^./, (first) => first.toUpperCase());

/** 12,345 */
export const formatNumber = (number) => number.toLocaleString("en");

/** `.matches` if the user asked the system for less motion. */
export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Mark the one of these buttons that has this value as pressed. */
export function setPressed(buttons, value) {
  for (const button of buttons) button.ariaPressed = button.value === String(value);
}
