/**
 * The match that this browser remembers: told to Python when the page opens, kept move by move.
 *
 * Knows where it lies; what it means knows Python. No card that lies hidden is in it.
 * What another tab has kept is never written over unasked: Python is told, and somebody chooses.
 * What Python cannot read is put aside, under the same key with "-unread", before anything takes its place.
 * A storage that is full or forbidden is no reason to stop: it is told once by its kind, and Python has the words.
 */

/** @typedef {{get(name: string): any, on(event: string, call: any): void, off(event: string, call: any): void, send(content: object): void}} Model */
/** @typedef {{races: unknown[][]} | null} Kept */

const KEY = "cardlab-races";

/** @param {string | null} text @returns {Kept} */
const read = (text) => {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
};

/**
 * Joins a widget to the memory; gives what ends it. Python gives `{keep: match}` and `{add: notes, after: number}`, which
 * follow so many others; where some are missing the whole match is asked for. `over` writes over what another tab has
 * kept, `{ask: true}` asks for that, and `{unread: true}` tells that what was read last cannot be used. @param {Model} model
 */
export const connect = (model) => {
  /** What this tab has read or written last. @type {string | null} */
  let mine = null;
  /** @type {Kept} */
  let match = null;
  let unread = false;
  let told = false;
  const trouble = (/** @type {"full" | "forbidden"} */ kind) => {
    if (!told) model.send({ do: "trouble", kind });
    told = true;
  };
  const recall = (/** @type {object} */ more) => {
    mine = localStorage.getItem(KEY);
    match = read(mine);
    unread = false;
    model.send({ do: "recall", match: match ?? mine, ...more });
  };
  const foreign = (/** @type {string | null} */ there) => there !== null && there !== mine;
  const elsewhere = () => model.send({ do: "elsewhere" });
  const given = (/** @type {{keep?: Kept, add?: unknown[], after?: number, over?: boolean, ask?: boolean, unread?: boolean}} */ { keep, add, after, over, ask, unread: refused }) => {
    if (refused) [unread, match] = [true, null];
    if (keep !== undefined) match = keep;
    if (add) {
      const race = match?.races.at(-1);
      if (race?.length !== after) return model.send({ do: "whole" });
      race?.push(...add);
    }
    try {
      if (ask) return recall({ anew: true });
      if (keep === undefined && !add) return;
      const text = match && JSON.stringify(match), there = localStorage.getItem(KEY);
      if (there !== text && foreign(there) && !over) return match && elsewhere();
      if (unread && mine !== null) localStorage.setItem(`${KEY}-unread`, mine);
      unread = false;
      mine = text;
      mine ? localStorage.setItem(KEY, mine) : localStorage.removeItem(KEY);
    } catch {
      trouble("full");
    }
  };
  const changed = (/** @type {StorageEvent} */ { key, newValue }) => key === KEY && foreign(newValue) && elsewhere();
  model.on("msg:custom", given);
  addEventListener("storage", changed);
  try {
    recall({});
  } catch {
    trouble("forbidden");
  }
  return () => {
    model.off("msg:custom", given);
    removeEventListener("storage", changed);
  };
};
