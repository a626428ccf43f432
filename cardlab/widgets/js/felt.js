/**
 * The table of Tongits, for lessons and for matches.
 *
 * `felt` draws the players, piles and melds; `ownHand` the hand and its buttons; `said` whose turn it is and the result
 * of the last action; `movesSoFar` the list of moves; `won` and `account` the end of the round. `act` is a button of
 * the table.
 */

/** @import {AnyView, Child, View} from "./core.js" */
/** @import {CardsProps, DuringRound, EndingProps, MeldProps, PlayerProps, Widget} from "./shown.js" */
/** @import {PlayTongitsMessage, SharedTongitsMessage, TableMessage} from "./messages.js" */

import { drawBlocks } from "./blocks.js";
import { hand, picture, row } from "./cards.js";
import { button, h, joy, sentences, wide } from "./core.js";
import { paces } from "./flights.js";
import { person } from "./people.js";
import { soundButton, tone } from "./sound.js";
import { menu } from "./stage.js";
import { hint, letter, letters } from "./table_keys.js";

/** @typedef {PlayTongitsMessage | SharedTongitsMessage | TableMessage} Message */
/** @typedef {CardsProps & Partial<Omit<DuringRound, keyof CardsProps>>} Shown The cards; between devices, with the room. */
/** @typedef {View<Shown, Message>} It */

const FAN = "cardlab-fan cardlab-small";

/** The actions that have a key, in the order of a turn. */
const LETTERS = ["draw", "take", "lay", "lay_off", "discard", "call", "challenge", "fold", "undo", "more"];

/** The name of the action that a message asks for. @param {Message} message */
const deedOf = (message) => {
  if (message.do !== "move") return message.do;
  const [verb = "", ...rest] = message.text.split(" ");
  return rest.includes("secret") ? "secret" : ({ meld: "lay", sapaw: "lay_off" }[verb] ?? verb);
};

/**
 * A move with the cards that are selected now, even if Python doesn't know the selection yet.
 * @param {It} it @param {Message} message @returns {Message}
 */
const withCards = ({ local }, message) =>
  message.do === "move"
    ? { ...message, text: message.text.replace("*", (local.own?.selected ?? []).join(" ")).trim() }
    : message;

/**
 * A button that sends a message; a main one if the rules allow it, disabled if there is nothing to do.
 * @param {It} it @param {Message} message
 * @param {{key?: string, label?: Child, name?: string, ready?: boolean, style?: string, lies?: Child}} [more] `lies`:
 * cards that are part of the button
 */
export const act = (it, message, { key, label, name, ready, style = "", lies } = {}) => {
  const { shown, words, local, send } = it;
  const deed = deedOf(message);
  const sign = letter({ words }, deed);
  const said = [label ?? words[`table.${deed}`], hint(sign)];
  return button(
    lies ? [lies, h("span", { key: "label" }, said)] : said,
    shown.off.some((one) => one === deed)
      ? null
      : () => {
          local.made = deed;
          send(withCards(it, message));
        },
    {
      key: key ?? deed,
      class: `cardlab-button${ready ? " cardlab-main" : ""}${style}`,
      "aria-label": name,
      "aria-keyshortcuts": sign || null,
      "data-letter": sign || null,
    },
  );
};

/** @param {Child[]} said */
const owner = (...said) =>
  h("p", { key: "owner", class: "cardlab-owner" }, h("strong", {}, said[0]), " ", h("span", {}, said[1]), said[2]);

/** A player's face with the score in the match. @param {PlayerProps} one */
const face = ({ face: number, score: [points, said] }) =>
  points
    ? h("span", { key: "face", class: "cardlab-scored" }, [
        person(number),
        h("b", { key: "score", role: "img", "aria-label": said, title: said }, points),
      ])
    : person(number);

/** The felt with players, piles and melds. @param {It} it */
export const felt = (it) => {
  const { own, players } = it.shown;
  return h("div", { key: "felt", class: "cardlab-felt cardlab-three" }, [
    player(it, players[0]),
    piles(it),
    player(it, players[1]),
    h("div", { role: "group", key: "own", class: "cardlab-own", "aria-label": own.name, "data-drop": "melds" }, [
      h("div", { key: "who", class: "cardlab-sitter" }, [face(own), owner(own.name, own.about)]),
      melds(it, own.melds),
    ]),
  ]);
};

/** The turn, the last action, and the moves of the others. @param {It} it @param {...Child} more */
export const said = (it, ...more) => {
  const { shown, words } = it;
  const { said: now, turn, what, news, at } = shown;
  const isAnnounced = !shown.ending && news.length && now.title && !["no", "hint"].includes(now.kind);
  const style = [
    `cardlab-word cardlab-${now.kind}`,
    shown.ending && "cardlab-over",
    isAnnounced && "cardlab-announced",
    !now.title && !now.sentences.length && !news.length && "cardlab-wordless",
  ];
  const isMore = what || shown.waiting || more.flat().some((one) => one && one !== " ");
  return h("div", { key: "said", class: style.filter(Boolean).join(" ") }, [
    h(
      "p",
      {
        key: "turn",
        class: isMore ? "cardlab-turn" : "cardlab-turn cardlab-only",
        tabindex: -1,
        "data-refocus": "",
        "data-mark": "turn",
        "aria-live": "polite",
      },
      [
        h("strong", {}, turn),
        " ",
        h("span", { class: "cardlab-what" }, what),
        shown.waiting && [" ", act(it, { do: "play_on" })],
        more,
      ],
    ),
    h("div", { key: "status", role: "status" }, [
      now.title && h("p", { class: "cardlab-title" }, now.title),
      sentences(now.sentences),
    ]),
    h("div", { key: "news", class: "cardlab-news", role: "log", "aria-label": words["table.news"] }, [
      news.map((one, nth) => h("p", { key: `${at} ${nth}`, style: `--cardlab-nth: ${nth}` }, one)),
    ]),
    drawBlocks(it, shown.clauses),
  ]);
};

/** A hand whose cards can be dragged onto a place, which makes the move of that place. @param {It} it @returns {any} */
const pulled = (it) => ({
  ...it,
  send: (/** @type {any} */ content) => {
    if (content.do !== "drop") return it.send(content);
    const selected = it.local.own?.selected ?? [];
    const cards = selected.includes(content.card) ? selected.join(" ") : content.card;
    const verbs = /** @type {Record<string, string>} */ ({
      discards: `discard ${content.card}`,
      melds: `meld ${cards}`,
    });
    if (content.on !== "stock") it.send({ do: "move", text: verbs[content.on] ?? `sapaw ${content.on} ${cards}` });
  },
});

/**
 * The hand with its buttons, and a menu of rare ones.
 * @param {It} it
 * @param {boolean} isPlayed whether a move can be taken back here
 * @param {Child} beside what stands beside these buttons
 */
export const ownHand = (it, isPlayed, beside) => {
  const { shown, words } = it;
  const [line, cards, ...tools] = hand(pulled(it), shown.hand);
  const notice = tools.pop();
  const sounds = h("div", { key: "sounds", class: "cardlab-tools", "data-stay": "" }, soundButton(it));
  return [
    h("div", { key: "hand", class: "cardlab-own-hand" }, [
      h("div", { key: "about", class: "cardlab-about-hand" }, [
        line,
        beside,
        isPlayed &&
          act(it, { do: "undo" }, { label: [h("span", { "aria-hidden": "true" }, "↶"), wide(words["table.undo"])] }),
        menu(it, h("div", { key: "tools", class: "cardlab-order" }, ...tools), paces(it), sounds, letters(it, LETTERS)),
      ]),
      cards,
      notice,
    ]),
    shown.actions.length > 0 &&
      h("div", { key: "actions", class: "cardlab-choices", role: "group", "aria-label": words["table.actions"] }, [
        shown.stakes && h("p", { key: "stakes", class: "cardlab-stakes", role: "status" }, shown.stakes),
        shown.actions.map(({ send, label, main, style }) => act(it, send, { label, ready: main, style: ` ${style}` })),
      ]),
  ];
};

/** Cards face down, side by side. @param {AnyView} it @param {number} count */
const backs = (it, count) =>
  h("div", { key: "backs", class: "cardlab-backs cardlab-small", "aria-hidden": "true" }, [
    Array.from({ length: count }, () => h("span", {}, picture(it, "back"))),
  ]);

/** One of the others: face and name, backs or open cards, and their melds. @param {It} it @param {PlayerProps} one */
const player = (it, one) =>
  h("div", { role: "group", class: `cardlab-seat${one.moves ? " cardlab-moves" : ""}`, "aria-label": one.name }, [
    h("div", { key: "who", class: "cardlab-sitter" }, [
      face(one),
      owner(one.name, one.about, one.moves && h("em", {}, it.words["table.moves_now"])),
      one.backs > 0 && backs(it, one.backs),
    ]),
    one.cards.length > 0 && row(it, one.cards, one.hand_label, FAN),
    melds(it, one.melds),
  ]);

/**
 * Melds on the felt, each a place to drop cards; while cards are selected, the meld is the button to lay them off.
 * @param {It} it @param {MeldProps[]} all
 */
const melds = (it, all) => {
  const { actions, hand: held, own, piles: heaps } = it.shown;
  // Cards can be laid off only between the first card of a turn and its discard.
  const isOpen =
    own.moves && actions.some(({ send }) => deedOf(send) === "discard") && heaps.begins.every((one) => one.style);
  const isTarget = isOpen && held.selected.length > 0;
  const [action, lower] = [it.words["table.lay_off"], it.words["table.lay_off_low"]];
  return h("div", { key: "melds", class: "cardlab-melds" }, [
    all.map(({ index, label, about, cards, low, fits, refused }) =>
      h(
        "div",
        {
          key: index,
          class: `cardlab-meld${refused ? " cardlab-refused" : fits ? " cardlab-fits" : ""}${isTarget ? " cardlab-aimed" : ""}`,
          "data-drop": index,
        },
        [
          cards.length ? row(it, cards, label, FAN) : backs(it, 4),
          owner(String(index + 1), about),
          isTarget && [
            act(
              it,
              { do: "move", text: `sapaw ${index} *` },
              { label: h("span", {}, action), name: `${action}: ${label}`, ready: fits },
            ),
            low &&
              act(
                it,
                { do: "move", text: `sapaw ${index} * low` },
                { key: "low", label: lower, name: `${lower}: ${label}` },
              ),
          ],
        ],
      ),
    ),
  ]);
};

/** The stock and the discard pile: each pile is the button that begins a turn there. @param {It} it */
const piles = (it) => {
  const { words, faces } = it;
  const { left, depth, pile_size: size, discards, begins, refused } = it.shown.piles;
  const heap = (/** @type {string} */ place) => ({
    key: place,
    class: `cardlab-heap${refused === place ? " cardlab-refused" : ""}`,
    "data-drop": place,
  });
  const pile = (/** @type {"draw" | "take"} */ does, /** @type {Child[]} */ cards) => {
    const lies = h("span", { key: "stack", class: "cardlab-stack" }, cards);
    const begun = begins.find((one) => deedOf(one.send) === does);
    if (!begun) return lies;
    const { label, main, style: looks } = begun;
    // If both are allowed, drawing is more common.
    const isMain = begins.find((one) => one.main) === begun;
    const style = ` cardlab-begins ${looks}${main ? " cardlab-may" : ""}`;
    return act(it, begun.send, { label, name: label, ready: isMain, style, lies });
  };
  const [stock, pileName] = [words["table.stock"], words["table.discards"]];
  return h("div", { role: "group", key: "piles", class: "cardlab-centre", "aria-label": words["table.piles"] }, [
    h("div", heap("stock"), [
      owner(stock, left),
      pile(
        "draw",
        Array.from({ length: depth }, () => picture(it, "back")),
      ),
    ]),
    h("div", heap("discards"), [
      owner(pileName, discards.length > 1 ? null : size),
      discards.length > 1 && h("details", { key: "all" }, h("summary", {}, size), row(it, discards, pileName, FAN)),
      pile(
        "take",
        // The cards below are visible while others fly there.
        discards
          .slice(0, 3)
          .map((card, depth) => picture(it, card, depth ? "" : faces.names[card], { key: card }))
          .reverse(),
      ),
    ]),
  ]);
};

/** All moves of the round, to go to, the last one first, or `inOrder`. @param {It} it @param {boolean} inOrder */
export const movesSoFar = ({ shown, words, local, send }, inOrder) => {
  const { at, log } = shown;
  const back = (/** @type {number} */ to) => () => {
    Object.assign(local, { ask: ".cardlab-turn", made: "go" });
    send({ do: "go", to });
  };
  if (!log.length) return null;
  const all = [...log.map(([to, text]) => ({ to, text: `${to}. ${text}` })), { to: 0, text: words["table.log_start"] }];
  if (inOrder) all.reverse();
  return h("details", { key: "log", class: "cardlab-rules" }, [
    h("summary", {}, `${words["table.log"]} (${at}${log[0][0] > at ? `/${log[0][0]}` : ""})`),
    h("p", {}, words["table.history"]),
    h("ol", { class: "cardlab-log" }, [
      all.map(({ to, text }) =>
        h("li", { key: to }, button(text, back(to), { "aria-current": to === at ? "step" : null })),
      ),
    ]),
  ]);
};

/** Whether the viewer has won. @param {AnyView} it @param {EndingProps} end */
const isOwn = ({ shown }, { winner }) => winner !== null && winner === shown.own.face;

/**
 * Who has won, with their cards and the reason, and the next step.
 * @param {AnyView} it @param {EndingProps} end @param {...Child} on
 */
export const won = (it, end, ...on) =>
  h(
    "div",
    { key: "ending", class: `cardlab-ending${isOwn(it, end) ? " cardlab-won" : ""}`, role: "status" },
    end.winner !== null && person(end.winner),
    isOwn(it, end) && joy(),
    h("p", { key: "title", class: "cardlab-title", tabindex: -1 }, end.title),
    end.cards.length > 0 && row(it, end.cards, end.label, FAN),
    ...on,
  );

/** The account of each player at the end of the round. @param {Pick<AnyView, "words">} it @param {EndingProps} end */
export const account = ({ words }, { sentences: said, winner, rows }) =>
  h("div", { key: "account", class: "cardlab-account" }, [
    sentences(said),
    h("table", {}, [
      h("caption", { class: "cardlab-unseen" }, words["table.end.caption"]),
      h("thead", {}, [
        h("tr", {}, [
          ["tournament.column.player", "plot.unit.deadwood", "whatif.value.payment"].map((one) =>
            h("th", { scope: "col" }, words[one]),
          ),
        ]),
      ]),
      h("tbody", {}, [
        rows.map(([player, deadwood, counted, payment, how], seat) =>
          h("tr", { class: seat === winner && "cardlab-winner" }, [
            h("th", { scope: "row" }, player),
            h("td", {}, deadwood, h("small", {}, counted)),
            h("td", {}, payment, h("small", {}, how)),
          ]),
        ),
      ]),
    ]),
  ]);

/**
 * The element of the next move: the stock, then the hand or its buttons, or the answers to a call; at the end of the
 * round its result, because the button for the next round is there.
 * @param {Shown} shown
 */
export const control = ({ piles: { begins }, actions, ending }) => {
  if (ending) return ".cardlab-ending > .cardlab-title";
  if (begins.some((one) => deedOf(one.send) === "draw" && one.main)) return "[data-drop=stock] > button";
  const isAnswered = actions.some((one) => deedOf(one.send) === "fold");
  return isAnswered ? ".cardlab-sight > .cardlab-choices > button" : ".cardlab-option[tabindex='0']";
};

const MADE = ["draw", "take", "lay", "secret", "lay_off", "discard"];

/** Moves the focus to where the next move is made. @param {It} it */
export const follow = ({ shown, local, root }) => {
  const to = control(shown);
  if (to === local.next) return;
  local.next = to;
  if (!(shown.ending || MADE.includes(local.made ?? "")) || !root.contains(document.activeElement)) return;
  queueMicrotask(() => root.querySelector(to)?.focus({ preventScroll: true }));
};

/** Plays a sound for each card that lands, if sound is on. @param {It} it */
export const landed = ({ shown, local }) => {
  if (shown.at > (local.sounded ?? shown.at)) tone(660);
  local.sounded = shown.at;
};
