/** The view of `Piles`: two discard piles that are buttons, the wish of the Mah Jong, and a hand. */

/** @import {PilesMessage, PilesShown, TichuPile} from "./shown.js" */
/** @import {View} from "./core.js" */

import { dropping, hand } from "./cards.js";
import { NARROW, button, h, rules, status, view } from "./core.js";
import { fullButton } from "./full.js";
import { lay, move } from "./moving.js";
import { stack, wish } from "./wish.js";

/** @typedef {View<PilesShown, PilesMessage>} It */

/** What lay on the piles when they were drawn last. @type {WeakMap<HTMLElement, string>} */
const drawn = new WeakMap();

export default view((/** @type {It} */ it) => {
  const { shown, words, send, root } = it;
  const tops = shown.piles.map(({ cards }) => cards.join()).join(" ");
  if (drawn.has(root) && drawn.get(root) !== tops) {
    const old = lay(root);
    queueMicrotask(() => move(root, old));
  }
  drawn.set(root, tops);
  const pile = (/** @type {TichuPile} */ { place, name, cards, counts, action, verdict, told }) =>
    h(
      "div",
      { key: place, class: `cardlab-pile cardlab-${verdict}`, "data-drop": place },
      h("p", { class: "cardlab-line" }, h("strong", {}, name), " ", h("span", {}, counts)),
      h(
        "button",
        {
          type: "button",
          class: "cardlab-place",
          "data-refocus": place === 0 ? "" : null,
          onclick: () => send({ do: "play", pile: place }),
        },
        stack(it, cards, place),
        h("span", { class: "cardlab-action" }, action),
      ),
      h(
        "div",
        { class: "cardlab-sentences", "aria-live": "polite" },
        told.map((one) => h("p", {}, one)),
      ),
    );
  return [
    h("div", { key: "piles", class: "cardlab-piles" }, shown.piles.map(pile)),
    wish(it, shown.wish),
    status(shown.said),
    h(
      "div",
      { key: "hand" },
      ...hand(
        dropping(it, shown.hand, (place) => send({ do: "play", pile: place ? 1 : 0 })),
        shown.hand,
        undefined,
        NARROW.matches,
      ),
    ),
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
