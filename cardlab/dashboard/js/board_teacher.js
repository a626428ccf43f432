/**
 * The class board on the teacher's page: what is asked, how many have answered, and what came of it, for a projector;
 * and the means to ask.
 *
 * Entry point of its own. Holds no sentence: those in the page and those that come are Python's.
 */

/** @import {Child} from "../../widgets/js/core.js" */
/** @import {Clause, Question, Solution} from "./board_parts.js" */

import { button, h, patch, picture, row, sentences } from "../../widgets/js/core.js";
import { choose, save } from "../../widgets/js/files.js";
import { UnderWay, note } from "../../pagehost/js/connection.js";
import { alarm, asking, base, connect, lang, part, solved, stepper, table, viewIn, words } from "./board_parts.js";

/**
 * @typedef {{key: string, label: string, cards: string[], count: number, share: number, right: boolean | null,
 *   mark: string, worth: string, why: string[]}} Bar
 */
/**
 * @typedef {Question & {kind_told: string, answered: string, count: number, bars: Bar[] | null, rightly: string, remark: string,
 *   laboratory: string, counting: string, closed: string, solution: Solution | null}} Put
 */
/**
 * @typedef {{series: number, shown: boolean, lines: {place: number, name: string, points: string}[]}} Ranking
 * @typedef {Clause & {told: string, share: number}} Missed
 * @typedef {{title: string, questions: {number: number, name: string, told: string, share: number}[],
 *   hardest: Missed | null}} Over
 */
/**
 * @typedef {{questions: Put[], series: {title: string, place: number, of: number, own: boolean, told: string,
 *   last: boolean, points: string} | null, ranking: Ranking | null, over: Over | null,
 *   people: {number: number, name: string, here: boolean, state: string, done: boolean, remove: string}[],
 *   here: string, way_in: string, asked: number, clauses: Missed[]}} State
 */

/** @type {State | undefined} */
let state;
let at = 0;
const stage = part("stage");
const root = part("shown");
const it = viewIn(root, draw);

connect("teacher/board/line", {
  here: () => alarm(""),
  lost: () => alarm(words["room.lost"]),
  heard: (news) => {
    if (!news.state) return;
    if (state?.asked !== news.state.asked) at = 0;
    state = news.state;
    soon();
  },
});

let isComing = false;

/** Draws with the next frame, once, however much has been heard until then. */
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
    const told = await answer.json();
    problem.textContent = told.problem;
    if (told.problem) problem.scrollIntoView({ block: "nearest" });
    return !told.problem;
  } catch {
    alarm(words["room.lost"]);
    return false;
  } finally {
    underWay.delete(number);
  }
}

/** @param {string} text */
function say(text) {
  part("said").textContent = "";
  part("said").textContent = text;
  setTimeout(() => (part("said").textContent = ""), 4000);
}

// The stage

/** @param {Put} question @returns {Child} */
const options = ({ choices, bars }) =>
  !bars &&
  choices.length > 0 &&
  h(
    "ul",
    { key: "options", class: "board-offered" },
    choices.map(({ key, label }) => h("li", { key }, label)),
  );

/** @param {Bar} bar */
const barred = ({ key, label, cards, count, share, right, mark, worth, why }) =>
  h(
    "li",
    { key, class: `board-bar${right === null ? "" : right ? " board-bar-right" : " board-bar-wrong"}` },
    h(
      "span",
      { key: "label", class: "board-bar-label" },
      mark && h("span", { key: "mark", class: "board-mark", role: "img", "aria-label": mark }, right ? "✓" : "✗"),
      cards.map((card, place) => picture(it, card, { key: card + place })),
      h("span", { key: "text", class: cards.length ? "cardlab-unseen" : null }, label),
    ),
    h("span", { key: "bar", class: "board-length", "aria-hidden": "true", style: `--board-share: ${share}` }),
    h("strong", { key: "count", class: "board-count" }, String(count)),
    worth && h("span", { key: "worth", class: "board-worth" }, worth),
    why.length > 0 &&
      count > 0 &&
      h("details", { key: "why", class: "board-why" }, h("summary", {}, words["board.why"]), sentences(why)),
  );

/** @param {Put} question @returns {Child[]} */
const drawn = (question) => [
  h("p", { key: "kind", class: "board-kind" }, question.kind_told),
  h(
    "div",
    { key: "both", class: "board-both" },
    h(
      "div",
      { key: "question", class: "board-side" },
      asking(question),
      table(it, question),
      question.hand.length > 0 &&
        h(
          "div",
          { key: "hand", class: "board-looked" },
          h("p", { class: "cardlab-line" }, h("strong", {}, question.hand_label)),
          row(it, question.hand, question.hand_label),
        ),
    ),
    h(
      "div",
      { key: "answers", class: "board-side" },
      options(question),
      h(
        "p",
        { key: "answered", class: "board-answered" },
        h("strong", { class: "board-number" }, String(question.count)),
        " ",
        question.answered,
        question.rightly && ` · ${question.rightly}`,
        question.closed && ` · ${question.closed}`,
      ),
      question.bars && h("ul", { key: "bars", class: "board-bars" }, question.bars.map(barred)),
      question.solution &&
        h("div", { key: "solved", class: "cardlab-verdict cardlab-yes" }, solved(it, question.solution)),
      (question.laboratory || question.counting) &&
        h("p", { key: "laboratory", class: "cardlab-verdict cardlab-hint" }, question.laboratory || question.counting),
      question.remark && h("p", { key: "remark", class: "cardlab-verdict cardlab-hint" }, question.remark),
    ),
  ),
];

function buttons() {
  if (!state) return [];
  const { questions, series } = state;
  const isOpen = questions.some(({ phase }) => phase === "open");
  const isHidden = questions.some(({ phase }) => phase !== "revealed");
  const next = series && !series.own;
  const one = (/** @type {string} */ what, /** @type {string} */ label, isMain = false) =>
    h(
      "button",
      { key: what, type: "button", class: isMain ? "course-button" : "room-button", "data-order": what },
      label,
    );
  return [
    isOpen && one("close", words["board.close"], false),
    questions.length > 0 && isHidden && one("reveal", words["board.reveal"], true),
    next && one("next", words[series.last ? "board.next_last" : "board.next"], !isHidden),
    (questions.length > 0 || series) && one("end", words["board.end_it"]),
    state.ranking &&
      h(
        "button",
        { key: "ranking", type: "button", class: "room-button", "data-do": "ranking" },
        words[isRanked() ? "board.hide_ranking" : "board.show_ranking"],
      ),
    h(
      "button",
      { key: "full", type: "button", class: "room-button", "data-do": "full" },
      words[document.fullscreenElement ? "widget.leave" : "widget.full"],
    ),
    state.way_in && h("span", { key: "way", class: "board-way" }, state.way_in),
  ];
}

/** Which series' ranking the teacher has shown or hidden by the button; else it is as the series began. */
let pressed = { series: 0, shown: false };

/** Whether the ranking is to be seen. */
const isRanked = () => {
  const ranking = state?.ranking;
  return ranking ? (pressed.series === ranking.series ? pressed.shown : ranking.shown) : false;
};

const ranking = () =>
  state?.ranking &&
  isRanked() && [
    h("h3", { key: "standings", class: "board-standings" }, words["board.standings"]),
    h(
      "ol",
      { key: "ranking", class: "board-ranking" },
      state.ranking.lines.map(({ place, name, points }, nth) =>
        h("li", { key: nth }, h("span", {}, `${place}.`), " ", h("bdi", {}, name), " ", h("span", {}, points)),
      ),
    ),
  ];

/** How a series has ended: what was right of each question, the hardest rule, and who has how many points. @param {Over} over */
const ended = ({ title, questions, hardest }) => [
  h("h2", { key: "over", class: "board-over" }, title),
  h(
    "div",
    { key: "ended", class: "board-both" },
    h(
      "div",
      { key: "went", class: "board-side" },
      h(
        "ol",
        { key: "questions", class: "board-went" },
        questions.map(({ number, name, told, share }) =>
          h(
            "li",
            { key: number },
            h("span", {}, h("bdi", {}, name), " ", h("strong", {}, told)),
            h("span", { class: "board-length", "aria-hidden": "true", style: `--board-share: ${share}` }),
          ),
        ),
      ),
    ),
    h(
      "div",
      { key: "ranked", class: "board-side" },
      ranking(),
      hardest &&
        h(
          "p",
          { key: "hardest", class: "cardlab-verdict cardlab-hint" },
          words["board.hardest"],
          " ",
          h("strong", {}, hardest.id),
          ` ${hardest.text} (${hardest.told})`,
        ),
    ),
  ),
];

const SIZES = [1.5, 1.35, 1.2];
let fitted = "";

/** On the full screen everything is as large as fits without scrolling, so that it is read from the last row. */
function fit() {
  const shown = state?.questions.map(({ number, phase }) => [number, phase]);
  const now = document.fullscreenElement
    ? JSON.stringify([shown, at, state?.over, isRanked(), innerWidth, innerHeight])
    : "";
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
  const { questions, series, over } = state;
  at = Math.min(at, Math.max(0, questions.length - 1));
  patch(root, [
    h(
      "p",
      { key: "series", class: "board-series", hidden: series ? null : "" },
      series?.told,
      " ",
      series && h("span", {}, series.points),
    ),
    stepper(
      questions,
      at,
      ({ count, answered }, place) =>
        `${words["board.step_count"].replace("{number}", String(place + 1))} ${count} ${answered}`,
      ({ count }) => h("small", { "aria-hidden": "true" }, `(${count})`),
      (place) => {
        at = place;
        draw();
      },
    ),
    questions.length
      ? drawn(questions[at])
      : over
        ? ended(over)
        : h("p", { key: "nothing", class: "board-waiting" }, words["board.nothing_asked"]),
    !over && ranking(),
  ]);
  fit();
  const held = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.order;
  patch(part("buttons"), buttons());
  // The button that was pressed may be gone; the next one of its kind takes the focus, so that keys go on working.
  if (held && !(document.activeElement instanceof HTMLButtonElement))
    /** @type {HTMLElement | null} */ (part("buttons").querySelector("[data-order]"))?.focus();
  drawIfNew("people", [state.people, state.here], drawPeople);
  drawIfNew("clauses", state.clauses, drawClauses);
  root.setAttribute("aria-label", document.title);
  document.documentElement.dataset.board = "ready";
}

/** What was drawn last of what changes more rarely than the question. @type {Record<string, string>} */
const last = {};

/** @param {string} name @param {unknown} shown @param {() => void} drawing */
function drawIfNew(name, shown, drawing) {
  const text = JSON.stringify(shown);
  if (last[name] === text) return;
  last[name] = text;
  drawing();
}

function drawPeople() {
  if (!state) return;
  if (part("here").textContent !== state.here) part("here").textContent = state.here;
  const before = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.number;
  patch(
    part("people"),
    state.people.map(({ number, name, here, state: told, done, remove }) =>
      h(
        "li",
        { key: number, class: here ? null : "room-away" },
        h("bdi", {}, name),
        h("span", {}, done ? "✓ " : "", told),
        h(
          "button",
          { type: "button", class: "room-button", "data-number": number, "aria-label": remove },
          words["room.sent_out"],
        ),
      ),
    ),
  );
  if (before && !(document.activeElement instanceof HTMLButtonElement))
    /** @type {HTMLElement | null} */ (part("people").querySelector("button"))?.focus();
}

function drawClauses() {
  patch(
    part("clauses"),
    (state?.clauses ?? []).map(({ id, text, told, share }) =>
      h(
        "li",
        { key: id },
        h("strong", {}, id),
        " ",
        h("span", {}, text),
        h("span", { class: "board-length", "aria-hidden": "true", style: `--board-share: ${share}` }),
        h("span", { class: "board-told" }, told),
      ),
    ),
  );
}

// What is to be asked

const ask = /** @type {HTMLFormElement} */ (part("ask"));
let kind = "drill";

/** @param {HTMLFormElement} form @param {string} name @returns {HTMLInputElement} */
const field = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

/** The start number; null where it is left open, to be drawn by lot. @param {HTMLFormElement} form */
const start = (form) => (field(form, "seed").value === "" ? null : Number(field(form, "seed").value));

const drills = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (field(ask, "drill")));
/** All exercises, by lesson, as the page came; the list is shorter while somebody looks for one. */
const lessons = /** @type {HTMLOptGroupElement[]} */ ([...drills.children]);
const drillNames = new Map([...drills.options].map(({ value, text }) => [value, text]));

/** A text as it is compared: without capitals and accents. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Leaves in the list what has every word that was typed, in its own name or that of its lesson; all, if none has. */
function find() {
  const wanted = plain(/** @type {HTMLInputElement} */ (part("find")).value)
    .split(/\s+/)
    .filter(Boolean);
  const before = drills.value;
  const groups = lessons.map((lesson) => {
    const group = /** @type {HTMLOptGroupElement} */ (lesson.cloneNode(true));
    for (const option of group.querySelectorAll("option")) {
      const text = plain(`${group.label} ${option.text}`);
      if (!wanted.every((word) => text.includes(word))) option.remove();
    }
    return group;
  });
  const some = groups.filter(({ children }) => children.length);
  drills.replaceChildren(...(some.length ? some : lessons));
  drills.value = before;
  if (drills.selectedIndex < 0) drills.selectedIndex = 0;
  const count = some.reduce((sum, { children }) => sum + children.length, 0);
  part("found").textContent = wanted.length ? words["board.found"].replace("{count}", String(count)) : "";
}

/** Rows for the options of a free question; there is always one more to fill in, as far as there may be. */
function fitOptions() {
  const place = part("options");
  const most = Number(place.dataset.most);
  const rows = () => /** @type {HTMLElement[]} */ ([...place.children]);
  const text = (/** @type {HTMLElement} */ one) => /** @type {HTMLInputElement} */ (one.querySelector("[type=text]"));
  const isFull = () => rows().every((one) => text(one).value.trim());
  while (rows().length < 2 || (isFull() && rows().length < most)) {
    const number = rows().length + 1;
    const line = document.createElement("div");
    const option = Object.assign(document.createElement("input"), { type: "text", maxLength: 120, dir: "auto" });
    option.setAttribute("aria-label", words["board.option"].replace("{number}", String(number)));
    const right = Object.assign(document.createElement("input"), { type: "checkbox" });
    const label = document.createElement("label");
    label.className = "board-tick";
    label.append(right, ` ${words["board.is_right"]}`);
    line.append(option, label);
    place.append(line);
  }
}

/** @returns {Record<string, any>} */
function question() {
  if (kind === "drill")
    return {
      ask: "drill",
      drill: field(ask, "drill").value,
      level: Number(field(ask, "level").value),
      seed: start(ask),
    };
  if (kind === "position") return { ask: field(ask, "ask").value, position: field(ask, "position").value };
  const rows = /** @type {HTMLElement[]} */ ([...part("options").children])
    .map((one) => ({
      text: /** @type {HTMLInputElement} */ (one.querySelector("[type=text]")).value.trim(),
      right: /** @type {HTMLInputElement} */ (one.querySelector("[type=checkbox]")).checked,
    }))
    .filter(({ text }) => text);
  return {
    ask: "free",
    text: field(ask, "text").value,
    options: rows.map(({ text }) => text),
    right: rows.flatMap(({ right }, place) => (right ? [place] : [])),
    multiple: field(ask, "multiple").checked,
  };
}

/** What a question is called in the list of a series. @param {Record<string, any>} one */
function called(one) {
  if (one.ask === "free") return one.text;
  if (one.ask !== "drill")
    return `${[.../** @type {any} */ (field(ask, "ask")).options].find(({ value }) => value === one.ask)?.text}`;
  const level = [.../** @type {any} */ (field(ask, "level")).options].find(({ value }) => Number(value) === one.level);
  const which = typeof one.seed === "number" ? `${one.seed}/${one.number}` : words["board.by_lot"];
  return `${drillNames.get(one.drill) ?? one.drill} · ${level?.text ?? one.level} · ${which}`;
}

const KEPT = "cardlab-board-series";
/** @type {Record<string, any>[]} */
let series = [];
try {
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  if (Array.isArray(kept)) series = kept.filter((one) => one && typeof one === "object" && typeof one.ask === "string");
} catch {
  // What cannot be read is as if it were not there: a list is quickly made again.
}

function drawSeries() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(series));
  } catch {
    // A list that cannot be kept lasts as long as the page.
  }
  patch(
    part("series"),
    series.length
      ? series.map((one, place) =>
          h(
            "li",
            { key: place },
            h("bdi", {}, called(one)),
            " ",
            h(
              "button",
              {
                type: "button",
                class: "room-button",
                "aria-label": words["board.take_off"].replace("{name}", called(one)),
                onclick: () => {
                  series = series.filter((_one, other) => other !== place);
                  drawSeries();
                  /** @type {HTMLElement | null} */ (part("series").querySelector("button"))?.focus();
                },
              },
              "×",
            ),
          ),
        )
      : [h("li", { class: "board-none" }, words["board.series_empty"])],
  );
}

/** @param {Record<string, any>} one */
function add(one) {
  // Every question of a drill in a series is another one; those that are drawn are so anyway.
  const same = series.filter(
    ({ drill, level, seed }) => drill === one.drill && level === one.level && seed === one.seed,
  );
  series = [...series, typeof one.seed === "number" ? { ...one, number: same.length + 1 } : one];
  drawSeries();
  say(words["board.added"]);
}

const LARGEST_FILE = 200_000;

/**
 * The questions of a file: of a series that was saved here.
 * @param {string} text @returns {Record<string, any>[]}
 */
function questionsIn(text) {
  try {
    const { cardlab_board: own, questions } = JSON.parse(text);
    if (own === 1 && Array.isArray(questions)) return questions.filter((one) => typeof one?.ask === "string");
  } catch {
    // What is no file of ours holds no questions.
  }
  return [];
}

const unreadable = () => (part("problem").textContent = words["board.no_series_in_file"]);

/** @param {string} text */
function open(text) {
  const found = questionsIn(text);
  if (!found.length) return unreadable();
  part("problem").textContent = "";
  series = [...series, ...found];
  drawSeries();
  say(words["board.added"]);
}

const isLive = () => field(ask, "live").checked;
const begin = /** @type {HTMLFormElement} */ (part("begin"));
const ready = /** @type {HTMLFormElement} */ (part("ready"));

/** How a series is to count, and whether names are shown. */
const counted = () => ({ points: field(begin, "points").value, names: field(begin, "names").checked, live: isLive() });

// Hands

const full = () =>
  document.fullscreenElement ? document.exitFullscreen().catch(() => {}) : stage.requestFullscreen?.().catch(() => {});

/** @type {Record<string, () => unknown>} */
const does = {
  add: async () => {
    if (!ask.reportValidity()) return;
    // What nobody could be asked is said now, and not before the class.
    const one = question();
    if (await act({ do: "try", question: one, live: isLive() })) add(one);
  },
  clear: () => confirm(document.body.dataset.clearSure) && act({ do: "clear" }),
  full,
  ranking: () => {
    if (!state?.ranking) return;
    pressed = { series: state.ranking.series, shown: !isRanked() };
    draw();
    root.querySelector(".board-ranking")?.scrollIntoView({ block: "nearest" });
  },
  save: () =>
    save(
      "cardlab-series.json",
      `${JSON.stringify({ cardlab_board: 1, questions: series }, null, 1)}\n`,
      "application/json",
    ),
  open: () => choose(LARGEST_FILE, open, unreadable),
};

document.addEventListener("click", ({ target }) => {
  const pressed = target instanceof Element ? target.closest("button") : null;
  if (!pressed) return;
  const { order, number, do: does_, tab } = pressed.dataset;
  if (order) act({ do: order, live: isLive() });
  else if (number) act({ do: "remove", number: Number(number) });
  else if (does_) does[does_]?.();
  else if (tab) {
    kind = tab;
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-tab]")))
      one.setAttribute("aria-pressed", String(one.dataset.tab === tab));
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (ask.querySelectorAll("[data-for]")))
      one.hidden = one.dataset.for !== tab;
    // What is out of sight must not keep the form from being sent.
    field(ask, "seed").disabled = tab !== "drill";
  }
});

const example = () => {
  const chosen = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (field(ask, "ask")));
  const written = field(ask, "position");
  const examples = [...chosen.options].map(({ dataset }) => dataset.example ?? "");
  if (!written.value || examples.includes(written.value))
    written.value = chosen.selectedOptions[0]?.dataset.example ?? "";
};
field(ask, "ask").addEventListener("change", example);
ask.addEventListener("input", fitOptions);
part("find").addEventListener("input", find);
part("find").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault(); // nothing is asked yet: what was found is chosen first
  drills.focus();
});
ask.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await act({ do: "ask", question: question(), live: isLive() })) stage.scrollIntoView({ block: "start" });
});
begin.addEventListener("submit", async (event) => {
  event.preventDefault();
  const order = {
    do: "begin",
    title: field(begin, "title").value,
    questions: series,
    pace: field(begin, "pace").value,
  };
  if (await act({ ...order, ...counted() })) stage.scrollIntoView({ block: "start" });
});
ready.addEventListener("submit", async (event) => {
  event.preventDefault();
  const pressed = /** @type {HTMLButtonElement} */ (/** @type {SubmitEvent} */ (event).submitter);
  const order = {
    do: pressed.value,
    title: pressed.textContent,
    lesson: field(ready, "lesson").value,
    drills: [],
    level: Number(field(ready, "level").value),
    seed: start(ready),
    count: Number(field(ready, "count").value),
    pace: "own",
  };
  if (await act({ ...order, ...counted() })) stage.scrollIntoView({ block: "start" });
});

/** The keys of the page, as long as nobody types. @type {Record<string, string>} */
const KEYS = { KeyC: "close", KeyR: "reveal", KeyN: "next" };

document.addEventListener("keydown", (event) => {
  const { code, target, ctrlKey, metaKey, altKey, repeat } = event;
  if (ctrlKey || metaKey || altKey || repeat) return;
  if (target instanceof Element && target.closest("input, select, textarea, dialog")) return;
  if (code === "KeyF") full();
  else if (code in KEYS && part("buttons").querySelector(`[data-order=${KEYS[code]}]`))
    act({ do: KEYS[code], live: isLive() });
  else return;
  event.preventDefault();
});
document.addEventListener("fullscreenchange", draw);
addEventListener("resize", fit);
addEventListener("cardlab-deck", draw);

fitOptions();
example();
drawSeries();
