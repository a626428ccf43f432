/** The view of `Showdown`: three hands with a field to count each, then who calls, who challenges, and who wins. */

/** @import {View} from "./core.js" */
/** @import {AskedOpponent, CountedHand, ShowdownMessage, ShowdownShown} from "./shown.js" */

import { box, button, h, row, rowOfItsOwn, rules, sentences, status, tick, view } from "./core.js";
import { digits, entered } from "./forms.js";

export default view((/** @type {View<ShowdownShown, ShowdownMessage>} */ it) => {
  const { shown, words, send } = it;
  const enter = entered(() => send({ do: "compare" }));
  const hand = (/** @type {CountedHand} */ { seat, label, cards, count, mark, sum, guess, ask }) =>
    h(
      "div",
      { key: seat, class: "cardlab-pile", style: rowOfItsOwn(cards) },
      h(
        "p",
        { class: "cardlab-line" },
        h("strong", {}, label),
        " ",
        h("span", { class: `cardlab-mark-${mark}` }, count),
      ),
      row(it, cards, label, "cardlab-fan"),
      sum && h("p", { key: "sum", class: "cardlab-sum" }, sum),
      !shown.counted &&
        h(
          "label",
          { key: "guess", class: "cardlab-number" },
          h("span", {}, words["showdown.guess"]),
          " ",
          digits({ key: "field", maxlength: 4, value: guess, "aria-label": ask, onkeydown: enter }, (text) =>
            send({ do: "guess", seat, text }),
          ),
        ),
    );
  const asked = (/** @type {AskedOpponent} */ { seat, label, may, answers }) =>
    h(
      "fieldset",
      { key: seat, class: "cardlab-wish" },
      h("legend", {}, label),
      answers.map(({ challenge, label: name, chosen }) =>
        button([tick(chosen), name], may ? () => send({ do: "answer", seat, challenge }) : null, {
          key: String(challenge),
          "aria-pressed": String(chosen),
        }),
      ),
    );
  return [
    shown.melds.length > 0 &&
      h(
        "div",
        { key: "melds", class: "cardlab-piles" },
        shown.melds.map(({ label, cards }, place) =>
          h(
            "div",
            { key: place, class: "cardlab-pile", style: rowOfItsOwn(cards) },
            h("p", { class: "cardlab-line" }, h("strong", {}, label)),
            row(it, cards, label, "cardlab-fan"),
          ),
        ),
      ),
    h("div", { key: "hands", class: "cardlab-piles" }, shown.hands.map(hand)),
    !shown.counted &&
      h(
        "div",
        { key: "compare", class: "cardlab-tools" },
        button(words["showdown.compare"], () => send({ do: "compare" }), {
          key: "compare",
          class: "cardlab-button cardlab-main",
        }),
      ),
    shown.callers.length > 0 &&
      h(
        "fieldset",
        { key: "callers", class: "cardlab-wish" },
        h("legend", {}, words["showdown.calls"]),
        shown.callers.map(({ seat, label, chosen }, place) =>
          button([tick(chosen), label], () => send({ do: "call", seat }), {
            key: seat,
            "aria-pressed": String(chosen),
            "data-refocus": place ? null : "",
          }),
        ),
      ),
    shown.asked.map(asked),
    shown.rules.length > 0 &&
      h(
        "fieldset",
        { key: "rules of the house", class: "cardlab-wish" },
        h("legend", {}, words["showdown.house_rules"]),
        shown.rules.map(({ name, label, on }) =>
          button([box(on), label], () => send({ do: "rule", name }), { key: name, "aria-pressed": String(on) }),
        ),
      ),
    shown.counted &&
      h(
        "div",
        { key: "game", class: "cardlab-tools" },
        button(
          words["showdown.again"],
          shown.callers.some(({ chosen }) => chosen) ? () => send({ do: "again" }) : null,
          { key: "again" },
        ),
      ),
    h(
      "div",
      { key: "verdict", class: `cardlab-verdict cardlab-${shown.verdict}` },
      status(
        shown.said && h("p", { key: "said" }, shown.said),
        h("p", { class: "cardlab-title", key: "title" }, shown.title),
        sentences(shown.sentences),
      ),
      rules(shown.clauses, words["widget.clauses"]),
    ),
  ];
});
