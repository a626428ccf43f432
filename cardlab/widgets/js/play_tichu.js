/**
 * The view of `PlayTichu`: two sides with eight places each, two piles, the keys of both zones, and a calm voice.
 * It draws what Python shows and sends what is pressed with what was seen; it judges nothing.
 */

/** @import {Child, View} from "./core.js" */
/**
 * @import {PlayTichuMessage, PlayTichuShown, RacePhase, ReplayPhase, TimedPile, TimedSide, Widget} from "./shown.js"
 */

import { button, h, picture, sentences, view } from "./core.js";
import { save } from "./files.js";
import { rulesOfTable, settle } from "./forms.js";
import { fullButton } from "./full.js";
import { keyLabel, meaning, readLayout, zone } from "./play_tichu_keys.js";
import { connect as remembering } from "./memory.js";
import { lay, move } from "./moving.js";
import { asks, cap, leaving, replay, result, setup, staying } from "./play_tichu_pages.js";
import { soundButton, tone } from "./sound.js";
import { connect, elsewhere } from "./storage.js";

/** @typedef {View<PlayTichuShown, PlayTichuMessage>} It */
/** @typedef {View<Widget & RacePhase, PlayTichuMessage>} Racing */
/** @typedef {TimedSide["wishes"][number] | ""} Rank */
/** @typedef {View<Widget & (RacePhase | ReplayPhase), PlayTichuMessage>} AtTable */

/** How long the voice waits before it tells what has happened since, in milliseconds. */
const BREATH = 2000;

/** @type {WeakMap<HTMLElement, {number: number, wrong: string, told: string, waiting: string[], timer: number}>} */
const voices = new WeakMap();

/**
 * What is read aloud: at once after silence, then no oftener than a voice can follow, and only the newest.
 * @param {Racing} it @param {string[]} news what the last move did @param {string[]} said what a hand is told
 */
const voice = ({ shown, root, draw }, news, said) => {
  const mine = voices.get(root) ?? { number: -1, wrong: "", told: "", waiting: [], timer: 0 };
  voices.set(root, mine);
  const speak = () => {
    mine.timer = 0;
    if (!mine.waiting.length) return;
    mine.told = mine.waiting.slice(-2).join(" ");
    mine.waiting = [];
    mine.timer = setTimeout(() => {
      speak();
      draw();
    }, BREATH);
  };
  const wrong = said.join(" ");
  if (shown.number !== mine.number) mine.waiting.push(news.join(" "));
  if (wrong && wrong !== mine.wrong) mine.waiting.push(wrong);
  Object.assign(mine, { number: shown.number, wrong });
  if (!mine.timer) speak();
  return h("div", { key: "voice", class: "cardlab-unseen", role: "status" }, mine.told);
};

/** The same on a button with words, where it is read aloud as a key. @param {string} code @param {AtTable} it */
const spoken = (code, it) => [
  h("span", { key: "comma", class: "cardlab-unseen" }, `, ${it.words["play_tichu.key"]} `),
  cap(code, it),
];

/** What came down last on a button: a finger, a mouse or a pen. @type {WeakMap<EventTarget, string>} */
const downs = new WeakMap();

/**
 * What a button does when it is pressed. Two who share a screen have a finger on it each, and a browser clicks for the
 * first of them only: there a finger counts as soon as it comes down, and its click no more.
 * @param {AtTable} it @param {(() => void) | null} act
 */
const pressed = ({ shown }, act) =>
  !act || shown.phase !== "race" || shown.person
    ? { onclick: act }
    : {
        onpointerdown: (/** @type {PointerEvent} */ { currentTarget, pointerType }) => {
          if (currentTarget) downs.set(currentTarget, pointerType);
          if (pointerType === "touch") act();
        },
        onclick: (/** @type {MouseEvent} */ { currentTarget, detail }) => {
          if (!detail || !currentTarget || downs.get(currentTarget) !== "touch") act();
        },
      };

/** A button of the race. @param {AtTable} it @param {Child} label @param {() => void} act @param {Record<string, any>} props */
const quick = (it, label, act, props) => button(label, act, { ...props, ...pressed(it, act) });

/** @param {AtTable} it @param {string} name @param {string} code */
const named = ({ words }, name, code) =>
  code ? `${name}, ${words["play_tichu.key"]} ${keyLabel(code, words.lang)}` : name;

/**
 * The eight places of a hand; each keeps its key, which means a value while one is wished.
 * @param {AtTable} it
 * @param {TimedSide} side
 */
const places = (it, { seat, name, person, slots, line, lifted, wishes }) => {
  const { shown, words, faces, send } = it;
  const keys = zone(seat, shown.person).cards;
  const card = (/** @type {string} */ code) =>
    code && picture(it, code, { key: code, "data-lies": code, "data-seat": String(seat), "data-from": "hand" });
  if (!person || slots.includes("back"))
    return h(
      "div",
      {
        key: "slots",
        class: "cardlab-slots",
        role: "img",
        "aria-label": `${name}, ${line}`,
        "data-place": person ? null : "hidden",
      },
      slots.map((code, place) =>
        h(
          "span",
          { key: place, class: "cardlab-slot" },
          shown.phase === "replay" ? card(code) : code && picture(it, code, { key: code }),
        ),
      ),
    );
  return h(
    "div",
    { key: "slots", class: "cardlab-slots", role: "group", "aria-label": `${words["play_tichu.hand_of"]}: ${name}` },
    slots.map((code, place) =>
      h(
        "button",
        {
          key: place,
          type: "button",
          class: "cardlab-slot",
          "data-card": code || null,
          "aria-label": named(
            it,
            code ? faces.names[code] : words["play_tichu.no_card"],
            wishes.length ? "" : keys[place],
          ),
          "aria-disabled": code ? null : "true",
          "aria-pressed": code && code === lifted ? "true" : null,
          ...pressed(it, code ? () => send({ do: "card", seat, card: code, seen: shown.number }) : null),
        },
        card(code),
        !wishes.length && cap(keys[place], it),
      ),
    ),
  );
};

/** Drawing up, and where two share the piles, pointing at one of them. @param {AtTable} it @param {TimedSide} side */
const controls = (it, { seat, person, draw, stock, extra, due, other, pile, wishes }) => {
  const { shown, words, send } = it;
  const keys = zone(seat, shown.person);
  const label = words[!person ? "widget.draw_pile" : other ? "play_tichu.draw_other" : "play_tichu.draw"];
  const count = person ? stock : draw;
  const inside = [
    h(
      "span",
      { key: "back", class: `cardlab-stock-back${count ? "" : " cardlab-gone"}`, "data-place": `draw ${seat}` },
      count > 0 && picture(it, "back"),
    ),
    h("span", { key: "label" }, label),
    h("strong", { key: "count" }, count),
  ];
  return h(
    "div",
    { key: "controls", class: "cardlab-tools" },
    person
      ? quick(
          it,
          [...inside, (!wishes.length || !shown.person) && spoken(keys.draw[0], it)],
          () => send({ do: "draw", seat }),
          { key: "draw", class: `cardlab-button${due ? " cardlab-due" : ""}` },
        )
      : h("span", { key: "draw", class: "cardlab-stock" }, inside),
    h(
      "span",
      { key: "extra", class: "cardlab-stock", "data-place": `extra ${seat}` },
      words["widget.extra_pile"],
      " ",
      h("strong", {}, extra),
    ),
    person &&
      !shown.person &&
      !wishes.length &&
      h(
        "span",
        { key: "points", class: "cardlab-points" },
        shown.piles.map(({ place }) =>
          quick(
            it,
            [`${words["play_tichu.pile"]} ${place + 1}`, ...spoken(keys.piles[place][0], it)],
            () => send({ do: "pile", seat, pile: place, seen: shown.number }),
            { key: `pile ${place}`, class: "cardlab-button cardlab-point", "aria-pressed": String(pile === place) },
          ),
        ),
      ),
  );
};

/** The row of values for a wish; the other player goes on meanwhile. @param {AtTable} it @param {TimedSide} side */
const wishes = (it, { seat, wishes, said }) => {
  const { shown, words, faces, send } = it;
  const keys = zone(seat, shown.person);
  const one = (/** @type {Rank} */ rank, /** @type {string} */ label, /** @type {string} */ key) =>
    quick(it, [label, ...spoken(key, it)], () => send({ do: "wish", seat, rank }), { key: rank || "none" });
  return (
    wishes.length > 0 &&
    h(
      "div",
      { key: "wish", class: "cardlab-wish", role: "group", "aria-label": said.join(" ") },
      h("p", { key: "said" }, said),
      wishes.map((rank, place) => one(rank, faces.letters[rank] ?? rank, keys.ranks[place])),
      one("", words["play_tichu.no_wish"], keys.none),
      quick(it, [words["play_tichu.back"], ...spoken(keys.back, it)], () => send({ do: "back", seat }), {
        key: "back",
      }),
    )
  );
};

/** Who plays alone is asked between the piles which one is meant. @param {AtTable} it */
const asked = ({ shown }) => (shown.person && shown.sides[0].lifted ? shown.sides[0] : null);

/** @param {AtTable} it @param {TimedSide} side */
const side = (it, side) =>
  h(
    "div",
    {
      key: `side ${side.seat}`,
      class: `cardlab-runner cardlab-runner-${side.seat}${side.person ? "" : " cardlab-rival"}${side.held ? " cardlab-held" : ""}`,
      role: "group",
      "aria-label": side.name,
    },
    h("p", { key: "name", class: "cardlab-line" }, h("strong", {}, side.name), " ", h("span", {}, side.line)),
    places(it, side),
    controls(it, side),
    side.owes && h("p", { key: "owes", class: "cardlab-owes" }, side.owes),
    side.person &&
      !side.wishes.length &&
      h(
        "div",
        { key: "said", class: `cardlab-told${side.wrong ? " cardlab-wrong" : ""}` },
        side.held > 0 &&
          h("span", {
            key: `held ${side.held}`,
            class: "cardlab-bar",
            style: `animation-duration: ${side.held}ms`,
            "aria-hidden": "true",
          }),
        side !== asked(it) && sentences(side.said, "said"),
      ),
    wishes(it, side),
  );

/**
 * A pile; who plays alone points at it by a key that stands on it, or by a tap.
 * @param {AtTable} it
 * @param {TimedPile} pile
 */
const pile = (it, { place, name, cards, counts, locked, late }) => {
  const { shown, faces, send } = it;
  const top = cards.at(-1);
  const alone = shown.phase === "race" && shown.person;
  const sides = alone ? [shown.sides[0]] : shown.sides.filter(({ lifted }) => lifted);
  const act =
    shown.phase === "race" && sides.length === 1
      ? () => send({ do: "pile", seat: sides[0].seat, pile: place, seen: shown.number })
      : null;
  const key = alone && !shown.sides[0].wishes.length ? zone(0, true).piles[place][0] : "";
  return h(
    "div",
    { key: place, class: "cardlab-target" },
    h(
      "button",
      {
        key: "pile",
        type: "button",
        class: `cardlab-place${locked ? " cardlab-locked" : ""}${sides.some(({ lifted }) => lifted) ? " cardlab-awaits" : ""}`,
        "data-top": top ?? null,
        "aria-disabled": act ? null : "true",
        "aria-pressed": alone ? String(shown.sides[0].pile === place) : null,
        title: shown.phase === "race" ? it.words["play_tichu.pile_target"] : null,
        "aria-label": named(it, [name, top && faces.names[top], counts, locked].filter(Boolean).join(", "), key),
        ...pressed(it, act),
      },
      h(
        "span",
        { key: "stack", class: "cardlab-stack", "aria-hidden": "true" },
        cards.map((card, at) =>
          picture(
            it,
            card,
            at === cards.length - 1
              ? { key: card, "data-lies": card, "data-seat": String(place), "data-from": "pile" }
              : { key: card },
          ),
        ),
      ),
      locked && h("span", { key: "lock", class: "cardlab-lock" }, locked),
      key && cap(key, it),
    ),
    h("p", { key: "name", class: "cardlab-line" }, h("strong", {}, name), " ", h("span", {}, counts)),
    h("div", { key: "late", class: "cardlab-late" }, sentences(late, "late")),
  );
};

/** @param {Racing} it */
const countdown = ({ shown }) =>
  h(
    "div",
    { key: "turning", class: "cardlab-turning" },
    shown.turning && [
      h("span", { key: "text" }, shown.turning.text),
      h("span", {
        key: `bar ${shown.number}`,
        class: "cardlab-bar",
        style: `animation-duration: ${shown.turning.milliseconds}ms`,
        "aria-hidden": "true",
      }),
    ],
  );

/**
 * What has happened, what the computer has to say, or the question for a pile: one of them, so that the hand does not
 * jump.
 * @param {AtTable} it
 */
const tidings = (it) => {
  const { news, sides } = it.shown;
  const question = asked(it);
  const rival = sides.flatMap(({ person, said }) => (person ? [] : said));
  return question
    ? h("div", { key: "asked", class: "cardlab-asked" }, question.said)
    : h("div", { key: "news", class: "cardlab-news" }, sentences(rival.length ? rival : news.slice(-3), "news"));
};

/** @param {AtTable} it @param {Child} [coming] what both see coming */
const table = (it, coming) =>
  h(
    "div",
    {
      key: "table",
      class: `cardlab-racing${it.shown.phase === "race" && !it.shown.person ? " cardlab-thumbs" : ""}`,
      tabindex: -1,
      "data-refocus": "",
      "data-plain": "",
      "data-number": it.shown.number,
    },
    side(it, it.shown.sides[0]),
    h(
      "div",
      { key: "middle", class: "cardlab-middle" },
      h(
        "div",
        { key: "piles", class: "cardlab-two" },
        it.shown.piles.map((one) => pile(it, one)),
      ),
      h("div", { key: "tidings", class: "cardlab-tidings" }, coming, tidings(it)),
    ),
    side(it, it.shown.sides[1]),
  );

/** A note, 16 x 16. */
const NOTE = "M6 12.5a2 2 0 1 1-2-2h2V3l7-1.5v9.5a2 2 0 1 1-2-2h2";

/** A button with a sign, which is all that is seen of it where the page is narrow. @template T @param {T} one @param {string} sign */
const signed = (one, sign) => {
  const described = /** @type {import("./core.js").Description | false} */ (one);
  return (
    described && {
      ...described,
      children: [
        h(
          "svg",
          { key: "sign", class: "cardlab-sign", viewBox: "0 0 16 16", "aria-hidden": "true" },
          h("path", { d: sign, fill: "none", stroke: "currentColor", "stroke-width": 1.8 }),
        ),
        h("span", { key: "words", class: "cardlab-wide" }, ...described.children),
      ],
    }
  );
};

/** Whether the race stood still when it was drawn last. @type {WeakMap<HTMLElement, boolean>} */
const resting = new WeakMap();

/** @param {Racing} it */
const race = (it) => {
  const { shown, words, root, send, local } = it;
  const goOn = () => {
    local.ask = ".cardlab-racing";
    root.scrollIntoView({ block: "start" });
    send({ do: "go_on" });
  };
  if (!shown.paused) staying(it);
  if (
    shown.paused &&
    resting.get(root) === false &&
    (root.contains(document.activeElement) || document.activeElement === document.body)
  )
    local.ask = ".cardlab-go-on";
  resting.set(root, shown.paused);
  const late = shown.piles.some((one) => one.late.length);
  if (late && !root.querySelector(".cardlab-late li")) tone(220);
  const said = [...shown.piles.flatMap((one) => one.late), ...shown.sides.flatMap((one) => one.said)];
  return [
    h(
      "div",
      { key: "head", class: "cardlab-tools cardlab-head" },
      h("strong", { key: "race" }, shown.race),
      h("span", { key: "score" }, shown.score),
      shown.paused
        ? !shown.elsewhere && [
            button(words["play_tichu.go_on"], goOn, {
              key: "go on",
              class: "cardlab-button cardlab-main cardlab-go-on",
            }),
            leaving(it),
          ]
        : asks(it, words["play_tichu.pause"], { do: "pause" }, { key: "pause" }),
      signed(soundButton(it), NOTE),
      fullButton(it),
    ),
    elsewhere(it, "cardlab-verdict"),
    shown.paused &&
      !shown.elsewhere &&
      h(
        "p",
        { key: "note", class: "cardlab-aside" },
        shown.note || words["play_tichu.paused"],
        " ",
        h("span", { key: "escape", class: "cardlab-by-keys" }, words["play_tichu.escape"]),
      ),
    table(it, countdown(it)),
    voice(it, [...shown.news, ...(shown.turning ? [shown.turning.text] : [])], said),
    h(
      "div",
      { key: "foot", class: "cardlab-foot" },
      remark(it),
      rulesOfTable(shown.rules),
      h("p", { key: "focus", class: "cardlab-aside cardlab-focus" }, words["play_tichu.focus"]),
    ),
  ];
};

/** What is said about the match that is kept. @param {Pick<It, "shown">} it */
const remark = ({ shown }) =>
  shown.remark && h("p", { key: "remark", class: "cardlab-title", role: "alert" }, shown.remark);

/** @type {WeakMap<HTMLElement, number>} */
const drawn = new WeakMap();

/** Cards move when the table has changed by some moves; a race that begins is brought into view. @param {It} it */
const moving = ({ root, shown }) => {
  const before = drawn.get(root) ?? -1;
  const number = "number" in shown ? shown.number : -1;
  if (number !== before && before >= 0 && number >= 0 && number - before > 0 && number - before < 12) {
    const old = lay(root);
    tone(660);
    queueMicrotask(() => move(root, old));
  }
  if (drawn.has(root) && before < 0 && number >= 0) queueMicrotask(() => root.scrollIntoView({ block: "start" }));
  drawn.set(root, number);
};

const play = view((/** @type {It} */ it) => {
  const { shown } = it;
  moving(it);
  if (shown.phase === "setup") {
    queueMicrotask(() => settle(it.root));
    return [remark(it), ...setup({ ...it, shown })];
  }
  if (shown.phase === "race") return race({ ...it, shown });
  return [
    h(
      "div",
      { key: "head", class: "cardlab-tools cardlab-head" },
      h("strong", { key: "race" }, shown.race),
      shown.score && h("span", { key: "score" }, shown.score),
    ),
    elsewhere(it, "cardlab-verdict"),
    remark(it),
    ...(shown.phase === "over" ? result({ ...it, shown }) : [table({ ...it, shown }), ...replay({ ...it, shown })]),
    rulesOfTable(shown.rules),
  ];
});

/** @typedef {{races: unknown[][], standing?: {at: number}} | null} Match */

/** @param {string | null} text @returns {Match} */
const matchOf = (text) => {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
};

/**
 * Joins a widget to the memory; gives what ends it. Python gives `{keep: match}` and `{add: notes, after: number}`,
 * which
 * follow so many others; where some are missing the whole match is asked for.
 * @param {import("./storage.js").Model} model
 */
const remember = (model) => {
  /** @type {Match} */
  let match = null;
  /** When was heard how the race stands. */
  let heard = 0;
  const recalled = (/** @type {string | null} */ text) => {
    match = matchOf(text);
    return { match: match ?? text };
  };
  const kept = (
    /** @type {{keep?: Match, add?: unknown[], after?: number, standing?: {at: number}, unread?: boolean, left?: boolean}} */ {
      keep: whole,
      add,
      after,
      standing,
      unread,
      left,
    },
  ) => {
    if (unread) match = null;
    if (left) {
      // Until now the clock of the race has gone on; a reload wins no time for anybody.
      const shown = model.get("shown");
      if (!match?.standing || shown.phase !== "race" || shown.paused) return undefined;
      match.standing.at += Math.round(performance.now() - heard);
      heard = performance.now();
      return JSON.stringify(match);
    }
    if (whole?.standing || standing) heard = performance.now();
    if (whole !== undefined) match = whole;
    if (add) {
      const race = match?.races.at(-1);
      if (race?.length !== after) return void model.send({ do: "whole" });
      race?.push(...add);
      if (match) match.standing = standing;
    }
    return whole === undefined && !add ? undefined : match && JSON.stringify(match);
  };
  return connect(model, "cardlab-races", recalled, kept);
};

/** What was done best, under a key that is deleted with the matches. */
const BESTS = "cardlab-races-best";

/** Joins a widget to what was done best here; gives what hears of something better. @param {import("./storage.js").Model} model */
const bests = (model) => {
  try {
    const kept = JSON.parse(localStorage.getItem(BESTS) ?? "null");
    if (kept) model.send({ do: "bests", kept });
  } catch {
    // What cannot be read is as if it were not there.
  }
  return (/** @type {{bests?: object}} */ { bests: better }) => {
    try {
      if (better) localStorage.setItem(BESTS, JSON.stringify(better));
    } catch {
      // The match that cannot be kept either is told of.
    }
  };
};

export default {
  /** @param {{model: any, el: HTMLElement}} given */
  render(given) {
    const { model, el } = given;
    const end = play.render(given);
    const root = /** @type {HTMLElement} */ (el.querySelector(".cardlab-root"));
    const press = (/** @type {KeyboardEvent} */ event) => {
      const shown = model.get("shown");
      const at = /** @type {HTMLElement} */ (event.target);
      const ours = root.contains(at) || at === document.body;
      if (!ours || shown.phase !== "race" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (shown.paused) {
        if (event.code === "Escape" && !event.repeat)
          /** @type {HTMLElement | null} */ (root.querySelector(".cardlab-go-on"))?.click();
        return;
      }
      if ((event.code === "Space" || event.code === "Enter") && at.closest("button, summary, a, input")) return;
      const message = meaning(event.code, shown);
      if (message === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (message && !event.repeat) model.send(message);
    };
    const give = (/** @type {{save?: string, name?: string}} */ { save: text, name }) =>
      text && name && save(name, text, "application/json");
    document.addEventListener("keydown", press, true);
    model.on("msg:custom", give);
    const better = bests(model);
    model.on("msg:custom", better);
    readLayout(() => dispatchEvent(new Event("cardlab-deck")));
    const forget = remember(model);
    const forgotten = remembering(model);
    return () => {
      document.removeEventListener("keydown", press, true);
      model.off("msg:custom", give);
      model.off("msg:custom", better);
      forget();
      forgotten();
      end?.();
    };
  },
};
