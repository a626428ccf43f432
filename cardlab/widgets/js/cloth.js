/** The felt of a three-player table to look at: the others at the top, the middle, and the own cards at the bottom. */

/** @import {Child} from "./core.js" */

import { h, wide } from "./core.js";

/** The place of cards that belong to nobody. */
export const MIDDLE = -1;

const [YOU, LEFT, RIGHT] = [0, 1, 2];

const NUMBERED = /^(\S+ )(\d+)$/;

/** Whether a group of cards is called by a word and a number. @param {string} short */
export const isNumbered = (short) => NUMBERED.test(short);

/**
 * The name of a group of cards. Of "Meld 2" a phone shows only the number, but a screen reader reads all of it.
 * @param {string} short
 */
export const called = (short) => {
  const [, word, number] = short.match(NUMBERED) ?? [];
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
    const bare = mine.length || none ? "" : " cardlab-bare";
    return h("div", { key: seat, class: `${style}${bare}`, role: "group", "aria-label": seats[seat] ?? null }, [
      seat !== MIDDLE && h("p", { key: "who", class: "cardlab-who" }, seats[seat]),
      h("div", { key: "piles", class: "cardlab-cloth-piles" }, mine),
      !mine.length && none,
    ]);
  };
  const middle = part(MIDDLE, isWide ? "cardlab-heaps" : "cardlab-middle");
  return h("div", { key: "table", class: `cardlab-cloth${middle && !isWide ? " cardlab-of-three" : ""}` }, [
    part(LEFT, "cardlab-left"),
    middle,
    part(RIGHT, "cardlab-right"),
    part(YOU, "cardlab-near"),
  ]);
};
