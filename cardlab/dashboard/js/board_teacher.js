/**
 * The class board on the teacher's page: what is asked, how many have answered, and what came of it, for a projector;
 * and the means to ask.
 *
 * Entry point of its own. Holds no sentence: those in the page and those that come are Python's.
 */

/** @import {Child} from "../../widgets/js/core.js" */
/** @import {It} from "../../widgets/js/blocks.js" */
/** @import {Question} from "./board_parts.js" */

import { bar, blocks, drawer } from "../../widgets/js/blocks.js";
import { picture } from "../../widgets/js/cards.js";
import { h, patch, sentences } from "../../widgets/js/core.js";
import { readData, write } from "../../widgets/js/kept.js";
import { UnderWay, note } from "../../pagehost/js/connection.js";
import { askFirst } from "./asked_first.js";
import { alarm, base, connect, lang, part, stepper, viewOf, words } from "./board_parts.js";

/**
 * @typedef {{key: string, label: string, cards: string[], count: number, share: number, right: boolean | null,
 *   mark: string | null, why: string[]}} Bar
 */
/**
 * @typedef {Question & {name: string, answered: string, count: number, bars: Bar[] | null, went: string,
 *   right_share: number, share: number}} Put
 */
/**
 * @typedef {{questions: Put[], open: boolean, off: boolean, here: string, missing: string, finished: string,
 *   join_info: string}} State
 */

/** @type {State | undefined} */
let state;
/** Which question is looked at; -1 for none, but how a series that is over has gone. */
let at = 0;
const stage = part("stage");
const root = part("shown");

connect("teacher/board/line", {
  here: () => alarm(""),
  lost: () => alarm(words["room.lost"]),
  receive: (message) => {
    if (!message.state) return;
    const first = (/** @type {State | undefined} */ one) => one?.questions[0]?.number_of_task;
    if (first(state) !== first(message.state)) at = 0;
    if (state?.open && !message.state.open) at = message.state.questions.length > 1 ? -1 : 0;
    state = message.state;
    soon();
  },
});

let isComing = false;

/** Draws with the next frame, once, however many messages came until then. */
function soon() {
  if (isComing) return;
  isComing = true;
  requestAnimationFrame(() => {
    isComing = false;
    draw();
  });
}

// Orders

const tellSending = note("course-sending");
const underWay = new UnderWay((isLong) => tellSending(isLong ? words["page.sending"] : ""));
let orders = 0;

/** @param {object} order @returns {Promise<boolean>} whether it was done */
async function act(order) {
  const problem = part("problem");
  const number = ++orders;
  underWay.add(number);
  try {
    const answer = await fetch(`${base}teacher/board/do?lang=${lang}`, {
      method: "POST",
      cache: "no-store",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(order),
    });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const result = await answer.json();
    problem.textContent = result.problem;
    if (result.problem) problem.scrollIntoView({ block: "nearest" });
    return !result.problem;
  } catch {
    alarm(words["room.lost"]);
    return false;
  } finally {
    underWay.delete(number);
  }
}

/** Asks, and then the question is in sight; whether it was asked. @param {object} order */
const put = async (order) => {
  const isDone = await act(order);
  if (isDone) stage.scrollIntoView({ block: "start" });
  return isDone;
};

/** One question is revealed at once; in a series the teacher is asked which. */
async function reveal() {
  const { questions, finished } = /** @type {State} */ (state);
  if (questions.length < 2) return act({ do: "reveal" });
  const { number_of_task: number, done } = questions[Math.max(at, 0)];
  const one = words["board.reveal_one"].replace("{number}", String(Math.max(at, 0) + 1));
  const answers = { all: words["board.reveal_all"], ...(done ? {} : { one }), "": words["room.not_now"] };
  const answer = await askFirst(finished, answers);
  if (answer) act(answer === "all" ? { do: "reveal" } : { do: "reveal", number });
}

// The stage

/** @param {Bar} one @param {It} it */
const barred = ({ key, label, cards, count, share, right, mark, why }, it) =>
  h("li", { key, class: `board-bar${right === null ? "" : right ? " board-bar-right" : " board-bar-wrong"}` }, [
    h("span", { key: "label", class: "board-bar-label" }, [
      mark && h("span", { key: "mark", class: "board-mark", role: "img", "aria-label": mark }, right ? "✓" : "✗"),
      cards.map((card, index) => picture(it, card, { key: card + index })),
      h("span", { key: "text", class: cards.length ? "cardlab-unseen" : null }, label),
    ]),
    bar(share),
    h("strong", { key: "count", class: "board-count" }, String(count)),
    why.length > 0 &&
      h("details", { key: "why", class: "board-why" }, h("summary", {}, words["board.why"]), sentences(why)),
  ]);

/** @param {Put} question @returns {Child[]} */
const drawn = (question) => {
  const { number_of_task: number, task, said_of_it: said, name, prompt, count, answered, went, bars } = question;
  const it = drawer(viewOf(root, draw, question), task);
  return [
    name !== prompt && h("p", { key: "kind", class: "board-kind" }, name),
    h("div", { key: number, class: "board-both" }, [
      h("div", { key: "question", class: "board-side board-asked" }, blocks(it, task)),
      h("div", { key: "answers", class: "board-side" }, [
        h(
          "p",
          { key: "answered", class: "board-answered" },
          went || [h("strong", { class: "board-number" }, String(count)), " ", answered],
        ),
        bars && h("ul", { key: "bars", class: "board-bars" }, [bars.map((one) => barred(one, it))]),
        blocks(it, [said]),
      ]),
    ]),
  ];
};

/** How a series has gone: who was right with each question, wrong, or without an answer. @param {Put[]} questions */
const ended = (questions) =>
  h("ol", { key: "ended", class: "board-went" }, [
    questions.map(({ number_of_task: number, name, count, went, answered, right_share: right, share }) =>
      h("li", { key: number }, [
        h("span", {}, h("bdi", {}, name), " ", h("strong", {}, went || `${count} ${answered}`)),
        h("div", { class: "board-stack", style: `--right: ${right}; --given: ${share}`, "aria-hidden": "true" }),
      ]),
    ),
  ]);

/** @param {State} state */
function buttons({ questions, open, off, join_info: joinInfo }) {
  const one = (/** @type {string} */ order, /** @type {string} */ word, isMain = false) =>
    h("button", { key: order, type: "button", class: isMain ? "course-button" : "room-button", "data-order": order }, [
      words[word],
    ]);
  return [
    open && one("reveal", "board.reveal", true),
    questions.length > 0 && one("end", "board.end_it"),
    off && one("back", "board.put_back"),
    questions.length > 1 &&
      !open &&
      at >= 0 &&
      h("button", { key: "overview", type: "button", class: "room-button", "data-do": "overview" }, [
        words["page.overview"],
      ]),
    h("button", { key: "full", type: "button", class: "room-button", "data-do": "full" }, [
      words[document.fullscreenElement ? "widget.leave" : "widget.full"],
    ]),
    joinInfo && h("span", { key: "way", class: "board-way" }, joinInfo),
  ];
}

const SIZES = [1.5, 1.35, 1.2];
let fitted = "";

/** On the full screen everything is as large as fits without scrolling, so that it is read from the last row. */
function fit() {
  const shown = state?.questions.map(({ number_of_task: number, done }) => [number, done]);
  const now = document.fullscreenElement ? JSON.stringify([shown, at, innerWidth, innerHeight]) : "";
  if (now === fitted) return;
  fitted = now;
  const isEnough = (/** @type {number} */ size) => {
    root.style.zoom = size === 1 ? "" : `${size}`;
    root.toggleAttribute("data-large", size > 1);
    return size === 1 || stage.scrollHeight <= stage.clientHeight;
  };
  if (!now || !SIZES.some(isEnough)) isEnough(1);
}

function draw() {
  if (!state) return;
  const { questions, here, missing } = state;
  at = Math.min(at, Math.max(0, questions.length - 1));
  patch(root, [
    stepper(
      questions,
      at,
      ({ count, answered }, index) =>
        `${words["board.step"].replace("{number}", String(index + 1))}: ${count} ${answered}`,
      ({ count }) => h("small", { "aria-hidden": "true" }, `(${count})`),
      (index) => {
        at = index;
        draw();
      },
    ),
    at < 0
      ? ended(questions)
      : questions.length
        ? drawn(questions[at])
        : h("p", { key: "nothing", class: "board-waiting" }, words["board.nothing_asked"]),
  ]);
  fit();
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.order;
  patch(part("buttons"), buttons(state));
  // While a question is open, what is to be asked next is nobody's business on the wall.
  const isWriting = document.activeElement?.closest(".board-author");
  document.body.toggleAttribute("data-asking", state.open);
  // The button that was pressed may be gone; the next one takes the focus, so that keys go on working.
  if ((focused && !(document.activeElement instanceof HTMLButtonElement)) || (isWriting && state.open))
    part("buttons").querySelector("button")?.focus();
  for (const [name, text] of Object.entries({ here, missing }))
    if (part(name).textContent !== text) part(name).textContent = text;
  root.setAttribute("aria-label", document.title);
  document.documentElement.dataset.board = "ready";
}

// What is to be asked

const ask = /** @type {HTMLFormElement} */ (part("ask"));
const exit = /** @type {HTMLFormElement} */ (part("exit"));
let kind = "drill";

/** @param {HTMLFormElement} form @param {string} name @returns {any} */
const field = (form, name) => form.elements.namedItem(name);

/** Rows for the options of a free question; there is always one more to fill in, as far as there may be. */
function fitOptions() {
  const list = part("options");
  const isFull = () =>
    [...list.querySelectorAll("[type=text]")].every((one) => /** @type {HTMLInputElement} */ (one).value.trim());
  while (list.children.length < 2 || (isFull() && list.children.length < Number(list.dataset.most))) {
    const row = document.createElement("div");
    const option = Object.assign(document.createElement("input"), { type: "text", maxLength: 120, dir: "auto" });
    option.setAttribute("aria-label", words["board.option"].replace("{number}", String(list.children.length + 1)));
    row.append(`${list.children.length + 1} `, option);
    list.append(row);
  }
}

/** @returns {Record<string, any>} */
function question() {
  if (kind === "drill")
    return { ask: "drill", drill: field(ask, "drill").value, level: Number(field(ask, "level").value) };
  const rows = [...part("options").children]
    .map((one, index) => ({
      text: /** @type {HTMLInputElement} */ (one.querySelector("[type=text]")).value.trim(),
      number: index + 1,
    }))
    .filter(({ text }) => text);
  /** @type {string[]} */
  const right = field(ask, "right").value.match(/[0-9]+/g) ?? [];
  return {
    ask: "free",
    text: field(ask, "text").value,
    options: rows.map(({ text }) => text),
    right: right.map((wanted) => rows.findIndex(({ number }) => number === Number(wanted))),
    multiple: field(ask, "multiple").checked,
  };
}

/** The teacher's own question is cleared from the form once it has been asked. */
function emptied() {
  if (kind !== "free") return;
  for (const name of ["text", "right"]) field(ask, name).value = "";
  field(ask, "multiple").checked = false;
  part("options").replaceChildren();
  fitOptions();
}

/** What a question is called in the list of a series. @param {Record<string, any>} one */
function called(one) {
  if (one.ask === "free") return one.text;
  const named = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    [...field(ask, name).options].find((option) => option.value === String(value))?.text ?? value;
  return `${named("drill", one.drill)} · ${named("level", one.level)}`;
}

const KEPT = "cardlab-board-series";
const kept = readData(KEPT);
/** @type {Record<string, any>[]} */
let series = Array.isArray(kept) ? kept.filter((one) => one?.ask === "drill" || one?.ask === "free") : [];

function drawSeries() {
  // A list that cannot be kept lasts as long as the page.
  write(KEPT, JSON.stringify(series));
  const one = (/** @type {string} */ label, /** @type {string} */ text, /** @type {() => void} */ onclick) =>
    h("button", { key: label, type: "button", class: "room-button", "aria-label": label, onclick }, text);
  patch(
    part("series"),
    series.length
      ? series.map((asked, index) =>
          h("li", { key: index }, [
            h("bdi", {}, called(asked)),
            " ",
            one(`${words["board.ask_this"]}: ${called(asked)}`, words["board.ask_this"], () =>
              put({ do: "ask", questions: [asked] }),
            ),
            " ",
            one(words["board.take_off"].replace("{name}", called(asked)), "×", () => {
              series = series.filter((_one, other) => other !== index);
              drawSeries();
              part("series").querySelector("button")?.focus();
            }),
          ]),
        )
      : [h("li", { class: "board-none" }, words["board.series_empty"])],
  );
}

// Hands

const full = () =>
  document.fullscreenElement ? document.exitFullscreen().catch(() => {}) : stage.requestFullscreen?.().catch(() => {});

/** @type {Record<string, () => unknown>} */
const does = {
  add: async () => {
    // What nobody could be asked is said now, and not before the class.
    const one = question();
    if (!(await act({ do: "try", questions: [one] }))) return;
    series = [...series, one];
    drawSeries();
    emptied();
    part("said").textContent = words["board.added"];
    setTimeout(() => (part("said").textContent = ""), 4000);
  },
  overview: () => {
    at = -1;
    draw();
  },
  begin: () => put({ do: "ask", questions: series }),
  full,
};

document.addEventListener("click", ({ target }) => {
  const pressed = target instanceof Element ? target.closest("button") : null;
  if (!pressed) return;
  const { order, do: does_, tab } = pressed.dataset;
  if (order === "reveal") reveal();
  else if (order) act({ do: order });
  else if (does_) does[does_]?.();
  else if (tab) {
    kind = tab;
    for (const one of document.querySelectorAll("[data-tab]"))
      one.setAttribute("aria-pressed", String(one.dataset.tab === tab));
    for (const one of ask.querySelectorAll("[data-for]")) one.hidden = one.dataset.for !== tab;
  }
});
ask.addEventListener("input", fitOptions);
ask.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await put({ do: "ask", questions: [question()] })) emptied();
});
exit.addEventListener("submit", (event) => {
  event.preventDefault();
  put({ do: "exit", lesson: field(exit, "lesson").value, level: Number(field(exit, "level").value) });
});

document.addEventListener("keydown", (event) => {
  const { code, target, ctrlKey, metaKey, altKey, repeat } = event;
  if (ctrlKey || metaKey || altKey || repeat) return;
  if (target instanceof Element && target.closest("input, select, textarea, dialog")) return;
  if (code === "KeyF") full();
  else if (code === "KeyR" && state?.open) reveal();
  else return;
  event.preventDefault();
});
document.addEventListener("fullscreenchange", draw);
addEventListener("resize", fit);
addEventListener("cardlab-deck", draw);

fitOptions();
drawSeries();
// What a lesson has asked for is chosen, and one press asks it.
const wanted = new URLSearchParams(location.search).get("drill");
if ([...field(ask, "drill").options].some(({ value }) => value === wanted)) {
  field(ask, "drill").value = wanted;
  ask.querySelector("button")?.focus();
}
