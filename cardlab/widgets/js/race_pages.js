/** The blocks that only pages of a race have: sliders, explained keys, the end of a race. */

/** @import {Block, Kinds} from "./blocks.js" */

import { blocks } from "./blocks.js";
import { button, h, joy, sentences, status, tick } from "./core.js";
import { rove } from "./roving.js";
import { NOTE, atTable, keysOf, voice } from "./race_table.js";
import { soundButton } from "./sound.js";

/** A button to end the match, which needs two presses. @type {Kinds[string]} */
const leaving = ({ words, local, draw, send }, { send: message }) => {
  const ask = (/** @type {boolean} */ really) => () => {
    local.asked = really ? "leave" : undefined;
    local.ask = really ? ".cardlab-stay" : ".cardlab-leave";
    draw();
  };
  return local.asked
    ? [
        button(words["play_tichu.really"], () => send(message), { key: "really" }),
        button(words["widget.back"], ask(false), { key: "stay", class: "cardlab-button cardlab-stay" }),
      ]
    : button(words["play_tichu.leave"], ask(true), { key: "leave", class: "cardlab-button cardlab-leave" });
};

/**
 * The end of a race. No button has the focus at first, because a late press to draw must not start the next race.
 * @param {boolean} won @param {string[]} titles @param {string[]} said @param {import("./core.js").Child} [below]
 */
export const ended = (won, titles, said, below) =>
  h(
    "div",
    {
      key: "ended",
      class: `cardlab-verdict${won ? " cardlab-won" : ""}`,
      tabindex: -1,
      "data-refocus": "",
      onkeydown: (event) => event.code === "Space" && event.preventDefault(),
    },
    [
      won && joy(),
      status(
        titles.map((title, index) => h("p", { key: index, class: "cardlab-title" }, title)),
        sentences(said, "said"),
      ),
      below,
    ],
  );

/** @type {Kinds} */
export const PAGES = {
  leaving,
  ended: (it, { won, titles, said, below }) => ended(won, titles, said, blocks(it, below)),
  racing: (it, table) => {
    const at = { ...it, shown: { ...it.shown, ...table }, comment: table.verdict && blocks(it, [table.verdict]) };
    return [atTable(at), table.clock === "running" && voice(at)];
  },
  head: (it, { race, score, blocks: inside }, key) =>
    h(
      "div",
      { key, class: `cardlab-tools cardlab-head${inside.some(({ is }) => is === "go_on") ? " cardlab-paused" : ""}` },
      [h("strong", { key: "race" }, race), score && h("span", { key: "score" }, score), blocks(it, inside)],
    ),
  sound: (it) => soundButton(it, NOTE),
  go_on: ({ root, local, send }, { label, send: message }, key) => {
    const go = () => {
      local.ask = ".cardlab-racing";
      root.scrollIntoView({ block: "start" });
      send(message);
    };
    return button(label, go, { key, class: "cardlab-button cardlab-main cardlab-go-on" });
  },
  alert: (it, { said, blocks: inside }, key) =>
    inside.length
      ? h("div", { key, class: "cardlab-verdict" }, [
          h("p", { key: "text", role: "alert" }, said),
          h("div", { key: "choice", class: "cardlab-tools" }, blocks(it, inside)),
        ])
      : h("p", { key, class: "cardlab-title", role: "alert" }, said),
  note: ({ words }, { said }, key) =>
    h("p", { key, class: "cardlab-note" }, [
      said,
      " ",
      h("span", { key: "escape", class: "cardlab-by-keys" }, words["play_tichu.escape"]),
    ]),
  // Only the chosen option, or the first, is in the tab order.
  levels: ({ send }, { label, titled, options }, key) => {
    const on = Math.max(
      0,
      options.findIndex((one) => one.chosen),
    );
    return h(
      "div",
      {
        key,
        class: "cardlab-tools",
        role: "toolbar",
        "aria-label": label,
        onkeydown: (event) => rove(event, "button"),
      },
      [
        titled && h("strong", { key: "label" }, label),
        options.map((one, index) =>
          button([tick(one.chosen), one.label], () => send(one.send), {
            key: index,
            "aria-pressed": String(one.chosen),
            tabindex: index === on ? 0 : -1,
          }),
        ),
      ],
    );
  },
  // Its label changes with the number, so a key from the label would replace it while it has the focus.
  slider: ({ send }, { label, value, most, send: message, free, named }) =>
    h("label", { key: message.do, class: "cardlab-pace" }, [
      h("span", { key: "label" }, label),
      h("input", {
        key: "field",
        type: "range",
        min: 0,
        max: most,
        value: String(value),
        "aria-label": named,
        "aria-valuetext": label,
        oninput: (event) => send({ ...message, [free[0]]: Number(event.target.value) }),
      }),
    ]),
  keys: (it, { explanation, zones }) => [
    h("p", { key: "keys", class: "cardlab-note cardlab-by-keys" }, [explanation, " ", it.words["play_tichu.escape"]]),
    zones.map((name, seat) => keysOf(it, name, seat, zones.length === 1)),
  ],
};
