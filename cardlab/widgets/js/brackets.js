/**
 * A hand in groups, as `bracketed` in Python makes it: each meld under a bracket with its name, the loose cards last.
 */

/** @import {AnyView} from "./core.js" */

import { picture } from "./cards.js";
import { h } from "./core.js";

/** @param {AnyView} view @param {string[]} cards @param {string} label */
const line = (view, cards, label) =>
  h("ul", { key: "cards", "aria-label": label }, [
    cards.map((card) => h("li", { key: card }, picture(view, card, view.faces.names[card]))),
  ]);

/**
 * The groups side by side, styled by `brackets.css`.
 * @param {AnyView} view @param {{[name: string]: any, cards: string[]}[]} groups
 */
export const brackets = (view, groups) =>
  h("div", { key: "brackets", class: "cardlab-brackets" }, [
    groups.map(({ kind, label, cards, points }) =>
      h("div", { key: `${kind} ${cards.join(" ")}`, class: `cardlab-bracket cardlab-bracket-${kind}` }, [
        h("p", {}, h("strong", {}, label), " ", h("span", {}, points)),
        line(view, cards, label),
      ]),
    ),
  ]);
