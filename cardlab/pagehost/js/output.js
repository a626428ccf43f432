/**
 * ipywidgets' Output: what a widget's callback prints or displays, caught and shown in its place.
 */

import { DOMWidgetModel, DOMWidgetView } from "@jupyter-widgets/base";

/** @param {any} text */
const joined = (text) => (Array.isArray(text) ? text.join("") : String(text));

class OutputModel extends DOMWidgetModel {
  defaults() {
    return {
      ...super.defaults(),
      _model_name: "OutputModel",
      _view_name: "OutputView",
      _model_module: "@jupyter-widgets/output",
      _view_module: "@jupyter-widgets/output",
      msg_id: "",
      outputs: [],
    };
  }

  /** @param {any} attributes @param {any} options */
  initialize(attributes, options) {
    super.initialize(attributes, options);
    const { listeners } = /** @type {any} */ (this.widget_manager);
    this.isStale = false;
    this.catch = (/** @type {string} */ parent, /** @type {any} */ output) => this.take(parent, output);
    listeners.add(this.catch);
    this.once("destroy comm:close", () => listeners.delete(this.catch));
  }

  /** @param {string} parent @param {any} output */
  take(parent, output) {
    if (!parent || parent !== this.get("msg_id")) return;
    const outputs = this.isStale ? [] : [...this.get("outputs")];
    const last = outputs.at(-1);
    if (output.output_type === "clear") {
      this.isStale = output.wait;
      if (output.wait) return;
      outputs.length = 0;
    } else {
      this.isStale = false;
      if (output.output_type === "stream" && last?.output_type === "stream" && last.name === output.name) {
        outputs[outputs.length - 1] = { ...last, text: joined(last.text) + output.text };
      } else outputs.push(output);
    }
    this.set("outputs", outputs);
    this.save_changes();
  }
}

class OutputView extends DOMWidgetView {
  render() {
    super.render();
    this.el.classList.add("course-caught");
    this.listenTo(this.model, "change:outputs", this.redraw);
    this.redraw();
  }

  redraw() {
    const outputs = /** @type {any[]} */ (this.model.get("outputs"));
    const seen = outputs.filter((output) => output.output_type !== "stream" || output.name !== "stderr");
    const manager = /** @type {import("./manager.js").Manager} */ (this.model.widget_manager);
    this.el.replaceChildren(...seen.map((output) => manager.shown(output, manager)[0]));
  }
}

export const outputWidget = { OutputModel, OutputView };
