/** The view of a table of Tongits between devices: the room before the first deal, and the table of a match. */

/** @import {View} from "./core.js" */
/** @import {SharedTongitsMessage, SharedTongitsShown} from "./shown.js" */

import { drawBlocks } from "./blocks.js";
import { h, sentences, view } from "./core.js";
import { account, felt, follow, landed, movesSoFar, ownHand, said, won } from "./felt.js";
import { air, flying, paces } from "./flights.js";
import { fullButton } from "./full.js";
import { bringUp, bubble, countdown, next, rarely, remark, room, spokenLog, who } from "./shared_room.js";
import { soundButton } from "./sound.js";
import { stage } from "./stage.js";

/** @typedef {View<SharedTongitsShown, SharedTongitsMessage>} It */

/** The table, with the room below it. @param {any} it */
const table = (it) => {
  const { shown } = it;
  const { standing, decided } = shown;
  const match =
    standing.length > 0 && h("div", { key: "standing", class: "cardlab-match", role: "status" }, sentences(standing));
  flying(it);
  landed(it);
  follow(it);
  return [
    stage(
      it,
      h("div", { key: "heading", class: "cardlab-heading cardlab-broad" }, [
        drawBlocks(it, [shown.rules]),
        countdown(it),
        fullButton(it),
      ]),
      felt({ ...it, says: bubble(it) }),
      shown.ending && won(it, shown.ending, decided && match),
      said(it),
      remark(it),
      next(it),
      spokenLog(it),
      !shown.looks_on &&
        ownHand(
          it,
          [paces(it), h("div", { key: "sounds", class: "cardlab-tools", "data-stay": "" }, soundButton(it))],
          false,
        ),
      shown.ending && account(it, shown.ending),
      !decided && match,
      air(),
    ),
    who(it),
    movesSoFar(it),
    rarely(it),
  ];
};

export default view((/** @type {It} */ it) => {
  const { shown, root, local } = it;
  const before = local.stage;
  local.stage = shown.stage;
  // When the cards are dealt, the table takes the place of what is read before.
  if (before !== shown.stage && shown.stage === "table") {
    if (before && !shown.looks_on) local.ask = ".cardlab-turn";
    if (!shown.over) bringUp(root, ".cardlab-sight");
  }
  return shown.stage === "room" ? room(it) : table(it);
});
