// The screens of the page. A screen has
//   matches(url)                whether it shows this address
//   show(host, url)             draws itself into the host
//   hide()                      stops drawing and listening
//   keys                        { key: function }
//   keyEntries                  the list of its keys, as elements; undefined for the keys of a board
// and may have
//   chooseColumn(number, isPop) for the digits, if it has a board
//   startPop()                  for the key P, before the digit
//   analysisPath()              the address of the Analysis of what it shows
// To add a screen: write its module and template, add a line here, links in index.html and its path in api/page.py.
import { play } from "../play/play.js";
import { linkTo } from "./router.js";

const loadScreen = (name) => () => import(linkTo(`/static/${name}/${name}.js`));

// A screen whose modules are loaded when it is first shown.
function loadedLater(pattern, loadModule) {
  let screen = null;
  let isShown = false;
  return {
    matches: (url) => pattern.test(url.pathname),
    async show(host, url) {
      isShown = true;
      screen ??= (await loadModule()).screen;
      if (isShown) await screen.show(host, url);
    },
    hide() {
      isShown = false;
      screen?.hide();
    },
    get keys() {
      return screen?.keys ?? {};
    },
    get keyEntries() {
      return screen?.chooseColumn ? undefined : (screen?.keyEntries ?? []);
    },
    get chooseColumn() {
      return screen?.chooseColumn?.bind(screen);
    },
    analysisPath: () => screen?.analysisPath?.(),
  };
}

export const SCREENS = {
  play,
  analysis: loadedLater(/^\/analysis$/, loadScreen("analysis")),
  review: loadedLater(/^\/(games\/[\w-]+\/)?review$/, loadScreen("review")),
  puzzles: loadedLater(/^\/puzzles(\/\w+)?$/, loadScreen("puzzles")),
  tree: loadedLater(/^\/tree$/, loadScreen("tree")),
  measure: loadedLater(/^\/measure$/, loadScreen("measure")),
};
