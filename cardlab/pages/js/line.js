/**
 * The line of this page to its session: frames there and back, and what to say again after it was lost.
 *
 * Knows the connection, what was said and what was answered; knows no scene and shows nothing.
 * The page has no session until it says something: then it begins one, by saying hello.
 * A page that was reloaded, or whose network was away, comes back to its session by the session's name.
 * If that has gone, the page begins anew and says again what it had said: that is its log.
 */

import { Connection, UnderWay } from "./connection.js";

/** From how many characters on a log is too long to be said again. */
const LONGEST_LOG = 600_000;
/** Milliseconds without an answer after which the page says so. */
const SLOW = 5000;
/** What a session says of its scenes and cells; once the page is back, "here" comes before all of it. */
const SENT_ANEW = ["constant", "open", "state", "once", "cell", "out", "ready"];

/** @typedef {[string, object]} Entry A place, and what was said to it. */
/** @typedef {{place: string, content: object, sent: number, tries: number}} Said */

/**
 * Events: "lost" (trying again), "back", "sending" and "sent" (something is on its way for long, and has arrived), "slow"
 * and "quick" (the server does not answer, and does again), "elsewhere", "over" (the teacher has ended it).
 * Everything else that the server sends goes to `take`, in order; until somebody takes it, it is kept.
 */
export class Line extends EventTarget {
  /** @param {string} base the server's address path, with a slash at the end @param {string} lesson */
  constructor(base, lesson) {
    super();
    this.lesson = lesson;
    this.session = "";
    this.lastSeen = 0;
    this.number = 0;
    /** @type {Entry[] | null} */
    this.log = [];
    this.length = 0;
    /** @type {Map<number, Said>} */
    this.unanswered = new Map();
    /** What was said again and may not have been done yet. @type {Said[]} */
    this.repeated = [];
    this.underWay = new UnderWay((isLong) => this.dispatchEvent(new Event(isLong ? "sending" : "sent")));
    this.hasGreeted = false;
    this.isHere = false;
    this.isSlow = false;
    /** @type {any[][]} */
    this.early = [];
    /** @type {((frame: any[]) => void) | null} */
    this.taker = null;
    this.#recall();
    this.connection = new Connection(new URL(`${base}line/${lesson}${location.search}`, location.href), {
      open: () => {
        this.hasGreeted = false;
        this.isHere = false;
        if (this.session || this.unanswered.size) this.#hello();
        else if (document.readyState !== "loading") this.#ask();
        else document.addEventListener("DOMContentLoaded", () => this.#ask());
      },
      receive: (data) =>
        JSON.parse(/** @type {string} */ (data)).forEach((/** @type {any[]} */ frame) => this.#receive(frame)),
      lost: () => {
        this.isHere = false;
        this.dispatchEvent(new Event("lost"));
      },
      back: () => this.dispatchEvent(new Event("back")),
    });
    addEventListener("pagehide", () => this.#leave());
    addEventListener("pageshow", ({ persisted }) => persisted && this.again());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.#keep();
      else this.#forget();
    });
    setInterval(() => this.#watch(), 1000);
  }

  /**
   * From now on `taker` takes what the server sends; first what it sent before.
   * @param {(frame: any[]) => void} taker
   */
  take(taker) {
    this.taker = taker;
    for (const frame of this.early.splice(0)) taker(frame);
  }

  // What this tab keeps while the page is not in sight: a second tab made from this one is given nothing.

  /** Under which name it is kept: a page may change its own address, and the address is what it comes back by. */
  get key() {
    return `cardlab-page ${this.lesson}${location.search}`;
  }

  #recall() {
    const [how] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.key) ?? "null");
      this.#forget();
      if (kept && how && how.type !== "navigate") Object.assign(this, kept);
      this.length = JSON.stringify(this.log).length;
    } catch {
      // What cannot be read is as good as nothing.
    }
  }

  #keep() {
    const { session, lastSeen, number } = this;
    if (!session) return this.#forget();
    try {
      sessionStorage.setItem(this.key, JSON.stringify({ session, lastSeen, number, log: this.#repeatable() }));
    } catch {
      this.#forget();
    }
  }

  #forget() {
    try {
      sessionStorage.removeItem(this.key);
    } catch {
      // Where nothing is kept nothing is to be forgotten.
    }
  }

  // The connection

  #hello() {
    this.hasGreeted = true;
    this.isHere = false;
    const first = /** @type {HTMLElement | null} */ (document.querySelector(".course-first"))?.dataset.digest ?? "";
    const hello = { session: this.session, last_seen: this.lastSeen, log: this.#repeatable(), first };
    this.connection.send(JSON.stringify(hello));
  }

  /** A page that shows nothing yet, as the server was too busy to write it, has a session begun at once. */
  #ask() {
    if (!this.hasGreeted && !document.querySelector(".course-first")) this.#hello();
  }

  /** Everything said so far, also what has not been answered; nothing if that is too much. @returns {Entry[]} */
  #repeatable() {
    if (this.log === null || !this.session) return [];
    // What was under way when two servers ended is not said a third time: it may be the reason.
    const open = [...this.repeated, ...this.unanswered.values()].filter(({ tries }) => tries < 2);
    return [...this.log, ...open.map(({ place, content }) => /** @type {Entry} */ ([place, content]))];
  }

  #leave() {
    this.#keep();
    this.connection.send('["leave"]');
    this.#end();
  }

  #end() {
    this.isHere = false;
    this.underWay.clear();
    this.connection.end();
  }

  /** Goes on here: after another tab, or when the browser shows the page again. */
  again() {
    this.#forget();
    this.connection.again();
  }

  // What is received

  /** @param {any[]} frame */
  #receive(frame) {
    const [kind, content] = frame;
    // What was under way to the page as it was before it came back is of no use to it now.
    if (!this.isHere && SENT_ANEW.includes(kind)) return;
    switch (kind) {
      case "here":
        this.#here(content);
        break;
      case "done":
        this.#done(content);
        return;
      case "ready":
        for (const said of this.repeated.splice(0)) this.#note(said);
        break;
      case "elsewhere":
        this.#end();
        this.dispatchEvent(new Event(kind));
        return;
      case "over":
        this.#end();
        this.#forget();
        this.dispatchEvent(new Event("over"));
        return;
      case "once":
        // What was on its way when the connection was lost comes again.
        if (content <= this.lastSeen) return;
        this.lastSeen = content;
    }
    if (this.taker) this.taker(frame);
    else this.early.push(frame);
  }

  /** @param {{session: string, fresh: boolean, received: number}} content */
  #here({ session, fresh, received }) {
    const isFirst = !this.session;
    this.session = session;
    this.isHere = true;
    if (!fresh || isFirst) {
      this.number = Math.max(this.number, received);
      for (const [number, said] of this.unanswered) number > received ? this.#send(number, said) : this.#done(number);
      return;
    }
    // The session before has ended with all that was under way: the log that has just been sent holds it.
    this.lastSeen = 0;
    this.number = 0;
    this.repeated = [...this.repeated, ...this.unanswered.values()];
    for (const said of this.repeated) said.tries += 1;
    this.repeated = this.repeated.filter(({ tries }) => tries < 2);
    this.unanswered.clear();
    this.underWay.clear();
  }

  /** @param {number} number */
  #done(number) {
    const said = this.unanswered.get(number);
    if (!said) return;
    this.unanswered.delete(number);
    this.underWay.delete(number);
    this.#note(said);
  }

  /** @param {Said} said */
  #note({ place, content }) {
    if (this.log === null) return;
    this.length += JSON.stringify(content).length + 8;
    if (this.length > LONGEST_LOG) this.log = null;
    else this.log.push([place, content]);
  }

  // What is said

  /** Says something to a place; the first time the page has a session begun. @param {string} place @param {object} content */
  say(place, content) {
    const number = ++this.number;
    const said = { place, content, sent: 0, tries: 0 };
    this.unanswered.set(number, said);
    this.underWay.add(number);
    if (this.isHere) this.#send(number, said);
    else if (!this.hasGreeted) this.#hello();
  }

  /** @param {number} number @param {Said} said */
  #send(number, said) {
    said.sent = Date.now();
    this.connection.send(JSON.stringify(["message", number, said.place, said.content]));
  }

  #watch() {
    const [oldest] = this.unanswered.values();
    const isSlow = this.isHere && oldest !== undefined && Date.now() - oldest.sent > SLOW;
    if (isSlow !== this.isSlow) this.dispatchEvent(new Event(isSlow ? "slow" : "quick"));
    this.isSlow = isSlow;
  }
}
