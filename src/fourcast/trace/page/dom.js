// Making elements: h for HTML, s for SVG. Text is always text, never markup.

const real = (children) => children.flat(9).filter((child) => child || child === 0);

// `h("button.button.small", { onclick }, "Stop")`. Properties may be left out; those that are null or false are not set,
// but for aria-…, where false is a word.
function made(element, classes, content) {
  if (classes.length) element.setAttribute("class", classes.join(" "));
  if (element.localName === "button") element.type = "button";
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

/** Put these children into an element in place of what is there. */
export const put = (element, ...children) => element.replaceChildren(...real(children));

export const find = (selector, within = document) => within.querySelector(selector);

/** A line drawing on a grid of 24. */
export const lineIcon = (path) => s("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: path }));

export const counted = (number) => number.toLocaleString("en");

export const calm = matchMedia("(prefers-reduced-motion: reduce)");
