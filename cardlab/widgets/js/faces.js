/**
 * Card faces: one SVG drawing for each card, 100 x 140.
 *
 * There is no rule and no text here; the corner letters come from Python.
 */

/** @typedef {{letters: Record<string, string>, names: Record<string, string>, labels: Record<string, string>}} Faces */

export const INK = "#1b1b1f";
export const RED = "#c01127";
const GREEN = "#0a6a35";
const BLUE = "#0b4aa8";
export const GOLD = "#e3a92f";
const SKIN = "#f5d6b8";

/** @type {Record<string, string>} */
const FOUR_COLOURS = { s: INK, h: RED, d: BLUE, c: GREEN };
const TWO_COLOURS = /** @type {Record<string, string>} */ ({ s: INK, h: RED, d: RED, c: INK });
const JOKER_COLOURS = ["#7a2a8c", "#0a6670", "#a3400f", "#44505c"];

/** The sign of each suit, centred at the origin, 20 high. */
const PIPS = /** @type {Record<string, string>} */ ({
  s: "M0-10C3-6 10-1.7 10 3.2C10 6 8 7.8 5.6 7.8C3.6 7.8 1.8 6.7.9 5C1.2 7.2 2.1 9 3.7 10H-3.7C-2.1 9-1.2 7.2-.9 5C-1.8 6.7-3.6 7.8-5.6 7.8C-8 7.8-10 6-10 3.2C-10-1.7-3-6 0-10Z",
  h: "M0 9.6C-3 5.4-10 .6-10-4.4C-10-7.6-7.8-9.8-5-9.8C-2.8-9.8-.9-8.5 0-6.4C.9-8.5 2.8-9.8 5-9.8C7.8-9.8 10-7.6 10-4.4C10 .6 3 5.4 0 9.6Z",
  d: "M0-10.4C2.2-6.4 5-2.8 8.2 0C5 2.8 2.2 6.4 0 10.4C-2.2 6.4-5 2.8-8.2 0C-5-2.8-2.2-6.4 0-10.4Z",
  c: "M-4.7-5.2a4.7 4.7 0 1 1 9.4 0a4.7 4.7 0 0 1-1 2.9a4.7 4.7 0 1 1-2.7 6.3C1.1 6.8 2 8.9 3.7 10H-3.7C-2 8.9-1.1 6.8-1 4a4.7 4.7 0 1 1-2.7-6.3a4.7 4.7 0 0 1-1-2.9Z",
});

/** The rows of pips of the number cards: at each height one in the middle (m), left (l) or right (r). */
const LAYOUT = /** @type {Record<string, string>} */ ({
  2: "m30 m110",
  3: "m30 m70 m110",
  4: "lr30 lr110",
  5: "lr30 m70 lr110",
  6: "lr30 lr70 lr110",
  7: "lr30 m50 lr70 lr110",
  8: "lr30 m50 lr70 m90 lr110",
  9: "lr28 lr56 m70 lr84 lr112",
  T: "lr28 m42 lr56 lr84 m98 lr112",
});
const COLUMNS = /** @type {Record<string, number>} */ ({ l: 37.5, m: 50, r: 62.5 });

const pip = (
  /** @type {string} */ suit,
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ size,
  fill = "",
) =>
  `<path transform="translate(${x} ${y})scale(${size}${y > 70 ? " -" + size : ""})" d="${PIPS[suit]}"${fill && ` fill="${fill}"`}/>`;

export const dot = (
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ r,
  /** @type {string} */ fill,
) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

export const shape = (/** @type {string} */ d, /** @type {string} */ fill) => `<path d="${d}" fill="${fill}"/>`;

export const line = (/** @type {string} */ d, /** @type {string} */ stroke, width = 1.5) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** A drawing and the same turned by 180 degrees. */
export const twice = (/** @type {string} */ half) => `${half}<g transform="rotate(180 50 70)">${half}</g>`;

/**
 * The corner letters in the languages of the course, each drawn with one pen, 21.5 high, its middle at 0. They are no
 * text: a reader who looks for text finds the card's name, and each device shows the same letters.
 */
const LETTERS = /** @type {Record<string, string>} */ ({
  0: "M0 2.3C-3.4 2.3-5.2 5-5.2 10.75S-3.4 19.2 0 19.2S5.2 16.5 5.2 10.75S3.4 2.3 0 2.3Z",
  1: "M-4.4 6.6L1.6 2.6V21.5",
  2: "M-4.9 7.6C-4.9 4.2-2.8 2.3 0 2.3S4.8 4.1 4.8 7C4.8 11-.6 13.2-4.2 19.2H5.8",
  3: "M-5 6.3C-4.4 3.7-2.5 2.3 0 2.3C2.7 2.3 4.6 3.9 4.6 6.2S2.8 10.2-.2 10.2C3 10.2 5.2 11.9 5.2 14.6S3 19.2 0 19.2C-2.7 19.2-4.8 17.8-5.4 15.1",
  4: "M3 21.5V3.2H2.4L-5 15.4H6.8",
  5: "M5.2 2.3H-3.4L-4.1 11C-3 9.8-1.7 9.2-.2 9.2C2.9 9.2 5.1 11.2 5.1 14.1S2.9 19.2-.3 19.2C-2.9 19.2-4.8 17.8-5.4 15.5",
  6: "M4.6 5.4C3.8 3.4 2.3 2.3.4 2.3C-3.2 2.3-5.1 5.6-5.1 11.3C-5.1 16.6-3.2 19.2 0 19.2C3 19.2 5.1 17 5.1 14S3.1 9 .3 9C-2.4 9-4.5 10.8-5 13.4",
  7: "M-5.6 2.3H4.9C1.2 7.2-1 13.4-1.6 21.5",
  8: "M0 2.3C2.6 2.3 4.4 3.9 4.4 6.2S2.6 10.1 0 10.1S-4.4 8.5-4.4 6.2S-2.6 2.3 0 2.3ZM0 10.1C3.1 10.1 5.2 11.9 5.2 14.6S3.1 19.2 0 19.2S-5.2 17.3-5.2 14.6S-3.1 10.1 0 10.1Z",
  9: "M-4.6 16.1C-3.8 18.1-2.3 19.2-.4 19.2C3.2 19.2 5.1 15.9 5.1 10.2C5.1 4.9 3.2 2.3 0 2.3C-3 2.3-5.1 4.5-5.1 7.5S-3.1 12.5-.3 12.5C2.4 12.5 4.5 10.7 5 8.1",
  A: "M-6.9 21.5L-.5 2.3H.5L6.9 21.5M-4.6 15.4H4.6",
  B: "M-4.5 10.2H.4C2.9 10.2 4.4 8.6 4.4 6.3S2.9 2.3.4 2.3H-4.5V19.2H.9C3.6 19.2 5.3 17.4 5.3 14.7S3.6 10.2.9 10.2",
  D: "M-4.6 2.3V19.2H-.6C3.4 19.2 5.6 16 5.6 10.75S3.4 2.3-.6 2.3Z",
  J: "M3.4 0V14.2C3.4 17.3 1.7 19.2-1 19.2S-5.2 17.4-5.4 14.2",
  K: "M-4.9 0V21.5M6.3 0L-4.2 12.6M-.9 9L6.8 21.5",
  Q: "M0 2.3C-3.9 2.3-6 5.4-6 10.75S-3.9 19.2 0 19.2S6 16.1 6 10.75S3.9 2.3 0 2.3ZM.8 14.6L6.6 21.4",
  V: "M-6.9 0L-.5 19H.5L6.9 0",
});

/** A corner letter; those of a longer one ("10") are narrower, not smaller. @param {string} letter @param {string} colour */
export const index = (letter, colour) => {
  const width = letter.length > 1 ? 0.78 : 1;
  const pen = (/** @type {string} */ one, /** @type {number} */ at) =>
    `<path transform="translate(${16.5 + (at - (letter.length - 1) / 2) * 12.4} 7.5)scale(${width} 1)" d="${LETTERS[one] ?? ""}"/>`;
  return `<g fill="none" stroke="${colour}" stroke-width="4.6">${[...letter].map(pen).join("")}</g>`;
};

const EYES = dot(46, 36, 1.2, INK) + dot(54, 36, 1.2, INK);

/** The upper half of a court card: robe, head and headgear. */
const COURTS = /** @type {Record<string, (colour: string) => string>} */ ({
  J: (colour) =>
    shape("M39 31C36 44 37 50 41 52H59C63 50 64 44 61 31Z", "#8a5a2b") +
    shape("M41 31V37C41 50 59 50 59 37V31Z", SKIN) +
    shape("M37 31C33 18 48 12 57 16C65 19 66 26 63 31Z", colour) +
    shape("M36.5 28.5H63.5V33H36.5Z", GOLD) +
    line("M60 27C68 24 73 17 73 8C66 9 61 15 60 27Z", GOLD, 2.5) +
    EYES +
    line("M47 42.5Q50 44.5 53 42.5", "#9c4a3c"),
  Q: (colour) =>
    shape("M37 31C30 44 32 55 37 58H63C68 55 70 44 63 31Q50 20 37 31Z", "#4c2d1b") +
    shape("M40.5 33C40.5 51 59.5 51 59.5 33Q50 27 40.5 33Z", SKIN) +
    shape("M38 29L35.5 15L43 21.5L50 11L57 21.5L64.5 15L62 29Q50 23 38 29Z", GOLD) +
    dot(35.5, 14.5, 2.2, colour) +
    dot(50, 11, 2.2, colour) +
    dot(64.5, 14.5, 2.2, colour) +
    EYES +
    line("M47.5 42Q50 44.5 52.5 42", RED, 2),
  K: (colour) =>
    shape("M38.5 30H61.5C63 46 58 58 50 60C42 58 37 46 38.5 30Z", "#59483a") +
    shape("M41 30V37C41 44 45 43 46 41Q50 38.5 54 41C55 43 59 44 59 37V30Z", SKIN) +
    shape("M37 31L34.5 13L42.5 20L44.5 11H55.5L57.5 20L65.5 13L63 31Z", GOLD) +
    shape("M37 27H63V31.5H37Z", colour) +
    dot(50, 18, 2.8, colour) +
    EYES +
    line("M47.5 45H52.5", "#c98b7a", 1.8),
});

const robe = (/** @type {string} */ colour) =>
  shape("M19 70C19 58 29 54 40 51L45 44H55L60 51C71 54 81 58 81 70Z", colour) +
  shape("M45 44H55L57 50L50 55L43 50Z", SKIN) +
  line("M39 51.5Q42 62 50 66Q58 62 61 51.5", GOLD, 2.5);

const court = (/** @type {string} */ rank, /** @type {string} */ suit, /** @type {string} */ colour) => {
  const head = COURTS[rank](colour);
  return (
    twice(robe(colour) + head + pip(suit, 29.5, 62, 0.45, "#fff") + pip(suit, 70.5, 62, 0.45, "#fff")) +
    shape("M19 66.5H81V73.5H19Z", GOLD) +
    [27, 38.5, 50, 61.5, 73].map((x) => dot(x, 70, 1.9, colour)).join("")
  );
};

const STAR = "M0 -11L2.7 -3.7L10.5 -3.4L4.4 1.4L6.5 8.9L0 4.6L-6.5 8.9L-4.4 1.4L-10.5 -3.4L-2.7 -3.7Z";

const joker = (/** @type {string} */ colour) =>
  twice(`<path transform="translate(17 18)" d="${STAR}" fill="${colour}"/>`) +
  shape("M27 101L34 118L42 106L50 121L58 106L66 118L73 101Q50 88 27 101Z", colour) +
  line("M29 103L34 115L42 104L50 117L58 104L66 115L71 103", GOLD, 2) +
  shape("M31 72C31 109 69 109 69 72Z", SKIN) +
  shape(
    "M29 76C14 70 12 51 22 41C31 43 37 50 39 58C39 45 43 35 50 28C57 35 61 45 61 58C63 50 69 43 78 41C88 51 86 70 71 76Q50 66 29 76Z",
    colour,
  ) +
  shape("M39 58C39 45 43 35 50 28C57 35 61 45 61 58L58 70H42Z", GOLD) +
  shape("M28 71Q50 61 72 71V78Q50 68 28 78Z", INK) +
  dot(22, 41, 4.5, GOLD) +
  dot(50, 27, 4.5, colour) +
  dot(78, 41, 4.5, GOLD) +
  dot(42.5, 82, 2, INK) +
  dot(57.5, 82, 2, INK) +
  dot(38.5, 89, 3, "#eda48c") +
  dot(61.5, 89, 3, "#eda48c") +
  shape("M42 89Q50 92 58 89Q56 97.5 50 97.5Q44 97.5 42 89Z", "#8f1d2b");

/** The drawings of Tichu's special cards, which `specials.js` adds on the pages that can show them. */
export const SPECIALS = /** @type {Record<string, () => string>} */ ({});

const back = () => {
  let lattice = "";
  for (let at = -120; at < 100; at += 15) lattice += `M${at} 8L${at + 124} 132M${at} 132L${at + 124} 8`;
  return (
    `<rect x="6" y="6" width="88" height="128" rx="5" fill="#1f3a5f"/>` +
    `<svg x="9" y="9" width="82" height="122" viewBox="9 9 82 122"><path d="${lattice}" stroke="#7f9cc4" stroke-width="1.1"/></svg>` +
    `<rect x="9" y="9" width="82" height="122" rx="3" fill="none" stroke="#dfe8f5" stroke-width="1.5"/>` +
    dot(50, 70, 19, "#1f3a5f") +
    `<circle cx="50" cy="70" r="16" fill="none" stroke="#dfe8f5" stroke-width="1.5"/>` +
    `<g fill="#dfe8f5">${pip("s", 50, 63, 0.4)}${pip("h", 57.5, 70, 0.4)}${pip("c", 50, 77, 0.4)}${pip("d", 42.5, 70, 0.4)}</g>`
  );
};

const number = (/** @type {string} */ rank, /** @type {string} */ suit) =>
  [...LAYOUT[rank].matchAll(/([lmr]+)(\d+)/g)]
    .flatMap(([, columns, height]) =>
      [...columns].map((one) => pip(suit, COLUMNS[one], Number(height), "9T".includes(rank) ? 0.72 : 0.86)),
    )
    .join("");

/**
 * The drawing on a card, without the card itself.
 * @param {string} code @param {Record<string, string>} letters @param {boolean} fourColours
 */
const drawing = (code, letters, fourColours) => {
  if (code === "back") return back();
  if (code in SPECIALS) return SPECIALS[code]();
  if (code[0] === "X") return joker(JOKER_COLOURS[(Number(code[1]) - 1) % JOKER_COLOURS.length]);
  const [rank, suit] = code;
  const colour = (fourColours ? FOUR_COLOURS : TWO_COLOURS)[suit];
  const corners = twice(index(letters[rank] ?? rank, colour) + pip(suit, 16.5, 43, 0.9));
  const middle =
    rank in COURTS ? court(rank, suit, colour) : rank === "A" ? pip(suit, 50, 70, 2.3) : number(rank, suit);
  return `<g fill="${colour}">${corners}${middle}</g>`;
};

/** @type {Map<string, Element>} */
const drawn = new Map();

/**
 * Draws a card in an element; "back" is the back of any card.
 * @param {HTMLElement} element @param {string} code @param {Record<string, string>} letters @param {boolean} fourColours
 */
export const draw = (element, code, letters, fourColours) => {
  const name = `${code} ${fourColours} ${letters[code[0]] ?? ""}`;
  if (element.dataset.face === name) return;
  element.dataset.face = name;
  const svg = () =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 140">` +
    `<rect x=".5" y=".5" width="99" height="139" rx="8" fill="#fff" stroke="#857f70"/>${drawing(code, letters, fourColours)}</svg>`;
  const face = drawn.get(name) ?? new DOMParser().parseFromString(svg(), "image/svg+xml").documentElement;
  drawn.set(name, face);
  element.replaceChildren(document.importNode(face, true));
};
