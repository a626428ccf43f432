/**
 * One text that this browser keeps for a page, in its own storage and nowhere else: a game that goes on after a reload.
 *
 * What the text means only Python knows; why nothing can be kept is reported by its kind, and Python has the words.
 * What another tab has kept is never written over unasked: Python gets a message, and the player chooses.
 * What Python cannot read is put aside, under the same key with "-unread", before anything takes its place.
 */

import { addressOf, fromAddress } from "./address.js";
import { button, h } from "./core.js";
import { read } from "./kept.js";

/**
 * @typedef {{get(name: string): any, on(event: string, call: any): void, off(event: string, call: any): void,
 * send(content: object): void}} Model
 */

/**
 * Joins a view to the text kept under `key`: Python gets it once, and what Python gives as `{keep: text}` replaces it, or
 * deletes it if it is null.
 * `{do: "elsewhere"}` tells Python that another tab has written.
 * Then `{keep: text, over: true}` writes over it, and `{ask: true}` asks for it.
 * `{unread: true}` from Python says that it cannot use what was read last.
 * @param {Model} model @param {string} key
 * @returns {() => void} ends it
 */
export const connect = (model, key) => {
  let isReported = false;
  const trouble = (/** @type {"full" | "forbidden"} */ kind) => {
    if (!isReported) model.send({ do: "trouble", kind });
    isReported = true;
  };
  /** What this tab has read or written last. @type {string | null} */
  let mine = null;
  /** Whether Python could not read it. */
  let unread = false;
  const recall = (/** @type {object} */ more) => {
    mine = localStorage.getItem(key);
    unread = false;
    model.send({ do: "recall", text: mine ?? "", ...more });
  };
  const foreign = (/** @type {string | null} */ there) => there !== null && there !== mine;
  const elsewhere = () => model.send({ do: "elsewhere" });
  /** @typedef {{keep?: string | null, over?: boolean, ask?: boolean, unread?: boolean}} Message */
  const receive = (/** @type {Message} */ { keep: text, over, ask, unread: cannotBeRead }) => {
    try {
      if (cannotBeRead) unread = true;
      if (ask) return recall({ anew: true });
      if (text === undefined) return;
      const there = localStorage.getItem(key);
      if (there !== text && foreign(there) && !over) return text && elsewhere();
      if (unread && mine !== null) localStorage.setItem(`${key}-unread`, mine);
      unread = false;
      text ? localStorage.setItem(key, text) : localStorage.removeItem(key);
      mine = text;
    } catch {
      trouble("full");
    }
  };
  const changed = (/** @type {StorageEvent} */ { key: which, newValue }) =>
    which === key && foreign(newValue) && elsewhere();
  model.on("msg:custom", receive);
  addEventListener("storage", changed);
  try {
    recall({});
  } catch {
    trouble("forbidden");
  }
  return () => {
    model.off("msg:custom", receive);
    removeEventListener("storage", changed);
  };
};

/**
 * "Play now" deals at once, unless a round that is kept under `key` still runs. `next` says what leads on from what is
 * shown, nothing where it runs. It is asked once: a reload shows what has come of it.
 * @template {{do: string}} M
 * @param {any} model @param {string} key @param {M} begin @param {(shown: any) => M[]} next
 */
export const playNow = (model, key, begin, next) => {
  if (!fromAddress("now")) return;
  history.replaceState(history.state, "", addressOf({ now: "" }));
  if (read(key) === null) return void model.send(begin);
  const recalled = () => {
    const messages = next(model.get("shown"));
    if (messages[0]?.do !== "leave") model.off("change:shown", recalled);
    for (const message of messages) model.send(message);
  };
  model.on("change:shown", recalled);
};

/** Another tab has kept its own: which one is to be kept? @param {import("./core.js").AnyView} it @param {string} style */
export const elsewhere = ({ shown, words, send }, style) =>
  shown.elsewhere &&
  h("div", { key: "elsewhere", class: style }, [
    h("p", { key: "text", role: "alert" }, words["widget.elsewhere"]),
    h("div", { key: "choice", class: "cardlab-tools" }, [
      ["keep_this", "take_other"].map((one) => button(words[`widget.${one}`], () => send({ do: one }), { key: one })),
    ]),
  ]);
