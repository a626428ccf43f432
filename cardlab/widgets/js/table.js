/** The view of `Table`: the table, what is said about it, the hand, and the round so far. */

import { view } from "./core.js";
import { felt, ownHand, said } from "./table_felt.js";
import { laidOver } from "./table_overlays.js";
import { ending, guide, history } from "./table_parts.js";

export default view((it) => [
  it.shown.guide && guide(it),
  felt(it),
  said(it),
  it.shown.ending && ending(it.shown.ending),
  ownHand(it),
  laidOver(it),
  history(it),
]);
