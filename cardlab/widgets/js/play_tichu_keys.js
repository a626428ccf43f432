/**
 * The keys of a race: two zones of a keyboard, one for each seat, and what they are called on this keyboard.
 *
 * A key is a place (`event.code`), not a letter: a zone is where it is on every keyboard.
 * What a key brings about is a message to Python, which judges it.
 */

/** @import {PlayTichuMessage, RacePhase} from "./shown.js" */

/** @typedef {{cards: string[], draw: string[], piles: string[][], ranks: string[], none: string, back: string}} Zone */

const codes = (/** @type {string} */ letters) =>
  [...letters].map((one) => ({ ";": "Semicolon", ",": "Comma", ".": "Period", "/": "Slash" })[one] ?? `Key${one}`);

/** The zone of each seat: left half, right half. @type {Zone[]} */
const ZONES = [
  {
    cards: codes("QWERASDF"),
    draw: codes("G"),
    piles: [codes("V"), codes("B")],
    ranks: codes("QWERTASDFGZXC"),
    none: "KeyV",
    back: "KeyB",
  },
  {
    cards: codes("UIOPJKL;"),
    draw: codes("H"),
    piles: [codes("N"), codes("M")],
    ranks: codes("YUIOPHJKL;,./"),
    none: "KeyN",
    back: "KeyM",
  },
];

/** Who plays alone has both hands for one zone. @type {Zone} */
const ALONE = {
  ...ZONES[0],
  draw: ["KeyG", "Space"],
  piles: [
    ["KeyV", "ArrowLeft"],
    ["KeyB", "ArrowRight"],
  ],
};

/** @param {number} seat @param {boolean} alone */
export const zone = (seat, alone) => (alone ? ALONE : ZONES[seat]);

const PLAIN = /** @type {Record<string, string>} */ ({ Semicolon: ";", Comma: ",", Period: ".", Slash: "/" });
const GERMAN = /** @type {Record<string, string>} */ ({ KeyY: "Z", KeyZ: "Y", Semicolon: "Ö", Slash: "-" });

/** @type {Map<string, string> | undefined} */
let layout;

/**
 * Asks the browser for the letters of this keyboard, where it can tell; `then` is called when they are known.
 * @param {() => void} then
 */
export const readLayout = (then) => {
  const board = /** @type {any} */ (navigator).keyboard;
  if (layout || !board?.getLayoutMap) return;
  board.getLayoutMap().then(
    (/** @type {Map<string, string>} */ found) => {
      layout = found;
      then();
    },
    () => {},
  );
};

/** Whether the browser has told what stands on the keys. */
export const layoutKnown = () => Boolean(layout);

/** What stands on a key. @param {string} code @param {string} lang */
export const keyLabel = (code, lang) =>
  (
    layout?.get(code) ??
    (lang === "de" ? GERMAN[code] : undefined) ??
    PLAIN[code] ??
    code.replace("Key", "")
  ).toUpperCase();

/** The piles, by the numbers that messages have for them. */
const PILES = /** @type {const} */ ([0, 1]);

/**
 * What a key means at this table, as a message; undefined for a key that is nobody's.
 * Null: the key is somebody's, but there is nothing to be done with it now.
 * @param {string} code @param {RacePhase} shown
 * @returns {PlayTichuMessage | null | undefined}
 */
export const meaning = (code, { sides, number: seen, person: alone }) => {
  for (const { seat, person, slots, wishes } of sides) {
    if (!person) continue;
    const { cards, draw, piles, ranks, none, back } = zone(seat, alone);
    if (wishes.length) {
      if (code === none || (alone && code === "Enter")) return { do: "wish", seat, rank: "" };
      if (code === back || (alone && code === "Escape")) return { do: "back", seat };
      const digit = code.replace(/^(Digit|Numpad)/, "");
      const rank = wishes.find((one, place) => code === ranks[place] || digit === one);
      if (rank) return { do: "wish", seat, rank };
    }
    if (draw.includes(code)) return { do: "draw", seat };
    const pile = PILES.find((place) => piles[place].includes(code));
    if (pile !== undefined) return { do: "pile", seat, pile, seen };
    const place = cards.indexOf(code);
    if (place >= 0) return slots[place].length === 2 ? { do: "card", seat, card: slots[place], seen } : null;
  }
  return code === "Escape" ? { do: "pause" } : undefined;
};
