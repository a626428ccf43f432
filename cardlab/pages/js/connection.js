/**
 * The connection of a page to the server: it reconnects by itself, and notices when the server is silent. Also the
 * notes over a page that say how the connection is.
 *
 * The server sends something at least every five seconds, if only a sign of life. Browsers answer the server's pings by
 * themselves, even in a hidden tab with slowed timers.
 */

const SIGN_OF_LIFE = "[]";
/** Seconds of silence after which the connection counts as lost: one sign of life was missed, and some seconds passed. */
const SILENCE = 8;
/** The most seconds of silence to allow after a slow message: over a slow network, one message may take long. */
const MOST_PATIENCE = 64;
/** Seconds that an attempt to connect may take. */
const ATTEMPT = 5;
/** Milliseconds of silence after which a page that wakes up checks whether its network is still there. */
const ASLEEP = 6000;
/** Milliseconds to reconnect before the page says that the connection is lost. */
const GRACE = 800;
/** The bounds of the milliseconds between two attempts, which are a tenth of the time since the loss. */
const [SHORTEST, LONGEST] = [500, 4000];

export class Connection {
  /** Whether the page begins a session before the first press: not with a server, as most pages are only read. */
  isEager = false;

  /**
   * @param {URL} address of the WebSocket on the server
   * @param {{open: () => void, receive: (data: string) => void, lost: () => void, back: () => void, refused: () => void}}
   *   to called when a socket is open, when a message arrives, when the page must say that the connection is lost, when
   *   it is back, and when the server no longer admits the visitor
   */
  constructor(address, to) {
    this.address = String(address).replace(/^http/, "ws");
    this.to = to;
    this.isOver = false;
    /** The time of the loss; null while a socket is alive. @type {number | null} */
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
   * Sends a message if a socket is open; the caller must repeat it on the next socket if it has to arrive.
   * @param {string} message
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
    socket.onopen = () => socket === this.socket && this.to.open();
    socket.onmessage = ({ data }) => socket === this.socket && this.#receive(data);
    socket.onclose = () => socket === this.socket && this.#closed();
    this.socket = socket;
    this.silent = 0;
  }

  /** @param {string} data */
  #receive(data) {
    this.silent = 0;
    this.receivedAt = Date.now();
    this.lostAt = null;
    clearTimeout(this.reporting);
    if (this.isReported) this.to.back();
    this.isReported = false;
    if (data === SIGN_OF_LIFE) this.patience = SILENCE;
    else this.to.receive(data);
  }

  #closed() {
    this.socket = null;
    const hasFailed = this.lostAt !== null;
    this.#miss();
    if (hasFailed) this.#report();
    this.#wait(hasFailed);
  }

  /** Notes that the connection is lost; if it isn't back soon, the page says so. */
  #miss() {
    if (this.lostAt === null) this.reporting = setTimeout(() => this.#report(), GRACE);
    this.lostAt ??= Date.now();
  }

  #report() {
    clearTimeout(this.reporting);
    if (!this.isReported && !this.isOver) this.to.lost();
    this.isReported = true;
  }

  /** Tries again after a random delay, so that not all pages reconnect at once. @param {boolean} asksFirst */
  #wait(asksFirst) {
    const away = Date.now() - (this.lostAt ?? Date.now());
    const pause = Math.min(LONGEST, Math.max(SHORTEST, away / 10)) * (0.75 + Math.random() / 2);
    this.waiting = setTimeout(async () => {
      const attempt = this.waiting;
      const status = asksFirst ? await this.#status() : 200;
      if (attempt !== this.waiting || this.isOver || this.socket) return;
      if (status === 403) this.to.refused();
      else if (status < 500) this.#connect();
      else this.#wait(true);
    }, pause);
  }

  /**
   * Asks for a script of the page, which only admitted visitors get: browsers delay sockets after many failures, but not
   * plain requests, and don't say why a socket is refused. Returns the status of the answer, 503 if there is none.
   */
  async #status() {
    try {
      const script = /** @type {HTMLLinkElement} */ (document.querySelector("link[data-shared]"));
      const signal = AbortSignal.timeout(ATTEMPT * 1000);
      return (await fetch(script.href, { cache: "no-store", signal })).status;
    } catch {
      return 503;
    }
  }

  /** Tries a new socket at once; messages on the old one are ignored. */
  #renew() {
    if (this.isOver) return;
    this.#miss();
    const before = this.socket;
    this.#connect();
    before?.close();
  }

  /** Reconnects at once if the connection may be lost, because the network or the page is back. */
  #hurry() {
    if (this.lostAt !== null || Date.now() - this.receivedAt > ASLEEP) this.#renew();
  }

  /** Counts the seconds of silence; a time in which the page itself was suspended counts as one. */
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

/**
 * The notes over the page, even over a full-screen widget: they move nothing, and clicks go through them.
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
 * Makes a note over the page, which screen readers read out.
 * @param {string} look its CSS class @returns {(text: string) => void} shows a text, or hides the note for ""
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
 * Shows the teacher's invitation as a quiet note with a link, unless this is the page.
 * @param {{href: string, text: string}} content @param {string} later the label of the button that hides the note
 */
export function invited({ href, text }, later) {
  const fill = (/** @type {HTMLElement[]} */ ...parts) => {
    document.querySelector(".course-invitation")?.replaceChildren(...parts);
    document.documentElement.classList.toggle("course-invited", parts.length > 0);
  };
  const link = Object.assign(document.createElement("a"), { href, textContent: text });
  const isThere = link.href === location.href.replace(/#.*/, "");
  if (!href || isThere) return fill();
  const close = Object.assign(document.createElement("button"), { type: "button", textContent: "×", title: later });
  close.setAttribute("aria-label", later);
  close.addEventListener("click", () => fill());
  fill(link, close);
}
