/**
 * The worker that runs Python for the pages of this site: Pyodide, the course as compiled files, a session for each page.
 *
 * It decides what is fetched and when; pages and sessions are in `cardlab/pages/worker.py`.
 * A page first sends its `{path, query}`, and then the same messages as over a WebSocket.
 */

import { MemoryImage } from "./image.js";
import { Kernels } from "./kernels.js";

/* global self */
const here = new URL(".", self.location.href).href;
const NOTEBOOKS = "/notebooks";
/** The address of Python's program, which the build writes before this: with its version, so that it may be kept. */
const PROGRAM = `${here}${/** @type {any} */ (self).PROGRAM}`;

/** @param {string} address @param {RequestInit} [options] */
const ask = async (address, options) => {
  const answer = await fetch(address, options);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
};
/** @param {string} name */
const get = (name) => ask(here + name);

/**
 * Returns Python's program. With a file of its HTTP cache, a browser also keeps what it has compiled; with one of the
 * service worker's cache it would compile at each visit, but there the version is right after the server's has changed.
 */
async function fetchProgram() {
  let kept;
  try {
    kept = await caches.match(PROGRAM);
  } catch {
    // Without a secure connection or storage there is no such cache.
  }
  return kept ? ask(PROGRAM, { cache: "only-if-cached", mode: "same-origin" }).catch(() => kept) : ask(PROGRAM);
}

/** Python's program, compiled while the other files arrive; Pyodide would ask for it after them. */
const program = fetchProgram().then(async (answer) =>
  // A server may send a wrong file type.
  answer.headers.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(answer)
    : WebAssembly.compile(await answer.arrayBuffer()),
);
// All downloads run at the same time.
const about = get("python.json").then((answer) => answer.json());
const library = get("library.zip").then((answer) => answer.blob());
const course = get("course.pack").then((answer) => answer.arrayBuffer());
/** What Pyodide would ask for later, by address; instead of its program it gets the compiled one. */
const early = new Map([
  [`${here}pyodide.asm.wasm`, Promise.resolve(new Response())],
  [`${here}extension.so`, get("extension.so")],
]);
const pyodide = import(/* @vite-ignore */ `${here}pyodide.mjs`);
const glue = import(/* @vite-ignore */ `${here}pyodide.asm.mjs`);
const image = new MemoryImage(
  here,
  about.then(({ version }) => version),
);

/** Writes the files of a pack: the length of a list, the list of names and lengths, and the files one after the other. */
function unpack(/** @type {any} */ files, /** @type {ArrayBuffer} */ packed) {
  const length = new DataView(packed).getUint32(0);
  const names = JSON.parse(new TextDecoder().decode(new Uint8Array(packed, 4, length)));
  let at = 4 + length;
  let folder = "";
  for (const [name, size] of names) {
    const own = name.slice(0, name.lastIndexOf("/"));
    if (own !== folder) files.mkdirTree((folder = own));
    files.writeFile(name, new Uint8Array(packed, at, size), { canOwn: true });
    at += size;
  }
}

/**
 * Fails if Python cannot be loaded: Pyodide itself would wait for ever.
 * @type {Promise<never>}
 */
const refused = new Promise((_, refuse) => {
  program.catch(refuse);
  const { fetch } = self;
  const { instantiate } = WebAssembly;
  self.fetch = async (asked, options) => (await early.get(String(asked)))?.clone() ?? fetch(asked, options);
  WebAssembly.instantiateStreaming = async (_empty, imports) => {
    try {
      const module = await program;
      return { module, instance: await instantiate(module, imports) };
    } catch (fault) {
      refuse(fault);
      throw fault;
    }
  };
});

/**
 * Loads Python with the files of the course; from an image of its memory, if there is one.
 * @param {Awaited<ReturnType<MemoryImage["get"]>>} held @param {object} [options]
 */
async function load(held, options = {}) {
  const { loadPyodide } = await pyodide;
  const { info, extension } = await about;
  const stdLibURL = URL.createObjectURL(await library);
  python = await loadPyodide({
    indexURL: here,
    stdLibURL,
    env: { HOME: "/home/pyodide" },
    lockFileContents: { info, packages: {} },
    createPyodideModule: async (/** @type {any} */ settings) => {
      // An extension that is loaded before Python begins has the same addresses each time, as an image needs.
      const module = await (await glue).default(Object.assign(settings, { dynamicLibraries: ["extension.so"] }));
      module.LDSO.loadedLibsByName[extension] = module.LDSO.loadedLibsByName["extension.so"];
      while (held && held.memory.length > module.HEAP8.length) module._malloc(1 << 20);
      await held?.read;
      return module;
    },
    ...(held && { _loadSnapshot: held.memory }),
    ...options,
  });
  URL.revokeObjectURL(stdLibURL);
  // Else the image would stay in memory.
  delete python._api.config._loadSnapshot;
  unpack(python.FS, await course);
}

async function begin() {
  const held = await image.get();
  await load(held).catch((fault) => {
    if (!held) throw fault;
    image.drop();
    return load(null);
  });
  python.globals.set("later", later);
  const begun = await python.runPythonAsync(`
import random, sys
from pathlib import Path
from cardlab.pages.worker import Pages
from cardlab.widgets.alone import enter
random.seed()
sys.path_importer_cache.clear()
await Pages(Path("${NOTEBOOKS}"), enter).start(lambda: later().to_bytes())
`);
  if (held) image.works();
  return begun;
}

/** Fetches a file synchronously, which only workers can do, because Python's import cannot wait. */
function later() {
  const asked = new XMLHttpRequest();
  asked.open("GET", `${here}later.zip`, false);
  asked.responseType = "arraybuffer";
  asked.send();
  return new Uint8Array(asked.response);
}

/** @type {any} */
let python;
/** The downloads of the languages. @type {Map<string, Promise<void>>} */
const languages = new Map();

/** Loads texts and notebooks of the language of a page; English is always there. @param {string} path */
const speak = async (path) => {
  const language = path.split("/")[0] ?? "";
  if (!(await about).languages.includes(language)) return pages;
  const come = async () => {
    const packed = (await get(`course-${language}.pack`)).arrayBuffer();
    await pages;
    unpack(python.FS, await packed);
  };
  const there = languages.get(language) ?? come();
  languages.set(language, there);
  return there.then(() => pages);
};

const kernels = new Kernels();
// Python finds it here: see `compiled.py`.
Object.assign(self, { kernels });

/** Makes the image for later visits: with all modules imported, and each page run once. */
async function makeImage() {
  await load(null, { _makeSnapshot: true });
  await python.runPythonAsync(`
from pathlib import Path
from cardlab.pages.worker import run_all
from cardlab.widgets.alone import enter
await run_all(Path("${NOTEBOOKS}"), enter)
`);
  await image.keep(python.makeMemorySnapshot());
}

const isMaker = self.name === "image";
const pages = Promise.race([isMaker ? makeImage() : begin(), refused]);

/** The message of a page that is being closed. */
const LEAVE = '["leave"]';
/** Milliseconds without a message before a page is asked to make the image. */
const QUIET = 3000;
/** Milliseconds between two signs of life. */
const ALIVE = 500;

/**
 * Runs a function that a reader has written, see `pressed` in `cardlab/lessons/now_you.py`.
 * @param {{path: string, ask: string, task: string, source: string}} data @param {MessagePort} port
 */
function answer({ path, ask, task, source }, port) {
  let last = 0;
  const alive = () => {
    if (performance.now() - last < ALIVE) return;
    last = performance.now();
    port.postMessage({ alive: true });
  };
  const language = path.split("/")[0] ?? "";
  const html = python.pyimport("cardlab.lessons.now_you").pressed(ask, task, source, language, alive);
  port.postMessage({ html });
}

let quiet = 0;

/**
 * Asks a page to start the worker that makes the image, when nothing has happened for a while; only pages can start it.
 * @param {MessagePort} port
 */
function askForImage(port) {
  clearTimeout(quiet);
  if (image.isWanted) quiet = setTimeout(() => ((image.isWanted = false), port.postMessage({ image: true })), QUIET);
}

/** @param {MessagePort} port */
function serve(port) {
  /** Handles messages one after the other, also those that arrive before Python is ready. @type {Promise<any>} */
  let page = pages;
  port.onmessage = ({ data, ports }) => {
    if (data.kernels !== undefined) return kernels.come(port, ports);
    if (data === LEAVE) kernels.end(port);
    else kernels.page = port;
    page = page.then(async (one) => {
      if (typeof data === "string") await one.receive(data);
      else {
        one = await speak(data.path);
        if (data.ask) answer(data, port);
        else one = one.open(data.path, data.query, (/** @type {string} */ text) => port.postMessage(text));
      }
      if (!data.ask) askForImage(port);
      return one;
    });
    page.catch((fault) => (console.error(fault), port.postMessage({ failed: true })));
  };
}

if (isMaker) {
  // Nobody misses the image: without a network, each of the downloads fails.
  self.onunhandledrejection = (event) => event.preventDefault();
  // Without space for the image, this worker would hold its memory until the page is closed.
  pages.catch(console.warn).finally(() => self.close());
} else if ("onconnect" in self)
  self.onconnect = (/** @type {MessageEvent} */ { ports: [port] }) => serve(/** @type {MessagePort} */ (port));
else serve(/** @type {any} */ (self));
