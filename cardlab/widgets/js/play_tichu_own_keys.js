/** The form for own keys: a button for each place, the next key pressed is its own, and the way back to the usual ones. */

/** @import {AnyView} from "./core.js" */

import { button, h } from "./core.js";
import { chooseKey, hasOwnKeys, usualKeys, zone } from "./play_tichu_keys.js";
import { cap } from "./race_table.js";

/** For whom and for which place a key is awaited, and what was said last. */
const form = { who: "", place: -1, told: "" };

/**
 * @param {AnyView} it @param {string} name whose keys they are @param {number} seat @param {boolean} alone
 */
export const ownKeys = (it, name, seat, alone) => {
  const { words, draw, local } = it;
  const { cards, draw: up, piles } = zone(seat, alone);
  const places = [
    ...cards.map((code, at) => ({ code, label: `${words["play_tichu.card"]} ${at + 1}` })),
    { code: up[0], label: words["play_tichu.draw"] },
    ...piles.map(([code], at) => ({ code, label: `${words["play_tichu.pile"]} ${at + 1}` })),
  ];
  const mine = form.who === name;
  const say = (/** @type {number} */ place, /** @type {string} */ told) => {
    Object.assign(form, { who: name, place, told });
    draw();
  };
  const heard = (/** @type {KeyboardEvent} */ event) => {
    const { place } = form;
    if (!mine || place < 0 || ["Tab", "ShiftLeft", "ShiftRight"].includes(event.code)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (event.code === "Escape") return say(-1, "");
    const why = event.ctrlKey || event.metaKey || event.altKey ? "not" : chooseKey(seat, alone, place, event.code);
    say(why ? place : -1, words[`play_tichu.own_keys.${why || "kept"}`]);
  };
  const reset = () => {
    usualKeys(seat, alone);
    local.ask = ".cardlab-own-keys button";
    say(-1, "");
  };
  return h(
    "details",
    { key: `own ${name}`, class: "cardlab-rules cardlab-by-keys cardlab-own-keys" },
    h("summary", {}, `${words["play_tichu.own_keys"]}: ${name}`),
    h("p", { key: "how" }, words["play_tichu.own_keys.how"]),
    h(
      "div",
      { key: "places", class: "cardlab-tools", onkeydown: heard },
      places.map(({ code, label }, place) =>
        button([label, " ", cap(code, it)], () => say(place, words["play_tichu.own_keys.press"]), {
          key: place,
          "aria-pressed": String(mine && form.place === place),
        }),
      ),
      hasOwnKeys(seat, alone) && button(words["play_tichu.own_keys.usual"], reset, { key: "usual" }),
    ),
    h("p", { key: "told", role: "status" }, mine && form.told),
  );
};
