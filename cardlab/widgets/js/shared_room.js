/** What is around the cards of a shared table of either game: blocks, and a countdown. */

/** @import {Child, View} from "./core.js" */
/** @import {BeforeDeal, Widget} from "./shown.js" */

import { drawBlocks } from "./blocks.js";
import { h } from "./core.js";

/** @typedef {View<Widget & Omit<BeforeDeal, "stage">, any>} It */

/** A part of the room. @param {any} it @param {string} key @param {any[]} all */
const part = (it, key, all) =>
  all.length > 0 && h("div", { key, class: `cardlab-room cardlab-room-${key}` }, drawBlocks(it, all));

/** The players at their seats, and what the table waits for. @param {It} it */
export const who = (it) => part(it, "who", it.shown.who);

/** The next steps at the table: deal, take the seat back, or review the rounds. @param {It} it */
export const next = (it) => part(it, "next", it.shown.next);

/** The rare buttons: leave, close the table, save the rounds; and how others can join. @param {It} it */
export const rarely = (it) => part(it, "rarely", it.shown.rarely);

/** The result of the last press, and what happened to a seat or the table. @param {It} it */
export const remark = ({ shown }) =>
  h("div", { key: "remark", role: "status" }, [
    shown.remark && h("p", { class: "cardlab-verdict cardlab-hint" }, shown.remark),
  ]);

/** The room before the first deal, with all that players need to know. @param {any} it @param {Child} [how] */
export const room = (it, how) => [
  drawBlocks(it, [it.shown.rules]),
  remark(it),
  who(it),
  next(it),
  countdown(it),
  how,
  rarely(it),
];

/**
 * Scrolls the table to the upper edge of the window, once the page has placed it.
 * @param {HTMLElement} root @param {string} what
 */
export const bringUp = (root, what) => {
  const placed = new IntersectionObserver(() => {
    if (!root.isConnected) return;
    placed.disconnect();
    root.querySelector(what)?.scrollIntoView({ block: "start" });
  });
  placed.observe(root);
};

const HURRY = 10;

/** The countdown of what the table waits for; a player with little time left is warned once. @param {It} it */
export const countdown = ({ root, local, words, shown }) => {
  clearInterval(local.timer);
  if (!shown.seconds) return null;
  const until = performance.now() + shown.seconds * 1000;
  const left = () => Math.max(0, Math.ceil((until - performance.now()) / 1000));
  const text = () => shown.left.replace("{count}", String(left()));
  const warning = () => (shown.hurry && left() <= HURRY ? words["together.hurry"] : "");
  const tick = () => {
    const [place, hurry] = root.querySelectorAll(".cardlab-countdown, .cardlab-hurry");
    if (place) place.textContent = text();
    else clearInterval(local.timer);
    if (hurry && hurry.textContent !== warning()) hurry.textContent = warning();
  };
  local.timer = setInterval(tick, 500);
  return [
    h("p", { key: "countdown", class: "cardlab-countdown" }, text()),
    h("p", { key: "hurry", class: "cardlab-hurry", role: "alert" }, warning()),
  ];
};
