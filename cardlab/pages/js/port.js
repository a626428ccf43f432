/**
 * In place of the connection to a server: a port to the worker of this browser that runs Python.
 *
 * A shared worker outlives the page, so that the next page finds Python there. Where there is none, or it cannot start,
 * as in WebKit without a network, each page has its own.
 */

export { UnderWay } from "./connection.js";

const OPTIONS = /** @type {WorkerOptions} */ ({ type: "module", name: "python", extendedLifetime: true });

/** A worker and its port. @type {((program: URL) => [SharedWorker | Worker, MessagePort | Worker])[]} */
const WAYS = [
  (program) => {
    const shared = new SharedWorker(program, OPTIONS);
    return [shared, shared.port];
  },
  (program) => {
    const own = new Worker(program, OPTIONS);
    return [own, own];
  },
];

export class Connection {
  /** Python begins while the page is read, and says what a fresh session shows: a page says hello at once. */
  isEager = true;

  /**
   * @param {URL} address what would be the address of the line, which names the page
   * @param {{open: () => void, receive: (data: string) => void, lost: () => void}} to as for a socket
   */
  constructor(address, to) {
    const { base = "", python = "" } = document.documentElement.dataset;
    const path = address.pathname.slice(new URL(`${base}line/`, location.href).pathname.length);
    this.program = new URL(python, location.href);
    this.to = to;
    this.page = { path: decodeURIComponent(path), query: address.search.slice(1) };
    /** @type {MessagePort | Worker | null} */
    this.port = null;
    this.#begin(WAYS);
  }

  /** @param {typeof WAYS} ways */
  #begin([way, ...others]) {
    this.port = null;
    if (!way) {
      // The page can say so only once it is there.
      if (document.readyState === "complete") this.to.lost();
      else addEventListener("load", () => this.to.lost());
      return;
    }
    try {
      const [worker, port] = way(this.program);
      const failed = () => this.port === port && this.#begin(others);
      this.port = port;
      worker.onerror = failed;
      port.onmessage = ({ data }) => (data.failed ? failed() : this.to.receive(data));
      this.send(this.page);
      queueMicrotask(() => this.to.open());
    } catch {
      this.#begin(others);
    }
  }

  /** @param {string | object} message */
  send(message) {
    this.port?.postMessage(message);
  }

  end() {}

  again() {
    this.send(this.page);
    this.to.open();
  }
}
