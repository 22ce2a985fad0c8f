/** Elements made, filled and changed. All text goes in as text: nothing that comes from outside is ever read as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** What each element was made with, by the names of attributes. */
const made = new WeakMap();

/**
 * An HTML element: `h("button.primary", { type: "button", on: { click: play }, "aria-pressed": "false" }, "Play")`.
 *
 * What follows the tag are its classes; attributes may be left out. One that is null, undefined or false is left out,
 * one that is true stands empty; `class` may be a list. Children are nodes, texts, numbers, or lists of them; null and false are passed over.
 */
export function h(tag, ...parts) {
  const [name, ...classes] = tag.split(".");
  return fill(document.createElement(name), parts, classes);
}

/** An SVG element, by the same rules as `h`. */
export function svg(tag, ...parts) {
  return fill(document.createElementNS(SVG, tag), parts);
}

/** The element of the page by this id. */
export const part = (id) => document.getElementById(id);

/** All that has an id in the page as it is now, by these ids. */
export const partsById = () =>
  Object.fromEntries([...document.querySelectorAll("[id]")].map((element) => [element.id, element]));

/** An element with a child for each of some things: `each("ul.plain", days, (day) => h("li", day))`. */
export function each(tag, ...parts) {
  const [things, draw] = parts.splice(-2);
  return h(tag, ...parts, things.map(draw));
}

/** A button: `button("Play", play, { class: "primary" })`. */
export function button(words, act, attrs = {}) {
  const key = typeof words === "string" ? words : null;
  return h("button", { type: "button", "data-key": key, ...attrs, on: { click: act } }, words);
}

/** An input with its label, and what stands below it. */
export const field = (label, input, ...more) => h("div.field", h("label", { for: input.id }, label), input, more);

/** Options of a select, `[[value, words], …]`, the chosen one selected; one that isn't listed is added as `say` says it. */
export function options(list, chosen, say = String) {
  const all = list.some(([value]) => value === chosen) ? list : [...list, [chosen, say(chosen)]];
  return all.map(([value, words]) => h("option", { value: String(value), selected: value === chosen }, words));
}

/** Put these children in the place of those that an element has; gives the element back. */
export function replace(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

/**
 * As `replace`, but what is there already stays, and is made what it shall be now: the focus, what is unfolded and what
 * somebody is typing are as they were, and nothing that is the same is drawn or read aloud again.
 *
 * Of several of a kind those are the same that have one `data-key`, or id. What is made anew is only looked at, so no
 * listener of it may know its own elements: it finds them by its event.
 */
export function patch(element, ...children) {
  const wanted = nodes(children);
  const given = new Set(wanted);
  const left = [...element.childNodes];
  const focused = document.activeElement;
  const now = wanted.map((child) => {
    const place = left.findIndex((there) => there === child || (!given.has(there) && isLike(there, child)));
    return place < 0 ? child : become(left.splice(place, 1)[0], child);
  });
  for (const gone of left) gone.remove();
  now.forEach((child, place) => {
    if (element.childNodes[place] !== child) element.insertBefore(child, element.childNodes[place] ?? null);
  });
  // What was put into another place has lost it.
  if (focused !== document.activeElement && element.contains(focused)) focused.focus();
  return element;
}

/** As `patch`; an element with nothing in it is hidden. */
export function patchOrHide(element, ...children) {
  element.hidden = patch(element, ...children).childNodes.length === 0;
}

/** An id that nothing else in the document has. */
export const newId = (kind) => `${kind}-${crypto.getRandomValues(new Uint32Array(1))[0]}`;

/** Radios drawn as one switch: `choices` are words by their value; `onChange(value)` hears of another. A fieldset around it needs no `label`. */
export function segmented(name, choices, chosen, onChange, label = null) {
  const radio = (value) =>
    h("input", { type: "radio", name, value, checked: value === chosen, on: { change: () => onChange(value) } });
  const choice = ([value, words]) => h("label", radio(value), h("span", words));
  return h(
    "div.segmented",
    { role: label && "radiogroup", "aria-label": label },
    Object.entries(choices).map(choice),
  );
}

function fill(element, parts, classes = []) {
  const [attrs, children] = parts[0]?.constructor === Object ? [parts[0], parts.slice(1)] : [{}, parts];
  const all = { ...attrs, class: [...classes, attrs.class].flat().filter(Boolean).join(" ") || null };
  made.set(element, all);
  element.append(...nodes(children));
  for (const [name, value] of Object.entries(all)) setOn(element, name, value);
  return element;
}

function setOn(element, name, value) {
  const isLeftOut = value === null || value === undefined || value === false;
  if (name === "on") for (const event of Object.keys(value)) element.addEventListener(event, hear);
  else if (name === "text") element.textContent = value;
  else if (name === "style") for (const [key, of] of Object.entries(value)) element.style.setProperty(key, of);
  else if (name === "defaultValue") begin(element, value);
  else if (name === "value" && "value" in element) element.value = value ?? "";
  else if (isLeftOut) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
  if (name === "checked" || name === "selected") element[name] = !isLeftOut;
}

/** What is typed into a field stays. */
function begin(field, text) {
  const isTyped = field.value !== field.defaultValue;
  field.defaultValue = text;
  if (!isTyped) field.value = text;
}

function hear(event) {
  made.get(event.currentTarget).on?.[event.type]?.(event);
}

const keyOf = (node) => node.dataset?.key ?? node.id;

/** Whether one node may become another: both are texts, or elements of a kind by one key that were made here. */
function isLike(there, child) {
  if (there.nodeName !== child.nodeName || keyOf(there) !== keyOf(child)) return false;
  return (made.has(there) && made.has(child)) || there instanceof Text || there.isEqualNode(child);
}

function become(there, child) {
  if (there instanceof Text && there.data !== child.data) there.data = child.data;
  if (there === child || !made.has(child)) return there;
  const [before, now] = [made.get(there), made.get(child)];
  made.set(there, now);
  for (const name of Object.keys({ ...before, ...now }))
    if (name === "on" ? now.on : before[name] !== now[name]) setOn(there, name, now[name]);
  return patch(there, ...child.childNodes);
}

function nodes(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : new Text(child)));
}
