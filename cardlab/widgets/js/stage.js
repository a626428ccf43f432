/**
 * The stage of a table: what has to be in sight together, and cards as large as there is room for them.
 *
 * `stage` puts the parts below each other: what is to be done, the cloth, what is said, the hand and the buttons.
 * `fit` chooses the size of what lies on the cloth, and `menu` is what is rarely needed, behind one button.
 */

/** @import {AnyView, Child} from "./core.js" */

import { h } from "./core.js";
import { hint, letter, pressed } from "./table_keys.js";

/** How wide a card on the cloth may be, the largest first; the smallest can still be read. */
const SIZES = [120, 108, 96, 84, 76, 68, 62, 56, 52, 48, 44, 40, 36, 32];

/** Cards that are smaller are only for a window that has no room for larger ones. */
const READABLE = 52;

/** For which table a size was chosen. @type {WeakMap<Element, {known: string, at: number}>} */
const chosen = new WeakMap();

/** @type {WeakSet<HTMLElement>} */
const watched = new WeakSet();

/**
 * Gives the cards on the cloth the largest size with which the stage is no higher than it may be.
 * While no meld is laid they never grow, so that nothing jumps when a sentence is shorter than the one before it.
 * @param {HTMLElement} root
 */
const fit = (root) => {
  const stage = root.querySelector(".cardlab-sight");
  const cloth = stage?.querySelector(".cardlab-felt");
  if (!stage || !cloth || !stage.offsetHeight) return;
  const [wanted, most] = [parseFloat(getComputedStyle(stage).minHeight) + 1, innerHeight - 12];
  const sizes = [wanted, most, stage.offsetWidth, cloth.querySelectorAll(".cardlab-meld").length].join();
  const before = chosen.get(cloth);
  // What lies there is no larger than what one holds, but for the small hand at the end of a round.
  const face = stage.querySelector(".cardlab-ending") ? null : stage.querySelector(".cardlab-own-hand .cardlab-face");
  const large = SIZES.findIndex((size) => size <= Math.max(84, innerHeight / 9) && size <= (face?.offsetWidth ?? size));
  const first = before?.known === sizes ? before.at : large;
  /** @type {Map<number, number>} */
  const heights = new Map();
  /** Each measuring lays out the page anew, so there are few: the smaller the cards, the lower the stage. */
  const fits = (/** @type {number} */ at, /** @type {number} */ room) => {
    if (!heights.has(at)) {
      cloth.style.setProperty("--cardlab-cloth-card", `${SIZES[at]}px`);
      heights.set(at, stage.offsetHeight);
    }
    return Number(heights.get(at)) <= room;
  };
  const goodFor = (/** @type {number} */ room, /** @type {number} */ least) => {
    let [at, last] = [first, SIZES.findLastIndex((size) => size >= least)];
    if (at > last || fits(at, room)) return at > last ? undefined : at;
    if (!fits(last, room)) return undefined;
    while (last - at > 1) {
      const middle = (at + last) >> 1;
      if (fits(middle, room)) last = middle;
      else at = middle;
    }
    return last;
  };
  const at = goodFor(wanted, READABLE) ?? goodFor(most, 0) ?? SIZES.length - 1;
  cloth.style.setProperty("--cardlab-cloth-card", `${SIZES[at]}px`);
  chosen.set(cloth, { known: sizes, at });
};

/** Brings the stage into sight, if it is not all there and the page lets it be. @param {HTMLElement} root */
export const inSight = (root) => root.querySelector(".cardlab-sight")?.scrollIntoView({ block: "nearest" });

/** Calls `then` whenever the root is given another width. @param {HTMLElement} root @param {() => void} then */
export const widths = (root, then) => {
  let width = 0;
  new ResizeObserver(() => {
    if (root.clientWidth === width) return;
    width = root.clientWidth;
    then();
  }).observe(root);
};

/** Fits the table after this drawing, and whenever it is given another width. @param {HTMLElement} root */
const watch = (root) => {
  queueMicrotask(() => fit(root));
  if (watched.has(root)) return;
  watched.add(root);
  widths(root, () => fit(root));
  const resized = () => (root.isConnected ? fit(root) : removeEventListener("resize", resized));
  addEventListener("resize", resized);
  const left = (/** @type {EventTarget | null} */ to) => {
    const open = /** @type {HTMLDetailsElement | null} */ (root.querySelector(".cardlab-menu[open]"));
    if (open && to instanceof Node && !open.contains(to)) open.open = false;
  };
  root.addEventListener("keydown", (event) => pressed(root, event));
  root.addEventListener("focusout", ({ relatedTarget }) => left(relatedTarget));
  root.addEventListener("pointerdown", ({ target }) => left(target));
};

/**
 * The parts of a table that belong into one sight.
 * @param {AnyView} it @param {...Child} parts
 */
export const stage = ({ root, local, shown }, ...parts) => {
  // What was done is to be seen with all it leads to, wherever on a small page the button was.
  const texts = [shown.said?.kind, shown.said?.title, shown.at].join();
  const changed = local.texts !== undefined && local.texts !== texts;
  local.texts = texts;
  watch(root);
  if (changed)
    queueMicrotask(() => {
      const here = document.activeElement;
      if (here && root.contains(here) && !here.closest(".cardlab-review")) inSight(root);
    });
  return h("div", { key: "stage", class: "cardlab-sight" }, ...parts);
};

/** Closes a menu; the focus goes back to its button. @param {HTMLElement} menu */
const close = (menu) => {
  const inside = menu.contains(document.activeElement);
  /** @type {HTMLDetailsElement} */ (menu).open = false;
  if (inside) menu.querySelector("summary")?.focus({ preventScroll: true });
};

/** What closes a menu: Escape, and a press inside, unless it is a switch (`data-stay`). @type {import("./core.js").Props} */
export const closing = {
  onkeydown: (event) => {
    if (event.code !== "Escape" || !event.currentTarget.matches("[open]")) return;
    event.stopPropagation();
    close(event.currentTarget);
  },
  onclick: ({ target, currentTarget }) => {
    const pressed = target.closest("a, button:not([aria-disabled])");
    if (pressed && !pressed.closest("[data-stay]")) close(currentTarget);
  },
};

/**
 * What is rarely needed, behind one button.
 * @param {AnyView} it @param {...Child} parts
 */
export const menu = (it, ...parts) => {
  const sign = letter(it, "more");
  return h("details", { key: "menu", class: "cardlab-menu", ...closing }, [
    h("summary", { class: "cardlab-button", "aria-keyshortcuts": sign || null, "data-letter": sign || null }, [
      it.words["table.more"],
      hint(sign),
    ]),
    h("div", { key: "panel", class: "cardlab-panel" }, parts),
  ]);
};
