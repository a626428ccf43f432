/** The view of `Exercise`: a task, the means to answer it, and what came of the answer. */

/** @import {ChoicePicture, ClosingPicture, ExerciseMessage, ExerciseShown, PilePicture} from "./shown.js" */
/** @import {View} from "./core.js" */

import { button, h, hand, row, rowOfItsOwn, rules, sentences, status, tick, view } from "./core.js";
import { digits, entered } from "./forms.js";
import { connect, recall } from "./memory.js";
import { seek } from "./sought.js";

/** @typedef {View<ExerciseShown, ExerciseMessage>} It */

/**
 * Asks the memory for the answers of the drills shown. Where there are none, nothing is sent.
 * @param {ExerciseShown} shown
 * @param {(content: ExerciseMessage) => void} send
 */
const remind = ({ remembers }, send) => {
  if (!remembers.length) return;
  const { answers, mistakes, trouble } = recall(remembers);
  if (trouble === "torn") send({ do: "trouble", kind: trouble });
  if (answers.length) send({ do: "recall", log: answers, ...(mistakes.length ? { mistakes } : {}) });
};

/**
 * How far one is, and what the page's address wished of the tasks.
 * @param {ExerciseShown} shown
 */
const standing = ({ progress, wished, sought }) => [
  sought && h("p", { class: "cardlab-progress", key: "sought" }, h("strong", {}, sought)),
  h("p", { class: "cardlab-progress", key: "progress" }, progress),
  wished && h("p", { class: "cardlab-progress", key: "wished" }, wished),
];

/** What is said when nothing is left to ask. @param {It} it @param {ClosingPicture} end */
const closing = ({ shown, words, local, send }, end) => [
  standing(shown),
  h("p", { class: "cardlab-prompt", key: "closing", tabindex: -1 }, end.title),
  end.sentences.map((one) => h("p", { key: one }, one)),
  end.readings.length > 0 &&
    h(
      "ul",
      { key: "readings", class: "cardlab-readings" },
      end.readings.map(({ about, label, address }) =>
        h("li", { key: about }, about, " ", h("a", { href: address }, label)),
      ),
    ),
  h(
    "div",
    { key: "buttons", class: "cardlab-tools" },
    button(
      end.again,
      () => {
        local.ask = ".cardlab-prompt";
        remind(shown, send);
        send({ do: "next" });
      },
      { key: "again", class: "cardlab-button cardlab-main", "data-refocus": "" },
    ),
  ),
  h("div", { key: "verdict" }, rules(shown.clauses, words["widget.clauses"])),
  notice(shown),
];

/** What is to be said about the memory. @param {ExerciseShown} shown */
const notice = ({ memory }) => h("div", { class: "cardlab-said", role: "status", key: "memory" }, memory);

const exercise = view((/** @type {It} */ it) => {
  const { shown, words, local, root, send } = it;
  // The page around it marks what is done.
  root.dataset.solved = String(shown.solved);
  root.dataset.total = String(shown.total);
  if (shown.closing) return closing(it, shown.closing);
  // What is said stands below the buttons: on a small page it must be brought into view.
  const told = [shown.title, ...shown.sentences].join();
  if (shown.title && local.told !== undefined && local.told !== told)
    queueMicrotask(() => root.querySelector(".cardlab-verdict")?.scrollIntoView({ block: "nearest" }));
  local.told = told;
  const choice = (/** @type {ChoicePicture} */ { key, label, chosen }) =>
    button([tick(chosen), label], shown.done ? null : () => send({ do: "choose", key }), {
      key,
      "aria-pressed": String(chosen),
    });
  const pile = (/** @type {PilePicture} */ { label, cards, chosen }, /** @type {number} */ place) =>
    h(
      "div",
      { key: place, class: "cardlab-pile", style: rowOfItsOwn(cards) },
      shown.kind === "card_and_pile"
        ? button([tick(chosen), label], shown.done ? null : () => send({ do: "pile", pile: place }), {
            key: "choose",
            "aria-pressed": String(chosen),
          })
        : h("p", { class: "cardlab-line" }, h("strong", {}, label)),
      row(it, cards, label, "cardlab-fan"),
    );
  const next = () => {
    local.ask = ".cardlab-prompt";
    send({ do: "next" });
  };
  const enter = entered(() => shown.done || send({ do: "check" }));
  return [
    standing(shown),
    h("p", { class: "cardlab-prompt", key: `prompt ${shown.number_of_task}`, tabindex: -1 }, shown.prompt),
    sentences(shown.notes, "notes"),
    shown.piles.length > 0 && h("div", { key: "piles", class: "cardlab-piles" }, shown.piles.map(pile)),
    shown.hand && h("div", { key: "hand" }, ...hand(it, shown.hand)),
    shown.choices.length > 0 &&
      h(
        "div",
        { key: "choices", class: "cardlab-choices", role: "group", "aria-label": words["exercise.choices"] },
        shown.choices.map(choice),
      ),
    shown.kind === "number" &&
      h(
        "label",
        { key: "number", class: "cardlab-number" },
        words["widget.number"],
        " ",
        digits(
          {
            maxlength: 12,
            value: shown.number,
            key: shown.number_of_task,
            readonly: shown.done ? "" : null,
            onkeydown: enter,
          },
          (text) => send({ do: "number", text }),
        ),
      ),
    h(
      "div",
      { key: "buttons", class: "cardlab-tools" },
      button(words["widget.check"], shown.done ? null : () => send({ do: "check" }), {
        key: "check",
        class: `cardlab-button${shown.done ? "" : " cardlab-main"}`,
      }),
      shown.hints && button(words["exercise.hint"], shown.done ? null : () => send({ do: "hint" }), { key: "hint" }),
      shown.can_reveal && button(words["exercise.reveal"], () => send({ do: "reveal" }), { key: "reveal" }),
      button(words["exercise.next"], shown.done ? next : null, {
        key: "next",
        class: `cardlab-button${shown.done ? " cardlab-main" : ""}`,
        "data-refocus": "",
      }),
      h("span", { class: "cardlab-tries", key: "tries" }, shown.tries),
    ),
    h(
      "div",
      { key: "verdict", class: `cardlab-verdict cardlab-${shown.verdict}` },
      status(
        shown.title && h("p", { class: "cardlab-title" }, shown.title),
        sentences(shown.sentences),
        shown.follows.length > 0 && [
          h(
            "p",
            { class: "cardlab-line", key: "follows", style: "margin-block-start: 0.75rem" },
            h("strong", {}, words["widget.follows"]),
          ),
          h(
            "ul",
            { class: "cardlab-sentences", key: "next" },
            shown.follows.map((one) => h("li", {}, one)),
          ),
        ],
      ),
      shown.groups.length > 0 &&
        h(
          "div",
          { key: "groups", class: "cardlab-piles" },
          shown.groups.map(({ label, cards }, place) =>
            h(
              "div",
              { key: place, class: "cardlab-pile", style: rowOfItsOwn(cards) },
              h("p", { class: "cardlab-line" }, h("strong", {}, label)),
              row(it, cards, label, "cardlab-fan"),
            ),
          ),
        ),
      rules(shown.clauses, words["widget.clauses"]),
    ),
    notice(shown),
  ];
});

export default {
  /** @param {{model: any, el: HTMLElement}} given */
  render(given) {
    const parted = connect(given.model);
    const done = exercise.render(given);
    const ended = given.model.get("shown").sought
      ? seek(/** @type {HTMLElement} */ (given.el.lastElementChild), given.model)
      : () => {};
    remind(given.model.get("shown"), (content) => given.model.send(content));
    return () => {
      ended();
      done();
      parted();
    };
  },
};
