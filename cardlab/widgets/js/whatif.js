/**
 * The view of `WhatIf`: the hand and the answer to it first, then the position to build, paste or open, then all that can
 * be said about it.
 */

/** @import {PlacePicture, RecordPicture, SectionButton, SectionPicture} from "./shown.js" */
/** @import {WhatIfMessage, WhatIfShown} from "./shown.js" */
/** @import {View} from "./core.js" */

import { addressOf, follow, given } from "./address.js";
import { brackets } from "./brackets.js";
import { inFourColours } from "./cards.js";
import { button, h, sentences, tick, view } from "./core.js";
import { choose, save } from "./files.js";
import { deck } from "./whatif_deck.js";
import { plot, table, unfolding } from "./figures.js";
import { entered, field, fields } from "./forms.js";
import { choice, choices, heap, underWay, verdict } from "./laboratory.js";

/** @typedef {View<WhatIfShown, WhatIfMessage>} It */
/** @typedef {{label: string, cards: string[]}} Heap Cards that lie together. */

/** The longest text that is sent: a whole record is shorter by far. */
const LONGEST = 2_000_000;

/** @param {It} it @param {PlacePicture} place */
const toggle = ({ send }, { key, label, mark, count, chosen }) =>
  button(
    [
      tick(chosen),
      h("span", { key: "mark", class: "cardlab-mark", "aria-hidden": "true" }, mark),
      label,
      " ",
      h("span", { key: "count", class: "cardlab-soft" }, count),
    ],
    () => send({ do: "choose", place: key }),
    { key, "aria-pressed": String(chosen) },
  );

/**
 * Copies the text of a field; where the browser does not let us, the text is selected and the reader copies it.
 * @param {It} it
 * @param {string} name
 */
const copy = async ({ root, send }, name) => {
  const text = /** @type {HTMLInputElement} */ (root.querySelector(`[name="${name}"]`));
  text.select();
  try {
    await navigator.clipboard.writeText(text.value);
    send({ do: "copied" });
  } catch {
    text.focus();
    text.select();
    send({ do: document.execCommand("copy") ? "copied" : "selected" });
  }
};

/** A text to be copied, and the button that does it. @param {It} it @param {string} name @param {string} text */
const shared = (it, name, text) =>
  h(
    "div",
    { key: name, class: "cardlab-shared" },
    h(
      "label",
      { key: "text", class: "cardlab-field" },
      h("span", {}, it.words[`whatif.${name}`]),
      " ",
      h("input", { key: "text", type: "text", name, readonly: "", value: text }),
    ),
    button(it.words["whatif.copy"], () => void copy(it, name), {
      key: "copy",
      "aria-label": `${it.words["whatif.copy"]}: ${it.words[`whatif.${name}`]}`,
    }),
  );

/** The record that the position is from, and the way through it. @param {It} it @param {RecordPicture} record */
const looked = (it, { label, told, at, last, text, seat }) => {
  const { words, send } = it;
  const go = (/** @type {number} */ number) => (number < 0 || number > last ? null : () => send({ do: "at", number }));
  return h(
    "div",
    { key: "record", class: "cardlab-tools", role: "group", "aria-label": label },
    h(
      "label",
      { key: "at", class: "cardlab-field cardlab-slide" },
      h("span", {}, told),
      " ",
      h("input", {
        key: "at",
        type: "range",
        min: 0,
        max: last,
        value: String(at),
        oninput: (/** @type {Event} */ event) =>
          send({ do: "at", number: Number(/** @type {HTMLInputElement} */ (event.target).value) }),
      }),
    ),
    button(["◀ ", words["whatif.back"]], go(at - 1), { key: "back" }),
    button([words["whatif.forth"], " ▶"], go(at + 1), { key: "forth" }),
    field(it, seat),
    button(words["whatif.save"], () => save("cardlab-record.json", text, "application/json"), { key: "save" }),
  );
};

/** Where a position comes from: an example, a deal, a text, a record. @param {It} it */
const begin = (it) => {
  const { shown, words, root, send } = it;
  const typed = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement} */ (root.querySelector(`[name="${name}"]`)).value;
  const paste = () => send({ do: "paste", text: typed("pasted").slice(0, LONGEST) });
  const deal = () => send({ do: "deal", text: typed("seed") });
  return h(
    "div",
    { key: "begin" },
    choices(
      "examples",
      words["whatif.examples"],
      shown.examples.map(({ key, label, chosen }) =>
        choice(label, chosen, () => send({ do: "example", name: key }), key),
      ),
    ),
    h(
      "div",
      { key: "deal", class: "cardlab-tools cardlab-fields" },
      button(words["whatif.deal"], deal, { key: "deal" }),
      h(
        "label",
        { key: "seed", class: "cardlab-field cardlab-aside" },
        h("span", {}, words["whatif.seed"]),
        " ",
        h("input", {
          key: "seed",
          type: "text",
          name: "seed",
          inputmode: "numeric",
          autocomplete: "off",
          maxlength: 6,
          value: shown.seed,
          onkeydown: entered(deal),
        }),
      ),
      button(words["whatif.undo"], shown.undo ? () => send({ do: "undo" }) : null, { key: "undo" }),
      button(words["whatif.redo"], shown.redo ? () => send({ do: "redo" }) : null, { key: "redo" }),
      button(words["whatif.empty"], () => send({ do: "empty" }), { key: "empty" }),
    ),
    h(
      "details",
      { key: "sources", class: "cardlab-fold" },
      h("summary", {}, words["whatif.sources"]),
      h(
        "div",
        { key: "paste", class: "cardlab-shared" },
        h(
          "label",
          { key: "text", class: "cardlab-field" },
          h("span", {}, words["whatif.paste"]),
          " ",
          h("input", {
            key: "text",
            type: "text",
            name: "pasted",
            autocomplete: "off",
            spellcheck: false,
            onkeydown: entered(paste),
          }),
        ),
        button(words["whatif.read"], paste, { key: "read" }),
      ),
      button(
        words["whatif.open"],
        () =>
          choose(
            LONGEST,
            (text) => send({ do: "record", text }),
            () => send({ do: "too_long" }),
          ),
        { key: "open" },
      ),
    ),
    shown.record && looked(it, shown.record),
  );
};

/** The position to be built. @param {It} it */
const editor = (it) => {
  const { shown, words, send } = it;
  return h(
    "details",
    {
      key: "editor",
      class: "cardlab-editor",
      open: it.local.building,
      ontoggle: (/** @type {Event} */ event) => {
        if (event.target === event.currentTarget)
          it.local.building = /** @type {HTMLDetailsElement} */ (event.target).open;
      },
    },
    h("summary", {}, words["whatif.build"]),
    h(
      "div",
      { key: "to", class: "cardlab-tools", role: "group", "aria-label": words["whatif.to"] },
      h("span", { key: "label", class: "cardlab-soft" }, words["whatif.to"]),
      shown.places.map((place) => toggle(it, place)),
      shown.owners.map(({ seat, label }) =>
        button(["+ ", label], () => send({ do: "new_meld", owner: seat }), { key: `new ${seat}` }),
      ),
    ),
    deck(it, shown.deck, words["whatif.deck"]),
    fields(it, shown.meld_fields, "meld"),
    h(
      "div",
      { key: "counts", class: "cardlab-tools cardlab-fields" },
      [...shown.counts, ...shown.turn].map((one) => field(it, one)),
      button(words["whatif.follow"], shown.follow ? () => send({ do: "follow" }) : null, { key: "follow" }),
    ),
    h(
      "details",
      { key: "more", class: "cardlab-fold" },
      h("summary", {}, words["whatif.more"]),
      fields(it, shown.more, "more"),
    ),
    h(
      "details",
      { key: "rules", class: "cardlab-fold" },
      h("summary", {}, shown.rules_title),
      fields(it, shown.rules, "rules"),
    ),
    h(
      "details",
      { key: "share", class: "cardlab-fold" },
      h("summary", {}, words["whatif.share"]),
      shared(it, "link", addressOf({ pos: shown.notation })),
      shared(it, "notation", shown.notation),
    ),
  );
};

/** A button that asks for something else to be shown. @param {It} it @param {SectionButton} one */
const switched = (it, { label, message, on }) =>
  button(label, () => it.send(/** @type {any} */ (message)), {
    key: JSON.stringify(message),
    "aria-pressed": on === null ? null : String(on),
  });

/** @param {It} it @param {SectionPicture} one */
const inside = (it, one) => {
  const { key, title, sentences: said, more, groups, buttons, fields: form, plots, tables } = one;
  return [
    fields(it, form, "form"),
    buttons.length > 0 &&
      h(
        "div",
        { key: "buttons", class: "cardlab-tools", role: "group", "aria-label": it.words["whatif.show"] },
        buttons.map((one) => switched(it, one)),
      ),
    sentences(said, "said"),
    groups.length > 0 && brackets(it, groups),
    plots.length > 0 &&
      h(
        "div",
        { key: "plots", class: "cardlab-plots" },
        plots.map((one, place) => plot(it, one, `${key} ${place}`)),
      ),
    tables.map((one, place) => unfolding(it, one, `table ${place}`)),
    more.length > 1
      ? h(
          "details",
          { key: "how", class: "cardlab-fold" },
          h("summary", {}, it.words["whatif.how"]),
          sentences(more, "more", "cardlab-sentences cardlab-soft"),
        )
      : sentences(more, "more", "cardlab-sentences cardlab-soft"),
  ];
};

/**
 * A part of the answer; one that can be folded away is only worked out while it is unfolded.
 * @param {It} it
 * @param {SectionPicture} one
 */
const section = (it, one) =>
  one.open === null
    ? h(
        "section",
        { key: one.key, class: "cardlab-section", "aria-label": one.title },
        h("p", { key: "title", class: "cardlab-title" }, one.title),
        inside(it, one),
      )
    : h(
        "details",
        {
          key: one.key,
          class: "cardlab-section",
          open: one.open,
          ontoggle: (/** @type {Event} */ event) => {
            const { open } = /** @type {HTMLDetailsElement} */ (event.target);
            if (event.target === event.currentTarget && open !== one.open)
              it.send({ do: "unfold", part: one.key, open });
          },
        },
        h("summary", { key: "title" }, one.title),
        inside(it, one),
      );

/**
 * The hand and what lies on the table, and beside them the answer: hand and answer are in sight when the page opens.
 * @param {It} it @param {Heap} own @param {Heap[]} others
 */
const answer = (it, own, others) => {
  const { shown, words, send } = it;
  const waits = shown.progress && !shown.first;
  return h(
    "div",
    { key: "top", class: "cardlab-at-once" },
    h("div", { key: "lying", class: "cardlab-heaps" }, heap(it, own)),
    h(
      "div",
      { key: "table", class: "cardlab-beside" },
      others.length > 0 &&
        h(
          "div",
          { key: "piles", class: "cardlab-heaps cardlab-on-table" },
          others.map((one) => heap(it, one)),
        ),
      h("p", { key: "rules", class: "cardlab-soft cardlab-by-rules" }, shown.rules_told),
    ),
    verdict(
      {
        said: shown.said,
        result: shown.title,
        settled: shown.settled,
        faults: shown.faults.length > 0 && sentences(shown.faults, "faults"),
      },
      shown.faults.length > 0 &&
        shown.follow &&
        button(words["whatif.follow"], () => send({ do: "follow" }), { key: "follow" }),
      (shown.first || waits) &&
        h(
          "div",
          { key: "first", class: `cardlab-first${waits ? " cardlab-awaited" : ""}` },
          shown.first && table(shown.first),
        ),
      shown.progress &&
        underWay(
          shown.progress,
          button(words["whatif.stop"], () => send({ do: "stop" }), { key: "stop" }),
        ),
      shown.objective.length > 0 &&
        h(
          "div",
          { key: "objective", class: "cardlab-tools", role: "group", "aria-label": words["whatif.compared_by"] },
          shown.objective.map((one) => switched(it, one)),
        ),
    ),
  );
};

const laboratory = view((/** @type {It} */ it) => {
  const { shown, local, root } = it;
  root.classList.toggle("cardlab-four", inFourColours(shown));
  if (shown.editable) follow(root, { pos: shown.notation });
  const [own, ...others] = shown.places.map(({ name, cards, count, remark }) => ({
    label: [name, count, remark].filter(Boolean).join(", "),
    cards,
  }));
  // What is missing or wrong is mended there.
  if (shown.faults.length || !own?.cards.length) local.building = true;
  return [
    own &&
      answer(
        it,
        own,
        others.filter(({ cards }) => cards.length),
      ),
    shown.editable && begin(it),
    shown.editable && editor(it),
    [
      shown.section_options,
      shown.section_hand,
      shown.section_draws,
      shown.section_unknown,
      shown.section_call,
      shown.section_presets,
    ].map((one) => one && section(it, one)),
  ];
});

export default {
  /** @param {{model: any, el: HTMLElement}} at */
  render(at) {
    const done = laboratory.render(at);
    // The address is read here and not in the kernel, which may have been started for somebody else's page.
    /** @type {WhatIfMessage} */
    const look = { do: "look", position: given("pos") };
    at.model.send(look);
    return done;
  },
};
