/**
 * Draws the blocks of `cardlab/widgets/blocks.py`, with one function for each kind.
 *
 * `page` is the view of a scene made of blocks. A view that draws most itself calls `blocks` for the others, or gives
 * `page` more kinds. A block sends its own message; the value of a named block stays here until a button takes it
 * along.
 */

/** @import {AnyView, Child, Description} from "./core.js" */

import { addressOf } from "./address.js";
import { brackets } from "./brackets.js";
import { called, cloth, isNumbered, MIDDLE } from "./cloth.js";
import { cardPile, dropping, hand, picture, row as cardRow, rowOfItsOwn } from "./cards.js";
import { box, button, h, NARROW, sentences, status, tick, view } from "./core.js";
import { drawing } from "./figures.js";
import { choose, copy, saving } from "./files.js";
import { fullButton, isFull } from "./full.js";
import { read, write } from "./kept.js";

/**
 * A block as `blocks.py` makes it; its fields depend on its kind.
 * @typedef {{[name: string]: any, blocks: Block[], cards: string[], cells: any[], clauses: Block[], groups: Block[],
 *   head: string[], lines: any[], moves: Block[], options: Block[], piles: Block[], rows: Block[], sides: Block[],
 *   slots: string[], suits: Block[], explanation: any, wishes: string[], zones: string[]}} Block
 */
/**
 * The state of a page's named blocks: their values, and the order and selection of their hands.
 * @typedef {{values: Map<string, string[]>, hands: Map<string, any>}} Kept
 */
/**
 * A view while it draws: its state, the blocks on screen, what Enter does, where cards can be dropped.
 * @typedef {AnyView & {kept: Kept, named: Map<string, Block[]>, enter?: () => void, drops: (() => void)[], kinds: Kinds}} It
 */
/** @typedef {Record<string, (it: It, block: Block, key: string) => Child>} Kinds */

/** @type {WeakMap<object, Kept>} */
const keptBy = new WeakMap();

/** A table with more rows is folded at first. */
const FIRST = 8;

/** An answer longer than this has a row of its own, where shorter ones share a row. */
const LONG = 44;

// State

/** @type {Record<string, (block: Block) => string[]>} */
const AT_FIRST = {
  choice: ({ options }) =>
    options.filter((/** @type {Block} */ one) => one.chosen).map((/** @type {Block} */ one) => one.value),
  field: ({ value, remembered }) => [value || (remembered && read(remembered))].filter(Boolean),
  hand: (block) => block.hand.selected,
  pile: ({ chosen, value }) => (chosen ? [value] : []),
};

/** The values of these blocks: chosen here, or else sent by Python. @param {It} it @param {string} name */
export const valueOf = ({ kept, named }, name) => {
  const all = named.get(name) ?? [];
  const own = all.some(({ done }) => done) ? undefined : kept.values.get(name);
  return own ?? all.flatMap((block) => AT_FIRST[block.is](block));
};

/** @param {It} it @param {string} name @param {string[]} value */
const keep = (it, name, value) => {
  it.kept.values.set(name, value);
  it.draw();
};

/** Whether no value on screen was changed since Python sent it. @param {It} it */
export const isAsSaid = ({ kept, named }) =>
  [...named].every(([name, all]) => {
    const [own, said] = [kept.values.get(name), all.flatMap((block) => AT_FIRST[block.is](block))];
    return !own || own.toSorted().join() === said.toSorted().join();
  });

/** Every block on screen, including nested ones. @param {AnyView} it @param {any} within @returns {Block[]} */
const everyBlock = (it, within) => {
  if (Array.isArray(within)) return within.flatMap((one) => everyBlock(it, one));
  if (!within || typeof within !== "object" || !isSeen(it, within)) return [];
  const inside = Object.values(within).flatMap((one) => (typeof one === "object" ? everyBlock(it, one) : []));
  return within.is ? [within, ...inside] : inside;
};

/** Whether a block is shown now: in full screen, or outside it. @param {AnyView} it @param {Block} block */
const isSeen = ({ root }, { when }) => !when || (when === "full") === isFull(root);

// Buttons and keys

/** A handler of the Enter key, which ignores repeats while the key is held. @param {() => void} act */
export const entered = (act) => (/** @type {KeyboardEvent} */ event) => {
  if (event.code !== "Enter" && event.code !== "NumpadEnter") return;
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) act();
};

/**
 * Presses a button: sends its message with the values that it takes, and moves the focus. After a touch the focus goes
 * to text, because a focused field would open the keyboard.
 * @param {It} it @param {Block} block @param {Event} [event]
 */
export const press = (it, { send, takes, then }, event) => {
  if (!send) return;
  if (then) {
    const [there, touched] = [`[data-mark="${then}"]`, event instanceof PointerEvent && event.pointerType === "touch"];
    it.local.ask = touched ? `p${there}` : `${there} [data-answer], p${there}:not(:has(~ * [data-answer]))`;
  }
  const taken = Object.entries(takes ?? {}).map(([field, names]) => [
    field,
    /** @type {string[]} */ (names).flatMap((name) => valueOf(it, name)),
  ]);
  it.send({ ...send, ...Object.fromEntries(taken) });
};

/** What Enter does in these fields and choices: it presses their button. @param {It} it @param {Block[]} all */
const entering = (it, all) => {
  const main = all.find(({ is, enter, send }) => is === "button" && enter && send);
  return main && (() => press(it, main));
};

/** Lets Enter press a button wherever it has no other effect. @param {It} it @param {Block[]} all */
const enterAnywhere = (it, all) => {
  const one = all.find(({ is, enter, send }) => is === "button" && enter === "anywhere" && send);
  it.root.onkeydown = (event) => {
    const on = /** @type {HTMLElement} */ (event.target);
    if (one && !on.closest("a, summary, select, button:not([aria-disabled])")) entered(() => press(it, one))(event);
  };
};

// The kinds of blocks

/** A text with the blocks within its line. @param {It} it @param {(string | Block)[]} said @returns {Child[]} */
const inline = (it, said) =>
  said.map((one, index) => (typeof one === "string" ? one : it.kinds[one.is](it, one, one.key || String(index))));

/** The address of a link, which a page of the course may change. @param {string} address */
const linked = (address) => /** @type {any} */ (globalThis).cardlabAddress?.(address) ?? address;

/** @type {Record<string, string>} */
const STYLES = { strong: "cardlab-summary", soft: "cardlab-progress", prompt: "cardlab-prompt" };

/**
 * A group with the question as its label: the focus goes straight to the control in it.
 * @param {Block} block @param {string} kind @param {string} key @param {Child} given
 */
const answering = ({ label, mark }, kind, key, given) =>
  h(
    "div",
    { key, class: `cardlab-answer-${kind}`, role: "group", "aria-label": label || null, "data-mark": mark || null },
    given,
  );

/** @param {It} it @param {Block} block @param {Block} one */
const isChosen = (it, { name }, one) => (name ? valueOf(it, name).includes(one.value) : one.chosen);

/** What Enter does on a chosen option; on another option it chooses it. @param {It} it @param {boolean} chosen */
const checking = ({ enter }, chosen) => (chosen && enter ? { onkeydown: entered(enter) } : {});

/** @param {It} it @param {Block} block @param {string} key */
const choice = (it, block, key) => {
  const { label, options, many, name, done, titled } = block;
  const now = name ? valueOf(it, name) : [];
  const first = Math.max(
    0,
    options.findIndex((one) => isChosen(it, block, one)),
  );
  const take = (/** @type {string} */ value) =>
    keep(it, name, !many ? [value] : now.includes(value) ? now.filter((one) => one !== value) : [...now, value]);
  const buttons = options.map((one, place) => {
    const chosen = isChosen(it, block, one);
    const act = name ? !done && (() => take(one.value)) : one.send && (() => it.send(one.send));
    const marked = chosen || one.right === true;
    return button([many ? box(marked) : tick(marked), one.label], act || null, {
      key: one.value || place,
      class: `cardlab-button${one.label.length > LONG ? " cardlab-long" : ""}${one.right ? " cardlab-right" : ""}`,
      "aria-label": one.right ? `${one.label}, ${it.words["exercise.right_choice"]}` : null,
      "aria-pressed": String(chosen),
      "data-answer": place === first ? "" : null,
      ...(name && !done ? checking(it, chosen) : {}),
    });
  });
  const all = h("div", { key: "choices", class: "cardlab-choices" }, buttons);
  return titled
    ? h("fieldset", { key, class: "cardlab-choice", "data-mark": block.mark || null }, h("legend", {}, label), all)
    : answering(block, "choices", key, all);
};

/** @param {string} key @param {string} label @param {Child} control @param {string} [explanation] */
const labelled = (key, label, control, explanation = "") =>
  h("label", { key, class: "cardlab-field", title: explanation || null }, h("span", {}, label), " ", control);

/**
 * A field for a whole number. A value that Python refuses doesn't stay in the field.
 * @param {It} it @param {Block} block @param {string} key
 */
const number = (it, { label, value, least, most, send, free, explanation }, key) => {
  /** The number as Python writes it, "10" for "1e1"; otherwise the text as typed, or `instead`. */
  const typed = (/** @type {Event} */ { target }, instead = "") => {
    const field = /** @type {HTMLInputElement} */ (target);
    return field.validity.valid ? String(field.valueAsNumber) : instead || field.value;
  };
  const control = h("input", {
    key: "field",
    type: "number",
    inputmode: "numeric",
    min: least,
    max: most,
    required: true,
    value,
    disabled: !send,
    onchange: (event) => it.send({ ...send, [free[0]]: typed(event) }),
    onblur: (event) => {
      event.target.value = typed(event, value);
    },
  });
  return labelled(key, label, control, explanation);
};

/** @param {It} it @param {Block} block @param {string} key */
const select = (it, { label, options, explanation }, key) => {
  const list = h(
    "select",
    {
      // With other options the list gets another key, because Preact would keep its old value.
      key: options.map((one) => one.label).join(),
      value: options.find((one) => one.chosen)?.value,
      onchange: (/** @type {Event} */ event) => {
        const { send } = options[/** @type {HTMLSelectElement} */ (event.target).selectedIndex] ?? {};
        if (send) it.send(send);
      },
    },
    options.map(({ value, label }) => h("option", { key: value, value }, label)),
  );
  return labelled(key, label, list, explanation);
};

/** @param {It} it @param {Block} block @param {string} key */
const field = (it, block, key) => {
  const { label, value, send, free, name, digits, longest, done, mark, lead, complete, remembered } = block;
  const typed = (/** @type {Event} */ event) => {
    const { value: text } = /** @type {HTMLInputElement} */ (event.target);
    if (send) it.send({ ...send, [free[0]]: text });
    else {
      it.kept.values.set(name, text ? [text] : []);
      if (remembered) write(remembered, text);
      it.draw();
    }
  };
  const control = h("input", {
    key: name || "field",
    type: "text",
    inputmode: digits ? "numeric" : null,
    autocomplete: complete,
    maxlength: longest,
    value: name ? (valueOf(it, name)[0] ?? "") : value,
    readonly: done,
    "data-answer": mark ? "" : null,
    oninput: typed,
    ...(it.enter ? { onkeydown: entered(it.enter) } : {}),
  });
  return mark
    ? answering(block, "number", key, h("label", { key: "number", class: "cardlab-number" }, lead, " ", control))
    : labelled(key, label, control);
};

/** @param {It} it @param {Block} block @param {string} key */
const copying = (it, { label, value, address, copy: copies, copied, selected }, key) => {
  const text = address ? addressOf(address) : value;
  const [last, said] = it.kept.values.get(`copied ${key}`) ?? [];
  const act = async (/** @type {Event} */ { currentTarget }) => {
    const { previousElementSibling: field } = /** @type {HTMLElement} */ (currentTarget);
    const isCopied = await copy(/** @type {HTMLInputElement} */ (field?.querySelector("input")));
    keep(it, `copied ${key}`, [text, isCopied ? copied : selected]);
  };
  return h("div", { key, class: "cardlab-tools cardlab-copying" }, [
    labelled("text", label, h("input", { type: "text", readonly: "", value: text })),
    button(copies, act, { key: "copy", "aria-label": `${copies}: ${label}` }),
    h("span", { key: "copied", role: "status" }, last === text && said),
  ]);
};

/**
 * A hand; with a name, its selection stays here, and a card dragged onto a pile chooses the pile.
 * @param {It} it @param {Block} block @param {string} key
 */
const handOf = (it, block, key) => {
  const { name, done, hand: shown, close } = block;
  const mine = it.kept.hands.get(name) ?? {};
  it.kept.hands.set(name, mine);
  const chosen = valueOf(it, name);
  const send = (/** @type {any} */ content) =>
    content.do === "select" && name ? !done && it.kept.values.set(name, content.cards) : it.send(content);
  const line =
    name && chosen.length
      ? it.words["hand.selected"]
          .replace("{count}", String(chosen.length))
          .replace("{cards}", chosen.map((card) => it.faces.labels[card]).join(" "))
      : shown.line;
  const own = { ...shown, line, ...(name ? { selected: chosen, last_message: Infinity } : {}) };
  const its = { ...it, local: name ? mine : it.local, send };
  const drawn = hand(
    dropping(its, own, (index) => it.drops[index]?.()),
    own,
    it.enter,
    close && NARROW.matches,
  );
  return shown.selectable && block.mark ? answering(block, "hand", key, drawn) : h("div", { key }, drawn);
};

/** @param {It} it @param {Block} block @param {string} key */
const pile = (it, block, key) => {
  const { label, short, seat, cards, heaped, name, value, done } = block;
  const chosen = isChosen(it, block, block);
  const act = () => chosen || keep(it, name, [value]);
  const isOpen = name !== "" && !done;
  const index = isOpen ? it.drops.push(act) - 1 : null;
  return h(
    "div",
    {
      key,
      class: [
        "cardlab-pile",
        heaped && "cardlab-of-heap",
        name && "cardlab-target",
        name && chosen && "cardlab-picked",
        seat !== null && isNumbered(short) && "cardlab-by-number",
      ]
        .filter(Boolean)
        .join(" "),
      style: seat === null ? rowOfItsOwn(cards) : null,
      // The whole pile can be clicked; the button in it is for keys and screen readers.
      ...(isOpen ? { "data-drop": index, onclick: act } : {}),
    },
    [
      name
        ? button([tick(chosen), label], isOpen ? () => {} : null, {
            key: "choose",
            "aria-pressed": String(chosen),
            ...(isOpen ? checking(it, chosen) : {}),
          })
        : h("p", { class: "cardlab-line" }, seat === null ? h("strong", {}, label) : called(short)),
      cardPile(it, { cards, label, heaped }),
    ],
  );
};

/** @param {It} it @param {Block} block @param {string} key */
const table = (it, { caption, head, rows: lines, close, prose, more, style }, key) => {
  if (!lines.length) return null;
  const folds = more !== "" && lines.length > FIRST;
  const isOpen = it.kept.values.has(key);
  const cell = (/** @type {any[]} */ said, /** @type {number} */ place) =>
    place
      ? h(
          "td",
          { key: place, "data-label": head[place], "data-none": said.every((one) => one.is === "none") ? "" : null },
          inline(it, said),
        )
      : h("th", { key: place, scope: "row" }, inline(it, said));
  const line = (/** @type {Block} */ { cells, marked }, /** @type {number} */ number) => {
    const styles = [marked && "cardlab-best", number >= FIRST && "cardlab-further"].filter(Boolean);
    return h("tr", { key: number, class: styles.join(" ") || null }, cells.map(cell));
  };
  const classes = ["cardlab-figures", close ? "cardlab-close" : "cardlab-stacks", prose && "cardlab-prose", style];
  const drawn = h("table", { key: "table", class: classes.filter(Boolean).join(" ") }, [
    caption && h("caption", { key: "caption" }, caption),
    h("thead", { key: "head" }, [h("tr", {}, [head.map((one, place) => h("th", { key: place, scope: "col" }, one))])]),
    h("tbody", { key: "body" }, lines.map(line)),
  ]);
  const turn = () => {
    isOpen ? it.kept.values.delete(key) : it.kept.values.set(key, []);
    it.draw();
  };
  const turning =
    folds && h("div", { key: "more", class: "cardlab-more" }, button(more, turn, { "aria-expanded": String(isOpen) }));
  return h("div", { key, class: folds && !isOpen ? "cardlab-short" : null }, drawn, turning);
};

/** @param {It} it @param {Block} block @param {string} key */
const verdict = (it, { kind, title, said, above, more, below }, key) => {
  const inside = blocks(it, more);
  const unsaid = title || said.length || inside.flat().some(Boolean) ? "" : " cardlab-unsaid";
  return h("div", { key, class: `cardlab-verdict cardlab-${kind}${unsaid}` }, [
    blocks(it, above),
    status(title && h("p", { class: "cardlab-title" }, title), sentences(said, "said"), inside),
    blocks(it, below),
  ]);
};

/** A progress bar. @param {number} share @param {string} [key] */
export const bar = (share, key = "bar") =>
  h("div", { key, class: "cardlab-bar", style: `--cardlab-share: ${share}`, "aria-hidden": "true" });

/** @type {Kinds} */
const KINDS = {
  text: (it, { said, style, mark }, key) =>
    h(
      "p",
      {
        key: mark || key,
        class: style ? (STYLES[style] ?? `cardlab-${style}`) : null,
        tabindex: mark ? -1 : null,
        "data-mark": mark || null,
      },
      inline(it, said),
    ),
  heading: (_it, { said }, key) => h("h2", { key }, said),
  strong: (_it, { said }, key) => h("strong", { key }, said),
  none: (_it, { said }) => said,
  link: (_it, { label, address, new: isNew, style }, key) =>
    h(
      "a",
      { key, href: linked(address), class: style || null, ...(isNew ? { target: "_blank", rel: "noopener" } : {}) },
      [label],
    ),
  sentences: (it, { said, style, label }, key) =>
    said.length > 0 && [
      label && h("p", { key: `${key} label`, class: "cardlab-line cardlab-over" }, h("strong", {}, label)),
      h("ul", { key, class: `cardlab-sentences${style ? ` cardlab-${style}` : ""}` }, [
        said.map((/** @type {any[]} */ one) => h("li", {}, inline(it, one))),
      ]),
    ],
  status: (it, { blocks: inside, style }, key) =>
    h("div", { key, class: style || "cardlab-said", role: "status" }, blocks(it, inside)),
  cards: (it, { label, cards, captions, titled }, key) =>
    h("div", { key, class: "cardlab-pile" }, [
      titled && h("p", { class: "cardlab-line" }, h("strong", {}, label)),
      cards.length > 0 &&
        (captions
          ? h("ul", { key: "cards", class: "cardlab-chosen", "aria-label": label }, [
              cards.map((card, place) =>
                h("li", { key: card }, [
                  picture(it, card, it.faces.names[card]),
                  captions[place] && h("span", {}, captions[place]),
                ]),
              ),
            ])
          : cardRow(it, cards, label, "cardlab-fan")),
    ]),
  rules: (_it, { title, clauses, open }) =>
    h("details", { class: "cardlab-rules", key: "rules", open }, [
      h("summary", {}, title),
      h("dl", {}, [clauses.map(({ id, text }) => [h("dt", { key: `${id}?` }, id), h("dd", { key: id }, text)])]),
    ]),
  verdict,
  table,
  plot: (it, { svg, narrow, numbers, title }, key) =>
    h("figure", { key, class: "cardlab-figure" }, [
      [svg, narrow].map(drawing),
      numbers && h("details", { key: "numbers" }, h("summary", {}, title), table(it, numbers, "table")),
    ]),
  progress: (_it, { share, label }, key) =>
    label
      ? h(
          "span",
          { key, class: `cardlab-share${share >= 1 ? " cardlab-all" : ""}`, style: `--cardlab-share: ${share}` },
          label,
        )
      : bar(share, key),
  button: (it, block, key) =>
    button(block.label, block.send && ((event) => press(it, block, event)), {
      key,
      class: `cardlab-button${block.main ? " cardlab-main" : ""}${block.style ? ` ${block.style}` : ""}`,
      "aria-pressed": block.pressed === null ? null : String(block.pressed),
      "aria-keyshortcuts": block.keys.join(" ") || null,
      "data-refocus": block.main ? "" : null,
    }),
  choice,
  select,
  toggle: (it, { label, on, send, explanation }, key) =>
    button([box(on), label], send && (() => it.send(send)), {
      key,
      "aria-pressed": String(on),
      title: explanation || null,
    }),
  number,
  field,
  copying,
  upload: (it, { label, largest, send, free, too_long: tooLong }, key) =>
    button(
      label,
      send &&
        (() =>
          choose(
            largest,
            (text) => it.send({ ...send, [free[0]]: text }),
            () => it.send(tooLong.send),
          )),
      { key },
    ),
  hand: handOf,
  pile,
  brackets: (it, { groups }, key) => h("div", { key }, brackets(it, groups)),
  row: (it, { blocks: inside, style, label }, key) =>
    h(
      "div",
      {
        key,
        class: `cardlab-tools${style ? ` ${style}` : ""}`,
        role: label ? "group" : null,
        "aria-label": label || null,
      },
      blocks(it, inside),
    ),
  fields: (it, { blocks: inside }, key) =>
    inside.length > 0 && h("div", { key, class: "cardlab-tools cardlab-fields" }, blocks(it, inside)),
  group: (it, { blocks: inside, label, style }, key) => {
    const own = entering(it, everyBlock(it, inside));
    return h(
      "div",
      { key, class: style || null, role: label ? "group" : null, "aria-label": label || null },
      blocks({ ...it, enter: own ?? it.enter }, inside),
    );
  },
  details: (it, { title, blocks: inside, open, send, style }, key) => {
    const turned = (/** @type {Event} */ event) => {
      const isOpen = /** @type {HTMLDetailsElement} */ (event.target).open;
      if (send && isOpen !== open) it.send({ ...send, open: isOpen });
    };
    return h("details", { key, class: style || "cardlab-rules", open, ...(send ? { ontoggle: turned } : {}) }, [
      h("summary", {}, title),
      blocks(it, inside),
    ]);
  },
  piles: (it, { blocks: inside }, key) => {
    const heaps = inside.some(({ heaped }) => heaped) ? " cardlab-with-heaps" : "";
    return h("div", { key, class: `cardlab-piles${heaps}` }, blocks(it, inside));
  },
  cloth: (it, { seats, blocks: inside, none }, key) => {
    const at = (/** @type {number} */ seat) =>
      inside.flatMap((one, index) => (one.seat === seat ? pile(it, one, String(index)) : []));
    const isWide = inside.some((one) => one.seat === MIDDLE && one.cards.length > 3);
    return cloth(seats, at, none && h("p", { key: "none", class: "cardlab-nothing" }, none), isWide);
  },
  // A goal that was reached stays reached, even after undo.
  goal: ({ root: { dataset } }, { done }) => {
    Object.assign(dataset, { total: "1", solved: done ? "1" : (dataset.solved ?? "0") });
  },
  full: (it) => fullButton(it),
};

/** Blocks one after the other, each with a unique key. @param {It} it @param {any[]} all */
export const blocks = (it, all) => {
  /** @type {Record<string, number>} */
  const count = {};
  return all
    .filter((block) => isSeen(it, block))
    .map((block) => {
      const name = `${block.is} ${block.label ?? ""}`;
      count[name] = (count[name] ?? 0) + 1;
      return it.kinds[block.is](it, block, block.key || `${name} ${count[name]}`);
    });
};

/**
 * A view that can draw blocks: it first collects all blocks on screen, so that Enter and buttons find them.
 * @param {AnyView} it @param {any[]} all @param {Kinds} [kinds] what the view draws itself
 * @returns {It}
 */
export const drawer = (it, all, kinds = {}) => {
  const kept = keptBy.get(it.local) ?? { values: new Map(), hands: new Map() };
  keptBy.set(it.local, kept);
  const every = everyBlock(it, all);
  /** @type {Map<string, Block[]>} */
  const named = new Map();
  for (const one of every) if (one.name) named.set(one.name, [...(named.get(one.name) ?? []), one]);
  /** @type {It} */
  const own = { ...it, kept, named, drops: [], kinds: { ...KINDS, ...kinds } };
  own.enter = entering(own, every);
  return own;
};

/** Blocks of a view that draws everything else itself. @param {AnyView} it @param {any[]} all */
export const drawBlocks = (it, all) => blocks(drawer(it, all), all);

/**
 * The view of a scene made of blocks. `kinds`: further kinds of blocks; `before`: called before each drawing with every
 * block on screen; `begun`: called with the model, returns functions that end what it began.
 * @param {{kinds?: Kinds, before?: (it: It, all: Block[]) => void, begun?: (model: any, root: HTMLElement) => (() => void)[]}} [own]
 */
export const page = ({ kinds = {}, before = () => {}, begun = () => [] } = {}) =>
  view(
    (/** @type {AnyView} */ it) => {
      const all = everyBlock(it, it.shown.blocks);
      const own = drawer(it, it.shown.blocks, kinds);
      enterAnywhere(own, all);
      before(own, all);
      return blocks(own, it.shown.blocks);
    },
    (model, root) => {
      model.on("msg:custom", (/** @type {{go?: string}} */ { go }) => go && location.assign(go));
      return [saving(model), ...begun(model, root)];
    },
  );
