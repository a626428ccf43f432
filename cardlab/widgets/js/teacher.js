/**
 * The teacher's screen: a top line, the stage, which the class sees, a panel, and a row of keys. In full screen there
 * is only the stage; its content is as large as possible.
 *
 * There are no texts here: `classroom/teacher_scene.py` has them.
 */

/** @import {Block, It, Kinds} from "./blocks.js" */

import { bar, blocks, drawer, press } from "./blocks.js";
import { picture } from "./cards.js";
import { button, h, sentences, view } from "./core.js";
import { drawing } from "./figures.js";
import { fitted, isFull, toggleFull } from "./full.js";
import { readData, write } from "./kept.js";

/** The keys of what this browser stores: the list of questions, typed text, open parts of the panel. */
const KEPT = "cardlab-teacher";

/** The least room for a question, in the page's own size. */
const [WIDTH, HEIGHT] = [640, 400];

/** A bar for how often an answer was given, and why it is wrong. @param {It} it @param {Block} bar */
const barred = (it, { key, label, cards, count, share, right, mark, why }) =>
  h("li", { key, class: right === null ? "teach-bar" : `teach-bar teach-${right ? "right" : "wrong"}` }, [
    h("span", { key: "label", class: "teach-label" }, [
      mark && h("span", { key: "mark", role: "img", "aria-label": mark }, right ? "✓" : "✗"),
      h("span", { key: "given" }, [
        cards.map((card, index) => picture(it, card, "", { key: card + index })),
        h("span", { key: "text", class: cards.length ? "cardlab-unseen" : null }, label),
      ]),
    ]),
    bar(share),
    h("strong", { key: "count" }, String(count)),
    why.length > 0 && h("details", { key: "why" }, h("summary", {}, it.words["board.why"]), sentences(why)),
  ]);

/** @type {Kinds} */
const kinds = {
  bars: (it, { bars }, key) =>
    h("ul", { key, class: "teach-bars" }, [bars.map((/** @type {Block} */ one) => barred(it, one))]),
  went: (_it, { lines }, key) =>
    h("ol", { key, class: "teach-went" }, [
      lines.map(({ name, went, right, given }) =>
        h("li", {}, [
          h("span", {}, h("bdi", {}, name), " ", h("strong", {}, went)),
          h("div", { class: "teach-stack", style: `--right: ${right}; --given: ${given}`, "aria-hidden": "true" }),
        ]),
      ),
    ]),
  way: ({ shown: { way }, words }, { above: [byAddress, byCode] }, key) =>
    h("div", { key, class: "teach-poster" }, [
      h("div", { class: "teach-qr", role: "img", "aria-label": `${words["room.drawing_alt"]} ${way.address}` }, [
        drawing(way.qr),
      ]),
      h("div", {}, [
        h("p", {}, byAddress),
        h("p", { class: "teach-address" }, way.address),
        h("p", {}, byCode),
        h("p", { class: "teach-code" }, way.code),
      ]),
    ]),
  full: ({ root, words }) =>
    document.fullscreenEnabled &&
    button(words["teach.full"], () => toggleFull(root), { key: "full", "aria-keyshortcuts": "f" }),
};

/** Opens or closes the confirmation; afterwards the focus is where it was. @param {It} it */
const ask = ({ root, shown, local: known }) => {
  const [local, dialog] = [/** @type {any} */ (known), /** @type {HTMLDialogElement} */ (root.querySelector("dialog"))];
  if (shown.asks.length && !dialog.open) {
    local.asked = document.activeElement;
    dialog.showModal();
    /** @type {HTMLElement | null} */ (dialog.querySelector("button:last-of-type"))?.focus();
  } else if (!shown.asks.length && dialog.open) {
    dialog.close();
    const back = local.asked?.isConnected ? local.asked : root.querySelector(".teach-panel button");
    back?.focus({ preventScroll: true });
  }
};

/** Handles the keys of buttons, unless the focus is in a field. @param {It} it @param {Block[]} all */
const keyed = (it, all) => (/** @type {KeyboardEvent} */ event) => {
  const { key, ctrlKey, metaKey, altKey, repeat } = event;
  const on = event.target instanceof Element ? event.target : document.body;
  if (ctrlKey || metaKey || altKey || repeat || on.closest("input, select, textarea, dialog")) return;
  const one = all.find(({ keys }) => keys?.includes(key.toLowerCase()));
  if (one) press(it, one);
  else if (key.toLowerCase() === "f") toggleFull(it.root);
  else return;
  event.preventDefault();
};

/** Makes the content of the stage as large as possible, again when the content or the window changes. @param {It} it */
const fit = ({ root, shown, local: known }) => {
  const local = /** @type {any} */ (known);
  const [box, content] = [root.querySelector(".teach-stage"), root.querySelector(".teach-shown")];
  if (!(box instanceof HTMLElement) || !(content instanceof HTMLElement)) return;
  const now = JSON.stringify([shown.stage, box.clientWidth, box.clientHeight]);
  if (local.fitted === now) return;
  local.fitted = now;
  fitted(content, box, Math.min(2.4, Math.max(1, Math.min(box.clientWidth / WIDTH, box.clientHeight / HEIGHT))), 0.5);
};

/** Keeps the last drawing while a new scene doesn't yet know what is stored here. @param {any} given */
const recalled = ({ shown, local, send }) => {
  if (shown.kept) write(KEPT, JSON.stringify(shown.kept));
  else if (local.fresh !== shown) send({ do: "recall", kept: readData(KEPT) });
  if (!shown.kept) local.fresh = shown;
  if (shown.kept || !local.shown) local.shown = shown;
  return local.shown;
};

export default view(
  (/** @type {any} */ given) => {
    const { words, root } = given;
    const shown = recalled(given);
    const { top, stage, panel, foot, keys, asks, tab, way } = shown;
    const it = drawer({ ...given, shown }, [top, stage, panel, keys, asks], kinds);
    document.onkeydown = keyed(it, keys);
    root.onfullscreenchange = it.draw;
    root.dataset.tab = tab;
    root.dataset.over = "";
    queueMicrotask(() => {
      fit(it);
      ask(it);
    });
    return [
      h("div", { key: "top", class: "teach-top" }, blocks(it, top)),
      h("section", { key: "stage", class: "teach-stage", "aria-label": shown.label }, [
        h("div", { key: "shown", class: "teach-shown" }, blocks(it, stage)),
        isFull(root) && h("p", { key: "way", class: "teach-corner" }, `${way.address} · ${way.code}`),
      ]),
      tab &&
        h("section", { key: "panel", class: "teach-panel", "aria-label": words["teach.panel"] }, [
          blocks(it, panel),
          h("div", { key: "foot" }, blocks(it, foot)),
        ]),
      h("div", { key: "keys", class: "teach-keys" }, blocks(it, keys)),
      h(
        "dialog",
        {
          key: "asks",
          class: "teach-asks",
          oncancel: (/** @type {Event} */ event) => {
            event.preventDefault();
            it.send({ do: "cancel" });
          },
        },
        blocks(it, asks),
      ),
    ];
  },
  (_model, root) => {
    const resized = () => root.onfullscreenchange?.(new Event("resize"));
    addEventListener("resize", resized);
    return [() => removeEventListener("resize", resized)];
  },
);
