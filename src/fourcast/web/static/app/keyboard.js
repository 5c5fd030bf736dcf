// Keyboard shortcuts. They are off in text fields; letters also where the user has switched them off.
import { find } from "lib/dom.js";
import { settings } from "./settings.js";

const TEXT_FIELDS = "input:not([type=radio], [type=checkbox]), textarea, select";
const PRESSABLE = "button, a, summary, label, input";

let isPopStarted = false;

/** Run the function of a key: the screen's, else the page's. */
export function handleKey(event, screen, pageKeys) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (find("dialog[open], :popover-open") || event.target.matches(TEXT_FIELDS)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (/^[a-z]$/.test(key) && !settings.letters) return;
  const action = actionFor(key, event.target, screen, pageKeys);
  // A held key repeats steps and zooming, but not moves.
  const isIgnored = event.repeat && /^([^-+]|Enter)$/.test(key);
  if (action || isIgnored) event.preventDefault();
  if (!isIgnored) action?.();
}

function actionFor(key, target, screen, pageKeys) {
  const isPop = isPopStarted;
  isPopStarted = key === "p" && Boolean(screen.chooseColumn);
  if (isPopStarted) return () => screen.startPop?.();
  if (/^[1-9]$/.test(key) && screen.chooseColumn) return () => screen.chooseColumn(Number(key), isPop);
  if ((key === " " || key === "Enter") && target.closest(PRESSABLE)) return null;
  return screen.keys[key] ?? pageKeys[key];
}
