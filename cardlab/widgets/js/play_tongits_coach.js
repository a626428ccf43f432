/**
 * The coach beside the table: what can be laid, the warning before a dear move, and the round reviewed move by move.
 */

import { button, h, sentences, status, tick } from "./core.js";
import { field } from "./forms.js";
import { legend, lines } from "./score_lines.js";

/** @typedef {import("./core.js").AnyView} View */
/** @typedef {{to: number, label: string, told: string, dear: boolean}} Row */

/**
 * A button of this page; the focus then goes to what it leads to.
 * @param {View} it
 * @param {string} what
 * @param {{main?: boolean, leads?: string, label?: string, key?: string | number, on?: boolean, [more: string]: any}}
 * [more]
 */
export const asks = ({ words, local, send }, what, { main, leads, label, key, on, ...more } = {}) =>
  button(
    [on !== undefined && tick(on), label ?? words[`play_tongits.${what}`]],
    () => {
      if (leads) local.ask = leads;
      send({ ...more, do: what });
    },
    {
      key: key ?? what,
      class: `cardlab-button${main ? " cardlab-main" : ""}`,
      "aria-pressed": on === undefined ? null : String(on),
    },
  );

/** What the coach has to say about a move; it must be seen, for the move waits. @param {View} it */
export const warning = (it) => {
  const { shown, root } = it;
  const { said, asks: waits, warns } = shown.coach;
  if (waits) queueMicrotask(() => root.querySelector(".cardlab-warning")?.scrollIntoView({ block: "nearest" }));
  return h(
    "div",
    { key: "warning", class: `cardlab-verdict cardlab-warning cardlab-${warns ? "no" : "none"}` },
    status(sentences(said)),
    asks &&
      h(
        "div",
        { key: "go", class: "cardlab-tools" },
        warns && asks(it, "think_again", { main: true }),
        asks(it, "anyway"),
      ),
  );
};

/** The switch, what can be laid now, and why a bot moved as it did. @param {View} it */
export const coach = (it) => {
  const { shown, words } = it;
  const { on, limit, marks } = shown.coach;
  return [
    marks && h("div", { key: "marks", class: "cardlab-overlay", role: "status" }, marks),
    shown.reasons && h("div", { key: "reasons", class: "cardlab-overlay", role: "status" }, shown.reasons),
    h(
      "div",
      { key: "coach", class: "cardlab-tools", role: "group", "aria-label": words["play_tongits.coach_label"] },
      asks(it, "coach", { on }),
      on && field(it, limit),
      shown.asked.map((/** @type {{turn: number, label: string}} */ { turn, label }) =>
        asks(it, "why", { key: turn, label, turn }),
      ),
    ),
  ];
};

/** The buttons that ask for a review, how far it is, and what came of it. @param {View} it */
export const review = (it) => {
  const { shown, words } = it;
  const { reviews, review: found } = shown.coach;
  const row = (/** @type {Row} */ { to, label, told, dear }) =>
    h(
      "li",
      { key: to, class: dear ? "cardlab-dear" : null },
      asks(it, "go", { label, to, leads: ".cardlab-turn" }),
      " ",
      told,
    );
  return [
    reviews.length > 0 &&
      h(
        "div",
        { key: "reviews", class: "cardlab-tools" },
        reviews.map((/** @type {{seat: number, label: string}} */ { seat, label }) =>
          asks(it, "review", { key: seat, label, seat }),
        ),
      ),
    found &&
      h(
        "div",
        {
          key: "review",
          class: "cardlab-overlay cardlab-review",
          role: "group",
          "aria-label": words["play_tongits.review"],
        },
        found.progress &&
          h(
            "p",
            { key: "progress" },
            h("progress", {
              key: "bar",
              max: found.progress.most,
              value: found.progress.value,
              "aria-label": found.progress.label,
            }),
            " ",
            found.progress.label,
            " ",
            asks(it, "stop"),
          ),
        h("div", { key: "said", role: "status" }, sentences(found.said)),
        found.chart && [
          lines(found.chart),
          h(
            "p",
            { key: "legend", class: "cardlab-chances" },
            found.legend.map((/** @type {string} */ text, /** @type {number} */ nth) =>
              h("span", { key: nth }, legend(nth), text),
            ),
          ),
        ],
        h(
          "ol",
          { key: "moves", class: "cardlab-log", "aria-label": words["play_tongits.review"] },
          found.moves.map(row),
        ),
      ),
  ];
};
