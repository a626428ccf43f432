/**
 * The keys of a race: two zones of the keyboard, one for each seat, and the labels of keys.
 *
 * A key is a position (`event.code`), not a letter, so the zones are the same on every keyboard. A key sends a message
 * to Python, which judges it.
 */

/** @import {SharedTichuMessage} from "./messages.js" */

/** @typedef {{cards: string[], draw: string[], piles: string[][], ranks: string[], none: string, back: string}} Zone */

const codes = (/** @type {string} */ letters) => [...letters].map((one) => SIGNS[one] ?? `Key${one}`);

/** The keys that are not letters, with their labels on an English keyboard. @type {Record<string, string>} */
const SIGNS = {
  ...{ ";": "Semicolon", ",": "Comma", ".": "Period", "/": "Slash", "[": "BracketLeft", "'": "Quote" },
  ...{ "]": "BracketRight", "-": "Minus", "=": "Equal", "`": "Backquote", "\\": "Backslash", "<": "IntlBackslash" },
  ...{ "␣": "Space", "←": "ArrowLeft", "→": "ArrowRight", "↑": "ArrowUp", "↓": "ArrowDown" },
};

/**
 * The zone of each seat, at the two ends of the keyboard. Three columns between the hands are unused except for wishes.
 * During a wish the key to draw stays free.
 * @type {Zone[]}
 */
const ZONES = [
  {
    cards: codes("QWERASDF"),
    draw: codes("V"),
    piles: [codes("X"), codes("C")],
    ranks: codes("QWERTASDFGZXC"),
    none: "KeyB",
    back: "KeyN",
  },
  {
    cards: codes("IOP[KL;'"),
    draw: codes(","),
    piles: [codes("."), codes("/")],
    ranks: codes("UIOP[JKL;'M./"),
    none: "KeyH",
    back: "KeyY",
  },
];

/** The zone of one person alone, for both hands. @type {Zone} */
const ALONE = {
  ...ZONES[0],
  none: "KeyV",
  back: "KeyB",
  draw: ["KeyG", "Space"],
  piles: [
    ["KeyV", "ArrowLeft"],
    ["KeyB", "ArrowRight"],
  ],
};

/** @param {number} seat @param {boolean} alone */
export const zone = (seat, alone) => (alone ? ALONE : ZONES[seat]);

/** The label of a key on an English keyboard. @param {string} code */
export const keyLabel = (code) =>
  (
    Object.keys(SIGNS).find((sign) => SIGNS[sign] === code) ??
    code.replace(/^(Key|Digit)/, "").replace("Numpad", "Num ")
  ).toUpperCase();

/** The piles by their numbers in messages. */
const PILES = /** @type {const} */ ([0, 1]);

/**
 * The message of a key at this table; undefined for an unused key, null if the key can do nothing now.
 * @param {string} code @param {any} table
 * @returns {Extract<SharedTichuMessage, {seat: 0 | 1}> | {do: "pause"} | null | undefined}
 */
export const meaning = (code, { sides, number: seen, person: alone }) => {
  for (const { seat, person, slots, wishes } of sides) {
    if (!person) continue;
    const { cards, draw, piles, ranks, none, back } = zone(seat, alone);
    if (wishes.length) {
      if (code === none || (alone && code === "Enter")) return { do: "wish", seat, rank: "" };
      if (code === back || (alone && code === "Escape")) return { do: "back", seat };
      const digit = code.replace(/^(Digit|Numpad)/, "");
      const rank = wishes.find(
        (/** @type {string} */ one, /** @type {number} */ index) => code === ranks[index] || digit === one,
      );
      if (rank) return { do: "wish", seat, rank };
    }
    if (draw.includes(code)) return { do: "draw", seat };
    const pile = PILES.find((index) => piles[index].includes(code));
    if (pile !== undefined) return { do: "pile", seat, pile, seen };
    const index = cards.indexOf(code);
    if (index >= 0) return slots[index].length === 2 ? { do: "card", seat, card: slots[index], seen } : null;
  }
  return code === "Escape" ? { do: "pause" } : undefined;
};
