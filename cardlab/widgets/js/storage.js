/**
 * One text that this browser stores for a page, so that a game continues after a reload.
 *
 * Only Python knows its meaning; why nothing can be stored is reported as a kind, and Python has the words. A text
 * stored by another tab is never overwritten unasked: Python gets a message, and the player chooses. A text that Python
 * can't read is set aside, under the key with "-unread", before it is overwritten.
 */

import { addressOf, fromAddress } from "./address.js";
import { button, h } from "./core.js";
import { read } from "./kept.js";

/**
 * @typedef {{get(name: string): any, on(event: string, call: any): void, off(event: string, call: any): void,
 * send(content: object): void}} Model
 */

/**
 * Connects a view with the text stored under `key`. Python gets the text once; `{keep: text}` from Python replaces it,
 * or deletes it if it is null. `{do: "elsewhere"}` tells Python that another tab has stored a text. Then `{keep: text,
 * over: true}` overwrites it, and `{ask: true}` asks for it. `{unread: true}` from Python says that it can't read the
 * text.
 * @param {Model} model @param {string} key
 * @returns {() => void} ends it
 */
export const connect = (model, key) => {
  let isReported = false;
  const trouble = (/** @type {"full" | "forbidden"} */ kind) => {
    if (!isReported) model.send({ do: "trouble", kind });
    isReported = true;
  };
  /** The text that this tab has read or written last. @type {string | null} */
  let mine = null;
  /** Whether Python could not read the text. */
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
 * Makes "Play now" deal at once, unless a stored round under `key` still runs. `next` returns the messages that lead on
 * from what is shown, none where a round runs. The request counts once: a reload shows the dealt round.
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

/** The question which match to keep. @param {import("./core.js").AnyView} it @param {string} style */
export const elsewhere = ({ shown, words, send }, style) =>
  shown.elsewhere &&
  h("div", { key: "elsewhere", class: style }, [
    h("p", { key: "text", role: "alert" }, words["widget.elsewhere"]),
    h("div", { key: "choice", class: "cardlab-tools" }, [
      ["keep_this", "take_other"].map((one) => button(words[`widget.${one}`], () => send({ do: one }), { key: one })),
    ]),
  ]);
