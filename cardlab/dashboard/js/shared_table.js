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

/** What the view of a table knows as its model: what is drawn, and a way to say something. */
class Model {
  /** @param {(content: object) => void} say */
  constructor(say) {
    this.send = say;
    /** @type {Record<string, any>} */
    this.state = {};
    /** @type {[string, (told?: any) => void][]} */
    this.listeners = [];
  }

  /** @param {string} name */
  get(name) {
    return this.state[name];
  }

  /** @param {string} event @param {(told?: any) => void} call */
  on(event, call) {
    this.listeners.push([event, call]);
  }

  /** @param {string} event @param {(told?: any) => void} call */
  off(event, call) {
    this.listeners = this.listeners.filter(([of, one]) => of !== event || one !== call);
  }

  /** @param {string} event @param {any} [told] */
  tell(event, told) {
    for (const [of, call] of this.listeners) if (of === event) call(told);
  }

  /** @param {Record<string, any>} shown */
  show(shown) {
    this.state.shown = shown;
    this.tell("change:shown");
  }
}

/** The line to the hub. */
class TableLine {
  constructor() {
    this.page = Array.from(crypto.getRandomValues(new Uint8Array(12)), (one) => one.toString(16).padStart(2, "0")).join(
      "",
    );
    this.number = 0;
    /** @type {Map<number, object>} */
    this.unanswered = new Map();
    this.underWay = new UnderWay((isLong) => tellSending((isLong && words.sending) || ""));
    /** @type {Record<string, any>} */
    this.shown = {};
    /** @type {Record<string, any>} */
    this.labels = {};
    /** @type {Model | undefined} */
    this.model = undefined;
    this.connection = new Connection(new URL(words.line ?? "", location.href), {
      open: () => {
        this.shown = {};
        this.connection.send(JSON.stringify({ page: this.page }));
        for (const [number, content] of this.unanswered) this.connection.send(JSON.stringify([number, content]));
      },
      heard: (data) => {
        for (const told of JSON.parse(/** @type {string} */ (data))) this.#hear(told);
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
  }

  /** @param {any[]} told */
  #hear([kind, ...heard]) {
    if (kind === "words") Object.assign(this.labels, heard[0]);
    else if (kind === "state") this.#state(heard[0], heard[1]);
    else if (kind === "done") {
      this.unanswered.delete(heard[0]);
      this.underWay.delete(heard[0]);
    } else if (kind === "said") this.model?.tell("msg:custom", heard[0]);
    else if (kind === "failed") tell(words.failed ?? "");
    else if (kind === "over") {
      this.connection.end();
      this.underWay.clear();
      tell(words.over ?? "");
      place.inert = true;
    }
  }

  /** @param {Record<string, any>} changed @param {string[]} gone */
  #state(changed, gone) {
    if (told.textContent === words.failed) tell("");
    const shown = { ...this.shown, ...changed };
    for (const name of gone) delete shown[name];
    this.shown = shown;
    if (this.model) this.model.show(shown);
    else void this.#begin();
  }

  async #begin() {
    const model = new Model((content) => this.say(content));
    Object.assign(model.state, this.labels, { shown: this.shown });
    this.model = model;
    const { default: view } = await import(words.view ?? "");
    place.replaceChildren();
    view.render({ model, el: place });
  }

  /** What the view says to Python. @param {object} content */
  say(content) {
    const number = ++this.number;
    this.unanswered.set(number, content);
    this.underWay.add(number);
    this.connection.send(JSON.stringify([number, content]));
  }
}

new TableLine();

for (const button of document.querySelectorAll("[data-do=copy]"))
  button.addEventListener("click", async () => {
    if (!(await copy(/** @type {HTMLInputElement} */ (document.querySelector("[data-role=link]"))))) return;
    tell(words.copied ?? "");
    setTimeout(() => told.textContent === words.copied && tell(""), 3000);
  });

export {};
