/**
 * Handing in to the teacher, and the file of the stored answers, which is what is handed in.
 *
 * In a class the page says where to send it, and the server knows what this learner has handed in. Outside a class, and
 * in JupyterLab, nothing of this is shown.
 */

/** @import {It} from "./blocks.js" */
/** @import {Local} from "./core.js" */

import { button, h, patch, status } from "./core.js";
import { save } from "./files.js";
import { recall, written } from "./memory.js";

/** The place on the first page: at its top, although its scene is further below. */
const TOP = ".course-hand-in";

/** Asks the server or sends it something; returns its answer, or undefined. @param {RequestInit} [order] */
const ask = async (order) => {
  const { handIn } = document.documentElement.dataset;
  if (!handIn) return undefined;
  const address = `${handIn}?lang=${document.documentElement.lang}`;
  try {
    const answer = await fetch(address, { cache: "no-store", redirect: "error", ...order });
    const { handed_in, message } = await answer.json();
    return typeof handed_in === "boolean" ? { has: handed_in, message: String(message) } : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The buttons, once the server has said that this is a learner of the class.
 * @param {{words: Record<string, string>, local: Local, draw: () => void}} it
 */
const buttons = ({ words, local, draw }) => {
  if (!local.given) {
    const nothing = { has: false, message: "", busy: true };
    local.given = nothing;
    // Who is out of the class has nobody to hand in to, and what was handed in may be deleted.
    addEventListener("cardlab-out", () => {
      local.given = nothing;
      draw();
    });
    void ask().then((answer) => {
      if (!answer || !local.given) return;
      local.given = { has: answer.has, message: answer.has ? words["hand_in.there"] : "", busy: false };
      draw();
    });
  }
  const { given } = local;
  // Before the server has answered there is nobody to hand in to.
  if (given.busy && !given.message) return null;
  const order = async (/** @type {RequestInit} */ sent) => {
    if (given.busy) return;
    local.given = { ...given, busy: true, message: given.message || " " };
    const answer = await ask(sent);
    local.given = { has: answer?.has ?? given.has, message: answer?.message || words["hand_in.lost"], busy: false };
    draw();
    // The button to take it back has disappeared.
    if (given.has && !local.given.has) document.querySelector(".cardlab-hand-in button")?.focus();
  };
  const give = () => order({ method: "POST", headers: { "Content-Type": "application/json" }, body: written("") });
  const { length } = recall().answers;
  return h("div", { key: "hand-in", class: "cardlab-hand-in" }, [
    h("div", { key: "tools", class: "cardlab-tools" }, [
      button(`${words[given.has ? "hand_in.again" : "hand_in.press"]} (${length})`, length > 0 && give, {
        key: "give",
      }),
      given.has && button(words["hand_in.take_back"], () => order({ method: "DELETE" }), { key: "back" }),
    ]),
    h("div", { key: "message" }, status(given.message.trim())),
    h("p", { key: "note", class: "cardlab-note" }, words["hand_in.note"]),
  ]);
};

/** The kind of block, in its scene, or at the top of a page that has a place for it. @param {It} it */
export const handIn = (it) => {
  const top = document.querySelector(TOP);
  const drawn = buttons(it);
  if (!top) return drawn;
  patch(top, [drawn]);
  return null;
};

/** Today's date in digits, for the name of a file. */
const today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
};

/** A name as it is allowed in file names everywhere: letters and digits of any script. @param {string} name */
const inFile = (name) => {
  const kept = name
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return kept && `${kept.slice(0, 40)}-`;
};

/** Saves everything that is stored as a file of this learner. @param {string} [name] */
export const saveProgress = (name = "") =>
  save(`cardlab-progress-${inFile(name)}${today()}.json`, written(name), "application/json");
