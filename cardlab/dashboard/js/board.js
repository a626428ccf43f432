/**
 * The class board on a learner's page: the question, the means to answer it by a tap, and the own answer.
 *
 * Entry point of its own. What is shown is the server's: an answer counts when the server tells that it has it.
 */

/** @import {Child} from "../../widgets/js/core.js" */
/** @import {Question, Solution} from "./board_parts.js" */

import { box, button, h, hand, patch, picture, sentences, tick } from "../../widgets/js/core.js";
import { connect as keeping } from "../../widgets/js/memory.js";
import { alarm, asking, connect, faces, part, solved, stepper, table, viewIn, words } from "./board_parts.js";

/** @typedef {{right: boolean | null, title: string, own: string, sentences: string[], solution: Solution | null}} Verdict */
/**
 * @typedef {Question & {own: string[] | null, turn: number, verdict: Verdict | null,
 *   entry: Record<string, unknown> | null}} Mine
 */
/**
 * @typedef {{questions: Mine[], series: {title: string, place: number, of: number, own: boolean, points: string} |
 *   null, over: string}} State
 */

/** @type {State | undefined} */
let state;
/** Answers that the server has not confirmed. @type {Map<number, {answer: string[], turn: number}>} */
const pending = new Map();
/** What is being chosen, where it is not sent at once. @type {Map<number, string[]>} */
const drafts = new Map();
/** What the server has said of an answer that it did not take. @type {Map<number, string>} */
const told = new Map();
/** Which step is looked at, where one goes at one's own pace. */
let at = 0;
/** The question whose verdict was brought into sight. */
let judged = 0;
/** Whoever has moved to another question is brought to it. */
let arriving = false;

const root = part("board");
const it = viewIn(root, draw);

// The answers of the course's own exercises are kept with all others, in this browser.

/** @type {(message: object) => void} */
let keep = () => {};
keeping(
  /** @type {any} */ ({
    on: (/** @type {string} */ _event, /** @type {typeof keep} */ call) => (keep = call),
    off: () => {},
    get: () => undefined,
    send: () => {},
  }),
);

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
  const before = state?.questions.map(({ number }) => number).join();
  const first = !state;
  state = next;
  for (const { number, turn, phase } of state.questions) {
    if ((pending.get(number)?.turn ?? Infinity) <= turn || phase !== "open") pending.delete(number);
    if (phase !== "open") drafts.delete(number);
  }
  const entries = state.questions.flatMap(({ entry }) => entry ?? []);
  if (entries.length) keep({ remember: entries });
  if (before !== state.questions.map(({ number }) => number).join()) {
    pending.clear();
    drafts.clear();
    told.clear();
    const unanswered = state.questions.findIndex(({ own, phase }) => own === null && phase === "open");
    at = Math.max(0, unanswered);
    arriving = !first;
  }
  draw();
}

// Answers

/** @param {Mine} question what is chosen now: not sent yet, on its way, or in */
const chosen = ({ number, own }) => drafts.get(number) ?? pending.get(number)?.answer ?? own ?? [];

/** @param {Mine} question @param {string[]} answer */
function give({ number, turn }, answer) {
  const next = Math.max(turn, pending.get(number)?.turn ?? 0) + 1;
  pending.set(number, { answer, turn: next });
  drafts.delete(number);
  told.delete(number);
  line.say({ number, answer, turn: next });
  draw();
}

/** One of several: what is tapped is the answer. @param {Mine} question @param {string} key */
const pick = (question, key) => {
  if (question.phase === "open" && chosen(question)[0] !== key) give(question, [key]);
};

/** Some of several: what is tapped is taken or left. @param {Mine} question @param {string} key */
const toggle = (question, key) => {
  if (question.phase !== "open") return;
  const before = chosen(question);
  drafts.set(question.number, before.includes(key) ? before.filter((one) => one !== key) : [...before, key]);
  draw();
};

/** A card or a pile, of which an answer needs one each. @param {Mine} question @param {0 | 1} which @param {string} key */
const pair = (question, which, key) => {
  if (question.phase !== "open") return;
  const [card = "", pile = ""] = chosen(question);
  const next = which === 0 ? [key, pile] : [card, key];
  if (next[0] && next[1]) give(question, next);
  else {
    drafts.set(question.number, next);
    draw();
  }
};

/** @param {Mine} question */
const isReady = (question) => {
  const answer = chosen(question);
  if (question.kind === "number") return /^[-−]?\d{1,6}$/.test((answer[0] ?? "").trim());
  return answer.length > 0 || question.empty;
};

/** @param {Mine} question whether what is chosen is not what is in */
const differs = (question) =>
  drafts.has(question.number) &&
  (question.own === null || [...chosen(question)].sort().join() !== [...question.own].sort().join());

/** @param {Mine} question */
const sendDraft = (question) => {
  if (!isReady(question)) return;
  const answer = chosen(question);
  give(question, question.kind === "number" ? [String(Number(answer[0].trim().replace("−", "-")))] : answer);
};

// What is drawn

/** @param {Mine} question */
function means(question) {
  const { kind, multiple, number, phase } = question;
  const now = chosen(question);
  const isOpen = phase === "open";
  const right = question.verdict?.solution?.answer ?? [];
  const mark = multiple ? box : tick;
  const isJudged = Boolean(question.verdict?.solution) && !isOpen;
  if (kind === "choice")
    return h(
      "div",
      {
        key: `choices ${number}`,
        class: "cardlab-choices board-choices",
        role: "group",
        "aria-label": question.prompt,
      },
      question.choices.map(({ key, label }) =>
        button(
          [
            !isJudged && mark(now.includes(key)),
            label,
            isJudged && now.includes(key) && h("span", { class: "board-yours" }, words["board.yours"]),
            right.includes(key) && h("span", { class: "board-right", "aria-hidden": "true" }, "✓"),
          ],
          isOpen ? () => (multiple ? toggle : pick)(question, key) : null,
          {
            key,
            "aria-pressed": String(now.includes(key)),
            class: `cardlab-button${right.includes(key) ? " board-is-right" : ""}`,
          },
        ),
      ),
    );
  if (kind === "number")
    return h(
      "label",
      { key: `number ${number}`, class: "cardlab-number" },
      words["widget.number"],
      " ",
      h("input", {
        type: "text",
        inputmode: "numeric",
        maxlength: 8,
        size: 8,
        autocomplete: "off",
        value: now[0] ?? "",
        readonly: isOpen ? null : "",
        oninput: (/** @type {Event} */ event) => {
          drafts.set(number, [/** @type {HTMLInputElement} */ (event.target).value]);
          draw();
        },
        onkeydown: (/** @type {KeyboardEvent} */ event) => event.code === "Enter" && sendDraft(question),
      }),
    );
  if (!isOpen) return lookedAt(question, now, right);
  const selected = kind === "card_and_pile" ? now.slice(0, 1).filter(Boolean) : now;
  const send = (/** @type {any} */ { do: what, card }) => {
    if (what === "clear" && multiple && isOpen) {
      drafts.set(number, []);
      draw();
    } else if (what === "toggle") {
      if (kind === "card_and_pile") pair(question, 0, card);
      else (multiple ? toggle : pick)(question, card);
    }
  };
  return h(
    "div",
    { key: `hand ${number}`, class: "cardlab-answer-hand" },
    hand(
      { ...it, send },
      /** @type {any} */ ({
        cards: question.hand,
        label: question.hand_label,
        line: "",
        notice: "",
        selected,
        selectable: true,
        multiple,
        numbered: false,
        tools: false,
        sort: "given",
      }),
      () => sendDraft(question),
    ),
  );
}

/** The hand of a question that is over: the own answer is lifted, what is right has a mark. @param {Mine} question @param {string[]} own @param {string[]} right */
const lookedAt = ({ number, hand: cards, hand_label: label }, own, right) =>
  h(
    "div",
    { key: `over ${number}`, class: "board-looked" },
    h("p", { class: "cardlab-line" }, h("strong", {}, label)),
    h(
      "ul",
      { class: "cardlab-cards", style: `--cardlab-count: ${cards.length}`, "aria-label": label },
      cards.map((card) =>
        h(
          "li",
          {
            key: card,
            class: `board-card${own.includes(card) ? " board-own" : ""}${right.includes(card) ? " board-is-right" : ""}`,
          },
          picture(it, card, { alt: faces.names[card] ?? "" }),
        ),
      ),
    ),
  );

/** What one does, where that is not plain from what is there. @param {Mine} question */
const hint = ({ kind, multiple }) =>
  kind === "card_and_pile"
    ? words["board.choose_card_and_pile"]
    : kind === "number"
      ? words["board.type_number"]
      : kind === "cards"
        ? words[multiple ? "board.choose_cards" : "board.choose_card"]
        : words[multiple ? "board.choose_some" : "board.choose_one"];

/** Few short answers stay in sight on a phone, whatever lies on the table. @param {Mine} question */
const isLow = ({ choices, phase }) =>
  phase === "open" && choices.length > 0 && choices.length <= 4 && choices.every(({ label }) => label.length <= 24);

/** Where the answer stands, in a sentence. @param {Mine} question */
function standing(question) {
  const { number, own, phase } = question;
  if (told.has(number)) return told.get(number);
  if (phase !== "open") return own === null ? words["board.closed_none"] : words["board.closed_yours"];
  if (pending.has(number)) return words["board.sending"];
  if (own !== null && !differs(question)) return words["board.sent"];
  return hint(question);
}

/** @param {Mine} question @returns {Child[]} */
function drawn(question) {
  const { kind, multiple, number, phase, verdict, own } = question;
  const isOpen = phase === "open";
  const piles = chosen(question)[1];
  const choosing = (/** @type {number} */ place) =>
    kind === "card_and_pile" &&
    button(
      [tick(piles === String(place)), question.piles[place].label],
      isOpen ? () => pair(question, 1, String(place)) : null,
      { key: "choose", "aria-pressed": String(piles === String(place)) },
    );
  const isSent = kind === "number" || (multiple && kind !== "card_and_pile");
  // On a phone the hand comes before what is sent, and what was sent is told where the thumb is.
  return [
    asking(question),
    table(it, question, (place) => choosing(place) || null),
    kind === "number" && question.hand.length > 0 && shownHand(question),
    kind === "choice" && question.hand.length > 0 && shownHand(question),
    h(
      "div",
      { key: "answering", class: `board-answering${isLow(question) ? " board-low" : ""}` },
      means(question),
      isOpen &&
        isSent &&
        h(
          "div",
          { key: "send", class: "cardlab-tools cardlab-go" },
          button(
            words["board.send"],
            isReady(question) && (differs(question) || (own === null && !pending.has(number)))
              ? () => sendDraft(question)
              : null,
            { key: "send", class: "cardlab-button cardlab-main" },
          ),
        ),
      h(
        "p",
        {
          key: "standing",
          role: "status",
          class: `board-standing${own !== null && !pending.has(number) && !differs(question) ? " board-in" : ""}`,
        },
        phase === "revealed" ? "" : standing(question),
      ),
    ),
    h(
      "div",
      {
        key: "verdict",
        role: "status",
        class: `cardlab-verdict cardlab-${verdict === null || verdict.right === null ? "hint" : verdict.right ? "yes" : "no"}`,
        hidden: verdict ? null : "",
      },
      verdict && [
        h("p", { key: "title", class: "cardlab-title" }, verdict.title),
        verdict.own && h("p", { key: "given" }, words["widget.number"], " ", h("strong", {}, verdict.own)),
        sentences(verdict.sentences, "own"),
        verdict.solution && solved(it, verdict.solution),
      ],
    ),
  ];
}

/** @param {Mine} question cards that are only looked at */
const shownHand = ({ hand: cards, hand_label: label }) =>
  h(
    "div",
    { key: "looked", class: "board-looked" },
    hand(
      it,
      /** @type {any} */ ({ cards, label, line: "", notice: "", selected: [], selectable: false, tools: false }),
    ),
  );

function draw() {
  if (!state) return;
  const { questions, series, over } = state;
  at = Math.min(at, Math.max(0, questions.length - 1));
  const question = questions[at];
  const answered = questions.filter(({ own }) => own !== null).length;
  const next = questions.findIndex(({ own, phase }, place) => place !== at && own === null && phase === "open");
  const go = (/** @type {number} */ place) => {
    at = place;
    arriving = true;
    draw();
  };
  const had = root.contains(document.activeElement);
  patch(root, [
    h("p", { key: "news", role: "status", class: "cardlab-unseen" }, question?.prompt ?? over),
    h(
      "p",
      { key: "series", class: "board-series", hidden: series ? null : "" },
      series && [h("strong", { key: "title" }, series.title), h("span", { key: "points" }, series.points)],
    ),
    stepper(
      questions,
      at,
      ({ own }, place) => words[own === null ? "board.step" : "board.step_done"].replace("{number}", String(place + 1)),
      ({ own }) => own !== null && h("span", { "aria-hidden": "true" }, "✓"),
      go,
    ),
    question
      ? drawn(question)
      : h(
          "div",
          { key: "waiting", class: "board-waiting", tabindex: -1, "data-asked": "" },
          over && h("p", { key: "over" }, h("strong", {}, over)),
          h("p", { key: "next" }, words["board.waiting"]),
        ),
    questions.length > 1 &&
      question?.own !== null &&
      question?.phase === "open" &&
      (next >= 0
        ? h(
            "div",
            { key: "on", class: "cardlab-tools" },
            button(`${words["board.step"].replace("{number}", String(next + 1))} ▸`, () => go(next), {
              class: "cardlab-button cardlab-main",
            }),
          )
        : answered === questions.length &&
          h("p", { key: "all", class: "board-in board-standing" }, words["board.all_in"])),
  ]);
  root.setAttribute("aria-label", document.title);
  // Whoever was answering is brought to the next question; to whoever was not, it is said.
  if (arriving && had) /** @type {HTMLElement | null} */ (root.querySelector("[data-asked]"))?.focus();
  if (arriving) root.scrollIntoView({ block: "start" });
  const isJudged = question?.verdict ? question.number : 0;
  if (isJudged && isJudged !== judged) root.querySelector(".cardlab-verdict")?.scrollIntoView({ block: "nearest" });
  judged = isJudged;
  arriving = false;
  document.documentElement.dataset.board = "ready";
}

addEventListener("cardlab-deck", draw);
