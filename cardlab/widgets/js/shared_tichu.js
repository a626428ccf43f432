/** The view of a shared table of Tichu 1.on.1: the room before the first deal, and the races of a match. */

/** @import {View} from "./core.js" */
/** @import {SharedTichuMessage} from "./messages.js" */
/** @import {DuringRace, SharedTichuShown, Widget} from "./shown.js" */

import { drawBlocks } from "./blocks.js";
import { h, view } from "./core.js";
import { fullButton } from "./full.js";
import { ended } from "./race_pages.js";
import { NOTE, atTable, keysOf, listen, moving, voice } from "./race_table.js";
import { bringUp, countdown, next, rarely, remark, room, who } from "./shared_room.js";
import { soundButton } from "./sound.js";

/** @typedef {View<SharedTichuShown, SharedTichuMessage>} It */
/** @typedef {View<Widget & DuringRace, SharedTichuMessage>} Racing */

/** The explanation of the keys, for devices with a keyboard. @param {any} it */
const keys = (it) =>
  h("div", { key: "keys", class: "cardlab-by-keys" }, [
    h("p", { key: "how", class: "cardlab-note" }, it.words["play_tichu.keys.one"]),
    keysOf(it, it.words["text.table.hand.short"], 0, true),
  ]);

/** The table, with the room below it. @param {Racing} it */
const race = (it) => {
  const { shown } = it;
  const { away, ending, playing, remark: note } = shown;
  // During a race remarks are where the news is, because above the cards they would push them down.
  const instead =
    playing &&
    (next(it) ||
      (note && h("p", { key: "remark" }, note)) ||
      (away && h("div", { key: "away", class: "cardlab-away" }, h("p", { key: "who" }, away), countdown(it))));
  return [
    h("div", { key: "head", class: "cardlab-tools cardlab-head" }, [
      h("strong", { key: "race" }, shown.race),
      h("span", { key: "score" }, shown.score),
      soundButton(it, NOTE),
      fullButton(it),
    ]),
    ending && ended(ending.won, [ending.title], [...shown.standing, ...ending.sentences]),
    !playing && [remark(it), next(it)],
    atTable(it, instead),
    voice(it, playing ? [note, away].filter(Boolean) : []),
    h("div", { key: "foot", class: "cardlab-foot" }, drawBlocks(it, [shown.rules])),
    h("div", { key: "around", class: "cardlab-around" }, who(it), rarely(it)),
  ];
};

export default view(
  (/** @type {It} */ it) => {
    const { shown, root, local } = it;
    const table = shown.stage === "table" ? shown : undefined;
    moving(root, table);
    const [before, now] = [local.stage, table?.clock ?? "room"];
    local.stage = now;
    // When a race begins, the player's keys work at once and the cards are in view.
    if (before !== now && now === "running") {
      if (before) local.ask = ".cardlab-racing";
      bringUp(root, ".cardlab-head");
    }
    if (before === "running" && now === "none") local.ask = ".cardlab-verdict";
    return shown.stage === "room" ? room(it, keys(it)) : race({ ...it, shown });
  },
  (model, root) => [
    listen(
      model,
      root,
      () => model.get("shown"),
      () => true,
      false,
    ),
  ],
);
