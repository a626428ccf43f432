/** The view of `Hand`: one hand of cards and nothing else. */

/** @import {HandMessage, HandShown} from "./shown.js" */
/** @import {View} from "./core.js" */

import { hand } from "./cards.js";
import { view } from "./core.js";

export default view((/** @type {View<HandShown, HandMessage>} */ it) => hand(it, it.shown.hand));
