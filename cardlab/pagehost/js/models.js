/**
 * The widgets of a page that has only widgets of its own kind (anywidget's): their models, and their views in the page.
 *
 * Knows how Python's side of a widget and a view written as a module meet; what else ipywidgets has knows `manager.js`,
 * which is loaded only by a page that needs it.
 */

/** @typedef {{signal?: AbortSignal}} Options */

/** The address of something that a widget's class brings. @param {string} named */
export const asset = (named) =>
  new URL(`${document.documentElement.dataset.base ?? "/"}assets/${named.slice("asset:".length)}`, location.href).href;

/** Style sheets in the page, each once, and when each is there or cannot be had. @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/** @param {string} address */
const styled = (address) => {
  if (sheets.has(address)) return;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
  const there = new Promise((resolve) => {
    link.onload = link.onerror = () => resolve(undefined);
  });
  document.head.append(link);
  sheets.set(address, there);
};

/** A state with its binary values where they belong. @param {any} data @param {DataView[]} buffers */
export const whole = ({ state, buffer_paths: paths }, buffers) => {
  (paths ?? []).forEach((/** @type {string[]} */ path, /** @type {number} */ place) => {
    const last = /** @type {string} */ (path.at(-1));
    path.slice(0, -1).reduce((part, step) => part[step], state)[last] = buffers[place];
  });
  return state;
};

/** The model of one widget, as views see it. */
export class Model {
  /** @param {Models} models @param {string} id @param {Record<string, any>} state */
  constructor(models, id, state) {
    this.widget_manager = models;
    this.model_id = id;
    this.state = state;
    /** @type {Map<string, Set<(...values: any[]) => void>>} */
    this.listeners = new Map();
    /** @type {Record<string, any>} */
    this.changed = {};
    /** Messages for the view until it listens: views begin later than their widgets. @type {[any, DataView[]][]} */
    this.waiting = [];
    // Code and style are on their way as soon as the widget is known, before it is shown.
    this.code = import(asset(state._esm));
    this.code.catch(() => {});
    /** The view as the module gives it, once for all places. @type {Promise<any> | undefined} */
    this.view = undefined;
    if (state._css) styled(asset(state._css));
  }

  /** @param {string} name */
  get(name) {
    return this.state[name];
  }

  /** @param {string} name @param {any} value */
  set(name, value) {
    this.changed[name] = value;
    this.#put({ [name]: value });
  }

  save_changes() {
    const state = this.changed;
    this.changed = {};
    if (Object.keys(state).length)
      this.widget_manager.connection.say(this.model_id, { method: "update", state, buffer_paths: [] });
  }

  /** @param {any} content @param {unknown} [_callbacks] @param {ArrayBuffer[]} [buffers] */
  send(content, _callbacks, buffers) {
    this.widget_manager.connection.say(this.model_id, { method: "custom", content }, buffers);
  }

  /** @param {string} event @param {(...values: any[]) => void} call */
  on(event, call) {
    for (const name of event.split(" ")) {
      const calls = this.listeners.get(name) ?? new Set();
      this.listeners.set(name, calls.add(call));
      if (name === "msg:custom") for (const [content, buffers] of this.waiting.splice(0)) call(content, buffers);
    }
  }

  /** @param {string} [event] @param {(...values: any[]) => void} [call] */
  off(event, call) {
    if (!event) return this.listeners.clear();
    for (const name of event.split(" ")) call ? this.listeners.get(name)?.delete(call) : this.listeners.delete(name);
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

  /** @param {Record<string, any>} state */
  #put(state) {
    const names = Object.keys(state).filter((name) => this.state[name] !== state[name]);
    Object.assign(this.state, state);
    for (const name of names) this.emit(`change:${name}`, this, state[name]);
    if (names.length) this.emit("change", this);
  }

  /** What Python says of the widget. @param {any} data @param {DataView[]} buffers */
  receive(data, buffers) {
    if (data.method !== "custom") this.#put(whole(data, buffers));
    else if (this.listeners.get("msg:custom")?.size) this.emit("msg:custom", data.content, buffers);
    else this.waiting.push([data.content, buffers]);
  }

  /**
   * A view of this widget in `element`; resolves to what removes it.
   * @param {HTMLElement} element
   * @param {Options} [options]
   */
  async show(element, options = {}) {
    // A style sheet may be another widget's, for all of its kind.
    const [module] = await Promise.all([this.code, ...sheets.values()]);
    this.view ??= Promise.resolve(typeof module.default === "function" ? module.default() : module.default).then(
      async (view) => {
        await view.initialize?.({ model: this });
        return view;
      },
    );
    const view = await this.view;
    const el = document.createElement("div");
    element.replaceChildren(el);
    const end = await view.render?.({ model: this, el, signal: options.signal });
    return () => {
      end?.();
      el.remove();
    };
  }
}

/** All models of the page. */
export class Models {
  /** @param {import("./page_connection.js").PageConnection} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {Map<string, Model>} */
    this.all = new Map();
  }

  /**
   * Whether a widget of this kind can be shown here; if not, the page needs the whole of ipywidgets.
   * @param {Record<string, any>} state
   */
  static knows({ _model_module: module, _model_name: name }) {
    return module === "anywidget" || (module === "@jupyter-widgets/base" && name === "LayoutModel");
  }

  /** A widget is there, or there again. @param {string} id @param {any} data @param {DataView[]} buffers */
  open(id, data, buffers) {
    const model = this.all.get(id);
    if (model) model.receive(data, buffers);
    else if (data.state._model_module === "anywidget") this.all.set(id, new Model(this, id, whole(data, buffers)));
  }

  /** @param {string} id @param {any} data @param {DataView[]} buffers */
  say(id, data, buffers) {
    this.all.get(id)?.receive(data, buffers);
  }

  /** @param {string} id */
  close(id) {
    const model = this.all.get(id);
    this.all.delete(id);
    model?.emit("destroy");
  }

  /** Another widget of the page, as views may ask for. @param {string} id */
  async get_model(id) {
    const model = this.all.get(id);
    if (!model) throw new Error(`no widget ${id}`);
    return model;
  }

  /** @param {string} id @param {HTMLElement} element */
  async show(id, element) {
    return (await this.get_model(id)).show(element);
  }
}
