/** The view of `Race`: two players' strips, two discard piles that are buttons, and buttons for every other move. */

/** @import {RaceButton, RaceMessage, RaceShown, RaceStock, SlowPile, SlowSide} from "./shown.js" */
/** @import {Child, View} from "./core.js" */

import { button, h, hand, picture, row, rules, sentences, status, view } from "./core.js";
import { fullButton } from "./full.js";
import { wish } from "./wish.js";

/** @typedef {View<RaceShown, RaceMessage>} It */

/** A face-down pile: its back, its name and how many cards it has. @param {It} it @param {RaceStock} stock */
const stock = (it, { label, count, line }) =>
  h(
    "li",
    { key: label, class: "cardlab-stock" },
    h("span", { class: `cardlab-stock-back${count ? "" : " cardlab-gone"}` }, count > 0 && picture(it, "back")),
    h("span", {}, h("strong", {}, label), " ", h("span", {}, line)),
  );

/** What belongs to one player besides the hand that is played from. @param {It} it @param {SlowSide} side */
const strip = (it, { key, name, line, slots, stocks, owes }) =>
  h(
    "div",
    { key, class: "cardlab-side" },
    (slots.length > 0 || key === "opponent") &&
      h("p", { key: "line", class: "cardlab-line" }, h("strong", {}, name), " ", h("span", {}, line)),
    slots.length > 0 &&
      (slots.includes("back")
        ? h(
            "div",
            { key: "backs", class: "cardlab-row", "aria-hidden": "true" },
            slots.map((code, at) => h("span", { key: at }, picture(it, code))),
          )
        : row(it, slots, name, "cardlab-row")),
    h(
      "ul",
      { key: "stocks", class: "cardlab-stocks" },
      stocks.map((one) => stock(it, one)),
    ),
    owes && h("p", { key: "owes", class: "cardlab-owes" }, owes),
  );

/** A discard pile; where nothing can be played it is only looked at. @param {It} it @param {SlowPile} pile */
const pile = (it, { place, name, whose, cards, counts, action, chosen }) => {
  const inside = [
    h(
      "span",
      { class: "cardlab-stack" },
      cards.map((card, depth) => picture(it, card, { key: `${card}${cards.length - depth}` })),
    ),
    h("span", { class: "cardlab-action" }, action),
  ];
  return h(
    "div",
    { key: place, class: "cardlab-pile" },
    h("p", { class: "cardlab-line" }, h("strong", {}, name), " ", h("span", {}, counts)),
    it.shown.hand
      ? h(
          "button",
          {
            key: "place",
            type: "button",
            class: "cardlab-place",
            "aria-pressed": String(chosen),
            onclick: () => it.send({ do: "pile", pile: place }),
          },
          inside,
        )
      : h("div", { key: "looked at", class: "cardlab-place cardlab-looked-at" }, inside),
    h("p", { key: "whose", class: "cardlab-whose" }, whose),
  );
};

/**
 * @param {It} it
 * @param {RaceButton[]} actions
 * @param {string} label
 * @param {string} key
 * @param {Child} [more]
 */
const actions = (it, actions, label, key, more) =>
  actions.length > 0 &&
  h(
    "div",
    { key, class: "cardlab-tools", role: "group", "aria-label": label },
    actions.map(({ do: what, label, can, pressed, title }) =>
      button(label, can ? () => it.send({ do: what }) : null, {
        key: what,
        "aria-pressed": pressed === null ? null : String(pressed),
        title: title || null,
        "data-refocus": what === "draw" ? "" : null,
      }),
    ),
    more,
  );

/** What each side could do. @param {It} it */
const could = ({ shown }) =>
  shown.could.length > 0 &&
  h(
    "div",
    { key: "could", class: "cardlab-could" },
    shown.could.map((one) =>
      h("div", { key: one.label }, h("p", { class: "cardlab-title" }, one.label), sentences(one.sentences)),
    ),
  );

/** Whose help lies open. @type {WeakSet<HTMLElement>} */
const helping = new WeakSet();

export default view((/** @type {It} */ it) => {
  const { shown, words, root } = it;
  const [opponent, own] = shown.sides;
  if (!shown.could.length) helping.delete(root);
  else if (!helping.has(root)) {
    helping.add(root);
    queueMicrotask(() => root.querySelector(".cardlab-could")?.scrollIntoView({ block: "nearest" }));
  }
  return [
    shown.deal && h("p", { key: "deal", class: "cardlab-progress" }, shown.deal),
    strip(it, opponent),
    h(
      "div",
      { key: "piles", class: "cardlab-piles cardlab-race" },
      shown.piles.map((one) => pile(it, one)),
    ),
    wish(it, shown.wish),
    h(
      "div",
      { key: "verdict", class: `cardlab-verdict cardlab-${shown.verdict}` },
      status(sentences(shown.said)),
      rules(shown.clauses, words["widget.clauses"]),
    ),
    shown.hand && h("div", { key: "hand" }, ...hand(it, shown.hand)),
    strip(it, own),
    actions(it, shown.moves, words["racing.moves"], "moves"),
    actions(it, shown.course, words["racing.course"], "course", fullButton(it)),
    could(it),
    shown.log.length > 0 &&
      h(
        "details",
        { key: "log", class: "cardlab-rules" },
        h("summary", {}, words["racing.log"]),
        h(
          "ol",
          { class: "cardlab-log", start: shown.log_start, tabindex: 0, "aria-label": words["racing.log"] },
          shown.log.map((one, at) => h("li", { key: shown.log_start + at }, one)),
        ),
      ),
  ];
});
