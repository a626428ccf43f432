/** Arrow keys between elements of which only one is in the tab order, as in a hand of cards or a toolbar. */

/** @import {AnyView, Description} from "./core.js" */

import { h } from "./core.js";

/** The step of each key, along and down. */
export const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-Infinity, 0],
  End: [Infinity, 0],
});

/**
 * The element that a key leads to; up and down lead to the nearest one in the next row, if there is one.
 * @param {HTMLElement[]} all @param {HTMLElement} from @param {string} code
 */
const stepped = (all, from, code) => {
  const [along, down] = STEPS[code];
  const at = all.indexOf(from);
  if (!down) return all[Math.max(0, Math.min(all.length - 1, at + along))];
  const here = from.getBoundingClientRect();
  const rows = all
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => (box.top - here.top) * down > here.height / 2);
  const away = (/** @type {{box: DOMRect}} */ { box }) =>
    Math.abs(box.top - here.top) * 100 + Math.abs(box.left - here.left);
  return rows.length ? rows.reduce((best, one) => (away(one) < away(best) ? one : best)).one : from;
};

/**
 * Moves the focus by arrow keys between the elements of `selector`.
 * @param {KeyboardEvent} event
 * @param {string} selector
 */
export const rove = (event, selector) => {
  const from = /** @type {HTMLElement} */ (event.target).closest(selector);
  if (!(event.code in STEPS) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !from) return;
  const all = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll(selector)];
  taken(event);
  stepped(all, from, event.code).focus();
};

/** Stops an event that was handled, so that neither the page nor JupyterLab sees it. @param {Event} event */
export const taken = (event) => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * A toolbar with one element in the tab order; arrow keys move in it.
 * @param {AnyView} view @param {string} label @param {Description[]} tools @param {string} [key]
 */
export const toolbar = ({ local, draw }, label, tools, key = "tools") => {
  const names = tools.map((tool) => tool.key);
  const current = names.includes(local.tool) ? local.tool : names[0];
  for (const tool of tools)
    Object.assign(tool.props, {
      tabindex: tool.key === current ? 0 : -1,
      onfocus: () => {
        if (local.tool === tool.key) return;
        local.tool = tool.key;
        draw();
      },
    });
  return h(
    "div",
    { class: "cardlab-tools", role: "toolbar", "aria-label": label, key, onkeydown: (event) => rove(event, "button") },
    tools,
  );
};
