/**
 * One letter for each thing to do at a table of Tongits, while the focus is in the table and nobody types in a field.
 *
 * A letter presses the button that bears it, so it does what the button would do, and says why not where that does.
 * The letters come from the catalogue; they can be switched off, and are shown on the buttons for who wants that.
 */

/** @import {AnyView, Child} from "./core.js" */

import { box, button, h } from "./core.js";
import { read, write } from "./kept.js";

const OFF = "cardlab-keys-off";
const SHOWN = "cardlab-keys-shown";

/** What cannot be kept holds until the page is left. @type {Record<string, boolean>} */
const kept = { [OFF]: read(OFF) === "1", [SHOWN]: read(SHOWN) === "1" };

/** @param {string} name */
const turn = (name) => {
  kept[name] = !kept[name];
  write(name, kept[name] ? "1" : null);
};

/**
 * What a button that does this bears: its letter, for a screen reader and for `pressed`; "" if it has none now.
 * @param {Pick<AnyView, "words">} it @param {string} what
 */
export const letter = ({ words }, what) => (kept[OFF] ? "" : (words[`table.key.${what}`] ?? ""));

/** What goes with the label of such a button, where letters are shown. @param {string} sign @returns {Child} */
export const hint = (sign) =>
  sign && kept[SHOWN] && h("kbd", { key: "letter", class: "cardlab-letter", "aria-hidden": "true" }, sign);

/** @param {HTMLElement} root @param {string} sign @returns {HTMLElement | undefined} */
const meant = (root, sign) => {
  const all = [...root.querySelectorAll(".cardlab-sight [data-letter]")].filter(
    (one) => one.dataset.letter === sign && one.offsetParent,
  );
  // Where cards can be laid off on several melds, one on which they fit comes first.
  return all.find((one) => one.closest(".cardlab-fits")) ?? all[0];
};

/**
 * Presses what a key means; a figure is the number of a meld on which the selected cards are laid off.
 * @param {HTMLElement} root @param {KeyboardEvent} event
 */
export const pressed = (root, event) => {
  const { key, target } = event;
  if (kept[OFF] || event.ctrlKey || event.metaKey || event.altKey || event.repeat || key.length !== 1) return;
  if (target instanceof Element && target.closest("input:not([type=range]), select, textarea, [contenteditable]"))
    return;
  const element = /[1-9]/.test(key)
    ? root.querySelector(`[data-drop="${Number(key) - 1}"] > [data-letter]`)
    : meant(root, key.toUpperCase());
  if (!element) return;
  event.preventDefault();
  event.stopPropagation();
  if (element instanceof HTMLButtonElement) return element.click();
  element.click();
  element.focus();
};

/** The list of the letters, and the switches for them. @param {AnyView} it @param {string[]} every what has a letter */
export const letters = ({ words, draw }, every) => {
  const flip = (/** @type {string} */ name) => () => {
    turn(name);
    draw();
  };
  return h(
    "div",
    { key: "letters", class: "cardlab-keys cardlab-letters", role: "group", "aria-label": words["table.keys"] },
    [
      h("div", { key: "switches", class: "cardlab-tools", "data-stay": "" }, [
        button([box(!kept[OFF]), words["table.keys"]], flip(OFF), { key: "on", "aria-pressed": String(!kept[OFF]) }),
        !kept[OFF] &&
          button([box(kept[SHOWN] === true), words["table.keys_shown"]], flip(SHOWN), {
            key: "shown",
            "aria-pressed": String(kept[SHOWN]),
          }),
      ]),
      !kept[OFF] && [
        h("ul", { key: "list", class: "cardlab-letter-list" }, [
          every.map((what) =>
            h("li", { key: what }, [
              h("kbd", { class: "cardlab-letter" }, words[`table.key.${what}`]),
              " ",
              words[`table.${what}`],
            ]),
          ),
        ]),
        h("p", { key: "explanation" }, words["table.keys_explained"]),
      ],
    ],
  );
};
