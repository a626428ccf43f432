/**
 * Handing in to the teacher: in a class the page says where to, and the front there knows what this learner has given.
 *
 * Outside a class, and in JupyterLab, nobody says so, and nothing of this is shown.
 */

/** @import {Description, Local} from "./core.js" */

import { button, h, status } from "./core.js";

/** @typedef {{has: boolean, message: string, busy: boolean}} HandedIn Whether something is there, and what is said. */

/** Asks the front, or gives it something; what it answers, or undefined. @param {RequestInit} [order] */
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
 * The buttons, once the front has said that this is a learner of the class.
 * @param {{words: Record<string, string>, local: Local, draw: () => void}} it
 * @param {(() => string) | null} text what is to be handed in; null for nothing yet
 * @returns {Description | null}
 */
export const handIn = ({ words, local, draw }, text) => {
  if (!local.given) {
    local.given = { has: false, message: "", busy: true };
    void ask().then((answer) => {
      if (!answer || !local.given) return;
      local.given = { has: answer.has, message: answer.has ? words["hand_in.there"] : "", busy: false };
      draw();
    });
  }
  const { given } = local;
  // As long as the front has not answered there is nobody to hand in to.
  if (given.busy && !given.message) return null;
  const order = async (/** @type {RequestInit} */ sent) => {
    if (given.busy) return;
    local.given = { ...given, busy: true, message: given.message || " " };
    const answer = await ask(sent);
    local.given = { has: answer?.has ?? given.has, message: answer?.message || words["hand_in.lost"], busy: false };
    if (given.has && !local.given.has) local.ask = ".cardlab-hand-in button";
    draw();
  };
  const give = () =>
    order({ method: "POST", headers: { "Content-Type": "application/json" }, body: /** @type {any} */ (text)() });
  return h("div", { key: "hand-in", class: "cardlab-hand-in" }, [
    h("p", { key: "note", class: "cardlab-note" }, words["hand_in.note"]),
    h("div", { key: "tools", class: "cardlab-tools" }, [
      button(words[given.has ? "hand_in.again" : "hand_in.press"], text && give, { key: "give" }),
      given.has && button(words["hand_in.take_back"], () => order({ method: "DELETE" }), { key: "back" }),
    ]),
    h("div", { key: "message" }, status(given.message.trim())),
  ]);
};
