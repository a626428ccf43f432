/** The whole screen for one widget: at a projector everything else on the page is in the way. */

import { button, h, wide } from "./core.js";

const SIGN = h(
  "svg",
  { key: "sign", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true", focusable: "false" },
  h("path", { d: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4", fill: "none", stroke: "currentColor", "stroke-width": 2 }),
);

/** @param {HTMLElement} root */
export const isFull = (root) => document.fullscreenElement === root;

/** @param {HTMLElement} root */
export const toggleFull = (root) =>
  void (isFull(root) ? document.exitFullscreen() : root.requestFullscreen()).catch(() => {});

/** The button for it; none where the browser cannot do it, as on some phones. @param {import("./core.js").AnyView} it */
export const fullButton = ({ words, root, draw }) => {
  root.onfullscreenchange = () => draw();
  return (
    document.fullscreenEnabled &&
    button([SIGN, wide(words[isFull(root) ? "widget.leave" : "widget.full"])], () => toggleFull(root), { key: "full" })
  );
};
