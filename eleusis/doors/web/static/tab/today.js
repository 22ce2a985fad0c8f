/** Whether a text is a day of the calendar, as 2026-11-28. */
export function isDay(text) {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day it is here, as 2026-11-28; for tests it may stand in the address: ?today=2026-11-23. */
export function today() {
  const asked = new URLSearchParams(window.location.search).get("today");
  if (asked !== null && isDay(asked)) return asked;
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The day so many days later, or earlier. */
export function dayBeside(day, days) {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** A day in words: "Saturday 28 November"; with its year where that is another than today's. */
export function inWords(day) {
  const year = day.slice(0, 4) === today().slice(0, 4) ? undefined : "numeric";
  return new Date(day).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", year, timeZone: "UTC" });
}
