/**
 * Forms: fields of every kind, the rules that a form has set, and the Enter key. What is set goes to Python, which
 * judges it.
 */

/** @import {View} from "./core.js" */
/** @import {NumberField, RulesInForce, SelectField, SwitchField} from "./shown.js" */

import { box, button, h } from "./core.js";

/** @typedef {SelectField | NumberField | SwitchField} Field */
/** @typedef {View<any, {do: "set", field: string, value: string | boolean}>} Form A view that hears of its fields. */

/**
 * A field for a whole number. What Python will not take is not left standing there as if it had been taken.
 * @param {NumberField} one @param {(value: string) => void} set
 */
const number = ({ least, most, value }, set) => {
  /**
   * The number as Python writes it, "1e1" as "10"; else as it stands there, or `instead`.
   * @param {Event} event
   * @param {string} [instead]
   */
  const typed = ({ target }, instead) => {
    const field = /** @type {HTMLInputElement} */ (target);
    return field.validity.valid ? String(field.valueAsNumber) : (instead ?? field.value);
  };
  return h("input", {
    key: "field",
    type: "number",
    inputmode: "numeric",
    min: least,
    max: most,
    required: true,
    value,
    onchange: (/** @type {Event} */ event) => set(typed(event)),
    onblur: (/** @type {Event} */ event) => {
      /** @type {HTMLInputElement} */ (event.target).value = typed(event, value);
    },
  });
};

/** A field of a form, whatever its kind; what is set goes to Python. @param {Form} view @param {Field} one */
export const field = ({ send }, one) => {
  const { key, label } = one;
  const set = (/** @type {string | boolean} */ value) => send({ do: "set", field: key, value });
  const changed = (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).value);
  if (one.kind === "switch")
    return button([box(one.on), label], () => set(!one.on), { key, "aria-pressed": String(one.on) });
  return h(
    "label",
    { key, class: "cardlab-field" },
    h("span", {}, label),
    " ",
    one.kind === "number"
      ? number(one, set)
      : h(
          "select",
          { key: "field", value: one.choices.find(({ chosen }) => chosen)?.value, onchange: changed },
          one.choices.map(({ value, label: text }) => h("option", { key: value, value }, text)),
        ),
  );
};

/** @param {Form} view @param {Field[]} all @param {string} key */
export const fields = (view, all, key) =>
  all.length > 0 &&
  h(
    "div",
    { key, class: "cardlab-tools cardlab-fields" },
    all.map((one) => field(view, one)),
  );

/**
 * A field for figures; what stands there goes to Python as text.
 * @param {Record<string, any>} props
 * @param {(text: string) => void} typed
 */
export const digits = (props, typed) =>
  h("input", {
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    ...props,
    oninput: (/** @type {Event} */ event) => typed(/** @type {HTMLInputElement} */ (event.target).value),
  });

/** What the Enter key does in a field: once, however long it is held. @param {() => void} act */
export const entered = (act) => (/** @type {KeyboardEvent} */ event) => {
  if (event.code !== "Enter" && event.code !== "NumpadEnter") return;
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) act();
};

/** The preset and what differs from it. @param {RulesInForce} rules */
export const rulesOfTable = ({ title, changes }) =>
  changes.length === 0
    ? h("p", { key: "rules", class: "cardlab-progress" }, title)
    : h(
        "details",
        { key: "changes", class: "cardlab-rules" },
        h("summary", {}, title),
        h(
          "ul",
          { class: "cardlab-sentences" },
          changes.map(({ name, text }) => h("li", {}, h("strong", {}, name), " ", text)),
        ),
      );
