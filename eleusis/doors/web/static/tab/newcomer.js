/** Whether somebody who opens the page for the first time is offered the lesson: kept on this device. */

import { Memory } from "../memory.js";

const memory = new Memory("eleusis.knows");

/** Whoever has played, or says so, is offered the lesson no more. */
export const knowsGame = () => memory.keep("yes");

/** Whether nobody has played here yet. */
export const isNew = () => memory.text === null;
