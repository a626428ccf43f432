/** Of a round of Tongits judged: the graph of all players with a way to each moment, and each decision with its grade. */

/** @import {Block, It, Kinds} from "./blocks.js" */

import { blocks } from "./blocks.js";
import { button, h } from "./core.js";

/** What a decision is called, as a sign: told apart without its colour. @type {Record<string, string>} */
const SIGNS = { best: "★", good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The graph; who points at a moment is led there, and the keys of the slider lead there too. @param {It} it @param {Block} block @param {string} key */
const graph = (it, { plot, last, at, moment, again, play_on: playOn }, key) => {
  const { send, local, root } = it;
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
  return [
    h("div", { key, class: "cardlab-equity", onclick: pointed }, blocks(it, [plot])),
    h("label", { key: "moment", class: "cardlab-moment" }, [
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

/** A decision: a button that leads to the moment before it, what it is called, and what there is to say. @param {It} it @param {Block} move */
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
      cost && h("span", { key: "cost", class: "cardlab-cost" }, cost),
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
