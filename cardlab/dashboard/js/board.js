/**
 * The class board on a learner's page: the question, the means to answer it by a tap, and the own answer.
 *
 * Entry point of its own. What is shown is the server's: an answer counts when the server tells that it has it. What is
 * being chosen is known here alone.
 */

/** @import {Question} from "./board_parts.js" */

import { button, h, patch } from "../../widgets/js/core.js";
import { connect as keeping } from "../../widgets/js/memory.js";
import { task, verdict } from "../../widgets/js/task.js";
import { alarm, connect, part, stepper, viewOf, words } from "./board_parts.js";

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
/** What is being chosen, where it is not sent at once. @type {Map<number, string[]>} */
const drafts = new Map();
/** What the server has said of an answer that it did not take. @type {Map<number, string>} */
const told = new Map();
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
keeping({
  on: (/** @type {string} */ _event, /** @type {typeof keep} */ call) => (keep = call),
  off: () => {},
  get: () => undefined,
  send: () => {},
});

// The line

const line = connect("board/line", {
  here: () => {
    alarm("");
    for (const [number, { answer, turn }] of pending) line.say({ number, answer, turn });
  },
  lost: () => alarm(words["page.lost"]),
  heard: (news) => {
    if (news.over) {
      line.end();
      alarm(words["page.out"], words["page.reload"]);
    } else if (news.told !== undefined) {
      pending.delete(news.number);
      drafts.delete(news.number);
      told.set(news.number, news.told);
      draw();
    } else if (news.state) take(news.state);
  },
});

/** @param {State} next */
function take(next) {
  const numbers = (/** @type {State | undefined} */ one) => one?.questions.map((asked) => asked.number_of_task).join();
  const before = numbers(state);
  state = next;
  for (const { number_of_task: number, turn, done } of state.questions) {
    if ((pending.get(number)?.turn ?? Infinity) <= turn || done) pending.delete(number);
    if (done) drafts.delete(number);
  }
  const entries = state.questions.flatMap(({ entry }) => entry ?? []);
  if (entries.length) keep({ remember: entries });
  if (before !== numbers(state)) {
    pending.clear();
    drafts.clear();
    told.clear();
    at = Math.max(
      0,
      state.questions.findIndex(({ own, done }) => own === null && !done),
    );
    arriving = before !== undefined;
  }
  draw();
}

// Answers

/** What is chosen now: not sent yet, on its way, or in. @param {Mine} question */
const chosen = ({ number_of_task: number, own }) => drafts.get(number) ?? pending.get(number)?.answer ?? own ?? [];

/** @param {Mine} question @param {string[]} answer */
function give({ number_of_task: number, turn }, answer) {
  const next = Math.max(turn, pending.get(number)?.turn ?? 0) + 1;
  pending.set(number, { answer, turn: next });
  drafts.delete(number);
  told.delete(number);
  line.say({ number, answer, turn: next });
  draw();
}

/** @param {Mine} question @param {string[]} answer */
const draft = ({ number_of_task: number }, answer) => {
  drafts.set(number, answer);
  draw();
};

/** What is pressed, as an exercise hears it. @param {Mine} question @returns {(content: any) => void} */
const hearing = (question) => (content) => {
  if (question.done) return;
  const now = chosen(question);
  const { kind, multiple } = question;
  const { do: what, key = content.card } = content;
  if (what === "number") draft(question, [content.text]);
  else if (kind === "card_and_pile" && (what === "toggle" || what === "pile")) {
    const [card = "", pile = ""] = now;
    const next = what === "pile" ? [card, String(content.pile)] : [key, pile];
    if (next[0] && next[1]) give(question, next);
    else draft(question, next);
  } else if (what === "choose" || what === "toggle") {
    if (multiple) draft(question, now.includes(key) ? now.filter((one) => one !== key) : [...now, key]);
    else if (now[0] === key) draw();
    else give(question, [key]);
  } else if (what === "clear" && multiple) draft(question, []);
  else if (what === "all") draft(question, question.hand?.cards ?? []);
};

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
  drafts.has(question.number_of_task) &&
  (question.own === null || [...chosen(question)].sort().join() !== [...question.own].sort().join());

/** @param {Mine} question */
const sendDraft = (question) => {
  if (question.done || !isSent(question) || !isReady(question)) return;
  const answer = chosen(question);
  give(question, question.kind === "number" ? [String(Number(answer[0].trim().replace("−", "-")))] : answer);
};

// What is drawn

/** The question with what is chosen; once the solution is laid out, that stands there. @param {Mine} question @returns {Mine} */
const withChosen = (question) => {
  const { kind, hand, choices, piles, laid } = question;
  if (laid) return question;
  const now = chosen(question);
  const cards = kind === "card_and_pile" ? now.slice(0, 1).filter(Boolean) : kind === "cards" ? now : [];
  return {
    ...question,
    hand: hand && { ...hand, selected: cards, numbered: false },
    choices: choices.map((one) => ({ ...one, chosen: now.includes(one.key) })),
    piles: piles.map((one, place) => ({ ...one, chosen: kind === "card_and_pile" && now[1] === String(place) })),
    number: kind === "number" ? (now[0] ?? "") : "",
  };
};

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
  if (told.has(number)) return told.get(number);
  if (pending.has(number)) return words["board.sending"];
  return own !== null && !differs(question) ? words["board.sent"] : hint(question);
}

/** Few short answers stay in sight on a phone, whatever lies on the table. @param {Mine} question */
const isLow = ({ choices, done }) =>
  !done && choices.length > 0 && choices.length <= 4 && choices.every(({ label }) => label.length <= 24);

/** @param {Mine} question */
function drawn(question) {
  const { number_of_task: number, own, done, said, laid } = question;
  const it = viewOf(root, draw, withChosen(question), hearing(question));
  const isIn = own !== null && !pending.has(number) && !differs(question);
  const isNew = differs(question) || (own === null && !pending.has(number));
  return h(
    "div",
    { key: number, class: `board-question${isLow(question) ? " board-low" : ""}` },
    task(it, () => sendDraft(question)),
    !done &&
      isSent(question) &&
      h(
        "div",
        { key: "send", class: "cardlab-tools cardlab-go" },
        button(words["board.send"], isReady(question) && isNew ? () => sendDraft(question) : null, {
          key: "send",
          class: "cardlab-button cardlab-main",
        }),
      ),
    h("p", { key: "standing", role: "status", class: `board-standing${isIn ? " board-in" : ""}` }, standing(question)),
    laid && said && h("p", { key: "given", class: "board-given" }, words["widget.number"], " ", h("strong", {}, said)),
    verdict(it),
  );
}

function draw() {
  if (!state) return;
  const { questions, over } = state;
  at = Math.min(at, Math.max(0, questions.length - 1));
  const question = questions[at];
  const next = questions.findIndex(({ own, done }, place) => place !== at && own === null && !done);
  const go = (/** @type {number} */ place) => {
    at = place;
    arriving = true;
    draw();
  };
  const stepTo = (/** @type {number} */ place, name = "board.step") =>
    words[name].replace("{number}", String(place + 1));
  const had = root.contains(document.activeElement);
  patch(root, [
    h("p", { key: "news", role: "status", class: "cardlab-unseen" }, question?.prompt ?? ""),
    over && h("p", { key: "over", class: "board-over", role: "status" }, over),
    stepper(
      questions,
      at,
      ({ own }, place) => stepTo(place, own === null ? "board.step" : "board.step_done"),
      ({ own }) => own !== null && h("span", { "aria-hidden": "true" }, "✓"),
      go,
    ),
    question
      ? drawn(question)
      : h("p", { key: "waiting", class: "board-waiting", tabindex: -1, "data-asked": "" }, words["board.waiting"]),
    questions.length > 1 &&
      question.own !== null &&
      !question.done &&
      (next >= 0
        ? h(
            "div",
            { key: "on", class: "cardlab-tools" },
            button(`${stepTo(next)} ▸`, () => go(next), { class: "cardlab-button cardlab-main" }),
          )
        : questions.every(({ own }) => own !== null) &&
          h("p", { key: "all", class: "board-in board-standing" }, words["board.all_in"])),
  ]);
  root.setAttribute("aria-label", document.title);
  // Whoever was answering is brought to the next question; to whoever was not, it is said.
  if (arriving && had) /** @type {HTMLElement | null} */ (root.querySelector("[data-asked]"))?.focus();
  if (arriving) root.scrollIntoView({ block: "start" });
  const isJudged = question?.title ? question.number_of_task : 0;
  if (isJudged && isJudged !== judged) root.querySelector(".cardlab-verdict")?.scrollIntoView({ block: "nearest" });
  judged = isJudged;
  arriving = false;
  document.documentElement.dataset.board = "ready";
}

addEventListener("cardlab-deck", draw);
