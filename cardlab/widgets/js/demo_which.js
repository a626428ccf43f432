/** What stands on the stage of `Demo`: its kind and its fields. On the whole screen they are folded away. */

/** @import {DemoMessage, DemoShown, NamedChoice} from "./shown.js" */
/** @import {View} from "./core.js" */

import { button, h } from "./core.js";
import { entered, fields } from "./forms.js";
import { isFull } from "./full.js";

/** @typedef {View<DemoShown, DemoMessage>} It */

/**
 * A list to choose from.
 * @param {It} it @param {string} label @param {NamedChoice[]} all @param {(name: string) => DemoMessage} message
 */
const choose = ({ send }, label, all, message) =>
  h(
    "label",
    { key: label, class: "cardlab-field" },
    h("span", {}, label),
    " ",
    h(
      "select",
      {
        key: all.map(({ name }) => name).join(),
        onchange: (/** @type {Event} */ event) => send(message(/** @type {HTMLSelectElement} */ (event.target).value)),
      },
      all.map((one) => h("option", { key: one.name, value: one.name, selected: one.chosen ? "" : null }, one.label)),
    ),
  );

/** Which question: lesson, kind, level and start number. @param {It} it */
const ofQuestion = (it) => {
  const { shown, words, root, send } = it;
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter") /** @type {HTMLElement} */ (root.querySelector(".cardlab-stage")).focus();
  };
  return [
    choose(it, words["demo.lesson"], shown.lessons, (name) => ({ do: "lesson", name })),
    choose(it, words["demo.kind"], shown.drills, (name) => ({ do: "drill", name })),
    h(
      "div",
      { key: "levels", class: "cardlab-tools", role: "group", "aria-label": words["demo.level"] },
      shown.levels.map((one) =>
        button(one.label, () => send({ do: "level", level: one.level }), {
          key: one.level,
          "aria-pressed": String(one.chosen),
        }),
      ),
    ),
    h(
      "label",
      { key: "seed", class: "cardlab-field", title: words["demo.seed_hint"] },
      h("span", {}, words["demo.seed"]),
      " ",
      h("input", {
        type: "text",
        inputmode: "numeric",
        autocomplete: "off",
        maxlength: 6,
        value: shown.seed,
        onkeydown,
        onchange: (/** @type {Event} */ event) =>
          send({ do: "seed", text: /** @type {HTMLInputElement} */ (event.target).value }),
      }),
    ),
    h("a", { key: "class", class: "cardlab-for-class", href: shown.for_class }, words["demo.for_class"]),
  ];
};

/** A position as it is written, to be read. @param {It} it */
const position = ({ words, root, send }) => {
  const read = () =>
    send({ do: "position", text: /** @type {HTMLInputElement} */ (root.querySelector("input[name=position]")).value });
  return h(
    "span",
    { key: "position", class: "cardlab-tools" },
    h(
      "label",
      { key: "field", class: "cardlab-field" },
      h("span", {}, words["demo.position"]),
      " ",
      h("input", { name: "position", type: "text", autocomplete: "off", maxlength: 1500, onkeydown: entered(read) }),
    ),
    button(words["demo.position_show"], read, { key: "read" }),
  );
};

/** @param {It} it */
export const which = (it) => {
  const { shown, words, root } = it;
  const all = h(
    "div",
    { key: "fields", class: "cardlab-tools cardlab-fields" },
    choose(it, words["demo.source"], shown.sources, (name) => ({ do: "source", name })),
    shown.exhibit ? fields(it, shown.fields, "of the exhibit") : ofQuestion(it),
    shown.takes_position && position(it),
  );
  return isFull(root)
    ? h("details", { key: "which", class: "cardlab-which" }, h("summary", {}, words["demo.choose"]), all)
    : all;
};
