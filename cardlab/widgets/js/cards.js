/** Cards: one card, cards to look at, and a hand whose cards can be selected, moved and dragged. */

/** @import {AnyView, Child, OwnHand, View} from "./core.js" */
/** @import {HandProps} from "./shown.js" */

import { FINGERS, button, h, wide } from "./core.js";
import { draw } from "./faces.js";
import { STEPS, rove, taken, toolbar } from "./roving.js";

/** Whether suits have four colours, as they have unless the reader chooses two. */
export const inFourColours = () => document.documentElement.dataset.deck !== "two";

/**
 * A card's picture. It is drawn in the page itself: an `<img>` of each card would be a document of its own, which takes
 * ten times as long.
 * @param {Pick<AnyView, "faces">} view @param {string} code
 * @param {string} [name] what is read out; without one nothing is, because the card's name is beside it
 * @param {Record<string, any>} [props]
 */
export const picture = ({ faces }, code, name = "", props = {}) =>
  h("span", {
    class: "cardlab-face",
    ...(name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" }),
    ref: (/** @type {HTMLElement | null} */ it) => it && draw(it, code, faces.letters, inFourColours()),
    ...props,
  });

/** @type {HandProps["sort"][]} */
const ORDERS = ["rank", "suit", "given"];

/** The number of cards that is seen at a glance; a larger hand shows its sorting buttons. */
const AT_A_GLANCE = 7;
/** The bounds of the rows of a hand that lies close to other things. */
const [MOST_IN_A_ROW, LEAST_IN_TWO_ROWS] = [10, 6];

/**
 * Lets a card be dragged, with all selected cards; a tap stays a click. The pointer is captured at once, because a
 * quick drag leaves the card before its first move event.
 * @param {AnyView} view @param {string} card @param {HandProps} [hand]
 */
export const pulling = (view, card, hand) => ({
  onpointerdown: (/** @type {PointerEvent} */ down) => {
    if (down.button !== 0 || !down.isPrimary) return;
    const { local, root, send } = view;
    const option = /** @type {HTMLElement} */ (down.currentTarget);
    const selected = [...root.querySelectorAll(".cardlab-option[aria-selected=true]")];
    const pulled = selected.includes(option) ? selected : [option];
    local.dragged = false;
    option.setPointerCapture(down.pointerId);
    option.onpointermove = (move) => {
      const [x, y] = [move.clientX - down.clientX, move.clientY - down.clientY];
      if (!local.dragged && Math.hypot(x, y) < 6) return;
      local.dragged = true;
      for (const one of pulled) {
        one.classList.add("cardlab-pulled");
        one.style.translate = `${x}px ${y}px`;
      }
    };
    // However the drag ends, the cards go back to their places.
    option.onpointerup = option.onlostpointercapture = (up) => {
      option.onpointermove = option.onpointerup = option.onlostpointercapture = null;
      const isDropped = local.dragged && up.type === "pointerup";
      const under = isDropped && document.elementFromPoint(up.clientX, up.clientY);
      for (const one of pulled) {
        one.classList.remove("cardlab-pulled");
        one.style.translate = "";
      }
      const target = under && under.closest(".cardlab-option, [data-drop]");
      if (!(target instanceof HTMLElement) || !root.contains(target)) return;
      if (target.dataset.drop)
        // A view with places to drop cards on handles the drop.
        return send({ do: "drop", card, on: target.dataset.drop });
      const to = [...root.querySelectorAll(".cardlab-option")].indexOf(target);
      if (hand && to >= 0 && target !== option) move(view, hand, card, to);
    };
  },
});

/** @param {AnyView} view @param {HandProps} hand @returns {OwnHand} */
const own = ({ local }, hand) => {
  const handHere = (local.own ??= { order: [], moved: "", selected: [], number: 0 });
  if (handHere.number <= hand.last_message) handHere.selected = hand.selected;
  handHere.selected = handHere.selected.filter((card) => hand.cards.includes(card));
  if (!handHere.order.some((card) => hand.cards.includes(card))) handHere.order = [];
  return handHere;
};

/** The cards in their current order. @param {OwnHand} known @param {HandProps} hand */
const sorted = ({ sort, order }, hand) => {
  const by = sort ?? hand.sort;
  if (by !== "given") return by === "rank" ? hand.by_rank : hand.by_suit;
  const left = order.filter((card) => hand.cards.includes(card));
  return [...left, ...hand.cards.filter((card) => !left.includes(card))];
};

/** Selects exactly these cards. @param {AnyView} view @param {HandProps} hand @param {string[]} cards */
export const select = (view, hand, cards) => {
  const handHere = own(view, hand);
  handHere.moved = "";
  handHere.selected = hand.multiple ? cards : cards.slice(-1);
  handHere.number = Math.max(Date.now(), handHere.number + 1, hand.last_message + 1);
  view.send({ do: "select", cards: handHere.selected, number: handHere.number });
  view.draw();
};

/** Moves a card in the hand. @param {AnyView} view @param {HandProps} hand @param {string} card @param {number} to */
const move = (view, hand, card, to) => {
  const handHere = own(view, hand);
  const others = sorted(handHere, hand).filter((one) => one !== card);
  if (to < 0 || to > others.length) return;
  Object.assign(handHere, { sort: "given", order: [...others.slice(0, to), card, ...others.slice(to)] });
  handHere.moved = (view.words["hand.moved"] ?? "")
    .replace("{card}", view.faces.names[card] ?? "")
    .replace("{place}", String(to + 1))
    .replace("{total}", String(handHere.order.length));
  view.draw();
};

/**
 * A view of a hand whose cards can be dropped on places: `put` plays the selected cards on the place with this index.
 * @template {AnyView} V
 * @param {V} view @param {HandProps} hand @param {(index: number) => void} put
 * @returns {V}
 */
export const dropping = (view, hand, put) => ({
  ...view,
  send: (content) => {
    if (content.do !== "drop") return view.send(content);
    if (!own(view, hand).selected.includes(content.card)) select(view, hand, [content.card]);
    put(Number(content.on));
  },
});

/**
 * @param {AnyView} view @param {HandProps} hand @param {string[]} cards
 * @param {(() => void) | undefined} enter what Enter does on a card that is selected
 * @param {string} style
 */
const options = (view, hand, cards, enter, style) => {
  const { faces, local, draw } = view;
  const { selected } = own(view, hand);
  const active = local.active && cards.includes(local.active) ? local.active : cards[0];
  const toggle = (/** @type {string} */ card) => {
    const before = own(view, hand).selected;
    select(view, hand, before.includes(card) ? before.filter((one) => one !== card) : [...before, card]);
  };
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const card = /** @type {HTMLElement} */ (event.target).dataset.card;
    const step = STEPS[event.code]?.[0];
    if (event.shiftKey && hand.tools && card && (step === 1 || step === -1)) {
      taken(event);
      move(view, hand, card, cards.indexOf(card) + step);
    } else if (event.code === "Enter" && enter && (!card || own(view, hand).selected.includes(card))) {
      taken(event);
      if (!event.repeat) enter();
    } else if ((event.code === "Space" || event.code === "Enter") && card) {
      taken(event);
      if (!event.repeat) toggle(card);
    } else if (event.code === "Escape") {
      taken(event);
      select(view, hand, []);
    } else if (event.code === "KeyA" && (event.ctrlKey || event.metaKey) && hand.multiple) {
      taken(event);
      if (!event.repeat) select(view, hand, [...selected, ...cards.filter((one) => !selected.includes(one))]);
    } else rove(event, ".cardlab-option");
  };
  const option = (/** @type {string} */ card) => {
    const order = selected.indexOf(card);
    return h(
      "div",
      {
        key: card,
        role: "option",
        class: `cardlab-option${hand.marked?.includes(card) ? " cardlab-marked" : ""}`,
        "data-card": card,
        "aria-label": faces.names[card],
        "aria-selected": String(order >= 0),
        "data-order": order < 0 ? null : hand.numbered ? order + 1 : "✓",
        tabindex: card === active ? 0 : -1,
        "data-answer": card === active ? "" : null,
        onfocus: () => {
          if (local.active === card) return;
          local.active = card;
          draw();
        },
        onclick: () => {
          if (!local.dragged) toggle(card);
          local.dragged = false;
        },
        ...pulling(view, card, hand),
      },
      picture(view, card),
    );
  };
  return h(
    "div",
    {
      key: "cards",
      class: style,
      style: `--cardlab-count: ${cards.length}`,
      role: "listbox",
      "aria-label": hand.label,
      "aria-multiselectable": String(hand.multiple),
      "aria-orientation": "horizontal",
      onkeydown,
    },
    cards.map(option),
  );
};

/**
 * Cards to look at.
 * @param {AnyView} view
 * @param {string[]} cards
 * @param {string} label
 * @param {string} [style]
 */
export const row = (view, cards, label, style = "cardlab-cards") =>
  h("ul", { key: `row ${label}`, class: style, style: `--cardlab-count: ${cards.length}`, "aria-label": label }, [
    cards.map((card, place) => {
      // A card keeps its element wherever it is: a new top card moves all others by one place.
      const before = cards.slice(0, place).filter((one) => one === card).length;
      return h("li", { key: card + before }, picture(view, card, view.faces.names[card]));
    }),
  ]);

/**
 * Cards side by side, or in a heap with the last card on top.
 * @param {AnyView} view @param {{cards: string[], label: string, heaped: boolean}} shown
 */
export const cardPile = (view, { cards, label, heaped }) =>
  row(view, cards, label, heaped ? "cardlab-stack cardlab-heaped" : "cardlab-fan");

/** Whether a hand among piles is so large that it needs a row of its own. @param {string[]} cards */
export const rowOfItsOwn = (cards) => (cards.length > 5 ? "grid-column: 1 / -1; flex-basis: 100%" : null);

/**
 * A hand: its cards, the line about the selection, and the tools to sort and move. A small hand needs no tools; for a
 * large one the rarely used tools are folded.
 * @param {AnyView} view @param {HandProps} hand
 * @param {() => void} [enter] what Enter does on a card that is selected
 * @param {boolean} [isClose] whether there is little room: then cards lie closer, and sorting, too, is folded away
 * @returns {Child[]}
 */
export const hand = (view, hand, enter, isClose = false) => {
  const { words, local, draw } = view;
  if (hand.back)
    return [
      h("p", { class: "cardlab-line" }, hand.label),
      h("div", { class: "cardlab-cards cardlab-backs", role: "img", "aria-label": hand.label }, [
        Array.from({ length: hand.back }, () => h("span", {}, picture(view, "back"))),
      ]),
    ];
  const handHere = own(view, hand);
  const [cards, sort] = [sorted(handHere, hand), handHere.sort ?? hand.sort];
  const active = local.active && cards.includes(local.active) ? local.active : cards[0];
  const at = cards.indexOf(active ?? "");
  const moving = (/** @type {number} */ to) =>
    active && to >= 0 && to < cards.length ? () => move(view, hand, active, to) : null;
  const sorting = (/** @type {HandProps["sort"]} */ by) => {
    const sorts = () => {
      Object.assign(handHere, { sort: by, moved: "" });
      draw();
    };
    return button(words[`hand.${by}`], sorts, { key: by, "aria-pressed": String(sort === by) });
  };
  const orders = ORDERS.map(sorting);
  const moves = hand.selectable
    ? [
        button(["◀ ", wide(words["hand.left"])], moving(at - 1), { key: "left" }),
        button([wide(words["hand.right"]), " ▶"], moving(at + 1), { key: "right" }),
        button(words["hand.clear"], handHere.selected.length ? () => select(view, hand, []) : null, { key: "clear" }),
      ]
    : [];
  const isLarge = cards.length > AT_A_GLANCE;
  const isSorted = isLarge && !isClose;
  const more = isSorted ? moves : [...orders, ...moves];
  // Close to other things, few cards to choose from lie in one row, and so does any hand only looked at.
  const oneRow = isClose && (!hand.selectable || cards.length <= MOST_IN_A_ROW);
  const style = [
    "cardlab-cards",
    isClose && "cardlab-close",
    oneRow && "cardlab-one-row",
    isClose && cards.length >= LEAST_IN_TWO_ROWS && "cardlab-two-rows",
  ]
    .filter(Boolean)
    .join(" ");
  return [
    h("p", { class: "cardlab-line", key: "line" }, h("strong", {}, hand.label), " ", h("span", {}, hand.line)),
    !cards.length
      ? null
      : hand.selectable
        ? options(view, hand, cards, enter, style)
        : row(view, cards, hand.label, style),
    hand.tools && isSorted && toolbar(view, words["hand.tools"], orders, "tools"),
    hand.tools &&
      cards.length > 1 &&
      (hand.selectable || (isLarge && isClose)) &&
      h("details", { class: "cardlab-more", key: "more" }, [
        h("summary", {}, words[isClose || FINGERS.matches ? "hand.sort" : "hand.more"]),
        toolbar(view, words["hand.moving"], more, "moves"),
        hand.selectable && h("p", { class: "cardlab-keys" }, words["hand.keys_text"]),
      ]),
    h("div", { class: "cardlab-said", role: "status", key: "notice" }, handHere.moved),
  ];
};
