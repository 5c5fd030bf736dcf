// Which key does what. Letters rest in text fields and where the person has switched them off.
import { settings } from "./settings.js";

let popNext = false;

const isTyping = (element) => element.matches("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");

/** One key: what the screen makes of it, else what the page does. */
export function pressed(event, shown, ofPage) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const target = event.target instanceof Element ? event.target : document.body;
  if (isTyping(target)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (/^[a-z]$/.test(key) && !settings.letters) return;
  const screen = shown();
  const act = choose(key, event, screen, ofPage, target);
  if (act) {
    event.preventDefault();
    act();
  }
}

function choose(key, event, screen, ofPage, target) {
  const wasPop = popNext;
  popNext = false;
  if (/^[1-9]$/.test(key) && screen?.digit) return () => screen.digit(Number(key), wasPop);
  if (key === "p" && screen?.digit) {
    return () => {
      popNext = true;
      screen.popStarted?.();
    };
  }
  if ((key === " " || key === "Enter") && target.closest("button, a, summary, label, input")) return null;
  return screen?.keys[key] ?? ofPage[key];
}
