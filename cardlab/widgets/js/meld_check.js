/** The view of `MeldCheck`: a hand, the selected cards in their order, and what Python says about them. */

/** @import {MeldCheckMessage, MeldCheckShown} from "./shown.js" */
/** @import {View} from "./core.js" */

import { hand, picture } from "./cards.js";
import { h, rules, sentences, status, view } from "./core.js";

export default view((/** @type {View<MeldCheckShown, MeldCheckMessage>} */ it) => {
  const { verdict } = it.shown;
  return [
    ...hand(it, it.shown.hand),
    h(
      "div",
      { key: "verdict", class: `cardlab-verdict cardlab-${verdict.kind}` },
      verdict.cards.length > 0 &&
        h(
          "ul",
          { key: "chosen", class: "cardlab-chosen", "aria-label": verdict.label },
          verdict.cards.map(({ card, stands_for }) =>
            h(
              "li",
              { key: card },
              picture(it, card, { alt: it.faces.names[card] }),
              stands_for && h("span", {}, stands_for),
            ),
          ),
        ),
      status(h("p", { class: "cardlab-title" }, verdict.title), sentences(verdict.sentences)),
      rules(verdict.clauses, it.words["widget.clauses"]),
    ),
  ];
});
