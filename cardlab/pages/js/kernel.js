/**
 * A worker that plays worlds for the page's Python with the compiled kernel, in a memory sent with each request.
 *
 * First it receives the kernel's code and a port; over the port come requests, and the sums go back.
 */

/* global self */
self.onmessage = async ({ data, ports: [port] }) => {
  const { instance } = await WebAssembly.instantiate(data);
  const { memory, sample } = /** @type {any} */ (instance.exports);
  /** @type {MessagePort} */ (port).onmessage = ({ data: { held, place, sums } }) => {
    const missing = held.length - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    new Uint8Array(memory.buffer).set(held);
    /** @type {MessagePort} */ (port).postMessage(sample(place) ? null : memory.buffer.slice(...sums));
  };
};
