/** The view of `Demo`: one question in large print, unfolded step by step, on the whole screen if the teacher likes. */

/** @import {DemoHand, DemoMessage, DemoShown, NamedChoice, PilePicture} from "./shown.js" */
/** @import {View} from "./core.js" */

import { button, h, lying, picture, rules, sentences, status, tick, view } from "./core.js";
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
  1: { do: "level", level: 1 },
  2: { do: "level", level: 2 },
  3: { do: "level", level: 3 },
});

/** The smallest print that is still read from the last row, as a share of the height of the screen, and the largest. */
const [SMALLEST, LARGEST] = [1 / 42, 1 / 22];

/**
 * On the whole screen the print is as large as the stage allows; what is still too long shows what was told last.
 * @param {HTMLElement} root
 */
const fit = (root) => {
  const stage = /** @type {HTMLElement} */ (root.querySelector(".cardlab-stage"));
  stage.style.fontSize = "";
  if (!isFull(root)) return;
  const [least, most] = [SMALLEST, LARGEST].map((share) => Math.round(innerHeight * share));
  for (let size = most; size >= least; size--) {
    stage.style.fontSize = `${size}px`;
    if (stage.scrollHeight <= stage.clientHeight) return;
  }
  const told = /** @type {HTMLElement} */ (stage.querySelector(".cardlab-verdict"));
  stage.scrollTop = told.offsetHeight && told.offsetTop - stage.offsetTop;
};

/** @param {It} it */
const onKey =
  ({ root, send }) =>
  (/** @type {KeyboardEvent} */ event) => {
    const key = event.key.toLowerCase();
    const typing = /** @type {HTMLElement} */ (event.target).closest("input, select");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !(key in KEYS || key === "f")) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (key === "f") toggleFull(root);
    else send(KEYS[key]);
  };

/**
 * Cards under their label.
 * @param {string} label
 * @param {boolean} right
 * @param {import("./core.js").Child} cards
 * @param {Record<string, any>} props
 */
const group = (label, right, cards, props) =>
  h(
    "div",
    { class: "cardlab-pile", ...props },
    h("p", { class: "cardlab-line" }, right && tick(true), h("strong", {}, label)),
    cards,
  );

/** @param {It} it @param {(Omit<PilePicture, "chosen" | "heaped"> & {chosen?: boolean, heaped?: boolean})[]} all */
const piles = (it, all) =>
  all.map(({ label, cards, chosen, heaped = false }, place) =>
    group(label, chosen === true, lying(it, { label, cards, heaped }), { key: place }),
  );

/**
 * The cards of the hand; those of the solution are framed.
 * @param {It} it
 * @param {DemoHand} hand
 */
const held = (it, { label, cards }) =>
  cards.length > 0 &&
  group(
    label,
    false,
    h(
      "ul",
      { class: "cardlab-cards", style: `--cardlab-count: ${cards.length}`, "aria-label": label },
      cards.map(({ card, chosen }) =>
        h(
          "li",
          { key: card, class: chosen && "cardlab-answer" },
          picture(it, card, { alt: it.faces.names[card] ?? "" }),
        ),
      ),
    ),
    { key: "hand" },
  );

/** What has been unfolded: hint by hint, then the solution in their place. @param {It} it */
const told = (it) => {
  const { shown, words, faces } = it;
  const chosen = shown.hand.cards.filter((one) => one.chosen);
  return h(
    "div",
    { key: "told", class: `cardlab-verdict cardlab-${shown.end ? "yes" : shown.hints.length ? "hint" : "none"}` },
    status(
      !shown.end &&
        shown.hints.length > 0 &&
        h(
          "ol",
          { key: "hints", class: "cardlab-hints" },
          shown.hints.map((one) => h("li", {}, one)),
        ),
      shown.number && h("p", { key: "number", class: "cardlab-large" }, shown.number),
      chosen.length > 0 &&
        h("p", { key: "cards", class: "cardlab-title" }, chosen.map(({ card }) => faces.names[card]).join(", ")),
      shown.solution && h("p", { key: "solution", class: "cardlab-title" }, shown.solution),
      shown.follows.length > 0 && [
        h("p", { class: "cardlab-title", key: "follows" }, words["widget.follows"]),
        sentences(shown.follows, "next"),
      ],
    ),
    shown.groups.length > 0 && h("div", { key: "groups", class: "cardlab-piles" }, piles(it, shown.groups)),
    rules(shown.clauses, words["widget.clauses"]),
  );
};

/** Which question: lesson, kind, level and seed. On the whole screen they are folded away. @param {It} it */
const fields = ({ shown, words, root, send }) => {
  const choose = (
    /** @type {string} */ label,
    /** @type {NamedChoice[]} */ all,
    /** @type {(name: string) => DemoMessage} */ message,
  ) =>
    h(
      "label",
      { key: label, class: "cardlab-field" },
      h("span", {}, label),
      " ",
      h(
        "select",
        {
          key: all.map(({ name }) => name).join(),
          onchange: (/** @type {Event} */ event) =>
            send(message(/** @type {HTMLSelectElement} */ (event.target).value)),
        },
        all.map((one) => h("option", { key: one.name, value: one.name, selected: one.chosen ? "" : null }, one.label)),
      ),
    );
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter") /** @type {HTMLElement} */ (root.querySelector(".cardlab-stage")).focus();
  };
  const all = h(
    "div",
    { key: "fields", class: "cardlab-tools cardlab-fields" },
    choose(words["demo.lesson"], shown.lessons, (name) => ({ do: "lesson", name })),
    choose(words["demo.kind"], shown.drills, (name) => ({ do: "drill", name })),
    h(
      "div",
      { key: "levels", class: "cardlab-tools", role: "group", "aria-label": words["demo.level"] },
      shown.levels.map((one) =>
        button(one.label, () => send({ do: "level", level: one.level }), {
          key: one.level,
          "aria-pressed": String(one.chosen),
        }),
      ),
    ),
    h(
      "label",
      { key: "seed", class: "cardlab-field" },
      h("span", {}, words["demo.seed"]),
      " ",
      h("input", {
        type: "text",
        inputmode: "numeric",
        autocomplete: "off",
        maxlength: 6,
        value: shown.seed,
        onkeydown,
        onchange: (/** @type {Event} */ event) =>
          send({ do: "seed", text: /** @type {HTMLInputElement} */ (event.target).value }),
      }),
    ),
  );
  return isFull(root)
    ? h("details", { key: "which", class: "cardlab-which" }, h("summary", {}, words["demo.choose"]), all)
    : all;
};

export default view((/** @type {It} */ it) => {
  const { shown, words, root, send } = it;
  const whole = fullButton(it);
  root.onkeydown = onKey(it);
  // On the whole screen a click beside everything must not take the keys away.
  if (isFull(root)) root.tabIndex = -1;
  else root.removeAttribute("tabindex");
  queueMicrotask(() => fit(root));
  return [
    h(
      "div",
      { key: "stage", class: "cardlab-stage", tabindex: 0, role: "group", "aria-label": words["demo.stage"] },
      h("p", { key: "where", class: "cardlab-where" }, h("span", {}, shown.kind), " ", h("span", {}, shown.where)),
      h("p", { key: "prompt", class: "cardlab-prompt" }, shown.prompt),
      sentences(shown.notes, "notes"),
      h("div", { key: "piles", class: "cardlab-piles" }, piles(it, shown.piles), held(it, shown.hand)),
      shown.choices.length > 0 &&
        h(
          "ul",
          { key: "choices", class: "cardlab-choices" },
          shown.choices.map((one) =>
            h(
              "li",
              { key: one.label, class: `cardlab-choice${one.chosen ? " cardlab-taken" : ""}` },
              one.chosen && tick(true),
              one.label,
            ),
          ),
        ),
      told(it),
    ),
    h(
      "div",
      { key: "steps", class: "cardlab-tools", role: "group", "aria-label": words["demo.controls"] },
      button(["◀ ", words["demo.back"]], shown.begin ? null : () => send({ do: "step", by: -1 }), { key: "back" }),
      button([words["demo.forth"], " ▶"], shown.end ? null : () => send({ do: "step", by: 1 }), {
        key: "forth",
        class: "cardlab-button cardlab-main",
      }),
      button(words["demo.solution"], () => send({ do: "solution" }), {
        key: "solution",
        "aria-pressed": String(shown.end),
      }),
      button(words["demo.previous"], shown.first ? null : () => send({ do: "question", by: -1 }), { key: "previous" }),
      button(words["demo.next"], () => send({ do: "question", by: 1 }), { key: "next" }),
      whole,
    ),
    fields(it),
    shown.wished && h("p", { key: "wished", class: "cardlab-progress" }, shown.wished),
    h(
      "details",
      { class: "cardlab-keys", key: "keys" },
      h("summary", {}, words["demo.keys"]),
      h("p", {}, words["demo.keys_text"]),
    ),
  ];
});
