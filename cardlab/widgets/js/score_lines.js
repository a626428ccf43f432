/** The running scores of a match: as lines, and as a table with a row for each round. */

/** @import {ScoresPicture} from "./shown.js" */

import { h } from "./core.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [400, 180, 40, 388, 12, 154];

/** The sign of a player, which tells the lines apart without their colours. */
const SIGNS = ["M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z", "M-4 -4H4V4H-4z", "M0 -5.5L5.5 4.5H-5.5z"];

/** @param {number} seat @param {number} x @param {number} y */
const sign = (seat, x, y) =>
  h("path", {
    key: `${x} ${y}`,
    class: `cardlab-sign cardlab-seat-${seat}`,
    d: SIGNS[seat],
    transform: `translate(${x} ${y})`,
  });

/** The sign and the line of a player beside the name. @param {number} seat */
export const legend = (seat) =>
  h(
    "svg",
    { key: "sign", class: "cardlab-legend", viewBox: "0 0 36 14", "aria-hidden": "true" },
    h("path", { key: "line", class: `cardlab-course cardlab-seat-${seat}`, d: "M0 7H36" }),
    sign(seat, 18, 7),
  );

/** The scores as lines, round by round. @param {ScoresPicture} all */
export const lines = ({ title, desc, target, lines: courses }) => {
  const played = courses[0].length - 1;
  const most = Math.max(target * 1.1, ...courses.flat());
  const every = Math.ceil((played + 1) / 14);
  const across = (/** @type {number} */ round) => Math.round(LEFT + ((RIGHT - LEFT) * round) / Math.max(played, 5));
  const up = (/** @type {number} */ score) => Math.round(BOTTOM - ((BOTTOM - TOP) * score) / most);
  const mark = (/** @type {string} */ text, /** @type {string} */ at) => h("span", { key: text + at, style: at }, text);
  const percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${((100 * part) / whole).toFixed(1)}%`;
  return h(
    "div",
    { key: "chart", class: "cardlab-chart" },
    h(
      "svg",
      { key: "lines", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" },
      h("title", { key: "title" }, title),
      h("desc", { key: "desc" }, desc),
      h("path", { key: "axes", class: "cardlab-axis", d: `M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}` }),
      h("path", { key: "target", class: "cardlab-axis cardlab-target", d: `M${LEFT} ${up(target)}H${RIGHT}` }),
      courses.map((scores, seat) =>
        h(
          "g",
          { key: seat },
          h("path", {
            key: "line",
            class: `cardlab-course cardlab-seat-${seat}`,
            d: `M${scores.map((score, round) => `${across(round)} ${up(score)}`).join("L")}`,
          }),
          scores.map((score, round) => sign(seat, across(round), up(score))),
        ),
      ),
    ),
    h(
      "div",
      { key: "marks", class: "cardlab-marks", "aria-hidden": "true" },
      [0, target].map((score) =>
        mark(
          String(score),
          `inset-inline-end: ${percent(WIDTH - LEFT + 9, WIDTH)}; inset-block-start: ${percent(up(score), HEIGHT)}; translate: 0 -50%`,
        ),
      ),
      courses[0].map(
        (_, round) =>
          round % every === 0 &&
          mark(
            String(round || ""),
            `left: ${percent(across(round), WIDTH)}; inset-block-start: 91%; translate: -50% 0`,
          ),
      ),
    ),
  );
};

/** The same as a table, with how each round ended and what it added. @param {ScoresPicture} all @param {string} round */
export const scores = ({ caption, seats, rows, added, lines: courses }, round) =>
  h(
    "table",
    { key: "table", class: "cardlab-scores" },
    h("caption", { key: "caption" }, caption),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { key: "round", scope: "col" }, round),
        seats.map((name, seat) => h("th", { key: seat, scope: "col" }, legend(seat), " ", name)),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((ending, nth) =>
        h(
          "tr",
          { key: nth },
          h("th", { scope: "row" }, String(nth + 1), " ", h("span", {}, ending)),
          courses.map((scores, seat) =>
            h("td", { key: seat }, h("strong", {}, scores[nth + 1]), " ", h("span", {}, added[nth]?.[seat])),
          ),
        ),
      ),
    ),
  );
