// The screens of the page. A screen is an object with
//   name, title, letter, icon   for the bar and the keyboard
//   path                        its address; `matches(url)` says whether another address is its as well
//   show(host, url)             draws itself into the host and listens
//   hide()                      stops listening
//   keys                        { key: function } that work while it is shown; `digit(n)`, `pop(n)` where it has a board
//   game()                      optional: rules for the bar
// To add one: write its module, and a line here.
import { analysis } from "./analysis.js";
import { later } from "./later.js";
import { play } from "./play.js";

export const SCREENS = [
  play,
  analysis,
  later({ name: "tree", title: "Tree", letter: "t", icon: "tree", load: async () => (await import("./tree/tree.js")).screen }),
  later({ name: "measure", title: "Measure", letter: "m", icon: "chart", load: async () => (await import("./measure/measure.js")).screen }),
];
