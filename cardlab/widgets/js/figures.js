/** Plots that Python draws as SVG. */

/** @import {Child} from "./core.js" */

import { h } from "./core.js";

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
 * A description of an SVG element, without anything that could run or load.
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
