// The dialog with the rules of a game, as the server words them.
import { find, findAll, h, put } from "lib/dom.js";
import { get } from "../app/api.js";
import { gameInBar } from "../app/bar.js";
import { openDialog } from "../app/dialog.js";
import { lastPlayers, loadOptions, startGame } from "../app/games.js";
import { reportProblems } from "../app/notices.js";
import { thumbnail } from "../board/thumbnail.js";

/** Show the rules with this text, such as `classic,width=8`: those of the game that is shown if there is none. */
export async function openRules(text = gameInBar() ?? "classic") {
  const loaded = await reportProblems(() => Promise.all([loadOptions(), loadSheet(text)]));
  if (!loaded) return;
  const [options, first] = loaded;
  let sheet = first;
  const play = () => {
    for (const dialog of findAll("dialog[open]")) dialog.close();
    reportProblems(() => startGame({ rules: sheet.rules.text, players: lastPlayers() }));
  };
  const parts = openDialog("rules-dialog", { play });
  const draw = () => {
    put(parts.title, `${sheet.rules.title} ${sheet.rules.size}`);
    put(parts.about, sheet.about);
    put(parts.sections, sheet.sections.map(section));
  };
  const variants = options.variants.map(({ name, title }) => h("option", { value: name }, title));
  const isVariant = options.variants.some(({ name }) => name === first.rules.text);
  const own = !isVariant && h("option", { value: first.rules.text }, first.rules.title);
  put(parts.variant, own, variants);
  parts.variant.value = first.rules.text;
  parts.variant.onchange = async () => {
    sheet = (await reportProblems(() => loadSheet(parts.variant.value))) ?? sheet;
    draw();
    find(".dialog-body", parts.root).scrollTop = 0;
  };
  draw();
}

const loadSheet = (text) => get("/api/rules/sheet", { text });

const section = ({ title, text, picture }) =>
  h("li", picture ? thumbnail(picture, { hasOdds: true }) : h("span"), h("div", h("h3", title), h("p", text)));
