// Runs before anything is drawn: light or dark as the person chose, else as the system has it.
(() => {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
