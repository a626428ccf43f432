/** The view of `Demo`: one question in large print, unfolded step by step, on the whole screen if the teacher likes. */

import { button, h, row, rules, status, tick, view } from "./core.js";

/** @typedef {{name: string, label: string, chosen: boolean}} Named */

/** What a key means while the stage or a button has the focus; a presenter's remote control sends the page keys. */
const KEYS = /** @type {Record<string, object>} */ ({
  arrowright: { do: "step", by: 1 }, pagedown: { do: "step", by: 1 }, arrowleft: { do: "step", by: -1 }, pageup: { do: "step", by: -1 },
  s: { do: "solution" }, n: { do: "question", by: 1 }, p: { do: "question", by: -1 },
});

/** @param {HTMLElement} root */
const toggleFull = (root) => {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void root.requestFullscreen?.().catch(() => {});
};

export default view((it) => {
  const { shown, words, root, send, draw } = it;
  const full = document.fullscreenElement === root;
  const filled = () => toggleFull(root);
  root.onfullscreenchange = () => draw();
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const key = event.key.toLowerCase();
    const typing = /** @type {HTMLElement} */ (event.target).closest("input, select");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !(key in KEYS || key === "f")) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (key === "f") filled();
    else send(KEYS[key]);
  };
  const choose = (/** @type {string} */ label, /** @type {Named[]} */ all, /** @type {(name: string) => object} */ wish) =>
    h("label", { key: label, class: "cardlab-field" }, h("span", {}, label), " ",
      h("select", { key: all.map(({ name }) => name).join(), onchange: (/** @type {Event} */ event) => send(wish(/** @type {HTMLSelectElement} */ (event.target).value)) },
        all.map((one) => h("option", { key: one.name, value: one.name, selected: one.chosen ? "" : null }, one.label))));
  const card = (/** @type {{card: string, chosen: boolean}[]} */ cards) =>
    h("div", { class: "cardlab-picked", key: "picked" }, row(it, cards.map((one) => one.card), shown.hand.label, "cardlab-cards"));
  const chosen = shown.hand.cards.filter((/** @type {{chosen: boolean}} */ one) => one.chosen).map((/** @type {{card: string}} */ one) => one.card);
  return [
    h("div", { key: "stage", class: "cardlab-stage", tabindex: 0, role: "group", "aria-label": words["demo.stage"], onkeydown },
      h("p", { key: "where", class: "cardlab-progress" }, shown.where),
      h("p", { key: "prompt", class: "cardlab-prompt" }, shown.prompt),
      shown.notes.length > 0 && h("ul", { key: "notes", class: "cardlab-sentences" }, shown.notes.map((/** @type {string} */ one) => h("li", {}, one))),
      shown.piles.length > 0 &&
        h("div", { key: "piles", class: "cardlab-piles" },
          shown.piles.map((/** @type {{label: string, cards: string[], chosen: boolean}} */ pile, /** @type {number} */ place) =>
            h("div", { key: place, class: "cardlab-pile" },
              h("p", { class: "cardlab-line" }, pile.chosen && tick(true), h("strong", {}, pile.label)), row(it, pile.cards, pile.label, "cardlab-fan")))),
      shown.hand.cards.length > 0 && [
        h("p", { key: "whose", class: "cardlab-line" }, h("strong", {}, shown.hand.label)),
        card(shown.hand.cards)],
      shown.choices.length > 0 &&
        h("ul", { key: "choices", class: "cardlab-choices" },
          shown.choices.map((/** @type {{label: string, chosen: boolean}} */ one) =>
            h("li", { key: one.label, class: `cardlab-choice${one.chosen ? " cardlab-taken" : ""}` }, one.chosen && tick(true), one.label))),
      h("div", { key: "told", class: `cardlab-verdict cardlab-${shown.end ? "yes" : shown.hints.length ? "hint" : "none"}` },
        status(
          shown.hints.length > 0 && h("ul", { key: "hints", class: "cardlab-sentences" }, shown.hints.map((/** @type {string} */ one) => h("li", {}, one))),
          shown.number && h("p", { key: "number", class: "cardlab-title cardlab-large" }, shown.number),
          chosen.length > 0 && h("p", { key: "cards", class: "cardlab-title" }, chosen.map((/** @type {string} */ code) => it.faces.names[code]).join(", ")),
          shown.solution && h("p", { key: "solution", class: "cardlab-title" }, shown.solution),
          shown.follows.length > 0 && [
            h("p", { class: "cardlab-title", key: "follows" }, words["exercise.follows"]),
            h("ul", { class: "cardlab-sentences", key: "next" }, shown.follows.map((/** @type {string} */ one) => h("li", {}, one)))]),
        chosen.length > 0 && row(it, chosen, words["demo.solution"], "cardlab-cards"),
        shown.groups.length > 0 &&
          h("div", { key: "groups", class: "cardlab-piles" },
            shown.groups.map((/** @type {{label: string, cards: string[]}} */ group, /** @type {number} */ place) =>
              h("div", { key: place, class: "cardlab-pile" }, h("p", { class: "cardlab-line" }, h("strong", {}, group.label)), row(it, group.cards, group.label, "cardlab-fan")))),
        rules(shown.clauses, words["widget.clauses"]))),
    h("div", { key: "steps", class: "cardlab-tools", role: "group", "aria-label": words["demo.controls"], onkeydown },
      button(["◀ ", words["demo.back"]], shown.begin ? null : () => send({ do: "step", by: -1 }), { key: "back" }),
      button([words["demo.forth"], " ▶"], shown.end ? null : () => send({ do: "step", by: 1 }), { key: "forth", class: "cardlab-button cardlab-main" }),
      button(words["demo.solution"], () => send({ do: "solution" }), { key: "solution", "aria-pressed": String(shown.end) }),
      button(words["demo.previous"], shown.first ? null : () => send({ do: "question", by: -1 }), { key: "previous" }),
      button(words["demo.next"], () => send({ do: "question", by: 1 }), { key: "next" }),
      button(words[full ? "demo.leave" : "demo.full"], filled, { key: "full" })),
    h("div", { key: "fields", class: "cardlab-tools cardlab-fields" },
      choose(words["demo.lesson"], shown.lessons, (name) => ({ do: "lesson", name })),
      choose(words["demo.kind"], shown.drills, (name) => ({ do: "drill", name })),
      h("div", { key: "levels", class: "cardlab-tools", role: "group", "aria-label": words["demo.level"] },
        shown.levels.map((/** @type {{level: number, label: string, chosen: boolean}} */ one) =>
          button(one.label, () => send({ do: "level", level: one.level }), { key: one.level, "aria-pressed": String(one.chosen) }))),
      h("label", { key: "seed", class: "cardlab-field" }, h("span", {}, words["demo.seed"]), " ",
        h("input", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 6, value: shown.seed, onchange: (/** @type {Event} */ event) => send({ do: "seed", text: /** @type {HTMLInputElement} */ (event.target).value }) }))),
    h("details", { class: "cardlab-keys", key: "keys" }, h("summary", {}, words["demo.keys"]), h("p", {}, words["demo.keys_text"])),
  ];
});
