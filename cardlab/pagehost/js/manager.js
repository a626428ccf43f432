/**
 * The whole of ipywidgets, for pages that have more than widgets of their own kind: which class draws which widget.
 *
 * Knows ipywidgets' base, controls and Output, anywidget, and what other packages have installed; a page loads this file
 * only if it has one of them.
 */

import * as base from "@jupyter-widgets/base";
import { ManagerBase } from "@jupyter-widgets/base-manager";
import { MessageLoop } from "@lumino/messaging";
import { Widget } from "@lumino/widgets";
import anywidgetFactory from "anywidget";
import { installed } from "./installed.js";
import { outputWidget } from "./output.js";

/** @type {Record<string, () => any>} */
const MODULES = {
  "@jupyter-widgets/base": () => base,
  "@jupyter-widgets/controls": () => import("./controls.js"),
  "@jupyter-widgets/output": () => outputWidget,
  anywidget: () => anywidget,
};
const anywidget = anywidgetFactory(base);
/** A module by its name: one of those here, or what another package has installed. @param {string} name */
const part = async (name) => MODULES[name]?.() ?? installed(name, part);
const VERSION = { version: base.PROTOCOL_VERSION };

/** One comm, in the shape that ipywidgets expects of it. */
class Comm {
  /** @param {import("./page_connection.js").PageConnection} connection @param {string} id */
  constructor(connection, id) {
    this.connection = connection;
    this.comm_id = id;
    this.target_name = "jupyter.widget";
    this.receive = (/** @type {any} */ _message) => {};
    this.ended = (/** @type {any} */ _message) => {};
  }

  open() {
    return "";
  }

  /** @param {any} data @param {any} [callbacks] @param {any} [_metadata] @param {ArrayBuffer[]} [buffers] */
  send(data, callbacks, _metadata, buffers) {
    const idle = { content: { execution_state: "idle" }, header: { msg_type: "status" }, parent_header: {} };
    return String(this.connection.say(this.comm_id, data, buffers ?? [], () => callbacks?.iopub?.status?.(idle)));
  }

  close() {
    return "";
  }

  /** @param {(message: any) => void} receive */
  on_msg(receive) {
    this.receive = receive;
  }

  /** @param {(message: any) => void} ended */
  on_close(ended) {
    this.ended = ended;
  }
}

export class Manager extends ManagerBase {
  /**
   * @param {import("./page_connection.js").PageConnection} connection
   * @param {typeof import("./models.js").asset} asset
   * @param {typeof import("./shown.js").shown} shown what the page has already
   */
  constructor(connection, asset, shown) {
    super();
    this.connection = connection;
    this.asset = asset;
    this.shown = shown;
    /** @type {Map<string, Comm>} */
    this.comms = new Map();
    /** What `Output` widgets listen to. @type {Set<(parent: string, output: any) => void>} */
    this.listeners = new Set();
  }

  /** A widget is there, or there again. @param {string} id @param {any} data @param {DataView[]} buffers */
  async open(id, data, buffers) {
    for (const name of ["_esm", "_css"])
      if (data.state[name]?.startsWith("asset:")) data.state[name] = this.asset(data.state[name]);
    if (this.comms.has(id)) return this.say(id, { ...data, method: "update" }, buffers);
    const comm = new Comm(this.connection, id);
    this.comms.set(id, comm);
    const message = {
      content: { comm_id: id, target_name: comm.target_name, data },
      metadata: VERSION,
      buffers,
      header: { msg_type: "comm_open" },
    };
    await this.handle_comm_open(comm, /** @type {any} */ (message));
  }

  /** @param {string} id @param {any} data @param {DataView[]} buffers */
  async say(id, data, buffers) {
    await this.comms
      .get(id)
      ?.receive({
        content: { comm_id: id, data },
        metadata: {},
        buffers,
        header: { msg_type: "comm_msg" },
        parent_header: {},
      });
  }

  /** @param {string} id */
  async close(id) {
    await this.comms
      .get(id)
      ?.ended({ content: { comm_id: id, data: {} }, metadata: {}, buffers: [], header: { msg_type: "comm_close" } });
    this.comms.delete(id);
  }

  /** Something printed or shown, meant for an `Output` widget. @param {string} parent @param {any} output */
  out(parent, output) {
    for (const listener of this.listeners) listener(parent, output);
  }

  /** Shows the widget `id` in `element`. @param {string} id @param {HTMLElement} element */
  async show(id, element) {
    const model = await this.get_model(id);
    const view = await this.create_view(model);
    const widget = view.luminoWidget ?? view.pWidget;
    MessageLoop.sendMessage(widget, Widget.Msg.BeforeAttach);
    element.replaceChildren(view.el);
    MessageLoop.sendMessage(widget, Widget.Msg.AfterAttach);
    return () => view.remove();
  }

  /** @param {string} name @param {string} module @returns {Promise<any>} */
  async loadClass(name, module) {
    const classes = await part(module);
    if (!classes?.[name]) throw new Error(`This page has no ${module} ${name}.`);
    return classes[name];
  }

  /** @param {string} _target @param {string} id @returns {Promise<any>} */
  async _create_comm(_target, id) {
    return new Comm(this.connection, id);
  }

  /** Never asked: the server tells a page all its widgets. @returns {Promise<any>} */
  async _get_comm_info() {
    return {};
  }
}
