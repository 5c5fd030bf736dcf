// The bar at the top: which game is shown, and the button for the theme.
import { find, h, put } from "lib/dom.js";
import { icon } from "lib/icon.js";
import { setTheme, theme } from "./settings.js";

/** The text of the rules of the game that is shown. */
export const gameInBar = () => find(".bar-game").dataset.rules;

/** Show a game by its title and size. `phone` is shown in its place on a phone, where the bar is short. */
export function showGameInBar({ title, size, text = gameInBar(), phone = [title, h("span", size)] }) {
  const button = find(".bar-game");
  button.hidden = false;
  button.dataset.rules = text;
  button.title = `Rules of ${title}`;
  put(button, h("b", title), h("span", size), h("span.word", "Rules"));
  put(find(".brand-game"), phone);
}

export const toggleTheme = () => setTheme(theme() === "dark" ? "light" : "dark");

export function drawThemeButton() {
  const isDark = theme() === "dark";
  const button = find(".bar [data-action=theme]");
  button.ariaLabel = isDark ? "Light colours" : "Dark colours";
  put(button, icon(isDark ? "sun" : "moon"));
}
