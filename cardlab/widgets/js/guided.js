/** How far somebody has come in the guided rounds, kept in this browser: the moves made so far, and how many steps are done. */

import { guided, keepGuided } from "./marks.js";

/** How many steps of a round are kept as done. @param {string} name */
export const guidedSteps = (name) => guided()[name]?.most ?? 0;

/**
 * Joins a table to what is kept of its guided round: it goes on where it was left, and each step is kept.
 * The page shows how far it is (`data-solved` of `data-total`), as by an exercise. A round without a guide is done at its
 * end.
 * @param {{get(name: string): any, on(event: string, call: () => void): void, off(event: string, call: () => void): void,
 * send(content: object): unknown}} model
 * @param {HTMLElement} root @param {() => void} goesOn called where it goes on
 * @returns {() => void} ends it
 */
export const connect = (model, root, goesOn) => {
  const seen = () => model.get("shown");
  const { name = "" } = seen().guide ?? {};
  const { moves } = guided()[name] ?? {};
  const note = () => {
    const { guide, ending } = seen();
    if (guide && !name) return;
    const { done, total } = guide ?? { done: ending ? 1 : 0, total: 1 };
    const most = Math.max(name ? guidedSteps(name) : 0, done);
    Object.assign(root.dataset, { solved: String(most), total: String(total) });
    if (name && most) keepGuided(name, { moves: guide.moves, most });
  };
  if (moves && !seen().guide?.moves) model.send({ do: "go_on", moves });
  else note();
  if (moves) goesOn();
  model.on("change:shown", note);
  return () => model.off("change:shown", note);
};
