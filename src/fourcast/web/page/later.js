// A screen whose modules are fetched when it is first shown: the game need not wait for them.

export function later({ load, ...about }) {
  let screen = null, isWanted = false;
  return {
    ...about,
    path: `/${about.name}`,
    matches: (url) => url.pathname === `/${about.name}`,
    async show(host, url) {
      isWanted = true;
      screen ??= await load();
      if (isWanted) await screen.show(host, url);
    },
    hide() {
      isWanted = false;
      screen?.hide();
    },
    get keys() { return screen?.keys ?? {}; },
  };
}
