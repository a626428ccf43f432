/** What both laboratories share: the answer and how far it has come, cards that lie together, and choices. */

/** @import {ComparedPicture, ExportFile, LabGroup, WorkProgress} from "./shown.js" */
/** @import {AnyView, Child, View} from "./core.js" */

import { button, h, row, sentences, status } from "./core.js";
import { table } from "./figures.js";
import { save } from "./files.js";

/** @typedef {View<any, {do: "keep_position" | "swap" | "let_go"}>} Keeper A view that keeps a position to compare. */

/**
 * Cards that lie together, under their name.
 * @param {AnyView} it @param {LabGroup} group
 */
export const heap = (it, { label, cards }) =>
  h(
    "div",
    { key: label, class: "cardlab-heap" },
    h("p", { class: "cardlab-line" }, h("strong", {}, label)),
    cards.length > 0 ? row(it, cards, label, "cardlab-fan") : h("p", { class: "cardlab-soft" }, "–"),
  );

/** How far the sample has come, and the way to stop it. @param {WorkProgress} progress @param {Child} stop */
export const underWay = ({ value, most, label }, stop) =>
  h(
    "p",
    { key: "progress", class: "cardlab-under-way" },
    h("progress", { key: "bar", max: most, value, "aria-label": label }),
    " ",
    h("span", {}, label),
    " ",
    stop,
  );

/**
 * The answer: what has just been said, the result in a sentence, and what is wrong with the position. While the result
 * is being improved it stands there to be read; a screen reader says it aloud once it is settled.
 * @param {{said: string, result: string, settled: boolean, faults: Child}} told @param {Child[]} more
 */
export const verdict = ({ said, result, settled, faults }, ...more) => {
  const sentence = result && h("p", { key: "title", class: "cardlab-title" }, result);
  return h(
    "div",
    { key: "verdict", class: `cardlab-verdict cardlab-${faults ? "no" : "none"}` },
    status(said && h("p", { key: "said" }, said), settled && sentence, faults),
    !settled && sentence,
    more,
  );
};

/**
 * Buttons with a name before them.
 * @param {string} key @param {string} label @param {Child[]} buttons
 */
export const choices = (key, label, buttons) =>
  h(
    "div",
    { key, class: "cardlab-tools", role: "group", "aria-label": label },
    h("span", { key: "label", class: "cardlab-soft" }, label),
    buttons,
  );

/** @param {string} label @param {boolean} chosen @param {() => void} act @param {string} key */
export const choice = (label, chosen, act, key) => button(label, act, { key, "aria-pressed": String(chosen) });

/**
 * What can be saved as files.
 * @param {AnyView} it @param {ExportFile[]} all @param {string} about what the files are about
 */
export const files = ({ words }, all, about = "") =>
  all.length > 0 &&
  h(
    "div",
    {
      key: "files",
      class: "cardlab-tools cardlab-files",
      role: "group",
      "aria-label": [words["laboratory.files"], about].filter(Boolean).join(": "),
    },
    h("span", { key: "label", class: "cardlab-soft" }, words["laboratory.files"]),
    all.map(({ label, name, type, text }) => button(label, () => save(name, text, type), { key: name })),
  );

/** Keeps the position on the page. @param {Keeper} it @param {boolean} can */
export const keep = ({ words, send }, can) =>
  button(words["laboratory.keep_position"], can ? () => send({ do: "keep_position" }) : null, { key: "keep" });

/**
 * The position that was kept, beside the one on the page.
 * @param {Keeper} it @param {ComparedPicture | null} kept @param {boolean} can whether the two can change places
 */
export const compared = (it, kept, can) => {
  const { words, send } = it;
  return (
    kept &&
    h(
      "section",
      { key: "compared", class: "cardlab-section cardlab-compared", "aria-label": words["laboratory.compared"] },
      h("p", { key: "title", class: "cardlab-title" }, words["laboratory.compared"]),
      h(
        "div",
        { key: "lying", class: "cardlab-heaps" },
        kept.lying.map((one) => heap(it, one)),
      ),
      sentences(kept.told, "told"),
      kept.table && table(kept.table),
      h(
        "div",
        { key: "tools", class: "cardlab-tools" },
        button(words["laboratory.swap"], can ? () => send({ do: "swap" }) : null, { key: "swap" }),
        button(words["laboratory.let_go"], () => send({ do: "let_go" }), { key: "let go" }),
      ),
    )
  );
};
