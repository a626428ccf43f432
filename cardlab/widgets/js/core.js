/**
 * The base of every view: drawing from a description, keeping the focus, and common elements.
 *
 * Python sends what is shown in the traits `shown` (everything that changes), `words` and `faces` (which stay); the
 * learner's actions go back as `model.send({do: …})`. There are no rules and no texts here.
 */

/** @import {HandProps, Widget} from "./shown.js" */

import { Fragment, cloneElement, createElement, render } from "preact";

/** @typedef {import("./faces.js").Faces} Faces */
/**
 * @typedef {{get(name: string): any, on(event: string, call: () => void): void, off(event: string, call: () => void):
 * void, send(content: object): unknown}} Model
 */
/** @typedef {import("preact").VNode<Record<string, any>>} Description */
/** @typedef {Description | string | number | null | undefined | false | Child[]} Child */
/**
 * The page's state of a hand: its sorting, the order made by moving cards, the text about the last move, and the
 * selection until Python has received the message with this number.
 * @typedef {{sort?: HandProps["sort"], order: string[], moved: string, selected: string[], number: number}} OwnHand
 */
/** @typedef {{has: boolean, message: string, busy: boolean}} HandedIn Whether something is there, and what is said. */
/**
 * @typedef {{active?: string, tool?: string, ask?: string, dragged?: boolean, texts?: string, stage?: string, runs?: boolean, done?: number, timer?: number,
 * drawn?: {helps: boolean, wishes: boolean},
 * sounded?: number, made?: string, next?: string, building?: boolean, to?: number, finished?: boolean, joy?: boolean,
 * large?: boolean, printed?: number, own?: OwnHand, given?: HandedIn, asked?: string, answer?: string}} Local What only
 * this view knows: where its focus is, what is unfolded.
 */
/**
 * What a view needs to draw and to send: `S` is what the widget shows, `M` the messages it receives (see `shown.d.ts` and `messages.d.ts`).
 * @template {Widget} S @template {object} M
 * @typedef {object} View
 * @property {S} shown @property {Record<string, string>} words @property {Faces} faces
 * @property {Local} local @property {HTMLElement} root
 * @property {(content: M) => void} send @property {() => void} draw
 */
/** @typedef {View<any, any>} AnyView For parts of any view that send nothing themselves. */

/** The value that each field was last filled with. @type {WeakMap<Element, unknown>} */
const filledWith = new WeakMap();

/**
 * Fills a field with a new value from Python, but not while the reader is typing; a list always gets it.
 * @param {string} value
 */
const filling = (value) => (/** @type {HTMLInputElement | null} */ field) => {
  const isList = field?.localName === "select";
  if (!field || (!isList && filledWith.get(field) === value)) return;
  filledWith.set(field, value);
  if (document.activeElement !== field || !(isList || value)) field.value = value;
};

/**
 * The attributes of an element; the types of event handlers say where the event happens.
 * @typedef {{target: HTMLElement, currentTarget: HTMLElement}} On
 * @typedef {{[name: string]: any,
 *   onclick?: ((event: MouseEvent & On) => void) | null | false,
 *   onkeydown?: (event: KeyboardEvent & On) => void,
 *   onchange?: (event: Event & {target: HTMLInputElement}) => void,
 *   oninput?: (event: Event & {target: HTMLInputElement}) => void,
 *   onblur?: (event: Event & {target: HTMLInputElement}) => void,
 *   onpointerdown?: (event: PointerEvent & On) => void,
 *   ontoggle?: (event: Event & {target: HTMLDetailsElement, currentTarget: HTMLDetailsElement}) => void}} Props
 */

/** Elements that can have the focus without a tabindex. */
const FOCUSED = ["button", "summary", "input", "select"];

/** Removes empty texts, which Preact would replace at each drawing. @param {Child[]} children */
const flat = (children) => children.flat(/** @type {1} */ (Infinity)).filter((one) => one !== "");

/**
 * Describes an element for Preact. Children are in one list, so that an element keeps its place however its description
 * was composed. JupyterLab's hot keys look at the focused element only, so each focusable element needs the attribute
 * that turns them off: otherwise "x" would cut the widget's cell.
 * @param {string} tag @param {Props} [props] @param {...Child} children
 * @returns {Description}
 */
export const h = (tag, { value, ...props } = {}, ...children) => {
  if ("tabindex" in props || FOCUSED.includes(tag)) props["data-lm-suppress-shortcuts"] = "true";
  if (value !== undefined) Object.assign(props, tag === "option" ? { value } : { ref: filling(value) });
  return createElement(tag, props, flat(children));
};

/**
 * Draws these descriptions into `element`, and keeps every element that is still needed.
 * @param {Element} element @param {Child[]} described
 */
export const patch = (element, described) => render(createElement(Fragment, {}, flat(described)), element);

/**
 * No word is explained inside these elements, because they are pressed or are labels; nor inside `data-plain`, where
 * all keys belong to the game.
 */
const QUIET = ["button", "a", "summary", "label", "svg", "select", "textarea"];

/** In these elements no word is explained, but a clause links to the rules. */
const HEADS = ["h2", "h3", "h4", "dt", "th"];

/**
 * A part of a text that the page can explain; for a clause, with the address of its rule.
 * @typedef {{id: string, text: string, meaning: string, href?: string}} Term
 */
/**
 * Marks words that the page explains, in paragraphs and lists, and clauses; outside the course nothing is marked.
 * @param {Child} child @param {(text: string, seen: Set<string> | null) => (string | Term)[]} split
 * @param {Set<string> | null} seen @param {boolean} [isProse]
 * @returns {Child}
 */
const explained = (child, split, seen, isProse = false) => {
  if (Array.isArray(child)) return child.map((one) => explained(one, split, seen, isProse));
  if (typeof child === "string") {
    const pieces = split(child, isProse ? seen : null);
    if (pieces.every((one) => typeof one === "string")) return child;
    const marked = pieces.map((one) =>
      typeof one === "string"
        ? one
        : h(
            one.href ? "a" : "dfn",
            {
              class: "course-term",
              ...(one.href ? { href: one.href } : { key: one.id, tabindex: 0 }),
              "data-term": one.id,
              "aria-description": one.meaning || null,
            },
            one.text,
          ),
    );
    // In a flex box the text must stay one item; this element has no style of its own.
    return h("bdi", { key: "terms" }, marked);
  }
  if (!child || typeof child !== "object" || "data-plain" in child.props) return child;
  const tag = String(child.type);
  if (QUIET.includes(tag)) return child;
  // A folded word may never be seen, so it does not count as explained.
  const marked = HEADS.includes(tag) ? null : tag === "details" ? new Set(/** @type {string[]} */ ([])) : seen;
  const inside = isProse || ["p", "li", "dd"].includes(tag);
  const children = explained(/** @type {Child} */ (child.props.children), split, marked, inside);
  return cloneElement(child, {}, children);
};

/** Called when a view begins; `jupyter.js` replaces it. */
export const host = { begun: (/** @type {Model} */ _model, /** @type {HTMLElement} */ _root) => {} };

/**
 * Makes a view from a function that describes it. After each drawing the focus is where it was. If its element is gone,
 * it goes to the element with `data-refocus`, or stays in the widget.
 * @template {Widget} S @template {object} M
 * @param {(view: View<S, M>) => Child[]} describe
 * @param {(model: any, root: HTMLElement) => (() => void)[]} [begun] takes the model, and gives what ends that
 */
export const view = (describe, begun = () => []) => ({
  /** @param {{model: Model, el: HTMLElement}} given */
  render({ model, el }) {
    const root = document.createElement("div");
    root.className = "cardlab-root";
    root.dataset.lmSuppressShortcuts = "true";
    root.dataset.holds = "";
    // A click anywhere in the widget focuses it: otherwise JupyterLab's cell has the focus, and "x" cuts the cell.
    root.tabIndex = -1;
    root.setAttribute("role", "group");
    /** @type {Local} */
    const local = {};
    const draw = () => {
      const [shown, words, faces] = [model.get("shown"), model.get("words"), model.get("faces")];
      // Setting even the same language makes the browser lay out everything again.
      if (root.lang !== words.lang) root.lang = words.lang;
      if (root.getAttribute("aria-label") !== shown.label) root.setAttribute("aria-label", shown.label);
      const focused = document.activeElement;
      const here = focused instanceof HTMLElement && root.contains(focused);
      const described = describe({ shown, words, faces, local, root, draw, send: (content) => model.send(content) });
      const split = /** @type {any} */ (globalThis).cardlabTerms;
      patch(root, split ? [explained(described, split, new Set())] : described);
      // For style sheets: `:has` would make some browsers look at the whole page after every change.
      const holds = [...root.children].flatMap(({ classList }) => [...classList]).join(" ");
      if (root.dataset.holds !== holds) root.dataset.holds = holds;
      if (here && document.activeElement !== focused)
        (focused.isConnected ? focused : (root.querySelector("[data-refocus]") ?? root)).focus({ preventScroll: true });
      const ask = local.ask && root.querySelector(local.ask);
      if (ask) {
        local.ask = undefined;
        ask.focus({ preventScroll: true });
      }
    };
    host.begun(model, root);
    model.on("change:shown", draw);
    addEventListener("cardlab-deck", draw);
    draw();
    el.append(root);
    const ends = begun(model, root);
    return () => {
      for (const end of ends) end();
      model.off("change:shown", draw);
      removeEventListener("cardlab-deck", draw);
    };
  },
});

/** A live region: a screen reader announces its changes. @param {Child[]} said */
export const status = (...said) => h("div", { class: "cardlab-status", role: "status", key: "status" }, ...said);

/**
 * A button; a disabled one keeps its place and the focus, but does nothing.
 * @param {Child} label @param {((event: any) => void) | null | false} act @param {Props} [props]
 */
export const button = (label, act, props = {}) =>
  h(
    "button",
    { type: "button", class: "cardlab-button", "aria-disabled": act ? null : "true", onclick: act, ...props },
    label,
  );

/** Words that are hidden on a narrow screen, but still read out. @param {Child} words */
export const wide = (words) => h("span", { class: "cardlab-wide" }, words);

/** The round mark of an option, of which only one can be chosen. @param {boolean} chosen */
export const tick = (chosen) => h("span", { class: "cardlab-tick", "aria-hidden": "true" }, chosen ? "✓" : "");

/** The square mark of an option that can be combined with others, or of a switch. @param {boolean} chosen */
export const box = (chosen) =>
  h("span", { class: "cardlab-tick cardlab-square", "aria-hidden": "true" }, chosen ? "✓" : "");

/** Confetti after the last task or a won game; CSS moves it, unless the reader prefers reduced motion. */
export const joy = () =>
  h("span", { key: "joy", class: "cardlab-joy", "aria-hidden": "true" }, [
    ["♠", "♥", "♦", "♣", "♥", "♠", "♣", "♦"].map((suit, target) =>
      h("i", { key: target, style: `--cardlab-nth: ${target}` }, suit),
    ),
  ]);

/** Sentences one below the other; nothing if there are none. @param {string[]} said @param {string} [key] */
export const sentences = (said, key) =>
  said.length > 0 && h("ul", { key, class: "cardlab-sentences" }, [said.map((one) => h("li", {}, one))]);

/**
 * Focuses the next control of a game that continues after a reload, if it is in view and the reader hasn't begun to
 * read elsewhere.
 * @param {HTMLElement} root @param {() => string} control
 */
export const goOnAt = (root, control) => {
  // A page may place its widgets only after they are drawn.
  const placed = new IntersectionObserver((seen) => {
    if (!root.isConnected) return;
    placed.disconnect();
    const isRead = document.activeElement?.matches("body, [tabindex='-1']");
    if (isRead && seen.at(-1)?.isIntersecting) root.querySelector(control())?.focus({ preventScroll: true });
  });
  placed.observe(root);
};

/** Whether the device has only touch: then no keys are named, as in the style sheets. */
export const FINGERS = matchMedia("(hover: none) and (pointer: coarse)");

/** Whether the screen is as narrow as a phone, where question, cards and answers should be in view together. */
export const NARROW = matchMedia("(max-width: 40rem)");
