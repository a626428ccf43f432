/**
 * The protocol between this page and its session: frames in both directions, repeated after a lost connection.
 *
 * Knows the connection, the messages and their answers, but no scene, and shows nothing.
 * The page has no session until its first message, before which it says hello.
 * After a reload or a lost network, a page finds its session by the session's name.
 * If that session has ended, the page gets a new one and repeats its messages, which are its log.
 */

import { Connection } from "./connection.js";

/** The number of characters above which a log is too long to be repeated. */
const LONGEST_LOG = 600_000;
const LONG_TEXT = 50_000;
/** Milliseconds without an answer after which the page says that it is sending, and that the server is slow. */
const [LATE, SLOW] = [500, 5000];
/** The frames about scenes and cells; after a reconnection, "here" comes before all of them. */
const SENT_ANEW = ["constant", "open", "state", "once", "cell", "out", "ready"];

/** @typedef {[string, object]} Entry A place, and a message to it. */
/** @typedef {{place: string, content: object, sent: number, tries: number, isLate: boolean}} Said */

/**
 * Events: "lost" (trying again), "back", "sending" and "sent" (a message takes long, and has arrived), "slow"
 * and "quick" (the server does not answer, and does again), "elsewhere", "over" (with a reason, or the class has ended).
 * All other frames go to the function passed to `take`, in order; until then they are kept.
 */
export class Line extends EventTarget {
  /** @param {string} base the server's address path, with a slash at the end @param {string} lesson */
  constructor(base, lesson) {
    super();
    this.lesson = lesson;
    /** With this name and its number a message is recognized, even by a new session. */
    this.page = crypto.getRandomValues(new Uint32Array(4)).join("");
    this.session = "";
    this.lastSeen = 0;
    this.number = 0;
    /** @type {Entry[] | null} */
    this.log = [];
    this.length = 0;
    /** @type {Map<number, Said>} */
    this.unanswered = new Map();
    this.hasGreeted = false;
    this.isHere = false;
    this.isLate = false;
    this.isSlow = false;
    /** @type {any[][]} */
    this.early = [];
    /** @type {((frame: any[]) => void) | null} */
    this.taker = null;
    this.#recall();
    /** Whether the page comes back to its session; a new session may answer before the page listens. */
    this.comesBack = this.session !== "";
    this.connection = new Connection(new URL(`${base}line/${lesson}${location.search}`, location.href), {
      open: () => {
        this.hasGreeted = false;
        this.isHere = false;
        if (this.session || this.unanswered.size || this.connection.isEager) this.#hello();
        else if (document.readyState !== "loading") this.#ask();
        else document.addEventListener("DOMContentLoaded", () => this.#ask());
      },
      receive: (data) => JSON.parse(data).forEach((/** @type {any[]} */ frame) => this.#receive(frame)),
      lost: () => {
        this.isHere = false;
        this.dispatchEvent(new Event("lost"));
      },
      back: () => this.dispatchEvent(new Event("back")),
      refused: () => this.#receive(["over", ""]),
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
   * Passes all frames of the server to `taker`, first those that were kept.
   * @param {(frame: any[]) => void} taker
   */
  take(taker) {
    this.taker = taker;
    for (const frame of this.early.splice(0)) taker(frame);
  }

  // Kept only while the page is hidden, so that a duplicated tab doesn't get it.

  /** The key of the storage; a page may change its address, and the address identifies it when it comes back. */
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
      // An unreadable entry counts as none.
    }
  }

  #keep() {
    const { page, session, lastSeen, number, log } = this;
    if (!session) return this.#forget();
    const open = [...this.unanswered].map(([, { place, content }]) => [place, content]);
    try {
      const kept = { page, session, lastSeen, number, log: log && [...log, ...open] };
      sessionStorage.setItem(this.key, JSON.stringify(kept));
    } catch {
      this.#forget();
    }
  }

  #forget() {
    try {
      sessionStorage.removeItem(this.key);
    } catch {
      // Without storage there is nothing to forget.
    }
  }

  // The connection

  #hello() {
    this.hasGreeted = true;
    this.isHere = false;
    const first = /** @type {HTMLElement | null} */ (document.querySelector(".course-first"))?.dataset.digest ?? "";
    const { page, session, lastSeen, log } = this;
    const hello = { page, session, last_seen: lastSeen, log: (session && log) || [], first };
    this.connection.send(JSON.stringify(hello));
  }

  /** Says hello at once if others change what the page shows, or if the server was too busy for a first picture. */
  #ask() {
    const waits = document.querySelector(".course-first") && !document.querySelector(".course-scene");
    if (!this.hasGreeted && !waits) this.#hello();
  }

  #leave() {
    this.#keep();
    this.connection.send('["leave"]');
    this.#end();
  }

  #end() {
    this.isHere = false;
    this.connection.end();
    this.#watch();
  }

  /** Continues in this tab, after another one was used or when the browser shows the page again. */
  again() {
    this.#forget();
    this.connection.again();
  }

  // What is received

  /** @param {any[]} frame */
  #receive(frame) {
    const [kind, content] = frame;
    // Frames sent before the page came back are outdated.
    if (!this.isHere && SENT_ANEW.includes(kind)) return;
    switch (kind) {
      case "here":
        this.#here(content);
        break;
      case "done":
        this.#done(content);
        return;
      case "elsewhere":
        this.#end();
        this.dispatchEvent(new Event(kind));
        return;
      case "over":
        this.#end();
        this.#forget();
        this.dispatchEvent(new CustomEvent("over", { detail: content }));
        return;
      case "once":
        // A message that was under way at the loss may arrive twice.
        if (content <= this.lastSeen) return;
        this.lastSeen = content;
    }
    if (this.taker) this.taker(frame);
    else this.early.push(frame);
  }

  /** @param {{session: string, fresh: boolean, received: number, shared?: boolean, restored?: boolean}} content */
  #here(content) {
    const { session, fresh, received, shared } = content;
    const isFirst = !this.session;
    this.session = session;
    this.isHere = true;
    this.number = Math.max(this.number, received);
    // The log of shared state isn't needed: the server keeps that state.
    if (shared) this.log = null;
    else if (fresh && this.log === null) for (const number of [...this.unanswered.keys()]) this.#drop(number);
    if (fresh) this.lastSeen = 0;
    content.restored ||= this.unanswered.size > 0;
    for (const [number, said] of this.unanswered) {
      if (fresh && !isFirst) said.tries += 1;
      // A message that was under way when two servers ended isn't sent a third time: it may be the cause.
      if (said.tries > 1) this.#drop(number);
      else if (number > received) this.#send(number, said);
      else this.#done(number);
    }
  }

  /** @param {number} number */
  #done(number) {
    const said = this.unanswered.get(number);
    if (!said) return;
    this.#drop(number);
    this.#note(said);
  }

  /** @param {number} number */
  #drop(number) {
    this.unanswered.delete(number);
    this.#watch();
  }

  /** @param {Said} said */
  #note({ place, content }) {
    if (this.log === null) return;
    this.length += JSON.stringify(content).length + 8;
    if (this.length > LONGEST_LOG) this.log = null;
    else this.log.push([place, content]);
  }

  // What is said

  /** Sends a message to a place; the first one begins a session. @param {string} place @param {object} content */
  say(place, content) {
    const number = ++this.number;
    const said = { place, content, sent: 0, tries: 0, isLate: false };
    this.unanswered.set(number, said);
    setTimeout(() => {
      said.isLate = true;
      this.#watch();
    }, LATE);
    if (this.isHere) this.#send(number, said);
    else if (!this.hasGreeted) this.#hello();
  }

  /** @param {number} number @param {Said} said */
  #send(number, said) {
    said.sent = Date.now();
    const { text, ...content } = /** @type {{text?: unknown}} */ (said.content);
    // A long text is sent apart from the content, see `received.py`.
    const isLong = typeof text === "string" && text.length > LONG_TEXT;
    const parts = isLong ? [content, text] : [said.content];
    this.connection.send(JSON.stringify(["message", number, said.place, ...parts]));
  }

  /** Reports whether the oldest message without an answer has waited long, and whether the server is slow. */
  #watch() {
    const [oldest] = this.unanswered.values();
    const isLate = !this.connection.isOver && oldest !== undefined && oldest.isLate;
    if (isLate !== this.isLate) this.dispatchEvent(new Event(isLate ? "sending" : "sent"));
    this.isLate = isLate;
    const isSlow = this.isHere && oldest !== undefined && Date.now() - oldest.sent > SLOW;
    if (isSlow !== this.isSlow) this.dispatchEvent(new Event(isSlow ? "slow" : "quick"));
    this.isSlow = isSlow;
  }
}
