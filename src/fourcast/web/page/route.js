// Addresses: going to one, and hearing of it.

let hear = () => {};

export function listenTo(heard) {
  hear = heard;
  addEventListener("popstate", () => hear(new URL(location.href)));
  hear(new URL(location.href));
}

/** Go to an address of this page, as a link would. */
export function goTo(path) {
  if (path !== location.pathname + location.search) history.pushState(null, "", path);
  hear(new URL(location.href));
}

/** Change the address without going anywhere. */
export const rename = (path) => history.replaceState(null, "", path);

/** Tell the bar which rules are shown. */
export const tellRules = (rules) => document.dispatchEvent(new CustomEvent("rules", { detail: rules }));

/** The position that an address carries. */
export const placeIn = (fields) => Object.fromEntries(["rules", "start", "moves"].map((field) => [field, fields.get(field)]));
