/**
 * The view of `Score`: the hands of the round with a field for each payment, what was paid, and the match as lines
 * and as a table.
 */

/** @import {View} from "./core.js" */
/** @import {PayingHand, ScoreMessage, ScoreShown} from "./shown.js" */

import { box, button, h, row, rowOfItsOwn, rules, sentences, status, tick, view } from "./core.js";
import { digits, entered } from "./forms.js";
import { fullButton } from "./full.js";
import { lines, scores } from "./score_lines.js";

export default view((/** @type {View<ScoreShown, ScoreMessage>} */ it) => {
  const { shown, words, send } = it;
  const enter = entered(() => send({ do: "compare" }));
  const longest = shown.hands.reduce(
    (most, { cards }) => (cards.length > most.length ? cards : most),
    /** @type {string[]} */ ([]),
  );
  const hand = (/** @type {PayingHand} */ { seat, label, cards, asked, ask, guess, told, mark }) =>
    h(
      "div",
      { key: seat, class: "cardlab-pile", style: rowOfItsOwn(longest) },
      h("p", { key: "label", class: "cardlab-line" }, h("strong", {}, label)),
      cards.length > 0 && row(it, cards, label, "cardlab-fan"),
      told && h("p", { key: "told", class: `cardlab-mark-${mark}` }, told),
      asked &&
        h(
          "label",
          { key: "guess", class: "cardlab-number" },
          h("span", {}, words["score.pays"]),
          " ",
          digits({ key: "field", maxlength: 4, value: guess, "aria-label": ask, onkeydown: enter }, (text) =>
            send({ do: "guess", seat, text }),
          ),
        ),
    );
  return [
    h(
      "p",
      { key: "prompt", class: "cardlab-prompt", tabindex: -1, "data-refocus": shown.asks ? "" : null },
      shown.prompt,
    ),
    sentences(shown.story, "story"),
    shown.hands.length > 0 && h("div", { key: "hands", class: "cardlab-piles" }, shown.hands.map(hand)),
    h(
      "div",
      { key: "verdict", class: `cardlab-verdict cardlab-${shown.verdict}` },
      status(
        shown.said && h("p", { key: "said" }, shown.said),
        shown.title && h("p", { class: "cardlab-title", key: "title" }, shown.title),
        sentences(shown.sentences, "told"),
      ),
      rules(shown.clauses, words["widget.clauses"]),
    ),
    h(
      "div",
      { key: "go", class: "cardlab-tools" },
      shown.asks
        ? button(words["score.compare"], () => send({ do: "compare" }), {
            key: "compare",
            class: "cardlab-button cardlab-main",
          })
        : button(words["score.next"], shown.goes_on ? () => send({ do: "next" }) : null, {
            key: "next",
            class: `cardlab-button${shown.goes_on ? " cardlab-main" : ""}`,
            "data-refocus": "",
          }),
      button(words["score.undo"], shown.begun ? () => send({ do: "undo" }) : null, { key: "undo" }),
      button(words["score.again"], shown.begun ? () => send({ do: "again" }) : null, { key: "again" }),
      button(words["score.other"], () => send({ do: "other" }), { key: "other" }),
      fullButton(it),
    ),
    shown.table.rows.length > 0 && [lines(shown.chart), scores(shown.table, words["widget.round"])],
    h(
      "fieldset",
      { key: "targets", class: "cardlab-wish" },
      h("legend", {}, words["score.target"]),
      shown.targets.map(({ target, label, chosen }) =>
        button([tick(chosen), label], () => send({ do: "target", target }), {
          key: target,
          "aria-pressed": String(chosen),
        }),
      ),
      button([box(shown.predicts), words["score.predict"]], () => send({ do: "predict" }), {
        key: "predict",
        "aria-pressed": String(shown.predicts),
      }),
    ),
  ];
});
