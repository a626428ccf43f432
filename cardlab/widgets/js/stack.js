/** What lies on the felt in Tichu: a discard pile, and a stock with its count. */

/** @import {AnyView, Child} from "./core.js" */

import { picture } from "./cards.js";
import { h } from "./core.js";

/** A padlock, 12 x 14. */
const LOCK = "M3 6V4a3 3 0 0 1 6 0v2M1.5 6h9v7h-9z";

/**
 * The upper cards of a pile; the one on top moves when the table has changed. On a special card stands, large, what it
 * counts as, and on the Dragon that it locks.
 * @param {AnyView} it @param {string[]} cards @param {number} index @param {string} badge
 */
export const stack = (it, cards, index, badge) =>
  h("span", { key: "stack", class: "cardlab-stack", "aria-hidden": "true" }, [
    cards.map((card, at) => {
      const top = { "data-lies": card, "data-seat": String(index), "data-from": "pile" };
      return picture(it, card, { key: card, ...(at === cards.length - 1 ? top : {}) });
    }),
    badge &&
      h("span", { key: "badge", class: "cardlab-badge", "data-badge": badge }, [
        cards.at(-1) === "Dr" && h("svg", { key: "lock", viewBox: "0 0 12 14" }, [h("path", { d: LOCK })]),
      ]),
  ]);

/**
 * What a face-down pile is made of: its back, what it is called, and how many cards it has, which stands on the back.
 * @param {AnyView} it @param {string} place "draw 0" @param {Child} label @param {number} count
 */
export const stock = (it, place, label, count) => [
  h("span", { key: "back", class: `cardlab-stock-back${count ? "" : " cardlab-gone"}`, "data-place": place }, [
    count > 0 && picture(it, "back"),
  ]),
  h("span", { key: "label" }, label),
  " ",
  h("strong", { key: "count", class: "cardlab-badge" }, count),
];
