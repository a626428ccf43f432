/**
 * Explains the terms of the games and the numbers of clauses where they occur.
 *
 * The page contains a list of terms and meanings. In each step of a lesson the first occurrence of each is marked;
 * widgets mark their own sentences with the same function whenever they draw them. A screen reader reads the meaning
 * with the mark; `meanings.js` shows it beside the mark, without moving anything.
 */

import { ruleOf, rulesCome } from "./rules.js";

/** @typedef {{id: string, text: string, meaning: string, href?: string}} Term A word, or a clause with its address. */
/**
 * The card that shows a meaning, the list of terms, and functions that find terms in a text and load the rules.
 * @typedef {{tip: HTMLElement, list: DocumentFragment, split: ReturnType<typeof splitter>, rulesCome: () => Promise<void>}} Meanings
 */

/** The letters and digits of the course's languages; testing for all of Unicode's would take some milliseconds. */
const LETTER = "[0-9A-Za-zÀ-ÖØ-öø-ɏ]";
const MARK = ".course-term";
const PRESSED = "a, button, summary, label, code, pre, kbd, dfn";
const QUIET = `h1, h2, h3, h4, h5, h6, ${PRESSED}`;
const CLAUSE = /\b[TU]\d{1,2}\.\d{1,2}\b/gu;
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

/** The events with which a reader comes to a mark. */
const COMING = ["pointerover", "pointermove", "focusin", "click"];

/** The mark in which an event happens. @param {EventTarget | null} target @returns {HTMLElement | null} */
export const markOf = (target) => (target instanceof Element ? target.closest(MARK) : null);

/** Loads the script that shows meanings when a reader first comes to a mark. @param {Meanings} meanings */
const awaitReader = (meanings) => {
  /** The events since then, and the one before that tells where the pointer was. @type {Event[]} */
  let events = [];
  let isAsked = false;
  const hear = async (/** @type {Event} */ event) => {
    events = [...(isAsked ? events : events.filter(({ type }) => type.startsWith("pointer")).slice(-1)), event];
    if (isAsked || !markOf(event.target)) return;
    isAsked = true;
    try {
      const { showing } = await import(meanings.tip.dataset.script ?? "");
      for (const kind of COMING) document.removeEventListener(kind, hear);
      events.forEach(showing(meanings));
    } catch {
      isAsked = false;
    }
  };
  for (const kind of COMING) document.addEventListener(kind, hear);
};

/**
 * Explains the terms of this page, if it has a list; browsers without popovers get no marks.
 * @returns {{begin: () => void, more: (part: Element, texts: string) => void}} functions to mark the prose, and more
 */
export const explain = () => {
  const list = /** @type {HTMLTemplateElement | null} */ (document.querySelector(".course-glossary"))?.content;
  const tip = /** @type {HTMLElement | null} */ (document.querySelector(".course-tip"));
  if (!list || !tip || !("showPopover" in tip)) return { begin: () => {}, more: () => {} };
  const split = splitter(list);
  const steps = document.querySelectorAll(".course-step");
  const parts = new Set(steps.length ? steps : document.querySelectorAll(".course-lesson"));
  Object.assign(globalThis, { cardlabTerms: split });
  awaitReader({ tip, list, split, rulesCome });
  return {
    // One task for each, so that presses in between need not wait for all.
    begin: () => {
      for (const part of parts) setTimeout(() => markIn(part, split));
      parts.clear();
    },
    more: (part, texts) => markIn(part, split, texts),
  };
};
