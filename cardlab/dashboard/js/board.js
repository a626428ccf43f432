/**
 * The class board on a learner's page: the question, the means to answer it by a tap, and the own answer.
 *
 * Entry point of its own. What is shown is the server's: an answer counts when the server tells that it has it. What is
 * being chosen is known here alone.
 */

/** @import {It} from "../../widgets/js/blocks.js" */
/** @import {Question} from "./board_parts.js" */

import { blocks, drawer, isTouched, letGo, valueOf } from "../../widgets/js/blocks.js";
import { button, h, patch } from "../../widgets/js/core.js";
import { connect as keeping } from "../../widgets/js/memory.js";
import { alarm, connect, local, part, stepper, viewOf, words } from "./board_parts.js";

/**
 * `own` is the answer that is in, `said` that answer in words; `entry` is for this browser's memory.
 * @typedef {Question & {empty: boolean, own: string[] | null, turn: number, said: string,
 *   entry: Record<string, unknown> | null}} Mine
 */
/** @typedef {{questions: Mine[], over: string}} State */

/** @type {State | undefined} */
let state;
/** Answers that the server has not confirmed. @type {Map<number, {answer: string[], turn: number}>} */
const pending = new Map();
/** What the server has said of an answer that it did not take. @type {Map<number, string>} */
const messages = new Map();
/** Which question is looked at. */
let at = 0;
/** The question whose verdict was brought into sight. */
let judged = 0;
/** Whoever has moved to another question is brought to it. */
let arriving = false;

const root = part("board");

// The answers of the course's own exercises are kept with all others, in this browser.

/** @type {(message: object) => void} */
let keep = () => {};
keeping({ on: (_event, call) => (keep = call), off: () => {}, get: () => undefined, send: () => {} });

// The connection

const connection = connect("board/line", {
  here: () => {
    alarm("");
    for (const [number, { answer, turn }] of pending) connection.say({ number, answer, turn });
  },
  lost: () => alarm(words["page.lost"]),
  receive: (message) => {
    if (message.over) {
      connection.end();
      alarm(words["page.out"], words["page.reload"]);
    } else if (message.message !== undefined) {
      pending.delete(message.number);
      undo(message.number);
      messages.set(message.number, message.message);
      draw();
    } else if (message.state) take(message.state);
  },
});

/** @param {State} next */
function take(next) {
  const numbers = (/** @type {State | undefined} */ one) => one?.questions.map((asked) => asked.number_of_task).join();
  const before = numbers(state);
  state = next;
  for (const { number_of_task: number, turn, done } of state.questions)
    if ((pending.get(number)?.turn ?? Infinity) <= turn || done) {
      pending.delete(number);
      undo(number);
    }
  const entries = state.questions.flatMap(({ entry }) => entry ?? []);
  if (entries.length) keep({ remember: entries });
  if (before !== numbers(state)) {
    pending.clear();
    messages.clear();
    at = Math.max(
      0,
      state.questions.findIndex(({ own, done }) => own === null && !done),
    );
    arriving = before !== undefined;
  }
  draw();
}

// Answers

/** What is being chosen of a question is forgotten: what the server has counts. @param {number} number */
const undo = (number) => letGo(local, state?.questions.find((one) => one.number_of_task === number)?.holds ?? []);

/** @param {Mine} question @param {string[]} answer */
function give({ number_of_task: number, turn }, answer) {
  const next = Math.max(turn, pending.get(number)?.turn ?? 0) + 1;
  pending.set(number, { answer, turn: next });
  messages.delete(number);
  connection.say({ number, answer, turn: next });
  draw();
}

/** Something was chosen: a whole answer goes at once, where no button sends it. @param {Mine} question */
function chose(question) {
  const { number_of_task: number, own, kind } = question;
  const now = chosen(question);
  const before = pending.get(number)?.answer ?? own ?? [];
  const isWhole = now.length === (kind === "card_and_pile" ? 2 : 1);
  if (!question.done && !isSent(question) && isWhole && now.join(" ") !== before.join(" ")) give(question, now);
  else draw();
}

/** @param {Mine} question @returns {It} */
const viewed = (question) => {
  const it = drawer(
    viewOf(root, () => chose(question), question),
    question.task,
  );
  it.enter = () => sendDraft(question);
  return it;
};

/** What is chosen now: not sent yet, on its way, or in. @param {Mine} question @param {It} [it] */
const chosen = (question, it = viewed(question)) => question.holds.flatMap((name) => valueOf(it, name));

/** Whether what is chosen is sent by a button. @param {Mine} question */
const isSent = ({ kind, multiple }) => kind === "number" || (multiple && kind !== "card_and_pile");

/** @param {Mine} question */
const isReady = (question) => {
  const answer = chosen(question);
  if (question.kind === "number") return /^[-−]?\d{1,6}$/.test((answer[0] ?? "").trim());
  return answer.length > 0 || question.empty;
};

/** Whether what is chosen is not what is in. @param {Mine} question */
const differs = (question) =>
  isTouched(viewed(question), question.holds) &&
  !pending.has(question.number_of_task) &&
  (question.own === null || [...chosen(question)].sort().join() !== [...question.own].sort().join());

/** @param {Mine} question */
const sendDraft = (question) => {
  if (question.done || !isSent(question) || !isReady(question)) return;
  const answer = chosen(question);
  give(question, question.kind === "number" ? [String(Number(answer[0].trim().replace("−", "-")))] : answer);
};

// What is drawn

/** What one does, where that is not plain from what is there. @param {Mine} question */
const hint = ({ kind, multiple }) =>
  kind === "card_and_pile"
    ? words["board.choose_card_and_pile"]
    : kind === "number"
      ? words["board.type_number"]
      : kind === "cards"
        ? words[multiple ? "board.choose_cards" : "board.choose_card"]
        : words[multiple ? "board.choose_some" : "board.choose_one"];

/** Where the answer stands, in a sentence. @param {Mine} question */
function standing(question) {
  const { number_of_task: number, own, done } = question;
  if (done) return "";
  if (messages.has(number)) return messages.get(number);
  if (pending.has(number)) return words["board.sending"];
  return own !== null && !differs(question) ? words["board.sent"] : hint(question);
}

/** Few short answers stay in sight on a phone, whatever lies on the table. @param {Mine} question */
const isLow = ({ task, done }) => {
  const labels = task.flatMap(({ options }) => options ?? []).map(({ label }) => label);
  return !done && labels.length > 0 && labels.length <= 4 && labels.every(({ length }) => length <= 24);
};

/** @param {Mine} question */
function drawn(question) {
  const { number_of_task: number, own, done, said } = question;
  const it = viewed(question);
  const isIn = own !== null && !pending.has(number) && !differs(question);
  const isNew = differs(question) || (own === null && !pending.has(number));
  return h("div", { key: number, class: `board-question${isLow(question) ? " board-low" : ""}` }, [
    blocks(it, question.task),
    !done &&
      isSent(question) &&
      h("div", { key: "send", class: "cardlab-tools cardlab-go" }, [
        button(words["board.send"], isReady(question) && isNew ? () => sendDraft(question) : null, {
          key: "send",
          class: "cardlab-button cardlab-main",
        }),
      ]),
    h("p", { key: "standing", role: "status", class: `board-standing${isIn ? " board-in" : ""}` }, standing(question)),
    said && h("p", { key: "given", class: "board-given" }, words["widget.number"], " ", h("strong", {}, said)),
    blocks(it, [question.said_of_it]),
  ]);
}

function draw() {
  if (!state) return;
  const { questions, over } = state;
  at = Math.min(at, Math.max(0, questions.length - 1));
  const question = questions[at];
  const next = questions.findIndex(({ own, done }, index) => index !== at && own === null && !done);
  const go = (/** @type {number} */ index) => {
    at = index;
    arriving = true;
    draw();
  };
  const stepTo = (/** @type {number} */ index, name = "board.step") =>
    words[name].replace("{number}", String(index + 1));
  const had = root.contains(document.activeElement);
  patch(root, [
    h("p", { key: "news", role: "status", class: "cardlab-unseen" }, question?.prompt ?? ""),
    over && h("p", { key: "over", class: "board-over", role: "status" }, over),
    stepper(
      questions,
      at,
      ({ own }, index) => stepTo(index, own === null ? "board.step" : "board.step_done"),
      ({ own }) => own !== null && h("span", { "aria-hidden": "true" }, "✓"),
      go,
    ),
    question
      ? drawn(question)
      : h("p", { key: "waiting", class: "board-waiting", tabindex: -1, "data-mark": "" }, words["board.waiting"]),
    questions.length > 1 &&
      question.own !== null &&
      !question.done &&
      (next >= 0
        ? h("div", { key: "on", class: "cardlab-tools" }, [
            button(`${stepTo(next)} ▸`, () => go(next), { class: "cardlab-button cardlab-main" }),
          ])
        : questions.every(({ own }) => own !== null) &&
          h("p", { key: "all", class: "board-in board-standing" }, words["board.all_in"])),
  ]);
  root.setAttribute("aria-label", document.title);
  // Whoever was answering is brought to the next question; to whoever was not, it is said.
  if (arriving && had) root.querySelector("[data-mark]")?.focus();
  if (arriving) root.scrollIntoView({ block: "start" });
  const isJudged = question?.title ? question.number_of_task : 0;
  if (isJudged && isJudged !== judged) root.querySelector(".cardlab-verdict")?.scrollIntoView({ block: "nearest" });
  judged = isJudged;
  arriving = false;
  document.documentElement.dataset.board = "ready";
}

addEventListener("cardlab-deck", draw);
