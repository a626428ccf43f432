/**
 * In place of the connection to a server: a port to the worker of this browser that runs Python.
 *
 * A shared worker outlives the page, so that the next page finds Python there; where there is none, each page has its own.
 */

export { UnderWay } from "./connection.js";

const OPTIONS = /** @type {WorkerOptions} */ ({ type: "module", name: "python", extendedLifetime: true });

/**
 * A worker and its port; none where there are none, as for a page that was opened as a file.
 * @param {URL} program @returns {[SharedWorker | Worker | null, MessagePort | Worker | null]}
 */
function begin(program) {
  try {
    const shared = new SharedWorker(program, OPTIONS);
    return [shared, shared.port];
  } catch {
    // There is no such thing, or it is forbidden together with storage.
  }
  try {
    const own = new Worker(program, OPTIONS);
    return [own, own];
  } catch {
    return [null, null];
  }
}

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
    const [worker, port] = begin(program);
    this.port = port;
    // The page can say so only once it is there.
    const lost = () => (document.readyState === "complete" ? to.lost() : addEventListener("load", () => to.lost()));
    if (port && worker) {
      worker.onerror = lost;
      port.onmessage = ({ data }) => (data.failed ? lost() : to.receive(data));
      this.send(this.page);
      queueMicrotask(() => to.open());
    } else lost();
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
