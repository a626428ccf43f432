/** The view of `Compare`: a list of disputes, the position, and two columns: what is predicted and what holds. */

/** @import {View} from "./core.js" */
/** @import {CompareMessage, CompareShown, DisputeList, LookPicture, LyingPicture, SidePicture} from "./shown.js" */

import { called, cloth, MIDDLE } from "./cloth.js";
import { button, h, lying, row, rules, sentences, status, tick, toolbar, view } from "./core.js";
import { fullButton } from "./full.js";

/** Where the tables lie beside each other on a phone, the one whose answer has the focus is seen. @param {Event} event */
const drawNear = ({ currentTarget }) => {
  const side = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (currentTarget).closest(".cardlab-side"));
  const sides = /** @type {HTMLElement} */ (side.parentElement);
  sides.scrollLeft = side.offsetLeft - sides.offsetLeft;
};

export default view((/** @type {View<CompareShown, CompareMessage>} */ it) => {
  const { shown, words, local, send } = it;
  const turnTo = (/** @type {CompareMessage} */ message) => () => {
    local.ask = ".cardlab-prompt";
    send(message);
  };
  /** What is chosen from the list is looked at without it. @param {number} place */
  const choose = (place) => (/** @type {Event} */ event) => {
    turnTo({ do: "dispute", place })();
    /** @type {HTMLElement} */ (event.currentTarget).closest("details")?.removeAttribute("open");
  };
  const pile = (/** @type {LyingPicture} */ one, /** @type {number} */ place, /** @type {boolean} */ isPlaced) =>
    h(
      "div",
      { key: place, class: "cardlab-pile" },
      h("p", { class: "cardlab-line" }, isPlaced ? called(one.short) : h("strong", {}, one.label)),
      lying(it, one),
    );
  /** What lies before a player of a table of three. @param {LyingPicture[]} piles */
  const at = (piles) => (/** @type {number} */ seat) =>
    piles.flatMap((one, place) => (one.seat === seat ? [pile(one, place, true)] : []));
  const look = (/** @type {LookPicture} */ { hand, label, seats, piles, notes }) =>
    h(
      "div",
      { key: "look", class: "cardlab-look" },
      sentences(notes, "notes", "cardlab-sentences cardlab-facts"),
      seats.length > 0 &&
        cloth(
          seats,
          at(piles),
          null,
          piles.some(({ seat, cards }) => seat === MIDDLE && cards.length > 3),
        ),
      !seats.length &&
        piles.length > 0 &&
        h(
          "div",
          { key: "piles", class: "cardlab-piles" },
          piles.map((one, place) => pile(one, place, false)),
        ),
      hand.length > 0 &&
        h(
          "div",
          { key: "hand" },
          h("p", { class: "cardlab-line" }, h("strong", {}, label)),
          row(it, hand, label, "cardlab-cards"),
        ),
    );
  // What both sides ask of one position is asked once.
  const [{ question }] = shown.sides;
  const isShared = shown.sides.every((one) => !one.look && one.question === question);
  const side = (/** @type {SidePicture} */ one) =>
    h(
      "div",
      { key: one.side, class: "cardlab-side", role: "group", "aria-label": one.label },
      h("p", { class: "cardlab-title", key: "label" }, one.label),
      one.look && look(one.look),
      !isShared && h("p", { key: "question", class: "cardlab-question" }, one.question),
      h(
        "div",
        { key: "choices", class: "cardlab-choices", role: "group", "aria-label": `${one.question} ${one.label}` },
        one.choices.map(({ key, label, chosen }) =>
          button([tick(chosen), label], shown.revealed ? null : () => send({ do: "predict", side: one.side, key }), {
            key,
            "aria-pressed": String(chosen),
            onfocus: drawNear,
          }),
        ),
      ),
      one.result &&
        h(
          "div",
          { key: "result", class: `cardlab-verdict cardlab-${one.result.right ? "yes" : "no"}` },
          h("p", { class: "cardlab-title" }, one.result.title),
          sentences(one.result.sentences, "why"),
        ),
    );
  const game = (/** @type {DisputeList} */ { label, items }) =>
    h(
      "div",
      { key: label },
      shown.games.length > 1 && h("p", { class: "cardlab-line", key: "game" }, h("strong", {}, label)),
      {
        ...toolbar(
          it,
          `${words["compare.list"]}: ${label}`,
          items.map((item) =>
            button([item.done && "✓ ", item.label], choose(item.place), {
              key: `dispute ${item.place}`,
              "aria-pressed": String(item.chosen),
            }),
          ),
        ),
      },
    );
  return [
    (shown.games.length > 1 || shown.games[0].items.length > 1) &&
      h(
        "details",
        { key: "list", class: "cardlab-disputes" },
        h("summary", {}, words["compare.list"]),
        shown.games.map(game),
      ),
    h("p", { class: "cardlab-prompt", key: `prompt ${shown.number}`, tabindex: -1 }, shown.title),
    shown.look && look(shown.look),
    isShared && h("p", { key: `question ${shown.number}`, class: "cardlab-question" }, question),
    h("div", { key: `sides ${shown.number}`, class: "cardlab-sides" }, shown.sides.map(side)),
    h(
      "div",
      { key: "buttons", class: "cardlab-tools" },
      button(words["compare.reveal"], shown.revealed ? null : () => send({ do: "reveal" }), {
        key: "reveal",
        class: `cardlab-button${shown.revealed ? "" : " cardlab-main"}`,
      }),
      !shown.last &&
        button(words["compare.next"], turnTo({ do: "next" }), {
          key: "next",
          class: `cardlab-button${shown.revealed ? " cardlab-main" : ""}`,
        }),
      fullButton(it),
    ),
    status(shown.said && h("p", { class: "cardlab-title" }, shown.said)),
    shown.why.length > 0 &&
      h(
        "div",
        { key: "why", class: "cardlab-why" },
        h("p", { class: "cardlab-title" }, words["compare.because"]),
        sentences(shown.why, "source"),
      ),
    shown.rules.length > 0 &&
      h(
        "div",
        { key: "rules one by one", class: "cardlab-one-by-one" },
        h(
          "table",
          {},
          h("caption", {}, words["compare.house_rules"]),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, words["compare.rule"]),
              h("th", { scope: "col" }, words["compare.effect"]),
            ),
          ),
          h(
            "tbody",
            {},
            shown.rules.map((one) =>
              h(
                "tr",
                { key: one.rule },
                h("th", { scope: "row" }, one.rule, " ", h("span", {}, one.says)),
                h("td", {}, one.effect),
              ),
            ),
          ),
        ),
      ),
    rules(shown.clauses, words["widget.clauses"]),
  ];
});
