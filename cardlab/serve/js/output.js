/**
 * ipywidgets' Output: what a widget's callback prints or displays, caught and shown in its place.
 *
 * Knows text, HTML, SVG, pictures and widgets; scripts in HTML do not run, and an error is one sentence, no traceback.
 */

import { DOMWidgetModel, DOMWidgetView } from "@jupyter-widgets/base";

const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/** @param {any} text */
const joined = (text) => (Array.isArray(text) ? text.join("") : String(text));

/** One nbformat output as an element. @param {any} output @param {any} manager @returns {HTMLElement} */
export function shown(output, manager) {
  const data = output.data ?? {};
  const widget = data["application/vnd.jupyter.widget-view+json"];
  const picture = PICTURES.find((type) => data[type]);
  const markup = data["text/html"] ?? data["image/svg+xml"];
  const box = document.createElement(output.output_type === "stream" || data["text/plain"] ? "pre" : "div");
  if (output.output_type === "error") return failure();
  if (output.output_type === "stream") {
    box.textContent = joined(output.text);
    return box;
  }
  const place = document.createElement("div");
  if (widget) {
    manager.show(widget.model_id, place).catch((/** @type {unknown} */ problem) => {
      console.warn(problem);
      place.replaceChildren(failure());
    });
  } else if (markup) {
    place.innerHTML = joined(markup);
  } else if (picture) {
    const image = document.createElement("img");
    image.alt = joined(data["text/plain"] ?? "");
    image.src = `data:${picture};base64,${joined(data[picture])}`;
    place.append(image);
  } else {
    box.textContent = joined(data["text/plain"] ?? "");
    return box;
  }
  return place;
}

/** The sentence of a cell or a callback that failed. */
export function failure() {
  const sentence = document.createElement("p");
  sentence.className = "course-failure";
  sentence.setAttribute("role", "alert");
  sentence.textContent = document.body.dataset.failed ?? "";
  return sentence;
}

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
    const kernel = /** @type {any} */ (this.widget_manager).kernel;
    this.isStale = false;
    this.catch = (/** @type {any} */ event) => this.take(event.detail);
    kernel.addEventListener("iopub", this.catch);
    this.once("destroy comm:close", () => kernel.removeEventListener("iopub", this.catch));
  }

  /** @param {import("./kernel.js").Message} message */
  take({ header, parent_header, content }) {
    const id = this.get("msg_id");
    if (!id || parent_header.msg_id !== id) return;
    const outputs = this.isStale ? [] : [...this.get("outputs")];
    switch (header.msg_type) {
      case "clear_output":
        this.isStale = content.wait;
        if (content.wait) return;
        outputs.length = 0;
        break;
      case "stream": {
        const last = outputs.at(-1);
        if (last?.output_type === "stream" && last.name === content.name) {
          outputs[outputs.length - 1] = { ...last, text: joined(last.text) + content.text };
          break;
        }
      }
      // falls through
      case "display_data":
      case "execute_result":
      case "error":
        outputs.push({ output_type: header.msg_type, ...content });
        break;
      default:
        return;
    }
    if (header.msg_type !== "clear_output") this.isStale = false;
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
    this.el.replaceChildren(...seen.map((output) => shown(output, this.model.widget_manager)));
  }
}

export const outputWidget = { OutputModel, OutputView };
