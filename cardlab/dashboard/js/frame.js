/**
 * The frame before any widget: colours, the connection to the server, how far the start is, and what went wrong.
 *
 * A plain script in the head, so that the colours are right before the first paint, and the server works while
 * the browser still reads; page.js takes over the line.
 */

import { Line } from "../../pages/js/line.js";
import { read, write } from "../../widgets/js/kept.js";
import { unfold } from "./clause_code.js";
import { openRules } from "./rules.js";
import { explain } from "./terms.js";
import { prepare, walk } from "./stepper.js";

(() => {
  const page = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");

  /** The two switches of the header: what holds as long as nobody has pressed, and what a press leads to. */
  const usual = { theme: () => (dark.matches ? "dark" : "light"), deck: () => "four" };
  /** @type {Record<string, string>} */
  const other = { dark: "light", light: "dark", two: "four", four: "two" };
  /** What was pressed and holds until the page is left, where a browser keeps nothing. @type {Map<string, string>} */
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

  /** The colours of the page and of the suits; the widgets draw anew when these change. */
  function dress() {
    set("theme");
    set("deck");
    dispatchEvent(new Event("cardlab-deck"));
  }

  /**
   * A notice that cannot be overlooked, with a way on if there is one.
   * @param {string} text @param {string} [way] @param {() => void} [go]
   */
  function alarm(text, way = "", go = () => location.reload()) {
    const box = /** @type {HTMLElement} */ (document.querySelector(".course-alert"));
    const button = /** @type {HTMLButtonElement} */ (box.querySelector("button"));
    const message = /** @type {HTMLElement} */ (box.querySelector("p"));
    // Said once more, it would be read out once more.
    if (message.textContent !== text) message.textContent = text;
    button.hidden = !way;
    button.textContent = way;
    button.onclick = go;
    box.classList.toggle("course-shown", text !== "");
  }

  /**
   * A sentence at the edge that goes by itself after some seconds, or stays.
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

  /** Marks the words of the prose, after the first cards that there are: they come into sight first. */
  let markWords = () => {};

  function ready() {
    markWords();
    document.querySelector(".course-lesson")?.removeAttribute("aria-busy");
    for (const place of document.querySelectorAll(".course-awaited")) place.classList.remove("course-awaited");
    announce(document.body.dataset.ready ?? "");
    page.dataset.course = "ready";
  }

  /** One step of the start is done. */
  function step() {
    const bar = document.querySelector("progress");
    if (bar) bar.value += 1;
    markWords();
  }

  const { base, lesson, kernel } = page.dataset;
  const hasKernel = kernel !== undefined;
  const line = base && lesson && !hasKernel ? new Line(base, lesson) : null;
  Object.assign(window, { course: { line, alarm, quietly, announce, ready, step } });

  /** The lists of the header close with Escape, with a press beside them, and when the focus has left them. */
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
  document.addEventListener("DOMContentLoaded", setHeader);
})();
