/**
 * What `Race` and `Piles` have beside their blocks: discard piles that are buttons, the wish of the Mah Jong, and what
 * belongs to each player of a race in slow motion. Cards are seen to move from where they lay.
 *
 * How far a learner came in a guided race this browser keeps.
 */

/** @import {Block, It, Kinds} from "./blocks.js" */

import { blocks, page } from "./blocks.js";
import { picture } from "./cards.js";
import { button, cloneElement, goOnAt, h } from "./core.js";
import { guidedSteps, keepSteps } from "./guided.js";
import { lay, move } from "./moving.js";
import { stack, stock } from "./stack.js";
import { closing } from "./stage.js";

/** How many steps of the guided race were done: deleted with the answers, since it begins like their key. */
const GUIDED = "first_race";

/** What can be done next in a race: what leads on, or else a card of the hand. */
const CONTROL = ".cardlab-main:not([aria-disabled=true]), .cardlab-option[tabindex='0']";

/** @typedef {import("./core.js").Description} Description */

/** A discard pile; where nothing can be played it is only looked at. @type {Kinds[string]} */
const discard = (it, { index, label, cards, badge, counts, action, note, chosen, verdict, texts, send }, key) => {
  const act = () => it.send(send);
  const cardFirst = chosen === null;
  const inside = [
    stack(it, cards, index, badge),
    h("span", { class: cardFirst ? "cardlab-action" : "cardlab-unseen" }, action),
  ];
  return h(
    "div",
    { key, class: `cardlab-pile cardlab-${verdict}`, "data-drop": send ? it.drops.push(act) - 1 : null },
    [
      h("p", { class: "cardlab-line" }, h("strong", {}, label), " ", h("span", {}, counts)),
      send
        ? h(
            "button",
            {
              key: "place",
              type: "button",
              class: "cardlab-place",
              "aria-pressed": cardFirst ? null : String(chosen),
              "data-refocus": cardFirst && index === 0 ? "" : null,
              onclick: act,
            },
            inside,
          )
        : h("div", { key: "looked at", class: "cardlab-place cardlab-looked-at" }, inside),
      note && h("p", { key: "note", class: "cardlab-whose" }, note),
      cardFirst &&
        h("div", { key: "texts", class: "cardlab-sentences", "aria-live": "polite" }, [
          texts.map((/** @type {string} */ one) => h("p", {}, one)),
        ]),
    ],
  );
};

/** Who chooses a value by keyboard goes on among the values, whoever points does so as well. @type {Kinds[string]} */
const wish = ({ send }, { label, options }, key) =>
  h("fieldset", { key, class: "cardlab-wish" }, [
    h("legend", {}, label),
    options.map((one, index) => button(one.label, () => send(one.send), { key: index })),
  ]);

/** What belongs to one player besides the hand that is played from. @type {Kinds[string]} */
const side = (it, { seat, name, line, cards, owes, ...piles }, key) => {
  const [isOwn, hidden] = [seat === 0, cards.includes("back")];
  const card = (/** @type {string} */ code) =>
    picture(it, code, hidden ? {} : { alt: it.faces.names[code] ?? "", "data-lies": code, "data-seat": String(seat) });
  const debt = owes && h("span", { key: "owes", class: "cardlab-debt" }, owes);
  const hasLine = cards.length > 0 || !isOwn;
  return h("div", { key, class: `cardlab-side cardlab-side-${isOwn ? "own" : "opponent"}` }, [
    hasLine && h("p", { key: "line", class: "cardlab-line" }, h("strong", {}, name), " ", h("span", {}, line), debt),
    cards.length > 0 &&
      h(
        hidden ? "div" : "ul",
        {
          key: "cards",
          class: `cardlab-row${hidden ? " cardlab-hidden" : ""}`,
          "aria-hidden": hidden ? "true" : null,
          "aria-label": hidden ? null : name,
          "data-place": hidden ? "hidden" : null,
        },
        cards.map((code, at) => h(hidden ? "span" : "li", { key: hidden ? at : code }, card(code))),
      ),
    h("ul", { key: "stocks", class: "cardlab-stocks" }, [
      ["draw", "extra"].map((kind) =>
        h("li", { key: kind, class: "cardlab-stock" }, [
          stock(it, `${kind} ${seat}`, it.words[`widget.${kind}_pile`], piles[kind]),
        ]),
      ),
      !hasLine && debt && h("li", { key: "debt" }, debt),
    ]),
  ]);
};

/** The moves of one side. @type {Kinds[string]} */
const moves = (it, { label, blocks: inside }, key) =>
  h("div", { key, class: "cardlab-tools", role: "group", "aria-label": label }, [
    h("span", { key: "label", class: "cardlab-of" }, label),
    blocks(it, inside),
  ]);

/** What is rarely asked for, behind one button; it is gone as soon as something of it was chosen. @type {Kinds[string]} */
const menu = (it, { label, blocks: inside }, key) =>
  h("details", { key, class: "cardlab-folded", ...closing }, [
    h("summary", {}, label),
    h("div", { key: "others", class: "cardlab-tools" }, blocks(it, inside)),
  ]);

/** Keeps how far the learner came, and goes on there when the page opens. @param {It} it @param {Block} guide */
const remember = ({ root, local, send }, { done, total, send: message, free }) => {
  const before = local.done;
  local.done = done;
  keepSteps(root, GUIDED, { done, total }, before !== undefined && done > before);
  if (before === undefined) {
    const count = guidedSteps(GUIDED);
    if (count > 0 && done === 0) queueMicrotask(() => send({ ...message, [free[0]]: count }));
    if (count > 0) goOnAt(root, () => CONTROL);
  }
  if (before !== done) queueMicrotask(() => dispatchEvent(new CustomEvent("cardlab-progress")));
};

/** The present goal, and the ways to go on. @type {Kinds[string]} */
const guide = (it, block, key) => {
  const { label, goal, done, total, blocks: ways } = block;
  remember(it, block);
  return h("div", { role: "group", key, class: "cardlab-guide", "aria-label": label }, [
    h("div", { class: "cardlab-goal", role: "status" }, [
      h("p", { class: "cardlab-progress" }, label),
      h("span", { key: "bar", class: "cardlab-part", style: `--cardlab-part: ${(100 * done) / total}%` }),
      h("p", {}, goal),
    ]),
    blocks(it, ways),
  ]);
};

/** @type {Kinds} */
const kinds = {
  discard,
  wish,
  side,
  moves,
  menu,
  guide,
  // Whoever has played finds the focus where the next thing is to be done.
  draw_up: (it, block, key) =>
    cloneElement(/** @type {Description} */ (it.kinds.button(it, block, key)), { "data-refocus": "" }),
  onward: (_it, { label, address }, key) =>
    h("a", { key, class: "cardlab-button cardlab-main cardlab-onward", href: address }, label),
  log: (_it, { label, first, said }, key) =>
    h("ol", { key, class: "cardlab-log", start: first, tabindex: 0, "aria-label": label }, [
      said.map((/** @type {string} */ one, /** @type {number} */ at) => h("li", { key: first + at }, one)),
    ]),
};

/** Before all is drawn anew: what moves is seen to move, and what is new comes into sight. @param {It} it @param {Block[]} all */
const before = ({ root, local }, all) => {
  const now = {
    lay: all.map(({ cards, hand }) => cards ?? hand?.cards ?? []).join(" "),
    helps: all.some(({ style }) => style === "cardlab-could"),
    wishes: all.some(({ is }) => is === "wish"),
  };
  const then = local.drawn;
  local.drawn = now;
  const inSight = (/** @type {string} */ part) => root.querySelector(part)?.scrollIntoView({ block: "nearest" });
  if (!then) return;
  if (now.wishes && !then.wishes) local.ask = ".cardlab-wish button";
  const old = now.lay === then.lay ? null : lay(root);
  queueMicrotask(() => {
    if (old) {
      inSight(".cardlab-slow");
      move(root, old);
    }
    if (now.helps && !then.helps) inSight(".cardlab-could");
    if (now.wishes && !then.wishes) inSight(".cardlab-wish");
  });
};

export default page({ kinds, before });
