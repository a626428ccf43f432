/**
 * The view of `WhatIf`: the hand with its answer, the position to build or paste, and the sections. Only the
 * kinds of blocks that no other page has are drawn here.
 */

/** @import {WhatIfMessage} from "./messages.js" */
/** @import {WhatIfShown} from "./shown.js" */
/** @import {View} from "./core.js" */
/** @import {Block, Kinds} from "./blocks.js" */

import { follow, fromAddress } from "./address.js";
import { blocks, drawer, entered } from "./blocks.js";
import { inFourColours } from "./cards.js";
import { button, h, sentences, status, tick, view } from "./core.js";
import { deck } from "./whatif_deck.js";

/** The longest text that is sent; a position is much shorter. */
const LONGEST = 2_000_000;

/** A field with a button. @param {string} key @param {string} label @param {Record<string, any>} given @param {any} beside */
const withButton = (key, label, given, beside) =>
  h("div", { key, class: "cardlab-shared" }, [
    h("label", { key: "text", class: "cardlab-field" }, h("span", {}, label), " ", h("input", given)),
    beside,
  ]);

/** The field beside the pressed button. @param {Event} event */
const beside = ({ currentTarget }) =>
  /** @type {HTMLInputElement} */ (
    /** @type {HTMLElement} */ (currentTarget).closest(".cardlab-shared")?.querySelector("input")
  );

/** @type {Kinds} */
const kinds = {
  deck,
  place: ({ send }, { label, mark, count, chosen, send: message }, key) =>
    button(
      [
        tick(chosen),
        h("span", { key: "mark", class: "cardlab-mark", "aria-hidden": "true" }, mark),
        label,
        " ",
        h("span", { key: "count", class: "cardlab-soft" }, count),
      ],
      () => send(message),
      { key, "aria-pressed": String(chosen) },
    ),
  typed: ({ send }, { label, read, value, digits, send: message }, key) => {
    const act = (/** @type {Event} */ event) => send({ ...message, text: beside(event).value.slice(0, LONGEST) });
    const props = {
      key: "text",
      type: "text",
      value: value || null,
      autocomplete: "off",
      spellcheck: false,
      ...(digits ? { inputmode: "numeric", maxlength: 6 } : {}),
      onkeydown: (/** @type {KeyboardEvent} */ event) => entered(() => act(event))(event),
    };
    return withButton(key, label, props, button(read, act, { key: "read" }));
  },
  /** The result. While it is refined it can be read; a screen reader announces it when it is final. */
  answer: (it, { said, title, settled, faults, blocks: under }, key) => {
    // When the button to stop has disappeared, the focus goes to the result.
    const sentence = title && h("p", { key: "title", class: "cardlab-title", tabindex: -1, "data-refocus": "" }, title);
    const unsaid = said || (settled && title) || faults.length ? "" : " cardlab-unsaid";
    const blank = unsaid && !title && !under.length ? " cardlab-blank" : "";
    return h("div", { key, class: `cardlab-verdict cardlab-${faults.length ? "no" : "none"}${unsaid}${blank}` }, [
      status(said && h("p", { key: "said" }, said), settled && sentence, sentences(faults, "faults")),
      !settled && sentence,
      blocks(it, under),
    ]);
  },
};

export default view(
  (/** @type {View<WhatIfShown, WhatIfMessage>} */ it) => {
    const { shown, local, root, words } = it;
    root.classList.toggle("cardlab-four", inFourColours());
    follow(root, { pos: shown.notation });
    // Open the controls, so that the reader can complete or correct the position.
    if (shown.unfolds) local.building = true;
    const { said } = shown.answer[0];
    // On a phone, the field whose text couldn't be read is below the sentence that says so.
    if (said && said !== local.answer) {
      queueMicrotask(() => root.querySelector(".cardlab-verdict")?.scrollIntoView({ block: "nearest" }));
    }
    local.answer = said;
    const all = Object.values(shown).flatMap((one) => (one && typeof one === "object" ? one : []));
    const own = drawer(it, all, kinds);
    const turned = (/** @type {Event} */ { target, currentTarget }) => {
      if (target === currentTarget) local.building = /** @type {HTMLDetailsElement} */ (target).open;
    };
    return [
      h("div", { key: "top", class: "cardlab-at-once" }, blocks(own, shown.cards), blocks(own, shown.answer)),
      h("div", { key: "begin" }, blocks(own, shown.begin)),
      h("details", { key: "building", class: "cardlab-editor", open: local.building, ontoggle: turned }, [
        h("summary", {}, words["whatif.build"]),
        blocks(own, shown.building),
      ]),
      [shown.section_options, shown.section_hand, shown.section_unknown, shown.section_call].map(
        (one) => one && blocks(own, [one]),
      ),
    ];
  },
  (model) => {
    // The address is read here, not in the kernel, which may have been started for another page.
    /** @type {WhatIfMessage} */
    const look = { do: "look", position: fromAddress("pos") };
    model.send(look);
    return [];
  },
);
