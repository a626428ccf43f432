/** Keeps one main button on a page or in each of its steps; those of other widgets look like any button. */

const MAIN = ".cardlab-main:not([aria-disabled=true])";

/** Finds what to do next in a widget: its main button, or the goal of its guide. */
export const leads = (/** @type {Element} */ root) =>
  !root.hasAttribute("data-over") && root.querySelector(`:is(${MAIN}, .cardlab-guide)`) !== null;

/** The widgets of a part of the page. @param {Element} part @returns {HTMLElement[]} */
export const widgetsIn = (part) => [...part.querySelectorAll(".cardlab-root")];

/** @param {HTMLElement[]} all @param {HTMLElement | undefined} one whose main button leads, if any */
export const rest = (all, one) => {
  for (const root of all) root.toggleAttribute("data-rests", root !== one);
};

/**
 * On a page shown as a whole, the widget used last has the main button, and before that the first widget.
 * @param {Element} part @param {() => boolean} [isWhole]
 */
export const leadWhole = (part, isWhole = () => true) => {
  /** @type {Element | null | undefined} */
  let last;
  const look = () => {
    if (!isWhole()) return;
    const all = widgetsIn(part);
    rest(all, all.find((root) => root === last && root.querySelector(MAIN)) ?? all.find(leads) ?? all[0]);
  };
  const worked = (/** @type {Event} */ { target }) => {
    last = /** @type {Element} */ (target).closest(".cardlab-root") ?? last;
    look();
  };
  for (const kind of ["pointerdown", "focusin"]) part.addEventListener(kind, worked);
  const attributeFilter = ["class", "aria-disabled", "data-over"];
  new MutationObserver(look).observe(part, { childList: true, subtree: true, attributes: true, attributeFilter });
  look();
};
