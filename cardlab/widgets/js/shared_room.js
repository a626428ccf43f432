/**
 * What stands around the cards of a table between devices, the same for both games: blocks, how long until what is
 * waited for, and what somebody says just now.
 */

/** @import {Child, View} from "./core.js" */
/** @import {BeforeDeal, Widget} from "./shown.js" */

import { drawBlocks } from "./blocks.js";
import { h } from "./core.js";

/** @typedef {View<Widget & Omit<BeforeDeal, "stage">, any>} It */

/** A part of the room. @param {any} it @param {string} key @param {any[]} all */
const part = (it, key, all) =>
  all.length > 0 && h("div", { key, class: `cardlab-room cardlab-room-${key}` }, drawBlocks(it, all));

/** Who sits where, and what the table waits for. @param {It} it */
export const who = (it) => part(it, "who", it.shown.who);

/** What comes next about the table: to be ready, to begin, to take the seat back, or to review what was played. @param {It} it */
export const next = (it) => part(it, "next", it.shown.next);

/** What one rarely wants: to say something, to leave, to close the table, to keep the rounds; and how others come. @param {It} it */
export const rarely = (it) => part(it, "rarely", it.shown.rarely);

/** What has come of what was pressed, or happened to a seat or the table: seen where one looks. @param {It} it */
export const remark = ({ shown }) =>
  h("div", { key: "remark", role: "status" }, [
    shown.remark && h("p", { class: "cardlab-verdict cardlab-hint" }, shown.remark),
  ]);

/** Before the first deal: who is there, how others come, and how one plays. @param {any} it @param {Child} [how] */
export const room = (it, how) => [
  drawBlocks(it, [it.shown.rules]),
  remark(it),
  who(it),
  next(it),
  countdown(it),
  spokenLog(it),
  how,
  rarely(it),
];

/**
 * Brings the table to the upper edge of the window, as soon as the page has put it in its place.
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

/** What is said, read out once as it comes. @param {It} it */
export const spokenLog = ({ shown }) =>
  h("div", { key: "log", class: "cardlab-unseen", role: "log" }, [
    shown.spoken.map(({ number, text }) => h("p", { key: number }, text)),
  ]);

/** What somebody says at a seat, beside the name for a moment; it takes no room. @param {It} it @returns {(seat: number) => Child} */
export const bubble =
  ({ shown }) =>
  (seat) => {
    const said = shown.spoken.findLast((one) => one.seat === seat);
    return said && h("span", { key: `says ${said.number}`, class: "cardlab-says", "aria-hidden": "true" }, said.what);
  };

const HURRY = 10;

/** How long until what is waited for, counted down here; who has little left for a turn is warned once. @param {It} it */
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
