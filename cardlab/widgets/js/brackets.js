/**
 * A hand in groups: each meld under a bracket with its name, the loose cards last; a view draws what `bracketed`
 * gave.
 */

import { h, picture } from "./core.js";

/** @typedef {import("./core.js").AnyView} View */
/** @typedef {{kind: string, label: string, cards: string[], points: string, each?: string[]}} Group */

/** @param {View} view @param {string[]} cards @param {string[]} each @param {string} label */
const line = (view, cards, each, label) =>
  h(
    "ul",
    { key: "cards", "aria-label": label },
    cards.map((card, place) =>
      h(
        "li",
        { key: card },
        picture(view, card, { alt: view.faces.names[card] ?? "" }),
        each[place] && h("span", {}, each[place]),
      ),
    ),
  );

/** The groups side by side; its style stands in `brackets.css`. @param {View} view @param {Group[]} groups */
export const brackets = (view, groups) =>
  h(
    "div",
    { key: "brackets", class: "cardlab-brackets" },
    groups.map(({ kind, label, cards, points, each = [] }) =>
      h(
        "div",
        { key: `${kind} ${cards.join(" ")}`, class: `cardlab-bracket cardlab-bracket-${kind}` },
        h("p", {}, h("strong", {}, label), " ", h("span", {}, points)),
        line(view, cards, each, label),
      ),
    ),
  );
