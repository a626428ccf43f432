/**
 * What the teacher's page of the class board has: the connection to the server, and what a question of the lessons is drawn with.
 */

/** @import {Child} from "../../widgets/js/core.js" */
/** @import {Block} from "../../widgets/js/blocks.js" */

import { h } from "../../widgets/js/core.js";
import { Connection } from "../../pages/js/connection.js";

/**
 * A question as a lesson draws it: the blocks of the task, the names of those that hold its answer, and what is said of it.
 * @typedef {{task: Block[], said_of_it: Block, holds: string[], number_of_task: number, prompt: string, title: string,
 *   kind: "cards" | "choice" | "number" | "card_and_pile", multiple: boolean, done: boolean}} Question
 */

/** Words, and the letters and names of the cards, as Python has put them into the page. */
export const { words, faces } = JSON.parse(document.body.dataset.texts ?? "{}");
export const base = document.body.dataset.base ?? "/";
export const lang = document.documentElement.lang;

/** @template {HTMLElement} T @param {string} name @returns {T} */
export const part = (name) => /** @type {T} */ (document.querySelector(`[data-part="${name}"]`));

/** @type {any} */
export const local = {};

/**
 * What a view of the widgets needs, for whoever is no widget.
 * @param {HTMLElement} root @param {() => void} draw
 * @param {Question} question @param {(content: any) => void} [send] takes what is pressed
 */
export const viewOf = (root, draw, question, send = () => {}) => ({
  shown: { ...question, four_colours: true },
  words,
  faces,
  local,
  root,
  draw,
  send,
});

/** A notice that cannot be overlooked: the frame's. @type {(text: string, way?: string) => void} */
export const alarm = /** @type {any} */ (window).course.alarm;

/**
 * A connection to the server that comes back by itself: after a reload, a tunnel, a nap.
 * @param {string} path @param {{receive: (message: any) => void, here: () => void, lost: () => void}} to
 * @returns {{say: (content: object) => void, end: () => void}}
 */
export function connect(path, to) {
  const connection = new Connection(new URL(`${base}${path}?lang=${lang}`, location.href), {
    open: to.here,
    receive: (data) => {
      const message = JSON.parse(/** @type {string} */ (data));
      // That something could not be drawn is said until something can.
      if (message.failed || message.state) alarm(message.failed ? words["page.failed"] : "");
      to.receive(message);
    },
    lost: to.lost,
    refused: admitted,
  });
  return { say: (content) => connection.send(JSON.stringify(content)), end: () => connection.end() };
}

/** Whoever is no longer in the class is shown the way in. */
async function admitted() {
  try {
    const answer = await fetch(location.href, { redirect: "manual", cache: "no-store" });
    if (answer.type === "opaqueredirect") location.reload();
  } catch {
    // No network at all: the connection goes on trying.
  }
}

/**
 * The way through the questions of a series.
 * @param {{number_of_task: number}[]} questions @param {number} at
 * @param {(question: any, index: number) => string} label what a step says to whom cannot see it
 * @param {(question: any) => Child} mark @param {(index: number) => void} go
 */
export const stepper = (questions, at, label, mark, go) =>
  questions.length > 1 &&
  h("nav", { key: "steps", class: "board-steps", "aria-label": words["board.steps"] }, [
    questions.map((question, index) =>
      h(
        "button",
        {
          key: question.number_of_task,
          type: "button",
          class: "board-step",
          "aria-current": index === at ? "step" : null,
          "aria-label": label(question, index),
          onclick: () => go(index),
        },
        [String(index + 1), mark(question)],
      ),
    ),
  ]);
