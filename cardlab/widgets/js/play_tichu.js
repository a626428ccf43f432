/** The view of `PlayTichu`: the choices before a match, its races, and each of them once more. */

/** @import {View} from "./core.js" */
/** @import {PlayTichuMessage, PlayTichuShown, RacePhase, Widget} from "./shown.js" */

import { given as asked, ofTable } from "./address.js";
import { button, h, view } from "./core.js";
import { saving } from "./files.js";
import { rulesOfTable } from "./forms.js";
import { fullButton } from "./full.js";
import { readLayout } from "./play_tichu_keys.js";
import { asks, leaving, replay, result, setup, staying } from "./play_tichu_pages.js";
import { atTable, countdown, listen, moving, signedSound, voice } from "./race_table.js";
import { tone } from "./sound.js";
import { connect, elsewhere } from "./storage.js";

/** @typedef {View<PlayTichuShown, PlayTichuMessage>} It */
/** @typedef {View<Widget & RacePhase, PlayTichuMessage>} Racing */

/** Whether the race stood still when it was drawn last. @type {WeakMap<HTMLElement, boolean>} */
const resting = new WeakMap();

/** @param {Racing} it */
const race = (it) => {
  const { shown, words, root, send, local } = it;
  const goOn = () => {
    local.ask = ".cardlab-racing";
    root.scrollIntoView({ block: "start" });
    send({ do: "go_on" });
  };
  if (!shown.paused) staying(it);
  if (
    shown.paused &&
    resting.get(root) === false &&
    (root.contains(document.activeElement) || document.activeElement === document.body)
  )
    local.ask = ".cardlab-go-on";
  resting.set(root, shown.paused);
  const late = shown.piles.some((one) => one.late.length);
  if (late && !root.querySelector(".cardlab-late li")) tone(220);
  const said = [...shown.piles.flatMap((one) => one.late), ...shown.sides.flatMap((one) => one.said)];
  return [
    h(
      "div",
      { key: "head", class: "cardlab-tools cardlab-head" },
      h("strong", { key: "race" }, shown.race),
      h("span", { key: "score" }, shown.score),
      shown.paused
        ? !shown.elsewhere && [
            leaving(it),
            // Where "Pause" was: who presses twice goes on, and does not end the match.
            button(words["play_tichu.go_on"], goOn, {
              key: "go on",
              class: "cardlab-button cardlab-main cardlab-go-on",
            }),
          ]
        : asks(it, words["play_tichu.pause"], { do: "pause" }, { key: "pause" }),
      signedSound(it),
      fullButton(it),
    ),
    elsewhere(it, "cardlab-verdict"),
    shown.paused &&
      !shown.elsewhere &&
      h(
        "p",
        { key: "note", class: "cardlab-aside" },
        shown.note || words["play_tichu.paused"],
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
  const { shown } = it;
  moving(it);
  if (shown.phase === "setup") return [remark(it), ...setup({ ...it, shown })];
  if (shown.phase === "race") return race({ ...it, shown });
  return [
    h(
      "div",
      { key: "head", class: "cardlab-tools cardlab-head" },
      h("strong", { key: "race" }, shown.race),
      shown.score && h("span", { key: "score" }, shown.score),
    ),
    elsewhere(it, "cardlab-verdict"),
    remark(it),
    ...(shown.phase === "over" ? result({ ...it, shown }) : [atTable({ ...it, shown }), ...replay({ ...it, shown })]),
    rulesOfTable(shown.rules),
  ];
});

/** @typedef {{races: unknown[][], standing?: {at: number}} | null} Match */

/** @param {string | null} text @returns {Match} */
const matchOf = (text) => {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
};

/**
 * Joins a widget to the memory; gives what ends it. Python gives `{keep: match}` and `{add: notes, after: number}`,
 * which
 * follow so many others; where some are missing the whole match is asked for.
 * @param {import("./storage.js").Model} model
 */
const remember = (model) => {
  /** @type {Match} */
  let match = null;
  /** When was heard how the race stands. */
  let heard = 0;
  const recalled = (/** @type {string | null} */ text) => {
    match = matchOf(text);
    return { match: match ?? text };
  };
  const kept = (
    /** @type {{keep?: Match, add?: unknown[], after?: number, standing?: {at: number}, unread?: boolean, left?: boolean}} */ {
      keep: whole,
      add,
      after,
      standing,
      unread,
      left,
    },
  ) => {
    if (unread) match = null;
    if (left) {
      // Until now the clock of the race has gone on; a reload wins no time for anybody.
      const shown = model.get("shown");
      if (!match?.standing || shown.phase !== "race" || shown.paused) return undefined;
      match.standing.at += Math.round(performance.now() - heard);
      heard = performance.now();
      return JSON.stringify(match);
    }
    if (whole?.standing || standing) heard = performance.now();
    if (whole !== undefined) match = whole;
    if (add) {
      const race = match?.races.at(-1);
      if (race?.length !== after) return void model.send({ do: "whole" });
      race?.push(...add);
      if (match) match.standing = standing;
    }
    return whole === undefined && !add ? undefined : match && JSON.stringify(match);
  };
  return connect(model, "cardlab-races", recalled, kept);
};

export default {
  /** @param {{model: any, el: HTMLElement}} given */
  render(given) {
    const { model, el } = given;
    const end = play.render(given);
    const root = /** @type {HTMLElement} */ (el.querySelector(".cardlab-root"));
    const mayPlay = (/** @type {RacePhase} */ shown, /** @type {KeyboardEvent} */ event) => {
      if (shown.paused && event.code === "Escape" && !event.repeat)
        /** @type {HTMLElement | null} */ (root.querySelector(".cardlab-go-on"))?.click();
      return !shown.paused;
    };
    const deaf = listen(model, root, mayPlay, true);
    const saved = saving(model);
    readLayout(() => dispatchEvent(new Event("cardlab-deck")));
    // Who comes from a table between devices looks at its rounds, and the own match stays as it is kept.
    const forget = ofTable(model) ? () => {} : remember(model);
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
