/**
 * The view of `Table`: the table, what is said about it, the hand, the round so far, and the means to learn from it.
 *
 * `guide` says the present goal; `history` goes back, on and to another deal; `laidOver` shows melds of the hand,
 * deadwood, the cards seen and what cannot be played.
 */

/** @import {View} from "./core.js" */
/** @import {GuidePicture, TableMessage, TableShown} from "./shown.js" */

import { brackets } from "./brackets.js";
import { button, h, rules, sentences, view } from "./core.js";
import { account, act, felt, movesSoFar, ownHand, said, won } from "./felt.js";
import { digits, entered, rulesOfTable } from "./forms.js";
import { air, flying, paces } from "./flights.js";
import { fullButton } from "./full.js";
import { connect } from "./guided.js";
import { stage } from "./stage.js";

/** @typedef {View<TableShown, TableMessage>} It */

/** The present goal, and after the last step what can be done next. @param {It} it @param {GuidePicture} present */
const guide = (it, { progress, goal, finished, clauses }) => {
  return h(
    "div",
    { role: "group", key: "guide", class: "cardlab-guide", "aria-label": progress },
    h(
      "div",
      { class: "cardlab-goal", role: "status" },
      h("p", { class: "cardlab-progress" }, progress),
      h("p", {}, goal),
    ),
    act(it, { do: finished ? "steps_again" : "show_me" }),
    fullButton(it),
    rules(clauses, it.words["widget.clauses"]),
  );
};

/** By which rules is played, and the whole screen. @param {It} it */
const heading = (it) =>
  h("div", { key: "heading", class: "cardlab-heading" }, rulesOfTable(it.shown.rules), fullButton(it));

/**
 * Redo, start again, another deal, all the moves to go back to, and the rules.
 * @param {It} it
 */
const history = (it) => {
  const { shown, words, send } = it;
  const seed = { maxlength: 6, value: shown.seed, onkeydown: entered(() => send({ do: "deal" })) };
  return [
    h(
      "div",
      { key: "history", class: "cardlab-tools cardlab-history", role: "group", "aria-label": words["table.moves"] },
      act(it, { do: "redo" }),
      act(it, { do: "again" }),
      shown.may_deal && [
        h(
          "label",
          { key: "seed", class: "cardlab-number" },
          words["table.seed"],
          " ",
          digits(seed, (text) => send({ do: "seed", text })),
        ),
        act(it, { do: "deal" }),
      ],
    ),
    h("div", { key: "around", class: "cardlab-sorting" }, movesSoFar(it), shown.guide && rulesOfTable(shown.rules)),
  ];
};

/** @param {string} word */
const read = (word) => h("span", { class: "cardlab-unseen" }, word);

/** @type {TableShown["overlays"]} */
const OVERLAYS = ["melds", "deadwood", "seen", "discards", "lay_offs"];

/** What can be laid over the table. @param {It} it */
const overlays = ({ shown, words, send }) =>
  h(
    "div",
    { key: "overlays", class: "cardlab-tools", role: "group", "aria-label": words["table.overlays"] },
    h("span", { class: "cardlab-tries", "aria-hidden": "true" }, words["table.overlays"]),
    OVERLAYS.map((name) =>
      button(words[`table.overlay.${name}`], () => send({ do: "overlay", name }), {
        key: name,
        "aria-pressed": String(shown.overlays.includes(name)),
      }),
    ),
  );

/** The lines of the grid: the sign of each, and what it is called. */
const LINES = [
  ["♠", "suit.s"],
  ["♥", "suit.h"],
  ["♣", "suit.c"],
  ["♦", "suit.d"],
  ["★", "table.seen.jokers"],
];

/** What is said of where a card is, the own hand first. */
const PLACES = ["hand", "table", "pile", "taken", "open", "unseen"];

/** Where each card is: a line for each suit, a column for each rank. @param {It} it */
const grid = ({ shown: { seen, seen_said: said }, words, faces }) =>
  h(
    "div",
    { key: "seen", class: "cardlab-overlay" },
    h("p", { role: "status" }, said),
    h(
      "table",
      { class: "cardlab-grid" },
      h("caption", {}, words["table.seen.caption"]),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          [..."A23456789TJQK"].map((rank) => h("th", { scope: "col" }, faces.letters[rank])),
        ),
      ),
      h(
        "tbody",
        {},
        seen.map((cells, nth) =>
          h(
            "tr",
            {},
            h(
              "th",
              { scope: "row" },
              h("span", { "aria-hidden": "true" }, LINES[nth]?.[0]),
              read(words[LINES[nth]?.[1] ?? ""]),
            ),
            cells.map((place) =>
              h("td", { class: `cardlab-cell cardlab-is-${place}` }, read(words[`table.seen.${place}`])),
            ),
          ),
        ),
      ),
    ),
    h(
      "ul",
      { class: "cardlab-legend", "aria-hidden": "true" },
      PLACES.filter((place) => place === "unseen" || seen.some((cells) => cells.some((one) => one === place))).map(
        (place) =>
          h(
            "li",
            { key: place },
            h("span", { class: `cardlab-cell cardlab-is-${place}` }),
            " ",
            words[`table.seen.${place}`],
          ),
      ),
    ),
  );

/** What can be laid over the table to learn from it. @param {It} it */
const laidOver = (it) => {
  const { shown, words } = it;
  return [
    overlays(it),
    shown.deadwood.length > 0 &&
      h("div", { key: "deadwood", class: "cardlab-overlay", role: "status" }, sentences(shown.deadwood)),
    shown.melds_said &&
      h("div", { key: "melds", class: "cardlab-overlay" }, h("p", {}, shown.melds_said), brackets(it, shown.melds)),
    Object.entries(shown.reasons).map(([name, said]) =>
      h(
        "div",
        { key: name, class: "cardlab-overlay" },
        h("p", { class: "cardlab-title" }, words[`table.overlay.${name}_title`]),
        sentences(said),
      ),
    ),
    shown.seen_said && grid(it),
  ];
};

const table = view((/** @type {It} */ it) => {
  flying(it);
  return [
    stage(
      it,
      it.shown.guide ? guide(it, it.shown.guide) : heading(it),
      felt(it),
      it.shown.ending && won(it.shown.ending),
      said(it),
      ownHand(it, paces(it)),
      it.shown.ending && account(it, it.shown.ending),
      air(),
    ),
    laidOver(it),
    history(it),
  ];
});

export default {
  /** @param {{model: any, el: HTMLElement}} given */
  render(given) {
    const done = table.render(given);
    const parted = connect(given.model, /** @type {HTMLElement} */ (given.el.querySelector(".cardlab-root")));
    return () => {
      done();
      parted();
    };
  },
};
