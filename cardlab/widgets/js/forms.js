/** The rules of a table, as a form has set them. */

/** @import {RulesInForce} from "./shown.js" */

import { h } from "./core.js";

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
