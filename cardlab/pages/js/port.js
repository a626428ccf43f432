/**
 * In place of the connection to a server: a port to the worker of this browser that runs Python.
 *
 * A shared worker outlives the page, so that the next page finds Python there; where there is none, each page has its own.
 */

export { UnderWay } from "./connection.js";

const OPTIONS = /** @type {WorkerOptions} */ ({ type: "module", name: "python", extendedLifetime: true });

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
    const program = new URL(python, location.href);
    this.to = to;
    this.page = { path: decodeURIComponent(path), query: address.search.slice(1) };
    /** @type {MessagePort | Worker} */
    this.port =
      typeof SharedWorker === "function" ? new SharedWorker(program, OPTIONS).port : new Worker(program, OPTIONS);
    this.port.onmessage = ({ data }) => (data.failed ? to.lost() : to.receive(data));
    this.port.postMessage(this.page);
    queueMicrotask(() => to.open());
  }

  /** @param {string} message */
  send(message) {
    this.port.postMessage(message);
  }

  end() {}

  again() {
    this.port.postMessage(this.page);
    this.to.open();
  }
}
