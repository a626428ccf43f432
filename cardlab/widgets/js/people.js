/** Three small drawn faces for the players at a table, only as decoration. */

import { h } from "./core.js";

/**
 * The parts of each face: background, skin, hair, shape of the hair, clothes, glasses.
 * @type {{back: string, skin: string, hair: string, shape: string, coat: string, glasses: boolean}[]}
 */
const PEOPLE = [
  {
    back: "#f4d58a",
    skin: "#e9b98f",
    hair: "#5a3620",
    shape: "M11 21Q9 8 20 8T29 21Q27 14 20 14T11 21Z",
    coat: "#2f6f8f",
    glasses: false,
  },
  {
    back: "#a9d6e5",
    skin: "#c98d63",
    hair: "#2b1d16",
    shape: "M10 29Q7 8 20 8T30 29L28 29Q29 15 21 14Q15 19 12 19Q12 24 12 29Z",
    coat: "#a33b52",
    glasses: false,
  },
  {
    back: "#f1b8a6",
    skin: "#f0cba8",
    hair: "#b4552d",
    shape: "M11 20Q10 9 20 8T29 20Q28 16 25 14L22 16 19 13 16 16 13 14Q12 16 11 20Z",
    coat: "#3f7d4e",
    glasses: true,
  },
];

/** The face with this number. @param {number} number */
export const person = (number) => {
  const { back, skin, hair, shape, coat, glasses } = PEOPLE[number % PEOPLE.length];
  return h(
    "svg",
    { key: "person", class: "cardlab-person", viewBox: "0 0 40 40", "aria-hidden": "true", focusable: "false" },
    [
      h("circle", { key: "back", cx: 20, cy: 20, r: 20, fill: back }),
      h("path", { key: "coat", d: "M6 34Q8 28 20 28T34 34A20 20 0 0 1 6 34Z", fill: coat }),
      h("ellipse", { key: "skin", cx: 20, cy: 20.5, rx: 9, ry: 10, fill: skin }),
      h("path", { key: "hair", d: shape, fill: hair }),
      h("circle", { key: "left", cx: 16.4, cy: 20.6, r: 1.3, fill: "#22170f" }),
      h("circle", { key: "right", cx: 23.6, cy: 20.6, r: 1.3, fill: "#22170f" }),
      h("path", {
        key: "mouth",
        d: "M16.5 25.5Q20 28.2 23.5 25.5",
        fill: "none",
        stroke: "#7a3b2a",
        "stroke-width": 1.4,
        "stroke-linecap": "round",
      }),
      glasses &&
        h("path", {
          key: "glasses",
          d: "M13.4 20.6a3 3 0 1 0 6 0a3 3 0 1 0-6 0ZM20.6 20.6a3 3 0 1 0 6 0a3 3 0 1 0-6 0ZM19.4 20.6h1.2",
          fill: "none",
          stroke: "#22170f",
          "stroke-width": 0.9,
        }),
    ],
  );
};
