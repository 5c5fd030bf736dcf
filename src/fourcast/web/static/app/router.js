// Addresses of the page.

let onNavigate = () => {};

const currentUrl = () => new URL(location.href);

/** Call `listener(url)` now and whenever another address is opened; returns what it returned now. */
export function startRouter(listener) {
  onNavigate = listener;
  addEventListener("popstate", () => onNavigate(currentUrl()));
  return onNavigate(currentUrl());
}

/** Open an address of this page, as a link does. */
export function navigate(path) {
  if (path !== location.pathname + location.search) history.pushState(null, "", path);
  onNavigate(currentUrl());
}

/** Change the address that is shown, and nothing else. */
export const replaceAddress = (path) => history.replaceState(null, "", path);

/** The position in the query of an address. */
export const positionInQuery = (parameters) => ({
  rules: parameters.get("rules"),
  start: parameters.get("start"),
  moves: parameters.get("moves"),
});
