/**
 * The view of `Exercise`: a task, the means to answer it, and what came of the answer.
 *
 * Enter carries one on: it checks what is chosen or typed, and once the task is done it goes to the next one.
 * On the whole screen the same stands in large print, and keys unfold it for a class step by step.
 */

/** @import {ClosingPicture, ExerciseMessage, ExerciseShown} from "./shown.js" */
/** @import {Child, View} from "./core.js" */

import { NARROW, button, h, rules, sentences, view } from "./core.js";
import { entered } from "./forms.js";
import { fitted, fullButton, isFull } from "./full.js";
import { begun, connect, recall } from "./memory.js";
import { seek } from "./sought.js";
import { lies, task, verdict } from "./task.js";

/** @typedef {View<ExerciseShown, ExerciseMessage>} It */

/**
 * Asks the memory for the answers of the drills shown, and for the tasks begun. Where there are none, nothing is sent.
 * @param {ExerciseShown} shown
 * @param {(content: ExerciseMessage) => void} send
 */
const remind = ({ remembers }, send) => {
  if (!remembers.length) return;
  const { answers, mistakes, trouble } = recall(remembers);
  const open = begun(remembers);
  if (trouble === "torn") send({ do: "trouble", kind: trouble });
  if (answers.length || open.length)
    send({ do: "recall", log: answers, open, ...(mistakes.length ? { mistakes } : {}) });
};

/** What flies up where the last task is solved; CSS moves it, unless somebody has asked for calm. */
const joy = () =>
  h(
    "span",
    { key: "joy", class: "cardlab-joy", "aria-hidden": "true" },
    ["♠", "♥", "♦", "♣", "♥", "♠", "♣", "♦"].map((suit, place) =>
      h("i", { key: place, style: `--cardlab-nth: ${place}` }, suit),
    ),
  );

/**
 * How far one is, and what the page's address wished of the tasks.
 * @param {It} it
 */
const standing = (it) => {
  const { shown, local } = it;
  const { progress, wished, sought, solved, total, finished } = shown;
  // Only who has just solved the last one celebrates, not who comes back to it.
  if (finished && local.finished === false) local.joy = true;
  local.finished = finished;
  return [
    sought && h("p", { class: "cardlab-progress", key: "sought" }, h("strong", {}, sought)),
    h(
      "div",
      { class: "cardlab-standing", key: "standing" },
      h(
        "p",
        { class: `cardlab-progress${finished ? " cardlab-finished" : ""}`, key: "progress" },
        progress,
        finished && local.joy && joy(),
      ),
      total > 0 &&
        h("div", {
          key: "bar",
          class: "cardlab-bar",
          style: `--cardlab-share: ${Math.min(1, solved / total)}`,
          "aria-hidden": "true",
        }),
      fullButton(it, true),
    ),
    wished && h("p", { class: "cardlab-progress", key: "wished" }, wished),
  ];
};

/**
 * Goes on, and then the focus is where the next answer is given; a finger opens no keyboard by that.
 * @param {It} it @param {Event} [event]
 */
const goOn = ({ shown, local, root, send }, event) => {
  const next = `[data-asked="${shown.number_of_task + 1}"]`;
  const touched = event instanceof PointerEvent && event.pointerType === "touch";
  if (isFull(root)) local.ask = UNFOLD;
  else local.ask = touched ? `p${next}, p[data-closing]` : `${next} [data-answer], p[data-closing]`;
  send({ do: "next" });
};

// The whole screen

const UNFOLD = "[data-unfold]";

/** So much room, in the page's own size, a task has at least on a screen that is larger. */
const [WIDTH, HEIGHT] = [740, 416];

/**
 * Large print on the whole screen: a new task begins as large as the screen allows, and what is unfolded makes it smaller
 * if all does not fit. It is never smaller than on the page, and then it is scrolled.
 * @param {It} it
 */
const print = ({ shown, root, local }) => {
  const largest = Math.max(1, Math.min(innerWidth / WIDTH, innerHeight / HEIGHT));
  const isNew = local.printed !== shown.number_of_task;
  local.printed = isFull(root) ? shown.number_of_task : undefined;
  if (!isFull(root)) root.style.zoom = "";
  else fitted(root, root, isNew ? largest : undefined, Math.max(1, largest * 0.55));
};

/** Whoever enters or leaves the whole screen finds the focus there. @param {It} it */
const entering = ({ root, local }) => {
  const isLarge = isFull(root);
  if (isLarge !== Boolean(local.large)) local.ask = isLarge ? UNFOLD : ".cardlab-to-full";
  local.large = isLarge;
};

/**
 * What a key means on the whole screen; a presenter's remote control sends the page keys.
 * @param {It} it @param {KeyboardEvent} event
 */
const unfolding = (it, event) => {
  const { shown, send } = it;
  const on = /** @type {HTMLElement} */ (event.target);
  const isFree = !on.closest("input, a, summary, [role=option], button:not([aria-disabled])");
  const goesForth =
    event.key === "PageDown" ||
    (event.key === "ArrowRight" && !on.closest("input, [role=option]")) ||
    (["Enter", " "].includes(event.key) && isFree) ||
    // Held down, it would press the button again and again.
    (event.key === "Enter" && on.matches(UNFOLD));
  const goesOn = event.key.toLowerCase() === "n" && !on.closest("input");
  if (event.ctrlKey || event.metaKey || event.altKey || !(goesForth || goesOn)) return;
  event.preventDefault();
  if (event.repeat) return;
  if (goesOn && shown.done && shown.goes_on) goOn(it);
  else if (goesForth && shown.can_unfold) send({ do: "unfold" });
};

/** What is said when nothing is left to ask. @param {It} it @param {ClosingPicture} end */
const closing = (it, end) => {
  const { shown, words, send } = it;
  return [
    standing(it),
    h("p", { class: "cardlab-prompt", key: "closing", "data-closing": "", tabindex: -1 }, end.title),
    end.sentences.map((one) => h("p", { key: one }, one)),
    end.readings.length > 0 &&
      h(
        "ul",
        { key: "readings", class: "cardlab-readings" },
        end.readings.map(({ about, label, address }) =>
          h("li", { key: about }, about, " ", h("a", { href: address }, label)),
        ),
      ),
    h(
      "div",
      { key: "buttons", class: "cardlab-tools" },
      button(
        end.again,
        (/** @type {Event} */ event) => {
          remind(shown, send);
          goOn(it, event);
        },
        { key: "again", class: "cardlab-button cardlab-main", "data-refocus": "" },
      ),
    ),
    h("div", { key: "verdict" }, rules(shown.clauses, words["widget.clauses"])),
    notice(shown),
  ];
};

/** What is to be said about the memory. @param {ExerciseShown} shown */
const notice = ({ memory }) => h("div", { class: "cardlab-said", role: "status", key: "memory" }, memory);

/** The task and all that belongs to it. @param {It} it @returns {Child[]} */
export const exercise = (it) => {
  const { shown, words, local, root, send } = it;
  const isLarge = isFull(root);
  entering(it);
  queueMicrotask(() => print(it));
  // The page around it marks what is done.
  if (shown.total > 0) {
    root.dataset.solved = String(shown.solved);
    root.dataset.total = String(shown.total);
  }
  if (shown.closing) {
    // Enter, pressed once too often, begins nothing anew.
    root.onkeydown = null;
    return closing(it, shown.closing);
  }
  // What is said stands below the buttons: on a small page it must be brought into view.
  const told = [shown.title, ...shown.sentences, ...shown.helped].join();
  if (local.told !== undefined && local.told !== told) {
    const asked = root.querySelector(".cardlab-prompt")?.getAttribute("data-asked");
    // On a phone the next task begins at the upper edge, so that as much of it as can be is in sight.
    const isNext = asked !== String(shown.number_of_task) && NARROW.matches;
    queueMicrotask(() => {
      const seen = shown.title || shown.helped.length ? ".cardlab-verdict" : ".cardlab-prompt";
      root.querySelector(seen)?.scrollIntoView({ block: isNext ? "start" : "nearest" });
    });
  }
  local.told = told;
  const check = () => send({ do: "check" });
  const next = (/** @type {Event} */ event) => goOn(it, event);
  const unfold = () => send({ do: "unfold" });
  const enter = () => (!shown.done ? check() : isLarge ? unfold() : shown.goes_on && goOn(it));
  // What has been checked keeps the focus: there Enter goes on. A link or an unfolding keeps its own Enter.
  root.onkeydown = (event) => {
    const on = /** @type {HTMLElement} */ (event.target);
    if (isLarge) unfolding(it, event);
    else if (shown.done && !on.closest("a, summary, select, button:not([aria-disabled])")) entered(enter)(event);
  };
  const asked = task(it, check, enter);
  const buttons = h(
    "div",
    { key: "buttons", class: "cardlab-tools cardlab-go" },
    isLarge &&
      button([words["exercise.unfold"], " ▸"], shown.can_unfold ? unfold : null, {
        key: "unfold",
        class: `cardlab-button${shown.can_unfold ? " cardlab-main" : ""}`,
        "data-unfold": "",
        "data-refocus": "",
        "aria-keyshortcuts": "ArrowRight PageDown",
      }),
    button(words["widget.check"], shown.done ? null : check, {
      key: "check",
      class: `cardlab-button${shown.done || isLarge ? "" : " cardlab-main"}`,
    }),
    !isLarge &&
      shown.hints &&
      button(words["exercise.hint"], shown.done ? null : () => send({ do: "hint" }), { key: "hint" }),
    !isLarge && shown.can_reveal && button(words["exercise.reveal"], () => send({ do: "reveal" }), { key: "reveal" }),
    shown.goes_on &&
      button(words["exercise.next"], shown.done ? next : null, {
        key: "next",
        class: `cardlab-button${!shown.done ? " cardlab-later" : isLarge && shown.can_unfold ? "" : " cardlab-main"}`,
        "data-refocus": isLarge ? null : "",
        "aria-keyshortcuts": isLarge ? "N" : null,
      }),
    h("span", { class: "cardlab-tries", key: "tries" }, shown.tries),
    isLarge && h("span", { class: "cardlab-large-keys", key: "keys" }, words["exercise.unfold_keys"]),
  );
  const unfolded = h(
    "div",
    { key: "unfolded", class: "cardlab-unfolded" },
    h(
      "div",
      { key: "helped", class: "cardlab-helped", role: "status" },
      shown.helped.length > 0 &&
        !(isLarge && shown.done) && [
          h("p", { key: "title" }, h("strong", {}, words["exercise.hint"])),
          sentences(shown.helped, "hints"),
        ],
    ),
    verdict(it, shown.explained, (cards) => isLarge && lies(shown, cards)),
  );
  return [
    standing(it),
    // What is unfolded for a class stands beside the task, and the buttons below both.
    isLarge
      ? [h("div", { key: "large", class: "cardlab-large" }, h("div", {}, asked), unfolded), buttons]
      : [asked, buttons, unfolded],
    notice(shown),
  ];
};

const page = view(exercise);

export default {
  /** @param {{model: any, el: HTMLElement}} given */
  render(given) {
    const parted = connect(given.model);
    const done = page.render(given);
    const ended = given.model.get("shown").sought
      ? seek(/** @type {HTMLElement} */ (given.el.lastElementChild), given.model)
      : () => {};
    remind(given.model.get("shown"), (content) => given.model.send(content));
    return () => {
      ended();
      done();
      parted();
    };
  },
};
