/** The view of a table of Tichu 1.on.1 between devices: the room before the first deal, and the races of a match. */

/** @import {View} from "./core.js" */
/** @import {DuringRace, SharedTichuMessage, SharedTichuShown, Widget} from "./shown.js" */

import { drawBlocks } from "./blocks.js";
import { h, view } from "./core.js";
import { fullButton } from "./full.js";
import { readLayout } from "./play_tichu_keys.js";
import { ended } from "./play_tichu_pages.js";
import { atTable, keysOf, listen, moving, signedSound, voice } from "./race_table.js";
import { bringUp, bubble, countdown, next, rarely, remark, room, spokenLog, who } from "./shared_room.js";

/** @typedef {View<SharedTichuShown, SharedTichuMessage>} It */
/** @typedef {View<Widget & DuringRace, SharedTichuMessage>} Racing */

/** By which keys one plays, for whoever has some. @param {any} it */
const keys = (it) =>
  h("div", { key: "keys", class: "cardlab-by-keys" }, [
    h("p", { key: "how", class: "cardlab-aside" }, it.words["play_tichu.keys.one"]),
    keysOf(it, it.words["play_tichu.hand_of"], 0, true),
  ]);

/** The table, with the room below it. @param {Racing} it */
const race = (it) => {
  const { shown } = it;
  const { away, ending, playing, remark: note } = shown;
  // During a race all of it stands where the news is: above the cards it would push them away.
  const instead =
    playing &&
    (next(it) ||
      (note && h("p", { key: "remark" }, note)) ||
      (away && h("div", { key: "away", class: "cardlab-away" }, h("p", { key: "who" }, away), countdown(it))));
  const table = { ...it, says: bubble(it) };
  return [
    h("div", { key: "head", class: "cardlab-tools cardlab-head" }, [
      h("strong", { key: "race" }, shown.race),
      h("span", { key: "score" }, shown.score),
      signedSound(it),
      fullButton(it),
    ]),
    ending && ended(ending.won, [ending.title], [...shown.standing, ...ending.sentences]),
    !playing && [remark(it), next(it)],
    spokenLog(it),
    atTable(table, instead),
    voice(table, playing ? [note, away].filter(Boolean) : []),
    h("div", { key: "foot", class: "cardlab-foot" }, drawBlocks(it, [shown.rules])),
    h("div", { key: "around", class: "cardlab-around" }, who(it), rarely(it)),
  ];
};

export default view(
  (/** @type {It} */ it) => {
    const { shown, root, local } = it;
    const table = shown.stage === "table" ? shown : undefined;
    moving(root, table);
    const [before, now] = [local.stage, table?.phase ?? "room"];
    local.stage = now;
    // When a race begins, the keys are the player's at once and the cards in sight.
    if (before !== now && now === "race") {
      if (before) local.ask = ".cardlab-racing";
      bringUp(root, ".cardlab-head");
    }
    if (before === "race" && now === "still") local.ask = ".cardlab-verdict";
    return shown.stage === "room" ? room(it, keys(it)) : race({ ...it, shown });
  },
  (model, root) => {
    readLayout(() => dispatchEvent(new Event("cardlab-deck")));
    return [
      listen(
        model,
        root,
        () => model.get("shown"),
        () => true,
        false,
      ),
    ];
  },
);
