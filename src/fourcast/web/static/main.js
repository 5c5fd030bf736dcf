// The page: which screen is shown, links, the bar and the keyboard.
import { find, findAll, onActions, put } from "lib/dom.js";
import "lib/icon.js";
import { drawThemeButton, toggleTheme } from "./app/bar.js";
import { openDialog } from "./app/dialog.js";
import { handleKey } from "./app/keyboard.js";
import { announce, clearNotices, reportProblems } from "./app/notices.js";
import { navigate, pathOf, startRouter } from "./app/router.js";
import { SCREENS } from "./app/screens.js";
import { saveSettings, settings } from "./app/settings.js";

// Dialogs whose modules are loaded after the first screen is shown.
const loadNewGame = () => import("./play/new-game.js");
const loadSavedGames = () => import("./play/saved.js");
const openNewGame = async () => (await loadNewGame()).openNewGame();
const loadRules = () => import("./play/rules.js");
const openRules = async () => (await loadRules()).openRules();
const openSavedGames = async () => (await loadSavedGames()).openSavedGames();

const host = find("#screen");
let current = null;

async function showScreen(url) {
  const name = Object.keys(SCREENS).find((key) => SCREENS[key].matches(url)) ?? "play";
  const screen = SCREENS[name];
  const isChange = current && current !== screen;
  if (current !== screen) {
    current?.hide();
    put(host);
  }
  current = screen;
  for (const link of findAll("[data-screen]")) {
    const isCurrent = link.dataset.screen === name;
    if (isCurrent) document.title = `${link.textContent.trim()} · Fourcast`;
    link.ariaCurrent = isCurrent ? "page" : null;
  }
  clearNotices();
  await reportProblems(() => screen.show(host, url));
  if (isChange && current === screen) focusHeading();
}

// After a change of the screen the keyboard and screen readers start at its heading.
function focusHeading() {
  const heading = find("h1", host);
  if (!heading || find("dialog[open]")) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  announce(document.title);
}

function openHelp() {
  const { root, screenKeys } = openDialog("help-dialog");
  if (current.keyEntries) put(screenKeys, current.keyEntries);
  for (const box of findAll("input", root)) {
    box.checked = settings[box.name];
    box.onchange = () => saveSettings({ [box.name]: box.checked });
  }
}

// Links within the page change the screen without loading it again.
function followLink(event, link) {
  const isModified = event.ctrlKey || event.metaKey || event.shiftKey;
  const isElsewhere = link.origin !== location.origin || link.target || link.hash;
  if (isModified || isElsewhere || link.hasAttribute("download")) return;
  event.preventDefault();
  const isAnalysis = link.dataset.screen === "analysis";
  navigate((isAnalysis && current?.analysisPath?.()) || pathOf(link));
}

document.addEventListener("click", (event) => {
  const menu = find(".menu[open]");
  if (menu && !event.target.closest(".menu summary, select")) menu.open = false;
  const link = event.target.closest("a[href]");
  if (link) followLink(event, link);
});

const openScreen = (name) => () => find(`[data-screen=${name}]`).click();
const keys = {
  n: openNewGame,
  "?": openHelp,
  g: openScreen("play"),
  a: openScreen("analysis"),
  z: openScreen("puzzles"),
  t: openScreen("tree"),
  m: openScreen("measure"),
};
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && find(".menu[open]");
  if (!menu) {
    handleKey(event, current, keys);
    return;
  }
  menu.open = false;
  find("summary", menu).focus();
});

onActions(document.body, {
  saved: openSavedGames,
  help: openHelp,
  newGame: openNewGame,
  rules: openRules,
  theme: toggleTheme,
});
document.addEventListener("theme", drawThemeButton);
drawThemeButton();
// Not with await: the modules of other screens import this one, and would wait for it.
startRouter(showScreen).then(() => {
  // Safari has no requestIdleCallback.
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  whenIdle(() => Promise.all([loadNewGame(), loadRules(), loadSavedGames()]));
});
