/** ipywidgets' own controls with their style sheet; a page loads this file only if it has one of them. */

import lumino from "@jupyter-widgets/controls/css/lumino.css";
import slider from "@jupyter-widgets/controls/css/nouislider.css";
import look from "@jupyter-widgets/controls/css/widgets-base.css";
import ours from "./controls.css";

const style = document.createElement("style");
style.textContent = [lumino, slider, look, ours].join("\n");
document.head.prepend(style);

export * from "@jupyter-widgets/controls";
