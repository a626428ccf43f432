/** The frame of a page that is a plain file; once everything is cached, it works without a network. */

import "./frame.js";
import { write } from "../../widgets/js/kept.js";

/** Milliseconds between two looks whether Python has started; the cache is filled after that. */
const LATER = 1000;
/** The key of a test entry, which shows whether the browser can store anything. */
const TRIAL = "cardlab-trial";

/** Loads the editor when the first place for it is unfolded. @param {Event} event */
const unfolded = async ({ currentTarget }) => {
  const place = /** @type {HTMLElement} */ (currentTarget);
  (await import(place.dataset.script ?? "")).open(place);
};

addEventListener("load", () => {
  for (const place of document.querySelectorAll(".course-now-you"))
    place.addEventListener("toggle", unfolded, { once: true });
  const { base = "" } = document.documentElement.dataset;
  const { fromFile = "", notKept = "" } = document.body.dataset;
  const course = /** @type {any} */ (window).course;
  if (!course) {
    const folder = decodeURIComponent(new URL(base, location.href).pathname);
    const note = /** @type {HTMLElement} */ (document.querySelector(".course-no-script"));
    note.textContent = fromFile.replace("{folder}", `"${folder}"`);
    return;
  }
  if (write(TRIAL, "1")) write(TRIAL, null);
  else course.quietly(notKept);
  // Without a secure connection or storage, the page still works while there is a network.
  const waiting = setInterval(() => {
    if (!course.line?.isHere) return;
    clearInterval(waiting);
    navigator.serviceWorker?.register(`${base}offline.js`).catch(() => {});
    // It looks for files that the browser has dropped.
    navigator.serviceWorker?.controller?.postMessage("keep");
  }, LATER);
});
