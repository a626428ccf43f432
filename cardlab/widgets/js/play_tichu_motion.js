/**
 * Cards that move: from the hand to the pile, from a pile to the hand, from where they were to where they are.
 *
 * It compares where things lie before and after a drawing; a card that comes from a hidden place starts there.
 * Nothing moves for who has asked for calm.
 */

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const TIME = 170;

/** @typedef {{cards: Map<string, DOMRect>, places: Map<string, DOMRect>}} Lay */

/** Where every open card and every place is now. @param {HTMLElement} root @returns {Lay} */
export const lay = (root) => {
  const cards = new Map(),
    places = new Map();
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-lies]")))
    cards.set(one.dataset.lies, one.getBoundingClientRect());
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-place]")))
    places.set(one.dataset.place, one.getBoundingClientRect());
  return { cards, places };
};

/** Lets what lies elsewhere now come from where it was. @param {HTMLElement} root @param {Lay} before */
export const move = (root, before) => {
  if (calm.matches) return;
  const found = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-lies]"))].filter(
    (one) => one.dataset.lies !== "back",
  );
  const fresh = found.filter((one) => !before.cards.has(one.dataset.lies ?? ""));
  const turned = fresh.filter((one) => one.dataset.from === "pile").length > 1;
  for (const one of found) {
    const { lies = "", from = "" } = one.dataset;
    const seat = one.dataset.seat ?? "";
    const origin =
      before.cards.get(lies) ??
      before.places.get(from === "pile" ? (turned ? `extra ${seat}` : "hidden") : `draw ${seat}`);
    const here = one.getBoundingClientRect();
    if (!origin || !here.width) continue;
    const [x, y] = [
      origin.left + origin.width / 2 - here.left - here.width / 2,
      origin.top + origin.height / 2 - here.top - here.height / 2,
    ];
    if (Math.hypot(x, y) < 12) continue;
    const start = `translate(${x}px, ${y}px) scale(${Math.min(1, Math.max(0.3, origin.width / here.width))})`;
    one.animate(
      [
        { transform: start, zIndex: 2 },
        { transform: "none", zIndex: 2 },
      ],
      { duration: TIME, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)" },
    );
  }
};
