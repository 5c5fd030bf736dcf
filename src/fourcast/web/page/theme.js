// Runs before anything is drawn: light or dark as the person chose, else as the system has it.
if (localStorage.theme) document.documentElement.dataset.theme = localStorage.theme;
