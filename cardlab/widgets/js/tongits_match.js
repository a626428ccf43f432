/** The view of a match of Tongits, and of a shared table: the table with its form, panels and room. */

/** @import {View} from "./core.js" */
/** @import {Message} from "./felt.js" */

import { ofTable } from "./address.js";
import { blocks, drawer } from "./blocks.js";
import { goOnAt, h, view } from "./core.js";
import { act } from "./felt.js";
import { saving } from "./files.js";
import { connect as remembering } from "./memory.js";
import { bringUp, countdown, next, rarely, remark, room, who } from "./shared_room.js";
import { connect, elsewhere, playNow } from "./storage.js";
import { table } from "./tongits.js";
import { coachSwitch, kinds, warning } from "./tongits_panels.js";

const KEY = "cardlab-tongits";

/** The slider of a record. @param {any} it */
const steps = (it) =>
  h("div", { key: "steps", class: "cardlab-tools" }, [
    act(it, { do: "undo" }, { label: it.words["widget.back"] }),
    act(it, { do: "redo" }, { label: it.words["play_tongits.step_on"], ready: !it.shown.off.includes("redo") }),
  ]);

/** What is around the cards. @param {any} it @returns {import("./tongits.js").More} */
const around = (it) => ({
  kinds,
  steps: it.shown.reading && steps(it),
  beside: coachSwitch(it),
  warns: warning(it),
  told: elsewhere(it, "cardlab-overlay"),
  ...(it.shown.who && { clock: countdown(it), told: [remark(it), next(it)], who: who(it), rarely: rarely(it) }),
});

export default view(
  (/** @type {View<any, Message>} */ it) => {
    const { shown, root, local } = it;
    const before = local.stage;
    local.stage = shown.stage;
    const [plays, isNew] = [shown.stage === "table", before !== shown.stage];
    const focused = document.activeElement;
    const here = focused === document.body || root.contains(focused);
    // When the cards are dealt, the table is scrolled to the place of the form.
    if (isNew && plays && shown.who && !shown.over) bringUp(root, ".cardlab-sight");
    else if (before && isNew && plays) queueMicrotask(() => root.scrollIntoView({ block: "start" }));
    // The focus goes to the table, where the letter keys work.
    if (isNew && plays && (shown.coach || shown.who) && !root.contains(focused))
      goOnAt(root, () => local.next ?? ".cardlab-turn");
    else if (before && isNew && here) local.ask = plays ? ".cardlab-turn" : "select";
    if (plays) return table(it, around(it));
    if (shown.stage === "room") return room(/** @type {any} */ (it));
    return [elsewhere(it, "cardlab-overlay"), blocks(drawer(it, shown.blocks), shown.blocks)];
  },
  (model) => {
    if (model.get("shown").who) return [];
    // A visitor from a shared table looks at its rounds, and the own stored match stays.
    const ends = [saving(model), remembering(model)];
    if (!ofTable(model, { ended: true })) ends.push(connect(model, KEY));
    // The first move is suggested.
    /** @type {Message} */
    const begin = { do: "begin", helps: true };
    playNow(model, KEY, begin, ({ stage: at, reading, ending, onward }) => {
      if (at !== "table" || !(reading || ending)) return [];
      if (reading) return [{ do: "leave" }, begin];
      return onward[0]?.send?.do === "next_round" ? [onward[0].send] : [{ do: "setup" }, begin];
    });
    return ends;
  },
);
