/**
 * The base of every view: drawing from a description, focus that survives it, and what is found in most of them.
 *
 * Knows the page, keys and pointers; knows no rule and no text. What is shown comes from Python in the traits `shown`
 * (everything that changes), `words` and `faces` (which stay); what a learner does goes back as `model.send({do: …})`.
 */

/** @import {Widget} from "./shown.js" */

import { Fragment, cloneElement, createElement, render } from "preact";

export { cloneElement };

/** @typedef {import("./faces.js").Faces} Faces */
/**
 * @typedef {{get(name: string): any, on(event: string, call: () => void): void, off(event: string, call: () => void):
 * void, send(content: object): unknown}} Model
 */
/** @typedef {import("preact").VNode<Record<string, any>>} Description */
/** @typedef {Description | string | number | null | undefined | false | Child[]} Child */
/**
 * @typedef {{active?: string, tool?: string, ask?: string, dragged?: boolean, texts?: string, copied?: string, stage?: string, runs?: boolean, done?: number, timer?: number,
 * drawn?: {lay: string, helps: boolean, wishes: boolean},
 * sounded?: number, made?: string, next?: string, building?: boolean, to?: number, finished?: boolean, joy?: boolean,
 * large?: boolean, printed?: number, own?: import("./cards.js").OwnHand,
 * given?: import("./hand_in.js").HandedIn, asked?: string, answer?: string}} Local What only this view knows: where its focus is, what
 * is unfolded.
 */
/**
 * What a view draws from, and how it speaks: `S` is what the widget shows, `M` what it hears (see `shown.d.ts`).
 * @template {Widget} S @template {object} M
 * @typedef {object} View
 * @property {S} shown @property {Record<string, string>} words @property {Faces} faces
 * @property {Local} local @property {HTMLElement} root
 * @property {(content: M) => void} send @property {() => void} draw
 */
/** @typedef {View<any, any>} AnyView For what may stand in every view, and sends nothing of its own. */

/** With what each field was filled last. @type {WeakMap<Element, unknown>} */
const filledWith = new WeakMap();

/**
 * Fills a field with what Python says, but not over what is being typed; a list also shows what was not taken back.
 * @param {string} value
 */
const filling = (value) => (/** @type {HTMLInputElement | null} */ field) => {
  const isList = field?.localName === "select";
  if (!field || (!isList && filledWith.get(field) === value)) return;
  filledWith.set(field, value);
  if (document.activeElement !== field || !(isList || value)) field.value = value;
};

/**
 * What an element is given; who hears an event knows where it may happen.
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

/** What can have the focus by itself. */
const FOCUSED = ["button", "summary", "input", "select"];

/** Without empty texts, which Preact would write anew each time. @param {Child[]} children */
const flat = (children) => children.flat(/** @type {1} */ (Infinity)).filter((one) => one !== "");

/**
 * Describes an element as Preact does, with what it holds in one list, so that an element keeps its place in the page
 * however its description was put together. JupyterLab's hot keys ask for `:focus`, so what can have the focus must
 * turn them away itself: the mark on the root alone comes too late, and "x" would cut the widget's cell.
 * @param {string} tag @param {Props} [props] @param {...Child} children
 * @returns {Description}
 */
export const h = (tag, { value, ...props } = {}, ...children) => {
  if ("tabindex" in props || FOCUSED.includes(tag)) props["data-lm-suppress-shortcuts"] = "true";
  if (value !== undefined) Object.assign(props, tag === "option" ? { value } : { ref: filling(value) });
  return createElement(tag, props, flat(children));
};

/**
 * Makes `element` hold what is described, keeping every element that is still wanted.
 * @param {Element} element @param {Child[]} described
 */
export const patch = (element, described) => render(createElement(Fragment, {}, flat(described)), element);

/**
 * In these no word is explained: they are pressed, or tell what stands beside them. Neither is one in what is marked
 * `data-plain`, where every key belongs to the game.
 */
const QUIET = ["button", "a", "summary", "label", "svg", "select", "textarea"];

/** Here no word is explained, but a clause leads to the rules. */
const HEADS = ["h2", "h3", "h4", "dt", "th"];

/**
 * A piece of text that the page can explain; a clause with the address of its rule.
 * @typedef {{id: string, text: string, meaning: string, href?: string}} Term
 */
/**
 * Words that the page explains, marked in paragraphs and lists, and clauses. Outside the pages of the course nothing is.
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
    // Where the parts of a paragraph are placed apart, its text stays one of them; no style is meant for this element.
    return h("bdi", { key: "terms" }, marked);
  }
  if (!child || typeof child !== "object" || "data-plain" in child.props) return child;
  const tag = String(child.type);
  if (QUIET.includes(tag)) return child;
  // What is folded away may never be seen, so it does not count.
  const marked = HEADS.includes(tag) ? null : tag === "details" ? new Set(/** @type {string[]} */ ([])) : seen;
  const inside = isProse || ["p", "li", "dd"].includes(tag);
  const children = explained(/** @type {Child} */ (child.props.children), split, marked, inside);
  return cloneElement(child, {}, children);
};

/**
 * A view from a function that describes it. After each drawing the focus is where it was;
 * if its element is gone, it goes to the one marked `data-refocus`, or stays in the widget.
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
    // Wherever the widget is clicked it takes the focus: else JupyterLab's cell has it, and there "x" cuts the cell.
    root.tabIndex = -1;
    root.setAttribute("role", "group");
    /** @type {Local} */
    const local = {};
    const draw = () => {
      const [shown, words, faces] = [model.get("shown"), model.get("words"), model.get("faces")];
      // Also to say the same language again lays out everything anew.
      if (root.lang !== words.lang) root.lang = words.lang;
      if (root.getAttribute("aria-label") !== shown.label) root.setAttribute("aria-label", shown.label);
      const focused = document.activeElement;
      const here = focused instanceof HTMLElement && root.contains(focused);
      const described = describe({ shown, words, faces, local, root, draw, send: (content) => model.send(content) });
      const split = /** @type {any} */ (globalThis).cardlabTerms;
      patch(root, split ? [explained(described, split, new Set())] : described);
      if (here && document.activeElement !== focused)
        (focused.isConnected ? focused : (root.querySelector("[data-refocus]") ?? root)).focus({ preventScroll: true });
      const ask = local.ask && root.querySelector(local.ask);
      if (ask) {
        local.ask = undefined;
        ask.focus({ preventScroll: true });
      }
    };
    root.addEventListener("keydown", (event) => handOn(event, root));
    guard(model, root);
    resume(model);
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

/**
 * Keys with Ctrl or Cmd that the widget has no use for are JupyterLab's, such as Ctrl+S. Its notebook gets a copy of
 * them as a whole: so what they do to cells (Ctrl+Backspace merges two) stays out of reach, for that asks for `:focus`.
 * @param {KeyboardEvent} event @param {HTMLElement} root
 */
const handOn = (event, root) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
  const untouched = root.closest(".jp-NotebookPanel")?.dispatchEvent(new KeyboardEvent("keydown", event));
  if (untouched === false) event.preventDefault();
};

/**
 * Says in place that Python is gone, and takes the widget out of reach: nothing in it would do anything any more.
 * In JupyterLab a restarted kernel is reported to every model; one that was shut down throws at the next message.
 * @param {Model} model @param {HTMLElement} root
 */
const guard = (model, root) => {
  const send = model.send.bind(model);
  const end = () => {
    if (root.inert) return;
    root.inert = true;
    const notice = document.createElement("p");
    Object.assign(notice, { className: "cardlab-ended", lang: root.lang });
    notice.role = "status";
    root.before(notice);
    // A screen reader says what changes in a place that it knows already.
    requestAnimationFrame(() => notice.append(model.get("words")["widget.ended"]));
  };
  // Everything that sends has this model, and a message may come from a clock or another tab as well.
  model.send = (content) => {
    try {
      return root.inert || send(content);
    } catch {
      end();
    }
  };
  model.on("comm_live_update", end);
};

/**
 * Lets a model receive messages again. anywidget gives a view two seconds to load, from the moment its model is there; on a
 * slow computer JupyterLab takes longer to draw a notebook, and then anywidget refuses all that Python ever says to it.
 * The model behind anywidget's is found by an event of its own; an empty message tells whether it is refused.
 * @param {Model & {set?(name: string, value: unknown): void}} model
 */
const resume = (model) => {
  /** @param {any} real */
  const repair = async (real) => {
    const refusing = real?._handle_comm_msg;
    if (!refusing || !real.comm) return;
    try {
      await refusing.call(real, { content: { data: {} }, buffers: [] });
    } catch {
      let kind = Object.getPrototypeOf(real);
      while (kind && kind._handle_comm_msg === refusing) kind = Object.getPrototypeOf(kind);
      if (!kind?._handle_comm_msg) return;
      real.comm.on_msg((/** @type {unknown} */ message) => kind._handle_comm_msg.call(real, message));
      real.comm.send({ method: "request_state" });
    }
  };
  const asked = (/** @type {any} */ real) => void repair(real);
  model.on("change:asked", /** @type {() => void} */ (asked));
  model.set?.("asked", true);
  model.off("change:asked", /** @type {() => void} */ (asked));
};

/** What is said to a screen reader when it changes. @param {Child[]} said */
export const status = (...said) => h("div", { class: "cardlab-status", role: "status", key: "status" }, ...said);

/**
 * A button; one that cannot be used now stays in its place and keeps the focus, and does nothing.
 * @param {Child} label @param {((event: any) => void) | null | false} act @param {Props} [props]
 */
export const button = (label, act, props = {}) =>
  h(
    "button",
    { type: "button", class: "cardlab-button", "aria-disabled": act ? null : "true", onclick: act, ...props },
    label,
  );

/** Words that make room on a narrow screen, and are still read out. @param {Child} words */
export const wide = (words) => h("span", { class: "cardlab-wide" }, words);

/** The mark of one choice among several: round. @param {boolean} chosen */
export const tick = (chosen) => h("span", { class: "cardlab-tick", "aria-hidden": "true" }, chosen ? "✓" : "");

/** The mark of a choice that may be taken beside others, or of a switch: square. @param {boolean} chosen */
export const box = (chosen) =>
  h("span", { class: "cardlab-tick cardlab-square", "aria-hidden": "true" }, chosen ? "✓" : "");

/** What flies up where the last task is solved, or a game won; CSS moves it, unless somebody has asked for calm. */
export const joy = () =>
  h("span", { key: "joy", class: "cardlab-joy", "aria-hidden": "true" }, [
    ["♠", "♥", "♦", "♣", "♥", "♠", "♣", "♦"].map((suit, target) =>
      h("i", { key: target, style: `--cardlab-nth: ${target}` }, suit),
    ),
  ]);

/** Sentences one below the other; nothing where there is nothing to say. @param {string[]} said @param {string} [key] */
export const sentences = (said, key) =>
  said.length > 0 && h("ul", { key, class: "cardlab-sentences" }, [said.map((one) => h("li", {}, one))]);

/**
 * Gives a game that goes on after a reload the focus, at what can be done next: if it is in sight, and reading has only
 * begun elsewhere.
 * @param {HTMLElement} root @param {() => string} control
 */
export const goOnAt = (root, control) => {
  // A page may put its widgets in place only after they are drawn.
  const placed = new IntersectionObserver((seen) => {
    if (!root.isConnected) return;
    placed.disconnect();
    const isRead = document.activeElement?.matches("body, [tabindex='-1']");
    if (isRead && seen.at(-1)?.isIntersecting) root.querySelector(control())?.focus({ preventScroll: true });
  });
  placed.observe(root);
};

/** Whether there are only fingers: then no key is named. As in the style sheets. */
export const FINGERS = matchMedia("(hover: none) and (pointer: coarse)");

/** A phone's width: there what is asked, the cards and the answers are to be in one sight. */
export const NARROW = matchMedia("(max-width: 40rem)");
