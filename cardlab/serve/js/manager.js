/**
 * The widgets of the page: which class draws which, and how a kernel's comms become models.
 *
 * Knows ipywidgets' base, anywidget and Output; loads the core controls only when a page has one.
 */

import * as base from "@jupyter-widgets/base";
import { ManagerBase } from "@jupyter-widgets/base-manager";
import { MessageLoop } from "@lumino/messaging";
import { Widget } from "@lumino/widgets";
import anywidgetFactory from "anywidget";
import { Comm } from "./kernel.js";
import { outputWidget } from "./output.js";

/** @type {Record<string, () => any>} */
const MODULES = {
  "@jupyter-widgets/base": () => base,
  "@jupyter-widgets/controls": () => import("./controls.js"),
  "@jupyter-widgets/output": () => outputWidget,
  anywidget: () => anywidget,
};
const anywidget = /** @type {any} */ (anywidgetFactory)(base);

export class Manager extends ManagerBase {
  /** @param {import("./kernel.js").Kernel} kernel */
  constructor(kernel) {
    super();
    this.kernel = kernel;
    kernel.opened = (comm, message) => {
      if (comm.target_name === this.comm_target_name) return this.handle_comm_open(/** @type {any} */ (comm), /** @type {any} */ (message));
    };
  }

  /** All widgets that the kernel has, as models; from then on those that come and change. */
  async load() {
    await this._loadFromKernel();
    this.kernel.release();
  }

  /** Shows the widget `id` in `place`. @param {string} id @param {HTMLElement} place */
  async show(id, place) {
    const model = await this.get_model(id);
    const view = /** @type {any} */ (await this.create_view(/** @type {any} */ (model)));
    const widget = view.luminoWidget ?? view.pWidget;
    MessageLoop.sendMessage(widget, Widget.Msg.BeforeAttach);
    place.append(view.el);
    MessageLoop.sendMessage(widget, Widget.Msg.AfterAttach);
    return view;
  }

  /** @param {string} name @param {string} module @returns {Promise<any>} */
  async loadClass(name, module) {
    const classes = await MODULES[module]?.();
    if (!classes?.[name]) throw new Error(`This page has no ${module} ${name}.`);
    return classes[name];
  }

  /** @param {string} target @param {string} id @param {any} [data] @param {any} [metadata] @param {any[]} [buffers] @returns {Promise<any>} */
  async _create_comm(target, id, data, metadata, buffers) {
    const comm = new Comm(this.kernel, target, id);
    this.kernel.comms.set(id, comm);
    if (data || metadata) comm.open(data, {}, metadata, buffers);
    return comm;
  }

  /** Never asked: the kernels here answer to `request_states`. @returns {Promise<any>} */
  async _get_comm_info() {
    return {};
  }
}
