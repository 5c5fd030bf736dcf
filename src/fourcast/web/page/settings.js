// What this browser remembers about its person: name, switches, the game that was open.

const DEFAULTS = { name: "You", letters: true, sound: false, game: null, players: null };

export const settings = { ...DEFAULTS, ...JSON.parse(localStorage.settings ?? "{}") };

const dark = matchMedia("(prefers-color-scheme: dark)");
const root = document.documentElement;

/** Light or dark, as the person chose or the system has it; the event "theme" tells of a change. */
export const theme = () => root.dataset.theme ?? (dark.matches ? "dark" : "light");

export function chooseTheme(next) {
  localStorage.theme = root.dataset.theme = next;
  document.dispatchEvent(new Event("theme"));
}

dark.addEventListener("change", () => document.dispatchEvent(new Event("theme")));

export function remember(changes) {
  Object.assign(settings, changes);
  localStorage.settings = JSON.stringify(settings);
}
