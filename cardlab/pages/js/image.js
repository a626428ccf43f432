/**
 * An image of Python's memory with all modules imported, which this browser makes after a visit for the next ones.
 *
 * It saves time only: without storage, or after a fault, Python starts as at the first visit.
 */

/** The headers of a stored image: its length, and what it was made by. */
const LENGTH = "x-length";
const MAKER = "x-maker";
/** The gigabytes of a device that makes one; not every browser tells. */
const LEAST_MEMORY = 4;

/** Reads all into an array, in half the time that `arrayBuffer` needs. @param {ReadableStream} body @param {Uint8Array} to */
async function read(body, to) {
  const reader = body.getReader();
  let at = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    to.set(part.value, at);
    at += part.value.length;
  }
  // Python would run on with half a memory, and nobody knows to where.
  if (at < to.length) throw new Error("the image is torn");
}

export class MemoryImage {
  /** Whether there is none, and this device is strong enough to make one beside the page. */
  isWanted = false;
  #name;
  #address;
  /** What is stored here while a worker begins from the image: if it is found there, the last one has died of it. */
  #trial;
  #maker;

  /** @param {string} here the address of Python's files @param {Promise<string>} version of these files */
  constructor(here, version) {
    this.#name = `cardlab-image ${here}`;
    this.#address = `${here}image`;
    this.#trial = `${here}image-trial`;
    // Another browser, or another version of it, may place functions elsewhere.
    this.#maker = version.then((version) => `${version} ${navigator.userAgent}`);
  }

  /**
   * Returns the image of this version while it is still being read, or null; `read` fails if the image is torn.
   * @returns {Promise<{memory: Uint8Array, read: Promise<void>} | null>}
   */
  async get() {
    try {
      return await this.#find();
    } catch {
      return null;
    }
  }

  async #find() {
    const cacheName = this.#name;
    const kept = [this.#address, this.#trial].map((address) => caches.match(address, { cacheName }));
    const [found, trial] = await Promise.all(kept);
    if (found?.body && !trial && found.headers.get(MAKER) === (await this.#maker)) {
      const memory = new Uint8Array(Number(found.headers.get(LENGTH)));
      const noted = this.#write(this.#trial, new Response());
      const whole = read(found.body, memory).then(() => noted);
      whole.catch(() => {}); // it may fail before anybody waits for it
      return { memory, read: whole };
    }
    const { hardwareConcurrency, deviceMemory = LEAST_MEMORY } = /** @type {any} */ (navigator);
    this.isWanted = hardwareConcurrency > 1 && deviceMemory >= LEAST_MEMORY;
    return null;
  }

  /** @param {string} address @param {Response} content */
  async #write(address, content) {
    await (await caches.open(this.#name)).put(address, content);
  }

  /** Notes that Python runs from the image. */
  async works() {
    await (await caches.open(this.#name)).delete(this.#trial);
  }

  /** Stores an image in place of the last one. @param {Uint8Array} memory */
  async keep(memory) {
    await this.drop();
    const headers = { [LENGTH]: String(memory.length), [MAKER]: await this.#maker };
    await this.#write(this.#address, new Response(/** @type {any} */ (memory), { headers }));
  }

  /** Deletes the image, so that another is made. */
  async drop() {
    this.isWanted = true;
    await caches.delete(this.#name);
  }
}
