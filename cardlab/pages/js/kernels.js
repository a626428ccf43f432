/**
 * Workers that play worlds while Python can still receive messages: one less than there are cores.
 *
 * A shared worker cannot start workers, so it asks the page in use.
 */

export class Kernels {
  /** The page that sent the last message. @type {MessagePort | null} */
  page = null;
  /** The page that has started the workers. @type {MessagePort | null} */
  #owner = null;
  /** @type {MessagePort[]} */
  #ports = [];
  /** The callbacks that wait for a worker's sums. @type {Map<MessagePort, ((sums: ArrayBuffer | null) => void)[]>} */
  #waiting = new Map();

  /** Returns the number of workers, and asks a new page to start some. @param {any} code the kernel's bytes */
  ready(code) {
    if (this.page && this.page !== this.#owner) {
      this.end();
      this.#owner = this.page;
      this.page.postMessage({ kernel: code.slice() });
    }
    return this.#ports.length;
  }

  /** Takes over the workers that a page has started. @param {MessagePort} page @param {readonly MessagePort[]} ports */
  come(page, ports) {
    if (page !== this.#owner) return;
    for (const waiting of this.#waiting.values()) for (const give of waiting) give(null);
    this.#waiting.clear();
    this.#ports = [...ports];
    for (const port of ports) {
      this.#waiting.set(port, []);
      port.onmessage = ({ data }) => this.#waiting.get(port)?.shift()?.(data);
    }
  }

  /** Forgets a page that has gone, and its workers. @param {MessagePort | null} page */
  end(page = this.#owner) {
    if (this.page === page) this.page = null;
    if (!page || this.#owner !== page) return;
    this.come(page, []);
    this.#owner = null;
  }

  /**
   * Plays worlds in parts, and adds their sums to those in memory; returns whether it could.
   * @param {WebAssembly.Memory} memory of Python's kernel, used up to `top` @param {number} top
   * @param {number} place of the arguments @param {number} worlds the place of two numbers: first world, and how many
   * @param {number} start of the sums @param {number} end
   */
  async sample(memory, top, place, worlds, start, end) {
    const kept = memory.buffer.slice(0, top);
    const [first = 0n, number = 0n] = new BigInt64Array(kept, worlds, 2);
    new Uint8Array(kept, start, end - start).fill(0);
    const many = BigInt(this.#ports.length);
    const parts = this.#ports.map((port, at) => {
      const from = (number * BigInt(at)) / many;
      new BigInt64Array(kept, worlds, 2).set([first + from, (number * BigInt(at + 1)) / many - from]);
      port.postMessage({ held: new Uint8Array(kept), place, sums: [start, end] });
      return /** @type {Promise<ArrayBuffer | null>} */ (new Promise((give) => this.#waiting.get(port)?.push(give)));
    });
    const found = await Promise.all(parts);
    if (!found.every(Boolean)) return false;
    const sums = new BigInt64Array(memory.buffer, start, (end - start) / 8);
    for (const part of found)
      new BigInt64Array(/** @type {ArrayBuffer} */ (part)).forEach((one, at) => (sums[at] = one + (sums[at] ?? 0n)));
    return true;
  }
}
