/**
 * The view of `PlayTongits`: the table of a match, and around it what Python says in blocks: the form before the first
 * deal, the coach and its review, the scores, older lines and records.
 */

/** @import {View} from "./core.js" */

/** @import {PlayStage, PlayTongitsMessage, PlayTongitsShown, Widget} from "./shown.js" */

import { ofTable } from "./address.js";
import { blocks, drawBlocks, drawer } from "./blocks.js";
import { goOnAt, h, view } from "./core.js";
import { account, act, felt, follow, landed, movesSoFar, ownHand, said, won } from "./felt.js";
import { saving } from "./files.js";
import { fullButton } from "./full.js";
import { air, flying, paces } from "./flights.js";
import { coachSwitch, warning } from "./play_tongits_coach.js";
import { kinds } from "./play_tongits_review.js";
import { connect as remembering } from "./memory.js";
import { soundButton } from "./sound.js";
import { stage } from "./stage.js";
import { connect, elsewhere, playNow } from "./storage.js";

/** @typedef {View<PlayTongitsShown, PlayTongitsMessage>} It */
/** @typedef {View<Widget & PlayStage, PlayTongitsMessage>} Seated */

const KEY = "cardlab-tongits";

/** Which round it is, the rules, always in sight, and the other rounds of a record. @param {Seated} it @param {import("./core.js").Child} book */
const heading = (it, book) =>
  h("div", { key: "heading", class: "cardlab-heading cardlab-broad" }, [
    h("p", { key: "title", class: "cardlab-progress" }, h("strong", {}, it.shown.title)),
    it.shown.aside.map((one) => h("p", { key: one, class: "cardlab-progress cardlab-first" }, one)),
    drawBlocks(it, [it.shown.rules]),
    fullButton(it),
    book,
  ]);

/** The way through a record. @param {Seated} it */
const steps = (it) =>
  h("div", { key: "steps", class: "cardlab-tools" }, [
    act(it, { do: "undo" }, { label: it.words["play_tongits.step_back"] }),
    act(it, { do: "redo" }, { label: it.words["play_tongits.step_on"], ready: !it.shown.off.includes("redo") }),
  ]);

/** The table and all that is around it. @param {Seated} it */
const table = (it) => {
  const { shown, root, local } = it;
  const { ending, reading } = shown;
  const answer = shown.asked.find(({ style }) => style?.includes("cardlab-answer"))?.said;
  // What a bot answers is to be seen, wherever the page has been scrolled to.
  if (answer && answer !== local.answer)
    queueMicrotask(() => root.querySelector(".cardlab-answer")?.scrollIntoView({ block: "nearest" }));
  local.answer = answer;
  flying(it);
  landed(it);
  follow(it);
  const all = Object.values(shown).flatMap((one) => (Array.isArray(one) ? one : []));
  const own = drawer(it, all, kinds);
  const drawn = (/** @type {any[]} */ some) => blocks(own, some);
  return [
    stage(
      it,
      heading(it, drawn(shown.book)),
      felt(it),
      reading && steps(it),
      ending && won(it, ending, drawn(shown.onward)),
      said(it, " ", drawn(shown.passed)),
      drawn(shown.remark),
      elsewhere(it, "cardlab-overlay"),
      ownHand(
        it,
        [paces(it), h("div", { key: "sounds", class: "cardlab-tools", "data-stay": "" }, soundButton(it))],
        !reading,
        coachSwitch(it),
      ),
      warning(it),
      ending && [account(it, ending), drawn(shown.stands)],
      air(),
    ),
    drawn(shown.asked),
    drawn(shown.review),
    drawn(shown.scores),
    drawn(shown.history),
    h("div", { key: "around", class: "cardlab-sorting" }, [
      movesSoFar(it, reading),
      drawn(shown.lines),
      drawn(shown.records),
    ]),
  ];
};

export default view(
  (/** @type {It} */ it) => {
    const { shown, root, local } = it;
    const before = local.stage;
    local.stage = shown.stage;
    const [plays, isNew] = [shown.stage === "play", before !== shown.stage];
    const focused = document.activeElement;
    // When the cards are dealt, the table takes the place of what is read before.
    if (before && isNew && plays) queueMicrotask(() => root.scrollIntoView({ block: "start" }));
    if (isNew && plays && !root.contains(focused)) goOnAt(root, () => local.next ?? ".cardlab-turn");
    // At the table the letters work.
    else if (before && isNew && (focused === document.body || root.contains(focused)))
      local.ask = plays ? ".cardlab-turn" : "select";
    if (shown.stage === "play") return table({ ...it, shown });
    return [elsewhere(it, "cardlab-overlay"), blocks(drawer(it, shown.form), shown.form)];
  },
  (model) => {
    // Who comes from a table between devices looks at its rounds, and the own match stays as it is kept.
    const ends = [saving(model), remembering(model)];
    if (!ofTable(model, { ended: true })) ends.push(connect(model, KEY));
    // The first move is helped with.
    /** @type {PlayTongitsMessage} */
    const begin = { do: "begin", helps: true };
    playNow(model, KEY, begin, ({ stage: at, reading, ending, onward }) => {
      if (at !== "play" || !(reading || ending)) return [];
      if (reading) return [{ do: "leave" }, begin];
      return onward[0]?.send.do === "next_round" ? [onward[0].send] : [{ do: "setup" }, begin];
    });
    return ends;
  },
);
