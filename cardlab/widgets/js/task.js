/**
 * A task of the lessons: what is asked, the means to answer it, and what is said of the answer.
 *
 * Drawn here for whoever puts it: the exercise, whose presses Python hears, and the class board, which hears them itself.
 */

/** @import {Child, View} from "./core.js" */
/** @import {ChoicePicture, ExercisePicture, PlacedPile, Widget} from "./shown.js" */

import { called, cloth, MIDDLE } from "./cloth.js";
import {
  box,
  button,
  dropping,
  h,
  hand,
  lying,
  NARROW,
  press,
  row,
  rowOfItsOwn,
  rules,
  sentences,
  status,
  tick,
  willBe,
} from "./core.js";
import { digits, entered } from "./forms.js";

/**
 * What of an exercise is a task, `done` once it takes no answer any more; and what is told of the answer.
 * @typedef {Pick<ExercisePicture, "kind" | "prompt" | "notes" | "seats" | "melds" | "hand" | "piles" | "choices" |
 *   "number" | "number_of_task" | "multiple" | "done">} TaskShown
 * @typedef {Pick<ExercisePicture, "verdict" | "title" | "sentences" | "follows" | "groups" | "reading" | "clauses">} Told
 */
/** @typedef {View<Widget & TaskShown, any>} It */

/** Whether the task itself shows these cards together. @param {TaskShown} shown @param {string[]} cards */
export const lies = ({ hand, piles }, cards) =>
  [...piles, ...(hand ? [hand] : [])].some((one) => [...one.cards].sort().join() === [...cards].sort().join());

/** So long an answer has a row of its own where others stand two in one. */
const LONG = 44;

/**
 * The position as it lies on a table.
 * @param {It} it @param {(pile: PlacedPile, place: number) => Child} pile
 */
const table = ({ shown, words }, pile) => {
  const at = (/** @type {number} */ seat) =>
    shown.piles.map((one, place) => (one.seat === seat ? pile(one, place) : null)).filter((one) => one !== null);
  const none = shown.melds && h("p", { key: "none", class: "cardlab-nothing" }, words["exercise.no_meld"]);
  const isWide = shown.piles.some(({ seat, cards }) => seat === MIDDLE && cards.length > 3);
  return cloth(shown.seats, at, none, isWide);
};

/**
 * What is asked, and the means to answer it. Presses are sent as an exercise hears them.
 * @param {It} it @param {() => void} check what Enter does on what is chosen
 * @param {() => void} [enter] what Enter does in the hand and in the field for a number
 * @returns {Child[]}
 */
export const task = (it, check, enter = check) => {
  const { shown, words, send } = it;
  const mark = shown.multiple ? box : tick;
  const named = (/** @type {string | number} */ key) => `${shown.number_of_task} ${key}`;
  /** Enter on a choice that is taken checks it; on another it is taken. @param {string | number} key @param {boolean} chosen */
  const checking = (key, chosen) => {
    willBe(it, named(key), chosen);
    return (/** @type {KeyboardEvent} */ event) => {
      if (willBe(it, named(key), chosen) && !shown.done) entered(check)(event);
    };
  };
  const firstChosen = Math.max(
    0,
    shown.choices.findIndex(({ chosen }) => chosen),
  );
  const choose = (/** @type {string} */ key, /** @type {boolean} */ chosen) => () => {
    press(it, named(key), chosen);
    send({ do: "choose", key });
  };
  const choice = (/** @type {ChoicePicture} */ { key, label, chosen }, /** @type {number} */ place) =>
    button([mark(chosen), label], shown.done ? null : choose(key, chosen), {
      key,
      class: `cardlab-button${label.length > LONG ? " cardlab-long" : ""}`,
      "aria-pressed": String(chosen),
      "data-answer": place === firstChosen ? "" : null,
      onkeydown: checking(key, chosen),
    });
  const takesCard = shown.kind === "card_and_pile";
  const pointAt = (/** @type {number} */ place) => {
    const { chosen } = shown.piles[place];
    if (chosen) return;
    press(it, named(place), chosen);
    send({ do: "pile", pile: place });
  };
  const pile = (/** @type {PlacedPile} */ { label, short, seat, cards, heaped, chosen }, /** @type {number} */ place) =>
    h(
      "div",
      {
        key: place,
        class: `cardlab-pile${takesCard ? " cardlab-target" : ""}`,
        style: seat === null ? rowOfItsOwn(cards) : null,
        // All of the pile is pointed at; the button in it is for keys and screen readers.
        ...(takesCard && !shown.done ? { "data-drop": place, onclick: () => pointAt(place) } : {}),
      },
      takesCard
        ? button([tick(chosen), label], shown.done ? null : () => {}, {
            key: "choose",
            "aria-pressed": String(chosen),
            onkeydown: checking(place, chosen),
          })
        : h("p", { class: "cardlab-line" }, shown.seats.length ? called(short) : h("strong", {}, label)),
      lying(it, { cards, label, heaped }),
    );
  const asked = shown.number_of_task;
  /** Where the answer is given: a group that is called by the question, since the focus goes straight to it. */
  const answering = (/** @type {string} */ key, /** @type {Child[]} */ ...given) =>
    h(
      "div",
      { key, class: `cardlab-answer-${key}`, role: "group", "aria-label": shown.prompt, "data-asked": asked },
      given,
    );
  return [
    h("p", { class: "cardlab-prompt", key: `prompt ${asked}`, tabindex: -1, "data-asked": asked }, shown.prompt),
    sentences(shown.notes, "notes", "cardlab-sentences cardlab-facts"),
    shown.piles.length > 0 &&
      (shown.seats.length
        ? table(it, pile)
        : h("div", { key: "piles", class: "cardlab-piles" }, shown.piles.map(pile))),
    shown.hand &&
      (shown.hand.selectable
        ? answering("hand", hand(dropping(it, shown.hand, pointAt), shown.hand, enter, NARROW.matches))
        : h("div", { key: "hand" }, ...hand(it, shown.hand, undefined, NARROW.matches))),
    shown.choices.length > 0 &&
      answering("choices", h("div", { key: "choices", class: "cardlab-choices" }, shown.choices.map(choice))),
    shown.kind === "number" &&
      answering(
        "number",
        h(
          "label",
          { key: "number", class: "cardlab-number" },
          words["widget.number"],
          " ",
          digits(
            {
              maxlength: 12,
              value: shown.number,
              key: asked,
              readonly: shown.done ? "" : null,
              "data-answer": "",
              onkeydown: entered(enter),
            },
            (text) => send({ do: "number", text }),
          ),
        ),
      ),
  ];
};

/**
 * What is said of an answer: whether it is right, why, what follows, and the clauses.
 * @param {View<Widget & Told, any>} it
 * @param {boolean} [isOpen] whether the clauses are unfolded
 * @param {(cards: string[]) => boolean} [isSeen] whether cards that are laid open lie in sight already
 */
export const verdict = (it, isOpen = false, isSeen = () => false) => {
  const { shown, words } = it;
  return h(
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
        { key: "groups", class: "cardlab-laid-open" },
        shown.groups.map(({ label, cards }, place) =>
          h(
            "div",
            { key: place, class: "cardlab-pile" },
            h("p", { class: "cardlab-line" }, h("strong", {}, label)),
            !isSeen(cards) && row(it, cards, label, "cardlab-fan"),
          ),
        ),
      ),
    shown.reading &&
      h(
        "p",
        { key: "reading", class: "cardlab-reading" },
        shown.reading.about,
        " ",
        h("a", { href: shown.reading.address }, shown.reading.label),
      ),
    rules(shown.clauses, words["widget.clauses"], isOpen),
  );
};
