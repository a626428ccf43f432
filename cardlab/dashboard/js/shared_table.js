/**
 * The page of a table between devices: a connection to the server, and the view of the table drawn from what it tells.
 *
 * Entry point of its own. Holds no sentence: those in the page and those that come are Python's.
 * What was said and not answered yet is said once more when the connection is back; the server does it once.
 */

import { Connection, UnderWay, note } from "../../pages/js/connection.js";
import { copy } from "../../widgets/js/files.js";

const words = document.body.dataset;
const table = /** @type {HTMLElement} */ (document.querySelector("[data-part=table]"));
const message = /** @type {HTMLElement} */ (document.querySelector("[data-part=message]"));

/** That the connection is lost, and that something is on its way, is seen wherever at the table somebody is. */
const showLost = note("course-lost");
const showSending = note("course-sending");

/** Shows what else there is to say of the table, or nothing. @param {string} text */
const showMessage = (text) => {
  message.textContent = text;
  message.hidden = !text;
};

/** What is drawn, and the labels and faces that stay. @type {Record<string, any>} */
const state = {};
/** What is drawn next, as far as it has come over the present connection. @type {Record<string, any>} */
let shown = {};
/** @type {Record<string, ((content?: any) => void)[]>} */
const listeners = {};

/** What the view of the table knows as its model; it stays as long as the page. */
const model = {
  send: say,
  get: (/** @type {string} */ name) => state[name],
  on: (/** @type {string} */ event, /** @type {(content?: any) => void} */ call) =>
    void (listeners[event] ??= []).push(call),
  off: () => {},
};

/** @param {string} event @param {any} [content] */
const inform = (event, content) => listeners[event]?.forEach((call) => call(content));

let isBegun = false;

async function begin() {
  isBegun = true;
  const { default: view } = await import(words.view ?? "");
  table.replaceChildren();
  view.render({ model, el: table });
}

const page = Array.from(crypto.getRandomValues(new Uint8Array(12)), (one) => one.toString(16).padStart(2, "0")).join(
  "",
);
let number = 0;
/** @type {Map<number, object>} */
const unanswered = new Map();
const underWay = new UnderWay((isLong) => showSending((isLong && words.sending) || ""));

/** The connection to the server. */
const connection = new Connection(new URL(words.line ?? "", location.href), {
  open: () => {
    shown = {};
    connection.send(JSON.stringify({ page }));
    for (const said of unanswered) connection.send(JSON.stringify(said));
  },
  receive: (data) => {
    for (const one of JSON.parse(/** @type {string} */ (data))) receive(one);
  },
  lost: () => {
    showLost(words.lost ?? "");
    table.dataset.torn = "yes";
  },
  back: () => {
    showLost("");
    delete table.dataset.torn;
  },
});

/** @param {any[]} frame */
function receive([kind, ...content]) {
  if (kind === "words") Object.assign(state, content[0]);
  else if (kind === "state") show(content[0], content[1]);
  else if (kind === "done") {
    unanswered.delete(content[0]);
    underWay.delete(content[0]);
  } else if (kind === "said") inform("msg:custom", content[0]);
  else if (kind === "failed") showMessage(words.failed ?? "");
  else if (kind === "over") {
    connection.end();
    underWay.clear();
    showMessage(words.over ?? "");
    table.inert = true;
  }
}

/** @param {Record<string, any>} changed @param {string[]} gone */
function show(changed, gone) {
  if (message.textContent === words.failed) showMessage("");
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
    showMessage(words.copied ?? "");
    setTimeout(() => message.textContent === words.copied && showMessage(""), 3000);
  });

export {};
