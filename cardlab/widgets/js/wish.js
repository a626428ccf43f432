/** The wish of the Mah Jong: the values that can be wished, as buttons. */

/** @import {WishPicture} from "./shown.js" */
/** @import {View} from "./core.js" */

import { button, h } from "./core.js";

/**
 * Nothing while nothing can be wished.
 * @param {View<any, {do: "wish", rank: WishPicture["chosen"]}>} view
 * @param {WishPicture | null} offered
 */
export const wish = ({ send }, offered) =>
  offered &&
  h(
    "fieldset",
    { key: "wish", class: "cardlab-wish" },
    h("legend", {}, offered.label),
    offered.choices.map(({ rank, label }) =>
      button(label, () => send({ do: "wish", rank }), { key: rank, "aria-pressed": String(offered.chosen === rank) }),
    ),
  );
