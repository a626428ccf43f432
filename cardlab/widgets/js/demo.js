/**
 * The view of `Demo`: one question in large print, unfolded step by step, or an exhibit, on the whole screen if the
 * teacher likes.
 *
 * What stands there is chosen in `demo_which.js`; the list of prepared steps is `demo_steps.js`; an exhibit is the view
 * of a widget of its own, which `demo_exhibit.js` puts in its place.
 */

/** @import {DemoChoice, DemoHand, DemoMessage, DemoPile, DemoShown, ToldPicture} from "./shown.js" */
/** @import {Child, View} from "./core.js" */

import { follow, given } from "./address.js";
import { button, h, lying, patch, picture, rules, sentences, status, tick, view } from "./core.js";
import { exhibited, fitExhibit } from "./demo_exhibit.js";
import { keepSteps, prepared, stepButtons } from "./demo_steps.js";
import { which } from "./demo_which.js";
import { entered, settle } from "./forms.js";
import { fullButton, isFull, toggleFull } from "./full.js";

/** @typedef {View<DemoShown, DemoMessage>} It */

/** What a key means while anything here but a field has the focus; a presenter's remote control sends the page keys. */
const KEYS = /** @type {Record<string, DemoMessage>} */ ({
  arrowright: { do: "step", by: 1 },
  pagedown: { do: "step", by: 1 },
  arrowleft: { do: "step", by: -1 },
  pageup: { do: "step", by: -1 },
  s: { do: "solution" },
  n: { do: "question", by: 1 },
  p: { do: "question", by: -1 },
  "+": { do: "walk", by: 1 },
  "-": { do: "walk", by: -1 },
  1: { do: "level", level: 1 },
  2: { do: "level", level: 2 },
  3: { do: "level", level: 3 },
});

/** An exhibit has keys of its own: in there only those of a presenter are ours. */
const EVERYWHERE = ["pagedown", "pageup"];

/** The smallest print that is still read from the last row, as a share of the height of the screen, and the largest. */
const [SMALLEST, LARGEST] = [1 / 45, 1 / 22];

/** How the stage is arranged where one column is too little. */
const BESIDE = "cardlab-beside";
const ARRANGED = [BESIDE, "cardlab-told-more"];

/** For which question, and in what room, the print has its size. @type {WeakMap<HTMLElement, string>} */
const measured = new WeakMap();

/**
 * On the whole screen the print is as large as the stage allows with all that will be told of the question, and stays
 * so: what is unfolded later needs no smaller print. What is still too long shows what was told last.
 * @param {It} it
 */
const fit = (it) => {
  const { root, shown } = it;
  const stage = /** @type {HTMLElement} */ (root.querySelector(".cardlab-stage"));
  if (shown.exhibit || !isFull(root)) {
    stage.style.fontSize = "";
    stage.classList.remove(...ARRANGED);
    measured.delete(root);
    return;
  }
  const now = [shown.task, shown.counts_hands, innerWidth, innerHeight].join(" ");
  const seen = /** @type {HTMLElement} */ (stage.querySelector(".cardlab-unfolded"));
  if (measured.get(root) !== now) {
    measured.set(root, now);
    const room = document.createElement("div");
    room.className = seen.className;
    const asked = /** @type {HTMLElement | null} */ (stage.querySelector(".cardlab-answering"));
    const fits = (/** @type {Child} */ unfolded, /** @type {boolean} */ isAnswered) => {
      patch(room, [status(unfolded)]);
      asked?.toggleAttribute("hidden", isAnswered);
      return (
        stage.scrollHeight <= stage.clientHeight &&
        [...stage.children].every((one) => one.scrollHeight <= one.clientHeight + 1)
      );
    };
    seen.replaceWith(room);
    const [least, most] = [SMALLEST, LARGEST].map((share) => Math.round(innerHeight * share));
    const arrange = (/** @type {string[]} */ ...names) =>
      ARRANGED.forEach((name) => stage.classList.toggle(name, names.includes(name)));
    /** The largest print that fits in this arrangement; 0 if none does. @param {string[]} names */
    const largest = (...names) => {
      arrange(...names);
      for (let size = most; size >= least; size--) {
        stage.style.fontSize = `${size}px`;
        if (fits(solved(it, shown.longest), true) && fits(hinted(shown.hints_all), false)) return size;
      }
      return 0;
    };
    const below = largest();
    const beside = below < most ? largest(BESIDE) : 0;
    // Where even that is too little, what is told has most of the width.
    const told = below || beside ? 0 : largest(...ARRANGED);
    arrange(...(told ? ARRANGED : beside > below || !below ? [BESIDE] : []));
    stage.style.fontSize = `${Math.max(below, beside, told, least)}px`;
    asked?.removeAttribute("hidden");
    room.replaceWith(seen);
  }
  const overflows = stage.scrollHeight > stage.clientHeight;
  stage.scrollTop = overflows && seen.offsetHeight ? seen.offsetTop - stage.offsetTop : 0;
};

/** @param {It} it */
const onKey =
  ({ root, send }) =>
  (/** @type {KeyboardEvent} */ event) => {
    const key = event.key.toLowerCase();
    const at = /** @type {HTMLElement} */ (event.target);
    if (at.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(key in KEYS || key === "f")) return;
    if (at.closest(".cardlab-exhibit") && (!EVERYWHERE.includes(key) || at.closest(".cardlab-log"))) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (key === "f") toggleFull(root);
    else send(KEYS[key]);
  };

/**
 * Cards under their label.
 * @param {Child} label
 * @param {boolean} right
 * @param {Child} cards
 * @param {Record<string, any>} props
 */
const group = (label, right, cards, props) =>
  h(
    "div",
    { class: "cardlab-pile", ...props },
    h("p", { class: "cardlab-line" }, right && tick(true), h("strong", {}, label)),
    cards,
  );

/**
 * Cards on the table; where a pile is part of the answer, its name takes it.
 * @param {It} it @param {(Omit<DemoPile, "chosen" | "taken" | "heaped"> & Partial<DemoPile>)[]} all
 * @param {boolean} [asked]
 */
const piles = (it, all, asked = false) =>
  all.map(({ label, cards, chosen, taken, heaped = false }, place) =>
    group(
      asked
        ? button(label, () => it.send({ do: "pile", pile: place }), {
            key: "take",
            class: "cardlab-button cardlab-choice",
            "aria-pressed": String(taken === true),
          })
        : label,
      chosen === true,
      lying(it, { label, cards, heaped }),
      { key: place },
    ),
  );

/**
 * The cards of the hand; those of the solution are framed, those that the class has named too.
 * @param {It} it
 * @param {DemoHand} hand
 */
const held = (it, { label, cards }) => {
  const { answered_by, told } = it.shown;
  const asked = !told && (answered_by === "cards" || answered_by === "card_and_pile");
  return (
    cards.length > 0 &&
    group(
      label,
      false,
      h(
        "ul",
        { class: "cardlab-cards", style: `--cardlab-count: ${cards.length}`, "aria-label": label },
        cards.map(({ card, chosen, taken }) =>
          h(
            "li",
            { key: card, class: chosen ? "cardlab-answer" : taken && !told && "cardlab-named" },
            asked
              ? h(
                  "button",
                  {
                    key: "take",
                    type: "button",
                    class: "cardlab-bare",
                    "aria-pressed": String(taken),
                    "aria-label": it.faces.names[card],
                    onclick: () => it.send({ do: "toggle", card }),
                  },
                  picture(it, card),
                )
              : picture(it, card, { key: "face", alt: it.faces.names[card] ?? "" }),
          ),
        ),
      ),
      { key: "hand" },
    )
  );
};

/** What may be chosen: a click says that the class has chosen it, and hands are counted. @param {It} it */
const choices = (it) => {
  const { shown, words, send } = it;
  const hands = (/** @type {DemoChoice} */ { key, label, hands: raised }) =>
    h(
      "span",
      { key: "hands", class: "cardlab-hands", role: "group", "aria-label": `${words["demo.hands"]}: ${label}` },
      button("−", raised ? () => send({ do: "hand", key, by: -1 }) : null, {
        key: "less",
        "aria-label": words["demo.one_less"],
      }),
      h("output", { key: "count" }, raised),
      button("+", () => send({ do: "hand", key, by: 1 }), { key: "more", "aria-label": words["demo.one_more"] }),
    );
  return (
    shown.choices.length > 0 &&
    h(
      "ul",
      { key: "choices", class: "cardlab-choices" },
      shown.choices.map((one) =>
        h(
          "li",
          { key: one.key },
          h(
            "button",
            {
              key: "choice",
              type: "button",
              class: `cardlab-choice${one.chosen ? " cardlab-taken" : one.taken && !shown.told ? " cardlab-named" : ""}`,
              "aria-pressed": String(shown.told ? one.chosen : one.taken),
              "aria-disabled": shown.told ? "true" : null,
              onclick: shown.told ? null : () => send({ do: "choose", key: one.key }),
            },
            tick(one.chosen || (one.taken && !shown.told)),
            one.label,
          ),
          shown.counts_hands && hands(one),
        ),
      ),
    )
  );
};

/** What the class says, where it is put together or typed. @param {It} it */
const answer = ({ shown, words, send }) =>
  shown.checks &&
  h(
    "div",
    { key: "answer", class: "cardlab-tools cardlab-answering" },
    shown.answered_by === "number" &&
      h(
        "label",
        { key: "number", class: "cardlab-field" },
        h("span", {}, words["demo.answer_field"]),
        " ",
        h("input", {
          key: `number ${shown.task}`,
          type: "text",
          inputmode: "numeric",
          autocomplete: "off",
          maxlength: 6,
          oninput: (/** @type {Event} */ event) =>
            send({ do: "number", text: /** @type {HTMLInputElement} */ (event.target).value }),
          onkeydown: entered(() => send({ do: "judge" })),
        }),
      ),
    button(words["demo.check"], () => send({ do: "judge" }), { key: "check" }),
  );

/** The hints so far. @param {string[]} hints */
const hinted = (hints) =>
  h(
    "div",
    { key: "hints", class: "cardlab-verdict cardlab-hint" },
    h(
      "ol",
      { class: "cardlab-hints" },
      hints.map((one) => h("li", {}, one)),
    ),
  );

/** The solution with its reasons. @param {It} it @param {ToldPicture} one */
const solved = (it, one) =>
  h(
    "div",
    { key: "solved", class: "cardlab-verdict cardlab-yes" },
    h(
      "div",
      {},
      one.number && h("p", { key: "number", class: "cardlab-large" }, one.number),
      one.cards.length > 0 &&
        h("p", { key: "cards", class: "cardlab-title" }, one.cards.map((card) => it.faces.names[card]).join(", ")),
      h("p", { key: "solution", class: "cardlab-title" }, one.solution),
      one.follows.length > 0 && [
        h("p", { class: "cardlab-title", key: "follows" }, it.words["widget.follows"]),
        sentences(one.follows, "next"),
      ],
    ),
    one.counts.length > 0 &&
      h("p", { key: "counts", class: "cardlab-counts" }, h("strong", {}, one.counts.join(" · "))),
    one.groups.length > 0 && h("div", { key: "groups", class: "cardlab-piles" }, piles(it, one.groups)),
    rules(one.clauses, it.words["widget.clauses"]),
  );

/** What has been unfolded: hint by hint, why the class is not right, then the solution in their place. @param {It} it */
const told = (it) => {
  const { judged, hints, told: solution } = it.shown;
  return h(
    "div",
    { key: "told", class: "cardlab-unfolded" },
    status(
      solution
        ? solved(it, solution)
        : judged
          ? h(
              "div",
              { key: "judged", class: "cardlab-verdict cardlab-no" },
              h("p", { class: "cardlab-title" }, judged.title),
              sentences(judged.sentences),
            )
          : hints.length > 0 && hinted(hints),
    ),
  );
};

/** @param {It} it @returns {Child[]} */
const question = (it) => {
  const { shown } = it;
  const asked = !shown.told && shown.answered_by === "card_and_pile";
  return [
    h("p", { key: "prompt", class: "cardlab-prompt" }, shown.prompt),
    h(
      "div",
      { key: "asked", class: "cardlab-put" },
      sentences(shown.notes, "notes"),
      h("div", { key: "piles", class: "cardlab-piles" }, piles(it, shown.piles, asked), held(it, shown.hand)),
      choices(it),
      answer(it),
    ),
    told(it),
  ];
};

/** @param {It} it */
const onward = (it) => {
  const { shown, words, send } = it;
  const isQuestion = !shown.exhibit;
  return h(
    "div",
    { key: "steps", class: "cardlab-tools cardlab-onward", role: "group", "aria-label": words["demo.controls"] },
    button(["◀ ", words["demo.back"]], shown.begin ? null : () => send({ do: "step", by: -1 }), { key: "back" }),
    button([words["demo.forth"], " ▶"], shown.end && !shown.steps.after ? null : () => send({ do: "step", by: 1 }), {
      key: "forth",
      class: "cardlab-button cardlab-main",
    }),
    isQuestion && [
      button(words["demo.solution"], () => send({ do: "solution" }), {
        key: "solution",
        "aria-pressed": String(shown.end),
      }),
      button(words["demo.previous"], shown.first ? null : () => send({ do: "question", by: -1 }), { key: "previous" }),
      button(words["demo.next"], () => send({ do: "question", by: 1 }), { key: "next" }),
      shown.choices.length > 0 &&
        button(words["demo.hands"], () => send({ do: "hands" }), {
          key: "hands",
          "aria-pressed": String(shown.counts_hands),
        }),
    ],
    stepButtons(it),
    fullButton(it, true),
  );
};

const stage = view((/** @type {It} */ it) => {
  const { shown, words, root } = it;
  root.onkeydown = onKey(it);
  // On the whole screen a click beside everything must not take the keys away.
  if (isFull(root)) root.tabIndex = -1;
  else root.removeAttribute("tabindex");
  queueMicrotask(() => {
    fit(it);
    fitExhibit(root);
    settle(root);
  });
  follow(root, shown.address);
  return [
    h(
      "div",
      {
        key: "stage",
        class: `cardlab-stage${shown.exhibit ? "" : " cardlab-asks"}`,
        tabindex: 0,
        role: "group",
        "aria-label": words["demo.stage"],
      },
      h("p", { key: "where", class: "cardlab-where" }, h("span", {}, shown.kind), " ", h("span", {}, shown.where)),
      shown.note && h("p", { key: "note", class: "cardlab-note", role: "status" }, shown.note),
      shown.exhibit ? h("div", { key: shown.exhibit, class: "cardlab-exhibit", "data-foreign": "" }) : question(it),
    ),
    onward(it),
    h("div", { key: "said", class: "cardlab-said", role: "status" }, shown.said),
    which(it),
    shown.wished && h("p", { key: "wished", class: "cardlab-progress" }, shown.wished),
    prepared(it),
    h(
      "details",
      { class: "cardlab-keys", key: "keys" },
      h("summary", {}, words["demo.keys"]),
      h("p", {}, words["demo.keys_text"]),
    ),
  ];
});

export default {
  /** @param {{model: any, el: HTMLElement}} at */
  render(at) {
    const done = stage.render(at);
    const root = /** @type {HTMLElement} */ (at.el.lastElementChild);
    const ends = [done, exhibited(at.model, root), keepSteps(at.model)];
    // A list may be longer than what the server reads of an address.
    const steps = given("steps");
    if (steps) at.model.send({ do: "open", text: steps, linked: true });
    return () => ends.forEach((end) => end());
  },
};
