/** The frame of a page that is a plain file: it works on without a network once all of it is kept. */

import "./frame.js";
import { write } from "../../widgets/js/kept.js";

/** Milliseconds between two looks whether Python is there: all that the page needs itself comes first. */
const LATER = 1000;
/** What is kept and let go of again, to see whether anything can be kept. */
const TRIAL = "cardlab-trial";

/** The editor comes when the first place for it is unfolded. @param {Event} event */
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
  if (location.protocol === "file:") {
    const folder = decodeURIComponent(new URL(base, location.href).pathname);
    return course.alarm(fromFile.replace("{folder}", `"${folder}"`));
  }
  if (write(TRIAL, "1")) write(TRIAL, null);
  else course.quietly(notKept);
  // Where there is no secure connection, or storing is forbidden, the page works as long as there is a network.
  const waiting = setInterval(() => {
    if (!course.line?.isHere) return;
    clearInterval(waiting);
    navigator.serviceWorker?.register(`${base}offline.js`).catch(() => {});
  }, LATER);
});
