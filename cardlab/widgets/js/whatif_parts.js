/** What the laboratory's page is put together from: fields, tables, and plots that Python has drawn as SVG. */

import { button, h, tick } from "./core.js";

/** @typedef {import("./core.js").View} View */
/** @typedef {import("./core.js").Child} Child */
/** @typedef {{value: string, label: string, chosen: boolean}} Choice */
/** @typedef {{kind: "select" | "number" | "switch", key: string, label: string, value?: string, on?: boolean, least?: number, most?: number, choices?: Choice[]}} Field */
/** @typedef {{key: string, cells: string[], marked: boolean}} Row */
/** @typedef {{caption: string, head: string[], rows: Row[], close?: boolean, told?: boolean}} Table `close`: a few narrow columns, which stay columns on a telephone; `told`: sentences in the last one. */
/** @typedef {{svg: string, narrow: string, table: Table | null}} Plot */

/** A field of a form, whatever its kind; what is set goes to Python. @param {View} view @param {Field} one */
export const field = ({ send }, one) => {
  const { kind, key, label } = one;
  const set = (/** @type {string | boolean} */ value) => send({ do: "set", field: key, value });
  const changed = (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).value);
  if (kind === "switch") return button([tick(Boolean(one.on)), label], () => set(!one.on), { key, "aria-pressed": String(one.on) });
  return h("label", { key, class: "cardlab-field" }, h("span", {}, label), " ",
    kind === "number"
      ? h("input", { key: "field", type: "number", inputmode: "numeric", min: one.least, max: one.most, value: one.value, onchange: changed })
      : h("select", { key: "field", onchange: changed },
          one.choices?.map(({ value, label: text, chosen }) => h("option", { key: value, value, selected: chosen ? "" : null }, text))));
};

/** @param {View} view @param {Field[]} all @param {string} key */
export const fields = (view, all, key) => all.length > 0 && h("div", { key, class: "cardlab-tools cardlab-fields" }, all.map((one) => field(view, one)));

/** What Python says is chosen is what every list shows, also after a change was taken back. @param {HTMLElement} root */
export const settle = (root) => {
  for (const list of root.querySelectorAll("select")) {
    const chosen = [...list.options].find((one) => one.hasAttribute("selected"));
    if (chosen && document.activeElement !== list) list.value = chosen.value;
  }
};

/** A table; on a narrow screen each row stands by itself, with the heads as labels. @param {Table} table */
export const table = ({ caption, head, rows, close, told }) =>
  rows.length > 0 &&
  h("table", { key: "table", class: `cardlab-figures${close ? " cardlab-close" : ""}${told ? " cardlab-told" : ""}` },
    h("caption", { key: "caption" }, caption),
    h("thead", { key: "head" }, h("tr", {}, head.map((one, place) => h("th", { key: place, scope: "col" }, one)))),
    h("tbody", { key: "body" },
      rows.map(({ key, cells, marked }) =>
        h("tr", { key, class: marked ? "cardlab-best" : null },
          cells.map((text, place) =>
            place ? h("td", { key: place, "data-label": head[place] }, text) : h("th", { key: place, scope: "row" }, text))))));

/** @type {Map<string, Child>} */
const read = new Map();
const SAFE = new Set(["svg", "title", "desc", "g", "path", "rect", "line", "circle", "polyline", "polygon", "text", "tspan", "style"]);

/** An SVG element as a description; nothing that could run or fetch is taken over. @param {Element} element @returns {Child} */
const described = (element) =>
  SAFE.has(element.localName) &&
  h(element.localName,
    Object.fromEntries([...element.attributes].filter(({ name }) => !name.startsWith("on") && !name.startsWith("xmlns") && !/href$/i.test(name)).map(({ name, value }) => [name, value])),
    ...[...element.childNodes].map((node) => (node instanceof Element ? described(node) : (node.textContent ?? ""))));

/** @param {string} svg */
const drawing = (svg) => {
  if (!read.has(svg)) {
    if (read.size > 40) read.clear();
    read.set(svg, described(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement));
  }
  return read.get(svg);
};

/** A plot, and the same numbers as a table to unfold. @param {View} view @param {Plot} plot @param {string} key */
export const plot = ({ words }, { svg, narrow, table: numbers }, key) =>
  h("figure", { key, class: "cardlab-figure" },
    [svg, narrow].map(drawing),
    numbers && h("details", { key: "numbers" }, h("summary", {}, words["whatif.numbers"]), table(numbers)));
