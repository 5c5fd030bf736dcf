// Settings in this browser: name, switches, theme, the game that was open.

export const DEFAULT_NAME = "You";
const DEFAULTS = {
  name: DEFAULT_NAME,
  // Letters are shortcuts.
  letters: true,
  sound: false,
  // The id of the game that was open last.
  game: null,
  // The request of the last new game.
  newGame: null,
  // The results of the games of two players (play/tally.js).
  tally: null,
  // Puzzles: those that are solved, how many in a row, and the game that was chosen.
  puzzles: { solved: [], streak: 0, rules: "" },
};

const root = document.documentElement;
// Servers below different paths of a host share the storage.
const storageKey = (name) => name + root.dataset.base;

export const settings = { ...DEFAULTS, ...JSON.parse(localStorage[storageKey("settings")] ?? "{}") };

export function saveSettings(changes) {
  Object.assign(settings, changes);
  localStorage[storageKey("settings")] = JSON.stringify(settings);
}

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

/** `light` or `dark`: the user's choice, else that of the system. The event "theme" reports a change. */
export const theme = () => root.dataset.theme ?? (systemIsDark.matches ? "dark" : "light");

export function setTheme(next) {
  localStorage[storageKey("theme")] = root.dataset.theme = next;
  document.dispatchEvent(new Event("theme"));
}

systemIsDark.addEventListener("change", () => document.dispatchEvent(new Event("theme")));
