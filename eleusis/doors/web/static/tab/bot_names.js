/** What bots in a tab are called. */

const NAMES = ["Bea", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jo", "Kit", "Lou", "Max"];

/** So many names for bots, none of which a person has. */
export function botNames(count, people) {
  const taken = new Set(people.map((name) => name.trim().toLowerCase()));
  return NAMES.filter((name) => !taken.has(name.toLowerCase())).slice(0, count);
}
