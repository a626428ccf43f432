/**
 * A lesson shown step by step: one clause or exercise at a time, with the list of all steps beside it.
 *
 * The whole lesson is always in the page: a switch shows it as one long text, and so do print and a browser without
 * JavaScript. The address contains the current step, so that Back, reload and links lead to it. Seen and completed steps
 * are kept in this browser with the answers (`marks.js`), and deleted with them.
 */

import { keepMarks, marks } from "../../widgets/js/marks.js";
import { leads, leadWhole, rest, widgetsIn } from "./main_button.js";

/** The name of this page's notebook, such as "melds", the same in every language. */
const pageName = () => (document.documentElement.dataset.lesson ?? "").replace(/^.*\/|\.(?:ipynb|html)$/g, "");

/** Applied before the first paint: whether the lesson is shown in steps or whole, and with the code of its rules. */
export const prepare = () => {
  const { whole, code } = marks();
  document.documentElement.dataset.walk = whole.includes(pageName()) ? "whole" : "stepwise";
  document.documentElement.dataset.code = code ? "shown" : "hidden";
};

/** Sets up the steps, if the page has some, and the main button of every page. */
export const walk = () => {
  const steps = [...document.querySelectorAll(".course-step")];
  const list = document.querySelector(".course-steps");
  const lesson = /** @type {HTMLElement} */ (document.querySelector(".course-lesson"));
  if (!steps.length || !list) return lesson && leadWhole(lesson);
  const page = document.documentElement;
  const words = document.body.dataset;
  const links = [...list.querySelectorAll("a")];
  const titles = links.map(({ firstChild }) => firstChild?.textContent?.trim());
  const folds = /** @type {HTMLDetailsElement} */ (list.querySelector("details"));
  const whole = /** @type {HTMLButtonElement} */ (list.querySelector(".course-whole"));
  const main = /** @type {HTMLElement} */ (list.parentElement);
  const codes = /** @type {HTMLButtonElement | null} */ (lesson.querySelector(".course-codes"));
  const turn = /** @type {HTMLElement} */ (document.querySelector(".course-turn"));
  const at = /** @type {HTMLElement} */ (turn.querySelector(".course-at"));
  const [previous, next] = [...turn.querySelectorAll("button")];
  const after = turn.querySelector("a");
  const onward = document.querySelector(".course-onward");
  /** The number of required steps; the optional extras come after them. */
  const core = steps.filter((step) => !("extra" in step.dataset)).length;
  const wide = matchMedia("(min-width: 64rem)");
  /** The step in the address. */
  let number = 0;
  /** Whether the page was just opened: while widgets are still drawn, it scrolls to the step again. */
  let isNew = true;

  const isWhole = () => page.dataset.walk === "whole";
  /** Returns the widgets of a step with something to do; each says how much of it is done. */
  const tasks = (/** @type {HTMLElement} */ step) => [...step.querySelectorAll("[data-total]")];
  /** Returns the widgets that earn the tick: exercises and guided games, or else those to be tried. */
  const needed = (/** @type {HTMLElement} */ step) => {
    const large = tasks(step).filter(({ dataset }) => Number(dataset.total) > 1);
    return large.length ? large : tasks(step);
  };
  const isOpen = (/** @type {HTMLElement} */ { dataset }) => Number(dataset.solved) < Number(dataset.total);

  /**
   * Ticks completed steps in the list (solved, moved, played to the end), and marks read ones more lightly. A tick is
   * never lost. A step without anything to do is completed when it was read.
   */
  const mark = () => {
    const before = marks();
    const [seen = [], earned = []] = [before.seen[pageName()], before.earned[pageName()]];
    // Before its widgets are drawn, nobody knows what there is to do in a step.
    const isReady = page.dataset.course === "ready";
    const isNow = (/** @type {HTMLElement} */ step) => needed(step).length > 0 && !needed(step).some(isOpen);
    const fresh = isReady ? steps.filter((step) => !earned.includes(step.id) && isNow(step)) : [];
    const all = [...earned, ...fresh.map(({ id }) => id)];
    let count = 0;
    for (const [index, step] of steps.entries()) {
      const [isEarned, isSeen] = [all.includes(step.id), seen.includes(step.id)];
      if (index < core && (isEarned || (isSeen && !tasks(step).length))) count += 1;
      const link = links[index];
      if (!link) continue;
      const { solved = "0", total } = needed(step).find(isOpen)?.dataset ?? {};
      const part = isEarned || solved === "0" ? "" : `${solved}/${total}`;
      link.classList.toggle("course-done", isEarned);
      link.classList.toggle("course-read", isSeen && !isEarned);
      link.dataset.part = part;
      // Screen readers read the mark as a word after the step's name.
      const said = part || (isEarned ? words.done : isSeen && words.read);
      if (said) link.setAttribute("aria-label", `${link.textContent}, ${said}`);
      else link.removeAttribute("aria-label");
    }
    const [formerly, total] = before.done[pageName()] ?? [0, 0];
    const isCounted = isReady && (count !== formerly || total !== core);
    if (fresh.length || isCounted)
      keepMarks((now) => {
        now.earned[pageName()] = all;
        if (isCounted) now.done[pageName()] = [count, core];
      });
    lead();
    offer();
  };

  /**
   * Chooses the one main button: that of a widget with something left to do, or the link to the next step. All other
   * main buttons become plain.
   */
  const lead = () => {
    if (isWhole()) return;
    const here = steps[number];
    const isEarned = links[number]?.classList.contains("course-done");
    const first = isEarned ? undefined : tasks(here).find((root) => isOpen(root) && leads(root));
    rest(widgetsIn(here), first);
    const isLast = number === core - 1 || number === steps.length - 1;
    if (after) after.hidden = !isLast;
    after?.classList.toggle("course-second", Boolean(first));
    next?.classList.toggle("course-second", Boolean(first) || (isLast && after !== null));
    turn.classList.toggle("course-ahead", !first && (isEarned || !needed(here).some(isOpen)));
  };

  /** Shows the current step, or all, and updates list and buttons. */
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
    // After the last required step the link leads to the next lesson; the extras get their own name.
    if (next) next.textContent = (number === core - 1 ? titles[core] : words.next) ?? "";
    const before = number >= core ? core : 0;
    at.textContent = ((before ? words.extra : words.step) ?? "")
      .replace("{number}", String(number + 1 - before))
      .replace("{count}", String(before ? steps.length - core : core));
    // Without a change of step, the layout need not be computed.
    if (number || !isNew) links[number]?.scrollIntoView({ block: "nearest" });
    remember();
    mark();
  };

  const remember = () =>
    keepMarks((now) => {
      const here = steps[number];
      now.seen[pageName()] = [...new Set([...(now.seen[pageName()] ?? []), ...(isWhole() ? [] : [here.id])])];
    });

  /**
   * Stores what the first page offers to continue with: the first step from here on that is not done, or an earlier one;
   * after the last one the next lesson. Before the widgets are drawn, it is the current step.
   */
  const offer = () => {
    const isLeft = (/** @type {number} */ index) => {
      const marked = links[index]?.classList;
      const isOnlyRead = index !== number && !tasks(steps[index]).length && marked?.contains("course-read");
      return !marked?.contains("course-done") && !isOnlyRead;
    };
    const left = [...steps.keys()].filter(isLeft);
    const ahead = left.find((index) => index >= number && index < core === number < core);
    const on = page.dataset.course === "ready" ? (ahead ?? left.find((index) => index < core)) : number;
    const next = after?.getAttribute("href")?.replace(/^.*\/|\.(?:ipynb|html)$/g, "");
    const last =
      on !== undefined
        ? { page: pageName(), step: steps[on].id, title: titles[on] ?? "", lang: page.lang }
        : next && { page: next, step: steps[0].id, title: "" };
    if (JSON.stringify(last) === JSON.stringify(marks().last)) return;
    keepMarks((now) => {
      now.last = last || undefined;
    });
  };

  /** Moves the focus to the heading of the step, for keyboards and screen readers. */
  const begin = () => {
    const heading = steps[number]?.querySelector("h1, h2, h3, blockquote");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  };

  /** Scrolls to the heading of the step, below the header or to the upper edge. */
  const see = () => {
    if (isWhole()) return steps[number]?.scrollIntoView({ block: "start" });
    const room = innerHeight + page.getBoundingClientRect().top - turn.offsetHeight;
    const isHigh = !wide.matches || steps[number].getBoundingClientRect().bottom > room;
    (isHigh ? main : page).scrollIntoView({ block: "start", behavior: "instant" });
  };

  /** Goes to the step in the address, or to the step that contains the address's target. */
  const follow = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const index = steps.findIndex((step) => target && step.contains(target));
    number = Math.max(index, 0);
    draw();
    if (isWhole() || !target) return;
    if (target !== steps[number]) return target.scrollIntoView({ block: "start" });
    begin();
    see();
  };

  const goTo = (/** @type {number} */ index) => {
    const step = steps[Math.max(0, Math.min(steps.length - 1, index))];
    if (step) location.hash = step.id;
  };

  // The skip link jumps over everything before the step, including the list of steps.
  document.querySelector(".course-skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    begin();
    see();
  });
  previous?.addEventListener("click", () => goTo(number - 1));
  next?.addEventListener("click", () => goTo(number + 1));
  whole.addEventListener("click", () => {
    // What the reader sees stays in sight: back in step mode, it is the step being read.
    const read = steps.findLastIndex((step) => step.getBoundingClientRect().top < innerHeight / 2);
    if (isWhole()) number = Math.max(read, 0);
    page.dataset.walk = isWhole() ? "stepwise" : "whole";
    keepMarks((now) => {
      now.whole = [...now.whole.filter((name) => name !== pageName()), ...(isWhole() ? [pageName()] : [])];
    });
    if (!isWhole() && number) history.replaceState(null, "", `#${steps[number]?.id}`);
    draw();
    see();
  });
  codes?.addEventListener("click", () => {
    page.dataset.code = page.dataset.code === "shown" ? "hidden" : "shown";
    keepMarks((now) => {
      now.code = page.dataset.code === "shown";
    });
    draw();
  });
  addEventListener("hashchange", follow);
  addEventListener("cardlab-progress", (event) => {
    if (/** @type {CustomEvent} */ (event).detail === "forgotten") mark();
  });
  // An exercise that the address asks for sends an event when it is drawn.
  document.addEventListener("cardlab-opened", ({ target }) => {
    const index = steps.findIndex((step) => step.contains(/** @type {Node} */ (target)));
    if (index >= 0) number = index;
    draw();
  });
  wide.addEventListener("change", draw);
  for (const action of ["pointerdown", "keydown", "wheel", "touchstart", "hashchange"])
    addEventListener(action, () => (isNew = false), { once: true, passive: true });
  new MutationObserver(() => {
    draw();
    if (!isNew || isWhole() || location.hash !== `#${steps[number]?.id}`) return;
    // When a browser has loaded a page, it moves the focus away from the address's target.
    if (document.activeElement === document.body) begin();
    see();
  }).observe(page, { attributes: true, attributeFilter: ["data-course"] });
  new MutationObserver(mark).observe(lesson, {
    attributes: true,
    attributeFilter: ["data-solved", "data-over", "class", "aria-disabled"],
    childList: true,
    subtree: true,
  });
  follow();
  leadWhole(lesson, isWhole);
};
