/** What can be laid over the table to learn from it: melds of the hand, deadwood, the cards seen, what cannot be played. */

import { brackets } from "./brackets.js";
import { button, h } from "./core.js";
import { sentences } from "./table_parts.js";

/** @typedef {import("./core.js").View} View */
/** @typedef {{place: string, word: string}} Cell */

/** @param {string} word */
const read = (word) => h("span", { class: "cardlab-unseen" }, word);

/** What can be laid over the table. @param {View} it */
const overlays = ({ shown, words, send }) =>
  h(
    "div",
    { key: "overlays", class: "cardlab-tools", role: "group", "aria-label": words["table.overlays"] },
    h("span", { class: "cardlab-tries", "aria-hidden": "true" }, words["table.overlays"]),
    shown.overlays.map((/** @type {{name: string, label: string, on: boolean}} */ { name, label, on }) =>
      button(label, () => send({ do: "overlay", name }), { key: name, "aria-pressed": String(on) }),
    ),
  );

/** Where each card is: a line for each suit, a column for each rank. @param {View} it */
const grid = ({ shown }) => {
  const { ranks, rows, legend, caption, sentence } = shown.seen;
  return h(
    "div",
    { key: "seen", class: "cardlab-overlay" },
    h("p", { role: "status" }, sentence),
    h(
      "table",
      { class: "cardlab-grid" },
      h("caption", {}, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          ranks.map((/** @type {string} */ rank) => h("th", { scope: "col" }, rank)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((/** @type {{suit: string, name: string, cells: Cell[]}} */ { suit, name, cells }) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, h("span", { "aria-hidden": "true" }, suit), read(name)),
            cells.map(({ place, word }) => h("td", { class: `cardlab-cell cardlab-is-${place}` }, read(word))),
          ),
        ),
      ),
    ),
    h(
      "ul",
      { class: "cardlab-legend", "aria-hidden": "true" },
      legend.map((/** @type {Cell} */ { place, word }) =>
        h("li", { key: place }, h("span", { class: `cardlab-cell cardlab-is-${place}` }), " ", word),
      ),
    ),
  );
};

/** What can be laid over the table to learn from it. @param {View} it */
export const laidOver = (it) => {
  const { shown } = it;
  return [
    overlays(it),
    shown.deadwood.length > 0 &&
      h("div", { key: "deadwood", class: "cardlab-overlay", role: "status" }, sentences(shown.deadwood)),
    shown.melds &&
      h(
        "div",
        { key: "melds", class: "cardlab-overlay" },
        h("p", {}, shown.melds.sentence),
        brackets(it, shown.melds.groups),
      ),
    shown.reasons.map((/** @type {{title: string, sentences: string[]}} */ one) =>
      h(
        "div",
        { key: one.title, class: "cardlab-overlay" },
        h("p", { class: "cardlab-title" }, one.title),
        sentences(one.sentences),
      ),
    ),
    shown.seen && grid(it),
  ];
};
