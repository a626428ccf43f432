/** What is shown beside the race itself: the choices before a match, the result with its score board, the replay. */

import { button, h, status, tick } from "./core.js";
import { rulesOfTable } from "./table_parts.js";
import { fields, plot, table } from "./whatif_parts.js";

/** @typedef {import("./core.js").View} View */
/** @typedef {import("./core.js").Child} Child */
/** @typedef {{name: string, label: string, least: number, most: number, value: number}} Slider */
/** @typedef {{value: number, label: string, chosen: boolean}} Speed */
/** @typedef {{title: string, lines: string[]}} Could */

/** @param {View} view @param {string} label @param {object} wish @param {Record<string, any>} [props] */
export const asks = ({ send }, label, wish, props = {}) => button(label, () => send(wish), { key: label, ...props });

/** @param {string[]} lines @param {string} key */
export const list = (lines, key) => lines.length > 0 && h("ul", { key, class: "cardlab-sentences" }, lines.map((one) => h("li", { key: one }, one)));

/** @param {View} it */
export const setup = (it) => {
  const { shown, words, send, local } = it;
  const { against, sliders, draws_by_itself: itself, rules, keys } = shown.setup;
  const start = () => {
    local.ask = ".cardlab-racing";
    send({ do: "start" });
  };
  return [
    h("div", { key: "against", class: "cardlab-tools" },
      against.map((/** @type {{value: string, label: string, chosen: boolean}} */ { value, label, chosen }) =>
        button([tick(chosen), label], () => send({ do: "set", name: "against", value }), { key: value, "aria-pressed": String(chosen) }))),
    sliders.map((/** @type {Slider} */ { name, label, least, most, value }) =>
      h("label", { key: name, class: "cardlab-pace" }, h("span", { key: "label" }, label),
        h("input", { key: "field", type: "range", min: least, max: most, step: 50, value: String(value), oninput: (/** @type {Event} */ event) => send({ do: "set", name, value: Number(/** @type {HTMLInputElement} */ (event.target).value) }) }))),
    h("div", { key: "itself", class: "cardlab-tools" },
      button([tick(itself), words["play_tichu.by_itself"]], () => send({ do: "set", name: "draws_by_itself", value: !itself }), { key: "itself", "aria-pressed": String(itself) })),
    rulesOfTable(shown.rules),
    h("details", { key: "house", class: "cardlab-rules" }, h("summary", {}, words["play_tichu.house_rules"]), fields(it, rules, "fields")),
    h("p", { key: "keys", class: "cardlab-aside cardlab-by-keys" }, keys),
    h("div", { key: "start", class: "cardlab-tools" }, button(words["play_tichu.start"], start, { key: "start", class: "cardlab-button cardlab-main", "data-refocus": "" })),
  ];
};

/** @param {View} it @param {number} race */
const ways = (it, race) => [
  asks(it, it.words["play_tichu.replay"], { do: "replay", race }, { "aria-label": `${it.words["play_tichu.replay"]}: ${race + 1}` }),
  asks(it, it.words["play_tichu.save"], { do: "save", race }, { "aria-label": `${it.words["play_tichu.save"]}: ${race + 1}` }),
];

/** @param {View} it */
export const result = (it) => {
  const { shown, words, send, local } = it;
  const { title, sentences, overlooked, over, plot: picture } = shown.result;
  const next = () => {
    local.ask = ".cardlab-racing";
    send({ do: "next" });
  };
  const { caption, head, rows } = shown.board;
  return [
    h("div", { key: "result", class: "cardlab-verdict" },
      status(title && h("p", { key: "title", class: "cardlab-title" }, title), list(sentences, "sentences")),
      h("p", { key: "overlooked", class: "cardlab-title" }, words["play_tichu.overlooked_title"]),
      list(overlooked, "missed")),
    h("div", { key: "go", class: "cardlab-tools" },
      over
        ? button(words["play_tichu.new"], () => send({ do: "leave" }), { key: "new", class: "cardlab-button cardlab-main", "data-refocus": "" })
        : button(words["play_tichu.next"], next, { key: "next", class: "cardlab-button cardlab-main", "data-refocus": "" }),
      ways(it, rows.length - 1),
      !over && asks(it, words["play_tichu.leave"], { do: "leave" })),
    picture && h("div", { key: "plot" }, h("p", { key: "title", class: "cardlab-title" }, picture.table.caption), plot(it, picture, "reactions")),
    h("details", { key: "board", class: "cardlab-rules" },
      h("summary", {}, caption),
      table({ caption, head, close: true, rows: rows.map((/** @type {string[]} */ cells) => ({ key: cells[0], cells, marked: false })) }),
      h("div", { key: "ways", class: "cardlab-tools" }, rows.map((/** @type {string[]} */ [number], /** @type {number} */ race) => h("span", { key: number, class: "cardlab-tools" }, `${shown.board.head[0]} ${number} `, ways(it, race))))),
  ];
};

/** What stands under the table while a race is run once more. @param {View} it */
export const replay = (it) => {
  const { shown, words, send } = it;
  const { at, last, running, told, speeds, could } = shown.replay;
  const to = (/** @type {number} */ number) => (number < 0 || number > last ? null : () => send({ do: "at", number }));
  return [
    h("div", { key: "replay", class: "cardlab-tools" },
      button(words[running ? "play_tichu.stop" : "play_tichu.run"], () => send({ do: running ? "stop" : "run" }), { key: "run", class: "cardlab-button cardlab-main" }),
      button(["◀ ", words["play_tichu.earlier"]], to(at - 1), { key: "earlier" }),
      button([words["play_tichu.later"], " ▶"], to(at + 1), { key: "later" }),
      asks(it, words["play_tichu.results"], { do: "results" }, { key: "results" })),
    h("div", { key: "speeds", class: "cardlab-tools", role: "group", "aria-label": words["play_tichu.speed_of"] },
      h("span", { key: "label" }, words["play_tichu.speed_of"]),
      speeds.map((/** @type {Speed} */ { value, label, chosen }) => asks(it, label, { do: "speed", speed: value }, { "aria-pressed": String(chosen) }))),
    h("label", { key: "at", class: "cardlab-pace" }, h("span", { key: "label" }, told),
      h("input", { key: "field", type: "range", min: 0, max: last, value: String(at), "aria-label": words["play_tichu.place"], "aria-valuetext": told, oninput: (/** @type {Event} */ event) => send({ do: "at", number: Number(/** @type {HTMLInputElement} */ (event.target).value) }) })),
    h("div", { key: "could", class: "cardlab-could" },
      could.map((/** @type {Could} */ { title, lines }, /** @type {number} */ seat) => h("div", { key: seat }, h("p", { key: "title", class: "cardlab-title" }, title), list(lines, "lines")))),
  ];
};
