/** What only the first page has: where to go on, what is done today, and how far each lesson was walked. */

import { readData } from "../../widgets/js/kept.js";
import { marks } from "../../widgets/js/marks.js";

/** How the address of a page ends. */
const ENDING = document.documentElement.dataset.ending ?? ".ipynb";

/** The answers that this browser keeps, see `memory.js` of the widgets. @returns {Record<string, unknown>[]} */
const answers = () => {
  const entries = readData("cardlab-progress")?.answers;
  return Array.isArray(entries) ? entries.filter((one) => one && typeof one === "object") : [];
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
  for (const before of document.querySelectorAll(".course-far")) before.remove();
  for (const [name, [done, total]] of Object.entries(marks().done)) {
    const link = document.querySelector(`.course-prose a[href="${CSS.escape(name)}${ENDING}"]`);
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
  addEventListener("cardlab-progress", (event) => {
    show();
    if (/** @type {CustomEvent} */ (event).detail === "forgotten") showNumber("row", 0, 2);
  });
  // Only the page's table of progress knows how many days.
  addEventListener("cardlab-streak", (event) => showNumber("row", /** @type {CustomEvent} */ (event).detail, 2));
};

/**
 * Offers to go on where the last lesson was left, on the page that has a place for it: by the names of lesson and step,
 * in another language than that of the lesson by its own alone.
 */
const offer = () => {
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector(".course-goon"));
  const { last } = marks();
  const there = last && document.querySelector(`nav.course-lessons a[href$="/${CSS.escape(last.page)}${ENDING}"]`);
  if (!link || !last || !there) return;
  link.href = `${last.page}${ENDING}#${last.step}`;
  const title = last.lang === document.documentElement.lang ? last.title : "";
  const names = new Set([there.textContent, title].filter(Boolean));
  /** @type {HTMLElement} */ (link.querySelector("strong")).textContent = [...names].join(" · ");
  link.hidden = false;
};

offer();
achieved();
