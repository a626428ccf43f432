/**
 * What both pages of the class board share: the line to the server, and a question as it is drawn.
 *
 * Cards and tables look as they do in the lessons: they are drawn by the same code.
 */

/** @import {Child, AnyView} from "../../widgets/js/core.js" */

import { cloth, MIDDLE } from "../../widgets/js/cloth.js";
import { h, lying, row, rowOfItsOwn, rules, sentences } from "../../widgets/js/core.js";
import { Connection } from "../../pagehost/js/connection.js";

/** @typedef {{label: string, short: string, seat: number | null, cards: string[], heaped: boolean}} Pile */
/** @typedef {{id: string, text: string}} Clause */
/**
 * @typedef {{answer: string[], told: string, sentences: string[], follows: string[],
 *   groups: {label: string, cards: string[]}[], clauses: Clause[]}} Solution
 */
/**
 * @typedef {{number: number, phase: "open" | "closed" | "revealed", kind: "cards" | "choice" | "number" |
 *   "card_and_pile", multiple: boolean, empty: boolean, judged: boolean, prompt: string, notes: string[],
 *   hand: string[], hand_label: string, seats: string[], melds: boolean, piles: Pile[],
 *   choices: {key: string, label: string}[]}} Question
 */

/** Words, and the letters and names of the cards, as Python has put them into the page. */
export const { words, faces } = JSON.parse(document.body.dataset.told ?? "{}");
export const base = document.body.dataset.base ?? "/";
export const lang = document.documentElement.lang;

/** @template {HTMLElement} T @param {string} name @returns {T} */
export const part = (name) => /** @type {T} */ (document.querySelector(`[data-part="${name}"]`));

/** What a view of the widgets needs, for whoever is no widget. @param {HTMLElement} root @param {() => void} draw */
export const viewIn = (root, draw) => ({
  shown: { four_colours: true },
  words,
  faces,
  /** @type {any} */
  local: {},
  root,
  draw,
  send: (/** @type {any} */ _content) => {},
});

/** @param {string} text @param {string} [label] what the button says @param {() => void} [act] */
export function alarm(text, label = "", act = () => location.reload()) {
  const box = /** @type {HTMLElement} */ (document.querySelector(".course-alert"));
  const [told, button] = /** @type {[HTMLElement, HTMLButtonElement]} */ (/** @type {unknown} */ ([...box.children]));
  if (told.textContent !== text) told.textContent = text;
  button.textContent = label;
  button.hidden = !label;
  button.onclick = act;
  box.classList.toggle("course-shown", text !== "");
}

// The line

/**
 * A line to the server that comes back by itself: after a reload, a tunnel, a nap.
 * @param {string} path @param {{heard: (told: any) => void, here: () => void, lost: () => void}} to
 * @returns {{say: (content: object) => void, end: () => void}}
 */
export function connect(path, to) {
  const connection = new Connection(new URL(`${base}${path}?lang=${lang}`, location.href), {
    open: to.here,
    heard: (data) => {
      const told = JSON.parse(/** @type {string} */ (data));
      // That something could not be drawn is said until something can.
      if (told.failed || told.state) alarm(told.failed ? words["page.failed"] : "");
      to.heard(told);
    },
    lost: to.lost,
    refused: admitted,
  });
  return { say: (content) => connection.send(JSON.stringify(content)), end: () => connection.end() };
}

/** Whoever is no longer in the class is shown the way in. */
async function admitted() {
  try {
    const answer = await fetch(location.href, { redirect: "manual", cache: "no-store" });
    if (answer.type === "opaqueredirect") location.reload();
  } catch {
    // No network at all: the line goes on trying.
  }
}

// A question

/**
 * The cards that lie on the table: as piles one beside the other, or at their places of a table of three.
 * @param {AnyView} it @param {Question} question @param {(place: number) => Child} [choosing] a button for a pile
 * @returns {Child}
 */
export function table(it, question, choosing = () => null) {
  const { piles, seats, melds } = question;
  if (!piles.length) return null;
  const pile = (/** @type {Pile} */ one, /** @type {number} */ place) =>
    h(
      "div",
      { key: place, class: "cardlab-pile", style: one.seat === null ? rowOfItsOwn(one.cards) : null },
      choosing(place) ?? h("p", { class: "cardlab-line" }, h("strong", {}, seats.length ? one.short : one.label)),
      lying(it, one),
    );
  if (!seats.length) return h("div", { key: "piles", class: "cardlab-piles" }, piles.map(pile));
  const at = (/** @type {number} */ seat) =>
    piles.map((one, place) => (one.seat === seat ? pile(one, place) : null)).filter((one) => one !== null);
  const none = melds && h("p", { key: "none", class: "cardlab-none" }, words["exercise.no_meld"]);
  const isWide = piles.some(({ seat, cards }) => seat === MIDDLE && cards.length > 3);
  return cloth(seats, at, none, isWide);
}

/** A question of more letters is set smaller on the large screen, so that its table is in sight. */
const LONG = 120;

/** @param {Question} question @returns {Child[]} */
export const asking = ({ prompt, notes, number }) => [
  h(
    "h2",
    {
      key: `prompt ${number}`,
      class: `cardlab-prompt board-prompt${prompt.length > LONG ? " board-long" : ""}`,
      tabindex: -1,
      "data-asked": number,
    },
    prompt,
  ),
  sentences(notes, "notes", "cardlab-sentences board-notes"),
];

/**
 * A solution: the answer, why it is so, what follows, and the clauses.
 * @param {AnyView} it @param {Solution} solution
 * @returns {Child[]}
 */
export const solved = (it, { told, sentences: said, follows, groups, clauses }) => [
  h("p", { key: "solution", class: "board-solution" }, words["board.solution_is"], " ", h("strong", {}, told)),
  sentences(said, "why"),
  follows.length > 0 && [
    h("p", { key: "follows", class: "cardlab-line" }, h("strong", {}, words["widget.follows"])),
    sentences(follows, "next"),
  ],
  groups.length > 0 &&
    h(
      "div",
      { key: "groups", class: "board-groups" },
      groups.map(({ label, cards }, place) =>
        h(
          "div",
          { key: place, class: "cardlab-pile" },
          h("p", { class: "cardlab-line" }, h("strong", {}, label)),
          row(it, cards, label, "cardlab-fan"),
        ),
      ),
    ),
  rules(clauses, words["widget.clauses"]),
];

/**
 * Steps of a series in which everybody goes at their own pace.
 * @param {{number: number}[]} questions @param {number} at
 * @param {(question: any, place: number) => string} label what a step says to whom cannot see it
 * @param {(question: any) => Child} mark @param {(place: number) => void} go
 */
export const stepper = (questions, at, label, mark, go) =>
  questions.length > 1 &&
  h(
    "nav",
    { key: "steps", class: "board-steps", "aria-label": words["board.steps"] },
    questions.map((question, place) =>
      h(
        "button",
        {
          key: question.number,
          type: "button",
          class: "board-step",
          "aria-current": place === at ? "step" : null,
          "aria-label": label(question, place),
          onclick: () => go(place),
        },
        String(place + 1),
        mark(question),
      ),
    ),
  );
