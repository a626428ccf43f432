/**
 * The view of `Table`: the table, what is said about it, the hand, the round so far, and the means to learn from it.
 *
 * `guide` says the present goal; `grid` shows the cards seen, where that is laid over the table.
 */

/** @import {View} from "./core.js" */
/** @import {Block, Kinds} from "./blocks.js" */
/** @import {TableMessage, TableShown} from "./shown.js" */

import { blocks, drawBlocks, drawer } from "./blocks.js";
import { goOnAt, h, view } from "./core.js";
import { account, act, control, felt, movesSoFar, ownHand, said, won } from "./felt.js";
import { air, flying, paces } from "./flights.js";
import { fullButton } from "./full.js";
import { connect } from "./guided.js";
import { stage } from "./stage.js";

/** @typedef {View<TableShown, TableMessage>} It */

/** The present goal, and after the last step what can be done next. @param {It} it @param {Record<string, any>} present */
const guide = (it, { progress, goal, finished, clauses }) => {
  return h("div", { role: "group", key: "guide", class: "cardlab-guide", "aria-label": progress }, [
    h("div", { class: "cardlab-goal", role: "status" }, [
      h("p", { class: "cardlab-progress" }, progress),
      h("p", {}, goal),
    ]),
    act(it, { do: finished ? "steps_again" : "show_me" }),
    fullButton(it),
    drawBlocks(it, clauses),
  ]);
};

/** By which rules is played, and the whole screen. @param {It} it */
const heading = (it) =>
  h("div", { key: "heading", class: "cardlab-heading" }, drawBlocks(it, [it.shown.rules]), fullButton(it));

/** @param {string} word */
const read = (word) => h("span", { class: "cardlab-unseen" }, word);

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

/** Where each card is: a line for each suit, a column for each rank. @type {Kinds["grid"]} */
const grid = ({ words, faces }, { said, lines: seen }, key) =>
  h("div", { key, class: "cardlab-overlay" }, [
    h("p", { role: "status" }, said),
    h("table", { class: "cardlab-grid" }, [
      h("caption", {}, words["table.seen.caption"]),
      h("thead", {}, [
        h("tr", {}, [h("td", {}), [..."A23456789TJQK"].map((rank) => h("th", { scope: "col" }, faces.letters[rank]))]),
      ]),
      h("tbody", {}, [
        seen.map((/** @type {string[]} */ cells, nth) =>
          h("tr", {}, [
            h("th", { scope: "row" }, [
              h("span", { "aria-hidden": "true" }, LINES[nth]?.[0]),
              read(words[LINES[nth]?.[1] ?? ""]),
            ]),
            cells.map((place) =>
              h("td", { class: `cardlab-cell cardlab-is-${place}` }, read(words[`table.seen.${place}`])),
            ),
          ]),
        ),
      ]),
    ]),
    h("ul", { class: "cardlab-legend", "aria-hidden": "true" }, [
      PLACES.filter((place) => place === "unseen" || seen.some((cells) => cells.includes(place))).map((place) =>
        h("li", { key: place }, [
          h("span", { class: `cardlab-cell cardlab-is-${place}` }),
          " ",
          words[`table.seen.${place}`],
        ]),
      ),
    ]),
  ]);

export default view(
  (/** @type {It} */ it) => {
    flying(it);
    const { shown } = it;
    const own = drawer(it, [...shown.overlays, ...shown.history], { grid });
    return [
      stage(
        it,
        shown.guide ? guide(it, shown.guide) : heading(it),
        felt(it),
        shown.ending && won(it, shown.ending),
        said(it),
        ownHand(it, paces(it)),
        shown.ending && account(it, shown.ending),
        air(),
      ),
      blocks(own, shown.overlays),
      blocks(own, shown.history),
      h("div", { key: "around", class: "cardlab-sorting" }, [
        movesSoFar(it),
        shown.guide && drawBlocks(it, [shown.rules]),
      ]),
    ];
  },
  (model, root) => [connect(model, root, () => goOnAt(root, () => control(model.get("shown"))))],
);
