/** The frame of a page that is a plain file: it works on without a network once all of it is kept. */

import "./frame.js";

/** Milliseconds after the page has come, so that what it needs itself comes first. */
const LATER = 3000;

addEventListener("load", () => {
  const { base = "" } = document.documentElement.dataset;
  // Where there is no secure connection, or storing is forbidden, the page works as long as there is a network.
  setTimeout(() => navigator.serviceWorker?.register(`${base}offline.js`).catch(() => {}), LATER);
});
