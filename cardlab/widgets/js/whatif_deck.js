/**
 * The deck as a grid of small buttons, a row for each suit, with marks for the place of each card. A tap moves a card;
 * the arrow keys move between cards, of which one is in the tab order.
 */

/** @import {AnyView} from "./core.js" */
/** @import {Block} from "./blocks.js" */

import { h } from "./core.js";
import { rove } from "./roving.js";

/** @param {AnyView} view @param {Record<string, string>} cell @param {string} active */
const cell = ({ faces, local, send, draw }, { card, text, suit, mark, where, lies }, active) =>
  h("div", { key: card, role: "gridcell", class: "cardlab-cell" }, [
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
      [
        h("span", { key: "text", "aria-hidden": "true" }, text),
        h("span", { key: "mark", class: "cardlab-mark", "aria-hidden": "true" }, mark),
        h("span", { key: "name", class: "cardlab-unseen" }, `${faces.names[card]}, ${where}`),
      ],
    ),
  ]);

/** @param {AnyView} view @param {Block} block @param {string} key */
export const deck = (view, { label, suits }, key) => {
  const all = suits.flatMap(({ cells }) => cells.map(({ card }) => card));
  const active = all.includes(view.local.active) ? view.local.active : all[0];
  return h(
    "div",
    {
      key,
      class: "cardlab-deck",
      role: "grid",
      "aria-label": label,
      onkeydown: (event) => rove(event, ".cardlab-deal"),
    },

    suits.map(({ label: suit, cells }) =>
      h("div", { key: suit, class: "cardlab-suit", role: "row", "aria-label": suit }, [
        cells.map((one) => cell(view, one, active)),
      ]),
    ),
  );
};
