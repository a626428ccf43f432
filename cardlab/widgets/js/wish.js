/** A discard pile as it lies, and the wish of the Mah Jong, asked for as soon as it is over a pile. */

/** @import {WishPicture} from "./shown.js" */
/** @import {AnyView, View} from "./core.js" */

import { picture } from "./cards.js";
import { button, h } from "./core.js";

/** The upper cards of a pile; the one on top moves when the table has changed. @param {AnyView} it @param {string[]} cards @param {number} place */
export const stack = (it, cards, place) =>
  h(
    "span",
    { key: "stack", class: "cardlab-stack", "aria-hidden": "true" },
    cards.map((card, at) => {
      const top = { "data-lies": card, "data-seat": String(place), "data-from": "pile" };
      return picture(it, card, { key: card, ...(at === cards.length - 1 ? top : {}) });
    }),
  );

/**
 * The values, none, and the way back to the hand. Nothing while nothing is wished. Who chooses by keyboard goes on among the values, whoever points does so as well.
 * @param {View<any, {do: "wish", rank: WishPicture["choices"][number][0]} | {do: "back"}>} view
 * @param {WishPicture | null} offered
 */
export const wish = ({ send, local, root }, offered) => {
  if (offered && !local.wishing) {
    local.ask = ".cardlab-wish button";
    queueMicrotask(() => root.querySelector(".cardlab-wish")?.scrollIntoView({ block: "nearest" }));
  }
  local.wishing = offered !== null;
  return (
    offered &&
    h(
      "fieldset",
      { key: "wish", class: "cardlab-wish" },
      h("legend", {}, offered.label),
      offered.choices.map(([rank, label]) => button(label, () => send({ do: "wish", rank }), { key: rank || "none" })),
      button(offered.back, () => send({ do: "back" }), { key: "back" }),
    )
  );
};
