/**
 * A lesson walked through step by step: one clause or exercise at a time, with the list of all beside it.
 *
 * The whole lesson is always in the page: one switch shows it as one long text, and so do print and a browser without
 * JavaScript. Which step is seen stands in the address, so that Back, reload and a link lead to it. What was seen is
 * kept in this browser beside the answers, and goes when they are deleted.
 */

import { readData, write } from "../../widgets/js/kept.js";

const KEY = "cardlab-progress-steps";
/** @typedef {{whole?: boolean, code?: boolean, seen: Record<string, string[]>, done?: Record<string, [number, number]>, last?: {page: string, step: string, title: string}}} Kept */

/** @returns {Kept} */
export const kept = () => {
  const stored = readData(KEY);
  return stored && typeof stored.seen === "object" ? stored : { seen: {} };
};

/** @param {(now: Kept) => void} change */
const keep = (change) => {
  const now = kept();
  change(now);
  write(KEY, JSON.stringify(now));
};

/** The name of this page's notebook, "melds": the same in every language. */
const pageName = () => (document.documentElement.dataset.lesson ?? "").replace(/^.*\/|\.ipynb$/g, "");

/** Before the first paint: whether lessons are walked or shown whole, and whether with the code of their rules. */
export const prepare = () => {
  const { whole, code } = kept();
  document.documentElement.dataset.walk = whole ? "whole" : "stepwise";
  document.documentElement.dataset.code = code ? "shown" : "hidden";
};

/** Sets up the walk, where the page has steps. */
export const walk = () => {
  const steps = [...document.querySelectorAll(".course-step")];
  const list = document.querySelector(".course-steps");
  if (!steps.length || !list) return;
  const page = document.documentElement;
  const words = document.body.dataset;
  const links = [...list.querySelectorAll("a")];
  const folds = /** @type {HTMLDetailsElement} */ (list.querySelector("details"));
  const whole = /** @type {HTMLButtonElement} */ (list.querySelector(".course-whole"));
  const codes = /** @type {HTMLButtonElement | null} */ (list.querySelector(".course-codes"));
  const turn = /** @type {HTMLElement} */ (document.querySelector(".course-turn"));
  const at = /** @type {HTMLElement} */ (turn.querySelector(".course-at"));
  const [previous, next] = [...turn.querySelectorAll("button")];
  const onward = document.querySelector(".course-onward");
  /** How many steps there are to be done; behind them stand the extras, which nobody needs to go on. */
  const core = steps.filter((step) => !("extra" in step.dataset)).length;
  const wide = matchMedia("(min-width: 64rem)");
  /** The step that the address names. */
  let number = 0;

  const isWhole = () => page.dataset.walk === "whole";
  /** With what a step comes into sight: the list stands above a narrow page, and its step is seen with it. */
  const top = () => (wide.matches ? page : list);

  const exercise = (/** @type {HTMLElement} */ step) => step.querySelector("[data-total]");

  /** Marks in the list what is done: an exercise when it is solved, a guided game at its end, anything else once seen. */
  const mark = () => {
    const { seen: everywhere, done: before } = kept();
    const seen = everywhere[pageName()] ?? [];
    let count = 0;
    for (const [index, step] of steps.entries()) {
      const widget = exercise(step);
      const { solved = "0", total = "1" } = widget?.dataset ?? {};
      const isRead = !("exercises" in step.dataset) && seen.includes(step.id);
      const isDone = widget ? Number(solved) >= Number(total) : isRead;
      if (isDone && index < core) count += 1;
      const link = links[index];
      if (!link) continue;
      link.classList.toggle("course-done", isDone === true);
      link.dataset.part = widget && !isDone && solved !== "0" ? `${solved}/${total}` : "";
      link.title = isDone ? (words.done ?? "") : "";
    }
    const [formerly, total] = before?.[pageName()] ?? [0, 0];
    // Exercises come with their answers after the page: until then what was done stays done.
    const isDrawn = page.dataset.course === "ready";
    if (count > formerly || total !== core || (isDrawn && count !== formerly))
      keep((now) => {
        now.done = { ...now.done, [pageName()]: [count, core] };
      });
  };

  /** Shows what belongs to the present step and how the page is walked. */
  const draw = () => {
    const here = steps[number];
    page.dataset.step = here.id;
    whole.hidden = false;
    whole.textContent = (isWhole() ? words.stepwise : words.whole) ?? "";
    if (codes) {
      codes.hidden = false;
      codes.textContent = (page.dataset.code === "shown" ? words.noCodes : words.codes) ?? "";
    }
    turn.hidden = isWhole();
    if (onward) onward.hidden = !isWhole();
    folds.open = wide.matches;
    for (const [index, step] of steps.entries()) step.classList.toggle("course-shown", index === number);
    for (const [index, link] of links.entries()) {
      if (index === number && !isWhole()) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
    previous && (previous.disabled = number === 0);
    next && (next.hidden = number === steps.length - 1);
    // Where the lesson is done, the way on to the next one is the first to be seen; the extras are the second.
    next?.classList.toggle("course-second", number >= core - 1);
    const before = number >= core ? core : 0;
    at.textContent = ((before ? words.extra : words.step) ?? "")
      .replace("{number}", String(number + 1 - before))
      .replace("{count}", String(before ? steps.length - core : core));
    if (onward) onward.hidden = !isWhole() && number < core - 1;
    links[number]?.scrollIntoView({ block: "nearest" });
    remember();
    mark();
  };

  const remember = () =>
    keep((now) => {
      const here = steps[number];
      now.seen[pageName()] = [...new Set([...(now.seen[pageName()] ?? []), ...(isWhole() ? [] : [here.id])])];
      now.last = { page: pageName(), step: here.id, title: links[number]?.textContent ?? "" };
    });

  /** Reading goes on at the heading of the step, by keyboard and by ear. */
  const begin = () => {
    const heading = steps[number]?.querySelector("h1, h2, h3, blockquote");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  };

  /** Goes to the step that the address names, or that holds what it names. @param {boolean} byHand */
  const follow = (byHand) => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const index = steps.findIndex((step) => target && step.contains(target));
    number = Math.max(index, 0);
    draw();
    if (isWhole() || !byHand) return;
    if (target !== steps[number]) return target?.scrollIntoView({ block: "start" });
    begin();
    const step = steps[number];
    const isHigh =
      wide.matches && turn.getBoundingClientRect().bottom > innerHeight + top().getBoundingClientRect().top;
    (isHigh ? step : top()).scrollIntoView({ block: "start", behavior: "instant" });
    // What is higher than the screen begins at its heading; an exercise, as far below as its cards and buttons are seen.
    const panel = step.querySelector(".cardlab-root");
    if (!isHigh || !panel || panel.offsetHeight > innerHeight || step.querySelector(".course-prose + .course-prose"))
      return;
    panel.scrollIntoView({ block: "nearest" });
  };

  const goTo = (/** @type {number} */ index) => {
    const step = steps[Math.max(0, Math.min(steps.length - 1, index))];
    if (step) location.hash = step.id;
  };

  previous?.addEventListener("click", () => goTo(number - 1));
  next?.addEventListener("click", () => goTo(number + 1));
  whole.addEventListener("click", () => {
    page.dataset.walk = isWhole() ? "stepwise" : "whole";
    keep((now) => {
      now.whole = isWhole();
    });
    draw();
    if (isWhole()) steps[number]?.scrollIntoView({ block: "start" });
  });
  codes?.addEventListener("click", () => {
    page.dataset.code = page.dataset.code === "shown" ? "hidden" : "shown";
    keep((now) => {
      now.code = page.dataset.code === "shown";
    });
    draw();
  });
  addEventListener("hashchange", () => follow(true));
  addEventListener("cardlab-progress", (event) => {
    if (/** @type {CustomEvent} */ (event).detail === "forgotten") mark();
  });
  // An exercise that the address asks for says so when it is drawn.
  document.addEventListener("cardlab-opened", ({ target }) => {
    const index = steps.findIndex((step) => step.contains(/** @type {Node} */ (target)));
    if (index >= 0) number = index;
    draw();
  });
  wide.addEventListener("change", draw);
  new MutationObserver(draw).observe(page, { attributes: true, attributeFilter: ["data-course"] });
  new MutationObserver(mark).observe(/** @type {Node} */ (document.querySelector(".course-lesson")), {
    attributes: true,
    attributeFilter: ["data-solved"],
    childList: true,
    subtree: true,
  });
  follow(false);
  if (!isWhole() && location.hash === `#${steps[number]?.id}`) begin();
};
