/**
 * The view of `Table`: the table, what is said about it, the hand, the round so far, and the means to learn from it.
 *
 * `guide` says the present goal; `history` goes back, on and to another deal; `laidOver` shows melds of the hand,
 * deadwood, the cards seen and what cannot be played.
 */

/** @import {View} from "./core.js" */
/** @import {GuidePicture, SeenOverlay, TableMessage, TableShown} from "./shown.js" */

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

/** What can be laid over the table. @param {It} it */
const overlays = ({ shown, words, send }) =>
  h(
    "div",
    { key: "overlays", class: "cardlab-tools", role: "group", "aria-label": words["table.overlays"] },
    h("span", { class: "cardlab-tries", "aria-hidden": "true" }, words["table.overlays"]),
    shown.overlays.map(({ name, label, on }) =>
      button(label, () => send({ do: "overlay", name }), { key: name, "aria-pressed": String(on) }),
    ),
  );

/** Where each card is: a line for each suit, a column for each rank. @param {SeenOverlay} seen */
const grid = ({ ranks, rows, legend, caption, sentence }) =>
  h(
    "div",
    { key: "seen", class: "cardlab-overlay" },
    h("p", { role: "status" }, sentence),
    h(
      "table",
      { class: "cardlab-grid" },
      h("caption", {}, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          ranks.map((rank) => h("th", { scope: "col" }, rank)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(({ suit, name, cells }) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, h("span", { "aria-hidden": "true" }, suit), read(name)),
            cells.map(({ place, word }) => h("td", { class: `cardlab-cell cardlab-is-${place}` }, read(word))),
          ),
        ),
      ),
    ),
    h(
      "ul",
      { class: "cardlab-legend", "aria-hidden": "true" },
      legend.map(({ place, word }) =>
        h("li", { key: place }, h("span", { class: `cardlab-cell cardlab-is-${place}` }), " ", word),
      ),
    ),
  );

/** What can be laid over the table to learn from it. @param {It} it */
const laidOver = (it) => {
  const { shown } = it;
  return [
    overlays(it),
    shown.deadwood.length > 0 &&
      h("div", { key: "deadwood", class: "cardlab-overlay", role: "status" }, sentences(shown.deadwood)),
    shown.melds &&
      h(
        "div",
        { key: "melds", class: "cardlab-overlay" },
        h("p", {}, shown.melds.sentence),
        brackets(it, shown.melds.groups),
      ),
    shown.reasons.map((one) =>
      h(
        "div",
        { key: one.title, class: "cardlab-overlay" },
        h("p", { class: "cardlab-title" }, one.title),
        sentences(one.sentences),
      ),
    ),
    shown.seen && grid(shown.seen),
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
      it.shown.ending && account(it.shown.ending),
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
