// The screens of the page. A screen is an object with
//   matches(url)      whether an address is its
//   show(host, url)   draws itself into the host and listens
//   hide()            stops listening
//   keys              { key: function } that work while it is shown; `digit(n, isPop)` where it has a board
// To add one: write its module and its template, a line here, and links to it in index.html.
import { analysis } from "./analysis.js";
import { play } from "./play.js";

// A screen whose modules are fetched when it is first shown: the game need not wait for them.
function later(path, load) {
  let screen = null, isWanted = false;
  return {
    matches: (url) => url.pathname === path,
    async show(host, url) {
      isWanted = true;
      screen ??= (await load()).screen;
      if (isWanted) await screen.show(host, url);
    },
    hide() {
      isWanted = false;
      screen?.hide();
    },
    get keys() { return screen?.keys ?? {}; },
  };
}

export const SCREENS = {
  play,
  analysis,
  tree: later("/tree", () => import("./tree/tree.js")),
  measure: later("/measure", () => import("./measure/measure.js")),
};
