/**
 * Shows and focuses the exercise that the page's address names.
 *
 * The page grows while its other widgets load, so it is scrolled again until the learner does something.
 */

const ACTIONS = ["pointerdown", "keydown", "wheel", "touchstart"];

/**
 * Keeps the widget in view and its prompt focused until somebody acts.
 * @param {HTMLElement} root
 * @param {{on(event: string, call: () => void): void, off(event: string, call: () => void): void}} model
 * @returns {() => void} ends it
 */
export const seek = (root, model) => {
  // At most one widget of a page is the target, so its frame is styled here, not in the style sheet of every widget.
  root.style.border = "2px solid var(--cardlab-main)";
  root.style.scrollMarginBlockStart = "0.75rem";
  const show = () => {
    if (!root.isConnected) return;
    root.dispatchEvent(new CustomEvent("cardlab-opened", { bubbles: true }));
    root.querySelector(".cardlab-prompt")?.focus({ preventScroll: true });
    root.scrollIntoView({ block: "start", behavior: "instant" });
  };
  const grows = new ResizeObserver(show);
  const end = () => {
    grows.disconnect();
    model.off("change:shown", show);
    for (const action of ACTIONS) removeEventListener(action, end, true);
  };
  grows.observe(root);
  grows.observe(document.body);
  model.on("change:shown", show);
  for (const action of ACTIONS) addEventListener(action, end, { capture: true, passive: true });
  return end;
};
