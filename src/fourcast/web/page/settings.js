// What this browser remembers about its person: name, switches, the game that was open.

const DEFAULTS = { name: "You", letters: true, sound: false, game: null, players: null };

export const settings = { ...DEFAULTS, ...JSON.parse(localStorage.getItem("settings") ?? "{}") };

export function remember(changes) {
  Object.assign(settings, changes);
  localStorage.setItem("settings", JSON.stringify(settings));
}
