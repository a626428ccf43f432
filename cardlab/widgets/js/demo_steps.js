/** The list of prepared steps beside the stage of `Demo`: shown, named, put in order, kept, saved, opened, linked. */

/** @import {DemoMessage, DemoShown, StepPicture} from "./shown.js" */
/** @import {View} from "./core.js" */

import { addressOf } from "./address.js";
import { button, h } from "./core.js";
import { choose, saving } from "./files.js";
import { connect } from "./storage.js";

/** @typedef {View<DemoShown, DemoMessage>} It */

const KEY = "cardlab-demo-steps";

/** The browser keeps the list, and Python's files are saved. @param {any} model @returns {() => void} ends it */
export const keepSteps = (model) => {
  const end = connect(model, KEY);
  const saved = saving(model);
  return () => {
    saved();
    end();
  };
};

/** The way to the next and the last prepared step, where there are some. @param {It} it */
export const stepButtons = ({ shown: { steps }, words, send }) =>
  steps.all.length > 0 &&
  h(
    "span",
    { key: "prepared", class: "cardlab-tools cardlab-walk", role: "group", "aria-label": words["demo.steps"] },
    button("◀◀", steps.before ? () => send({ do: "walk", by: -1 }) : null, {
      key: "before",
      "aria-label": words["demo.previous_step"],
      title: words["demo.previous_step"],
    }),
    h("span", { key: "now", class: "cardlab-now" }, steps.now || words["demo.list_now"]),
    button("▶▶", steps.after ? () => send({ do: "walk", by: 1 }) : null, {
      key: "after",
      "aria-label": words["demo.next_step"],
      title: words["demo.next_step"],
    }),
  );

/** @param {It} it @param {StepPicture} one */
const step = ({ shown, words, send }, { place, name, what, chosen }) => {
  const called = `${place + 1}. ${name || what}`;
  const tool = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {DemoMessage | null} */ message) =>
    button(sign, message && (() => send(message)), { key: label, "aria-label": `${label}: ${called}`, title: label });
  return h(
    "li",
    { key: place, class: `cardlab-step${chosen ? " cardlab-present" : ""}`, "aria-current": chosen ? "step" : null },
    h(
      "button",
      { key: "show", type: "button", class: "cardlab-button", onclick: () => send({ do: "show", place }) },
      h("span", { class: "cardlab-unseen" }, `${words["demo.show"]}: `),
      called,
    ),
    h("input", {
      key: "name",
      type: "text",
      autocomplete: "off",
      maxlength: shown.steps.longest_name,
      value: name,
      placeholder: words["demo.step_name"],
      "aria-label": `${words["demo.step_name"]}: ${called}`,
      onchange: (/** @type {Event} */ event) =>
        send({ do: "name", place, text: /** @type {HTMLInputElement} */ (event.target).value }),
    }),
    name && h("span", { key: "what", class: "cardlab-what" }, what),
    h(
      "span",
      { key: "tools", class: "cardlab-tools" },
      tool("▲", words["demo.up"], place ? { do: "move_step", place, by: -1 } : null),
      tool("▼", words["demo.down"], place < shown.steps.all.length - 1 ? { do: "move_step", place, by: 1 } : null),
      tool("✕", words["demo.drop"], { do: "drop", place }),
    ),
  );
};

/** @param {It} it */
const copy = async ({ shown, root, send }) => {
  const text = /** @type {HTMLInputElement} */ (root.querySelector("input[name=steps]"));
  text.select();
  try {
    await navigator.clipboard.writeText(text.value);
    send({ do: "link" });
  } catch {
    if (document.execCommand("copy")) send({ do: "link" });
  }
};

/** The list, with all that may be done with it. @param {It} it */
export const prepared = (it) => {
  const { shown, words, send } = it;
  const { steps } = shown;
  const nothing = Object.fromEntries(Object.keys(shown.address).map((name) => [name, ""]));
  const link = steps.link && addressOf({ ...nothing, plan: "", steps: steps.link });
  return h(
    "details",
    { key: "list", class: "cardlab-list" },
    h("summary", {}, words["demo.steps"], steps.all.length > 0 && ` (${steps.all.length})`),
    h("p", { key: "text" }, words["demo.steps_text"]),
    steps.lent &&
      h(
        "div",
        { key: "lent", class: "cardlab-lent" },
        h("p", { key: "text" }, steps.lent),
        h(
          "div",
          { key: "choice", class: "cardlab-tools" },
          button(words["demo.keep_these"], () => send({ do: "keep_these" }), { key: "keep" }),
          button(words["demo.take_back"], () => send({ do: "take_back" }), { key: "back" }),
        ),
      ),
    h(
      "div",
      { key: "tools", class: "cardlab-tools" },
      button(words["demo.add"], () => send({ do: "add" }), { key: "add", class: "cardlab-button cardlab-main" }),
      button(words["demo.save"], steps.all.length ? () => send({ do: "save" }) : null, { key: "save" }),
      button(
        words["demo.open"],
        () =>
          choose(
            steps.largest,
            (text) => send({ do: "open", text }),
            () => send({ do: "too_long" }),
          ),
        { key: "open" },
      ),
      steps.plans.map(({ name, label }) => button(label, () => send({ do: "plan", name }), { key: `plan ${name}` })),
    ),
    steps.all.length > 0
      ? h(
          "ol",
          { key: "steps", class: "cardlab-prepared" },
          steps.all.map((one) => step(it, one)),
        )
      : h("p", { key: "none", class: "cardlab-progress" }, words["demo.none"]),
    link &&
      h(
        "div",
        { key: "link", class: "cardlab-tools" },
        h(
          "label",
          { key: "field", class: "cardlab-field" },
          h("span", {}, words["demo.link"]),
          " ",
          h("input", { name: "steps", type: "text", readonly: "", value: link }),
        ),
        button(words["demo.copy"], () => void copy(it), { key: "copy" }),
      ),
  );
};
