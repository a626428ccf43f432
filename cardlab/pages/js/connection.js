/**
 * The connection of a page to the server, whatever is said over it: it comes back by itself, and notices that nothing
 * comes any more. And the notes over a page that tell how it is.
 *
 * The server says something at least every five seconds, if only a sign of life. That the page is there, its browser
 * answers by itself, also while a tab is not in sight and its clock is slowed down.
 */

const SIGN_OF_LIFE = "[]";
/** After so many seconds without a word the connection is taken for lost; that is one word missed, and some seconds more. */
const SILENCE = 8;
/** What comes over a slow network in one piece may take longer: then there is more patience, up to so many seconds. */
const MOST_PATIENCE = 64;
/** So many seconds an attempt may take. */
const ATTEMPT = 5;
/** So many milliseconds without a word show a page that has slept that the network may have gone meanwhile. */
const ASLEEP = 6000;
/** Milliseconds for coming back before the page says that the connection is lost. */
const GRACE = 800;
/** Milliseconds between two attempts: a tenth of the time that it has been away, within these bounds. */
const [SHORTEST, LONGEST] = [500, 4000];
/** Milliseconds after which the page says that something sent is on its way. */
const UNDER_WAY = 500;

export class Connection {
  /** A session of the server is begun by what is pressed first, and not by a page that is only read. */
  isEager = false;

  /**
   * @param {URL} address its place on the server
   * @param {{open: () => void, receive: (data: string | ArrayBuffer) => void, lost: () => void,
   *   back?: () => void, refused?: () => void}} to what is done when a new socket is open, when something comes over it, when the page has to
   *   say that the connection is lost, and then that it is back; and whenever an attempt fails
   */
  constructor(address, to) {
    this.address = String(address).replace(/^http/, "ws");
    this.to = to;
    this.isOver = false;
    /** Since when nothing has been received over any socket; null while one is alive. @type {number | null} */
    this.lostAt = Date.now();
    this.isReported = false;
    this.patience = SILENCE;
    this.silent = 0;
    this.receivedAt = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.reporting = undefined;
    this.#connect();
    addEventListener("offline", () => this.#renew());
    addEventListener("online", () => this.#hurry());
    addEventListener("pageshow", ({ persisted }) => persisted && this.#hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
    setInterval(() => this.#watch(), 1000);
  }

  /**
   * Sends this if a socket is open; what has to arrive is said again when the next one is, by whoever says it.
   * @param {string | Uint8Array<ArrayBuffer>} message
   */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(message);
  }

  /** Ends it. */
  end() {
    this.isOver = true;
    clearTimeout(this.waiting);
    clearTimeout(this.reporting);
    this.socket?.close();
    this.socket = null;
  }

  /** Begins anew after the end. */
  again() {
    this.isOver = false;
    this.isReported = false;
    this.lostAt = Date.now();
    this.#connect();
  }

  #connect() {
    clearTimeout(this.waiting);
    const socket = new WebSocket(this.address);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => socket === this.socket && this.to.open();
    socket.onmessage = ({ data }) => socket === this.socket && this.#receive(data);
    socket.onclose = () => socket === this.socket && this.#closed();
    this.socket = socket;
    this.silent = 0;
  }

  /** @param {string | ArrayBuffer} data */
  #receive(data) {
    this.silent = 0;
    this.receivedAt = Date.now();
    this.lostAt = null;
    clearTimeout(this.reporting);
    if (this.isReported) this.to.back?.();
    this.isReported = false;
    if (data === SIGN_OF_LIFE) this.patience = SILENCE;
    else this.to.receive(data);
  }

  #closed() {
    this.socket = null;
    const hasFailed = this.lostAt !== null;
    this.#miss();
    if (hasFailed) {
      this.#report();
      this.to.refused?.();
    }
    this.#wait(hasFailed);
  }

  /** From now on it is missed, and if it is not back soon, the page says so. */
  #miss() {
    if (this.lostAt === null) this.reporting = setTimeout(() => this.#report(), GRACE);
    this.lostAt ??= Date.now();
  }

  #report() {
    clearTimeout(this.reporting);
    if (!this.isReported && !this.isOver) this.to.lost();
    this.isReported = true;
  }

  /** Tries again after a while that is never the same, so that not all pages come at once. @param {boolean} asksFirst */
  #wait(asksFirst) {
    const away = Date.now() - (this.lostAt ?? Date.now());
    const pause = Math.min(LONGEST, Math.max(SHORTEST, away / 10)) * (0.75 + Math.random() / 2);
    this.waiting = setTimeout(async () => {
      const attempt = this.waiting;
      const isThere = !asksFirst || (await this.#answers());
      if (attempt !== this.waiting || this.isOver || this.socket) return;
      if (isThere) this.#connect();
      else this.#wait(true);
    }, pause);
  }

  /** Whether the server is there: a browser holds back sockets where many have failed, but not plain questions. */
  async #answers() {
    try {
      const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel~=icon]"));
      const signal = AbortSignal.timeout(ATTEMPT * 1000);
      return (await fetch(icon.href, { cache: "no-store", signal })).status < 500;
    } catch {
      return false;
    }
  }

  /** Tries a new socket at once; whatever comes over the one before is ignored. */
  #renew() {
    if (this.isOver) return;
    this.#miss();
    const before = this.socket;
    this.#connect();
    before?.close();
  }

  /** The network or the page is there again: what may have been lost meanwhile is tried at once. */
  #hurry() {
    if (this.lostAt !== null || Date.now() - this.receivedAt > ASLEEP) this.#renew();
  }

  /** Counts the seconds in which nothing came; those in which the page itself stood still count once. */
  #watch() {
    if (this.isOver || !this.socket) return;
    const isOpen = this.socket.readyState === WebSocket.OPEN;
    this.silent += 1;
    if (this.silent < (isOpen ? this.patience : ATTEMPT)) return;
    if (isOpen) this.patience = Math.min(MOST_PATIENCE, 2 * this.patience);
    else this.#report();
    this.#renew();
  }
}

/** What was said and has not been answered: `report` is called with whether any of it is on its way for long. */
export class UnderWay {
  /** @param {(isLong: boolean) => void} report */
  constructor(report) {
    this.report = report;
    /** @type {Map<number, ReturnType<typeof setTimeout>>} */
    this.timers = new Map();
    /** @type {Set<number>} */
    this.late = new Set();
  }

  /** @param {number} number */
  add(number) {
    this.delete(number);
    const isLate = () => {
      this.late.add(number);
      if (this.late.size === 1) this.report(true);
    };
    this.timers.set(number, setTimeout(isLate, UNDER_WAY));
  }

  /** @param {number} number */
  delete(number) {
    clearTimeout(this.timers.get(number));
    this.timers.delete(number);
    if (this.late.delete(number) && !this.late.size) this.report(false);
  }

  clear() {
    for (const number of [...this.timers.keys()]) this.delete(number);
  }
}

/**
 * What lies over the page, also over a widget that fills the screen: it moves nothing, and presses go through it.
 * @type {HTMLElement | undefined}
 */
let above;

function begun() {
  const layer = Object.assign(document.createElement("div"), { className: "course-above", popover: "manual" });
  document.body.append(layer);
  const onTop = () => {
    layer.hidePopover?.();
    layer.showPopover?.();
  };
  document.addEventListener("fullscreenchange", onTop);
  onTop();
  return layer;
}

/**
 * A note over the page, which is also read out.
 * @param {string} look the class of its own @returns {(text: string) => void} shows this text, or nothing
 */
export function note(look) {
  const element = Object.assign(document.createElement("p"), { className: look });
  element.setAttribute("role", "status");
  above ??= begun();
  above.append(element);
  return (text) => {
    if (element.textContent !== text) element.textContent = text;
  };
}

/**
 * The teacher asks everybody to a page: a quiet note with a link, unless the page is there.
 * @param {{href: string, text: string}} content @param {string} later what the button is called that puts it away
 */
export function invited({ href, text }, later) {
  const box = /** @type {HTMLElement} */ (document.querySelector(".course-invitation"));
  const link = Object.assign(document.createElement("a"), { href, textContent: text });
  const isThere = link.href === location.href.replace(/#.*/, "");
  if (!href || isThere) return box.replaceChildren();
  const close = Object.assign(document.createElement("button"), { type: "button", textContent: "×", title: later });
  close.setAttribute("aria-label", later);
  close.addEventListener("click", () => box.replaceChildren());
  box.replaceChildren(link, close);
}
