/**
 * The table of a race: two sides with eight places each, two piles, what is coming, what has been, and a calm voice.
 *
 * For a race at one page and for one between devices. It draws what Python shows and sends what is pressed with what
 * was seen; it judges nothing. `atTable` is the table, `voice` what is read aloud, `moving` what is seen to move,
 * `listen` what the keys do; `keysOf` says which they are.
 */

/** @import {AnyView, Child} from "./core.js" */
/** @import {Block} from "./blocks.js" */

import { picture } from "./cards.js";
import { FINGERS, button, cloneElement, h, sentences } from "./core.js";
import { lay, move } from "./moving.js";
import { keyLabel, meaning, zone } from "./play_tichu_keys.js";
import { soundButton, tone } from "./sound.js";
import { stack, stock } from "./stack.js";

/** @typedef {AnyView & {says?: (seat: number) => Child}} AtTable It shows what `racing` makes (picture.py); `says`: what a side says just now. */

/** What stands on the key. @param {string} code */
export const cap = (code) => h("kbd", { key: code, class: "cardlab-key" }, keyLabel(code));

/** How long the voice waits before it tells what has happened since, in milliseconds. */
const BREATH = 2000;

/** @type {WeakMap<HTMLElement, {number: number, wrong: string[], said: string, waiting: string[], timer: number}>} */
const voices = new WeakMap();

/**
 * What is read aloud: at once after silence, then no oftener than a voice can follow, and only the newest.
 * @param {AtTable} it @param {string[]} [more] further texts
 */
export const voice = ({ shown, root, draw }, more = []) => {
  const mine = voices.get(root) ?? { number: -1, wrong: [], said: "", waiting: [], timer: 0 };
  voices.set(root, mine);
  const speak = () => {
    mine.timer = 0;
    if (!mine.waiting.length) return;
    mine.said = mine.waiting.slice(-2).join(" ");
    mine.waiting = [];
    mine.timer = setTimeout(() => {
      speak();
      draw();
    }, BREATH);
  };
  const texts = (/** @type {Block[]} */ all, /** @type {string} */ field) => all.flatMap((one) => one[field]);
  const wrong = [...texts(shown.piles, "late"), ...texts(shown.sides, "said"), ...more];
  const fresh = wrong.filter((one) => !mine.wrong.includes(one));
  if (shown.number !== mine.number) mine.waiting.push([...shown.news, shown.turning].filter(Boolean).join(" "));
  if (fresh.length) mine.waiting.push(fresh.join(" "));
  Object.assign(mine, { number: shown.number, wrong });
  if (!mine.timer) speak();
  return h("div", { key: "voice", class: "cardlab-unseen", role: "status" }, mine.said);
};

/** The same on a button with words, where it is read aloud as a key. @param {string} code @param {AtTable} it */
const spoken = (code, it) => [
  !FINGERS.matches && h("span", { key: "comma", class: "cardlab-unseen" }, `, ${it.words["play_tichu.key"]} `),
  cap(code),
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
  code && !FINGERS.matches ? `${name}, ${words["play_tichu.key"]} ${keyLabel(code)}` : name;

/** The eight places of a hand; each keeps its key, which means a value while one is wished. @param {AtTable} it @param {Block} side */
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

      slots.map((code, index) =>
        h("span", { key: index, class: "cardlab-slot" }, [
          shown.phase !== "race" && code !== "back" ? card(code) : code && picture(it, code, { key: code }),
        ]),
      ),
    );
  return h(
    "div",
    { key: "slots", class: "cardlab-slots", role: "group", "aria-label": `${words["play_tichu.hand_of"]}: ${name}` },

    slots.map((code, index) =>
      h(
        "button",
        {
          key: index,
          type: "button",
          class: "cardlab-slot",
          "data-card": code || null,
          "aria-label": named(
            it,
            code ? faces.names[code] : words["play_tichu.no_card"],
            wishes.length ? "" : keys[index],
          ),
          "aria-disabled": code ? null : "true",
          "aria-pressed": code && code === lifted ? "true" : null,
          ...pressed(it, code ? () => send({ do: "card", seat, card: code, seen: shown.number }) : null),
        },
        [card(code), !wishes.length && cap(keys[index])],
      ),
    ),
  );
};

/** Drawing up, and where two share the piles, pointing at one of them. @param {AtTable} it @param {Block} side */
const controls = (it, { seat, person, draw, extra, due, other, pile, wishes }) => {
  const { shown, words, send } = it;
  const keys = zone(seat, shown.person);
  const label = words[!person ? "widget.draw_pile" : other ? "play_tichu.draw_other" : "play_tichu.draw"];
  const inside = stock(it, `draw ${seat}`, label, draw);
  return h("div", { key: "controls", class: "cardlab-tools" }, [
    person
      ? quick(
          it,
          [...inside, (!wishes.length || !shown.person) && spoken(keys.draw[0], it)],
          () => send({ do: "draw", seat }),
          {
            key: "draw",
            class: `cardlab-button cardlab-stock${due ? " cardlab-main cardlab-due" : " cardlab-not-now"}`,
          },
        )
      : h("span", { key: "draw", class: "cardlab-stock" }, inside),
    h("span", { key: "extra", class: "cardlab-stock" }, [
      stock(it, `extra ${seat}`, words["widget.extra_pile"], extra),
    ]),
    person &&
      !shown.person &&
      !wishes.length &&
      h("span", { key: "points", class: "cardlab-points" }, [
        shown.piles.map((/** @type {Block} */ { index }) =>
          quick(
            it,
            [`${words["play_tichu.pile"]} ${index + 1}`, ...spoken(keys.piles[index][0], it)],
            () => send({ do: "pile", seat, pile: index, seen: shown.number }),
            { key: `pile ${index}`, class: "cardlab-button cardlab-point", "aria-pressed": String(pile === index) },
          ),
        ),
      ]),
  ]);
};

/** The row of values for a wish; the other player goes on meanwhile. @param {AtTable} it @param {Block} side */
const wishes = (it, { seat, wishes, said }) => {
  const { shown, words, faces, send } = it;
  const keys = zone(seat, shown.person);
  const one = (/** @type {string} */ rank, /** @type {string} */ label, /** @type {string} */ key) =>
    quick(it, [label, ...spoken(key, it)], () => send({ do: "wish", seat, rank }), { key: rank || "none" });
  return (
    wishes.length > 0 &&
    h("div", { key: "wish", class: "cardlab-wish", role: "group", "aria-label": said.join(" ") }, [
      h("p", { key: "said" }, said),
      wishes.map((rank, index) => one(rank, faces.letters[rank] ?? rank, keys.ranks[index])),
      one("", words["play_tichu.no_wish"], keys.none),
      quick(it, [words["play_tichu.back"], ...spoken(keys.back, it)], () => send({ do: "back", seat }), {
        key: "back",
      }),
    ])
  );
};

/** Who plays alone is asked between the piles which one is meant. @param {AtTable} it */
const asked = ({ shown }) => (shown.person && shown.sides[0].lifted ? shown.sides[0] : null);

/** @param {AtTable} it @param {Block} side */
const side = (it, side) =>
  h(
    "div",
    {
      key: `side ${side.seat}`,
      class: `cardlab-runner cardlab-runner-${side.seat}${side.person ? "" : " cardlab-rival"}${side.locked_for ? " cardlab-held" : ""}`,
      role: "group",
      "aria-label": side.name,
    },
    [
      h("p", { key: "name", class: "cardlab-line" }, [
        h("strong", { key: "name" }, side.name),
        " ",
        h("span", { key: "line" }, side.line),
        " ",
        side.owes && h("span", { key: "owes", class: "cardlab-debt" }, side.owes),
      ]),
      it.says?.(side.seat),
      places(it, side),
      controls(it, side),
      side.person &&
        !side.wishes.length &&
        h("div", { key: "said", class: `cardlab-remark${side.wrong ? " cardlab-wrong" : ""}` }, [
          side.locked_for > 0 &&
            h("span", {
              key: `locked ${side.locked_for}`,
              class: "cardlab-bar",
              style: `animation-duration: ${side.locked_for}ms`,
              "aria-hidden": "true",
            }),
          side !== asked(it) && sentences(side.said, "said"),
        ]),
      wishes(it, side),
    ],
  );

/** A pile; who plays alone points at it by a key that stands on it, or by a tap. @param {AtTable} it @param {Block} pile */
const pile = (it, { index, name, cards, badge, counts, note, late }) => {
  const { shown, faces, send } = it;
  const top = cards.at(-1);
  const alone = shown.phase === "race" && shown.person;
  /** @type {Block[]} */
  const sides = alone ? [shown.sides[0]] : shown.sides.filter((/** @type {Block} */ { lifted }) => lifted);
  const act =
    shown.phase === "race" && sides.length === 1
      ? () => send({ do: "pile", seat: sides[0].seat, pile: index, seen: shown.number })
      : null;
  const key = alone && !shown.sides[0].wishes.length ? zone(0, true).piles[index][0] : "";
  return h("div", { key: index, class: "cardlab-target" }, [
    h(
      "button",
      {
        key: "pile",
        type: "button",
        class: `cardlab-place${note ? " cardlab-locked" : ""}${sides.some(({ lifted }) => lifted) ? " cardlab-awaits" : ""}`,
        "data-top": top ?? null,
        "aria-disabled": act ? null : "true",
        "aria-pressed": alone ? String(shown.sides[0].pile === index) : null,
        title: shown.phase === "race" ? it.words["play_tichu.pile_target"] : undefined,
        // What is seen stands in the name in the order in which it is seen.
        "aria-label": [name, top && faces.names[top], named(it, counts, key), note].filter(Boolean).join(", "),
        ...pressed(it, act),
      },
      [
        stack(it, cards, index, badge),
        key && cap(key),
        note && h("span", { key: "lock", class: "cardlab-lock" }, " ", note),
      ],
    ),
    h("p", { key: "name", class: "cardlab-line" }, h("strong", {}, name), " ", h("span", {}, counts)),
    h("div", { key: "late", class: "cardlab-late" }, sentences(late, "late")),
  ]);
};

/** What is coming. @param {AtTable} it */
const countdown = ({ shown }) =>
  h("div", { key: "turning", class: "cardlab-turning" }, [
    shown.turning && [
      h("span", { key: "text" }, shown.turning),
      h("span", {
        key: `bar ${shown.number}`,
        class: "cardlab-bar",
        style: `animation-duration: ${shown.milliseconds}ms`,
        "aria-hidden": "true",
      }),
    ],
  ]);

/**
 * What has happened, what is said `instead`, what the computer has to say, or the question for a pile: one of them, so
 * that the hand does not jump.
 * @param {AtTable} it @param {Child} instead
 */
const tidings = (it, instead) => {
  const { news, sides } = it.shown;
  const question = asked(it);
  const rival = sides.flatMap((/** @type {Block} */ { person, said }) => (person ? [] : said));
  if (question) return h("div", { key: "asked", class: "cardlab-asked" }, question.said);
  if (instead) return h("div", { key: "instead", class: "cardlab-instead" }, instead);
  const told = rival.length ? rival : news.slice(-3);
  return h("div", { key: "news", class: "cardlab-news" }, [
    it.shown.phase === "race" && it.shown.number < 3 && h("p", { key: "rule" }, it.words["play_tichu.rule"]),
    sentences(told, "news"),
  ]);
};

/** The table. @param {AtTable} it @param {Child} [instead] what is said in place of the news */
export const atTable = (it, instead) =>
  h(
    "div",
    {
      key: "table",
      class: `cardlab-felt cardlab-racing${it.shown.person ? " cardlab-facing" : it.shown.phase === "race" ? " cardlab-thumbs" : ""}`,
      tabindex: -1,
      "data-refocus": "",
      "data-plain": "",
      "data-number": it.shown.number,
    },
    [
      side(it, it.shown.sides[0]),
      h("div", { key: "middle", class: "cardlab-middle" }, [
        h("div", { key: "piles", class: "cardlab-two" }, [
          it.shown.piles.map((/** @type {Block} */ one) => pile(it, one)),
        ]),
        h("div", { key: "tidings", class: "cardlab-tidings" }, countdown(it), tidings(it, instead)),
      ]),
      side(it, it.shown.sides[1]),
    ],
  );

/** The keys of one person. @param {AnyView} it @param {string} name @param {number} seat @param {boolean} alone */
export const keysOf = (it, name, seat, alone) => {
  const { words } = it;
  const { cards, draw, piles } = zone(seat, alone);
  const one = (/** @type {string} */ label, /** @type {string} */ code) => [` · ${label} `, cap(code)];
  return h("p", { key: name, class: "cardlab-aside cardlab-by-keys" }, [
    h("strong", {}, name),
    ": ",
    cards.map((code) => [cap(code), " "]),
    one(words["play_tichu.draw"], draw[0]),
    piles.map(([code], index) => one(`${words["play_tichu.pile"]} ${index + 1}`, code)),
  ]);
};

/** A note, 16 x 16. */
const NOTE = "M6 12.5a2 2 0 1 1-2-2h2V3l7-1.5v9.5a2 2 0 1 1-2-2h2";

/** A button with a sign, which is all that is seen of it where the page is narrow. @template T @param {T} one @param {string} sign */
const signed = (one, sign) => {
  const described = /** @type {import("./core.js").Description | false} */ (one);
  return (
    described &&
    cloneElement(described, {}, [
      h("svg", { key: "sign", class: "cardlab-sign", viewBox: "0 0 16 16", "aria-hidden": "true" }, [
        h("path", { d: sign, fill: "none", stroke: "currentColor", "stroke-width": 1.8 }),
      ]),
      h("span", { key: "words", class: "cardlab-wide" }, .../** @type {Child[]} */ (described.props.children)),
    ])
  );
};

/** The button for sound. @param {AnyView} it */
export const signedSound = (it) => signed(soundButton(it), NOTE);

/** @type {WeakMap<HTMLElement, number>} */
const drawn = new WeakMap();

/**
 * Before a table is drawn: its cards move when it has changed by some moves, who comes too late hears that, and a race
 * that begins is brought into view.
 * @param {HTMLElement} root @param {any} table
 */
export const moving = (root, table) => {
  const before = drawn.get(root) ?? -1;
  const number = table?.number ?? -1;
  if (number !== before && before >= 0 && number >= 0 && number - before > 0 && number - before < 12) {
    const old = lay(root);
    tone(660);
    queueMicrotask(() => move(root, old));
  }
  const isLate = table?.piles.some((/** @type {Block} */ one) => one.late.length);
  if (isLate && !root.querySelector(".cardlab-late li")) tone(220);
  if (drawn.has(root) && before < 0 && number >= 0) queueMicrotask(() => root.scrollIntoView({ block: "start" }));
  drawn.set(root, number);
};

/**
 * Hears the keys of a race while `mayPlay` says so; gives what ends that. `pauses`: Escape asks for a pause.
 * @param {{send(content: object): unknown}} model @param {HTMLElement} root @param {() => Block | undefined} tableOf
 * @param {(table: Block, event: KeyboardEvent) => boolean} mayPlay @param {boolean} pauses
 */
export const listen = (model, root, tableOf, mayPlay, pauses) => {
  const press = (/** @type {KeyboardEvent} */ event) => {
    const table = tableOf();
    const at = /** @type {HTMLElement} */ (event.target);
    const ours = root.contains(at) || at === document.body;
    if (!ours || table?.phase !== "race" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!mayPlay(table, event) || at.closest("input, select, textarea")) return;
    if ((event.code === "Space" || event.code === "Enter") && at.closest("button, summary, a, input")) return;
    const message = meaning(event.code, table);
    if (message === undefined || (message?.do === "pause" && !pauses)) return;
    event.preventDefault();
    event.stopPropagation();
    if (message && !event.repeat) model.send(message);
  };
  document.addEventListener("keydown", press, true);
  return () => document.removeEventListener("keydown", press, true);
};
