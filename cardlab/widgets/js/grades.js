/** What a decision is called, as a sign and a word: told apart without its colour. */

/** @import {JudgedMove} from "./shown.js" */

import { h } from "./core.js";

/** @typedef {NonNullable<JudgedMove["grade"]>} Grade */

const SIGNS = { best: "★", good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @param {Grade} grade @param {string} called */
export const badge = (grade, called) =>
  h(
    "span",
    { key: "grade", class: `cardlab-grade cardlab-grade-${grade}` },
    h("span", { key: "sign", "aria-hidden": "true" }, SIGNS[grade]),
    " ",
    called,
  );
