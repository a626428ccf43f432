/**
 * The page of a table between devices: a line to the hub, and the view of the table drawn from what it tells.
 *
 * Entry point of its own. Holds no sentence: those in the page and those that come are Python's.
 * What was said and not answered yet is said once more when the line is back; the hub does it once.
 */

const PAUSES = [0, 250, 500, 1000, 2000, 4000];
const words = document.body.dataset;
const place = /** @type {HTMLElement} */ (document.querySelector("[data-part=table]"));
const told = /** @type {HTMLElement} */ (document.querySelector("[data-part=told]"));

/** Tells how the line is, or nothing. @param {string} text */
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
    /** @type {Map<string, Set<(...told: any[]) => void>>} */
    this.listeners = new Map();
  }

  /** @param {string} name */
  get(name) {
    return this.state[name];
  }

  /** @param {string} event @param {(...told: any[]) => void} call */
  on(event, call) {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(call));
  }

  /** @param {string} event @param {(...told: any[]) => void} call */
  off(event, call) {
    this.listeners.get(event)?.delete(call);
  }

  /** @param {string} event @param {...any} told */
  tell(event, ...told) {
    for (const call of [...(this.listeners.get(event) ?? [])]) call(...told);
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
    this.tries = 0;
    this.isOver = false;
    /** @type {Map<number, object>} */
    this.unanswered = new Map();
    /** @type {Record<string, any>} */
    this.shown = {};
    /** @type {Record<string, any>} */
    this.labels = {};
    /** @type {Model | undefined} */
    this.model = undefined;
    this.#connect();
    addEventListener("online", () => this.#hurry());
    addEventListener("pageshow", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
  }

  #connect() {
    const address = new URL(words.line ?? "", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    let first = true;
    socket.onopen = () => {
      this.shown = {};
      socket.send(JSON.stringify({ page: this.page }));
      for (const [number, content] of this.unanswered) socket.send(JSON.stringify([number, content, true]));
    };
    socket.onmessage = ({ data }) => {
      if (first) {
        tell("");
        delete place.dataset.torn;
      }
      first = false;
      this.tries = 0;
      for (const told of JSON.parse(data)) this.#hear(told);
    };
    socket.onclose = () => socket === this.socket && this.#lost();
    this.socket = socket;
  }

  #lost() {
    if (this.isOver) return;
    if (this.tries === 1) {
      tell(words.lost ?? "");
      place.dataset.torn = "yes";
    }
    const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)];
    this.waiting = setTimeout(() => this.#connect(), pause);
  }

  /** Tries again at once if the line is lost. */
  #hurry() {
    if (this.isOver || this.socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.waiting);
    this.#connect();
  }

  /** @param {any[]} told */
  #hear([kind, ...heard]) {
    if (kind === "words") Object.assign(this.labels, heard[0]);
    else if (kind === "state") this.#state(heard[0], heard[1], heard[2]);
    else if (kind === "done") this.unanswered.delete(heard[0]);
    else if (kind === "said") this.model?.tell("msg:custom", heard[0]);
    else if (kind === "failed") tell(words.failed ?? "");
    else if (kind === "over") {
      this.isOver = true;
      tell(words.over ?? "");
      place.inert = true;
    }
  }

  /** `grown`: what has come above the lists of these names. */
  /** @param {Record<string, any>} changed @param {string[]} gone @param {Record<string, any[]>} grown */
  #state(changed, gone, grown) {
    if (told.textContent === words.failed) tell("");
    const shown = { ...this.shown, ...changed };
    for (const [name, above] of Object.entries(grown)) shown[name] = [...above, ...shown[name]];
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
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify([number, content]));
  }
}

new TableLine();

for (const copy of document.querySelectorAll("[data-do=copy]"))
  copy.addEventListener("click", async () => {
    const field = /** @type {HTMLInputElement} */ (document.querySelector("[data-part=link]"));
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy");
    }
    tell(words.copied ?? "");
    setTimeout(() => told.textContent === words.copied && tell(""), 3000);
  });

export {};
