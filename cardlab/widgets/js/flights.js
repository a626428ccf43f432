/**
 * Cards of Tongits that fly: the learner's at once, those of the others one move after the other at a chosen pace.
 *
 * The table always shows the current state; flying cards are only hidden at their place until they arrive. So nobody
 * waits: the first press or key ends every flight. With reduced motion there are none.
 */

/** @import {View} from "./core.js" */
/** @import {CardsProps, FlightProps} from "./shown.js" */

/** @typedef {View<CardsProps, any>} Table A table with cards that fly; what it sends is the business of its view. */

import { inFourColours } from "./cards.js";
import { button, h } from "./core.js";
import { draw } from "./faces.js";
import { read, write } from "./kept.js";
import { calm } from "./moving.js";

const KEY = "cardlab-pace";

/** How long each move of the others takes, in milliseconds. @type {Record<string, number>} */
const PACES = { none: 0, quick: 450, slow: 1200 };

/** How long a card of the learner flies, in milliseconds. */
const OWN = 320;

const paceKept = read(KEY) ?? "";
let pace = paceKept in PACES ? paceKept : "quick";

/** The choice of the others' pace: three buttons. @param {Table} it */
export const paces = ({ words, draw }) =>
  h("div", { key: "pace", class: "cardlab-tools", role: "group", "aria-label": words["table.pace"], "data-stay": "" }, [
    h("span", { key: "name", class: "cardlab-tries", "aria-hidden": "true" }, words["table.pace"]),
    Object.keys(PACES).map((one) =>
      button(
        words[`table.pace.${one}`],
        () => {
          pace = one;
          write(KEY, one);
          draw();
        },
        { key: one, "aria-pressed": String(one === pace) },
      ),
    ),
  ]);

/** The layer for copies of cards that have no element on the table. */
export const air = () => h("div", { key: "air", class: "cardlab-air", "aria-hidden": "true" });

/**
 * The flights of each view: their end, the moment shown last, and the moving elements.
 * @typedef {{until: number, at: number, moving: Map<Element, Animation>}} Sky
 */
/** @type {WeakMap<HTMLElement, Sky>} */
const skies = new WeakMap();

/** Ends every flight. @param {HTMLElement} root */
const land = (root) => {
  const sky = skies.get(root);
  if (!sky) return;
  sky.until = 0;
  for (const one of sky.moving.values()) one.finish();
  sky.moving.clear();
  root.querySelector(".cardlab-air")?.shadowRoot?.replaceChildren();
  for (const one of root.querySelectorAll(".cardlab-news p")) one.getAnimations().forEach((its) => its.finish());
};

/** @typedef {{card: Element, box: DOMRect, held: boolean}} Place */

/**
 * The place of each card that is face up, by its name.
 * @param {HTMLElement} root @param {Record<string, string>} names
 */
const cardBoxes = (root, names) => {
  /** @type {Map<string, Place>} */
  const boxes = new Map();
  for (const card of root.querySelectorAll(".cardlab-sight .cardlab-face")) {
    const option = card.closest(".cardlab-option");
    const name = option instanceof HTMLElement ? names[option.dataset.card ?? ""] : card.ariaLabel;
    const box = card.getBoundingClientRect();
    if (name && box.width) boxes.set(name, { card, box, held: option !== null });
  }
  return boxes;
};

/** @param {HTMLElement} root @param {string} selector */
const spot = (root, selector) => root.querySelector(selector)?.getBoundingClientRect();

/**
 * A copy of a card that flies from one place to another, and is removed `stays` milliseconds later.
 * @param {Table} it @param {string} code @param {DOMRect} from @param {DOMRect} to @param {number} delay
 * @param {number} duration @param {number} stays
 */
const copy = ({ root, faces }, code, from, to, delay, duration, stays = 0) => {
  const here = root.querySelector(".cardlab-air");
  if (!here) return;
  const sky = here.shadowRoot ?? here.attachShadow({ mode: "open" });
  const { left, top } = here.getBoundingClientRect();
  const card = document.createElement("div");
  draw(card, code, faces.letters, inFourColours());
  card.style.cssText = `position:absolute;left:0;top:0;width:${to.width}px`;
  const at = (/** @type {DOMRect} */ box) =>
    `translate(${box.left + box.width / 2 - to.width / 2 - left}px, ${box.top + box.height / 2 - to.width * 0.7 - top}px)`;
  sky.append(card);
  const flight = card.animate(
    [
      { transform: at(from), opacity: 0, easing: "ease-out" },
      { transform: at(from), opacity: 1, offset: 0.05, easing: "ease-out" },
      { transform: at(to), opacity: 1, offset: duration / (duration + stays) },
      { transform: at(to), opacity: stays ? 1 : 0 },
    ],
    { duration: duration + stays, delay, fill: "backwards" },
  );
  flight.onfinish = () => card.remove();
};

/**
 * Lets a card fly from its old place to its current one.
 * @param {Sky} sky @param {Element} card @param {DOMRect} from @param {DOMRect} box @param {number} delay
 * @param {number} duration @param {boolean} isHidden whether it is not to be seen before it sets out
 */
const come = (sky, card, from, box, delay, duration, isHidden) => {
  const [x, y] = [from.left + from.width / 2 - box.left - box.width / 2, from.top - box.top];
  if (Math.hypot(x, y) < 4) return;
  const start = `translate(${x}px, ${y}px)`;
  const hidden = isHidden ? [{ transform: start, opacity: 0 }] : [];
  const flight = card.animate(
    [...hidden, { transform: start, opacity: 1, offset: isHidden ? 0.02 : 0 }, { transform: "none", opacity: 1 }],
    { duration, delay, fill: "backwards", easing: "ease-out" },
  );
  sky.moving.set(card, flight);
  flight.onfinish = () => sky.moving.get(card) === flight && sky.moving.delete(card);
};

/** Called before a drawing, so that its changes are animated. @param {Table} it */
export const flying = (it) => {
  const { root, faces, shown } = it;
  let sky = skies.get(root);
  if (!sky) {
    sky = { until: 0, at: shown.at, moving: new Map() };
    skies.set(root, sky);
    for (const event of ["pointerdown", "keydown"]) root.addEventListener(event, () => land(root), true);
  }
  root.style.setProperty("--cardlab-pace", `${2 * (PACES[pace] ?? 0)}ms`);
  const steps = shown.flights.filter(({ at }) => at > sky.at);
  sky.at = shown.at;
  if (calm.matches) return;
  const before = cardBoxes(root, faces.names);
  if (!before.size) return;
  const mine = sky;
  // After the drawing, when the cards have their size.
  queueMicrotask(() => queueMicrotask(() => follow(it, mine, before, steps)));
};

/**
 * @param {Table} it @param {Sky} sky @param {Map<string, Place>} before @param {FlightProps[]} steps
 */
const follow = (it, sky, before, steps) => {
  const { root, faces } = it;
  const now = cardBoxes(root, faces.names);
  const started = performance.now();
  const each = PACES[pace] ?? 0;
  const [stock, pile] = [
    spot(root, '[data-drop="stock"] .cardlab-stack'),
    spot(root, '[data-drop="discards"] .cardlab-stack'),
  ];
  const seats = [...root.querySelectorAll(".cardlab-seat > .cardlab-sitter .cardlab-person")].map((one) =>
    one.getBoundingClientRect(),
  );
  /** The start of each card that others moved. @type {Map<string, {from: DOMRect, delay: number}>} */
  const theirs = new Map();
  let delay = Math.max(0, sky.until - started);
  /** @type {(() => void)[]} */
  const copies = [];
  for (const [number, { by, do: done, cards }] of steps.entries()) {
    const seat = by === null ? undefined : seats[by];
    if (!seat || !each) continue;
    const mine = delay;
    const [code] = cards;
    if (done === "draw" && stock) copies.push(() => copy(it, "back", stock, seat, mine, each * 0.8));
    else if (done === "take" && pile && code) copies.push(() => copy(it, code, pile, seat, mine, each * 0.8));
    else
      for (const one of cards) {
        const name = faces.names[one];
        // With open hands the card flies from its place in the hand, unless it was taken in the meantime.
        if (before.has(name) && !isTaken(steps, one)) continue;
        if (now.has(name) && !(done === "discard" && isTaken(steps.slice(number + 1), one)))
          theirs.set(name, { from: seat, delay: mine });
        else if (done === "discard" && pile) copies.push(() => copy(it, one, seat, pile, mine, each * 0.8, each * 2));
      }
    delay += each;
  }
  sky.until = started + delay;
  const fresh = [...now].filter(([name, { held }]) => held && !before.has(name)).length;
  for (const [name, { card, box, held }] of now) {
    if (sky.moving.has(card)) continue;
    const their = theirs.get(name);
    if (their) come(sky, card, their.from, box, their.delay, each * 0.8, true);
    else {
      const from = before.get(name)?.box ?? (held && fresh === 1 ? stock : undefined);
      if (from) come(sky, card, from, box, 0, OWN, false);
    }
  }
  for (const one of copies) one();
};

/** Whether a card is taken from the discard pile in these moves. @param {FlightProps[]} steps @param {string} code */
const isTaken = (steps, code) => steps.some(({ do: done, cards }) => done === "take" && cards.includes(code));
