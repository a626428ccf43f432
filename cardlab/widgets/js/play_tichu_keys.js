/**
 * The keys of a race: two zones of a keyboard, one for each seat, and what they are called on this keyboard.
 * Whoever likes others chooses them: eight for the cards, one for drawing up, one for each pile; this browser keeps them.
 *
 * A key is a place (`event.code`), not a letter: a zone is where it is on every keyboard.
 * What a key brings about is a message to Python, which judges it.
 */

/** @import {PlayTichuMessage, RacePhase} from "./shown.js" */

/** @typedef {{cards: string[], draw: string[], piles: string[][], ranks: string[], none: string, back: string}} Zone */

const codes = (/** @type {string} */ letters) => [...letters].map((one) => SIGNS[one] ?? `Key${one}`);

/** The keys that are no letters on an English keyboard, by what stands on them there. @type {Record<string, string>} */
const SIGNS = {
  ...{ ";": "Semicolon", ",": "Comma", ".": "Period", "/": "Slash", "[": "BracketLeft", "'": "Quote" },
  ...{ "]": "BracketRight", "-": "Minus", "=": "Equal", "`": "Backquote", "\\": "Backslash", "<": "IntlBackslash" },
  ...{ "␣": "Space", "←": "ArrowLeft", "→": "ArrowRight", "↑": "ArrowUp", "↓": "ArrowDown" },
};

/**
 * The zone of each seat, at the two ends of the keyboard: three columns between the hands belong to nobody while no
 * wish is made. A wish leaves the key for drawing up alone.
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

/** Who plays alone has both hands for one zone. @type {Zone} */
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

/** The keys that can be chosen: none with which one moves through a page or a browser. */
const CHOICE = /^(Key[A-Z]|Digit\d|Numpad\d)$/;

const OWN = "cardlab-keys";

/** For whom keys are chosen: "alone", or a seat. @param {number} seat @param {boolean} alone */
const whose = (seat, alone) => (alone ? "alone" : String(seat));

/** The keys of a zone that can be chosen, in their order: eight cards, drawing up, two piles. @param {Zone} zone */
const chosenOf = ({ cards, draw, piles }) => [...cards, draw[0], ...piles.map(([code]) => code)];

/** @param {string} code */
const isChoice = (code) => CHOICE.test(code) || Object.values(SIGNS).includes(code);

/** @returns {Record<string, string[]>} */
const kept = () => {
  try {
    const all = JSON.parse(localStorage.getItem(OWN) ?? "{}");
    const good = Object.entries(all).filter(
      ([, codes]) => Array.isArray(codes) && new Set(codes.filter(isChoice)).size === 11 && codes.length === 11,
    );
    return Object.fromEntries(good);
  } catch {
    return {};
  }
};

/** The own keys, by whom they are for. @type {Record<string, string[]> | undefined} */
let own;

/** @param {number} seat @param {boolean} alone @returns {Zone} */
export const zone = (seat, alone) => {
  const usual = alone ? ALONE : ZONES[seat];
  own ??= kept();
  const codes = own[whose(seat, alone)];
  if (!codes) return usual;
  /** What else a key may mean stays, where it was not chosen. @param {string} code @param {string[]} all */
  const also = (code, all) => [code, ...all.slice(1).filter((one) => !codes.includes(one))];
  return {
    ...usual,
    cards: codes.slice(0, 8),
    draw: also(codes[8], usual.draw),
    piles: usual.piles.map((all, place) => also(codes[9 + place], all)),
  };
};

/** Whether keys were chosen. @param {number} seat @param {boolean} alone */
export const hasOwnKeys = (seat, alone) => zone(seat, alone) !== (alone ? ALONE : ZONES[seat]);

/** @param {string} who @param {string[] | undefined} codes */
const keepKeys = (who, codes) => {
  const { [who]: _, ...others } = own ?? {};
  own = codes ? { ...others, [who]: codes } : others;
  try {
    localStorage.setItem(OWN, JSON.stringify(own));
  } catch {
    // They hold for this page at least.
  }
};

/** The usual keys again. @param {number} seat @param {boolean} alone */
export const usualKeys = (seat, alone) => keepKeys(whose(seat, alone), undefined);

/**
 * Gives a place another key: 0 to 7 a card, 8 drawing up, 9 and 10 the piles.
 * @param {number} seat @param {boolean} alone @param {number} place @param {string} code
 * @returns {"" | "not" | "double" | "other"} why it cannot be: no such key, one's own for something else, the other's
 */
export const chooseKey = (seat, alone, place, code) => {
  if (!isChoice(code)) return "not";
  const codes = chosenOf(zone(seat, alone));
  if (codes.some((one, at) => one === code && at !== place)) return "double";
  if (!alone) {
    const { cards, draw, piles, ranks, none, back } = zone(1 - seat, false);
    if ([...cards, ...draw, ...piles.flat(), ...ranks, none, back].includes(code)) return "other";
  }
  keepKeys(whose(seat, alone), codes.with(place, code));
  return "";
};

/** What stands on the keys of a common keyboard, where that is not what stands there on an English one. */
const BOARDS = /** @type {Record<string, Record<string, string>>} */ ({
  qwerty: {},
  qwertz: { KeyY: "Z", KeyZ: "Y", Semicolon: "Ö", Slash: "-", BracketLeft: "Ü", Quote: "Ä" },
  azerty: {
    ...{ KeyQ: "A", KeyA: "Q", KeyW: "Z", KeyZ: "W", KeyM: ",", Semicolon: "M" },
    ...{ Comma: ";", Period: ":", Slash: "!", BracketLeft: "^", Quote: "ù" },
  },
});
/** The common keyboards, to choose from where the browser does not tell. */
export const KEYBOARDS = Object.keys(BOARDS);

const KEPT = "cardlab-keyboard";
/** What was chosen on this page, for a browser that keeps nothing. */
let chosen = "";

/** The keyboard somebody has chosen, else the one that is common where this language is spoken. @param {string} lang */
export const keyboard = (lang) => {
  try {
    chosen ||= localStorage.getItem(KEPT) ?? "";
  } catch {
    // Then it is asked for anew on every page.
  }
  return chosen in BOARDS ? chosen : lang === "de" ? "qwertz" : "qwerty";
};

/** From now on the letters are those of this keyboard. @param {string} name */
export const chooseKeyboard = (name) => {
  chosen = name;
  try {
    localStorage.setItem(KEPT, name);
  } catch {
    // It holds for this page at least.
  }
};

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
    BOARDS[keyboard(lang)][code] ??
    Object.keys(SIGNS).find((sign) => SIGNS[sign] === code) ??
    code.replace(/^(Key|Digit)/, "").replace("Numpad", "Num ")
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
