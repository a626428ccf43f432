/**
 * Panels of a match of Tongits that aren't made of other blocks: the coach, and in a review the graph of all players,
 * with each moment to go to, and the graded decisions.
 */

/** @import {Block, It, Kinds} from "./blocks.js" */
/** @import {It as Seated} from "./felt.js" */

import { blocks } from "./blocks.js";
import { box, button, h, sentences, status, wide } from "./core.js";
import { inSight } from "./stage.js";

/**
 * A button of the coach.
 * @param {Seated} it @param {"anyway" | "think_again" | "coach"} what @param {{main?: boolean, on?: boolean}} [more]
 */
const asks = ({ words, send }, what, { main, on } = {}) =>
  button([on !== undefined && box(on), words[`play_tongits.${what}`]], () => send({ do: what }), {
    key: what,
    class: `cardlab-button${main ? " cardlab-main" : ""}`,
    "aria-pressed": on === undefined ? null : String(on),
  });

/** The coach's opinion of a move; it is scrolled into view, because the move waits. @param {Seated} it */
export const warning = (it) => {
  const { shown, root } = it;
  if (!shown.coach) return null;
  const { said, asks: waits, warns } = shown.coach;
  if (waits) queueMicrotask(() => inSight(root, ".cardlab-warning"));
  const thinks = waits && !warns ? " cardlab-thinks" : "";
  const unsaid = said.length ? "" : " cardlab-unsaid";
  return h(
    "div",
    { key: "warning", class: `cardlab-verdict cardlab-warning cardlab-${warns ? "no" : "none"}${thinks}${unsaid}` },
    [
      status(sentences(said)),
      waits &&
        h("div", { key: "go", class: "cardlab-tools" }, [
          warns && asks(it, "think_again", { main: true }),
          asks(it, "anyway"),
        ]),
    ],
  );
};

/** The coach's switch with its state: it looks on, thinks, or has looked at the last move. @param {Seated} it */
export const coachSwitch = (it) => {
  if (!it.shown.coach) return null;
  const { on, agrees, good, said, asks: waits, warns } = it.shown.coach;
  // This is where there is room, because a box that appears would move the hand under the pointer.
  const thinks = waits && !warns;
  const looks = thinks ? said[0] : on && !agrees && it.words["play_tongits.coach_looks"];
  return [
    h("span", { key: "agrees", class: "cardlab-agrees", role: "status", title: agrees || undefined }, [
      agrees && [
        h("span", { key: "sign", "aria-hidden": "true", class: good ? "cardlab-good" : null }, good ? "✓" : "·"),
        wide(agrees),
      ],
      looks && h("span", { key: "looks", class: "cardlab-where-wide" }, looks),
    ]),
    thinks && h("span", { key: "anyway", class: "cardlab-where-wide" }, asks(it, "anyway")),
    h("span", { key: "switch", class: "cardlab-where-wide" }, asks(it, "coach", { on })),
  ];
};

/** The sign of each grade, for readers who see no colours. @type {Record<string, string>} */
const SIGNS = { best: "★", good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The graph, with a slider to each moment. @param {It} it @param {Block} block @param {string} key */
const graph = (it, { plot, last, at, moment, again, play_on: playOn }, key) => {
  const { send, local, root } = it;
  // A step before Python's answer counts from the slider's current value.
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
    inSight(root, ".cardlab-felt");
    send({ do: "play_on" });
  };
  return [
    h("div", { key, class: "cardlab-equity", onclick: pointed }, blocks(it, [plot])),
    h("label", { key: "moment", class: "cardlab-pace" }, [
      h("span", { key: "name" }, moment),
      h("input", {
        key: "slider",
        type: "range",
        min: 0,
        max: last,
        value: local.to ?? at,
        "aria-valuetext": moment,
        onchange: ({ target }) => go(Number(target.value)),
      }),
    ]),
    again &&
      h("div", { key: "again", class: "cardlab-again" }, [
        button(playOn, back, { key: "play on" }),
        h("p", { key: "again" }, again),
      ]),
  ];
};

/** A decision: a button to the moment before it, grade and comment. @param {It} it @param {Block} move */
const decision = (it, { to, label, grade, called, cost, explanation, here }) => {
  const go = () => {
    it.local.ask = ".cardlab-turn";
    delete it.local.to;
    it.send({ do: "go", to });
  };
  return h("li", { key: to, class: `cardlab-decision${grade ? ` cardlab-graded-${grade}` : ""}` }, [
    h("p", { key: "move", class: "cardlab-line" }, [
      button(label, go, { key: "go", class: "cardlab-button cardlab-plain", "aria-current": here ? "true" : null }),
      grade &&
        h("span", { key: "grade", class: `cardlab-grade cardlab-grade-${grade}` }, [
          h("span", { key: "sign", "aria-hidden": "true" }, SIGNS[grade]),
          " ",
          called,
        ]),
      cost && h("span", { key: "cost" }, cost),
    ]),
    explanation && h("p", { key: "explanation", class: "cardlab-line" }, explanation),
  ]);
};

/** @type {Kinds} */
export const kinds = {
  graph,
  decisions: (it, { label, moves }, key) =>
    h("ol", { key, class: "cardlab-log", tabindex: 0, "aria-label": label }, [moves.map((move) => decision(it, move))]),
};
