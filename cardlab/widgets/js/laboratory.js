/** What the laboratory is made of: the answer and how far it has come, cards that lie together, and choices. */

/** @import {WorkProgress} from "./shown.js" */
/** @import {AnyView, Child} from "./core.js" */

import { row } from "./cards.js";
import { button, h, status } from "./core.js";

/**
 * Cards that lie together, under their name.
 * @param {AnyView} it @param {{label: string, cards: string[]}} group
 */
export const heap = (it, { label, cards }) =>
  h(
    "div",
    { key: label, class: "cardlab-heap" },
    h("p", { class: "cardlab-line" }, h("strong", {}, label)),
    cards.length > 0 ? row(it, cards, label, "cardlab-fan") : h("p", { class: "cardlab-soft" }, "–"),
  );

/** How far the sample has come, and the way to stop it. @param {WorkProgress} progress @param {Child} stop */
export const underWay = ({ value, most, label }, stop) =>
  h(
    "p",
    { key: "progress", class: "cardlab-under-way" },
    h("progress", { key: "bar", max: most, value, "aria-label": label }),
    " ",
    h("span", {}, label),
    " ",
    stop,
  );

/**
 * The answer: what has just been said, the result in a sentence, and what is wrong with the position. While the result
 * is being improved it stands there to be read; a screen reader says it aloud once it is settled.
 * @param {{said: string, result: string, settled: boolean, faults: Child}} told @param {Child[]} more
 */
export const verdict = ({ said, result, settled, faults }, ...more) => {
  const sentence = result && h("p", { key: "title", class: "cardlab-title" }, result);
  return h(
    "div",
    { key: "verdict", class: `cardlab-verdict cardlab-${faults ? "no" : "none"}` },
    status(said && h("p", { key: "said" }, said), settled && sentence, faults),
    !settled && sentence,
    more,
  );
};

/**
 * Buttons with a name before them.
 * @param {string} key @param {string} label @param {Child[]} buttons
 */
export const choices = (key, label, buttons) =>
  h(
    "div",
    { key, class: "cardlab-tools", role: "group", "aria-label": label },
    h("span", { key: "label", class: "cardlab-soft" }, label),
    buttons,
  );

/** @param {string} label @param {boolean} chosen @param {() => void} act @param {string} key */
export const choice = (label, chosen, act, key) => button(label, act, { key, "aria-pressed": String(chosen) });
