/**
 * The base of every view: drawing from a description, focus that survives it, and the hand of cards.
 *
 * Knows the page, keys and pointers; knows no rule and no text. What is shown comes from Python in the traits `shown`
 * (everything that changes), `words` and `faces` (which stay); what a learner does goes back as `model.send({do: …})`.
 */

/** @import {ClauseText, HandPicture, Widget} from "./shown.js" */

import { face } from "./faces.js";

/** @typedef {import("./faces.js").Faces} Faces */
/**
 * @typedef {{get(name: string): any, on(event: string, call: () => void): void, off(event: string, call: () => void):
 * void, send(content: object): unknown}} Model
 */
/** @typedef {{tag: string, props: Record<string, any>, children: Child[]}} Description */
/** @typedef {Description | string | number | null | undefined | false | Child[]} Child */
/**
 * @typedef {{active?: string, tool?: string, ask?: string, dragged?: boolean, told?: string, all?: boolean, made?:
 * string, begins?: boolean, answers?: boolean, ended?: boolean, building?: boolean, to?: number, finished?: boolean, joy?: boolean, wishing?: boolean,
 * large?: boolean, printed?: number, own?: OwnHand,
 * given?: import("./hand_in.js").HandedIn, parting?: string | number, removing?: string | number}} Local What only this view knows: where its focus is, what
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

/**
 * Describes an element. Properties that begin with `on` are listeners, `key` tells siblings apart, all others are
 * attributes.
 * @param {string} tag @param {Record<string, any>} [props] @param {...Child} children
 * @returns {Description}
 */
export const h = (tag, props = {}, ...children) => ({ tag, props, children });

/** @type {WeakMap<Node, Record<string, any>>} */
const drawnWith = new WeakMap();

/** @param {HTMLElement} element @param {Record<string, any>} props */
const dress = (element, props) => {
  const before = drawnWith.get(element) ?? {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(props)])) {
    const wanted = props[name];
    // What a listener returns is nobody's business: a bare `false` would keep the browser from what a key or tap does.
    if (name.startsWith("on"))
      /** @type {any} */ (element)[name] = wanted ? (/** @type {Event} */ event) => void wanted(event) : null;
    else if (wanted === before[name] || name === "key") continue;
    else if (name === "value") {
      const field = /** @type {HTMLInputElement} */ (element);
      if (field.ownerDocument.activeElement !== field || !wanted) field.value = wanted;
    } else if (wanted === undefined || wanted === null || wanted === false) element.removeAttribute(name);
    else element.setAttribute(name, String(wanted));
  }
  drawnWith.set(element, props);
};

/**
 * A new element, inside an `svg` one of its kind. JupyterLab's hot keys ask for `:focus`, so what can have the focus
 * must turn them away itself:
 * the mark on the root alone comes too late, and "x" would cut the widget's cell.
 * @param {Description} described @param {Element} parent
 */
const made = ({ tag, props }, parent) => {
  const home = tag === "svg" ? "http://www.w3.org/2000/svg" : parent.namespaceURI;
  const element = /** @type {HTMLElement} */ (document.createElementNS(home, tag));
  if ("tabindex" in props || ["button", "summary", "input", "select"].includes(tag))
    element.dataset.lmSuppressShortcuts = "true";
  return element;
};

/**
 * Makes the children of `parent` what is described, keeping every element that is still wanted.
 * @param {Element} parent @param {Child[]} described
 */
export const patch = (parent, described) => {
  const wanted = /** @type {(Description | string | number)[]} */ (
    described
      .flat(/** @type {1} */ (Infinity))
      .filter((one) => one !== null && one !== undefined && one !== false && one !== "")
  );
  const left = new Set(parent.childNodes);
  const nodes = wanted.map((one) => {
    const [tag, key] = typeof one === "object" ? [one.tag.toUpperCase(), one.props.key] : ["#TEXT", undefined];
    for (const node of left)
      if (node.nodeName.toUpperCase() === tag && drawnWith.get(node)?.key === key) {
        left.delete(node);
        return node;
      }
    return typeof one === "object" ? made(one, parent) : document.createTextNode("");
  });
  for (const node of left) node.remove();
  nodes.forEach((node, place) => {
    const one = wanted[place];
    if (parent.childNodes[place] !== node) parent.insertBefore(node, parent.childNodes[place] ?? null);
    if (typeof one === "object") {
      dress(/** @type {HTMLElement} */ (node), one.props);
      patch(/** @type {HTMLElement} */ (node), one.children);
    } else if (node.textContent !== String(one)) node.textContent = String(one);
  });
};

/**
 * In these no word is explained: they are pressed, or tell what stands beside them. Neither is one in what is marked
 * `data-plain`, where every key belongs to the game.
 */
const QUIET = ["button", "a", "summary", "label", "h3", "h4", "dt", "th", "svg", "select", "textarea"];

/** @typedef {{id: string, text: string, meaning: string}} Term A piece of text that the page can explain. */
/**
 * Words that the page explains, marked in paragraphs and lists. Outside the pages of the course nothing is marked.
 * @param {Child} child @param {(text: string, seen: Set<string>) => (string | Term)[]} split
 * @param {Set<string>} seen @param {boolean} [isProse]
 * @returns {Child}
 */
const explained = (child, split, seen, isProse = false) => {
  if (Array.isArray(child)) return child.map((one) => explained(one, split, seen, isProse));
  if (typeof child === "string") {
    const pieces = isProse ? split(child, seen) : [child];
    if (pieces.every((one) => typeof one === "string")) return child;
    const marked = pieces.map((one) =>
      typeof one === "string"
        ? one
        : h(
            "dfn",
            { key: one.id, class: "course-term", tabindex: 0, "data-term": one.id, "aria-description": one.meaning },
            one.text,
          ),
    );
    // Where the parts of a paragraph are placed apart, its text stays one of them; no style is meant for this element.
    return h("bdi", { key: "terms" }, marked);
  }
  if (!child || typeof child !== "object" || QUIET.includes(child.tag) || "data-plain" in child.props) return child;
  const inside = isProse || ["p", "li", "dd"].includes(child.tag);
  // What is folded away may never be seen, so it does not count.
  const marked = child.tag === "details" ? new Set(/** @type {string[]} */ ([])) : seen;
  return { ...child, children: child.children.map((one) => explained(one, split, marked, inside)) };
};

/**
 * A view from a function that describes it. After each drawing the focus is where it was;
 * if its element is gone, it goes to the one marked `data-refocus`.
 * @template {Widget} S @template {object} M
 * @param {(view: View<S, M>) => Child[]} describe
 */
export const view = (describe) => ({
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
        /** @type {HTMLElement | null} */ (focused.isConnected ? focused : root.querySelector("[data-refocus]"))?.focus(
          { preventScroll: true },
        );
      const ask = local.ask && root.querySelector(local.ask);
      if (ask) {
        local.ask = undefined;
        /** @type {HTMLElement} */ (ask).focus({ preventScroll: true });
      }
    };
    root.addEventListener("keydown", (event) => handOn(event, root));
    guard(model, root);
    hear(model);
    model.on("change:shown", draw);
    addEventListener("cardlab-deck", draw);
    draw();
    el.append(root);
    return () => {
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
 * In JupyterLab a restarted kernel is told to every model; one that was shut down throws at the next message.
 * @param {Model} model @param {HTMLElement} root
 */
const guard = (model, root) => {
  const send = model.send.bind(model);
  const end = () => {
    if (root.inert) return;
    root.inert = true;
    const told = document.createElement("p");
    Object.assign(told, { className: "cardlab-ended", lang: root.lang });
    told.role = "status";
    root.before(told);
    // A screen reader says what changes in a place that it knows already.
    requestAnimationFrame(() => told.append(model.get("words")["widget.ended"]));
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
 * Lets a model hear Python again. anywidget gives a view two seconds to load, from the moment its model is there; on a
 * slow computer JupyterLab takes longer to draw a notebook, and then anywidget refuses all that Python ever says to it.
 * The model behind anywidget's is found by an event of its own; an empty message tells whether it is refused.
 * @param {Model & {set?(name: string, value: unknown): void}} model
 */
const hear = (model) => {
  /** @param {any} real */
  const found = async (real) => {
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
  const asked = (/** @type {any} */ real) => void found(real);
  model.on("change:asked", /** @type {() => void} */ (asked));
  model.set?.("asked", true);
  model.off("change:asked", /** @type {() => void} */ (asked));
};

/** The deck that the page's reader has chosen comes before the widget's own. @param {{four_colours: boolean}} shown */
export const inFourColours = ({ four_colours }) => {
  const { deck } = document.documentElement.dataset;
  return deck ? deck === "four" : four_colours;
};

/** @param {Pick<AnyView, "shown" | "faces">} view @param {string} code @param {Record<string, any>} [props] */
export const picture = ({ shown, faces }, code, props = {}) =>
  h("img", {
    class: "cardlab-face",
    alt: "",
    draggable: "false",
    src: face(code, faces.letters, inFourColours(shown)),
    ...props,
  });

/** What is said to a screen reader when it changes. @param {Child[]} said */
export const status = (...said) => h("div", { class: "cardlab-status", role: "status", key: "status" }, ...said);

/**
 * A button; one that cannot be used now stays in its place and keeps the focus, and does nothing.
 * @param {Child} label @param {((event: any) => void) | null} act @param {Record<string, any>} [props]
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

/**
 * Sentences one below the other; nothing where there is nothing to say.
 * @param {string[]} said
 * @param {string} [key]
 * @param {string} [style]
 */
export const sentences = (said, key, style = "cardlab-sentences") =>
  said.length > 0 &&
  h(
    "ul",
    { key, class: style },
    said.map((one) => h("li", {}, one)),
  );

/**
 * The clauses named, to be unfolded.
 * @param {ClauseText[]} clauses @param {string} title @param {boolean} [isOpen] whether they are unfolded already
 */
export const rules = (clauses, title, isOpen = false) =>
  clauses.length > 0 &&
  h(
    "details",
    { class: "cardlab-rules", key: "rules", open: isOpen ? "" : null },
    h("summary", {}, title),
    h(
      "dl",
      {},
      clauses.map(({ id, text }) => [h("dt", { key: `${id}?` }, id), h("dd", { key: id }, text)]),
    ),
  );

/** @type {HandPicture["sort"][]} */
const ORDERS = ["rank", "suit", "given"];

/** So many cards are seen at a glance; a larger hand is sorted by buttons that stand open. */
const AT_A_GLANCE = 7;

/** A phone's width: there what is asked, the cards and the answers are to be in one sight. */
export const NARROW = matchMedia("(max-width: 40rem)");

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-Infinity, 0],
  End: [Infinity, 0],
});

/**
 * The element that a key leads to; up and down go to the nearest one in the next row, if there is one.
 * @param {HTMLElement[]} all @param {HTMLElement} from @param {string} code
 */
const stepped = (all, from, code) => {
  const [along, down] = STEPS[code];
  const at = all.indexOf(from);
  if (!down) return all[Math.max(0, Math.min(all.length - 1, at + along))];
  const here = from.getBoundingClientRect();
  const rows = all
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => (box.top - here.top) * down > here.height / 2);
  const away = (/** @type {{box: DOMRect}} */ { box }) =>
    Math.abs(box.top - here.top) * 100 + Math.abs(box.left - here.left);
  return rows.length ? rows.reduce((best, one) => (away(one) < away(best) ? one : best)).one : from;
};

/**
 * Arrow keys between the elements of `selector`, one of which is in the tab order.
 * @param {KeyboardEvent} event
 * @param {string} selector
 */
export const rove = (event, selector) => {
  const from = /** @type {HTMLElement} */ (event.target).closest(selector);
  if (!(event.code in STEPS) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !from) return;
  const all = /** @type {HTMLElement[]} */ ([
    .../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll(selector),
  ]);
  taken(event);
  stepped(all, /** @type {HTMLElement} */ (from), event.code).focus();
};

/** This key was for us: neither the page nor JupyterLab sees it. @param {Event} event */
const taken = (event) => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * A toolbar with one place in the tab order; the arrow keys lead through it.
 * @param {AnyView} view @param {string} label @param {Description[]} tools @param {string} [key]
 */
export const toolbar = ({ local, draw }, label, tools, key = "tools") => {
  const names = tools.map((tool) => tool.props.key);
  const current = names.includes(local.tool) ? local.tool : names[0];
  for (const tool of tools)
    Object.assign(tool.props, {
      tabindex: tool.props.key === current ? 0 : -1,
      onfocus: () => {
        if (local.tool === tool.props.key) return;
        local.tool = tool.props.key;
        draw();
      },
    });
  return h(
    "div",
    {
      class: "cardlab-tools",
      role: "toolbar",
      "aria-label": label,
      key,
      onkeydown: (/** @type {KeyboardEvent} */ event) => rove(event, "button"),
    },
    tools,
  );
};

/**
 * Lets a card be pulled to another place, and with it all that are selected; tapping it stays a click.
 * The pointer belongs to the card from the first moment: a quick pull has left it before its first move is heard.
 * @param {AnyView} view @param {HandPicture} hand @param {string} card
 */
const pulling = (view, hand, card) => ({
  onpointerdown: (/** @type {PointerEvent} */ down) => {
    if (down.button !== 0 || !down.isPrimary) return;
    const { local, root, send } = view;
    const option = /** @type {HTMLElement} */ (down.currentTarget);
    const selected = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".cardlab-option[aria-selected=true]")]);
    const pulled = selected.includes(option) ? selected : [option];
    local.dragged = false;
    option.setPointerCapture(down.pointerId);
    option.onpointermove = (move) => {
      const [x, y] = [move.clientX - down.clientX, move.clientY - down.clientY];
      if (!local.dragged && Math.hypot(x, y) < 6) return;
      local.dragged = true;
      for (const one of pulled) {
        one.classList.add("cardlab-pulled");
        one.style.translate = `${x}px ${y}px`;
      }
    };
    // Whatever ends it, the cards lie again where they belong.
    option.onpointerup = option.onlostpointercapture = (up) => {
      option.onpointermove = option.onpointerup = option.onlostpointercapture = null;
      const isDropped = local.dragged && up.type === "pointerup";
      const under = isDropped && document.elementFromPoint(up.clientX, up.clientY);
      for (const one of pulled) {
        one.classList.remove("cardlab-pulled");
        one.style.translate = "";
      }
      const place = under && under.closest(".cardlab-option, [data-drop]");
      if (!(place instanceof HTMLElement) || !root.contains(place)) return;
      if (place.dataset.drop)
        // A view with places to drop a card on hears of it.
        return send({ do: "drop", card, on: place.dataset.drop });
      const to = [...root.querySelectorAll(".cardlab-option")].indexOf(place);
      if (to >= 0 && place !== option) move(view, hand, card, to);
    };
  },
});

/**
 * A hand as this page knows it: how it is sorted, the order made by moving cards, what was said of that, and what is
 * selected until Python has heard the message of this number.
 * @typedef {{sort?: HandPicture["sort"], order: string[], moved: string, selected: string[], number: number}} OwnHand
 */

/** @param {AnyView} view @param {HandPicture} hand @returns {OwnHand} */
const own = ({ local }, hand) => {
  const known = (local.own ??= { order: [], moved: "", selected: [], number: 0 });
  if (known.number <= hand.heard) known.selected = hand.selected;
  known.selected = known.selected.filter((card) => hand.cards.includes(card));
  if (!known.order.some((card) => hand.cards.includes(card))) known.order = [];
  return known;
};

/** The cards in the order in which they lie. @param {OwnHand} known @param {HandPicture} hand */
const sorted = ({ sort, order }, hand) => {
  const by = sort ?? hand.sort;
  if (by !== "given") return by === "rank" ? hand.by_rank : hand.by_suit;
  const left = order.filter((card) => hand.cards.includes(card));
  return [...left, ...hand.cards.filter((card) => !left.includes(card))];
};

/** Selects these cards and no others. @param {AnyView} view @param {HandPicture} hand @param {string[]} cards */
export const select = (view, hand, cards) => {
  const known = own(view, hand);
  known.moved = "";
  known.selected = hand.multiple ? cards : cards.slice(-1);
  known.number = Math.max(Date.now(), known.number + 1, hand.heard + 1);
  view.send({ do: "select", cards: known.selected, number: known.number });
  view.draw();
};

/** Lays a card elsewhere in the hand. @param {AnyView} view @param {HandPicture} hand @param {string} card @param {number} to */
const move = (view, hand, card, to) => {
  const known = own(view, hand);
  const others = sorted(known, hand).filter((one) => one !== card);
  if (to < 0 || to > others.length) return;
  Object.assign(known, { sort: "given", order: [...others.slice(0, to), card, ...others.slice(to)] });
  known.moved = (view.words["hand.moved"] ?? "")
    .replace("{card}", view.faces.names[card] ?? "")
    .replace("{place}", String(to + 1))
    .replace("{total}", String(known.order.length));
  view.draw();
};

/**
 * The view of a hand from which cards may be pulled onto a place: there `put` puts the card, which is selected first.
 * @template {AnyView} V
 * @param {V} view @param {HandPicture} hand @param {(place: number) => void} put
 * @returns {V}
 */
export const dropping = (view, hand, put) => ({
  ...view,
  send: (/** @type {any} */ content) => {
    if (content.do !== "drop") return view.send(content);
    if (!own(view, hand).selected.includes(content.card)) select(view, hand, [content.card]);
    put(Number(content.on));
  },
});

/**
 * @param {AnyView} view @param {HandPicture} hand @param {string[]} cards
 * @param {(() => void) | undefined} enter what Enter does on a card that is selected
 * @param {string} style
 */
const options = (view, hand, cards, enter, style) => {
  const { faces, local, draw } = view;
  const { selected } = own(view, hand);
  const active = local.active && cards.includes(local.active) ? local.active : cards[0];
  const toggle = (/** @type {string} */ card) => {
    const before = own(view, hand).selected;
    select(view, hand, before.includes(card) ? before.filter((one) => one !== card) : [...before, card]);
  };
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const card = /** @type {HTMLElement} */ (event.target).dataset.card;
    const step = STEPS[event.code]?.[0];
    if (event.shiftKey && hand.tools && card && (step === 1 || step === -1)) {
      taken(event);
      move(view, hand, card, cards.indexOf(card) + step);
    } else if (event.code === "Enter" && enter && (!card || own(view, hand).selected.includes(card))) {
      taken(event);
      if (!event.repeat) enter();
    } else if ((event.code === "Space" || event.code === "Enter") && card) {
      taken(event);
      if (!event.repeat) toggle(card);
    } else if (event.code === "Escape") {
      taken(event);
      select(view, hand, []);
    } else if (event.code === "KeyA" && (event.ctrlKey || event.metaKey) && hand.multiple) {
      taken(event);
      if (!event.repeat) select(view, hand, [...selected, ...cards.filter((one) => !selected.includes(one))]);
    } else rove(event, ".cardlab-option");
  };
  const option = (/** @type {string} */ card) => {
    const order = selected.indexOf(card);
    return h(
      "div",
      {
        key: card,
        role: "option",
        class: `cardlab-option${hand.marked?.includes(card) ? " cardlab-marked" : ""}${hand.greyed?.includes(card) ? " cardlab-greyed" : ""}`,
        "data-card": card,
        "aria-label": faces.names[card],
        "aria-selected": String(order >= 0),
        "data-order": order < 0 ? null : hand.numbered ? order + 1 : "✓",
        tabindex: card === active ? 0 : -1,
        "data-answer": card === active ? "" : null,
        onfocus: () => {
          if (local.active === card) return;
          local.active = card;
          draw();
        },
        onclick: () => {
          if (!local.dragged) toggle(card);
          local.dragged = false;
        },
        ...pulling(view, hand, card),
      },
      picture(view, card),
    );
  };
  return h(
    "div",
    {
      key: "cards",
      class: style,
      style: `--cardlab-count: ${cards.length}`,
      role: "listbox",
      "aria-label": hand.label,
      "aria-multiselectable": String(hand.multiple),
      "aria-orientation": "horizontal",
      onkeydown,
    },
    cards.map(option),
  );
};

/**
 * Cards that are only looked at.
 * @param {AnyView} view
 * @param {string[]} cards
 * @param {string} label
 * @param {string} [style]
 */
export const row = (view, cards, label, style = "cardlab-cards") =>
  h(
    "ul",
    { key: `row ${label}`, class: style, style: `--cardlab-count: ${cards.length}`, "aria-label": label },
    cards.map((card, place) => {
      // The same element wherever the card lies: one that comes on top moves all others by a place.
      const before = cards.slice(0, place).filter((one) => one === card).length;
      return h("li", { key: card + before }, picture(view, card, { alt: view.faces.names[card] ?? "" }));
    }),
  );

/**
 * Cards that lie together: one beside the other, or in a heap whose last card lies on top.
 * @param {AnyView} view @param {{cards: string[], label: string, heaped: boolean}} pile
 */
export const lying = (view, { cards, label, heaped }) =>
  row(view, cards, label, heaped ? "cardlab-stack cardlab-heaped" : "cardlab-fan");

/** A large hand among piles gets a row to itself. @param {string[]} cards */
export const rowOfItsOwn = (cards) => (cards.length > 5 ? "grid-column: 1 / -1; flex-basis: 100%" : null);

/**
 * A hand: its cards, the line that says what is selected, and the tools to sort and move.
 * A small hand is seen at a glance and needs no tools; of a large one those that are rarely used are folded away.
 * @param {AnyView} view @param {HandPicture} hand
 * @param {() => void} [enter] what Enter does on a card that is selected
 * @param {boolean} [isClose] whether there is little room: then cards lie closer, and sorting, too, is folded away
 * @returns {Child[]}
 */
export const hand = (view, hand, enter, isClose = false) => {
  const { words, local, draw } = view;
  if (hand.back)
    return [
      h("p", { class: "cardlab-line" }, hand.label),
      h(
        "div",
        { class: "cardlab-cards cardlab-backs", role: "img", "aria-label": hand.label },
        Array.from({ length: hand.back }, () => h("span", {}, picture(view, "back"))),
      ),
    ];
  const known = own(view, hand);
  const [cards, sort] = [sorted(known, hand), known.sort ?? hand.sort];
  const active = local.active && cards.includes(local.active) ? local.active : cards[0];
  const at = cards.indexOf(active ?? "");
  const moving = (/** @type {number} */ to) =>
    active && to >= 0 && to < cards.length ? () => move(view, hand, active, to) : null;
  const sorting = (/** @type {HandPicture["sort"]} */ by) => {
    const sorts = () => {
      Object.assign(known, { sort: by, moved: "" });
      draw();
    };
    return button(words[`hand.${by}`], sorts, { key: by, "aria-pressed": String(sort === by) });
  };
  const orders = ORDERS.map(sorting);
  const moves = hand.selectable
    ? [
        button(["◀ ", wide(words["hand.left"])], moving(at - 1), { key: "left" }),
        button([wide(words["hand.right"]), " ▶"], moving(at + 1), { key: "right" }),
        button(words["hand.clear"], known.selected.length ? () => select(view, hand, []) : null, { key: "clear" }),
      ]
    : [];
  const isLarge = cards.length > AT_A_GLANCE;
  const isSorted = isLarge && !isClose;
  const more = isSorted ? moves : [...orders, ...moves];
  const style = isClose ? "cardlab-cards cardlab-close" : "cardlab-cards";
  return [
    h("p", { class: "cardlab-line", key: "line" }, h("strong", {}, hand.label), " ", h("span", {}, hand.line)),
    !cards.length
      ? null
      : hand.selectable
        ? options(view, hand, cards, enter, style)
        : row(view, cards, hand.label, style),
    hand.tools && isSorted && toolbar(view, words["hand.tools"], orders, "tools"),
    hand.tools &&
      cards.length > 1 &&
      (hand.selectable || (isLarge && isClose)) &&
      h(
        "details",
        { class: "cardlab-more", key: "more" },
        h("summary", {}, words[isClose ? "hand.sort" : "hand.more"]),
        toolbar(view, words["hand.moving"], more, "moves"),
        hand.selectable && h("p", { class: "cardlab-keys" }, words["hand.keys_text"]),
      ),
    h("div", { class: "cardlab-said", role: "status", key: "notice" }, known.moved),
  ];
};
