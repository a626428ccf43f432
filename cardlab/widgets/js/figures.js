/** Figures: tables, and plots that Python has drawn as SVG. */

/** @import {FigurePlot, FigureTable} from "./shown.js" */
/** @import {AnyView, Child} from "./core.js" */

import { h } from "./core.js";

/** A table; on a narrow screen each row stands by itself, with the heads as labels. @param {FigureTable} table */
export const table = ({ caption, head, rows, close, told }) =>
  rows.length > 0 &&
  h(
    "table",
    { key: "table", class: `cardlab-figures cardlab-${close ? "close" : "stacks"}${told ? " cardlab-told" : ""}` },
    h("caption", { key: "caption" }, caption),
    h(
      "thead",
      { key: "head" },
      h(
        "tr",
        {},
        head.map((one, place) => h("th", { key: place, scope: "col" }, one)),
      ),
    ),
    h(
      "tbody",
      { key: "body" },
      rows.map(({ key, cells, marked }) =>
        h(
          "tr",
          { key, class: marked ? "cardlab-best" : null },
          cells.map((text, place) =>
            place
              ? h("td", { key: place, "data-label": head[place] }, text)
              : h("th", { key: place, scope: "row" }, text),
          ),
        ),
      ),
    ),
  );

/** @type {Map<string, Child>} */
const read = new Map();
const SAFE = new Set([
  "svg",
  "title",
  "desc",
  "g",
  "path",
  "rect",
  "line",
  "circle",
  "polyline",
  "polygon",
  "text",
  "tspan",
  "style",
]);

/**
 * An SVG element as a description; nothing that could run or fetch is taken over.
 * @param {Element} element
 * @returns {Child}
 */
const described = (element) =>
  SAFE.has(element.localName) &&
  h(
    element.localName,
    Object.fromEntries(
      [...element.attributes]
        .filter(({ name }) => !name.startsWith("on") && !name.startsWith("xmlns") && !/href$/i.test(name))
        .map(({ name, value }) => [name, value]),
    ),
    ...[...element.childNodes].map((node) => (node instanceof Element ? described(node) : (node.textContent ?? ""))),
  );

/** @param {string} svg */
export const drawing = (svg) => {
  if (!read.has(svg)) {
    if (read.size > 40) read.clear();
    read.set(svg, described(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement));
  }
  return read.get(svg);
};

/**
 * A plot, and the same numbers as a table to unfold.
 * @param {AnyView} view
 * @param {FigurePlot} plot
 * @param {string} key
 */
export const plot = ({ words }, { svg, narrow, table: numbers }, key) =>
  h(
    "figure",
    { key, class: "cardlab-figure" },
    [svg, narrow].map(drawing),
    numbers && h("details", { key: "numbers" }, h("summary", {}, words["widget.numbers"]), table(numbers)),
  );
