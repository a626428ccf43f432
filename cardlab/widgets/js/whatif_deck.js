/**
 * The deck as a grid of small buttons, a row for each suit: which card lies where, and a tap puts it somewhere else.
 */

/** @import {DeckCell, DeckSuit} from "./shown.js" */
/** @import {View} from "./core.js" */

import { h } from "./core.js";
import { rove } from "./roving.js";

/** @typedef {View<any, {do: "tap", card: string}>} It */

/** @param {It} view @param {DeckCell} cell @param {string} active */
const cell = ({ faces, local, send, draw }, { card, text, suit, mark, where, lies }, active) =>
  h(
    "div",
    { key: card, role: "gridcell", class: "cardlab-cell" },
    h(
      "button",
      {
        type: "button",
        key: "card",
        class: `cardlab-deal cardlab-suit-${suit} cardlab-in-${lies}`,
        "data-card": card,
        "aria-pressed": String(lies !== "free"),
        tabindex: card === active ? 0 : -1,
        onfocus: () => {
          if (local.active === card) return;
          local.active = card;
          draw();
        },
        onclick: () => send({ do: "tap", card }),
      },
      h("span", { key: "text", "aria-hidden": "true" }, text),
      h("span", { key: "mark", class: "cardlab-mark", "aria-hidden": "true" }, mark),
      h("span", { key: "name", class: "cardlab-unseen" }, `${faces.names[card]}, ${where}`),
    ),
  );

/**
 * The arrow keys lead through it; one card is in the tab order.
 * @param {It} view
 * @param {DeckSuit[]} suits
 * @param {string} label
 */
export const deck = (view, suits, label) => {
  const all = suits.flatMap(({ cells }) => cells.map(({ card }) => card));
  const active = view.local.active && all.includes(view.local.active) ? view.local.active : all[0];
  return h(
    "div",
    {
      key: "deck",
      class: "cardlab-deck",
      role: "grid",
      "aria-label": label,
      onkeydown: (/** @type {KeyboardEvent} */ event) => rove(event, ".cardlab-deal"),
    },
    suits.map(({ label: suit, cells }) =>
      h(
        "div",
        { key: suit, class: "cardlab-suit", role: "row", "aria-label": suit },
        cells.map((one) => cell(view, one, active)),
      ),
    ),
  );
};
