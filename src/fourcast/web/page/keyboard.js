// Which key does what. Letters rest in text fields and where the person has switched them off.
import { find } from "./explorer/dom.js";
import { settings } from "./settings.js";

let popNext = false;

/** One key: what the screen makes of it, else what the page does. */
export function pressed(event, screen, ofPage) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || find("dialog[open], :popover-open")) return;
  if (event.target.matches("input:not([type=radio], [type=checkbox]), textarea, select")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (/^[a-z]$/.test(key) && !settings.letters) return;
  const act = meant(key, event.target, screen, ofPage);
  // What a held key does again and again is to step and to zoom, not to play.
  const isHeld = event.repeat && /^([^-+]|Enter)$/.test(key);
  if (act || isHeld) event.preventDefault();
  if (!isHeld) act?.();
}

function meant(key, target, screen, ofPage) {
  const wasPop = popNext;
  popNext = key === "p" && Boolean(screen.digit);
  if (popNext) return () => screen.popStarted?.();
  if (/^[1-9]$/.test(key) && screen.digit) return () => screen.digit(Number(key), wasPop);
  if ((key === " " || key === "Enter") && target.closest("button, a, summary, label, input")) return null;
  return screen.keys[key] ?? ofPage[key];
}
