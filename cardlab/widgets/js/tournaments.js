/** The view of tournaments: only blocks, with a style sheet of their own. */

import { page } from "./blocks.js";

export default page();
