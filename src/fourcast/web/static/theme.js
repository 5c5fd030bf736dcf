// Runs before the first paint: the theme that the user chose, if any.
const chosenTheme = localStorage[`theme${document.documentElement.dataset.base}`];
if (chosenTheme) document.documentElement.dataset.theme = chosenTheme;
