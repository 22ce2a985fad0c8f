/** The day it is here, as 2026-11-28; for tests it may stand in the address: ?today=2026-11-23. */
export function today() {
  const asked = new URLSearchParams(window.location.search).get("today");
  if (asked !== null && /^\d{4}-\d{2}-\d{2}$/.test(asked)) return asked;
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
