// Numbers, times and moves as text.
import { capitalise } from "lib/dom.js";

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** 3,290 · 137 K · 5.9 M */
export function formatCount(number) {
  return number < 1e5 ? number.toLocaleString("en") : compact.format(number).replace(/[A-Z]/, " $&");
}

/** 8 µs · 31 ms · 1.25 s · 12.5 s · 2.0 min */
export function formatTime(seconds) {
  if (seconds < 1e-3) return `${Math.max(1, Math.round(seconds * 1e6))} µs`;
  if (seconds < 1) return `${Math.round(seconds * 1e3)} ms`;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
  return `${(seconds / 60).toFixed(1)} min`;
}

/** 1.2 M/s */
export function formatSpeed(nodes, seconds) {
  return seconds > 0 && nodes ? `${formatCount(Math.round(nodes / seconds))}/s` : "–";
}

/** 0:07 · 1:02:03 */
export function formatClock(seconds) {
  const twoDigits = (number) => String(Math.floor(number)).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const parts = hours ? [hours, twoDigits(minutes)] : [minutes];
  return [...parts, twoDigits(seconds % 60)].join(":");
}

/** today 14:05 · yesterday · 3 May */
export function formatDay(timestamp) {
  const date = new Date(timestamp * 1000);
  const midnight = (day) => new Date(day).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(Date.now()) - midnight(date)) / 864e5);
  if (days === 0) return `today ${date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`;
  if (days === 1) return "yesterday";
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "long" });
}

/** The id of a setting as a title: Potential lines for potential-lines. */
export const settingTitle = (id) => capitalise(id.replaceAll("-", " ").replace(/:(\w+)=/u, ", $1 "));

/** 1 disc · 12 discs */
export const discCount = (number) => `${number} ${number === 1 ? "disc" : "discs"}`;

/** A move in a column as text: 4, or p4 for a pop. */
export const columnMove = (number, isPop) => (isPop ? `p${number}` : String(number));

export const PLAYER_NAMES = ["Red", "Yellow"];
