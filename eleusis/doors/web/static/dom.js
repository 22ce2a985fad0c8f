/** Elements made and filled. All text goes in as text: nothing that comes from outside is ever read as markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element: `h("button.primary", { type: "button", on: { click: play }, "aria-pressed": "false" }, "Play")`.
 *
 * What follows the tag are its classes; attributes may be left out. One that is null, undefined or false is left out,
 * one that is true stands empty. Children are nodes, texts, numbers, or lists of them; null and false are passed over.
 */
export function h(tag, ...parts) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  element.classList.add(...classes);
  return fill(element, parts);
}

/** An SVG element, by the same rules as `h`. */
export function svg(tag, ...parts) {
  return fill(document.createElementNS(SVG, tag), parts);
}

/** A button: `button("Play", play, { class: "primary" })`. */
export function button(words, act, attrs = {}) {
  return h("button", { type: "button", ...attrs, on: { click: act } }, words);
}

/** Put these children in the place of those that an element has; gives the element back. */
export function replace(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

/** As `replace`, but what is the same stays: nothing is drawn, read aloud or set moving again for it. */
export function renew(element, ...children) {
  const wanted = nodes(children);
  const stay = new Set(wanted);
  wanted.forEach((child, i) => {
    const there = element.childNodes[i];
    if (there === child || there?.isEqualNode(child)) return;
    if (there === undefined || stay.has(there)) element.insertBefore(child, there ?? null);
    else there.replaceWith(child);
  });
  while (element.childNodes.length > wanted.length) element.lastChild.remove();
}

/** An id that nothing else in the document has. */
export const newId = (kind) => `${kind}-${crypto.getRandomValues(new Uint32Array(1))[0]}`;

/** Radios drawn as one switch: `choices` are words by their value; `onChange(value)` hears of another. A fieldset around it needs no `label`. */
export function segmented(name, choices, chosen, onChange, label = null) {
  const radio = (value) =>
    h("input", { type: "radio", name, value, checked: value === chosen, on: { change: () => onChange(value) } });
  const choice = ([value, words]) => h("label", {}, radio(value), h("span", {}, words));
  return h(
    "div",
    { class: "segmented", role: label && "radiogroup", "aria-label": label },
    Object.entries(choices).map(choice),
  );
}

function fill(element, [attrs, ...children]) {
  if (attrs?.constructor !== Object) {
    element.append(...nodes([attrs, ...children]));
    return element;
  }
  for (const [name, value] of Object.entries(attrs)) setOn(element, name, value);
  element.append(...nodes(children));
  return element;
}

function setOn(element, name, value) {
  if (name === "on")
    for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
  else if (name === "text") element.textContent = value;
  else if (name === "value" && "value" in element) element.value = value ?? "";
  else if (value !== null && value !== undefined && value !== false)
    element.setAttribute(name, value === true ? "" : String(value));
}

function nodes(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : new Text(child)));
}
