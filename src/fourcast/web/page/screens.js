// The screens of the page. A screen is an object with
//   name, title, letter, icon   for the bar and the keyboard
//   path                        its address; `matches(url)` says whether another address is its as well
//   show(host, url)             draws itself into the host and listens
//   hide()                      stops listening
//   keys                        { key: function } that work while it is shown; `digit(n)`, `pop(n)` where it has a board
//   game()                      optional: rules for the bar
// To add one: write its module, and a line here.
import { analysis } from "./analysis.js";
import { play } from "./play.js";
import { treeScreen } from "./tree/tree.js";
import { measure } from "./measure/measure.js";

export const SCREENS = [
  play,
  analysis,
  treeScreen,
  measure,
];
