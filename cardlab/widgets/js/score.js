/** The view of `Score`: the hands of the round with a field for each payment, what was paid, and the match as lines and as a table. */

import { button, h, row, rowOfItsOwn, rules, status, tick, view } from "./core.js";

/** @typedef {{seat: number, label: string, cards: string[], asked: boolean, ask: string, guess: string}} HandShown */
/** @typedef {{number: string, ending: string, cells: {score: string, added: string}[]}} RowShown */
/** @typedef {{title: string, desc: string, target: number, lines: number[][]}} ChartShown */

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [400, 180, 40, 388, 12, 154];

/** The sign of a player, which tells the lines apart without their colours. */
const SIGNS = ["M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z", "M-4 -4H4V4H-4z", "M0 -5.5L5.5 4.5H-5.5z"];

/** @param {number} seat @param {number} x @param {number} y */
const sign = (seat, x, y) => h("path", { key: `${x} ${y}`, class: `cardlab-sign cardlab-seat-${seat}`, d: SIGNS[seat], transform: `translate(${x} ${y})` });

/** The sign and the line of a player beside his name. @param {number} seat */
const legend = (seat) =>
  h("svg", { key: "sign", class: "cardlab-legend", viewBox: "0 0 36 14", "aria-hidden": "true" },
    h("path", { key: "line", class: `cardlab-course cardlab-seat-${seat}`, d: "M0 7H36" }), sign(seat, 18, 7));

/** @param {ChartShown} chart */
const drawn = ({ title, desc, target, lines }) => {
  const played = lines[0].length - 1;
  const most = Math.max(target * 1.1, ...lines.flat());
  const across = (/** @type {number} */ round) => Math.round(LEFT + ((RIGHT - LEFT) * round) / Math.max(played, 5));
  const up = (/** @type {number} */ score) => Math.round(BOTTOM - ((BOTTOM - TOP) * score) / most);
  const mark = (/** @type {string} */ text, /** @type {string} */ at) => h("span", { key: text + at, style: at }, text);
  const percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${((100 * part) / whole).toFixed(1)}%`;
  return h("div", { key: "chart", class: "cardlab-chart" },
    h("svg", { key: "lines", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" },
      h("title", { key: "title" }, title),
      h("desc", { key: "desc" }, desc),
      h("path", { key: "ground", class: "cardlab-axis", d: `M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}` }),
      h("path", { key: "target", class: "cardlab-axis cardlab-target", d: `M${LEFT} ${up(target)}H${RIGHT}` }),
      lines.map((scores, seat) =>
        h("g", { key: seat },
          h("path", { key: "line", class: `cardlab-course cardlab-seat-${seat}`, d: `M${scores.map((score, round) => `${across(round)} ${up(score)}`).join("L")}` }),
          scores.map((score, round) => sign(seat, across(round), up(score)))))),
    h("div", { key: "marks", class: "cardlab-marks", "aria-hidden": "true" },
      [0, target].map((score) => mark(String(score), `inset-inline-end: ${percent(WIDTH - LEFT + 9, WIDTH)}; inset-block-start: ${percent(up(score), HEIGHT)}; translate: 0 -50%`)),
      lines[0].slice(1).map((_, place) => mark(String(place + 1), `left: ${percent(across(place + 1), WIDTH)}; inset-block-start: 91%; translate: -50% 0`))));
};

export default view((it) => {
  const { shown, words, send } = it;
  const enter = (/** @type {KeyboardEvent} */ event) => {
    if (event.code !== "Enter" && event.code !== "NumpadEnter") return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) send({ do: "compare" });
  };
  const longest = shown.hands.reduce((/** @type {string[]} */ most, /** @type {HandShown} */ { cards }) => (cards.length > most.length ? cards : most), []);
  const hand = (/** @type {HandShown} */ { seat, label, cards, asked, ask, guess }) =>
    h("div", { key: seat, class: "cardlab-pile", style: rowOfItsOwn(longest) },
      h("p", { key: "label", class: "cardlab-line" }, h("strong", {}, label)),
      cards.length > 0 && row(it, cards, label, "cardlab-fan"),
      asked &&
        h("label", { key: "guess", class: "cardlab-number" }, h("span", {}, words["score.pays"]), " ",
          h("input", {
            key: "field", type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 4, value: guess, "aria-label": ask, onkeydown: enter,
            oninput: (/** @type {InputEvent} */ event) => send({ do: "guess", seat, text: /** @type {HTMLInputElement} */ (event.target).value }),
          })));
  const line = (/** @type {RowShown} */ { number, ending, cells }) =>
    h("tr", { key: number },
      h("th", { scope: "row" }, number, " ", h("span", {}, ending)),
      cells.map(({ score, added }, /** @type {number} */ seat) => h("td", { key: seat }, h("strong", {}, score), " ", h("span", {}, added))));
  return [
    h("p", { key: "prompt", class: "cardlab-prompt", tabindex: -1, "data-refocus": shown.asks ? "" : null }, shown.prompt),
    shown.story.length > 0 && h("ul", { key: "story", class: "cardlab-sentences" }, shown.story.map((/** @type {string} */ one) => h("li", { key: one }, one))),
    shown.hands.length > 0 && h("div", { key: "hands", class: "cardlab-piles" }, shown.hands.map(hand)),
    h("div", { key: "verdict", class: `cardlab-verdict cardlab-${shown.verdict}` },
      status(
        shown.said && h("p", { key: "said" }, shown.said),
        shown.title && h("p", { class: "cardlab-title", key: "title" }, shown.title),
        shown.sentences.length > 0 && h("ul", { key: "told", class: "cardlab-sentences" }, shown.sentences.map((/** @type {string} */ one) => h("li", {}, one)))),
      rules(shown.clauses, words["widget.clauses"])),
    h("div", { key: "go", class: "cardlab-tools" },
      shown.asks
        ? button(words["score.compare"], () => send({ do: "compare" }), { key: "compare", class: "cardlab-button cardlab-main" })
        : button(words["score.next"], shown.goes_on ? () => send({ do: "next" }) : null, { key: "next", class: `cardlab-button${shown.goes_on ? " cardlab-main" : ""}`, "data-refocus": "" }),
      button(words["score.undo"], shown.begun ? () => send({ do: "undo" }) : null, { key: "undo" }),
      button(words["score.again"], shown.begun ? () => send({ do: "again" }) : null, { key: "again" }),
      button(words["score.other"], () => send({ do: "other" }), { key: "other" })),
    shown.table.rows.length > 0 && drawn(shown.chart),
    shown.table.rows.length > 0 && h("table", { key: "table", class: "cardlab-scores" },
      h("caption", { key: "caption" }, shown.table.caption),
      h("thead", {}, h("tr", {}, h("th", { key: "round", scope: "col" }, words["score.round"]),
        shown.table.seats.map((/** @type {string} */ name, /** @type {number} */ seat) => h("th", { key: seat, scope: "col" }, legend(seat), " ", name)))),
      h("tbody", {}, shown.table.rows.map(line))),
    h("fieldset", { key: "targets", class: "cardlab-wish" },
      h("legend", {}, words["score.target"]),
      shown.targets.map((/** @type {{target: number, label: string, chosen: boolean}} */ { target, label, chosen }) =>
        button([tick(chosen), label], () => send({ do: "target", target }), { key: target, "aria-pressed": String(chosen) })),
      button([tick(shown.predicts), words["score.predict"]], () => send({ do: "predict" }), { key: "predict", "aria-pressed": String(shown.predicts) })),
  ];
});
