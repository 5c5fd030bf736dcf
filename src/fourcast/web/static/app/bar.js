// The bar at the top: which game is shown, and the button for the theme.
import { find, h, put } from "lib/dom.js";
import { icon } from "lib/icon.js";
import { setTheme, theme } from "./settings.js";

/** Show a game by its title and size. `phone` is shown in its place on a phone, where the bar is short. */
export function showGameInBar({ title, size, phone = [title, h("span", size)] }) {
  put(find(".bar-game"), h("b", title), h("span", size));
  put(find(".brand-game"), phone);
}

export const toggleTheme = () => setTheme(theme() === "dark" ? "light" : "dark");

export function drawThemeButton() {
  const isDark = theme() === "dark";
  const button = find(".bar [data-action=theme]");
  button.ariaLabel = isDark ? "Light colours" : "Dark colours";
  put(button, icon(isDark ? "sun" : "moon"));
}
