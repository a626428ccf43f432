/**
 * The view of `Race`: two players' strips, two discard piles that are buttons, and buttons for every other move.
 *
 * `guide` says the present goal of a guided race; how far the learner came this browser keeps.
 */

/** @import {RaceButton, RaceGuidePicture, RaceMessage, RaceShown, TichuPile, TichuSide} from "./shown.js" */
/** @import {Child, View} from "./core.js" */

import { dropping, hand, picture } from "./cards.js";
import { button, h, rules, sentences, status, view } from "./core.js";
import { fullButton } from "./full.js";
import { guidedSteps, keepGuided } from "./guided.js";
import { lay, move } from "./moving.js";
import { widths } from "./stage.js";
import { stack, wish } from "./wish.js";

/** @typedef {View<RaceShown, RaceMessage>} It */

/** How many steps of the guided race were done: deleted with the answers, since it begins like their key. */
const GUIDED = "first_race";

/** A face-down pile: its back, its name and how many cards it has. @param {It} it @param {TichuSide} side @param {"draw" | "extra"} kind */
const stock = (it, side, kind) => {
  const count = side[kind];
  return h(
    "li",
    { key: kind, class: "cardlab-stock" },
    h(
      "span",
      { class: `cardlab-stock-back${count ? "" : " cardlab-gone"}`, "data-place": `${kind} ${side.seat}` },
      count > 0 && picture(it, "back"),
    ),
    h("span", {}, h("strong", {}, it.words[`widget.${kind}_pile`]), " ", h("span", {}, count)),
  );
};

/** What belongs to one player besides the hand that is played from. @param {It} it @param {TichuSide} side @param {"own" | "opponent"} key */
const strip = (it, side, key) => {
  const { name, line, slots, owes, seat } = side;
  const hidden = slots.includes("back");
  return h(
    "div",
    { key, class: `cardlab-side cardlab-side-${key}` },
    (slots.length > 0 || key === "opponent") &&
      h("p", { key: "line", class: "cardlab-line" }, h("strong", {}, name), " ", h("span", {}, line)),
    slots.length > 0 &&
      h(
        hidden ? "div" : "ul",
        {
          key: "cards",
          class: `cardlab-row${hidden ? " cardlab-hidden" : ""}`,
          "aria-hidden": hidden ? "true" : null,
          "aria-label": hidden ? null : name,
          "data-place": hidden ? "hidden" : null,
        },
        slots.map((code, at) =>
          h(
            hidden ? "span" : "li",
            { key: hidden ? at : code },
            picture(
              it,
              code,
              hidden ? {} : { alt: it.faces.names[code] ?? "", "data-lies": code, "data-seat": String(seat) },
            ),
          ),
        ),
      ),
    h("ul", { key: "stocks", class: "cardlab-stocks" }, stock(it, side, "draw"), stock(it, side, "extra")),
    owes && h("p", { key: "owes", class: "cardlab-owes" }, owes),
  );
};

/** A discard pile; where nothing can be played it is only looked at. @param {It} it @param {TichuPile} pile */
const pile = (it, { place, name, note, cards, counts, action, chosen }) => {
  const inside = [stack(it, cards, place), h("span", { class: "cardlab-action" }, action)];
  return h(
    "div",
    { key: place, class: "cardlab-pile", "data-drop": it.shown.hand ? place : null },
    h("p", { class: "cardlab-line" }, h("strong", {}, name), " ", h("span", {}, counts)),
    it.shown.hand
      ? h(
          "button",
          {
            key: "place",
            type: "button",
            class: "cardlab-place",
            "aria-pressed": String(chosen),
            onclick: () => it.send({ do: "pile", pile: place }),
          },
          inside,
        )
      : h("div", { key: "looked at", class: "cardlab-place cardlab-looked-at" }, inside),
    h("p", { key: "whose", class: "cardlab-whose" }, note),
  );
};

/** @param {It} it @param {RaceButton[]} all */
const buttons = (it, all) =>
  all.map(({ do: what, label, can, pressed, title }) =>
    button(label, can ? () => it.send({ do: what }) : null, {
      key: what,
      "aria-pressed": pressed === null ? null : String(pressed),
      title: title || undefined,
      "data-refocus": what === "draw" ? "" : null,
    }),
  );

/** What can be done besides playing a card, by who does it. @param {It} it @param {[string, RaceButton[]][]} groups */
const moves = (it, groups) =>
  groups.length > 0 &&
  h(
    "div",
    { key: "moves", class: "cardlab-groups", role: "group", "aria-label": it.words["racing.moves"] },
    groups.map(([label, all]) =>
      h(
        "div",
        { key: label, class: "cardlab-tools", role: "group", "aria-label": label },
        h("span", { key: "label", class: "cardlab-of" }, label),
        buttons(it, all),
      ),
    ),
  );

/** @param {HTMLDetailsElement} menu */
const fold = (menu) => {
  menu.open = false;
  /** @type {HTMLElement} */ (menu.querySelector("summary")).focus({ preventScroll: true });
};

/** What lies behind the button is gone as soon as something of it was chosen. @param {MouseEvent} event */
const chosen = ({ target, currentTarget }) => {
  if (/** @type {HTMLElement} */ (target).closest("button:not([aria-disabled])"))
    fold(/** @type {HTMLDetailsElement} */ (currentTarget));
};

/** @param {KeyboardEvent} event */
const left = (event) => {
  const menu = /** @type {HTMLDetailsElement} */ (event.currentTarget);
  if (event.code !== "Escape" || !menu.open) return;
  event.stopPropagation();
  fold(menu);
};

/** Back, and behind one button what is rarely asked for; of a race that is looked at, all of it. @param {It} it */
const course = (it) => {
  const { shown, words } = it;
  const [first, ...others] = buttons(it, shown.course);
  const few = others.length < 2 || !shown.hand;
  return h(
    "div",
    { key: "course", class: "cardlab-tools", role: "group", "aria-label": words["racing.course"] },
    first,
    few
      ? others
      : h(
          "details",
          { key: "more", class: "cardlab-folded", onclick: chosen, onkeydown: left },
          h("summary", {}, words["racing.more"]),
          h("div", { key: "others", class: "cardlab-tools" }, others),
        ),
    fullButton(it),
  );
};

/** The present goal, and after the last step the way to do them again. @param {It} it @param {RaceGuidePicture} present */
const guide = (it, { progress, goal, done, total, clauses }) =>
  h(
    "div",
    { role: "group", key: "guide", class: "cardlab-guide", "aria-label": progress },
    h(
      "div",
      { class: "cardlab-goal", role: "status" },
      h("p", { class: "cardlab-progress" }, progress),
      h("span", { key: "bar", class: "cardlab-part", style: `--cardlab-part: ${(100 * done) / total}%` }),
      h("p", {}, goal),
    ),
    done < total
      ? button(it.words["table.show_me"], () => it.send({ do: "show_me" }), { key: "show" })
      : [
          h(
            "a",
            { key: "play", class: "cardlab-button cardlab-main cardlab-onward", href: "play-tichu.ipynb" },
            it.words["racing.play_now"],
          ),
          button(it.words["table.steps_again"], () => it.send({ do: "again" }), { key: "again" }),
        ],
    rules(clauses, it.words["widget.clauses"]),
  );

/** What each side could do. @param {It} it */
const could = ({ shown }) =>
  shown.could.length > 0 &&
  h(
    "div",
    { key: "could", class: "cardlab-could" },
    shown.could.map(([label, said]) =>
      h("div", { key: label }, h("p", { class: "cardlab-title" }, label), sentences(said)),
    ),
  );

/** Whose help lies open. @type {WeakSet<HTMLElement>} */
const helping = new WeakSet();
/** How many moves had been made when it was drawn last. @type {WeakMap<HTMLElement, number>} */
const drawn = new WeakMap();
/** How many steps were done when it was kept last. @type {WeakMap<HTMLElement, number>} */
const kept = new WeakMap();

/** Keeps how far the learner came, and goes on there when the page opens. @param {It} it @param {RaceGuidePicture} guide */
const remember = ({ root, send }, { done, total }) => {
  root.dataset.total = String(total);
  root.dataset.solved = String(done);
  const before = kept.get(root);
  kept.set(root, done);
  if (before === undefined) {
    const count = guidedSteps(GUIDED);
    if (count > 0 && done === 0) queueMicrotask(() => send({ do: "steps_done", count }));
  } else if (before !== done) keepGuided(GUIDED, "", done);
  if (before !== done) queueMicrotask(() => dispatchEvent(new CustomEvent("cardlab-progress")));
};

export default view((/** @type {It} */ it) => {
  const { shown, words, root, send } = it;
  const pulled = (/** @type {number} */ place) => send({ do: "pile", pile: place ? 1 : 0 });
  const [opponent, own] = shown.sides;
  if (!shown.could.length) helping.delete(root);
  else if (!helping.has(root)) {
    helping.add(root);
    queueMicrotask(() => root.querySelector(".cardlab-could")?.scrollIntoView({ block: "nearest" }));
  }
  const before = drawn.get(root);
  const inSight = () => root.querySelector(".cardlab-slow")?.scrollIntoView({ block: "nearest" });
  if (before === undefined) widths(root, (appears) => appears && inSight());
  else if (before !== shown.number) {
    const old = lay(root);
    queueMicrotask(() => {
      inSight();
      move(root, old);
    });
  }
  drawn.set(root, shown.number);
  if (shown.guide) remember(it, shown.guide);
  return [
    h(
      "div",
      { key: "slow", class: `cardlab-slow${shown.hand ? "" : " cardlab-looking"}` },
      shown.guide && guide(it, shown.guide),
      shown.deal && h("p", { key: "deal", class: "cardlab-progress" }, shown.deal),
      strip(it, opponent, "opponent"),
      h(
        "div",
        { key: "piles", class: "cardlab-piles cardlab-race" },
        shown.piles.map((one) => pile(it, one)),
      ),
      h(
        "div",
        { key: "told", class: "cardlab-said-of-race" },
        wish(it, shown.wish),
        h(
          "div",
          { key: "verdict", class: `cardlab-verdict cardlab-${shown.verdict}` },
          status(sentences(shown.said)),
          rules(shown.clauses, words["widget.clauses"]),
        ),
      ),
      shown.hand &&
        h("div", { key: "hand", class: "cardlab-own-hand" }, ...hand(dropping(it, shown.hand, pulled), shown.hand)),
      h("div", { key: "own", class: "cardlab-own-side" }, strip(it, own, "own"), moves(it, shown.moves), course(it)),
    ),
    could(it),
    shown.log.length > 0 &&
      h(
        "details",
        { key: "log", class: "cardlab-rules" },
        h("summary", {}, words["racing.log"]),
        h(
          "ol",
          { class: "cardlab-log", start: shown.log_start, tabindex: 0, "aria-label": words["racing.log"] },
          shown.log.map((one, at) => h("li", { key: shown.log_start + at }, one)),
        ),
      ),
  ];
});
