// Games on the server, for all screens.
import { find } from "lib/dom.js";
import { get, post } from "./api.js";
import { navigate } from "./router.js";
import { settings } from "./settings.js";

// A beginner can beat it.
export const DEFAULT_AGENT = "level2";

// The game that was created last, until it is opened.
let created = null;

/** A game by its id. One that was just created need not be requested again. */
export async function fetchGame(id) {
  const game = created;
  created = null;
  return game?.id === id ? game : get(`/api/games/${id}`);
}

/** The game that was open last, or another one; null if there is none. */
export const findGame = (id = settings.game) => (id ? get(`/api/games/${id}`).catch(() => null) : null);

let options = null;

/** What a new game can be: variants, levels and further choices. */
export const loadOptions = async () => {
  options ??= await get("/api/options");
  return options;
};

/** The players of the last new game, else a person against an agent. */
export const lastPlayers = () => settings.newGame?.players ?? [{ name: settings.name }, { agent: DEFAULT_AGENT }];

export const createGame = (request) => post("/api/games", request);

/** Open the Play screen with a game. Focus leaves the control that was used, so that all keys are for the game. */
export function openGame(id) {
  find("#screen").focus({ preventScroll: true });
  navigate(`/game/${id}`);
}

/** Create a game and open it. */
export async function startGame(request, path = "/api/games") {
  created = await post(path, request);
  openGame(created.id);
}
