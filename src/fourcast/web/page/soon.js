// A screen whose module is not there yet.
import { h, put } from "./dom.js";

export const soon = ({ name, title, letter, icon, sentence }) => ({
  name, title, letter, icon,
  path: `/${name}`,
  matches: (url) => url.pathname === `/${name}`,
  show: (host) => put(host, h("div", { class: "empty" }, h("h1", {}, title), h("p", {}, sentence))),
  hide: () => {},
  keys: {},
});
