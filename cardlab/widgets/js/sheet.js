/** The view of `Sheet`: which exercises, how many, which number; and the two buttons that make the sheet. */

/** @import {SheetMessage, SheetShown} from "./shown.js" */
/** @import {View} from "./core.js" */

import { button, h, status, view } from "./core.js";
import { open, save } from "./files.js";
import { digits } from "./forms.js";

const TYPE = "text/html";

const sheet = view((/** @type {View<SheetShown, SheetMessage>} */ { shown, words, send }) => [
  h(
    "div",
    { key: "fields", class: "cardlab-tools cardlab-fields" },
    h(
      "label",
      { key: "lesson", class: "cardlab-field" },
      h("span", {}, words["sheet.lesson"]),
      " ",
      h(
        "select",
        {
          onchange: (/** @type {Event} */ event) =>
            send({ do: "lesson", name: /** @type {HTMLSelectElement} */ (event.target).value }),
        },
        shown.lessons.map((one) =>
          h("option", { key: one.name, value: one.name, selected: one.chosen ? "" : null }, one.label),
        ),
      ),
    ),
    h(
      "label",
      { key: "each", class: "cardlab-field" },
      h("span", {}, words["sheet.each"]),
      " ",
      h(
        "select",
        {
          onchange: (/** @type {Event} */ event) =>
            send({ do: "each", count: Number(/** @type {HTMLSelectElement} */ (event.target).value) }),
        },
        shown.each.map((one) =>
          h("option", { key: one.count, value: one.count, selected: one.chosen ? "" : null }, one.count),
        ),
      ),
    ),
    h(
      "label",
      { key: "seed", class: "cardlab-field" },
      h("span", {}, words["sheet.seed_field"]),
      " ",
      digits({ maxlength: 6, value: shown.seed }, (text) => send({ do: "seed", text })),
    ),
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
