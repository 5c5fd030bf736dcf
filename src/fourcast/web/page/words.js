// Numbers and times as people read them.

export function count(number) {
  if (number < 1e5) return number.toLocaleString("en");
  if (number < 1e6) return `${(number / 1e3).toFixed(0)} k`;
  return number < 1e9 ? `${(number / 1e6).toFixed(number < 1e7 ? 1 : 0)} M` : `${(number / 1e9).toFixed(1)} G`;
}

export function time(seconds) {
  if (seconds < 1e-3) return `${Math.max(1, Math.round(seconds * 1e6))} µs`;
  if (seconds < 1) return `${Math.round(seconds * 1e3)} ms`;
  return seconds < 60 ? `${seconds.toFixed(seconds < 10 ? 2 : 1)} s` : `${(seconds / 60).toFixed(1)} min`;
}

export const speed = (nodes, seconds) => (seconds > 0 && nodes ? `${count(Math.round(nodes / seconds))}/s` : "–");

export function clock(seconds) {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  if (whole >= 3600) parts.unshift(Math.floor(whole / 3600));
  return parts.map((part, at) => (at ? String(part).padStart(2, "0") : part)).join(":");
}

export function day(stamp) {
  const then = new Date(stamp * 1000);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(then).setHours(0, 0, 0, 0)) / 864e5);
  if (days === 0) return `today ${then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`;
  return days === 1 ? "yesterday" : then.toLocaleDateString("en-GB", { day: "numeric", month: "long" });
}

export const COLOURS = ["Red", "Yellow"];
