/**
 * The stage of a table: the parts that should be in view together, with cards as large as possible.
 *
 * `stage` puts the parts below each other: what to do, the felt, the news, the hand and the buttons. `fit` chooses the
 * size of cards on the felt, and moves everything closer if no size is small enough; `menu` has the rare buttons.
 */

/** @import {AnyView, Child} from "./core.js" */

import { h } from "./core.js";
import { hint, letter, pressed } from "./table_keys.js";

/** The possible widths of a card on the felt, the largest first; the smallest can still be read. */
const SIZES = [120, 108, 96, 84, 76, 68, 62, 56, 52, 48, 44, 40, 36, 32];

/** Smaller cards than this are only for windows without room for larger ones. */
const READABLE = 52;

/** On windows as low as this, what is on the stage is close together from the first card on (on a phone: tongits.css). */
const LOW = 704;

/** The table for which each size was chosen. @type {WeakMap<Element, {known: string, at: number, close: boolean}>} */
const chosen = new WeakMap();

/** @type {WeakSet<HTMLElement>} */
const watched = new WeakSet();

/**
 * Gives the cards on the felt the largest size with which the stage fits. Until a meld is laid they never grow, so that
 * nothing jumps when a sentence gets shorter.
 * @param {HTMLElement} root
 */
const fit = (root) => {
  const stage = root.querySelector(".cardlab-sight");
  const cloth = stage?.querySelector(".cardlab-felt");
  if (!stage || !cloth || !stage.offsetHeight) return;
  const [wanted, most] = [parseFloat(getComputedStyle(stage).minHeight) + 1, innerHeight - 12];
  const sizes = [wanted, most, stage.offsetWidth, cloth.querySelectorAll(".cardlab-meld").length].join();
  const before = chosen.get(cloth);
  // Cards on the felt are no larger than those in the hand, except at the end of a round, where the hand is small.
  const face = stage.querySelector(".cardlab-ending") ? null : stage.querySelector(".cardlab-own-hand .cardlab-face");
  const large = SIZES.findIndex((size) => size <= Math.max(84, innerHeight / 9) && size <= (face?.offsetWidth ?? size));
  const first = before?.known === sizes ? before.at : large;
  let close = innerHeight <= LOW || (before?.known === sizes && before.close);
  stage.toggleAttribute("data-close", close);
  /** @type {Map<number, number>} */
  const heights = new Map();
  /** Measuring lays out the page again, so there are few measurements: smaller cards make a lower stage. */
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
  const best = () => goodFor(wanted, READABLE) ?? goodFor(most, 0);
  let at = best();
  if (at === undefined && !close) {
    close = stage.toggleAttribute("data-close", true);
    heights.clear();
    at = best();
  }
  at ??= SIZES.length - 1;
  cloth.style.setProperty("--cardlab-cloth-card", `${SIZES[at]}px`);
  chosen.set(cloth, { known: sizes, at, close });
};

/**
 * Scrolls the stage, or another part, into view if it isn't and the page allows it.
 * @param {HTMLElement} root @param {string} [part]
 */
export const inSight = (root, part = ".cardlab-sight") =>
  root.querySelector(part)?.scrollIntoView({ block: "nearest" });

/** Calls `then` when the width of the root changes. @param {HTMLElement} root @param {() => void} then */
const widths = (root, then) => {
  let width = 0;
  new ResizeObserver(() => {
    if (root.clientWidth === width) return;
    width = root.clientWidth;
    then();
  }).observe(root);
};

/** Fits the table after this drawing, and when its width changes. @param {HTMLElement} root */
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

/** The parts of a table that should be in view together. @param {AnyView} it @param {...Child} parts */
export const stage = ({ root, local, shown }, ...parts) => {
  // The result of an action must be in view, even if the button was elsewhere on a small page.
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

/** Closes a menu, and focuses its button. @param {HTMLElement} menu */
const close = (menu) => {
  const inside = menu.contains(document.activeElement);
  /** @type {HTMLDetailsElement} */ (menu).open = false;
  if (inside) menu.querySelector("summary")?.focus({ preventScroll: true });
};

/** The handlers that close a menu, but not at a switch (`data-stay`). @type {import("./core.js").Props} */
const closing = {
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
 * A menu of rare buttons over the table. @param {string} key @param {Child} label @param {Child} inside
 * @param {import("./core.js").Props} [more]
 */
export const panel = (key, label, inside, more = {}) =>
  h("details", { key, class: "cardlab-menu", ...closing }, [
    h("summary", { class: "cardlab-button", ...more }, label),
    h("div", { key: "panel", class: "cardlab-panel" }, inside),
  ]);

/** The menu of a table of Tongits. @param {AnyView} it @param {...Child} parts */
export const menu = (it, ...parts) => {
  const sign = letter(it, "more");
  const shortcut = { "aria-keyshortcuts": sign || null, "data-letter": sign || null };
  return panel("menu", [it.words["table.more"], hint(sign)], parts, shortcut);
};
