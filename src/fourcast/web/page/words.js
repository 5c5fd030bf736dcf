// Numbers and times as people read them.

const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** 3,290 · 137 K · 5.9 M */
export const count = (number) => (number < 1e5 ? number.toLocaleString("en") : short.format(number).replace(/[A-Z]/, " $&"));

export function time(seconds) {
  if (seconds < 1e-3) return `${Math.max(1, Math.round(seconds * 1e6))} µs`;
  if (seconds < 1) return `${Math.round(seconds * 1e3)} ms`;
  return seconds < 60 ? `${seconds.toFixed(seconds < 10 ? 2 : 1)} s` : `${(seconds / 60).toFixed(1)} min`;
}

export const speed = (nodes, seconds) => (seconds > 0 && nodes ? `${count(Math.round(nodes / seconds))}/s` : "–");

export function clock(seconds) {
  const two = (number) => String(Math.floor(number)).padStart(2, "0"), minutes = Math.floor(seconds / 60) % 60;
  return `${seconds < 3600 ? minutes : `${Math.floor(seconds / 3600)}:${two(minutes)}`}:${two(seconds % 60)}`;
}

export function day(stamp) {
  const then = new Date(stamp * 1000);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(then).setHours(0, 0, 0, 0)) / 864e5);
  if (days === 0) return `today ${then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`;
  return days === 1 ? "yesterday" : then.toLocaleDateString("en-GB", { day: "numeric", month: "long" });
}

/** 1 disc · 12 discs */
export const discCount = (number) => `${number} disc${number === 1 ? "" : "s"}`;

export const COLOURS = ["Red", "Yellow"];
