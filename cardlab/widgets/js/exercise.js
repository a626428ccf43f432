/**
 * What `Exercise` and `Demo` have besides blocks: stored answers, confetti, and full screen.
 *
 * In full screen the print is large, and keys reveal the solution step by step for a class.
 */

/** @import {Block, It} from "./blocks.js" */

import { follow } from "./address.js";
import { bar, isAsSaid, page, press } from "./blocks.js";
import { NARROW, button, h, joy } from "./core.js";
import { fitted, fullButton, isFull } from "./full.js";
import { asTold, begun, connect, recall } from "./memory.js";
import { seek } from "./address_target.js";

/**
 * Sends Python the stored answers of these drills and the tasks that were begun; nothing if there are none.
 * @param {Block[]} blocks @param {(content: any) => void} send
 */
const remind = (blocks, send) => {
  const drills = blocks.find((one) => one.is === "memory")?.drills ?? [];
  if (!drills.length) return;
  const { answers, mistakes, trouble } = recall(drills);
  const open = begun(drills);
  if (trouble === "torn") send({ do: "trouble", kind: trouble });
  if (answers.length || open.length) send({ do: "recall", text: asTold(answers, { open, mistakes }) });
};

/**
 * Follows what was deleted or stored elsewhere; stored answers only where no question is left, because they may bring
 * one back.
 * @param {any} model @param {HTMLElement} root @param {boolean} isDeleted
 */
const changed = (model, root, isDeleted) => {
  const { solved, total } = root.dataset;
  if (isDeleted) model.send({ do: "forget" });
  else if (root.hasAttribute("data-over") && solved === total)
    remind(model.get("shown").blocks, (content) => model.send(content));
};

/** The progress; the page around it marks what is done. @param {It} it @param {Block} block @param {string} key */
const standing = (it, { said, solved, total }, key) => {
  const { local, root } = it;
  // A prediction has no text at its end, and a single task needs no bar.
  const finished = solved >= total && total > 0 && said !== "";
  // Confetti only for a task solved now, not when the page is opened again.
  if (finished && local.finished === false) local.joy = true;
  local.finished = finished;
  if (total > 0) Object.assign(root.dataset, { solved: String(solved), total: String(total) });
  return h("div", { key, class: "cardlab-standing" }, [
    h("p", { key: "said", class: `cardlab-progress${finished ? " cardlab-finished" : ""}` }, [
      said,
      finished && local.joy && joy(),
    ]),
    total > 1 && bar(Math.min(1, solved / total)),
    fullButton(it, true),
  ]);
};

/** The least room for a task in full screen, in the page's own size. */
const [WIDTH, HEIGHT] = [740, 416];

/** The button that reveals a step in full screen. */
const UNFOLD = ".cardlab-go [aria-keyshortcuts~=PageDown]";

/** The task that is asked. @param {HTMLElement} root */
const askedIn = (root) => root.querySelector(".cardlab-prompt")?.dataset.mark;

/**
 * Large print in full screen: a new task is as large as the screen allows. Revealed steps make it smaller if not all of
 * it fits, but never smaller than on the page; then it can be scrolled.
 * @param {It} it
 */
const print = ({ root, local: known }) => {
  const local = /** @type {any} */ (known);
  const largest = Math.max(1, Math.min(innerWidth / WIDTH, innerHeight / HEIGHT));
  const isNew = local.printed !== askedIn(root);
  local.printed = isFull(root) ? askedIn(root) : undefined;
  if (!isFull(root)) root.style.zoom = "";
  else fitted(root, root, isNew ? largest : undefined, Math.max(1, largest * 0.55));
};

/**
 * Scrolls the answer's verdict, which is below the buttons, into view. On a phone the next task begins at the upper
 * edge, so that as much of it as possible is in view.
 * @param {It} it @param {string | undefined} asked which task was asked
 */
const seen = ({ root, local }, asked) => {
  const said = [...root.querySelectorAll(".cardlab-title, .cardlab-verdict .cardlab-sentences, .cardlab-helped li")];
  const texts = said.map((one) => one.textContent).join();
  if (local.texts !== undefined && local.texts !== texts) {
    const target = root.querySelector(texts ? ".cardlab-verdict" : ".cardlab-prompt");
    target?.scrollIntoView({ block: asked !== askedIn(root) && NARROW.matches ? "start" : "nearest" });
  }
  local.texts = texts;
};

/**
 * Handles keys in full screen; a presenter's remote control sends the page keys.
 * @param {It} it @param {Block[]} all
 */
const unfolding = (it, all) => (/** @type {KeyboardEvent} */ event) => {
  const on = /** @type {HTMLElement} */ (event.target);
  const isFree = !on.closest("input, a, summary, [role=option], button:not([aria-disabled])");
  const [unfolds, goes] = ["PageDown", "N"].map((key) => all.find(({ keys }) => keys?.includes(key)));
  const goesForth =
    event.key === "PageDown" ||
    (event.key === "ArrowRight" && !on.closest("input, [role=option]")) ||
    (["Enter", " "].includes(event.key) && isFree) ||
    // A key that is held down must not press the button again and again.
    (event.key === "Enter" && on.matches(UNFOLD));
  const goesOn = event.key.toLowerCase() === "n" && !on.closest("input");
  if (event.ctrlKey || event.metaKey || event.altKey || !(goesForth || goesOn)) return;
  event.preventDefault();
  const pressed = goesOn ? goes : unfolds;
  if (!event.repeat && pressed) press(it, pressed, event);
};

/** Called before each drawing. @param {It} it @param {Block[]} all */
const before = (it, all) => {
  const { root, local } = it;
  const [isLarge, asked] = [isFull(root), askedIn(root)];
  // After the summary there is nothing more to do, even if not all answers were right.
  const isOver = all.some(({ is }) => is === "again");
  root.toggleAttribute("data-over", isOver);
  // A wrong answer has no tick until it is changed.
  const isWrong = all.some(({ is, kind }) => is === "verdict" && kind === "no");
  root.toggleAttribute("data-wrong", isWrong && isAsSaid(it));
  // In full screen the focus is on the button that reveals a step, afterwards on the one for full screen.
  if (isLarge !== Boolean(local.large)) local.ask = isLarge ? UNFOLD : ".cardlab-to-full";
  local.large = isLarge;
  if (isLarge) root.onkeydown = unfolding(it, all);
  queueMicrotask(() => {
    print(it);
    seen(it, asked);
  });
};

/** @type {import("./blocks.js").Kinds} */
const kinds = {
  standing,
  memory: () => null,
  address: ({ root }, { values }) => void follow(root, values),
  again: (it, block, key) =>
    button(
      block.label,
      (event) => {
        remind(it.shown.blocks, it.send);
        press(it, block, event);
      },
      { key, class: "cardlab-button cardlab-main", "data-refocus": "" },
    ),
};

export default page({
  kinds,
  before,
  begun: (model, root) => {
    const ends = [connect(model, (isDeleted) => changed(model, root, isDeleted))];
    const { blocks } = model.get("shown");
    if (blocks.some((/** @type {Block} */ one) => one.is_target)) ends.push(seek(root, model));
    remind(blocks, (content) => model.send(content));
    return ends;
  },
});
