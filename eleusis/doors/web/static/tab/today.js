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
  return new Date(day).toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year,
    timeZone: "UTC",
  });
}

/** When something was, by its time in ms: "today 04:59", else "Sat 28 Nov"; with its year where that is another. */
export function whenInWords(time) {
  const then = new Date(time);
  if (then.toDateString() === new Date().toDateString())
    return `today ${then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`;
  const year = then.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return then
    .toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", year })
    .replace(",", "");
}

/** A day, shortly: "Sat 28 Nov". */
export function shortDay(day) {
  return new Date(day)
    .toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" })
    .replace(",", "");
}
