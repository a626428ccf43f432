/** The view of `Piles`: two discard piles that are buttons, the wish of the Mah Jong, and a hand. */

/** @import {FittingPile, PilesMessage, PilesShown} from "./shown.js" */
/** @import {View} from "./core.js" */

import { button, h, hand, picture, rules, status, view } from "./core.js";
import { fullButton } from "./full.js";
import { wish } from "./wish.js";

/** @typedef {View<PilesShown, PilesMessage>} It */

export default view((/** @type {It} */ it) => {
  const { shown, words, send } = it;
  const pile = (/** @type {FittingPile} */ { place, name, cards, counts, action, verdict, sentences }) =>
    h(
      "div",
      { key: place, class: `cardlab-pile cardlab-${verdict}` },
      h("p", { class: "cardlab-line" }, h("strong", {}, name), " ", h("span", {}, counts)),
      h(
        "button",
        { type: "button", class: "cardlab-place", onclick: () => send({ do: "play", pile: place }) },
        h(
          "span",
          { class: "cardlab-stack" },
          cards.map((card, depth) => picture(it, card, { key: `${card}${cards.length - depth}` })),
        ),
        h("span", { class: "cardlab-action" }, action),
      ),
      h(
        "div",
        { class: "cardlab-sentences", "aria-live": "polite" },
        sentences.map((one) => h("p", {}, one)),
      ),
    );
  return [
    h("div", { key: "piles", class: "cardlab-piles" }, shown.piles.map(pile)),
    wish(it, shown.wish),
    status(shown.said),
    ...hand(it, shown.hand),
    toolbarOfGame(it),
    rules(shown.clauses, words["widget.clauses"]),
  ];
});

/** @param {It} it */
const toolbarOfGame = (it) => {
  const { shown, words, send } = it;
  return h(
    "div",
    { key: "game", class: "cardlab-tools" },
    button(words["piles.undo"], shown.undo ? () => send({ do: "undo" }) : null, { key: "undo" }),
    button(words["piles.again"], shown.undo ? () => send({ do: "again" }) : null, { key: "again" }),
    fullButton(it),
  );
};
