/** A grid that shows where each card is, at a table of Tongits. */

import { h } from "./core.js";

/** @param {string} word */
const read = (word) => h("span", { class: "cardlab-unseen" }, word);

/** The names of the lines of the grid, in the order of their signs. */
const LINES = ["card.s", "card.h", "card.c", "card.d", "rule.tongits.jokers"];

/** The names of the places of a card, one's own hand first. */
const PLACES = ["hand", "table", "pile", "taken", "open", "unseen"];

/** The place of each card: a line for each suit, a column for each rank. @type {import("./blocks.js").Kinds["grid"]} */
export const grid = ({ words, faces }, { said, lines: seen }, key) =>
  h("div", { key, class: "cardlab-overlay" }, [
    h("p", { role: "status" }, said),
    h("table", { class: "cardlab-grid" }, [
      h("caption", {}, words["table.seen.caption"]),
      h("thead", {}, [
        h("tr", {}, [h("td", {}), [..."A23456789TJQK"].map((rank) => h("th", { scope: "col" }, faces.letters[rank]))]),
      ]),
      h("tbody", {}, [
        seen.map((/** @type {string[]} */ cells, nth) =>
          h("tr", {}, [
            h("th", { scope: "row" }, [
              h("span", { "aria-hidden": "true" }, "♠♥♣♦★"[nth]),
              read(words[LINES[nth] ?? ""]),
            ]),
            cells.map((place) =>
              h("td", { class: `cardlab-cell cardlab-is-${place}` }, read(words[`table.seen.${place}`])),
            ),
          ]),
        ),
      ]),
    ]),
    h("ul", { class: "cardlab-legend", "aria-hidden": "true" }, [
      PLACES.filter((place) => place === "unseen" || seen.some((cells) => cells.includes(place))).map((place) =>
        h("li", { key: place }, [
          h("span", { class: `cardlab-cell cardlab-is-${place}` }),
          " ",
          words[`table.seen.${place}`],
        ]),
      ),
    ]),
  ]);
