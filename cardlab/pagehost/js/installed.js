/**
 * The classes of widgets of other packages, which lie where Jupyter installs them for every front end: as AMD modules.
 */

/** @type {Map<string, Promise<any>>} */
const loaded = new Map();
/** One after the other, for a script says what it defines by a name that all share. @type {Promise<unknown>} */
let turn = Promise.resolve();

/**
 * The module of a package, loaded once.
 * @param {string} name @param {(name: string) => Promise<any>} needed gives what it asks for
 * @returns {Promise<any>}
 */
export function installed(name, needed) {
  const loading = loaded.get(name) ?? turn.then(() => load(name, needed));
  loaded.set(name, loading);
  turn = loading.catch(() => {});
  return loading;
}

/** @param {string} name @param {(name: string) => Promise<any>} needed */
async function load(name, needed) {
  const { base = "/" } = document.documentElement.dataset;
  const script = Object.assign(document.createElement("script"), { src: `${base}nbextensions/${name}/index.js` });
  /** @type {any[]} */
  let defined = [];
  Object.assign(window, { define: Object.assign((/** @type {any[]} */ ...given) => (defined = given), { amd: {} }) });
  await new Promise((done, failed) => {
    script.onload = done;
    script.onerror = () => failed(new Error(`${name} is not installed`));
    document.head.append(script);
  });
  const factory = defined.pop();
  const names = /** @type {string[]} */ (defined.pop() ?? []);
  const parts = await Promise.all(names.map((part) => (part === "module" ? { uri: script.src } : needed(part))));
  return factory(...parts);
}
