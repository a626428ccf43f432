/** The view of `MeldCheck`: a hand, the selected cards in their order, and what Python says about them. */

import { h, hand, picture, rules, sentences, status, view } from "./core.js";

export default view((it) => {
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
          verdict.cards.map((/** @type {{card: string, as: string}} */ { card, as }) =>
            h("li", { key: card }, picture(it, card, { alt: it.faces.names[card] }), as && h("span", {}, as)),
          ),
        ),
      status(h("p", { class: "cardlab-title" }, verdict.title), sentences(verdict.sentences)),
      rules(verdict.clauses, it.words["widget.clauses"]),
    ),
  ];
});
