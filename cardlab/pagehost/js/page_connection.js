/**
 * The connection of this page to its host on the server: frames there and back, and what to say once more after it was lost.
 *
 * Knows the connection, what was said and what was answered; knows no widget and shows nothing.
 * A page that was reloaded, or whose network was away, comes back to its place by the place's name.
 * If that has gone, the page begins anew and says once more what it had said: that is its replay log.
 */

import { Connection, UnderWay } from "./connection.js";

/** From how many characters on a replay log is too long to be said once more. */
const LONGEST_REPLAY_LOG = 600_000;
/** Milliseconds without an answer after which the page says so. */
const SLOW = 5000;
/** What the place of a page says of its widgets and cells; once the page is back, "here" comes before all of it. */
const SENT_ANEW = ["shared", "open", "say", "close", "cell", "out", "ready"];
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @typedef {[number, object]} Entry The serial number of a comm, and what was said to it. */
/** @typedef {{text: any[], buffers: ArrayBuffer[], done: () => void, sent: number, tries: number}} Said */

/**
 * A frame with binary parts: the length of its text, the text with their lengths at the end, the parts.
 * @param {any[]} frame
 * @param {ArrayBuffer[]} buffers
 */
export function packed(frame, buffers) {
  const text = encoder.encode(JSON.stringify([...frame, buffers.map((part) => part.byteLength)]));
  const bytes = new Uint8Array(4 + text.length + buffers.reduce((sum, part) => sum + part.byteLength, 0));
  new DataView(bytes.buffer).setUint32(0, text.length);
  bytes.set(text, 4);
  let at = 4 + text.length;
  for (const part of buffers) {
    bytes.set(new Uint8Array(part), at);
    at += part.byteLength;
  }
  return bytes;
}

/** @param {ArrayBuffer} bytes @returns {{frame: any[], buffers: DataView[]}} */
export function unpacked(bytes) {
  const size = new DataView(bytes).getUint32(0);
  const frame = JSON.parse(decoder.decode(bytes.slice(4, 4 + size)));
  let at = 4 + size;
  const buffers = /** @type {number[]} */ (frame.pop()).map((length) => {
    const part = new DataView(bytes.slice(at, at + length));
    at += length;
    return part;
  });
  return { frame, buffers };
}

/** What a buffer of any kind holds. @param {ArrayBuffer | ArrayBufferView} part @returns {ArrayBuffer} */
const plain = (part) =>
  ArrayBuffer.isView(part)
    ? /** @type {ArrayBuffer} */ (part.buffer).slice(part.byteOffset, part.byteOffset + part.byteLength)
    : part;

/** The serial number of a comm in its page. @param {string} comm */
const serial = (comm) => Number(comm.split("-")[1]);

/**
 * Events: "lost" (trying again), "back", "sending" and "sent" (something is on its way for long, and has arrived), "slow"
 * and "quick" (the server does not answer, and does again), "elsewhere", "crowded" (it has made room for somebody with
 * fewer pages), "over" (the teacher has ended it).
 * Everything else that the server sends goes to `take`, in order; until somebody takes it, it is kept.
 */
export class PageConnection extends EventTarget {
  /** @param {string} base the server's address path, with a slash at the end @param {string} lesson */
  constructor(base, lesson) {
    super();
    this.lesson = lesson;
    this.session = "";
    this.lastSeen = 0;
    this.number = 0;
    /** @type {Entry[] | null} */
    this.replayLog = [];
    this.length = 0;
    /** @type {Map<number, Said>} */
    this.unanswered = new Map();
    /** What was said once more and may not have been done yet. @type {Said[]} */
    this.repeated = [];
    this.underWay = new UnderWay((isLong) => this.dispatchEvent(new Event(isLong ? "sending" : "sent")));
    this.isHere = false;
    this.isSlow = false;
    /** @type {[any[], DataView[]][]} */
    this.early = [];
    /** @type {((frame: any[], buffers: DataView[]) => void) | null} */
    this.taker = null;
    this.#recall();
    this.connection = new Connection(new URL(`${base}line/${lesson}${location.search}`, location.href), {
      open: () => this.#hello(),
      receive: (data) => {
        if (typeof data === "string") return this.#receive(JSON.parse(data), []);
        const { frame, buffers } = unpacked(data);
        this.#receive(frame, buffers);
      },
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
   * @param {(frame: any[], buffers: DataView[]) => void} taker
   */
  take(taker) {
    this.taker = taker;
    for (const [frame, buffers] of this.early.splice(0)) taker(frame, buffers);
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
      this.length = JSON.stringify(this.replayLog).length;
    } catch {
      // What cannot be read is as good as nothing.
    }
  }

  #keep() {
    const { session, lastSeen, number } = this;
    try {
      sessionStorage.setItem(this.key, JSON.stringify({ session, lastSeen, number, replayLog: this.#repeatable() }));
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
    this.isHere = false;
    this.connection.send(
      JSON.stringify({ session: this.session, last_seen: this.lastSeen, replay_log: this.#repeatable() }),
    );
  }

  /** Everything said so far, also what has not been answered; nothing if that is too much. @returns {Entry[]} */
  #repeatable() {
    if (this.replayLog === null) return [];
    // What was under way when two hosts ended is not said a third time: it may be the reason.
    const open = [...this.repeated, ...this.unanswered.values()].filter(
      ({ buffers, tries }) => !buffers.length && tries < 2,
    );
    return [...this.replayLog, ...open.map(({ text }) => /** @type {Entry} */ ([serial(text[2]), text[3]]))];
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

  /** Goes on here: after another tab, or when the browser shows the page once more. */
  again() {
    this.#forget();
    this.connection.again();
  }

  // What is received

  /** @param {any[]} frame @param {DataView[]} buffers */
  #receive(frame, buffers) {
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
      case "gone":
        for (const said of [...this.repeated, ...this.unanswered.values()]) said.tries += 1;
        this.session = "";
        this.#hello();
        return;
      case "ready":
        for (const said of this.repeated.splice(0)) this.#note(said);
        break;
      case "elsewhere":
      case "crowded":
        this.#end();
        this.dispatchEvent(new Event(kind));
        return;
      case "over":
        this.#end();
        this.#forget();
        this.dispatchEvent(new Event("over"));
        return;
      case "say":
        // What was on its way when the connection was lost comes once more.
        if (frame[3] && frame[3] <= this.lastSeen) return;
        this.lastSeen = frame[3] || this.lastSeen;
    }
    if (this.taker) this.taker(frame, buffers);
    else this.early.push([frame, buffers]);
  }

  /** @param {{session: string, fresh: boolean, last_received: number}} content */
  #here({ session, fresh, last_received: lastReceived }) {
    this.session = session;
    this.isHere = true;
    if (fresh) {
      this.lastSeen = 0;
      this.number = 0;
      this.repeated = [...this.repeated, ...this.unanswered.values()].filter(({ tries }) => tries < 2);
      const before = [...this.unanswered.values()];
      this.unanswered.clear();
      this.underWay.clear();
      for (const { done } of before) done();
      return;
    }
    this.number = Math.max(this.number, lastReceived);
    for (const [number, said] of this.unanswered) number > lastReceived ? this.#send(said) : this.#done(number);
  }

  /** @param {number} number */
  #done(number) {
    const said = this.unanswered.get(number);
    if (!said) return;
    this.unanswered.delete(number);
    this.underWay.delete(number);
    this.#note(said);
    said.done();
  }

  /** @param {Said} said */
  #note({ text, buffers }) {
    if (this.replayLog === null) return;
    this.length += JSON.stringify(text[3]).length + 8;
    if (buffers.length || this.length > LONGEST_REPLAY_LOG) this.replayLog = null;
    else this.replayLog.push([serial(text[2]), text[3]]);
  }

  // What is said

  /**
   * Says something to a comm; returns the number under which it is done. `done` is called when it has been.
   * @param {string} comm
   * @param {object} data
   * @param {(ArrayBuffer | ArrayBufferView)[]} [buffers]
   * @param {() => void} [done]
   */
  say(comm, data, buffers = [], done = () => {}) {
    const number = ++this.number;
    const said = { text: ["say", number, comm, data], buffers: buffers.map(plain), done, sent: 0, tries: 0 };
    this.unanswered.set(number, said);
    this.underWay.add(number);
    if (this.isHere) this.#send(said);
    return number;
  }

  /** @param {Said} said */
  #send(said) {
    said.sent = Date.now();
    this.connection.send(said.buffers.length ? packed(said.text, said.buffers) : JSON.stringify(said.text));
  }

  #watch() {
    const [oldest] = this.unanswered.values();
    const isSlow = this.isHere && oldest !== undefined && Date.now() - oldest.sent > SLOW;
    if (isSlow !== this.isSlow) this.dispatchEvent(new Event(isSlow ? "slow" : "quick"));
    this.isSlow = isSlow;
  }
}
