/** The view of `PlayTichu`: the choices before a match, its races, and each of them once more. */

/** @import {View} from "./core.js" */
/** @import {PlayTichuMessage, PlayTichuShown} from "./shown.js" */

import { given as asked, ofTable } from "./address.js";
import { blocks, drawer } from "./blocks.js";
import { button, h, view } from "./core.js";
import { saving } from "./files.js";
import { rulesOfTable } from "./forms.js";
import { fullButton } from "./full.js";
import { readLayout } from "./play_tichu_keys.js";
import { KINDS, leaving, staying } from "./play_tichu_pages.js";
import { atTable, countdown, listen, moving, signedSound, voice } from "./race_table.js";
import { tone } from "./sound.js";
import { connect, elsewhere } from "./storage.js";

/** @typedef {View<PlayTichuShown, PlayTichuMessage>} It */

/** The phase that each page was in when it was drawn last, and whether its race ran. @type {WeakMap<HTMLElement, {phase: string, runs: boolean}>} */
const drawn = new WeakMap();

/** What stands above a race that runs or rests. @param {It} it */
const controls = (it) => {
  const { shown, words, root, send, local } = it;
  const goOn = () => {
    local.ask = ".cardlab-racing";
    root.scrollIntoView({ block: "start" });
    send({ do: "go_on" });
  };
  if (!shown.paused) return button(words["play_tichu.pause"], () => send({ do: "pause" }), { key: "pause" });
  // "Go on" is where "Pause" was: who presses twice goes on, and does not end the match.
  const main = "cardlab-button cardlab-main cardlab-go-on";
  return shown.elsewhere ? null : [leaving(it), button(words["play_tichu.go_on"], goOn, { key: "go on", class: main })];
};

/** @param {It} it */
const race = (it) => {
  const { shown, words, root, local } = it;
  const hasFocus = root.contains(document.activeElement) || document.activeElement === document.body;
  if (!shown.paused) staying(it);
  else if (drawn.get(root)?.runs && hasFocus) local.ask = ".cardlab-go-on";
  if (shown.piles.some((one) => one.told.length) && !root.querySelector(".cardlab-late li")) tone(220);
  const said = [...shown.piles.flatMap((one) => one.told), ...shown.sides.flatMap((one) => one.said)];
  return [
    h(
      "div",
      { key: "head", class: "cardlab-tools cardlab-head" },
      h("strong", { key: "race" }, shown.race),
      h("span", { key: "score" }, shown.score),
      controls(it),
      signedSound(it),
      fullButton(it),
    ),
    elsewhere(it, "cardlab-verdict"),
    shown.note &&
      !shown.elsewhere &&
      h(
        "p",
        { key: "note", class: "cardlab-aside" },
        shown.note,
        " ",
        h("span", { key: "escape", class: "cardlab-by-keys" }, words["play_tichu.escape"]),
      ),
    atTable(it, countdown(it)),
    voice(it, [...shown.news, ...(shown.turning ? [shown.turning.text] : [])], said),
    h(
      "div",
      { key: "foot", class: "cardlab-foot" },
      remark(it),
      rulesOfTable(shown.rules),
      h("p", { key: "focus", class: "cardlab-aside cardlab-focus" }, words["play_tichu.focus"]),
    ),
  ];
};

/** What is said about the match that is kept. @param {Pick<It, "shown">} it */
const remark = ({ shown }) =>
  shown.remark && h("p", { key: "remark", class: "cardlab-title", role: "alert" }, shown.remark);

const play = view((/** @type {It} */ it) => {
  const { shown, root, local } = it;
  const { phase } = shown;
  moving(it);
  const before = drawn.get(root);
  // Who has pressed what leads to the table goes on there.
  if (before && before.phase !== phase) {
    if (shown.number >= 0 && root.contains(document.activeElement)) local.ask = ".cardlab-racing";
    staying(it);
  }
  const table = phase === "race" && race(it);
  drawn.set(root, { phase, runs: phase === "race" && !shown.paused });
  if (table) return table;
  const below = blocks(drawer(it, shown.blocks, KINDS), shown.blocks);
  if (phase === "setup") return [remark(it), ...below];
  return [
    h(
      "div",
      { key: "head", class: "cardlab-tools cardlab-head" },
      h("strong", { key: "race" }, shown.race),
      shown.score && h("span", { key: "score" }, shown.score),
    ),
    elsewhere(it, "cardlab-verdict"),
    remark(it),
    phase === "replay" && atTable(it),
    ...below,
    rulesOfTable(shown.rules),
  ];
});

export default {
  /** @param {{model: any, el: HTMLElement}} given */
  render(given) {
    const { model, el } = given;
    const end = play.render(given);
    const root = /** @type {HTMLElement} */ (el.querySelector(".cardlab-root"));
    const mayPlay = (/** @type {PlayTichuShown} */ shown, /** @type {KeyboardEvent} */ event) => {
      if (shown.paused && event.code === "Escape" && !event.repeat)
        /** @type {HTMLElement | null} */ (root.querySelector(".cardlab-go-on"))?.click();
      return !shown.paused;
    };
    const deaf = listen(model, root, mayPlay, true);
    const saved = saving(model);
    readLayout(() => dispatchEvent(new Event("cardlab-deck")));
    // Who comes from a table between devices looks at its rounds, and the own match stays as it is kept.
    const forget = ofTable(model) ? () => {} : connect(model, "cardlab-races");
    // A race runs at once and against the clock, so "Play now" leads to the button that starts it, and no further.
    if (asked("now"))
      requestAnimationFrame(() => /** @type {HTMLElement | null} */ (root.querySelector("[data-refocus]"))?.focus());
    return () => {
      deaf();
      saved();
      forget();
      end?.();
    };
  },
};
