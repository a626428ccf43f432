/** The whole screen for one widget: at a projector everything else on the page is in the way. */

import { button, h, wide } from "./core.js";

const SIGN = h(
  "svg",
  { key: "sign", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true", focusable: "false" },
  h("path", { d: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4", fill: "none", stroke: "currentColor", "stroke-width": 2 }),
);

/** The smallest share of its size that what is shown is still read at. */
const SMALLEST = 0.6;

/** So many steps are tried on the way from a size to nothing. */
const STEPS = 20;

/** @param {HTMLElement} root */
export const isFull = (root) => document.fullscreenElement === root;

/** @param {HTMLElement} root */
export const toggleFull = (root) =>
  void (isFull(root) ? document.exitFullscreen() : root.requestFullscreen()).catch(() => {});

/**
 * Makes `content` so much smaller that `box` need not be scrolled; it grows again only from `largest` anew.
 * @param {HTMLElement} content @param {HTMLElement} box @param {number} [largest] @param {number} [smallest]
 */
export const fitted = (content, box, largest = Number(content.style.zoom) || 1, smallest = SMALLEST) => {
  for (let zoom = largest; zoom > smallest - 0.01; zoom -= largest / STEPS) {
    content.style.zoom = zoom === 1 ? "" : zoom.toFixed(2);
    if (box.scrollHeight <= box.clientHeight) return;
  }
};

/**
 * The button for it; none where the browser cannot do it, as on some phones. On the whole screen a widget is as large
 * as the screen allows; one that sees to that itself says so.
 * @param {import("./core.js").AnyView} it @param {boolean} [byItself]
 */
export const fullButton = ({ words, root, draw }, byItself = false) => {
  root.onfullscreenchange = () => {
    if (!byItself) root.style.zoom = "";
    draw();
  };
  if (!byItself && isFull(root)) queueMicrotask(() => isFull(root) && fitted(root, root));
  return (
    document.fullscreenEnabled &&
    button([SIGN, wide(words[isFull(root) ? "widget.leave" : "widget.full"])], () => toggleFull(root), {
      key: "full",
      class: "cardlab-button cardlab-to-full",
    })
  );
};
