/** The view of `Deadwood`: a hand, the number typed, the switches, and the arrangement under its brackets. */

/** @import {Child, View} from "./core.js" */
/** @import {DeadwoodMessage, DeadwoodShown} from "./shown.js" */

import { brackets } from "./brackets.js";
import { button, h, hand, NARROW, rules, sentences, status, toolbar, view } from "./core.js";
import { digits, entered } from "./forms.js";

/** @typedef {View<DeadwoodShown, DeadwoodMessage>} It */

/** The hand with the points below its cards: they stand in the names of the cards too. @param {It} it */
const counted = (it) => {
  const { points, named } = it.shown;
  const view = { ...it, faces: { ...it.faces, names: { ...it.faces.names, ...named } } };
  const drawn = hand(view, it.shown.hand, undefined, NARROW.matches);
  /** @param {Child} one */
  const put = (one) => {
    if (Array.isArray(one)) return one.forEach(put);
    if (!one || typeof one !== "object") return;
    const card = one.props["data-card"];
    if (card in points)
      one.children.push(h("span", { class: "cardlab-worth", "aria-hidden": "true", key: "worth" }, points[card]));
    else one.children.forEach(put);
  };
  drawn.forEach(put);
  return h("div", { key: "hand", class: Object.keys(points).length > 0 && "cardlab-counted" }, ...drawn);
};

/** @param {It} it */
const question = ({ shown, words, send }) => {
  const enter = entered(() => send({ do: "check" }));
  return h(
    "div",
    { key: "number", class: "cardlab-number" },
    h(
      "label",
      {},
      words["widget.number"],
      " ",
      digits({ maxlength: 12, value: shown.number, onkeydown: enter }, (text) => send({ do: "number", text })),
    ),
    button(words["widget.check"], () => send({ do: "check" }), { class: "cardlab-button cardlab-main" }),
  );
};

export default view((/** @type {It} */ it) => {
  const { shown, words, send } = it;
  const tools = shown.tools.map((tool) =>
    button(tool.label, () => send({ do: tool.do }), {
      key: tool.do,
      "aria-pressed": tool.on === null ? null : String(tool.on),
    }),
  );
  return [
    h("p", { class: "cardlab-prompt", key: "prompt" }, shown.prompt),
    counted(it),
    question(it),
    h("div", { key: "overlays", class: "cardlab-overlays" }, toolbar(it, words["deadwood_hand.tools"], tools)),
    h(
      "div",
      { key: "verdict", class: `cardlab-verdict cardlab-${shown.kind}` },
      status(
        shown.answer && h("p", { class: "cardlab-title", key: "answer" }, shown.answer),
        shown.selected && h("p", { key: "selected" }, shown.selected),
        shown.title && h("p", { key: "title" }, h("strong", {}, shown.title)),
        sentences(shown.sentences, "said"),
      ),
      shown.groups.length > 0 && brackets(it, shown.groups),
    ),
    rules(shown.clauses, words["widget.clauses"]),
  ];
});
