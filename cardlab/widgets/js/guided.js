/** A guided round: its box, and its progress, stored in this browser (the moves so far, and the most steps ever done). */

/** @import {Child} from "./core.js" */

import { h } from "./core.js";
import { guided, keepGuided } from "./marks.js";

/**
 * Which step it is, its goal, and the buttons to continue.
 * @param {string} key @param {string} progress @param {string} goal @param {...Child} ways
 */
export const guideBox = (key, progress, goal, ...ways) =>
  h("div", { role: "group", key, class: "cardlab-guide", "aria-label": progress }, [
    h("div", { class: "cardlab-goal", role: "status" }, [
      h("p", { class: "cardlab-progress" }, progress),
      h("p", {}, goal),
    ]),
    ways,
  ]);

/** The most steps ever done in a round. @param {string} name */
export const guidedSteps = (name) => guided()[name]?.most ?? 0;

/** Whether the last press was outside the guide, whose "Show me" does a step; before any press a page only resumes. */
let isOwn = false;
const press = (/** @type {Event} */ { target }) => {
  isOwn = target instanceof Element && !target.closest(".cardlab-guide");
};
for (const type of ["pointerdown", "keydown"]) addEventListener(type, press, true);

/**
 * Stores the progress of a guided game, and marks it on the page (`data-solved` of `data-total`), like an exercise. The
 * last step counts only if the learner did some step without "Show me".
 * @param {HTMLElement} root @param {string} name @param {{done: number, total: number, moves?: string}} guide
 * @param {boolean} goesOn whether one more step was done just now
 */
export const keepSteps = (root, name, { done, total, moves = "" }, goesOn) => {
  const own = guided()[name]?.own || (goesOn && isOwn);
  const most = Math.max(guidedSteps(name), done);
  Object.assign(root.dataset, { solved: String(own ? most : Math.min(most, total - 1)), total: String(total) });
  if (most) keepGuided(name, { moves, most, ...(own ? { own } : {}) });
};

/**
 * Connects a table with the stored progress of its guided round: it continues where it was left, and each step is
 * stored. A round without a guide is done at its end.
 * @param {{get(name: string): any, on(event: string, call: () => void): void, off(event: string, call: () => void): void,
 * send(content: object): unknown}} model
 * @param {HTMLElement} root @param {() => void} goesOn called where it goes on
 * @returns {() => void} ends it
 */
export const connect = (model, root, goesOn) => {
  const seen = () => model.get("shown");
  const { name = "" } = seen().guide ?? {};
  const { moves } = guided()[name] ?? {};
  let before = Infinity;
  const note = () => {
    const { guide, ending } = seen();
    if (!guide) Object.assign(root.dataset, { solved: ending ? "1" : "0", total: "1" });
    else if (name) {
      keepSteps(root, name, guide, guide.done > before);
      before = guide.done;
    }
  };
  if (moves && !seen().guide?.moves) model.send({ do: "go_on", moves });
  else note();
  if (moves) goesOn();
  model.on("change:shown", note);
  return () => model.off("change:shown", note);
};
