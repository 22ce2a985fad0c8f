/**
 * Soft sounds, and a touch of vibration: it is one's own turn, or a play or a guess of one's own has been judged.
 */

import { Memory } from "./memory.js";
import { calm, verdictOf } from "./moments.js";
import { tableCode } from "./places.js";

const memory = new Memory("eleusis.sounds");

/** What is heard, each from a file of that name (bench/sounds.py), and how long (ms) it is felt, with the rests between. */
const FELT = { turn: [40], right: [25], wrong: [35, 70, 35], found: [25, 60, 25, 60, 90] };
const FILES = {
  turn: new URL("./sounds/turn.wav", import.meta.url),
  right: new URL("./sounds/right.wav", import.meta.url),
  wrong: new URL("./sounds/wrong.wav", import.meta.url),
  found: new URL("./sounds/found.wav", import.meta.url),
};

/** From the beginning of one to that of the next (ms), at least. */
const APART = 450;

let player = null;
let next = 0;

/** Whether a table is heard on this device: as was chosen here; until then it is, but not in a class, which has a code, nor in a room. */
export const sounding = ({ code }) => (memory.text ?? (code || tableCode() ? "off" : "on")) === "on";

/** Keeps the choice on this device; what is turned on is heard at once. */
export function keepSounding(on) {
  memory.keep(on ? "on" : "off");
  if (!on) return;
  wake();
  ring("turn");
}

/** Gets ready to be heard: browsers allow it from a tap on, or a key, and not before. */
export function wake() {
  player ??= getReady(new AudioContext());
  if (player.context.state !== "running") player.context.resume().catch(() => {});
}

function getReady(context) {
  const load = async (name) => context.decodeAudioData(await (await fetch(FILES[name])).arrayBuffer());
  // Where one doesn't come it is silent.
  return {
    context,
    sounds: Object.fromEntries(Object.keys(FILES).map((name) => [name, load(name).catch(() => null)])),
  };
}

/** Is heard and felt in so many ms, or after what is to be heard before. */
export function ring(name, wait = 0) {
  if (player === null) return;
  const now = performance.now();
  next = Math.max(now + wait, next + APART);
  setTimeout(() => play(name), next - now);
}

async function play(name) {
  const { context, sounds } = player;
  if (!calm()) navigator.vibrate?.(FELT[name]);
  const buffer = await sounds[name];
  if (buffer === null || context.state !== "running") return;
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(context.destination);
  source.start();
}

/** What a seat hears of lines that are new in the story: how its own play or guess was judged; null for all else. */
export function soundOf(lines, seat) {
  const own = lines.findLast((line) => line.seat === seat && line.kind !== null && verdictOf(line) !== null);
  if (own === undefined) return null;
  return own.kind === "guess" && own.right ? "found" : verdictOf(own);
}
