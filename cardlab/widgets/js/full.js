/** Full screen for one widget, for a projector. */

import { button, h, wide } from "./core.js";

const SIGN = h(
  "svg",
  { key: "sign", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true", focusable: "false" },
  h("path", { d: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4", fill: "none", stroke: "currentColor", "stroke-width": 2 }),
);

/** The smallest scale at which content can still be read. */
const SMALLEST = 0.6;

/** The number of sizes that are tried. */
const STEPS = 20;

/** @param {HTMLElement} root */
export const isFull = (root) => document.fullscreenElement === root;

/** @param {HTMLElement} root */
export const toggleFull = (root) =>
  void (isFull(root) ? document.exitFullscreen() : root.requestFullscreen()).catch(() => {});

/**
 * Makes `content` small enough that `box` needs no scrolling, beginning with `largest`, by default the current size.
 * @param {HTMLElement} content @param {HTMLElement} box @param {number} [largest] @param {number} [smallest]
 */
export const fitted = (content, box, largest = Number(content.style.zoom) || 1, smallest = SMALLEST) => {
  for (let zoom = largest; zoom > smallest - 0.01; zoom -= largest / STEPS) {
    content.style.zoom = zoom === 1 ? "" : zoom.toFixed(2);
    if (box.scrollHeight <= box.clientHeight) return;
  }
};

/**
 * The button for full screen; none if the browser can't do it, as on some phones. A widget is enlarged as far as the
 * screen allows, unless it does this `byItself`.
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
