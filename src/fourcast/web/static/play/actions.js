// The actions of the Play screen: one list, shown beside the board, or on a phone in a row with the rest in a sheet.
import { find, findAll, h, put } from "lib/dom.js";
import { icon } from "lib/icon.js";

// Seconds between the moves of two agents.
const SPEEDS = [
  ["Slow", 2],
  ["Normal", 0.6],
  ["Fast", 0.15],
  ["Instant", 0],
];

// In the order beside the board. `key` is the shortcut; `row` the place in the row of a phone, with a `short` label if
// there is one. On a phone, actions without a `row` are in the sheet, except those that are `onlyDesktop`.
const ACTIONS = [
  { name: "hint", icon: "bulb", label: "Hint", key: "H", row: 2 },
  { name: "undo", icon: "undo", label: "Take back", key: "U", row: 1 },
  { name: "redo", icon: "redo", label: "Redo", key: "R" },
  { name: "callDraw", icon: "flag", label: "Call a draw", key: "=" },
  { name: "branch", icon: "branch", label: "Branch from here", short: "Branch", row: 3 },
  { name: "goToEnd", icon: "last", label: "Last move", row: 4 },
  { name: "pause", icon: "pause", label: "Pause", row: 5 },
  { name: "resume", icon: "play", label: "Resume", row: 6 },
  { name: "step", icon: "step", label: "Step", row: 7 },
  { name: "speed" },
  { name: "save", icon: "save", label: "Save", key: "S" },
  { name: "resign", icon: "flag", label: "Resign" },
  { name: "copyLink", icon: "share", label: "Copy link", onlyDesktop: true },
  { name: "copyLinkAlways", icon: "share", label: "Copy link", onlyPhone: true },
  { name: "changeOpponent", icon: "redo", label: "Change opponent", onlyPhone: true },
  { name: "rules", icon: "help", label: "Rules", onlyPhone: true },
  { name: "saved", icon: "list", label: "Saved games", onlyPhone: true },
  { name: "theme", icon: "moon", label: "Dark / light", onlyPhone: true },
];

function control(action, label, ...more) {
  if (action.name === "speed") return speedField();
  return h("button.button", { "data-action": action.name }, icon(action.icon), label, ...more);
}

function speedField() {
  const options = SPEEDS.map(([label, seconds]) => h("option", { value: seconds }, label));
  const label = h("span.visually-hidden", "Speed");
  return h("label.field", { "data-action": "speed" }, label, h("select.input", options));
}

/** Fill the containers: `side`, the phone's `row` before its own buttons, the phone's `sheet`. */
export function createControls({ side, row, sheet }) {
  const beside = ACTIONS.filter((action) => !action.onlyPhone);
  put(
    side,
    beside.map((action) => control(action, action.label, action.key && h("kbd", action.key))),
  );
  const inRow = ACTIONS.filter((action) => action.row).sort((one, other) => one.row - other.row);
  row.prepend(...inRow.map((action) => control(action, action.short ?? action.label)));
  const inSheet = ACTIONS.filter((action) => !action.row && !action.onlyDesktop);
  put(
    sheet,
    inSheet.map((action) => control(action, action.label)),
  );
  sheet.addEventListener("click", ({ target }) => target.closest("button") && sheet.hidePopover());
}

/**
 * Show the actions in `possible`, which maps their names to whether they can be used now; others are hidden. Buttons to
 * step and those on the players' cards are left alone.
 */
export function updateControls(root, possible, speed) {
  for (const element of findAll("[data-action]:not(.stepper *, .thinking *)", root)) {
    const { action } = element.dataset;
    element.hidden = possible[action] === undefined;
    element.disabled = !possible[action];
    if (possible.speed && action === "speed") find("select", element).value = speed;
  }
}
