/**
 * The table of Tongits, for lessons and for matches: the cloth, the hand, what is said, the moves so far and the end.
 *
 * `felt` draws two players across, the piles between them and the own melds; `ownHand` what can be played;
 * `said` whose turn it is and what came of the last action; `movesSoFar` and `ending` the round. `act` is a button of
 * the table.
 */

/** @import {AnyView, Child, View} from "./core.js" */
/** @import {EndingPicture, MeldPicture, MoveButton, OpponentPicture, PlayStage} from "./shown.js" */
/** @import {PlayTongitsMessage, TableMessage, TablePicture, TableShown} from "./shown.js" */

import { button, h, hand, picture, row, rules, sentences } from "./core.js";

/** @typedef {Pick<TableShown, "four_colours" | (keyof TablePicture & keyof PlayStage)>} RoundShown What both tables show. */
/** @typedef {Extract<TableMessage, PlayTongitsMessage>} SeatMessage What both tables hear. */
/** @typedef {View<RoundShown, SeatMessage>} It */

const FAN = "cardlab-fan cardlab-small";

/**
 * A button that sends a message; a main one if the rules allow it, locked where there is nothing to do.
 * @template {{do: string}} M
 * @param {View<RoundShown, M>} it @param {M} message
 * @param {{key?: string, label?: string, name?: string, ready?: boolean}} [more]
 */
export const act = ({ shown, words, local, send }, message, { key, label, name, ready } = {}) =>
  button(
    label ?? words[`table.${message.do}`],
    shown.off.some((one) => one === message.do)
      ? null
      : () => {
          local.made = message.do;
          send(message);
        },
    { key: key ?? message.do, class: `cardlab-button${ready ? " cardlab-main" : ""}`, "aria-label": name },
  );

/** @param {Child[]} said */
const heading = (...said) =>
  h("p", { class: "cardlab-owner" }, h("strong", {}, said[0]), " ", h("span", {}, said[1]), said[2]);

/** The cloth with all that lies on it. @param {It} it */
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

/** Whose turn it is, what came of the last action, and what the others did. @param {It} it @param {...Child} more */
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
      shown.waiting && [" ", act(it, { do: "play_on" })],
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
      news.map((one, nth) => h("p", { key: `${at} ${nth}`, style: `--cardlab-nth: ${nth}` }, one)),
    ),
    rules(shown.clauses, words["widget.clauses"]),
  );
};

/** The button of a move. @param {It} it @param {MoveButton} one */
const move = (it, one) => act(it, { do: one.do }, { label: one.label, ready: one.ready });

/**
 * The hand, what can be done with it, also `near` it where the page is narrow, and how it is sorted.
 * @param {It} it
 * @param {(MoveButton | null)[]} [near]
 */
export const ownHand = (it, near = []) => {
  const { shown, words } = it;
  const [line, cards, ...tools] = hand(it, shown.hand);
  return [
    h("div", { key: "hand", class: "cardlab-own-hand" }, line, cards),
    shown.actions.length > 0 &&
      h(
        "div",
        { key: "actions", class: "cardlab-choices", role: "group", "aria-label": words["table.actions"] },
        near.map((one) => one && h("span", { key: one.do, class: "cardlab-near" }, move(it, one))),
        // To call a draw is never what comes next, only what one may dare.
        shown.actions.map((one) => move(it, { ...one, ready: one.ready && one.do !== "call" })),
      ),
    h("div", { key: "tools", class: "cardlab-sorting" }, ...tools),
  ];
};

/** Backs side by side. @param {AnyView} it @param {number} count */
const backs = (it, count) =>
  h(
    "div",
    { key: "backs", class: "cardlab-backs cardlab-small", "aria-hidden": "true" },
    Array.from({ length: count }, () => h("span", {}, picture(it, "back"))),
  );

/** One of the others: backs or open cards, and their melds. @param {It} it @param {OpponentPicture} one */
const player = (it, one) =>
  h(
    "div",
    { role: "group", class: "cardlab-seat", "aria-label": one.name },
    heading(one.name, one.about, one.turn && h("em", {}, one.turn)),
    one.backs ? backs(it, one.backs) : row(it, one.cards, one.hand_label, FAN),
    melds(it, one.melds),
  );

/** @param {It} it @param {MeldPicture[]} all */
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
          act(it, { do: "lay_off", meld: place }, { label: action, name: `${action}: ${label}` }),
          low &&
            act(it, { do: "lay_off", meld: place, low: true }, { key: "low", label: low, name: `${low}: ${label}` }),
        ],
      ),
    ),
  );

/** The stock and the discard pile, each with its button. @param {It} it */
const piles = (it) => {
  const { stock, discards, label, refused } = it.shown.piles;
  const heap = (/** @type {string} */ place) => ({
    key: place,
    class: `cardlab-heap${refused === place ? " cardlab-refused" : ""}`,
    "data-drop": place,
  });
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
      stock.action && move(it, stock.action),
    ),
    h(
      "div",
      heap("discards"),
      heading(discards.label, discards.count),
      h(
        "div",
        { class: "cardlab-stack" },
        discards.cards.slice(0, 1).map((card) => picture(it, card, { key: card, alt: it.faces.names[card] })),
      ),
      discards.action && move(it, discards.action),
      discards.all &&
        h("details", { key: "all" }, h("summary", {}, discards.all), row(it, discards.cards, discards.label, FAN)),
    ),
  );
};

/** All the moves of the round to go to, the last one first, or `inOrder`. @param {It} it */
export const movesSoFar = ({ shown, words, local, send }, inOrder = false) => {
  const { at, log } = shown;
  const back = (/** @type {number} */ to) => () => {
    local.ask = ".cardlab-turn";
    send({ do: "go", to });
  };
  if (!log.length) return null;
  const all = [
    ...log.map(({ to, text }) => ({ to, text: `${to}. ${text}` })),
    { to: 0, text: words["table.log_start"] },
  ];
  if (inOrder) all.reverse();
  return h(
    "details",
    { key: "log", class: "cardlab-rules" },
    h("summary", {}, `${words["table.log"]} (${at}${log[0].to > at ? `/${log[0].to}` : ""})`),
    h("p", {}, words["table.history"]),
    h(
      "ol",
      { class: "cardlab-log" },
      all.map(({ to, text }) =>
        h("li", { key: to }, button(text, back(to), { "aria-current": to === at ? "step" : null })),
      ),
    ),
  );
};

/** How the round ended. @param {EndingPicture} end */
export const ending = (end) =>
  h(
    "div",
    { key: "ending", class: "cardlab-ending", role: "status" },
    h("p", { class: "cardlab-title" }, end.title),
    sentences(end.sentences),
    h(
      "table",
      {},
      h("caption", {}, end.caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          end.heads.map((one) => h("th", { scope: "col" }, one)),
        ),
      ),
      h(
        "tbody",
        {},
        end.rows.map(({ player, won, deadwood, counted, payment }) =>
          h(
            "tr",
            { class: won && "cardlab-winner" },
            h("th", { scope: "row" }, player),
            h("td", {}, deadwood, h("small", {}, counted)),
            h("td", {}, payment),
          ),
        ),
      ),
    ),
  );
