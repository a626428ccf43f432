/**
 * The service worker of a site of plain files: keeps all of it, so that it works without a network.
 *
 * `VERSION` and `FILES`, the addresses of all files, are written before this by the build. A new version is fetched as a
 * whole while the one before goes on, and takes its place when no page of that is open any more: no page ever sees two.
 */

/** @typedef {{waitUntil: (done: Promise<unknown>) => void, request: Request, respondWith: (answer: Promise<Response>) => void}} Happens */
const worker = /** @type {any} */ (self);
const NAME = `cardlab ${worker.VERSION}`;
const ROOT = new URL("./", location.href).href;

/** Fetches what is missing; what was interrupted is gone on with. */
async function keep() {
  const cache = await caches.open(NAME);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  for (const file of worker.FILES) {
    const address = ROOT + file;
    // A browser may have an older file by the same name: the server is asked whether that is still the same.
    if (!kept.has(address)) await cache.add(new Request(address, { cache: "no-cache" }));
  }
}

async function forget() {
  const names = await caches.keys();
  await Promise.all(names.filter((one) => one.startsWith("cardlab ") && one !== NAME).map((one) => caches.delete(one)));
}

/** @param {Request} request */
async function answer(request) {
  const address = new URL(request.url);
  address.search = address.hash = "";
  if (address.href.endsWith("/")) address.pathname += "index.html";
  return (await (await caches.open(NAME)).match(address.href)) ?? fetch(request);
}

worker.addEventListener("install", (/** @type {Happens} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {Happens} */ event) => event.waitUntil(forget()));
worker.addEventListener("fetch", (/** @type {Happens} */ event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(ROOT)) event.respondWith(answer(event.request));
});
