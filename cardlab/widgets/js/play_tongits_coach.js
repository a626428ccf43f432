/**
 * The coach beside the table: what can be laid, and the warning before a dear move.
 */

/** @import {View} from "./core.js" */
/** @import {PlayStage, PlayTongitsMessage, Widget} from "./shown.js" */

import { box, button, h, sentences, status, wide } from "./core.js";
import { field } from "./forms.js";

/** @typedef {View<Widget & PlayStage, PlayTongitsMessage>} It The page while the table is to be seen. */

/**
 * A button of this page; the focus then goes to what it leads to.
 * @param {View<any, PlayTongitsMessage>} it
 * @param {PlayTongitsMessage} message
 * @param {{main?: boolean, leads?: string, label?: string, key?: string | number, on?: boolean}} [more]
 */
export const asks = ({ words, local, send }, message, { main, leads, label, key, on } = {}) =>
  button(
    [on !== undefined && box(on), label ?? words[`play_tongits.${message.do}`]],
    () => {
      if (leads) local.ask = leads;
      send(message);
    },
    {
      key: key ?? message.do,
      class: `cardlab-button${main ? " cardlab-main" : ""}`,
      "aria-pressed": on === undefined ? null : String(on),
    },
  );

/** What the coach has to say about a move; it must be seen, for the move waits. @param {It} it */
export const warning = (it) => {
  const { shown, root } = it;
  const { said, asks: waits, warns } = shown.coach;
  if (waits) queueMicrotask(() => root.querySelector(".cardlab-warning")?.scrollIntoView({ block: "nearest" }));
  const thinks = waits && !warns;
  return h(
    "div",
    {
      key: "warning",
      class: `cardlab-verdict cardlab-warning cardlab-${warns ? "no" : "none"}${thinks ? " cardlab-thinks" : ""}`,
    },
    status(sentences(said)),
    waits &&
      h(
        "div",
        { key: "go", class: "cardlab-tools" },
        warns && asks(it, { do: "think_again" }, { main: true }),
        asks(it, { do: "anyway" }),
      ),
  );
};

/** The switch, and beside it what the coach does: it looks on, thinks, or has looked at the last move. @param {It} it */
export const coachSwitch = (it) => {
  const { on, agrees, good, said, asks: waits, warns } = it.shown.coach;
  // Where there is room: a box that comes and goes would move the hand under the pointer.
  const thinks = waits && !warns;
  const looks = thinks ? said[0] : on && !agrees && it.words["play_tongits.coach_looks"];
  return [
    h(
      "span",
      { key: "agrees", class: "cardlab-agrees", role: "status", title: agrees || undefined },
      agrees && [
        h("span", { key: "sign", "aria-hidden": "true", class: good ? "cardlab-good" : null }, good ? "✓" : "·"),
        wide(agrees),
      ],
      looks && h("span", { key: "looks", class: "cardlab-where-wide" }, looks),
    ),
    thinks && h("span", { key: "anyway", class: "cardlab-where-wide" }, asks(it, { do: "anyway" })),
    h("span", { key: "switch", class: "cardlab-where-wide" }, asks(it, { do: "coach" }, { on })),
  ];
};

/** From when on it warns, what can be laid now, and why a bot moved as it did. @param {It} it */
export const coach = (it) => {
  const { shown, words } = it;
  const { on, limit, marks } = shown.coach;
  return [
    marks && h("div", { key: "marks", class: "cardlab-overlay", role: "status" }, marks),
    shown.answer && h("div", { key: "reasons", class: "cardlab-overlay", role: "status" }, shown.answer),
    h(
      "div",
      { key: "coach", class: "cardlab-tools", role: "group", "aria-label": words["play_tongits.coach_label"] },
      h("span", { key: "switch", class: "cardlab-where-narrow" }, asks(it, { do: "coach" }, { on })),
      on && field(it, limit),
      shown.asked.map((label, turn) => asks(it, { do: "why", turn }, { key: turn, label })),
    ),
  ];
};
