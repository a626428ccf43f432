/**
 * Explains the terms of the games and the numbers of clauses where they occur.
 *
 * The page contains a list of terms and meanings. In each step of a lesson the first occurrence of each is marked;
 * widgets mark their own sentences with the same function whenever they draw them. The meaning is shown beside the
 * mark, without moving anything, by mouse, keyboard and finger; a screen reader reads it with the mark.
 */

import { ruleOf, rulesCome } from "./rules.js";

/** @typedef {{id: string, text: string, meaning: string, href?: string}} Term A word, or a clause with its address. */

/** The letters and digits of the course's languages; testing for all of Unicode's would take some milliseconds. */
const LETTER = "[0-9A-Za-zÀ-ÖØ-öø-ɏ]";
const MARK = ".course-term";
const PRESSED = "a, button, summary, label, code, pre, kbd, dfn";
const QUIET = `h1, h2, h3, h4, h5, h6, ${PRESSED}`;
const CLAUSE = /\b[TU]\d{1,2}\.\d{1,2}\b/gu;
/** Milliseconds before a meaning appears under the pointer, and for which it stays afterwards, time to reach it. */
const COMES = 120;
const GOES = 250;
const MOST_KNOWN = 2000;

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Returns the pattern of one form of a term; a small first letter may be a capital. Word boundaries are tested once for
 * all forms: tested for each, a page needed a tenth of a second.
 * @param {string} form may begin with a word in brackets, which then must come before the term
 */
const pattern = (form) => {
  const [, before = "", written = ""] = form.match(/^(?:\((.+)\) )?(.+)$/) ?? [];
  const [first = ""] = written;
  const behind = before ? `(?<=(?<!${LETTER})${escaped(before)} )` : "";
  const both = [...new Set([first, first.toUpperCase()])].map((begin) => `${begin}${written.slice(first.length)}`);
  return { written, source: both.map((one) => behind + escaped(one)).join("|") };
};

/** Splits texts at the terms in them. @param {ParentNode} list */
const splitter = (list) => {
  /** @type {Map<string, HTMLElement>} */
  const meanings = new Map();
  const forms = [];
  for (const name of list.querySelectorAll("dt"))
    for (const form of (name.dataset.forms ?? "").split(", ")) {
      const { written, source } = pattern(form);
      meanings.set(written, /** @type {HTMLElement} */ (name.nextElementSibling));
      forms.push({ written, source });
    }
  forms.sort((one, other) => other.written.length - one.written.length);
  const any = forms.map(({ source }) => source).join("|");
  const terms = new RegExp(`(?<!${LETTER})(?:${any})(?!${LETTER})`, "gu");
  const meaningOf = (/** @type {string} */ text) =>
    meanings.get(text) ?? meanings.get(`${text.slice(0, 1).toLowerCase()}${text.slice(1)}`);
  /**
   * The results for each text, because a table redraws mostly the same texts after each move.
   * @type {Map<string, {meaning: HTMLElement | undefined, written: string, index: number}[]>}
   */
  const matches = new Map();
  const foundIn = (/** @type {string} */ text) => {
    const before = matches.get(text);
    if (before) return before;
    // A word that is a whole text, as below a meld, doesn't need the word in brackets.
    const alone = meaningOf(text);
    const now = alone
      ? [{ meaning: alone, written: text, index: 0 }]
      : [...text.matchAll(terms)].map(({ 0: written, index }) => ({ meaning: meaningOf(written), written, index }));
    if (matches.size > MOST_KNOWN) matches.clear();
    matches.set(text, now);
    return now;
  };
  const words = (/** @type {string} */ text, /** @type {Set<string>} */ seen) => {
    /** @type {(string | Term)[]} */
    const pieces = [];
    let from = 0;
    for (const { meaning, written, index } of foundIn(text)) {
      if (!meaning || seen.has(meaning.id)) continue;
      seen.add(meaning.id);
      pieces.push(text.slice(from, index), { id: meaning.id, text: written, meaning: meaning.textContent ?? "" });
      from = index + written.length;
    }
    return [...pieces, text.slice(from)];
  };
  /**
   * Splits a text; each term is marked once, clauses everywhere.
   * @param {string} text @param {Set<string> | null} seen the terms marked so far, which grows; null: only clauses
   * @returns {(string | Term)[]}
   */
  return (text, seen) => {
    const pieces = [];
    let from = 0;
    for (const { 0: id, index } of text.matchAll(CLAUSE)) {
      const rule = ruleOf(id);
      if (!rule) continue;
      const before = text.slice(from, index);
      pieces.push(...(seen ? words(before, seen) : [before]), { id, text: id, ...rule });
      from = index + id.length;
    }
    const rest = text.slice(from);
    return [...pieces, ...(seen ? words(rest, seen) : [rest])].filter((piece) => piece !== "");
  };
};

/** @param {Term} term */
const marked = ({ id, text, meaning, href }) => {
  const mark = document.createElement(href ? "a" : "dfn");
  mark.className = "course-term";
  mark.textContent = text;
  if (href) mark.setAttribute("href", href);
  else mark.tabIndex = 0;
  mark.dataset.term = id;
  if (meaning) mark.setAttribute("aria-description", meaning);
  return mark;
};

/**
 * Marks each term once in a part of the page, and every clause.
 * @param {Element} part @param {ReturnType<typeof splitter>} split
 */
const markIn = (part, split, texts = ".course-prose") => {
  const seen = new Set();
  for (const prose of part.querySelectorAll(texts)) {
    const walker = document.createTreeWalker(prose, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) found.push(/** @type {Text} */ (walker.currentNode));
    for (const text of found) {
      if (text.parentElement?.closest(PRESSED)) continue;
      const pieces = split(text.data, text.parentElement?.closest(QUIET) ? null : seen);
      if (pieces.some((piece) => typeof piece !== "string"))
        text.replaceWith(...pieces.map((piece) => (typeof piece === "string" ? piece : marked(piece))));
    }
  }
};

/** The number of terms in a meaning that are explained below it. */
const MOST_BELOW = 2;

/** Makes the entry of a term with its meaning. @param {Element} meaning */
const named = (meaning) => [
  Object.assign(document.createElement("strong"), { textContent: meaning.previousElementSibling?.textContent ?? "" }),
  ` ${meaning.textContent}`,
];

/**
 * Shows the meaning of a mark, and below it those of the terms in it, because they cannot be opened from there.
 * @param {HTMLElement} tip @param {DocumentFragment} list @param {ReturnType<typeof splitter>} split
 */
const showing = (tip, list, split) => {
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
  /** @param {EventTarget | null} target */
  const markOf = (target) => (target instanceof Element ? target.closest(MARK) : null);
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
  for (const type of /** @type {const} */ (["pointerover", "pointermove"])) document.addEventListener(type, hovered);
  document.addEventListener("pointerdown", ({ target }) => {
    if (shown && !markOf(target) && !tip.contains(/** @type {Node} */ (target))) hide();
  });
  document.addEventListener("click", ({ target }) => {
    const mark = markOf(target);
    if (mark && (mark === pressed || mark.matches("a"))) hide();
    else if (mark) {
      show(mark);
      pressed = mark;
    } else if (tip.contains(/** @type {Node} */ (target))) hide();
  });
  document.addEventListener("focusin", ({ target }) => {
    const mark = markOf(target);
    if (mark) show(mark);
    else if (shown) hide();
  });
  document.addEventListener("focusout", ({ target }) => {
    if (markOf(target) === shown) later(hide, GOES);
  });
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
};

/**
 * Explains the terms of this page, if it has a list; browsers without popovers get no marks.
 * @returns {{begin: () => void, more: (part: Element, texts: string) => void}} functions to mark the prose, and more
 */
export const explain = () => {
  const list = /** @type {HTMLTemplateElement | null} */ (document.querySelector(".course-glossary"))?.content;
  const tip = document.querySelector(".course-tip");
  if (!list || !tip || !("showPopover" in tip)) return { begin: () => {}, more: () => {} };
  const split = splitter(list);
  const steps = document.querySelectorAll(".course-step");
  const parts = new Set(steps.length ? steps : document.querySelectorAll(".course-lesson"));
  Object.assign(globalThis, { cardlabTerms: split });
  showing(tip, list, split);
  return {
    // One task for each, so that presses in between need not wait for all.
    begin: () => {
      for (const part of parts) setTimeout(() => markIn(part, split));
      parts.clear();
    },
    more: (part, texts) => markIn(part, split, texts),
  };
};
