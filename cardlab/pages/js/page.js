/**
 * One notebook's page, alive: puts what its cells show into their places, keeps them up to date, tells of trouble.
 *
 * Entry point of the bundle. Knows the order of events; the parts know how.
 */

import { invited, note } from "./connection.js";
import { Place } from "./places.js";
import { shown } from "./shown.js";

/** @typedef {import("./line.js").Line} Line */
/**
 * @type {{line: Line, alarm: (text: string, way?: string, go?: () => void) => void, quietly: (text: string, stays?:
 * boolean) => void, announce: (text: string) => void, ready: () => void, step: () => void}}
 */
const course = /** @type {any} */ (window).course;
const { line } = course;
const words = document.body.dataset;

/** @type {Map<string, any>} */
const constants = new Map();
/** @type {Map<string, Place>} */
const places = new Map();
/** What each cell shows, as it was sent last. @type {Map<number, any[]>} */
const cells = new Map();
/** Everything that is being drawn. @type {Promise<unknown>} */
let drawing = Promise.resolve();
let isReady = false;
/** So many milliseconds cells are drawn one after the other before the page may answer: each rest is a new picture. */
const TOGETHER = 12;
/** When the page could answer last: first what is in sight comes into sight. */
let rested = -TOGETHER;

/**
 * Draws what a cell shows, after everything that is drawn already; in between the page can answer.
 * @param {number} number
 */
function draw(number) {
  drawing = drawing.then(async () => {
    const element = document.getElementById(`cell-${number}`);
    if (!element) return;
    const outputs = cells.get(number) ?? [];
    // What was there keeps its room until the new is drawn, so that nothing jumps.
    element.style.minHeight = element.childElementCount ? `${element.offsetHeight}px` : "";
    const drawn = outputs.map((output) => shown(output, places));
    await Promise.all(drawn.map(([, there]) => there));
    element.replaceChildren(...drawn.map(([element]) => element));
    element.style.minHeight = "";
    element.classList.remove("course-awaited");
    course.step();
    if (!drawn.length || performance.now() - rested < TOGETHER) return;
    await new Promise((done) => setTimeout(done));
    rested = performance.now();
  });
}

/** @param {any[]} frame */
async function receive([kind, ...content]) {
  switch (kind) {
    case "here":
      return here(content[0]);
    case "constant":
      constants.set(content[0], content[1]);
      return;
    case "open": {
      const [name, view, known, picture] = content;
      const place = places.get(name);
      if (place) return place.show(picture);
      const state = { shown: picture };
      for (const constant of known) Object.assign(state, constants.get(constant));
      places.set(name, new Place(line, name, view, state));
      return;
    }
    case "state":
      return places.get(content[0])?.change(content[1], content[2]);
    case "once":
      return places.get(content[1])?.once(content[2]);
    case "cell":
      return cell(content[0], content[1]);
    case "out":
      if (content.length > 1) return more(content[1], content[0]);
      return course.quietly((content[0].error === "long" ? words.tooLong : words.failed) ?? "");
    case "ready":
      // What the server says meanwhile is shown at once, also while places further down are still drawn.
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

/** @param {{fresh: boolean, restored: boolean, shared?: boolean}} content */
function here({ fresh, restored, shared }) {
  // What is shared has not begun anew: it is shown in the places that there are.
  if (!fresh || !hadSession || shared) {
    hadSession = true;
    return;
  }
  // Views begin anew: what a browser keeps is told to the new session by them.
  places.clear();
  cells.clear();
  course.quietly((restored ? words.restored : words.anew) ?? "");
}
let hadSession = line.session !== "";

/** @param {number} number @param {any[]} outputs */
function cell(number, outputs) {
  const before = cells.get(number);
  cells.set(number, outputs);
  if (before === undefined || JSON.stringify(before) !== JSON.stringify(outputs)) draw(number);
}

/**
 * What a cell shows besides, because something was pressed there.
 * @param {number} number @param {any} output
 */
function more(number, output) {
  const before = cells.get(number) ?? [];
  const last = before.at(-1);
  const isText = output.text !== undefined && last?.text !== undefined;
  cells.set(number, isText ? [...before.slice(0, -1), { text: last.text + output.text }] : [...before, output]);
  drawing = drawing.then(async () => {
    const element = document.getElementById(`cell-${number}`);
    const [added, there] = shown(output, places);
    if (isText && element?.lastElementChild) element.lastElementChild.append(output.text);
    else element?.append(added);
    await there;
  });
}

async function ready() {
  await drawing;
  isReady = true;
  course.ready();
}

/** A page that is a scene as a whole, and no prose to be read meanwhile. */
const scene = /** @type {HTMLElement | null} */ (document.querySelector(".course-scene"));

/** Above a scene, so that it covers nothing that is pressed there. */
const showLost = scene && note("course-lost");
line.addEventListener("lost", () => {
  if (!scene) return course.alarm(words.lost ?? "", words.reload);
  scene.setAttribute("data-torn", "");
  showLost?.(words.lost ?? "");
});
line.addEventListener("back", () => {
  scene?.removeAttribute("data-torn");
  showLost?.("");
  if (!document.querySelector(".course-alert.course-shown")) return;
  course.alarm("");
  course.quietly(words.back ?? "");
});
const showSending = note("course-sending");
// While the page starts, nothing is a press yet.
line.addEventListener("sending", () => isReady && showSending(words.sending ?? ""));
line.addEventListener("sent", () => showSending(""));
line.addEventListener("slow", () => course.quietly(words.slow ?? "", true));
line.addEventListener("quick", () => course.quietly(""));
line.addEventListener("over", () => {
  invited({ href: "", text: "" }, "");
  // What came before is shown first; a scene may have something left to do for who is out.
  void turn.then(() => {
    if (scene && !scene.querySelector("[data-farewell]")) scene.inert = true;
  });
  course.alarm(words.out ?? "", words.reload);
});
line.addEventListener("elsewhere", () =>
  course.alarm(words.elsewhere ?? "", words.here, () => {
    course.alarm("");
    line.again();
  }),
);

/** One frame after the other, each when the one before it has been dealt with. @type {Promise<unknown>} */
let turn = Promise.resolve();
/** @param {any[]} frame */
const take = (frame) => {
  turn = turn.then(() => receive(frame)).catch((problem) => console.warn(problem));
};
// What a fresh session shows stands in the page, in a plain file without what the address asks for; who comes back to a
// session waits for what that shows.
if (!line.session && !(line.connection.isEager && location.search))
  for (const frame of JSON.parse(document.querySelector(".course-first")?.textContent || "[]")) take(frame);
line.take(take);
