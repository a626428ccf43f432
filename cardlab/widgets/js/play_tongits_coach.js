/** The coach beside the hand: its switch, whether it has looked, and the warning before a dear move. */

/** @import {View} from "./core.js" */
/** @import {PlayStage, PlayTongitsMessage, Widget} from "./shown.js" */

import { box, button, h, sentences, status, wide } from "./core.js";

/** @typedef {View<Widget & PlayStage, PlayTongitsMessage>} It The page while the table is to be seen. */

/**
 * A button of the coach.
 * @param {It} it @param {"anyway" | "think_again" | "coach"} what @param {{main?: boolean, on?: boolean}} [more]
 */
const asks = ({ words, send }, what, { main, on } = {}) =>
  button([on !== undefined && box(on), words[`play_tongits.${what}`]], () => send({ do: what }), {
    key: what,
    class: `cardlab-button${main ? " cardlab-main" : ""}`,
    "aria-pressed": on === undefined ? null : String(on),
  });

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
    [
      status(sentences(said)),
      waits &&
        h("div", { key: "go", class: "cardlab-tools" }, [
          warns && asks(it, "think_again", { main: true }),
          asks(it, "anyway"),
        ]),
    ],
  );
};

/** The switch, and beside it what the coach does: it looks on, thinks, or has looked at the last move. @param {It} it */
export const coachSwitch = (it) => {
  const { on, agrees, good, said, asks: waits, warns } = it.shown.coach;
  // Where there is room: a box that comes and goes would move the hand under the pointer.
  const thinks = waits && !warns;
  const looks = thinks ? said[0] : on && !agrees && it.words["play_tongits.coach_looks"];
  return [
    h("span", { key: "agrees", class: "cardlab-agrees", role: "status", title: agrees || undefined }, [
      agrees && [
        h("span", { key: "sign", "aria-hidden": "true", class: good ? "cardlab-good" : null }, good ? "✓" : "·"),
        wide(agrees),
      ],
      looks && h("span", { key: "looks", class: "cardlab-where-wide" }, looks),
    ]),
    thinks && h("span", { key: "anyway", class: "cardlab-where-wide" }, asks(it, "anyway")),
    h("span", { key: "switch", class: "cardlab-where-wide" }, asks(it, "coach", { on })),
  ];
};
