/**
 * The worker that runs Python for the pages of this site: Pyodide, the course as compiled files, a session for each page.
 *
 * Knows what is fetched and when; the pages and their sessions are Python's (`cardlab/pages/worker.py`).
 * A page sends where it is, `{path, query}`, and then what it would send over a socket.
 */

/* global self */
const here = new URL(".", self.location.href).href;
const NOTEBOOKS = "/notebooks";

/** @param {string} name */
const get = async (name) => {
  const answer = await fetch(here + name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
};

// All is on its way at once; what takes longest is asked for first.
const about = get("python.json").then((answer) => answer.json());
const library = get("library.zip").then((answer) => answer.blob());
const course = get("course.pack").then((answer) => answer.arrayBuffer());
const pyodide = import(/* @vite-ignore */ `${here}pyodide.mjs`);

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
 * Why there is no Python, if so: Pyodide itself would wait for ever, also where a server does not say what the file is.
 * @type {Promise<never>}
 */
const refused = new Promise((_, refuse) => {
  const { instantiate, instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (sent, imports) => {
    try {
      const answer = await sent;
      if (answer.headers.get("content-type") === "application/wasm") return await instantiateStreaming(answer, imports);
      return await instantiate(await answer.arrayBuffer(), imports);
    } catch (fault) {
      refuse(fault);
      throw fault;
    }
  };
});

async function begin() {
  const { loadPyodide } = await pyodide;
  const address = URL.createObjectURL(await library);
  python = await loadPyodide({
    indexURL: here,
    stdLibURL: address,
    env: { HOME: "/home/pyodide" },
    lockFileContents: { info: (await about).info, packages: {} },
  });
  URL.revokeObjectURL(address);
  unpack(python.FS, await course);
  python.globals.set("later", later);
  return python.runPythonAsync(`
from pathlib import Path
from cardlab.pages.worker import Pages
from cardlab.widgets.alone import enter
await Pages(Path("${NOTEBOOKS}"), enter).start(lambda: later().to_bytes())
`);
}

/** What Python cannot wait for comes at once: a worker may do that. */
function later() {
  const asked = new XMLHttpRequest();
  asked.open("GET", `${here}later.zip`, false);
  asked.responseType = "arraybuffer";
  asked.send();
  return new Uint8Array(asked.response);
}

/** @type {any} */
let python;
/** What has come of each language. @type {Map<string, Promise<void>>} */
const languages = new Map();

/** Texts and notebooks of the language of a page; English is always there. @param {string} path */
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

const pages = Promise.race([begin(), refused]);

/** Milliseconds between two signs of life. */
const ALIVE = 500;

/**
 * What comes of code that a reader has written: see `pressed` in `cardlab/lessons/now_you.py`.
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

/** @param {MessagePort} port */
function serve(port) {
  /** What has come, one after the other, also while Python is not there yet. @type {Promise<any>} */
  let page = pages;
  port.onmessage = ({ data }) => {
    page = page.then(async (one) => {
      if (typeof data === "string") await one.receive(data);
      else {
        one = await speak(data.path);
        if (data.ask) answer(data, port);
        else one = one.open(data.path, data.query, (/** @type {string} */ text) => port.postMessage(text));
      }
      return one;
    });
    page.catch((fault) => (console.error(fault), port.postMessage({ failed: true })));
  };
}

if ("onconnect" in self)
  self.onconnect = (/** @type {MessageEvent} */ { ports: [port] }) => serve(/** @type {MessagePort} */ (port));
else serve(/** @type {any} */ (self));
