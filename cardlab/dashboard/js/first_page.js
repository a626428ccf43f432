/** What only the first page has: where to go on, what is done today, and how far each lesson was walked. */

import { readData } from "../../widgets/js/kept.js";
import { kept } from "./stepper.js";

/** The answers that this browser keeps, see `memory.js` of the widgets. @returns {Record<string, unknown>[]} */
const answers = () => {
  const entries = readData("cardlab-progress")?.answers;
  return Array.isArray(entries) ? entries.filter((one) => one && typeof one === "object") : [];
};

/** On how many days up to today something was answered rightly, none left out; today may still be missing. */
const daysInARow = () => {
  const days = new Set(answers().map(({ right, at }) => (right ? new Date(Number(at) * 1000).toDateString() : "")));
  const day = new Date();
  let count = 0;
  if (!days.has(day.toDateString())) day.setDate(day.getDate() - 1);
  for (; days.has(day.toDateString()); day.setDate(day.getDate() - 1)) count += 1;
  return count;
};

/**
 * Fills an element that waits for a number, and shows it if that is worth telling.
 * @param {string} name @param {number} number @param {number} least
 */
const showNumber = (name, number, least) => {
  const element = document.querySelector(`.course-daily [data-${name}]`);
  if (!element) return;
  element.textContent = (element.dataset[name] ?? "").replace("{number}", String(number));
  element.hidden = number < least;
};

const show = () => {
  const mine = `puzzle ${new Date().toISOString().slice(0, 10)} `;
  const keys = answers().map(({ key }) => String(key));
  showNumber("done", new Set(keys.filter((key) => key.startsWith(mine))).size, 1);
  showNumber("row", daysInARow(), 2);
  for (const before of document.querySelectorAll(".course-far")) before.remove();
  for (const [name, walked] of Object.entries(kept().done ?? {})) {
    const [done, total] = Array.isArray(walked) ? walked.map(Number) : [0, 1];
    const link = document.querySelector(`.course-prose a[href="${CSS.escape(name)}.ipynb"]`);
    const item = link?.closest("li") ?? link?.parentElement;
    if (!item || !done || !total) continue;
    const far = Object.assign(document.createElement("span"), {
      className: "course-far",
      textContent: done >= total ? `✓ ${document.body.dataset.done}` : `${done}/${total}`,
    });
    far.style.setProperty("--course-far", String(done / total));
    item.append(far);
  }
};

/** Shows on the way in what is done: today's puzzles, the row of days, and how far each lesson was walked. */
const achieved = () => {
  if (!document.querySelector(".course-daily")) return;
  show();
  addEventListener("cardlab-progress", show);
};

/** Offers to go on where the last lesson was left, on the page that has a place for it. */
const offer = () => {
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector(".course-goon"));
  const { last } = kept();
  if (!link || !last) return;
  link.href = `${last.page}.ipynb#${last.step}`;
  /** @type {HTMLElement} */ (link.querySelector("strong")).textContent = last.title;
  link.hidden = false;
};

offer();
achieved();
