/**
 * The service worker of a site of plain files: caches all of it, so that it works without a network.
 *
 * The build writes two constants before this: `VERSION`, and `FILES`, the addresses of all files with their hashes.
 * A new version is fetched as a whole while the old one is used, and replaces it when no page of the old one is open:
 * no page ever sees two. A file with a wrong hash is not cached: the next time the server may send it complete.
 */

/**
 * @typedef {{waitUntil: (done: Promise<unknown>) => void, addRoutes?: (routes: object) => Promise<void>,
 *   request: Request, respondWith: (answer: Promise<Response>) => void}} Happens
 */
const worker = /** @type {any} */ (self);
const NAME = `cardlab ${worker.VERSION}`;
const ROOT = new URL("./", location.href).href;

/** Fetches a file of this version and caches it. @param {Cache} cache @param {string} file */
async function get(cache, file) {
  // The browser's HTTP cache may have an older file, so the server is asked whether it has changed.
  const { headers, body } = await fetch(ROOT + file, { cache: "no-cache" });
  // All files as arrays would need a hundred megabytes until they are freed.
  const content = await new Response(body).blob();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await content.arrayBuffer()));
  const start = [...hash.subarray(0, 6)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (start !== worker.FILES[file]) throw new Error(`${file} is of another version`);
  await cache.put(ROOT + file, new Response(content, { headers }));
  return new Response(content, { headers });
}

/** Fetches all missing files; an interrupted download continues. */
async function keep() {
  const cache = await caches.open(NAME);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  for (const file of Object.keys(worker.FILES)) if (!kept.has(ROOT + file)) await get(cache, file);
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
  const cache = await caches.open(NAME);
  const file = address.href.slice(ROOT.length);
  const kept = await cache.match(address.href);
  // A file that the browser has dropped is fetched again.
  return kept ?? (file in worker.FILES ? get(cache, file).catch(() => fetch(request)) : fetch(request));
}

/** Python's program, which `worker.js` takes from the browser's HTTP cache, or else from here. */
const PROGRAM = { pathname: `${new URL(ROOT).pathname}python/*.wasm`, search: "v=*" };

/** Has the browser answer from the cache itself, which takes less time than to start this worker. */
const ROUTES = [
  { condition: { urlPattern: PROGRAM }, source: "network" },
  {
    condition: { urlPattern: { pathname: `${new URL(ROOT).pathname}*.*`, search: "{v=*}?" } },
    source: { cacheName: NAME },
  },
];

worker.addEventListener("install", (/** @type {Happens} */ event) => {
  event.addRoutes?.(ROUTES);
  event.waitUntil(keep());
});
worker.addEventListener("activate", (/** @type {Happens} */ event) => event.waitUntil(forget()));
worker.addEventListener("message", (/** @type {Happens} */ event) => event.waitUntil(keep()));
worker.addEventListener("fetch", (/** @type {Happens} */ event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(ROOT) && !url.includes(".wasm?")) event.respondWith(answer(event.request));
});
