// Runs before the first paint: the theme that the user chose, if any.
if (localStorage.theme) document.documentElement.dataset.theme = localStorage.theme;
