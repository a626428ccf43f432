/** The view of `Demo`: the form that chooses an exercise, and the exercise; the address of the page follows. */

/** @import {DemoMessage, DemoShown} from "./shown.js" */
/** @import {View} from "./core.js" */

import { follow } from "./address.js";
import { h, view } from "./core.js";
import { exercise } from "./exercise.js";
import { fields } from "./forms.js";
import { isFull } from "./full.js";

export default view((/** @type {View<DemoShown, DemoMessage>} */ it) => {
  const { shown, root } = it;
  follow(root, shown.address);
  return [
    !isFull(root) && fields(it, shown.fields, "which"),
    h("div", { key: "said", class: "cardlab-said", role: "status" }, shown.said),
    exercise(it),
  ];
});
