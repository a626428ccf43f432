/** The whole screen for one widget: at a projector everything else on the page is in the way. */

import { button } from "./core.js";

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
    button(words[isFull(root) ? "widget.leave" : "widget.full"], () => toggleFull(root), { key: "full" })
  );
};
