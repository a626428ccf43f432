/**
 * The view of `Exercise`: a task, the means to answer it, and what came of the answer.
 *
 * Enter carries one on: it checks what is chosen or typed, and once the task is done it goes to the next one.
 */

/** @import {ClosingPicture, ExerciseMessage, ExerciseShown} from "./shown.js" */
/** @import {View} from "./core.js" */

import { button, h, NARROW, rules, sentences, view } from "./core.js";
import { entered } from "./forms.js";
import { begun, connect, recall } from "./memory.js";
import { seek } from "./sought.js";
import { task, verdict } from "./task.js";

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
const standing = ({ shown, local }) => {
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
    ),
    wished && h("p", { class: "cardlab-progress", key: "wished" }, wished),
  ];
};

/**
 * Goes on, and then the focus is where the next answer is given; a finger opens no keyboard by that.
 * @param {It} it @param {Event} [event]
 */
const goOn = ({ shown, local, send }, event) => {
  const next = `[data-asked="${shown.number_of_task + 1}"]`;
  const touched = event instanceof PointerEvent && event.pointerType === "touch";
  local.ask = touched ? `p${next}, p[data-closing]` : `${next} [data-answer], p[data-closing]`;
  send({ do: "next" });
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

const exercise = view((/** @type {It} */ it) => {
  const { shown, words, local, root, send } = it;
  // The page around it marks what is done.
  root.dataset.solved = String(shown.solved);
  root.dataset.total = String(shown.total);
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
  const enter = () => (shown.done ? goOn(it) : check());
  // What has been checked keeps the focus: there Enter goes on. A link or an unfolding keeps its own Enter.
  root.onkeydown = (event) => {
    const on = /** @type {HTMLElement} */ (event.target);
    if (shown.done && !on.closest("a, summary, select, button:not([aria-disabled])")) entered(enter)(event);
  };
  return [
    standing(it),
    task(it, check, enter),
    h(
      "div",
      { key: "buttons", class: "cardlab-tools cardlab-go" },
      button(words["widget.check"], shown.done ? null : check, {
        key: "check",
        class: `cardlab-button${shown.done ? "" : " cardlab-main"}`,
      }),
      shown.hints && button(words["exercise.hint"], shown.done ? null : () => send({ do: "hint" }), { key: "hint" }),
      shown.can_reveal && button(words["exercise.reveal"], () => send({ do: "reveal" }), { key: "reveal" }),
      button(words["exercise.next"], shown.done ? next : null, {
        key: "next",
        class: `cardlab-button${shown.done ? " cardlab-main" : " cardlab-later"}`,
        "data-refocus": "",
      }),
      h("span", { class: "cardlab-tries", key: "tries" }, shown.tries),
    ),
    h(
      "div",
      { key: "helped", class: "cardlab-helped", role: "status" },
      shown.helped.length > 0 && [
        h("p", { key: "title" }, h("strong", {}, words["exercise.hint"])),
        sentences(shown.helped, "hints"),
      ],
    ),
    verdict(it),
    notice(shown),
  ];
});

export default {
  /** @param {{model: any, el: HTMLElement}} given */
  render(given) {
    const parted = connect(given.model);
    const done = exercise.render(given);
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
