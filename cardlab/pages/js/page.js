/**
 * The page of a notebook: shows the outputs of its cells, keeps them up to date, and reports problems.
 *
 * Decides the order of events.
 */

import { invited, note } from "./connection.js";
import { Place } from "./places.js";
import { shown } from "./shown.js";

/**
 * What the frame around the page does for it.
 * @typedef {{alarm: (text: string, way?: string, go?: () => void) => void, quietly: (text: string, stays?: boolean) =>
 * void, announce: (text: string) => void, ready: () => void, step: () => void}} Course
 */

/** Milliseconds for which cells are drawn before the page pauses to react; each pause costs a repaint. */
const TOGETHER = 12;

/** Brings the page to life, once it is parsed. @param {import("./line.js").Line} line @param {Course} course */
export const live = (line, course) => {
  const words = document.body.dataset;

  /** @type {Map<string, any>} */
  const constants = new Map();
  /** @type {Map<string, Place>} */
  const places = new Map();
  /** The outputs of each cell, as sent last. @type {Map<number, any[]>} */
  const cells = new Map();
  /** Ends when all that is being drawn is there. @type {Promise<unknown>} */
  let drawing = Promise.resolve();
  let isReady = false;
  /** The time of the last pause. */
  let rested = -TOGETHER;

  /**
   * Draws the outputs of a cell after all earlier ones, with pauses in which the page can react.
   * @param {number} number
   */
  function draw(number) {
    drawing = drawing.then(async () => {
      const element = document.getElementById(`cell-${number}`);
      if (!element) return;
      const outputs = cells.get(number) ?? [];
      // The old content keeps its height until the new one is drawn, so that nothing jumps.
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
        // New states are shown at once, even while places further down are still being drawn.
        void ready();
        return;
      case "wait": {
        const waits = (words.wait ?? "").replace("{place}", content[0]);
        // A page that was open before still shows its content, so the notice goes beside it.
        isReady ? course.quietly(waits, true) : course.announce(waits);
        return;
      }
      case "invite":
        return invited(content[0], words.later ?? "");
    }
  }

  /** @param {{fresh: boolean, restored: boolean, shared?: boolean}} content */
  function here({ fresh, restored, shared }) {
    // Shared state has not been lost, so the existing places stay.
    if (!fresh || !hadSession || shared) {
      hadSession = true;
      return;
    }
    // New views tell the new session what the browser keeps.
    places.clear();
    cells.clear();
    course.quietly((restored ? words.restored : words.anew) ?? "");
  }
  let hadSession = line.comesBack;

  /** @param {number} number @param {any[]} outputs */
  function cell(number, outputs) {
    const before = cells.get(number);
    cells.set(number, outputs);
    if (before === undefined || JSON.stringify(before) !== JSON.stringify(outputs)) draw(number);
  }

  /**
   * Adds an output to a cell, the result of a message.
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

  /** Whether the page is one scene, without prose to read while it starts. */
  const scene = /** @type {HTMLElement | null} */ (document.querySelector(".course-scene"));

  /** The notes are above a scene, so that they cover no buttons. */
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
  // In this browser nothing is sent: Python is still starting, and only a note at the edge leaves the menu free.
  const [sending, showSending] = line.connection.isEager
    ? [words.loading, (/** @type {string} */ text) => course.quietly(text, true)]
    : [words.sending, note("course-sending")];
  // While the page starts, buttons don't work yet.
  line.addEventListener("sending", () => isReady && showSending(sending ?? ""));
  line.addEventListener("sent", () => showSending(""));
  line.addEventListener("slow", () => course.quietly(words.slow ?? "", true));
  line.addEventListener("quick", () => course.quietly(""));
  line.addEventListener("over", (event) => {
    invited({ href: "", text: "" }, "");
    showLost?.("");
    // Earlier frames are shown first: a scene may have something left to show to a learner who was removed.
    void turn.then(() => {
      if (scene && !scene.querySelector("[data-farewell]")) scene.inert = true;
    });
    const why = /** @type {CustomEvent<string>} */ (event).detail;
    if (why !== "full") dispatchEvent(new Event("cardlab-out"));
    course.alarm(words[why || "out"] ?? "", words.reload);
  });
  line.addEventListener("elsewhere", () =>
    course.alarm(words.elsewhere ?? "", words.here, () => {
      course.alarm("");
      line.again();
    }),
  );

  /** Ends when all frames so far have been handled, one after the other. @type {Promise<unknown>} */
  let turn = Promise.resolve();
  /** @param {any[]} frame */
  const take = (frame) => {
    turn = turn.then(() => receive(frame)).catch((problem) => console.warn(problem));
  };
  // The page contains what a new session shows (a plain file without what the address asks for). A page that comes back
  // to its session waits for that session's state.
  if (scene || (!line.comesBack && !(line.connection.isEager && location.search)))
    for (const frame of JSON.parse(document.querySelector(".course-first")?.textContent || "[]")) take(frame);
  line.take(take);
};
