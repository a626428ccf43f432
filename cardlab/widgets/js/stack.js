/** A discard pile as it lies. */

/** @import {AnyView} from "./core.js" */

import { picture } from "./cards.js";
import { h } from "./core.js";

/** The upper cards of a pile; the one on top moves when the table has changed. @param {AnyView} it @param {string[]} cards @param {number} place */
export const stack = (it, cards, place) =>
  h("span", { key: "stack", class: "cardlab-stack", "aria-hidden": "true" }, [
    cards.map((card, at) => {
      const top = { "data-lies": card, "data-seat": String(place), "data-from": "pile" };
      return picture(it, card, { key: card, ...(at === cards.length - 1 ? top : {}) });
    }),
  ]);
