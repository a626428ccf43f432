/** The wish of the Mah Jong, asked for as soon as it is over a pile: the values, none, and the way back to the hand. */

/** @import {WishPicture} from "./shown.js" */
/** @import {View} from "./core.js" */

import { button, h } from "./core.js";

/**
 * Nothing while nothing is wished. Who chooses by keyboard goes on among the values, whoever points does so as well.
 * @param {View<any, {do: "wish", rank: WishPicture["choices"][number][0]} | {do: "back"}>} view
 * @param {WishPicture | null} offered
 */
export const wish = ({ send, local, root }, offered) => {
  if (offered && !local.wishing) {
    local.ask = ".cardlab-wish button";
    queueMicrotask(() => root.querySelector(".cardlab-wish")?.scrollIntoView({ block: "nearest" }));
  }
  local.wishing = offered !== null;
  return (
    offered &&
    h(
      "fieldset",
      { key: "wish", class: "cardlab-wish" },
      h("legend", {}, offered.label),
      offered.choices.map(([rank, label]) => button(label, () => send({ do: "wish", rank }), { key: rank || "none" })),
      button(offered.back, () => send({ do: "back" }), { key: "back" }),
    )
  );
};
