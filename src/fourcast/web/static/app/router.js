// Addresses of the page. Paths are written as if the server was at the root; a proxy may have it below a base path.

const BASE = document.documentElement.dataset.base;

/** A path as a link, a request or the address bar needs it. */
export const linkTo = (path) => BASE + path;

/** The path of an address of this page. */
export const pathOf = ({ pathname, search }) =>
  (`${pathname}/`.startsWith(`${BASE}/`) ? pathname.slice(BASE.length) || "/" : pathname) + search;

let onNavigate = () => {};

const currentUrl = () => new URL(pathOf(location) + location.hash, location.origin);

/** Call `listener(url)` now and whenever another address is opened; returns what it returned now. */
export function startRouter(listener) {
  onNavigate = listener;
  addEventListener("popstate", () => onNavigate(currentUrl()));
  return onNavigate(currentUrl());
}

/** Open an address of this page, as a link does. */
export function navigate(path) {
  if (path !== pathOf(location)) history.pushState(null, "", linkTo(path));
  onNavigate(currentUrl());
}

/** Change the address that is shown, and nothing else. */
export const replaceAddress = (path) => history.replaceState(null, "", linkTo(path));

/** The position in the query of an address. */
export const positionInQuery = (parameters) => ({
  rules: parameters.get("rules"),
  start: parameters.get("start"),
  moves: parameters.get("moves"),
});
