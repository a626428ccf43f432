/** What is shown beside the race itself: the choices before a match, the result with its score board, the replay. */

/** @import {OverPhase, PlayTichuMessage, PlayTichuShown, ReplayPhase, SetupPhase, Widget} from "./shown.js" */
/** @import {View} from "./core.js" */

import { addressOf } from "./address.js";
import { box, button, h, sentences, status, tick } from "./core.js";
import { rove } from "./roving.js";
import { plot, table } from "./figures.js";
import { choose } from "./files.js";
import { field, rulesOfTable } from "./forms.js";
import { layoutKnown } from "./play_tichu_keys.js";
import { keysOf, letters } from "./race_table.js";

/** @typedef {View<PlayTichuShown, PlayTichuMessage>} It */
/** @typedef {View<Widget & SetupPhase, PlayTichuMessage>} AtSetup */
/** @typedef {View<Widget & OverPhase, PlayTichuMessage>} AtEnd */
/** @typedef {View<Widget & ReplayPhase, PlayTichuMessage>} AtReplay */

/** The longest file that is read: a whole race is shorter by far. */
const LONGEST = 2_000_000;

/**
 * A button that sends a message.
 * @param {Pick<It, "send">} view @param {string} label @param {PlayTichuMessage} message
 * @param {Record<string, any>} [props]
 */
export const asks = ({ send }, label, message, props = {}) =>
  button(label, () => send(message), { key: label, ...props });

/** The roots whose reader has been asked whether the match is really to end. @type {WeakSet<HTMLElement>} */
const asking = new WeakSet();

/** Nobody wants to end the match any more. @param {Pick<It, "root">} it */
export const staying = ({ root }) => asking.delete(root);

/** Ending the match takes two presses. @param {Omit<It, "shown">} it */
export const leaving = (it) => {
  const { words, root, local, draw } = it;
  const ask = (/** @type {boolean} */ really) => () => {
    asking[really ? "add" : "delete"](root);
    local.ask = really ? ".cardlab-stay" : ".cardlab-leave";
    draw();
  };
  return asking.has(root)
    ? [
        asks(it, words["play_tichu.really"], { do: "leave" }),
        button(words["widget.back"], ask(false), { key: "stay", class: "cardlab-button cardlab-stay" }),
      ]
    : button(words["play_tichu.leave"], ask(true), { key: "leave", class: "cardlab-button cardlab-leave" });
};

/** @param {AtSetup} it */
export const setup = (it) => {
  const { shown, words, send, local } = it;
  const { against, levels, lock, draws_by_itself: itself, rules, keys, zones, thumbs } = shown.setup;
  staying(it);
  const start = () => {
    local.ask = ".cardlab-racing";
    send({ do: "start" });
  };
  return [
    h(
      "div",
      { key: "against", class: "cardlab-tools" },
      against.map(({ value, label, chosen }) =>
        button([tick(chosen), label], () => send({ do: "set", name: "against", value }), {
          key: value,
          "aria-pressed": String(chosen),
        }),
      ),
    ),
    thumbs && h("p", { key: "thumbs", class: "cardlab-aside cardlab-by-touch" }, thumbs),
    levels.length > 0 &&
      h(
        "div",
        {
          key: "levels",
          class: "cardlab-tools",
          role: "toolbar",
          "aria-label": words["play_tichu.levels"],
          onkeydown: (/** @type {KeyboardEvent} */ event) => rove(event, "button"),
        },
        h("strong", { key: "levels" }, words["play_tichu.levels"]),
        levels.map(({ value, label, chosen }, nth) =>
          button([tick(chosen), label], () => send({ do: "set", name: "level", value }), {
            key: value,
            "aria-pressed": String(chosen),
            // One place in the tab order: the level that is chosen, or the first.
            tabindex: chosen || (nth === 0 && !levels.some((one) => one.chosen)) ? 0 : -1,
          }),
        ),
      ),
    shown.setup.linked && h("p", { key: "linked", class: "cardlab-aside" }, shown.setup.linked),
    h(
      "div",
      { key: "start", class: "cardlab-tools" },
      button(words["play_tichu.start"], start, {
        key: "start",
        class: "cardlab-button cardlab-main",
        "data-refocus": "",
      }),
      button(
        words["play_tichu.open"],
        () =>
          choose(
            LONGEST,
            (text) => {
              local.ask = ".cardlab-racing";
              send({ do: "open", text });
            },
            () => send({ do: "too_long" }),
          ),
        { key: "open" },
      ),
    ),
    h(
      "label",
      { key: "lock", class: "cardlab-pace" },
      h("span", { key: "label" }, lock.label),
      h("input", {
        key: "field",
        type: "range",
        min: 0,
        max: lock.most,
        step: 50,
        value: String(lock.value),
        oninput: (/** @type {Event} */ event) =>
          send({ do: "set", name: "lock", value: Number(/** @type {HTMLInputElement} */ (event.target).value) }),
      }),
    ),
    h(
      "div",
      { key: "itself", class: "cardlab-tools cardlab-switches" },
      button(
        [box(itself), words["play_tichu.by_itself"]],
        () => send({ do: "set", name: "draws_by_itself", value: !itself }),
        { key: "itself", "aria-pressed": String(itself) },
      ),
    ),
    rulesOfTable(shown.rules),
    h(
      "details",
      { key: "house", class: "cardlab-rules" },
      h("summary", {}, words["play_tichu.house_rules"]),
      h(
        "div",
        { key: "fields", class: "cardlab-switches" },
        rules.map((one) =>
          h("div", { key: one.key, class: "cardlab-house" }, field(it, one), h("p", { key: "told" }, one.told)),
        ),
      ),
      h("a", { key: "disagree", href: "disagree.ipynb" }, words["play_tichu.disagree"]),
    ),
    h(
      "p",
      { key: "keys", class: "cardlab-aside cardlab-by-keys" },
      keys,
      " ",
      words["play_tichu.escape"],
      !layoutKnown() && ` ${words["play_tichu.by_place"]}`,
    ),
    !layoutKnown() && letters(it),
    zones.map((name, seat) => keysOf(it, name, seat, zones.length === 1)),
  ];
};

/** @param {AtEnd} it @param {number} race */
const ways = (it, race) => [
  asks(
    it,
    it.words["play_tichu.replay"],
    { do: "replay", race },
    { "aria-label": `${it.words["play_tichu.replay"]}: ${race + 1}` },
  ),
  asks(
    it,
    it.words["play_tichu.save"],
    { do: "save", race },
    { "aria-label": `${it.words["play_tichu.save"]}: ${race + 1}` },
  ),
];

/** The link by which somebody else plays the same deals: copied, and there to be seen. @param {AtEnd} it */
const share = ({ shown, words, root, local, draw }) => {
  const link = addressOf({ seed: String(shown.result.deal) });
  const copy = async () => {
    const field = /** @type {HTMLInputElement} */ (root.querySelector(".cardlab-link input"));
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      local.told = link;
    } catch {
      local.told = document.execCommand("copy") ? link : "";
    }
    draw();
  };
  return h(
    "details",
    { key: "share", class: "cardlab-rules" },
    h("summary", {}, words["play_tichu.share"]),
    h(
      "div",
      { key: "link", class: "cardlab-tools cardlab-link" },
      h("input", { key: "address", type: "text", readonly: "", value: link, "aria-label": words["play_tichu.share"] }),
      button(words["play_tichu.share_this"], copy, { key: "copy" }),
      h("span", { key: "copied", role: "status" }, local.told === link && words["play_tichu.shared"]),
    ),
  );
};

/** @param {AtEnd} it */
export const result = (it) => {
  const { shown, words, send, local } = it;
  const { title, match, won, sentences: said, overlooked, over, plot: picture } = shown.result;
  const next = () => {
    local.ask = ".cardlab-racing";
    send({ do: "next" });
  };
  const { board } = shown;
  return [
    // The key that was meant to draw must not begin the next race: so no button has the focus at first.
    h(
      "div",
      {
        key: "result",
        class: `cardlab-verdict${won ? " cardlab-won" : ""}`,
        tabindex: -1,
        "data-refocus": "",
        onkeydown: (/** @type {KeyboardEvent} */ event) => event.code === "Space" && event.preventDefault(),
      },
      status(
        h("p", { key: "title", class: "cardlab-title" }, title),
        match && h("p", { key: "match", class: "cardlab-title" }, match),
        sentences(said, "sentences"),
      ),
      h("p", { key: "overlooked", class: "cardlab-title" }, words["play_tichu.overlooked_title"]),
      sentences(overlooked, "missed"),
    ),
    h(
      "div",
      { key: "go", class: "cardlab-tools" },
      over
        ? button(words["play_tichu.new"], () => send({ do: "leave" }), {
            key: "new",
            class: "cardlab-button cardlab-main",
          })
        : button(words["play_tichu.next"], next, { key: "next", class: "cardlab-button cardlab-main" }),
      ways(it, board.rows.length - 1),
      !over && leaving(it),
    ),
    share(it),
    picture &&
      h(
        "div",
        { key: "plot" },
        h("p", { key: "title", class: "cardlab-title" }, picture.table?.caption),
        plot(it, picture, "reactions"),
      ),
    h(
      "details",
      { key: "board", class: "cardlab-rules" },
      h("summary", {}, board.caption),
      table(board),
      h(
        "div",
        { key: "ways", class: "cardlab-tools" },
        board.rows.map(({ key, cells: [number] }, race) =>
          h("span", { key, class: "cardlab-tools" }, `${board.head[0]} ${number} `, ways(it, race)),
        ),
      ),
    ),
  ];
};

/** What stands under the table while a race is run once more. @param {AtReplay} it */
export const replay = (it) => {
  const { shown, words, send } = it;
  const { at, last, running, told, speeds, could } = shown.replay;
  const to = (/** @type {number} */ number) => (number < 0 || number > last ? null : () => send({ do: "at", number }));
  return [
    h(
      "div",
      { key: "replay", class: "cardlab-tools" },
      button(words[running ? "play_tichu.stop" : "play_tichu.run"], () => send({ do: running ? "stop" : "run" }), {
        key: "run",
        class: "cardlab-button cardlab-main",
      }),
      button(["◀ ", words["play_tichu.earlier"]], to(at - 1), { key: "earlier" }),
      button([words["play_tichu.later"], " ▶"], to(at + 1), { key: "later" }),
      asks(it, words[shown.stored ? "play_tichu.close" : "play_tichu.results"], { do: "results" }, { key: "results" }),
    ),
    h(
      "div",
      { key: "speeds", class: "cardlab-tools", role: "group", "aria-label": words["play_tichu.speed_of"] },
      h("span", { key: "label" }, words["play_tichu.speed_of"]),
      speeds.map(({ value, label, chosen }) =>
        asks(it, label, { do: "speed", speed: value }, { "aria-pressed": String(chosen) }),
      ),
    ),
    h(
      "label",
      { key: "at", class: "cardlab-pace" },
      h("span", { key: "label" }, told),
      h("input", {
        key: "field",
        type: "range",
        min: 0,
        max: last,
        value: String(at),
        "aria-label": words["play_tichu.place"],
        "aria-valuetext": told,
        oninput: (/** @type {Event} */ event) =>
          send({ do: "at", number: Number(/** @type {HTMLInputElement} */ (event.target).value) }),
      }),
    ),
    h(
      "div",
      { key: "could", class: "cardlab-could" },
      could.map(({ title, lines }, seat) =>
        h("div", { key: seat }, h("p", { key: "title", class: "cardlab-title" }, title), sentences(lines, "lines")),
      ),
    ),
  ];
};
