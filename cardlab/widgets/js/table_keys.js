/**
 * One key for each action at a table of Tongits, while the focus is in the table but not in a field.
 *
 * A key presses the button of its action, so it does the same, and explains if that is not allowed. The letters come
 * from the catalogue; they can be switched off, and shown on the buttons.
 */

/** @import {AnyView, Child} from "./core.js" */

import { box, button, h } from "./core.js";
import { read, write } from "./kept.js";

const OFF = "cardlab-keys-off";
const SHOWN = "cardlab-keys-shown";

/** Settings that cannot be stored; they hold until the page is left. @type {Record<string, boolean>} */
const kept = { [OFF]: read(OFF) === "1", [SHOWN]: read(SHOWN) === "1" };

/** @param {string} name */
const turn = (name) => {
  kept[name] = !kept[name];
  write(name, kept[name] ? "1" : null);
};

/**
 * The letter of an action, for a screen reader and for `pressed`; "" if it has none now.
 * @param {Pick<AnyView, "words">} it @param {string} what
 */
export const letter = ({ words }, what) => (kept[OFF] ? "" : (words[`table.key.${what}`] ?? ""));

/** The letter beside the label of a button, if letters are shown. @param {string} sign @returns {Child} */
export const hint = (sign) =>
  sign && kept[SHOWN] && h("kbd", { key: "letter", class: "cardlab-key", "aria-hidden": "true" }, sign);

/** @param {HTMLElement} root @param {string} sign @returns {HTMLElement | undefined} */
const meant = (root, sign) => {
  const all = [...root.querySelectorAll(".cardlab-sight [data-letter]")].filter(
    (one) => one.dataset.letter === sign && one.offsetParent,
  );
  // If the cards can be laid off on several melds, one where they fit comes first.
  return all.find((one) => one.closest(".cardlab-fits")) ?? all[0];
};

/**
 * Presses the button of a key; a digit is the number of a meld for the selected cards.
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

/** The list of the letters, with switches. @param {AnyView} it @param {string[]} every what has a letter */
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
              h("kbd", { class: "cardlab-key" }, words[`table.key.${what}`]),
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
