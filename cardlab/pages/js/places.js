/**
 * The places of a page: the state of each, and the view that draws it, a module with the interface of anywidget's views.
 *
 * Knows how to connect a view with a state, but no scene.
 */

const { base = "/" } = document.documentElement.dataset;

/** Returns the address of a view's file; the page lists those needed at once with their version. @param {string} name */
const file = (name) => {
  const named = /** @type {HTMLLinkElement | null} */ (document.querySelector(`link[data-file~="${name}"]`));
  return named?.href ?? new URL(`${base}static/${name}`, location.href).href;
};

/** @type {Promise<unknown> | undefined} */
let loading;

/** Loads the scripts that all views share, one after the other, once the page is parsed. */
const common = () => {
  if (loading) return loading;
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[data-shared]"));
  loading = [...links].reduce((before, { href }) => before.then(() => import(href)), Promise.resolve());
  return loading;
};

/** The style sheets of the page; each promise ends when it is loaded or has failed. @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/** @param {string} name */
const styled = (name) => {
  const there = sheets.get(name) ?? load(name);
  sheets.set(name, there);
  return there;
};

/** @param {string} name @returns {Promise<unknown>} */
const load = (name) => {
  if (document.querySelector(`link[rel=stylesheet][data-file~="${name}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: file(name) });
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve(undefined);
    document.head.append(link);
  });
};

/** The state of one place, with the interface that its view expects. */
export class Place {
  /** @param {import("./line.js").Line} line @param {string} name @param {string} view @param {Record<string, any>} state */
  constructor(line, name, view, state) {
    this.line = line;
    this.name = name;
    this.state = state;
    /** @type {Map<string, Set<(...values: any[]) => void>>} */
    this.listeners = new Map();
    /** Contents sent once before the view listens, because views start later than places. @type {any[]} */
    this.waiting = [];
    // Loading starts as soon as the place is known.
    this.code = common().then(() => import(file(`${view}.js`)));
    this.code.catch(() => {});
    this.style = styled(`${view}.css`);
  }

  /** @param {string} name */
  get(name) {
    return this.state[name];
  }

  /** @param {object} content */
  send(content) {
    this.line.say(this.name, content);
  }

  /** @param {string} event @param {(...values: any[]) => void} call */
  on(event, call) {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(call));
    // By then all listeners of the view are there, not only the first.
    if (event === "msg:custom") queueMicrotask(() => this.waiting.splice(0).forEach((one) => this.emit(event, one)));
  }

  /** @param {string} event @param {(...values: any[]) => void} call */
  off(event, call) {
    this.listeners.get(event)?.delete(call);
  }

  /** @param {string} event @param {...any} values */
  emit(event, ...values) {
    for (const call of [...(this.listeners.get(event) ?? [])]) {
      try {
        call(...values);
      } catch (problem) {
        console.warn(problem);
      }
    }
  }

  /** Shows another picture. @param {Record<string, any>} picture */
  show(picture) {
    this.state.shown = picture;
    this.emit("change:shown");
  }

  /** Shows what has changed in the picture. @param {Record<string, any>} changed @param {string[]} gone */
  change(changed, gone) {
    const picture = { ...this.state.shown, ...changed };
    for (const key of gone) delete picture[key];
    this.show(picture);
  }

  /** Passes on a content that was sent once. @param {any} content */
  once(content) {
    if (this.listeners.get("msg:custom")?.size) this.emit("msg:custom", content);
    else this.waiting.push(content);
  }

  /** Draws it in `element`. @param {HTMLElement} element */
  async draw(element) {
    const [module] = await Promise.all([this.code, this.style]);
    const el = document.createElement("div");
    element.replaceChildren(el);
    await module.default.render({ model: this, el });
  }
}
