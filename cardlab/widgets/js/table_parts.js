/** What stands around the table: the guide, the overlays, the grid of cards, the moves so far, the rules and the end. */

import { button, h, rules } from "./core.js";
import { fullButton } from "./full.js";

/** @typedef {import("./core.js").View} View */
/** @typedef {import("./core.js").Child} Child */

/**
 * A button that asks Python for something; a main one if it would be granted, locked where there is nothing to do. What it says may come with it.
 * @param {View} it @param {string} what
 * @param {{key?: string, label?: string, name?: string, ready?: boolean, [more: string]: any}} [more]
 */
export const act = ({ shown, words, local, send }, what, { key, label, name, ready, ...more } = {}) =>
  button(
    label ?? words[`table.${what}`],
    shown.off.includes(what)
      ? null
      : () => {
          local.made = what;
          send({ ...more, do: what });
        },
    { key: key ?? what, class: `cardlab-button${ready ? " cardlab-main" : ""}`, "aria-label": name },
  );

/** @param {Child[]} said */
export const heading = (...said) =>
  h("p", { class: "cardlab-owner" }, h("strong", {}, said[0]), " ", h("span", {}, said[1]), said[2]);

/** @param {string[]} said */
export const sentences = (said) =>
  said.length > 0 &&
  h(
    "ul",
    { class: "cardlab-sentences" },
    said.map((one) => h("li", {}, one)),
  );

/** The present goal, and after the last step what can be done next. @param {View} it */
export const guide = (it) => {
  const { progress, goal, finished, clauses } = it.shown.guide;
  return h(
    "div",
    { role: "group", key: "guide", class: "cardlab-guide", "aria-label": progress },
    h(
      "div",
      { class: "cardlab-goal", role: "status" },
      h("p", { class: "cardlab-progress" }, progress),
      h("p", {}, goal),
    ),
    act(it, finished ? "steps_again" : "show_me"),
    rules(clauses, it.words["widget.clauses"]),
  );
};

/** Undo, redo, start again, another deal, all the moves to go back to, the whole screen, and the rules. @param {View} it */
export const history = (it) => {
  const { shown, words, send } = it;
  const seed = {
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: 6,
    value: shown.seed,
    onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && !event.repeat && send({ do: "deal" }),
    oninput: (/** @type {InputEvent} */ event) =>
      send({ do: "seed", text: /** @type {HTMLInputElement} */ (event.target).value }),
  };
  return [
    h(
      "div",
      { key: "history", class: "cardlab-tools cardlab-history", role: "group", "aria-label": words["table.moves"] },
      ["undo", "redo", "again"].map((what) => act(it, what)),
      shown.may_deal && [
        h("label", { key: "seed", class: "cardlab-number" }, words["table.seed"], " ", h("input", seed)),
        act(it, "deal"),
      ],
      fullButton(it),
    ),
    h("div", { key: "around", class: "cardlab-sorting" }, movesSoFar(it), rulesOfTable(shown.rules)),
  ];
};

/** All the moves of the round to go to, the last one first; of a record from its start on. @param {View} it */
export const movesSoFar = ({ shown, words, local, send }) => {
  const { at, log } = shown;
  const back = (/** @type {number} */ to) => () => {
    local.ask = ".cardlab-turn";
    send({ do: "go", to });
  };
  if (!log.length) return null;
  const all = [
    ...log.map((/** @type {{to: number, text: string}} */ { to, text }) => [to, `${to}. ${text}`]),
    [0, words["table.log_start"]],
  ];
  if (shown.book) all.reverse();
  return h(
    "details",
    { key: "log", class: "cardlab-rules" },
    h("summary", {}, `${words["table.log"]} (${at}${log[0].to > at ? `/${log[0].to}` : ""})`),
    h("p", {}, words["table.history"]),
    h(
      "ol",
      { class: "cardlab-log" },
      all.map(([to, text]) =>
        h("li", { key: to }, button(text, back(to), { "aria-current": to === at ? "step" : null })),
      ),
    ),
  );
};

/** The preset and what differs from it. @param {{title: string, changes: {name: string, text: string}[]}} rules */
export const rulesOfTable = ({ title, changes }) =>
  changes.length === 0
    ? h("p", { key: "rules", class: "cardlab-progress" }, title)
    : h(
        "details",
        { key: "changes", class: "cardlab-rules" },
        h("summary", {}, title),
        h(
          "ul",
          { class: "cardlab-sentences" },
          changes.map(({ name, text }) => h("li", {}, h("strong", {}, name), " ", text)),
        ),
      );

/** How the round ended. @param {{title: string, sentences: string[], caption: string, heads: string[], rows: {player: string, won: boolean, deadwood: string, counted: string, payment: string}[]}} end */
export const ending = (end) =>
  h(
    "div",
    { key: "ending", class: "cardlab-ending", role: "status" },
    h("p", { class: "cardlab-title" }, end.title),
    sentences(end.sentences),
    h(
      "table",
      {},
      h("caption", {}, end.caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          end.heads.map((one) => h("th", { scope: "col" }, one)),
        ),
      ),
      h(
        "tbody",
        {},
        end.rows.map(({ player, won, deadwood, counted, payment }) =>
          h(
            "tr",
            { class: won && "cardlab-winner" },
            h("th", { scope: "row" }, player),
            h("td", {}, deadwood, h("small", {}, counted)),
            h("td", {}, payment),
          ),
        ),
      ),
    ),
  );
