/** What a view needs in JupyterLab, Voilà and Colab; pages of the course don't load it. */

/** @import {Model} from "./core.js" */

import { host } from "./core.js";

/**
 * Passes keys with Ctrl or Cmd that the widget doesn't use, such as Ctrl+S, to JupyterLab. Its notebook gets a copy of
 * the event. What they would do to cells (Ctrl+Backspace merges two) doesn't happen, because it requires `:focus`.
 * @param {KeyboardEvent} event @param {HTMLElement} root
 */
const handOn = (event, root) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
  const untouched = root.closest(".jp-NotebookPanel")?.dispatchEvent(new KeyboardEvent("keydown", event));
  if (untouched === false) event.preventDefault();
};

/**
 * Says that Python has ended, and disables the widget. In JupyterLab a restarted kernel is reported to every model; one
 * that was shut down throws at the next message.
 * @param {Model} model @param {HTMLElement} root
 */
const guard = (model, root) => {
  const send = model.send.bind(model);
  const end = () => {
    if (root.inert) return;
    root.inert = true;
    const notice = document.createElement("p");
    Object.assign(notice, { className: "cardlab-ended", lang: root.lang });
    notice.role = "status";
    root.before(notice);
    // A screen reader announces changes only in an element that it knows already.
    requestAnimationFrame(() => notice.append(model.get("words")["widget.ended"]));
  };
  // All messages go through this model, also those from a clock or another tab.
  model.send = (content) => {
    try {
      return root.inert || send(content);
    } catch {
      end();
    }
  };
  model.on("comm_live_update", end);
};

/**
 * Lets a model receive messages again. anywidget gives a view two seconds to load after its model is there. On a slow
 * computer JupyterLab takes longer to draw a notebook, and anywidget then refuses all messages from Python. An event of
 * its own finds the model behind anywidget's; an empty message shows whether it refuses.
 * @param {Model & {set?(name: string, value: unknown): void}} model
 */
const resume = (model) => {
  /** @param {any} real */
  const repair = async (real) => {
    const refusing = real?._handle_comm_msg;
    if (!refusing || !real.comm) return;
    try {
      await refusing.call(real, { content: { data: {} }, buffers: [] });
    } catch {
      let kind = Object.getPrototypeOf(real);
      while (kind && kind._handle_comm_msg === refusing) kind = Object.getPrototypeOf(kind);
      if (!kind?._handle_comm_msg) return;
      real.comm.on_msg((/** @type {unknown} */ message) => kind._handle_comm_msg.call(real, message));
      real.comm.send({ method: "request_state" });
    }
  };
  const asked = (/** @type {any} */ real) => void repair(real);
  model.on("change:asked", /** @type {() => void} */ (asked));
  model.set?.("asked", true);
  model.off("change:asked", /** @type {() => void} */ (asked));
};

host.begun = (model, root) => {
  root.addEventListener("keydown", (event) => handOn(event, root));
  guard(model, root);
  resume(model);
};
