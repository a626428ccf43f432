/** The view of `WhatIfTichu`: a position of two piles and a hand, two reaction times, and what everything is worth. */

/** @import {Pressed, WhatIfTichuMessage, WhatIfTichuShown} from "./shown.js" */
/** @import {View} from "./core.js" */

import { addressOf, follow, given } from "./address.js";
import { button, h, inFourColours, sentences, view } from "./core.js";
import { table } from "./figures.js";
import { entered, fields, settle } from "./forms.js";
import { choice, choices, compared, files, heap, keep, underWay, verdict } from "./laboratory.js";
import { deck } from "./whatif_deck.js";

/** @typedef {View<WhatIfTichuShown, WhatIfTichuMessage>} It */

/** Buttons of which one is pressed. @param {string} label @param {Pressed[]} all @param {(one: Pressed) => void} act */
const pressed = (label, all, act) =>
  choices(
    label,
    label,
    all.map((one) => choice(one.label, one.chosen, () => act(one), one.key)),
  );

/** @param {It} it */
const copy = async ({ root, send }) => {
  const line = /** @type {HTMLInputElement} */ (root.querySelector("input[name=position]"));
  line.select();
  try {
    await navigator.clipboard.writeText(line.value);
    send({ do: "copied" });
  } catch {
    line.focus();
    line.select();
    send({ do: document.execCommand("copy") ? "copied" : "selected" });
  }
};

/** The address of this page with the position in it. @param {It} it */
const copyLink = async ({ shown, send }) => {
  try {
    await navigator.clipboard.writeText(addressOf({ pos: shown.notation, pace: shown.pace }));
    send({ do: "link_copied" });
  } catch {
    send({ do: "link_shown" });
  }
};

/** The position in a line, to be copied and to be pasted over. @param {It} it */
const line = (it) => {
  const { shown, words, root, send } = it;
  const read = () =>
    send({ do: "paste", text: /** @type {HTMLInputElement} */ (root.querySelector("input[name=position]")).value });
  return h(
    "div",
    { key: "line", class: "cardlab-shared" },
    h(
      "label",
      { key: "text", class: "cardlab-field" },
      h("span", {}, words["whatif_tichu.line"]),
      " ",
      h("input", {
        key: "text",
        type: "text",
        name: "position",
        autocomplete: "off",
        spellcheck: "false",
        value: shown.notation,
        onkeydown: entered(read),
      }),
    ),
    button(words["whatif_tichu.read"], read, { key: "read" }),
    button(words["whatif_tichu.copy"], () => void copy(it), { key: "copy" }),
    button(words["whatif_tichu.link"], () => void copyLink(it), { key: "link" }),
  );
};

/** @param {It} it */
const editor = (it) => {
  const { shown, words, send } = it;
  return h(
    "details",
    { key: "editor", class: "cardlab-fold" },
    h("summary", {}, words["whatif_tichu.build"]),
    pressed(words["whatif_tichu.to"], shown.places, ({ key }) =>
      send({ do: "aim", place: /** @type {"hand" | "pile 0" | "pile 1"} */ (key) }),
    ),
    deck(it, shown.deck, words["whatif_tichu.deck"]),
    h(
      "div",
      { key: "tools", class: "cardlab-tools" },
      button(words["whatif_tichu.undo"], () => send({ do: "undo" }), { key: "undo" }),
      button(words["whatif_tichu.empty"], () => send({ do: "empty" }), { key: "empty" }),
    ),
    h(
      "div",
      { key: "counts", role: "group", "aria-label": words["whatif_tichu.counts"] },
      fields(it, shown.counts, "counts"),
    ),
  );
};

const laboratory = view((/** @type {It} */ it) => {
  const { shown, words, root, send } = it;
  queueMicrotask(() => settle(root));
  root.classList.toggle("cardlab-four", inFourColours(shown));
  follow(root, { pos: shown.notation, pace: shown.pace });
  return [
    h(
      "div",
      { key: "top", class: "cardlab-at-once" },
      h(
        "div",
        { key: "lying", class: "cardlab-heaps" },
        shown.lying.map((one) => heap(it, one)),
      ),
      verdict(
        {
          said: shown.said,
          result: shown.result,
          settled: !shown.progress,
          faults: shown.fault && h("p", { key: "fault", class: "cardlab-title" }, shown.fault),
        },
        shown.progress &&
          underWay(
            shown.progress,
            button(words["whatif_tichu.stop"], () => send({ do: "stop" }), { key: "stop" }),
          ),
        !shown.progress &&
          shown.again &&
          button(words["whatif_tichu.again"], () => send({ do: "again" }), { key: "again" }),
      ),
    ),
    pressed(words["whatif_tichu.examples"], shown.examples, ({ key }) => send({ do: "example", name: key })),
    h(
      "div",
      { key: "times", role: "group", "aria-label": words["whatif_tichu.times"] },
      fields(it, shown.times, "times"),
    ),
    shown.table && table(shown.table),
    h("div", { key: "keep", class: "cardlab-tools" }, keep(it, shown.keeps)),
    compared(it, shown.compared, shown.keeps),
    editor(it),
    line(it),
    files(it, shown.files),
    sentences(shown.model, "model", "cardlab-sentences cardlab-soft"),
  ];
});

export default {
  /** @param {Parameters<typeof laboratory.render>[0]} at */
  render(at) {
    const done = laboratory.render(at);
    // The address is read here and not in Python, where nobody knows whose page it is.
    at.model.send({ do: "look", position: given("pos"), pace: given("pace") });
    return done;
  },
};
