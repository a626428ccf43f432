/**
 * Cards of Tichu that move from their old place to their current one, unless reduced motion is set.
 *
 * Each card says by attributes where it is and where it comes from; `lay` and `move` compare places before and after a
 * drawing. A card from a hidden place starts there. Tongits has `flights.js`.
 */

export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Lets a card move from this distance, unless that is next to nothing.
 * @param {Element} card @param {number} x @param {number} y @param {number} least
 * @param {KeyframeAnimationOptions} timing @param {{scale?: number, zIndex?: number}} [more]
 */
const come = (card, x, y, least, timing, { scale, ...more } = {}) => {
  if (Math.hypot(x, y) < least) return;
  const start = `translate(${x}px, ${y}px)${scale === undefined ? "" : ` scale(${scale})`}`;
  card.animate(
    [
      { transform: start, ...more },
      { transform: "none", ...more },
    ],
    timing,
  );
};

/** @typedef {{cards: Map<string, DOMRect>, places: Map<string, DOMRect>}} Lay */

/** Every card with a place, and those of a hand that is played from. @param {HTMLElement} root */
const cardElements = (root) => [...root.querySelectorAll("[data-lies], .cardlab-option[data-card]")];

/** @param {HTMLElement} card */
const codeOf = ({ dataset: { lies, card } }) => lies ?? card ?? "";

/** The position of every open card and every place. @param {HTMLElement} root @returns {Lay} */
export const lay = (root) => {
  const cards = new Map(),
    places = new Map();
  for (const one of cardElements(root)) cards.set(codeOf(one), one.getBoundingClientRect());
  for (const one of root.querySelectorAll("[data-place]")) places.set(one.dataset.place, one.getBoundingClientRect());
  return { cards, places };
};

/** Whether the card is in a hand that faces the player across. @param {Element} card */
const isTurned = (card) => {
  const hand = card.closest(".cardlab-thumbs > .cardlab-runner");
  return hand !== null && getComputedStyle(hand).rotate === "180deg";
};

/** Lets cards that have changed their place move from the old one. @param {HTMLElement} root @param {Lay} before */
export const move = (root, before) => {
  if (calm.matches) return;
  const elements = cardElements(root).filter((one) => codeOf(one) !== "back");
  const fresh = elements.filter((one) => !before.cards.has(codeOf(one)));
  const flipped = fresh.filter((one) => one.dataset.from === "pile").length > 1;
  for (const one of elements) {
    const { from = "hand", seat = "0" } = one.dataset;
    const origin =
      before.cards.get(codeOf(one)) ??
      before.places.get(from === "pile" ? (flipped ? `extra ${seat}` : "hidden") : `draw ${seat}`);
    const here = one.getBoundingClientRect();
    if (!origin || !here.width) continue;
    const turned = isTurned(one) ? -1 : 1;
    const x = turned * (origin.left + origin.width / 2 - here.left - here.width / 2);
    const y = turned * (origin.top + origin.height / 2 - here.top - here.height / 2);
    const scale = Math.min(1, Math.max(0.3, origin.width / here.width));
    come(one, x, y, 12, { duration: 170, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)" }, { scale, zIndex: 2 });
  }
};
