// The page: which screen is shown, the bar, the keyboard.
import { all, find, h, listen, put } from "./explorer/dom.js";
import { newGame } from "./newgame.js";
import { hush, tried } from "./notes.js";
import { pressed } from "./keyboard.js";
import { goTo, listenTo } from "./route.js";
import { showSaved } from "./saved.js";
import { SCREENS } from "./screens.js";
import { chooseTheme, remember, settings, theme } from "./settings.js";
import { dialog, icon } from "./dialog.js";

const host = find("#screen");
let shown = null;

function show(url) {
  const [name, screen] = Object.entries(SCREENS).find(([, one]) => one.matches(url)) ?? ["play", SCREENS.play];
  if (shown !== screen) {
    shown?.hide();
    put(host);
  }
  shown = screen;
  for (const link of all("[data-screen]")) {
    const isHere = link.dataset.screen === name;
    if (isHere) document.title = `${link.textContent} · Fourcast`;
    link.ariaCurrent = isHere ? "page" : null;
  }
  hush();
  tried(() => screen.show(host, url));
}

// The bar tells which game is shown; on a phone, where there is little room, a screen may have another word for it.
document.addEventListener("rules", ({ detail: { title, size, phone } }) => {
  put(find(".bar-game"), h("b", title), h("span", size));
  put(find(".brand-game"), phone ?? [title, h("span", size)]);
});

function drawTheme() {
  const isDark = theme() === "dark", button = find(".bar [data-act=theme]");
  button.ariaLabel = isDark ? "Light colours" : "Dark colours";
  put(button, icon(isDark ? "sun" : "moon"));
}

function showHelp() {
  const { root } = dialog("help-dialog");
  for (const box of all("input", root)) {
    box.checked = settings[box.name];
    box.onchange = () => remember({ [box.name]: box.checked });
  }
}

document.addEventListener("click", (event) => {
  const menu = find(".menu[open]");
  if (menu && !event.target.closest(".menu summary, select")) menu.open = false;
  const link = event.target.closest("a[href]");
  if (!link || link.origin !== location.origin || event.ctrlKey || event.metaKey || event.shiftKey
    || link.target || link.hasAttribute("download") || link.hash) return;
  event.preventDefault();
  goTo(link.dataset.screen === "analysis" ? shown?.analysisPath?.() ?? "/analysis" : link.pathname + link.search);
});

const toScreen = (name) => () => find(`[data-screen=${name}]`).click();
const keys = {
  n: newGame, "?": showHelp, g: toScreen("play"), a: toScreen("analysis"), t: toScreen("tree"), m: toScreen("measure"),
};
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && find(".menu[open]");
  if (!menu) return pressed(event, shown, keys);
  menu.open = false;
  return menu.firstChild.focus();
});

listen(document.body, { saved: showSaved, help: showHelp, newGame, theme: () => chooseTheme(theme() === "dark" ? "light" : "dark") });
document.addEventListener("theme", drawTheme);
drawTheme();
listenTo(show);
