// The page: which screen is shown, the bar, the keyboard.
import { find, h, put } from "./dom.js";
import { showHelp } from "./help.js";
import { icon } from "./icons.js";
import { newGame } from "./newgame.js";
import { tried } from "./notes.js";
import { pressed } from "./keyboard.js";
import { goTo, listen } from "./route.js";
import { showSaved } from "./saved.js";
import { SCREENS } from "./screens.js";

let shown = null;

function show(url) {
  const screen = SCREENS.find((candidate) => candidate.matches(url)) ?? SCREENS[0];
  const host = find("#screen");
  if (shown !== screen) {
    shown?.hide();
    host.replaceChildren();
  }
  shown = screen;
  document.title = `${screen.title} · Fourcast`;
  for (const link of document.querySelectorAll(".tabs a, .bottom a")) {
    if (link.dataset.screen === screen.name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  tried(() => screen.show(host, url));
}

/** Tell the bar which game is shown. */
document.addEventListener("rules", ({ detail: rules }) => {
  put(find(".bar-game"), h("b", {}, rules.title), h("span", {}, rules.size));
  put(find(".brand-game"), rules.title, h("span", {}, rules.size));
});

function theme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const button = find("#switch-theme");
  button.setAttribute("aria-label", dark ? "Light colours" : "Dark colours");
  put(button, icon(dark ? "sun" : "moon"));
  button.onclick = () => {
    root.dataset.theme = dark ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
    theme();
  };
}

function bar() {
  const link = (screen, content) => h("a", { href: screen.path, "data-screen": screen.name }, content);
  put(find(".tabs"), SCREENS.map((screen) => link(screen, screen.title)));
  put(find(".bottom"), SCREENS.map((screen) => link(screen, [icon(screen.icon), screen.title])));
  put(find("#open-saved"), icon("list"), h("span", { class: "word" }, "Saved games"));
  find("#open-saved").setAttribute("aria-label", "Saved games");
  put(find("#open-help"), icon("help"));
  find("#open-help").setAttribute("aria-label", "Keys and settings");
  put(find("#open-new"), icon("plus"), h("span", {}, "New", h("span", { class: "not-phone" }, " game")));
  find("#open-saved").onclick = showSaved;
  find("#open-help").onclick = showHelp;
  find("#open-new").onclick = newGame;
  theme();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || link.origin !== location.origin || event.ctrlKey || event.metaKey || event.shiftKey || link.target) return;
  if (link.getAttribute("href").startsWith("#") || ["/docs", "/openapi.json"].includes(link.pathname) || link.hasAttribute("download")) return;
  event.preventDefault();
  goTo(link.pathname === "/analysis" && shown?.name === "play" && !link.search ? shown.analysisPath?.() ?? "/analysis" : link.pathname + link.search);
});

document.addEventListener("keydown", (event) => pressed(event, () => shown, {
  n: newGame,
  "?": showHelp,
  ...Object.fromEntries(SCREENS.map((screen) => [screen.letter, () => find(`.tabs a[data-screen="${screen.name}"]`).click()])),
}));

bar();
listen(show);
