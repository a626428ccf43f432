/**
 * Replaces the connection to a server: a port to the worker of this browser that runs Python.
 *
 * A shared worker outlives the page, so that the next page finds Python running. If there is none or it cannot start,
 * as in WebKit without a network, each page has its own.
 */

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
  /** Python starts while the page is read, and sends the first picture: so the page says hello at once. */
  isEager = true;
  /** Nothing ends a connection to this browser's own Python. */
  isOver = false;

  /**
   * @param {URL} address of the page's line on a server, which contains the page's path
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
    /** The workers that play worlds for Python. @type {Worker[]} */
    this.kernels = [];
    this.#begin(WAYS);
  }

  /** @param {typeof WAYS} ways */
  #begin([way, ...others]) {
    this.port = null;
    if (!way) {
      // Only a loaded page can show this.
      if (document.readyState === "complete") this.to.lost();
      else addEventListener("load", () => this.to.lost());
      return;
    }
    try {
      const [worker, port] = way(this.program);
      const failed = () => this.port === port && this.#begin(others);
      this.port = port;
      worker.onerror = failed;
      port.onmessage = ({ data }) => {
        if (data.failed) failed();
        else if (data.kernel) this.#beginKernels(data.kernel);
        else if (data.image) new Worker(this.program, { type: "module", name: "image" });
        else this.to.receive(data);
      };
      this.send(this.page);
      queueMicrotask(() => this.to.open());
    } catch {
      this.#begin(others);
    }
  }

  /** Starts workers on all cores but one, which Python keeps. @param {Uint8Array} code of the kernel */
  #beginKernels(code) {
    for (const worker of this.kernels.splice(0)) worker.terminate();
    const ports = Array.from({ length: Math.max(1, navigator.hardwareConcurrency - 1) }, () => {
      const { port1, port2 } = new MessageChannel();
      const worker = new Worker(new URL("kernel.js", this.program), { type: "module", name: "kernel" });
      // If workers cannot run, Python plays the worlds itself.
      worker.onerror = (event) => {
        event.preventDefault();
        this.port?.postMessage({ kernels: 0 });
      };
      worker.postMessage(code, [port1]);
      this.kernels.push(worker);
      return port2;
    });
    this.port?.postMessage({ kernels: ports.length }, ports);
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
