/**
 * A round of Tongits judged: the graph of all players, a way to each moment, each decision with its grade, the accounts.
 */

/** @import {FigureTable, JudgedMove, ReviewPicture} from "./shown.js" */
/** @import {It} from "./play_tongits_coach.js" */

import { button, h, sentences } from "./core.js";
import { plot, table } from "./figures.js";
import { badge } from "./grades.js";
import { asks } from "./play_tongits_coach.js";

/** How far the judging is. @param {It} it @param {ReviewPicture} found */
const progress = (it, { progress: now }) =>
  now &&
  h(
    "p",
    { key: "progress" },
    h("progress", { key: "bar", max: now.most, value: now.value, "aria-label": now.label }),
    " ",
    now.label,
    " ",
    asks(it, { do: "stop" }),
  );

/** The graph; who points at a moment is led there, and the keys of the slider lead there too. @param {It} it @param {ReviewPicture} found */
const graph = (it, { plot: drawn, last, moment, again }) => {
  const { words, send, local, root, shown } = it;
  const { at } = shown;
  // Whoever steps on before an answer has come goes on from where the slider stands.
  if (local.to === at) delete local.to;
  const go = (/** @type {number} */ to) => {
    if (to === (local.to ?? at)) return;
    local.to = to;
    send({ do: "go", to });
  };
  const pointed = (/** @type {MouseEvent} */ { target }) => {
    const strip = target instanceof Element ? target.closest("[data-at]") : null;
    if (strip) go(Number(strip.getAttribute("data-at")));
  };
  const back = () => {
    local.ask = ".cardlab-option, .cardlab-turn";
    delete local.to;
    root.querySelector(".cardlab-felt")?.scrollIntoView({ block: "nearest" });
    send({ do: "play_on" });
  };
  return (
    drawn && [
      h("div", { key: "graph", class: "cardlab-equity", onclick: pointed }, plot(it, drawn, "equity")),
      h(
        "label",
        { key: "moment", class: "cardlab-moment" },
        h("span", { key: "name" }, moment),
        h("input", {
          key: "slider",
          type: "range",
          min: 0,
          max: last,
          value: local.to ?? at,
          "aria-valuetext": moment,
          onchange: (/** @type {Event} */ { target }) => go(Number(/** @type {HTMLInputElement} */ (target).value)),
        }),
      ),
      again &&
        h(
          "div",
          { key: "again", class: "cardlab-again" },
          button(words["play_tongits.play_on_from_here"], back, { key: "play on" }),
          h("p", { key: "told" }, again),
        ),
    ]
  );
};

/** A decision: a button that leads to the moment before it, what it is called, and what there is to say. @param {It} it @param {JudgedMove} move */
const line = (it, { to, label, grade, called, cost, told, here }) => {
  const go = () => {
    it.local.ask = ".cardlab-turn";
    delete it.local.to;
    it.send({ do: "go", to });
  };
  return h(
    "li",
    { key: to, class: `cardlab-decision${grade ? ` cardlab-graded-${grade}` : ""}` },
    h(
      "p",
      { key: "move", class: "cardlab-line" },
      button(label, go, { key: "go", class: "cardlab-button cardlab-plain", "aria-current": here ? "true" : null }),
      grade && badge(grade, called),
      cost && h("span", { key: "cost", class: "cardlab-cost" }, cost),
    ),
    told && h("p", { key: "told", class: "cardlab-line" }, told),
  );
};

/** @param {FigureTable[]} all @param {string} key */
const accounts = (all, key) =>
  all.length > 0 &&
  h(
    "div",
    { key, class: "cardlab-accounts" },
    all.map((one, place) => h("div", { key: place }, table(one))),
  );

/** @param {It} it @param {ReviewPicture} found */
const judged = (it, found) => {
  const { words } = it;
  return h(
    "div",
    {
      key: "review",
      class: "cardlab-overlay cardlab-review",
      role: "group",
      "aria-label": words["play_tongits.review"],
    },
    progress(it, found),
    h("div", { key: "said", role: "status" }, sentences(found.said)),
    found.kept && h("p", { key: "kept" }, h("a", { href: "review.ipynb" }, found.kept)),
    graph(it, found),
    accounts(found.accounts, "round"),
    h(
      "ol",
      { key: "moves", class: "cardlab-log", tabindex: 0, "aria-label": words["play_tongits.review"] },
      found.moves.map((move) => line(it, move)),
    ),
    h("details", { key: "how" }, h("summary", {}, words["play_tongits.how_judged"]), sentences(found.how, "how")),
    (found.whole_match || found.match.length > 0) &&
      h(
        "div",
        { key: "match", class: "cardlab-tools" },
        found.whole_match && asks(it, { do: "review_match" }),
        accounts(found.match, "rounds"),
      ),
  );
};

const SEATS = /** @type {const} */ ([0, 1, 2]);

/** The buttons that ask for a review, and the round judged. @param {It} it */
export const review = (it) => {
  const { shown } = it;
  const { reviews, reviewed, review: found } = shown.coach;
  return [
    reviews.length > 0 &&
      h(
        "div",
        { key: "reviews", class: "cardlab-tools" },
        SEATS.map((seat) =>
          asks(it, { do: "review", seat }, { key: seat, label: reviews[seat], on: seat === reviewed }),
        ),
      ),
    found && judged(it, found),
  ];
};
