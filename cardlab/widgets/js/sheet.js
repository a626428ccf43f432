/** The view of `Sheet`: which exercises, how many, which number; and the two buttons that make the sheet. */

/** @import {NamedChoice, SheetMessage, SheetShown} from "./shown.js" */
/** @import {View} from "./core.js" */

import { box, button, h, status, view } from "./core.js";
import { open, save } from "./files.js";
import { digits } from "./forms.js";

const TYPE = "text/html";

/** @typedef {View<SheetShown, SheetMessage>} It */

/**
 * A list to choose from.
 * @param {string} label @param {NamedChoice[]} all @param {(name: string) => void} chosen
 */
const list = (label, all, chosen) =>
  h(
    "label",
    { key: label, class: "cardlab-field" },
    h("span", {}, label),
    " ",
    h(
      "select",
      {
        key: all.map(({ name }) => name).join(),
        value: all.find((one) => one.chosen)?.name,
        onchange: (/** @type {Event} */ event) => chosen(/** @type {HTMLSelectElement} */ (event.target).value),
      },
      all.map(({ name, label: text }) => h("option", { key: name, value: name }, text)),
    ),
  );

const sheet = view((/** @type {It} */ { shown, words, send }) => [
  h(
    "div",
    { key: "fields", class: "cardlab-tools cardlab-fields" },
    list(words["sheet.lesson"], shown.lessons, (name) => send({ do: "lesson", name })),
    list(words["sheet.kind"], shown.kinds, (name) => send({ do: "only_kind", name })),
    list(words["sheet.level"], shown.levels, (name) => send({ do: "only_level", name })),
    list(
      words["sheet.each"],
      shown.each.map(({ count, chosen }) => ({ name: String(count), label: String(count), chosen })),
      (count) => send({ do: "each", count: Number(count) }),
    ),
    h(
      "label",
      { key: "seed", class: "cardlab-field" },
      h("span", {}, words["sheet.seed_field"]),
      " ",
      digits({ maxlength: 6, value: shown.seed }, (text) => send({ do: "seed", text })),
    ),
    button([box(shown.versions), words["sheet.versions"]], () => send({ do: "versions" }), {
      key: "versions",
      "aria-pressed": String(shown.versions),
    }),
    button([box(shown.solutions), words["sheet.with_solutions"]], () => send({ do: "solutions" }), {
      key: "solutions",
      "aria-pressed": String(shown.solutions),
    }),
  ),
  shown.wished && h("p", { key: "wished", class: "cardlab-progress" }, shown.wished),
  h(
    "div",
    { key: "buttons", class: "cardlab-tools" },
    button(words["sheet.open"], () => send({ do: "make", how: "open" }), {
      key: "open",
      class: "cardlab-button cardlab-main",
    }),
    button(words["sheet.save"], () => send({ do: "make", how: "save" }), { key: "save" }),
  ),
  status(shown.said),
]);

export default {
  /** @param {{model: any, el: HTMLElement}} given */
  render(given) {
    /** @param {{how: string, name: string, text: string}} file */
    const give = ({ how, name, text }) => (how === "open" ? open(text, TYPE) : save(name, text, TYPE));
    given.model.on("msg:custom", give);
    const done = sheet.render(given);
    return () => {
      given.model.off("msg:custom", give);
      done();
    };
  },
};
