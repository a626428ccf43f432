/** The first page: where to continue, what is done today, and the progress of each lesson. */

import { readData } from "../../widgets/js/kept.js";
import { marks } from "../../widgets/js/marks.js";

/** The ending of a page's address. */
const ENDING = document.documentElement.dataset.ending ?? ".ipynb";

/** Returns the answers that this browser keeps, see `memory.js` of the widgets. @returns {Record<string, unknown>[]} */
const answers = () => {
  const entries = readData("cardlab-progress")?.answers;
  return Array.isArray(entries) ? entries.filter((one) => one && typeof one === "object") : [];
};

/**
 * Fills an element that waits for a number, and shows it if the number is at least `least`.
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

/** Shows what is done: today's puzzles, the streak of days, and the progress of each lesson. */
const achieved = () => {
  if (!document.querySelector(".course-daily")) return;
  show();
  addEventListener("cardlab-progress", (event) => {
    show();
    if (/** @type {CustomEvent} */ (event).detail === "forgotten") showNumber("row", 0, 2);
  });
  addEventListener("storage", show);
  // Only the page's progress table knows the number of days.
  addEventListener("cardlab-streak", (event) => showNumber("row", /** @type {CustomEvent} */ (event).detail, 2));
};

/**
 * Offers to continue where the last lesson was left, if the page has a place for it. It names lesson and step, or only
 * the lesson if the step was seen in another language.
 */
const offer = () => {
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector(".course-goon"));
  const { last } = marks();
  const there = last && document.querySelector(`nav.course-lessons a[href$="/${CSS.escape(last.page)}${ENDING}"]`);
  if (link) link.hidden = !there;
  if (!link || !last || !there) return;
  link.href = `${last.page}${ENDING}#${last.step}`;
  const title = last.lang === document.documentElement.lang ? last.title : "";
  const names = new Set([there.textContent, title].filter(Boolean));
  /** @type {HTMLElement} */ (link.querySelector("strong")).textContent = [...names].join(" · ");
};

offer();
// A loaded file names a lesson too.
addEventListener("cardlab-progress", offer);
// Another tab has changed what is kept.
addEventListener("storage", offer);
achieved();
