/**
 * The page of a table between devices: a line to the hub, and the view of the table drawn from what it tells.
 *
 * Entry point of its own. Holds no sentence: those in the page and those that come are Python's.
 * What was said and not answered yet is said once more when the line is back; the hub does it once.
 */

import { Connection, UnderWay, note } from "../../pagehost/js/connection.js";
import { copy } from "../../widgets/js/files.js";

const words = document.body.dataset;
const place = /** @type {HTMLElement} */ (document.querySelector("[data-part=table]"));
const told = /** @type {HTMLElement} */ (document.querySelector("[data-part=told]"));

/** That the line is lost, and that something is on its way, is seen wherever at the table somebody is. */
const tellLost = note("course-lost");
const tellSending = note("course-sending");

/** Tells what else there is to say of the table, or nothing. @param {string} text */
const tell = (text) => {
  told.textContent = text;
  told.hidden = !text;
};

/** What is drawn, and the labels and faces that stay. @type {Record<string, any>} */
const state = {};
/** What is drawn next, as far as it has been told over the present line. @type {Record<string, any>} */
let shown = {};
/** @type {Record<string, ((told?: any) => void)[]>} */
const listeners = {};

/** What the view of the table knows as its model; it stays as long as the page. */
const model = {
  send: say,
  get: (/** @type {string} */ name) => state[name],
  on: (/** @type {string} */ event, /** @type {(told?: any) => void} */ call) =>
    void (listeners[event] ??= []).push(call),
  off: () => {},
};

/** @param {string} event @param {any} [heard] */
const inform = (event, heard) => listeners[event]?.forEach((call) => call(heard));

let isBegun = false;

async function begin() {
  isBegun = true;
  const { default: view } = await import(words.view ?? "");
  place.replaceChildren();
  view.render({ model, el: place });
}

const page = Array.from(crypto.getRandomValues(new Uint8Array(12)), (one) => one.toString(16).padStart(2, "0")).join(
  "",
);
let number = 0;
/** @type {Map<number, object>} */
const unanswered = new Map();
const underWay = new UnderWay((isLong) => tellSending((isLong && words.sending) || ""));

/** The line to the hub. */
const connection = new Connection(new URL(words.line ?? "", location.href), {
  open: () => {
    shown = {};
    connection.send(JSON.stringify({ page }));
    for (const said of unanswered) connection.send(JSON.stringify(said));
  },
  heard: (data) => {
    for (const one of JSON.parse(/** @type {string} */ (data))) hear(one);
  },
  lost: () => {
    tellLost(words.lost ?? "");
    place.dataset.torn = "yes";
  },
  back: () => {
    tellLost("");
    delete place.dataset.torn;
  },
});

/** @param {any[]} told */
function hear([kind, ...heard]) {
  if (kind === "words") Object.assign(state, heard[0]);
  else if (kind === "state") show(heard[0], heard[1]);
  else if (kind === "done") {
    unanswered.delete(heard[0]);
    underWay.delete(heard[0]);
  } else if (kind === "said") inform("msg:custom", heard[0]);
  else if (kind === "failed") tell(words.failed ?? "");
  else if (kind === "over") {
    connection.end();
    underWay.clear();
    tell(words.over ?? "");
    place.inert = true;
  }
}

/** @param {Record<string, any>} changed @param {string[]} gone */
function show(changed, gone) {
  if (told.textContent === words.failed) tell("");
  shown = { ...shown, ...changed };
  for (const name of gone) delete shown[name];
  state.shown = shown;
  isBegun ? inform("change:shown") : void begin();
}

/** What the view says to Python. @param {object} content */
function say(content) {
  unanswered.set(++number, content);
  underWay.add(number);
  connection.send(JSON.stringify([number, content]));
}

for (const button of document.querySelectorAll("[data-do=copy]"))
  button.addEventListener("click", async () => {
    if (!(await copy(/** @type {HTMLInputElement} */ (document.querySelector("[data-role=link]"))))) return;
    tell(words.copied ?? "");
    setTimeout(() => told.textContent === words.copied && tell(""), 3000);
  });

export {};
