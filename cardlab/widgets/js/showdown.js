/** The view of `Showdown`: three hands with a field to count each, then who calls, who challenges, and who wins. */

/** @import {View} from "./core.js" */
/** @import {AskedOpponent, CountedHand, LaidMeld, ShowdownMessage, ShowdownShown} from "./shown.js" */

import { called, cloth } from "./cloth.js";
import { box, button, h, row, rules, sentences, status, tick, view } from "./core.js";
import { digits, entered } from "./forms.js";
import { fullButton } from "./full.js";

export default view((/** @type {View<ShowdownShown, ShowdownMessage>} */ it) => {
  const { shown, words, send } = it;
  const enter = entered(() => send({ do: "compare" }));
  const hand = (/** @type {CountedHand} */ { seat, label, cards, count, mark, sum, guess, ask }) =>
    h(
      "div",
      { key: "hand", class: "cardlab-pile" },
      h(
        "p",
        { class: "cardlab-line" },
        h("strong", {}, words["tell.table.hand.short"]),
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
  const meld = (/** @type {LaidMeld} */ { short, label, cards }) =>
    h(
      "div",
      { key: short, class: "cardlab-pile" },
      h("p", { class: "cardlab-line" }, called(short)),
      row(it, cards, label, "cardlab-fan"),
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
    cloth(
      shown.hands.map(({ label }) => label),
      (seat) => [
        ...shown.melds.filter((one) => one.seat === seat).map(meld),
        ...shown.hands.filter((one) => one.seat === seat).map(hand),
      ],
    ),
    !shown.counted &&
      h(
        "div",
        { key: "compare", class: "cardlab-tools" },
        button(words["showdown.compare"], () => send({ do: "compare" }), {
          key: "compare",
          class: "cardlab-button cardlab-main",
        }),
        fullButton(it),
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
        fullButton(it),
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
