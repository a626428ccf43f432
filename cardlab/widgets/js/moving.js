/** Cards that are seen to move from where they lay to where they lie now; not for those who want no motion. */

/** @typedef {{card: Element, box: DOMRect, held: boolean}} Place */

/**
 * Where each card lies whose face is seen, by its name.
 * @param {HTMLElement} root
 * @param {Record<string, string>} names
 */
const places = (root, names) => {
  /** @type {Map<string, Place>} */
  const found = new Map();
  for (const card of root.querySelectorAll(".cardlab-face")) {
    const held = card.closest(".cardlab-option");
    const name = held instanceof HTMLElement ? names[held.dataset.card ?? ""] : card.getAttribute("alt");
    const box = card.getBoundingClientRect();
    if (name && box.width) found.set(name, { card, box, held: held !== null });
  }
  return found;
};

/**
 * To be called before a drawing: what it changes is seen to move.
 * A card that was not seen before comes from the stock into the hand, or from the player `mover` onto the table.
 * @param {import("./core.js").AnyView} it
 */
export const moving = ({ root, shown, faces }) => {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const before = places(root, faces.names);
  if (!before.size) return;
  queueMicrotask(() => {
    const stock = root.querySelector('[data-drop="stock"] .cardlab-stack')?.getBoundingClientRect();
    const mover = root.querySelectorAll(".cardlab-seat")[shown.mover]?.getBoundingClientRect();
    const now = places(root, faces.names);
    const fresh = [...now].filter(([name, { held }]) => held && !before.has(name)).length;
    for (const [name, { card, box, held }] of now) {
      const from = before.get(name)?.box ?? (held ? (fresh === 1 ? stock : undefined) : mover);
      if (!from) continue;
      const [x, y] = [from.left - box.left, from.top - box.top];
      if (Math.hypot(x, y) < 4) continue;
      card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
        duration: 320,
        easing: "ease-out",
      });
    }
  });
};
