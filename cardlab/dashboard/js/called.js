/**
 * On a page without a lesson, such as a table: a learner is called there too, and told when the class is over.
 *
 * Entry point of its own. Holds no sentence: those in the page and those that come are Python's.
 */

import { Connection, invited } from "../../pages/js/connection.js";

const script = /** @type {HTMLElement} */ (document.querySelector("[data-calls]"));
const { calls, out, reload, later } = script.dataset;

const box = Object.assign(document.createElement("div"), { className: "course-invitation" });
box.setAttribute("role", "status");
document.querySelector(".course-header")?.after(box);

/** A notice that cannot be overlooked: the frame's. @type {(text: string, way?: string) => void} */
const alarm = /** @type {any} */ (window).course.alarm;

const connection = new Connection(new URL(calls ?? "", location.href), {
  open: () => {},
  receive: (data) => {
    const [kind, content] = JSON.parse(/** @type {string} */ (data));
    if (kind === "invite") invited(content, later ?? "");
    else if (kind === "over") {
      connection.end();
      box.remove();
      alarm(out ?? "", reload);
    }
  },
  // That the server is gone, the page says itself.
  lost: () => {},
});
