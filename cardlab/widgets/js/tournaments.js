/** The view of tournaments: blocks alone, in a dress of their own. */

import { page } from "./blocks.js";

export default page();
