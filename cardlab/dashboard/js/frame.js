/**
 * The frame before any widget: colours, the connection to the server, the progress of the start, and problems.
 *
 * It is a classic script in the head, so that colours are right before the first paint, and the server works while
 * the browser still parses the page; then `page.js` brings the page to life.
 */

import { Line } from "../../pages/js/line.js";
import { live } from "../../pages/js/page.js";
import { read, write } from "../../widgets/js/kept.js";
import { unfold } from "./clause_code.js";
import { openRules } from "./rules.js";
import { explain } from "./terms.js";
import { prepare, walk } from "./stepper.js";

(() => {
  // Not every browser loads modules from files, so there a page stays as it is without scripts.
  if (location.protocol === "file:") return;
  const page = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");

  /** The two switches of the header: the value before any press, and the values between which a press changes. */
  const usual = { theme: () => (dark.matches ? "dark" : "light"), deck: () => "four" };
  /** @type {Record<string, string>} */
  const other = { dark: "light", light: "dark", two: "four", four: "two" };
  /** The values of this page, for browsers without storage. @type {Map<string, string>} */
  const pressed = new Map();

  /** @param {"theme" | "deck"} name */
  function set(name) {
    const now = read(`cardlab-${name}`) ?? pressed.get(name) ?? usual[name]();
    page.dataset[name] = now;
    const button = document.querySelector(`.course-${name}`);
    if (!button) return;
    button.title = button.dataset[other[now] ?? ""] ?? "";
    button.setAttribute("aria-label", button.title);
  }

  /** @param {"theme" | "deck"} name */
  function change(name) {
    const next = other[page.dataset[name] ?? ""] ?? "";
    if (!write(`cardlab-${name}`, next === usual[name]() ? null : next)) pressed.set(name, next);
    dress();
  }

  /** Sets the colours of the page and of the suits; widgets are redrawn when they change. */
  function dress() {
    set("theme");
    set("deck");
    dispatchEvent(new Event("cardlab-deck"));
  }

  /**
   * Shows a notice that cannot be overlooked, perhaps with a button.
   * @param {string} text @param {string} [way] @param {() => void} [go]
   */
  function alarm(text, way = "", go = () => location.reload()) {
    const box = /** @type {HTMLElement} */ (document.querySelector(".course-alert"));
    const button = /** @type {HTMLButtonElement} */ (box.querySelector("button"));
    const message = /** @type {HTMLElement} */ (box.querySelector("p"));
    // Setting the same text again would make screen readers repeat it.
    if (message.textContent !== text) message.textContent = text;
    button.hidden = !way;
    button.textContent = way;
    button.onclick = go;
    box.classList.toggle("course-shown", text !== "");
  }

  /**
   * Shows a sentence at the edge, which disappears after some seconds or stays.
   * @param {string} text
   * @param {boolean} [stays]
   */
  function quietly(text, stays = false) {
    const box = /** @type {HTMLElement} */ (document.querySelector(".course-quiet"));
    clearTimeout(Number(box.dataset.timer));
    box.textContent = text;
    if (text && !stays) box.dataset.timer = String(setTimeout(() => quietly(""), 8000));
  }

  /** @param {string} text */
  function announce(text) {
    const status = document.querySelector(".course-progress [role=status]");
    if (status) status.textContent = text;
  }

  /** Marks the terms in the prose, after the first cards have been drawn. */
  let markWords = () => {};

  function ready() {
    markWords();
    document.querySelector(".course-lesson")?.removeAttribute("aria-busy");
    for (const place of document.querySelectorAll(".course-awaited")) place.classList.remove("course-awaited");
    announce(document.body.dataset.ready ?? "");
    page.dataset.course = "ready";
  }

  /** Advances the progress bar by one step. */
  function step() {
    const bar = document.querySelector("progress");
    if (bar) bar.value += 1;
    markWords();
  }

  const { base, lesson, kernel } = page.dataset;
  const hasKernel = kernel !== undefined;
  const line = base && lesson && !hasKernel ? new Line(base, lesson) : null;
  const course = { line, alarm, quietly, announce, ready, step };
  Object.assign(window, { course });

  /** Closes the menus of the header on Escape, on a press elsewhere, and when the focus has left them. */
  function closeGroups() {
    const groups = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll(".course-lessons details")]);
    for (const group of groups) {
      group.addEventListener("keydown", ({ key }) => {
        if (key !== "Escape" || !group.open) return;
        group.open = false;
        group.querySelector("summary")?.focus();
      });
      group.addEventListener("focusout", ({ relatedTarget }) => {
        if (relatedTarget && !group.contains(/** @type {Node} */ (relatedTarget))) group.open = false;
      });
    }
    document.addEventListener("pointerdown", ({ target }) => {
      for (const group of groups) if (!group.contains(/** @type {Node} */ (target))) group.open = false;
    });
  }

  function setHeader() {
    dress();
    for (const name of /** @type {const} */ (["theme", "deck"]))
      document.querySelector(`.course-${name}`)?.addEventListener("click", () => change(name));
    closeGroups();
    // In another language the reader stays at the same step or clause.
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[hreflang]")))
      link.addEventListener("click", () => (link.hash = location.hash));
    const words = explain();
    markWords = words.begin;
    if (!document.querySelector(".course-first")) markWords();
    walk();
    openRules(words.more);
    if (!hasKernel) unfold(`${base}code/${lesson}`, () => quietly(document.body.dataset.lost ?? ""));
  }

  dress();
  prepare();
  dark.addEventListener("change", dress);
  addEventListener("storage", dress);
  document.addEventListener("DOMContentLoaded", () => {
    // The cards come first.
    if (line) live(line, course);
    setHeader();
  });
})();
