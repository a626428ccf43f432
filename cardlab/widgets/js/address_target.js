/**
 * The exercise that the page's address leads to: in sight and in focus when the page opens.
 *
 * The page grows while its other widgets come, so it is brought into sight again until the learner does something.
 */

const ACTIONS = ["pointerdown", "keydown", "wheel", "touchstart"];

/**
 * Keeps the widget in sight and its prompt in focus until somebody acts.
 * @param {HTMLElement} root
 * @param {{on(event: string, call: () => void): void, off(event: string, call: () => void): void}} model
 * @returns {() => void} ends it
 */
export const seek = (root, model) => {
  // Only one widget of a page is ever the target, so its frame stands here and not in the style that every widget carries.
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
