// Line icons: `<fc-icon name="plus"></fc-icon>` in markup, `icon("plus")` in code.
import { h, s } from "lib/dom.js";

// Path data in a square of 24.
const PATHS = {
  plus: "M12 5v14M5 12h14",
  list: "M9 6h12M9 12h12M9 18h12M4 6h.01M4 12h.01M4 18h.01",
  help: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7M12 16.8h.01",
  book: "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2ZM12 6v14",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z",
  sun:
    "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2v2M12 20v2M4.2 4.2l1.4 1.4M18.4 18.4l1.4 1.4M2 12h2M20 12h2" +
    "M4.2 19.8l1.4-1.4M18.4 5.6l1.4-1.4",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3Z",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  save: "M5 4h11l4 4v11a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM8 4v5h7V4M8 20v-6h8v6",
  flag: "M5 21V4M5 5h13l-3 4 3 4H5",
  first: "M6 5v14M18 6l-6 6 6 6",
  previous: "m15 6-6 6 6 6",
  next: "m9 6 6 6-6 6",
  last: "M18 5v14M6 6l6 6-6 6",
  play: "M7 5v14l12-7L7 5Z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5v14l9-7L6 5ZM19 5v14",
  stop: "M6 6h12v12H6Z",
  close: "M6 6l12 12M18 6 6 18",
  down: "m6 9 6 6 6-6",
  share: "M12 15V3M8 7l4-4 4 4M5 13v6a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-6",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  branch: "M6 4v16M6 12h6a6 6 0 0 0 6-6V4",
  board: "M4 5h16v14H4ZM8 10h.01M12 10h.01M16 10h.01M8 14h.01M12 14h.01M16 14h.01",
  eye:
    "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" +
    "M12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z",
  tree: "M12 4v5M12 9c0 4-7 2-7 6M12 9c0 4 7 2 7 6M12 9v6M3 15h4v4H3ZM10 15h4v4h-4ZM17 15h4v4h-4Z",
  chart: "M4 4v16h16M7 15l4-5 3 3 5-7",
  bin: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  grid: "M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h6v6h-6Z",
  star: "m12 4 2.4 5.2 5.6.7-4.1 3.9 1.1 5.6-5-2.8-5 2.8 1.1-5.6L4 9.9l5.6-.7L12 4Z",
  open: "M12 3v12M8 11l4 4 4-4M5 17v2a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-2",
};

customElements.define(
  "fc-icon",
  class extends HTMLElement {
    connectedCallback() {
      this.ariaHidden = "true";
      this.replaceChildren(s("svg", { viewBox: "0 0 24 24" }, s("path", { d: PATHS[this.getAttribute("name")] })));
    }
  },
);

export const icon = (name) => h("fc-icon", { name });
