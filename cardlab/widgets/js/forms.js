/** Fields beside a board, and the rules that a form has set. */

/** @import {Description} from "./core.js" */
/** @import {RulesInForce} from "./shown.js" */

import { blocks, drawer } from "./blocks.js";
import { h } from "./core.js";

/** A field of a form. @param {any} view @param {any} one @returns {Description} */
export const field = (view, one) => /** @type {any} */ (blocks(drawer(view, [one]), [one])[0]);

/** @param {any} view @param {any[]} all @param {string} key */
export const fields = (view, all, key) =>
  all.length > 0 && h("div", { key, class: "cardlab-tools cardlab-fields" }, blocks(drawer(view, all), all));

/** The preset and what differs from it. @param {RulesInForce} rules */
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
