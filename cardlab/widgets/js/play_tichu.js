/** The view of `PlayTichu`: the choices before a match, its races, and each of them once more. */

/** @import {Block, It} from "./blocks.js" */

import { ofTable } from "./address.js";
import { page } from "./blocks.js";
import { goOnAt } from "./core.js";
import { readLayout } from "./play_tichu_keys.js";
import { KINDS } from "./play_tichu_pages.js";
import { listen, moving } from "./race_table.js";
import { connect, playNow } from "./storage.js";

const KEY = "cardlab-races";

/** @param {Block[]} all @returns {Block | undefined} */
const tableIn = (all) => all.find(({ is }) => is === "racing");

/** Before all is drawn anew: cards move, and the focus goes where somebody goes on. @param {It} it @param {Block[]} all */
const before = ({ root, local }, all) => {
  const table = tableIn(all);
  moving(root, table);
  const phase = table?.phase ?? (all.some(({ is }) => is === "ended") ? "over" : "setup");
  // Setup, a race, one that is looked at or its end; and whether it ran.
  const [then, ran, runs] = [local.stage, local.runs, phase === "race" && !table?.paused];
  Object.assign(local, { stage: phase, runs });
  if (then !== phase || runs) local.asked = undefined;
  const focused = document.activeElement;
  const hasFocus = focused === document.body || root.contains(focused);
  // Who has pressed what leads to the table goes on there.
  if (then !== phase && phase === "race" && table?.paused) goOnAt(root, () => ".cardlab-go-on");
  else if (then && then !== phase && table && hasFocus) local.ask = ".cardlab-racing";
  else if (phase === "race" && ran && !runs && hasFocus) local.ask = ".cardlab-go-on";
};

export default page({
  kinds: KINDS,
  before,
  begun: (model, root) => {
    const mayPlay = (/** @type {Block} */ { paused }, /** @type {KeyboardEvent} */ event) => {
      if (paused && event.code === "Escape" && !event.repeat) root.querySelector(".cardlab-go-on")?.click();
      return !paused;
    };
    const ends = [listen(model, root, () => tableIn(model.get("shown").blocks), mayPlay, true)];
    readLayout(() => dispatchEvent(new Event("cardlab-deck")));
    // Who comes from a table between devices looks at its rounds, and the own match stays as it is kept.
    if (!ofTable(model)) ends.push(connect(model, KEY));
    playNow(model, KEY, { do: "start" }, ({ blocks }) => {
      if (!blocks.some((/** @type {Block} */ { is }) => is === "ended")) return [];
      const on = blocks
        .flatMap((/** @type {Block} */ one) => one.blocks ?? [])
        .find((/** @type {Block} */ one) => one.main);
      return [on?.send.do === "next" ? on.send : { do: "start" }];
    });
    return ends;
  },
});
