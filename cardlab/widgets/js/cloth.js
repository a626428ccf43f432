/** A table of three to look at, as the learner sees it: the others across, the middle, and the own cards nearest. */

/** @import {Child} from "./core.js" */

import { h, wide } from "./core.js";

/** Where cards lie that are nobody's. */
export const MIDDLE = -1;

const [YOU, LEFT, RIGHT] = [0, 1, 2];

/**
 * What cards on the cloth are called. Of "Meld 2" a phone shows the number alone, and a screen reader says all of it.
 * @param {string} short
 */
export const called = (short) => {
  const [, word, number] = short.match(/^(\S+ )(\d+)$/) ?? [];
  return number
    ? h("strong", { class: "cardlab-numbered", "data-plain": "" }, wide(word), number)
    : h("strong", {}, short);
};

/**
 * @param {string[]} seats what the players are called, the learner first, then to the left
 * @param {(seat: number) => Child[]} at what lies before a player, or in the middle
 * @param {Child} none what is said of a player before whom nothing lies
 * @param {boolean} isWide whether what lies in the middle needs a row of its own
 */
export const cloth = (seats, at, none = null, isWide = false) => {
  const part = (/** @type {number} */ seat, /** @type {string} */ style) => {
    const mine = at(seat);
    if (seat === MIDDLE && !mine.length) return null;
    return h("div", { key: seat, class: style, role: "group", "aria-label": seats[seat] ?? null }, [
      seat !== MIDDLE && h("p", { key: "who", class: "cardlab-who" }, seats[seat]),
      h("div", { key: "piles", class: "cardlab-cloth-piles" }, mine),
      !mine.length && none,
    ]);
  };
  return h("div", { key: "table", class: "cardlab-cloth" }, [
    part(LEFT, "cardlab-left"),
    part(MIDDLE, isWide ? "cardlab-heaps" : "cardlab-middle"),
    part(RIGHT, "cardlab-right"),
    part(YOU, "cardlab-near"),
  ]);
};
