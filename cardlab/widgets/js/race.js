/**
 * The view of the Tichu tables of one page: two piles to try, and races in slow motion, against the clock or replayed.
 *
 * This browser stores the progress of a guided race, and a match against the clock.
 */

/** @import {Block, It, Kinds} from "./blocks.js" */

import { ofTable } from "./address.js";
import { blocks, page } from "./blocks.js";
import { button, goOnAt, h } from "./core.js";
import { guideBox, keepSteps } from "./guided.js";
import { guided } from "./marks.js";
import { PAGES } from "./race_pages.js";
import { listen, moving, stack } from "./race_table.js";
import { panel } from "./stage.js";
import { connect, playNow } from "./storage.js";

/** The key of the steps done. It begins like that of the answers, so both are deleted together. */
const GUIDED = "first_race";

/** The next control of a race: the button that leads on, or else a card of the hand. */
const CONTROL = ".cardlab-slow .cardlab-main:not([aria-disabled=true]), .cardlab-slot[data-card]";

/** A discard pile as a button, with the reason why the selected card fits or not. @type {Kinds[string]} */
const discard = (it, { index, label, cards, badge, counts, action, verdict, texts, send }, key) => {
  const act = () => it.send(send);
  return h("div", { key, class: `cardlab-pile cardlab-${verdict}`, "data-drop": it.drops.push(act) - 1 }, [
    h("p", { class: "cardlab-line" }, h("strong", {}, label), " ", h("span", {}, counts)),
    h(
      "button",
      { key: "place", type: "button", class: "cardlab-place", "data-refocus": index === 0 ? "" : null, onclick: act },
      [stack(it, cards, index, badge), h("span", { class: "cardlab-action" }, action)],
    ),
    h("div", { key: "texts", class: "cardlab-sentences", "aria-live": "polite" }, [
      texts.map((/** @type {string} */ one) => h("p", {}, one)),
    ]),
  ]);
};

/** The choice of a wish, as buttons. @type {Kinds[string]} */
const wish = ({ send }, { label, options }, key) =>
  h("fieldset", { key, class: "cardlab-wish" }, [
    h("legend", {}, label),
    options.map((one, index) => button(one.label, () => send(one.send), { key: index })),
  ]);

/** A menu of rare buttons, which closes when one was pressed. @type {Kinds[string]} */
const menu = (it, { label, blocks: inside }, key) =>
  panel(key, label, h("div", { key: "others", class: "cardlab-tools" }, blocks(it, inside)));

/** Stores the number of steps done, and restores it when the page opens. @param {It} it @param {Block} guide */
const remember = ({ root, local, send }, { done, total, send: message, free }) => {
  const before = local.done;
  local.done = done;
  const { moves, most = 0 } = guided()[GUIDED] ?? {};
  // Earlier versions stored only the most steps that were ever done.
  const count = before === undefined && done === 0 ? Number(moves || most) : done;
  keepSteps(root, GUIDED, { done, total, moves: String(count) }, before !== undefined && done > before);
  if (before === undefined && count > 0) {
    if (done === 0) queueMicrotask(() => send({ ...message, [free[0]]: count }));
    goOnAt(root, () => CONTROL);
  }
  if (before !== done) queueMicrotask(() => dispatchEvent(new CustomEvent("cardlab-progress")));
};

/** The current goal, and the buttons to continue. @type {Kinds[string]} */
const guide = (it, block, key) => {
  const { label, goal, blocks: ways } = block;
  remember(it, block);
  return guideBox(key, label, goal, blocks(it, ways));
};

/** @type {Kinds} */
const kinds = {
  ...PAGES,
  discard,
  wish,
  menu,
  guide,
  onward: (_it, { label, address }, key) =>
    h("a", { key, class: "cardlab-button cardlab-main cardlab-onward", href: address }, label),
  log: (_it, { label, first, said }, key) =>
    h("ol", { key, class: "cardlab-log", start: first, tabindex: 0, "aria-label": label }, [
      said.map((/** @type {string} */ one, /** @type {number} */ at) => h("li", { key: first + at }, one)),
    ]),
};

/** @param {Block[]} all @returns {Block | undefined} */
const tableIn = (all) => all.find(({ is }) => is === "racing");

/**
 * Called before each drawing: cards move, new parts are scrolled into view, and the focus goes to the next control.
 * @param {It} it @param {Block[]} all
 */
const before = ({ root, local }, all) => {
  const table = tableIn(all);
  moving(root, table ?? all.find(({ is }) => is === "discard"));
  const isSlow = table?.clock === "slow" || !table;
  const now = {
    helps: all.some(({ style }) => style === "cardlab-could") && isSlow,
    wishes: isSlow && (all.some(({ is }) => is === "wish") || Boolean(table?.sides[0].wishes.length)),
  };
  const then = local.drawn;
  local.drawn = now;
  if (then && now.wishes && !then.wishes) local.ask = ".cardlab-wish button";
  const inSight = (/** @type {string} */ part) =>
    queueMicrotask(() => root.querySelector(part)?.scrollIntoView({ block: "nearest" }));
  if (then && now.helps && !then.helps) inSight(".cardlab-could");
  if (then && now.wishes && !then.wishes) inSight(".cardlab-wish");
  timed(root, local, table?.clock ?? (all.some(({ is }) => is === "ended") ? "over" : "setup"), Boolean(table?.paused));
};

/**
 * Where the focus goes when a timed race begins, pauses and ends.
 * @param {HTMLElement} root @param {It["local"]} local @param {string} stage setup, a race, one that is looked at or its
 * end @param {boolean} isPaused
 */
const timed = (root, local, stage, isPaused) => {
  const [then, ran, runs] = [local.stage, local.runs, stage === "running" && !isPaused];
  Object.assign(local, { stage, runs });
  if (then !== stage || runs) local.asked = undefined;
  const focused = document.activeElement;
  const hasFocus = focused === document.body || root.contains(focused);
  // After a reload the focus goes to "Go on", after a press that opens the table to the table.
  if (then !== stage && stage === "running" && isPaused) goOnAt(root, () => ".cardlab-go-on");
  else if (then && then !== stage && ["running", "none"].includes(stage) && hasFocus) local.ask = ".cardlab-racing";
  else if (stage === "running" && ran && !runs && hasFocus) local.ask = ".cardlab-go-on";
};

/** Connects a match with the text that this browser stores under this name. @param {any} model @param {string} kept */
const keep = (model, kept) => {
  // A visitor from a shared table looks at its rounds, and the own stored match stays.
  const ends = ofTable(model) ? [] : [connect(model, kept)];
  playNow(model, kept, { do: "start" }, ({ blocks: all }) => {
    if (!all.some((/** @type {Block} */ { is }) => is === "ended")) return [];
    const on = all.flatMap((/** @type {Block} */ one) => one.blocks ?? []).find((/** @type {Block} */ one) => one.main);
    return [on?.send.do === "next" ? on.send : { do: "start" }];
  });
  return ends;
};

export default page({
  kinds,
  before,
  begun: (model, root) => {
    const mayPlay = (/** @type {Block} */ { paused }, /** @type {KeyboardEvent} */ event) => {
      if (paused && event.code === "Escape" && !event.repeat) root.querySelector(".cardlab-go-on")?.click();
      return !paused;
    };
    const { kept } = model.get("shown");
    if (!kept) return [];
    return [listen(model, root, () => tableIn(model.get("shown").blocks), mayPlay, true), ...keep(model, kept)];
  },
});
