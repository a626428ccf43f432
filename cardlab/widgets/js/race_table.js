/**
 * The table of a race: two sides with eight slots each, two piles, the countdown, the news, and a voice for screen
 * readers.
 *
 * It is the same with any clock, at one page or on several devices. It draws what Python sends, and sends what is
 * pressed with the number of moves that the player has seen. `atTable` is the table, `voice` what is read aloud,
 * `moving` the animation, `listen` the keys and `keysOf` their explanation. In slow motion (`clock` is "slow") no key
 * plays.
 */

/** @import {AnyView, Child} from "./core.js" */
/** @import {Block} from "./blocks.js" */

import { picture, pulling } from "./cards.js";
import { FINGERS, button, h, sentences } from "./core.js";
import { lay, move } from "./moving.js";
import { keyLabel, meaning, zone } from "./race_keys.js";
import { rove } from "./roving.js";
import { tone } from "./sound.js";

/**
 * A view of what `race_props` returns; `comment`: in slow motion the explanation of a move.
 * @typedef {AnyView & {comment?: Child}} AtTable
 */

/** A padlock, 12 x 14. */
const LOCK = "M3 6V4a3 3 0 0 1 6 0v2M1.5 6h9v7h-9z";

/**
 * The upper cards of a pile; a new top card is animated. A special card shows in large type what it counts as, and the
 * Dragon that it locks.
 * @param {AnyView} it @param {string[]} cards @param {number} index @param {string} badge
 */
export const stack = (it, cards, index, badge) =>
  h("span", { key: "stack", class: "cardlab-stack", "aria-hidden": "true" }, [
    cards.map((card, at) => {
      const top = { "data-lies": card, "data-seat": String(index), "data-from": "pile" };
      return picture(it, card, "", { key: card, ...(at === cards.length - 1 ? top : {}) });
    }),
    badge &&
      h("span", { key: "badge", class: "cardlab-badge", "data-badge": badge }, [
        cards.at(-1) === "Dr" && h("svg", { key: "lock", viewBox: "0 0 12 14" }, [h("path", { d: LOCK })]),
      ]),
  ]);

/**
 * The parts of a face-down pile: its back, with the number of cards on it, and its name.
 * @param {AnyView} it @param {string} place "draw 0" @param {Child} label @param {number} count
 */
export const stock = (it, place, label, count) => [
  h("span", { key: "back", class: `cardlab-stock-back${count ? "" : " cardlab-gone"}`, "data-place": place }, [
    count > 0 && picture(it, "back"),
  ]),
  h("span", { key: "label" }, label),
  " ",
  h("strong", { key: "count", class: "cardlab-badge" }, count),
];

/** The label of the key. @param {string} code */
const cap = (code) => h("kbd", { key: code, class: "cardlab-key" }, keyLabel(code));

/** How long the voice waits before it reads new texts, in milliseconds. */
const BREATH = 2000;

/** @type {WeakMap<HTMLElement, {number: number, wrong: string[], said: string, waiting: string[], timer: number}>} */
const voices = new WeakMap();

/**
 * The texts to read aloud: at once after silence, then no faster than a voice can follow, and only the newest.
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

/** Whether the race is in slow motion. @param {AtTable} it */
const slow = ({ shown }) => shown.clock === "slow";

/** The label of the key on a button with a text, read aloud as a key. @param {string} code @param {AtTable} it */
const spoken = (code, it) =>
  slow(it)
    ? []
    : [
        !FINGERS.matches && h("span", { key: "comma", class: "cardlab-unseen" }, `, ${it.words["play_tichu.key"]} `),
        cap(code),
      ];

/** The kind of pointer that pressed a button last: touch, mouse or pen. @type {WeakMap<EventTarget, string>} */
const downs = new WeakMap();

/**
 * The handlers of a button. Two people who share a screen press at the same time, and a browser sends a click only for
 * the first finger. So a touch acts at once, and its click is ignored.
 * @param {AtTable} it @param {(() => void) | null} act
 */
const pressed = ({ shown }, act) =>
  !act || shown.clock !== "running" || shown.person
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
const named = (it, name, code) =>
  code && !FINGERS.matches && !slow(it) ? `${name}, ${it.words["play_tichu.key"]} ${keyLabel(code)}` : name;

/** In slow motion a card can be dragged. @param {AtTable} it @param {Block} side @param {string} card */
const pulled = (it, { seat, lifted }, card) => {
  const send = (/** @type {{on: string}} */ { on }) => {
    if (lifted !== card) it.send({ do: "card", seat, card, seen: it.shown.number });
    it.send({ do: "pile", seat, pile: Number(on), seen: it.shown.number });
  };
  return pulling({ ...it, send: /** @type {any} */ (send) }, card);
};

/** The eight slots of a hand, each with its key. @param {AtTable} it @param {Block} side */
const places = (it, side) => {
  const { seat, name, person, slots, line, lifted, wishes } = side;
  const { shown, words, faces, local, send } = it;
  const keys = zone(seat, shown.person).cards;
  const card = (/** @type {string} */ code) =>
    code && picture(it, code, "", { key: code, "data-lies": code, "data-seat": String(seat), "data-from": "hand" });
  if (!person || slots.includes("back"))
    return h(
      "div",
      {
        key: "slots",
        class: "cardlab-slots",
        role: "img",
        "aria-label": [name, line, ...slots.map((code) => faces.names[code]).filter(Boolean)].join(", "),
        "data-place": person ? null : "hidden",
      },

      slots.map((code, index) =>
        h("span", { key: index, class: "cardlab-slot" }, [code === "back" ? picture(it, code) : card(code)]),
      ),
    );
  const press = (/** @type {string} */ code) => () => {
    if (!local.dragged) send({ do: "card", seat, card: code, seen: shown.number });
    local.dragged = false;
  };
  return h(
    "div",
    {
      key: "slots",
      class: "cardlab-slots",
      role: "group",
      "aria-label": `${words["text.table.hand.short"]}: ${name}`,
      onkeydown: (event) => slow(it) && rove(event, "button"),
    },
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
          ...pressed(it, code ? press(code) : null),
          ...(slow(it) && code ? pulled(it, side, code) : {}),
        },
        [card(code), !wishes.length && !slow(it) && cap(keys[index])],
      ),
    ),
  );
};

/** The buttons to draw up and, for two people, to choose a pile. @param {AtTable} it @param {Block} side */
const controls = (it, { seat, person, draw, extra, due, main, other, pile, wishes }) => {
  const { shown, words, send } = it;
  const keys = zone(seat, shown.person);
  const label = words[!person ? "widget.draw_pile" : other ? "play_tichu.draw_other" : "tichu.do.draw"];
  const inside = stock(it, `draw ${seat}`, label, draw);
  return h("div", { key: "controls", class: "cardlab-tools" }, [
    person
      ? quick(
          it,
          [...inside, (!wishes.length || !shown.person) && spoken(keys.draw[0], it)],
          () => send({ do: "draw", seat }),
          {
            key: "draw",
            class: `cardlab-button cardlab-stock${main ? " cardlab-main cardlab-due" : due ? "" : " cardlab-not-now"}`,
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

/** The values to wish for; the other player can go on meanwhile. @param {AtTable} it @param {Block} side */
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

/** The question which pile is meant, for one person alone. @param {AtTable} it */
const asked = (it) => (it.shown.person && !slow(it) && it.shown.sides[0].lifted ? it.shown.sides[0] : null);

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
          it.comment,
        ]),
      wishes(it, side),
    ],
  );

/** A pile; one person alone chooses it by its key or by a tap. @param {AtTable} it @param {Block} pile */
const pile = (it, { index, name, cards, badge, counts, note, late }) => {
  const { shown, faces, send } = it;
  const top = cards.at(-1);
  const plays = shown.clock !== "none";
  const alone = plays && shown.person;
  /** @type {Block[]} */
  const sides = alone ? [shown.sides[0]] : shown.sides.filter((/** @type {Block} */ { lifted }) => lifted);
  const act =
    plays && sides.length === 1
      ? () => send({ do: "pile", seat: sides[0].seat, pile: index, seen: shown.number })
      : null;
  const key = alone && !slow(it) && !shown.sides[0].wishes.length ? zone(0, true).piles[index][0] : "";
  return h("div", { key: index, class: "cardlab-target", "data-drop": slow(it) ? index : null }, [
    h(
      "button",
      {
        key: "pile",
        type: "button",
        class: `cardlab-place${note ? " cardlab-locked" : ""}${sides.some(({ lifted }) => lifted) ? " cardlab-awaits" : ""}`,
        "data-top": top ?? null,
        "aria-disabled": act ? null : "true",
        "aria-pressed": alone ? String(shown.sides[0].pile === index) : null,
        title: plays ? it.words["play_tichu.pile_target"] : undefined,
        // The name has the visible texts in their visible order.
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

/** The countdown, and why cards will be turned. @param {AtTable} it */
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
 * The news, `instead`, the computer's text, or the question for a pile: one of them, so that the hand does not jump.
 * @param {AtTable} it @param {Child} instead
 */
const tidings = (it, instead) => {
  const { news, sides } = it.shown;
  const question = asked(it);
  const rival = sides.flatMap((/** @type {Block} */ { person, said }) => (person ? [] : said));
  if (question) return h("div", { key: "asked", class: "cardlab-question" }, question.said);
  if (instead) return h("div", { key: "instead", class: "cardlab-instead" }, instead);
  const told = rival.length ? rival : news.slice(-3);
  return h("div", { key: "news", class: "cardlab-news" }, [
    it.shown.clock === "running" && it.shown.number < 3 && h("p", { key: "rule" }, it.words["play_tichu.rule"]),
    sentences(told, "news"),
  ]);
};

/** The table. @param {AtTable} it @param {Child} [instead] what is said in place of the news */
export const atTable = (it, instead) =>
  h(
    "div",
    {
      key: "table",
      class: `cardlab-racing${slow(it) ? "" : " cardlab-felt"}${it.shown.person || it.shown.clock !== "running" ? " cardlab-facing" : " cardlab-thumbs"}`,
      tabindex: -1,
      "data-refocus": "",
      ...(slow(it) ? {} : { "data-plain": "" }),
      "data-number": it.shown.number,
    },
    [
      side(it, it.shown.sides[0]),
      h("div", { key: "middle", class: "cardlab-between" }, [
        h("div", { key: "piles", class: "cardlab-two" }, [
          it.shown.piles.map((/** @type {Block} */ one) => pile(it, one)),
        ]),
        !slow(it) && h("div", { key: "tidings", class: "cardlab-tidings" }, countdown(it), tidings(it, instead)),
      ]),
      side(it, it.shown.sides[1]),
    ],
  );

/** The keys of one person. @param {AnyView} it @param {string} name @param {number} seat @param {boolean} alone */
export const keysOf = (it, name, seat, alone) => {
  const { words } = it;
  const { cards, draw, piles } = zone(seat, alone);
  const one = (/** @type {string} */ label, /** @type {string} */ code) => [` · ${label} `, cap(code)];
  return h("p", { key: name, class: "cardlab-note cardlab-by-keys" }, [
    h("strong", {}, name),
    ": ",
    cards.map((code) => [cap(code), " "]),
    one(words["tichu.do.draw"], draw[0]),
    piles.map(([code], index) => one(`${words["play_tichu.pile"]} ${index + 1}`, code)),
  ]);
};

/** A musical note, the sign of the button for sound. */
export const NOTE = h("svg", { key: "sign", class: "cardlab-sign", viewBox: "0 0 16 16", "aria-hidden": "true" }, [
  h("path", {
    d: "M6 12.5a2 2 0 1 1-2-2h2V3l7-1.5v9.5a2 2 0 1 1-2-2h2",
    fill: "none",
    stroke: "currentColor",
    "stroke-width": 1.8,
  }),
]);

/** @type {WeakMap<HTMLElement, number>} */
const drawn = new WeakMap();

/**
 * Called before a table is drawn: cards that have moved are animated, a player who came too late hears a sound, and a
 * new race is scrolled into view.
 * @param {HTMLElement} root @param {any} table what is drawn, or how many moves were made at piles alone
 */
export const moving = (root, table) => {
  const before = drawn.get(root) ?? -1;
  const number = table?.number ?? -1;
  const made = before >= 0 && number >= 0 ? number - before : 0;
  const isTimed = "piles" in (table ?? {}) && table.clock !== "slow";
  if (isTimed ? made > 0 && made < 12 : made) {
    const old = lay(root);
    if (isTimed) tone(660);
    queueMicrotask(() => {
      if (!isTimed) root.querySelector(".cardlab-slow")?.scrollIntoView({ block: "nearest" });
      move(root, old);
    });
  }
  const isLate = isTimed && table.piles.some((/** @type {Block} */ one) => one.late.length);
  if (isLate && !root.querySelector(".cardlab-late li")) tone(220);
  if (drawn.has(root) && before < 0 && number >= 0) queueMicrotask(() => root.scrollIntoView({ block: "start" }));
  drawn.set(root, number);
};

/**
 * Handles the keys of a race while `mayPlay` is true; returns a function that ends this. `pauses`: Escape pauses.
 * @param {{send(content: object): unknown}} model @param {HTMLElement} root @param {() => Block | undefined} tableOf
 * @param {(table: Block, event: KeyboardEvent) => boolean} mayPlay @param {boolean} pauses
 */
export const listen = (model, root, tableOf, mayPlay, pauses) => {
  const press = (/** @type {KeyboardEvent} */ event) => {
    const table = tableOf();
    const at = /** @type {HTMLElement} */ (event.target);
    const ours = root.contains(at) || at === document.body;
    if (!ours || table?.clock !== "running" || event.ctrlKey || event.metaKey || event.altKey) return;
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
