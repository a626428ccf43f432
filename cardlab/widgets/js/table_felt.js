/** The table itself: two players across, the piles between them, the own melds and hand, and what is said about it. */

import { h, hand, picture, row, rules } from "./core.js";
import { act, heading, sentences } from "./table_parts.js";

/** @typedef {import("./core.js").View} View */
/** @typedef {{place: number, number: string, label: string, about: string, cards: string[], action: string, low: string, fits: boolean, refused: boolean}} MeldShown */
/** @typedef {{name: string, about: string, turn: string, cards: string[], backs: number, hand_label: string, melds: MeldShown[]}} PlayerShown */

const FAN = "cardlab-fan cardlab-small";

/** The cloth with all that lies on it. @param {View} it */
export const felt = (it) => {
  const { own, players } = it.shown;
  return h(
    "div",
    { key: "felt", class: "cardlab-felt" },
    player(it, players[0]),
    piles(it),
    player(it, players[1]),
    h(
      "div",
      { role: "group", key: "own", class: "cardlab-own", "aria-label": own.label, "data-drop": "melds" },
      heading(own.label, own.about),
      melds(it, own.melds),
    ),
  );
};

/** Whose turn it is, what came of the last action, and what the others did. @param {View} it @param {...import("./core.js").Child} more */
export const said = (it, ...more) => {
  const { shown, words, local, root } = it;
  const { said: now, turn, news, at } = shown;
  // What is said must be seen, wherever on a small page the action was.
  const told = [now.kind, now.title, at].join();
  if (now.kind !== "none" && local.told !== told && root.contains(document.activeElement))
    queueMicrotask(() => root.querySelector(".cardlab-word")?.scrollIntoView({ block: "nearest" }));
  local.told = told;
  return h(
    "div",
    { key: "said", class: `cardlab-word cardlab-${now.kind}${news.length && now.title ? " cardlab-told" : ""}` },
    h(
      "p",
      { key: "turn", class: "cardlab-turn", tabindex: -1, "data-refocus": "", "aria-live": "polite" },
      h("strong", {}, turn.who),
      " ",
      turn.what,
      shown.waiting && [" ", act(it, "play_on")],
      more,
    ),
    h(
      "div",
      { key: "status", role: "status" },
      now.title && h("p", { class: "cardlab-title" }, now.title),
      sentences(now.sentences),
    ),
    h(
      "div",
      { key: "news", class: "cardlab-news", role: "log", "aria-label": words["table.news"] },
      news.map((/** @type {string} */ one, /** @type {number} */ nth) =>
        h("p", { key: `${at} ${nth}`, style: `--cardlab-nth: ${nth}` }, one),
      ),
    ),
    rules(shown.clauses, words["widget.clauses"]),
  );
};

/** The hand, what can be done with it, also `near` it where the page is narrow, and how it is sorted. @param {View} it @param {({do: string, label: string, ready: boolean} | null)[]} [near] */
export const ownHand = (it, near = []) => {
  const { shown, words } = it;
  const [line, cards, ...tools] = hand(it, shown.hand);
  return [
    h("div", { key: "hand", class: "cardlab-own-hand" }, line, cards),
    shown.actions.length > 0 &&
      h(
        "div",
        { key: "actions", class: "cardlab-choices", role: "group", "aria-label": words["table.actions"] },
        near.map((one) => one && h("span", { key: one.do, class: "cardlab-near" }, act(it, one.do, one))),
        // To call a draw is never what comes next, only what one may dare.
        shown.actions.map((/** @type {{do: string, label: string, ready: boolean}} */ one) =>
          act(it, one.do, { ...one, ready: one.ready && one.do !== "call" }),
        ),
      ),
    h("div", { key: "tools", class: "cardlab-sorting" }, ...tools),
  ];
};

/** Backs side by side. @param {View} it @param {number} count */
const backs = (it, count) =>
  h(
    "div",
    { key: "backs", class: "cardlab-backs cardlab-small", "aria-hidden": "true" },
    Array.from({ length: count }, () => h("span", {}, picture(it, "back"))),
  );

/** One of the others: backs or open cards, and his melds. @param {View} it @param {PlayerShown} one */
const player = (it, one) =>
  h(
    "div",
    { role: "group", class: "cardlab-seat", "aria-label": one.name },
    heading(one.name, one.about, one.turn && h("em", {}, one.turn)),
    one.backs ? backs(it, one.backs) : row(it, one.cards, one.hand_label, FAN),
    melds(it, one.melds),
  );

/** @param {View} it @param {MeldShown[]} all */
const melds = (it, all) =>
  h(
    "div",
    { key: "melds", class: "cardlab-melds" },
    all.map(({ place, number, label, about, cards, action, low, fits, refused }) =>
      h(
        "div",
        {
          key: place,
          class: `cardlab-meld${refused ? " cardlab-refused" : fits ? " cardlab-fits" : ""}`,
          "data-drop": place,
        },
        heading(number, about),
        cards.length ? row(it, cards, label, FAN) : backs(it, 4),
        it.shown.actions.length > 0 && [
          act(it, "lay_off", { label: action, name: `${action}: ${label}`, meld: place }),
          low && act(it, "lay_off", { key: "low", label: low, name: `${low}: ${label}`, meld: place, low: true }),
        ],
      ),
    ),
  );

/** The stock and the discard pile, each with its button. @param {View} it */
const piles = (it) => {
  const { stock, discards, label, refused } = it.shown.piles;
  const heap = (/** @type {string} */ place) => ({
    key: place,
    class: `cardlab-heap${refused === place ? " cardlab-refused" : ""}`,
    "data-drop": place,
  });
  const button = (/** @type {{do: string, label: string, ready: boolean} | null} */ one) => one && act(it, one.do, one);
  return h(
    "div",
    { role: "group", key: "piles", class: "cardlab-centre", "aria-label": label },
    h(
      "div",
      heap("stock"),
      heading(stock.label, stock.count),
      h(
        "div",
        { class: "cardlab-stack", "aria-hidden": "true" },
        Array.from({ length: stock.depth }, () => picture(it, "back")),
      ),
      button(stock.action),
    ),
    h(
      "div",
      heap("discards"),
      heading(discards.label, discards.count),
      h(
        "div",
        { class: "cardlab-stack" },
        discards.cards
          .slice(0, 1)
          .map((/** @type {string} */ card) => picture(it, card, { key: card, alt: it.faces.names[card] })),
      ),
      button(discards.action),
      discards.all &&
        h("details", { key: "all" }, h("summary", {}, discards.all), row(it, discards.cards, discards.label, FAN)),
    ),
  );
};
