/** The view of a scene made of blocks alone. */

import { page } from "./blocks.js";

export default page();
