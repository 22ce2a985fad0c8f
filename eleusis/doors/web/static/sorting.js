/**
 * Whether one's cards lie by suit or as they were dealt: chosen on this device.
 */

import { Memory } from "./memory.js";

const memory = new Memory("eleusis.sorted");

/** Whether the hand lies by suit; so it does until something else is chosen. */
export const sorted = () => memory.text !== "no";

/** Keeps the choice on this device. */
export const keepSorted = (on) => memory.keep(on ? "yes" : "no");
