// Making elements. Text is always text, never markup.
export function svg(tag, attributes = {}, ...content) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, content);
}

export function html(tag, attributes = {}, ...content) {
  return filled(document.createElement(tag), attributes, content);
}

function filled(element, attributes, content) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null) element.setAttribute(name, value);
  }
  element.append(...content.flat().filter((part) => part !== null));
  return element;
}

export const counted = (number) => number.toLocaleString("en");

export const calm = matchMedia("(prefers-reduced-motion: reduce)");
