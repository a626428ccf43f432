/**
 * The teacher's screen: a line at the top, the stage, which the room sees, a panel, and a row of keys. On the whole screen
 * there is the stage alone. What is on it is as large as fits.
 *
 * Holds no sentence: what is drawn comes from `classroom/teacher_scene.py`.
 */

/** @import {Block, It, Kinds} from "./blocks.js" */

import { bar, blocks, drawer, press } from "./blocks.js";
import { picture } from "./cards.js";
import { button, h, sentences, view } from "./core.js";
import { drawing } from "./figures.js";
import { fitted, isFull, toggleFull } from "./full.js";
import { readData, write } from "./kept.js";

/** What this browser keeps of the page: the list of questions, what is typed, what is open in the panel. */
const KEPT = "cardlab-teacher";

/** So much room, in the page's own size, a question has at least. */
const [WIDTH, HEIGHT] = [640, 400];

/** How often an answer was given, and why it is wrong. @param {It} it @param {Block} bar */
const barred = (it, { key, label, cards, count, share, right, mark, why }) =>
  h("li", { key, class: right === null ? "teach-bar" : `teach-bar teach-${right ? "right" : "wrong"}` }, [
    h("span", { key: "label", class: "teach-label" }, [
      mark && h("span", { key: "mark", role: "img", "aria-label": mark }, right ? "✓" : "✗"),
      cards.map((card, index) => picture(it, card, { key: card + index })),
      h("span", { key: "text", class: cards.length ? "cardlab-unseen" : null }, label),
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

/** Opens what asks first, and closes it; then the focus is where it was. @param {It} it */
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

/** The keys of the buttons on the page, wherever the focus is but in a field. @param {It} it @param {Block[]} all */
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

/** Whatever is on the stage is as large as fits; anew with another picture or in another room. @param {It} it */
const fit = ({ root, shown, local: known }) => {
  const local = /** @type {any} */ (known);
  const [box, content] = [root.querySelector(".teach-stage"), root.querySelector(".teach-shown")];
  if (!(box instanceof HTMLElement) || !(content instanceof HTMLElement)) return;
  const now = JSON.stringify([shown.stage, box.clientWidth, box.clientHeight]);
  if (local.fitted === now) return;
  local.fitted = now;
  fitted(content, box, Math.min(2.4, Math.max(1, Math.min(box.clientWidth / WIDTH, box.clientHeight / HEIGHT))), 0.5);
};

/** Of a scene that does not know yet what is kept here nothing is shown in place of what was there. @param {any} given */
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
          h("div", { key: "foot", class: "teach-foot" }, blocks(it, foot)),
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
