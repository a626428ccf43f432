/**
 * Shows the meanings of marked terms and clauses beside their marks, by mouse, keyboard and finger.
 *
 * A page loads this when a reader first comes to a mark, because most pages are read without it.
 */

import { ruleOf } from "./rules.js";
import { markOf } from "./terms.js";

/** Milliseconds before a meaning appears under the pointer, and for which it stays afterwards, time to reach it. */
const COMES = 120;
const GOES = 250;

/** The number of terms in a meaning that are explained below it. */
const MOST_BELOW = 2;

/** Makes the entry of a term with its meaning. @param {Element} meaning */
const named = (meaning) => [
  Object.assign(document.createElement("strong"), { textContent: meaning.previousElementSibling?.textContent ?? "" }),
  ` ${meaning.textContent}`,
];

/**
 * Shows the meaning of a mark, and below it those of the terms in it, because they cannot be opened from there.
 * @param {import("./terms.js").Meanings} meanings
 * @returns {(event: Event) => void} handles what the reader did before this was loaded
 */
export const showing = ({ tip, list, split, rulesCome }) => {
  /** @type {HTMLElement | null} */
  let shown = null;
  let timer = 0;
  /** The pressed mark; its meaning stays until the next press. @type {HTMLElement | null} */
  let pressed = null;
  /** The last position of the pointer: marks that appear under a resting pointer, as in a new step, show nothing. */
  let at = "";

  const position = () => {
    // The meaning of a mark on two lines is below the last line.
    const box = shown && [...shown.getClientRects()].at(-1);
    if (!box || !shown?.isConnected) return hide();
    const { width, height } = tip.getBoundingClientRect();
    const room = document.documentElement.clientWidth - width - 8;
    const isBelow = box.bottom + height + 8 < innerHeight;
    tip.style.left = `${Math.max(8, Math.min(room, box.left))}px`;
    tip.style.top = `${isBelow ? box.bottom : Math.max(8, box.top - height)}px`;
  };
  const hide = () => {
    clearTimeout(timer);
    shown = pressed = null;
    if (tip.matches(":popover-open")) tip.hidePopover();
  };
  /** @param {HTMLElement} mark */
  const show = (mark) => {
    clearTimeout(timer);
    const { term = "" } = mark.dataset;
    const meaning = list.getElementById(term);
    const rule = ruleOf(term);
    if (rule?.meaning === "") {
      hide();
      const isWanted = () => ruleOf(term)?.meaning && mark.matches(":hover, :focus");
      rulesCome().then(() => isWanted() && show(mark), hide);
      return;
    }
    if (!(meaning || rule) || (shown === mark && tip.matches(":popover-open"))) return;
    if (shown !== mark) pressed = null;
    shown = mark;
    if (rule) {
      mark.setAttribute("aria-description", rule.meaning);
      tip.replaceChildren(Object.assign(document.createElement("strong"), { textContent: term }), ` ${rule.meaning}`);
    }
    if (meaning) tip.replaceChildren(...named(meaning), ...explainedBelow(meaning));
    // The top layer is above everything, even a full-screen table.
    tip.showPopover();
    position();
  };
  /** @param {HTMLElement} meaning */
  const explainedBelow = (meaning) =>
    split(meaning.textContent ?? "", new Set([meaning.id]))
      .flatMap((piece) => (typeof piece === "string" || piece.href ? [] : [piece.id]))
      .slice(0, MOST_BELOW)
      .flatMap((id) => list.getElementById(id) ?? [])
      .map((one) => {
        const paragraph = document.createElement("p");
        paragraph.append(...named(one));
        return paragraph;
      });
  const later = (/** @type {() => void} */ act, /** @type {number} */ wait) => {
    clearTimeout(timer);
    timer = setTimeout(act, wait);
  };

  const hovered = (/** @type {PointerEvent} */ { target, pointerType, type, screenX, screenY }) => {
    const [before, now] = [at, `${screenX} ${screenY}`];
    at = now;
    const mark = markOf(target);
    if (pointerType === "touch" || (mark && (before === now || mark === shown))) return;
    if (mark) later(() => show(mark), COMES);
    else if (type === "pointermove") return;
    else if (tip.contains(/** @type {Node} */ (target))) clearTimeout(timer);
    else if (shown) shown !== document.activeElement && later(hide, GOES);
    else clearTimeout(timer);
  };
  /** @type {Record<string, (event: any) => void>} */
  const handlers = {
    pointerover: hovered,
    pointermove: hovered,
    pointerdown: ({ target }) => {
      if (shown && !markOf(target) && !tip.contains(target)) hide();
    },
    click: ({ target }) => {
      const mark = markOf(target);
      if (mark && (mark === pressed || mark.matches("a"))) hide();
      else if (mark) {
        show(mark);
        pressed = mark;
      } else if (tip.contains(target)) hide();
    },
    focusin: ({ target }) => {
      const mark = markOf(target);
      if (mark) show(mark);
      else if (shown) hide();
    },
    focusout: ({ target }) => {
      if (markOf(target) === shown) later(hide, GOES);
    },
  };
  for (const [type, handle] of Object.entries(handlers)) document.addEventListener(type, handle);
  // Handled before other listeners: Escape closes only the meaning, and Enter on a mark doesn't check an answer.
  document.addEventListener(
    "keydown",
    (event) => {
      const mark = markOf(event.target);
      if (event.key === "Escape" && shown) hide();
      else if (mark?.matches("dfn") && (event.key === "Enter" || event.key === " "))
        shown === mark ? hide() : show(mark);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  addEventListener("scroll", () => shown && position(), { capture: true, passive: true });
  addEventListener("resize", hide);
  addEventListener("hashchange", hide);
  return (event) => handlers[event.type]?.(event);
};
