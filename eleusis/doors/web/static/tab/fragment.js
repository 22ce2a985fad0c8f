/**
 * A value packed into the part of an address behind the `#`, and unpacked again. No server sees it.
 *
 * JSON → zlib (its checksum tells of damage) → each byte masked → base64url, with a letter on either side: the first is
 * the version; the last keeps a messenger from taking a dash at the end for its own. The mask is no secret: it is there so
 * that nobody who glances at an address, or pastes it into a decoder of base64, reads a rule by accident.
 */

const VERSION = "a";
const END = "z";
/** The byte at place n is masked by the byte of this text at n, again and again. */
const MASK = new TextEncoder().encode("Eleusis: guess, don't look!");
/** Longer packed texts than this, in characters, aren't looked at, and no more than so many bytes are unpacked. */
const MOST_PACKED = 64 * 1024;
const MOST_UNPACKED = 1024 * 1024;

const DAMAGED = "This link is damaged: ask for it again.";
const TOO_OLD = "This browser is too old for links: try a newer one.";

/** A value that JSON can hold, as a text for the end of an address. */
export async function pack(value) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), "CompressionStream", Infinity);
  const letters = Array.from(mask(bytes), (byte) => String.fromCharCode(byte)).join("");
  return `${VERSION}${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}${END}`;
}

/** The value of such a text. Throws an Error, in words for whoever followed the link, of what is none, or is too large. */
export async function unpack(text) {
  if (text.length > MOST_PACKED) throw new Error("This link is too long to be one of ours. Nothing was opened.");
  if (!text.startsWith(VERSION) && /^[b-y][\w-]+z$/.test(text))
    throw new Error("This link is from a newer Eleusis: close all its tabs, and open the link again.");
  if (!/^a[\w-]+z$/.test(text)) throw new Error(DAMAGED);
  const letters = text.slice(1, -1).replaceAll("-", "+").replaceAll("_", "/");
  const packed = or(DAMAGED, () => Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0)));
  const bytes = await through(mask(packed), "DecompressionStream", MOST_UNPACKED);
  return or(DAMAGED, () => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
}

/** What `reach` comes to; where it fails, that is said in `words`. */
function or(words, reach) {
  try {
    return reach();
  } catch {
    throw new Error(words);
  }
}

class TooLarge extends Error {}

function mask(bytes) {
  return bytes.map((byte, place) => byte ^ MASK[place % MASK.length]);
}

/** What comes out of a stream of some kind that the bytes go through; no more than `most` is let out of it. */
async function through(bytes, kind, most) {
  const parts = [];
  let size = 0;
  const write = (part) => {
    size += part.length;
    if (size > most) throw new TooLarge("This link holds more than a game has. Nothing was opened.");
    parts.push(part);
  };
  const out = or(TOO_OLD, () => new Blob([bytes]).stream().pipeThrough(new window[kind]("deflate")));
  await out.pipeTo(new WritableStream({ write })).catch((error) => {
    throw error instanceof TooLarge ? error : new Error(DAMAGED);
  });
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** An address of this site with a packed value behind a view's name. */
export async function linkTo(name, value) {
  const address = new URL(window.location.href);
  address.search = "";
  address.hash = `${name}=${await pack(value)}`;
  return address.href;
}
