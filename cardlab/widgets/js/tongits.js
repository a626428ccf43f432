/**
 * The view of a Tongits table in a lesson, and `table`, which all Tongits tables share. `felt.js` draws its cards;
 * `tongits_match.js` adds what matches and shared tables have.
 */

/** @import {Kinds} from "./blocks.js" */
/** @import {Child, View} from "./core.js" */
/** @import {It, Message} from "./felt.js" */

import { blocks, drawBlocks, drawer } from "./blocks.js";
import { goOnAt, h, sentences, view } from "./core.js";
import { account, act, control, felt, follow, landed, movesSoFar, ownHand, said, won } from "./felt.js";
import { air, flying } from "./flights.js";
import { fullButton } from "./full.js";
import { connect, guideBox } from "./guided.js";
import { inSight, stage } from "./stage.js";

/**
 * What a table outside lessons adds: kinds of blocks, the slider of a record, the countdown, texts between the felt and
 * the hand, blocks beside the hand, a warning below it, the players, and rare buttons.
 * @typedef {{kinds?: Kinds, steps?: Child, clock?: Child, told?: Child, beside?: Child, warns?: Child, who?: Child,
 * rarely?: Child}} More
 */

/** The goal of a step of a guided round. @param {It} it @param {Record<string, any>} guide */
const guide = (it, { progress, goal, finished, clauses }) =>
  guideBox(
    "guide",
    progress,
    goal,
    act(it, { do: finished ? "steps_again" : "show_me" }),
    fullButton(it),
    drawBlocks(it, clauses),
  );

/** The heading: the round, the rules, and the other rounds of a record. @param {It} it @param {...Child} more */
const heading = (it, ...more) =>
  h("div", { key: "heading", class: `cardlab-heading${it.shown.coach || it.shown.who ? " cardlab-broad" : ""}` }, [
    it.shown.title && h("p", { key: "title", class: "cardlab-progress" }, h("strong", {}, it.shown.title)),
    it.shown.aside.map((one) => h("p", { key: one, class: "cardlab-progress cardlab-first" }, one)),
    drawBlocks(it, [it.shown.rules]),
    fullButton(it),
    more,
  ]);

/** The table with everything around it. @param {It} it @param {More} [more] */
export const table = (it, more = {}) => {
  const { shown, root, local } = it;
  const { ending, reading, decided, standing = [] } = shown;
  const answer = shown.below.find(({ style }) => style?.includes("cardlab-answer"))?.blocks[0].said.join();
  // A bot's answer must be in view, wherever the page is scrolled.
  if (answer && answer !== local.answer) queueMicrotask(() => inSight(root, ".cardlab-answer"));
  local.answer = answer;
  flying(it);
  landed(it);
  follow(it);
  const own = drawer(
    it,
    [shown.heading, shown.onward, shown.passed, shown.remarks, shown.stands, shown.below, shown.around].flat(),
    more.kinds,
  );
  const drawn = (/** @type {any[]} */ some) => blocks(own, some);
  const match =
    standing.length > 0 && h("div", { key: "standing", class: "cardlab-match", role: "status" }, sentences(standing));
  return [
    stage(
      it,
      shown.guide ? guide(it, shown.guide) : heading(it, more.clock, drawn(shown.heading)),
      felt(it),
      more.steps,
      ending && won(it, ending, drawn(shown.onward), decided && match),
      said(it, " ", drawn(shown.passed)),
      drawn(shown.remarks),
      more.told,
      ownHand(it, !reading && !more.who, more.beside),
      more.warns,
      ending && account(it, ending),
      ending && drawn(shown.stands),
      !decided && match,
      air(),
    ),
    more.who,
    drawn(shown.below),
    h("div", { key: "around", class: "cardlab-sorting" }, [
      movesSoFar(it, reading),
      shown.guide && drawBlocks(it, [shown.rules]),
      drawn(shown.around),
    ]),
    more.rarely,
  ];
};

export default view(
  (/** @type {View<any, Message>} */ it) => table(it),
  (model, root) => [connect(model, root, () => goOnAt(root, () => control(model.get("shown"))))],
);
