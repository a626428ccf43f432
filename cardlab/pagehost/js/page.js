/**
 * One lesson's page, alive: puts what its cells show into their places, keeps its widgets up to date, tells of trouble.
 *
 * Entry point of the bundle. Knows the order of events; the parts know how.
 */

import { invited, note } from "./connection.js";
import { Models, asset } from "./models.js";
import { shown } from "./shown.js";

/** @typedef {import("./page_connection.js").PageConnection} PageConnection */
/**
 * @type {{connection: PageConnection, alarm: (text: string, way?: string, go?: () => void) => void, quietly: (text: string, stays?:
 * boolean) => void, announce: (text: string) => void, ready: () => void, step: () => void}}
 */
const course = /** @type {any} */ (window).course;
const { connection } = course;
const words = document.body.dataset;

/**
 * @typedef {{open: Function, say: Function, close: Function, show: (id: string, element: HTMLElement) => Promise<any>,
 * out?: Function}} Widgets
 */
/** @type {Widgets} */
let widgets = new Models(connection);
/**
 * What the server has sent of each widget, for the whole of ipywidgets if it has to come later.
 * @type {Map<string, any>}
 */
const opened = new Map();
/** The state of each widget, as it was sent last. @type {Map<string, Record<string, any>>} */
const latest = new Map();
/** @type {Map<number, any>} */
const shared = new Map();
/** What each cell shows, as it was sent last. @type {Map<number, any[]>} */
const cells = new Map();
/** Widgets that were sent since the page came back; the others have gone. @type {Set<string>} */
let there = new Set();
/** Everything that is being drawn. @type {Promise<unknown>} */
let drawing = Promise.resolve();
let isReady = false;
/** So many milliseconds cells are drawn one after the other before the page may answer: each rest is a new picture. */
const TOGETHER = 50;
/** When the page could answer last. */
let rested = 0;

/** @param {any} state @param {Record<string, number>} numbers */
const completed = (state, numbers) => {
  for (const [name, number] of Object.entries(numbers ?? {}))
    name ? (state[name] = shared.get(number)) : Object.assign(state, shared.get(number));
  return state;
};

/**
 * A change as the widgets know it: of some values only the keys that have changed are sent.
 * @param {string} id @param {any} data
 */
const restored = (id, { keys, gone, ...data }) => {
  const last = latest.get(id);
  if (!last || !data.state) return data;
  const state = { ...data.state };
  for (const [name, changed] of Object.entries(keys ?? {})) {
    state[name] = { ...last[name], ...changed };
    for (const key of gone[name]) delete state[name][key];
  }
  Object.assign(last, state);
  return { ...data, state };
};

/** A widget that we cannot show ourselves: from here on the whole of ipywidgets does. */
async function complete() {
  const { Manager } = await import("./manager.js");
  const before = widgets;
  const manager = new Manager(connection, asset, shown);
  widgets = manager;
  for (const [id, { data, buffers }] of opened) {
    const model = before instanceof Models && before.all.get(id);
    await manager.open(id, structuredClone(model ? { ...data, state: model.state, buffer_paths: [] } : data), buffers);
  }
  for (const number of cells.keys()) draw(number);
}

/** @param {number} number */
const placeOf = (number) => document.getElementById(`cell-${number}`);

/**
 * Draws what a cell shows, after everything that is drawn already; in between the page can answer.
 * @param {number} number
 */
function draw(number) {
  drawing = drawing.then(async () => {
    const element = placeOf(number);
    if (!element) return;
    const outputs = cells.get(number) ?? [];
    // What was there keeps its room until the new is drawn, so that nothing jumps.
    element.style.minHeight = element.childElementCount ? `${element.offsetHeight}px` : "";
    const drawn = outputs.map((output) => shown(output, widgets));
    await Promise.all(drawn.map(([, there]) => there));
    element.replaceChildren(...drawn.map(([element]) => element));
    element.style.minHeight = "";
    element.classList.remove("course-awaited");
    course.step();
    if (performance.now() - rested < TOGETHER) return;
    await new Promise((done) => setTimeout(done));
    rested = performance.now();
  });
}

/** @param {any[]} frame @param {DataView[]} buffers */
async function receive([kind, ...content], buffers) {
  switch (kind) {
    case "here":
      return here(content[0]);
    case "shared":
      shared.set(content[0], content[1]);
      return;
    case "open": {
      const [id, target, data] = content;
      if (target !== "jupyter.widget") return;
      data.state = completed(data.state, data.shared);
      there.add(id);
      opened.set(id, { data, buffers });
      latest.set(id, { ...data.state });
      if (widgets instanceof Models && !Models.knows(data.state)) return complete();
      return widgets.open(id, data, buffers);
    }
    case "say":
      return widgets.say(content[0], restored(content[0], content[1]), buffers);
    case "close":
      opened.delete(content[0]);
      latest.delete(content[0]);
      return widgets.close(content[0]);
    case "cell":
      return cell(content[0], content[1]);
    case "out":
      if (content[1].output_type === "error") course.quietly(words.failed ?? "");
      return widgets.out?.(content[0], content[1]);
    case "ready":
      // What the server says meanwhile is shown at once, also while widgets further down are still drawn.
      void ready();
      return;
    case "wait": {
      const waits = (words.wait ?? "").replace("{place}", content[0]);
      // A page that was open before shows all its parts: it says so beside them.
      isReady ? course.quietly(waits, true) : course.announce(waits);
      return;
    }
    case "invite":
      return invited(content[0], words.later ?? "");
  }
}

/** @param {{fresh: boolean, restored: boolean}} content */
function here({ fresh, restored }) {
  shared.clear();
  there = new Set();
  if (!fresh) return;
  if (isReady) course.quietly((restored ? words.restored : words.anew) ?? "");
  for (const id of opened.keys()) widgets.close(id);
  opened.clear();
  cells.clear();
  if (widgets instanceof Models) widgets = new Models(connection);
}

/** @param {number} number @param {any[]} outputs */
function cell(number, outputs) {
  const before = cells.get(number);
  cells.set(number, outputs);
  if (before === undefined || JSON.stringify(before) !== JSON.stringify(outputs)) draw(number);
}

async function ready() {
  for (const id of [...opened.keys()].filter((one) => !there.has(one))) {
    opened.delete(id);
    await widgets.close(id);
  }
  await drawing;
  isReady = true;
  course.ready();
}

connection.addEventListener("lost", () => course.alarm(words.lost ?? "", words.reload));
connection.addEventListener("back", () => {
  if (!document.querySelector(".course-alert.course-shown")) return;
  course.alarm("");
  course.quietly(words.back ?? "");
});
const showSending = note("course-sending");
// While the page starts, nothing is a press yet.
connection.addEventListener("sending", () => isReady && showSending(words.sending ?? ""));
connection.addEventListener("sent", () => showSending(""));
connection.addEventListener("slow", () => course.quietly(words.slow ?? "", true));
connection.addEventListener("quick", () => course.quietly(""));
connection.addEventListener("over", () => {
  invited({ href: "", text: "" }, "");
  course.alarm(words.out ?? "", words.reload);
});
for (const reason of ["elsewhere", "crowded"])
  connection.addEventListener(reason, () =>
    course.alarm(words[reason] ?? "", words.here, () => {
      course.alarm("");
      connection.again();
    }),
  );

/** One frame after the other, each when the one before it has been dealt with. @type {Promise<unknown>} */
let turn = Promise.resolve();
connection.take((frame, buffers) => {
  turn = turn.then(() => receive(frame, buffers)).catch((problem) => console.warn(problem));
});
