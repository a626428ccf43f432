/**
 * The plain frame of a page: how far the start is, and what went wrong. Whoever has a frame of their own brings another.
 *
 * `window.course` is all that `page.js` asks of a frame: the connection to the server, and how to show a text.
 */

import { Line } from "./line.js";

/** @param {string} name */
const part = (name) => /** @type {HTMLElement} */ (document.querySelector(`.course-${name}`));

/** @param {string} text @param {string} [way] @param {() => void} [go] */
function alarm(text, way = "", go = () => location.reload()) {
  const button = /** @type {HTMLButtonElement} */ (part("alert").querySelector("button"));
  /** @type {HTMLElement} */ (part("alert").querySelector("p")).textContent = text;
  Object.assign(button, { hidden: !way, textContent: way, onclick: go });
  part("alert").classList.toggle("course-shown", text !== "");
}

/** @param {string} text */
const quietly = (text) => void (part("quiet").textContent = text);

function ready() {
  for (const place of document.querySelectorAll(".course-awaited")) place.classList.remove("course-awaited");
  quietly("");
  document.documentElement.dataset.course = "ready";
}

const { base = "/", lesson = "" } = document.documentElement.dataset;
const line = new Line(base, lesson);
Object.assign(window, { course: { line, alarm, quietly, announce: quietly, ready, step: () => {} } });
