/** The view of `Hand`: one hand of cards and nothing else. */

import { hand, view } from "./core.js";

export default view((it) => hand(it, it.shown.hand));
