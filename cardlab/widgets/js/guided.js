/**
 * How far somebody has come in the guided rounds, in this browser: the moves made so far, and how many steps are done.
 *
 * It lies beside the answers and goes when they are deleted, since its key begins like theirs.
 */

import { readData, write } from "./kept.js";

const KEY = "cardlab-progress-guided";

/** @typedef {{moves: string, most: number}} Kept */

/** @returns {Record<string, Kept>} */
const kept = () => {
  const stored = readData(KEY);
  return stored && typeof stored === "object" ? stored : {};
};

/** How many steps of a round are kept as done. @param {string} name */
export const guidedSteps = (name) => {
  const { most } = kept()[name] ?? {};
  return Number.isInteger(most) ? Number(most) : 0;
};

/**
 * Keeps how far a round has come; where nothing can be kept, only the way back to this step is lost.
 * @param {string} name @param {string} moves @param {number} most
 */
export const keepGuided = (name, moves, most) => write(KEY, JSON.stringify({ ...kept(), [name]: { moves, most } }));

/**
 * Joins a table to what is kept of its guided round: it goes on where it was left, and each step is kept.
 * The page shows how far it is (`data-solved` of `data-total`), as by an exercise.
 * @param {{get(name: string): any, on(event: string, call: () => void): void, off(event: string, call: () => void): void,
 * send(content: object): unknown}} model
 * @param {HTMLElement} root
 * @returns {() => void} ends it
 */
export const connect = (model, root) => {
  const seen = () => model.get("shown").guide;
  const { name = "" } = seen() ?? {};
  if (!name) return () => {};
  const { moves } = kept()[name] ?? {};
  const note = () => {
    const now = seen();
    if (!now) return;
    const most = Math.max(guidedSteps(name), now.done);
    root.dataset.total = String(now.total);
    root.dataset.solved = String(most);
    if (most) keepGuided(name, now.moves, most);
  };
  if (moves && typeof moves === "string" && !seen()?.moves) model.send({ do: "go_on", moves });
  else note();
  model.on("change:shown", note);
  return () => model.off("change:shown", note);
};
