/**
 * The match that this browser remembers: told to Python when the page opens, kept move by move.
 *
 * Knows where it lies; what it means knows Python. No card that lies hidden is in it.
 * A storage that is full or forbidden is no reason to stop: the match is then forgotten when the page closes.
 */

/** @typedef {{get(name: string): any, on(event: string, call: any): void, off(event: string, call: any): void, send(content: object): void}} Model */

const KEY = "cardlab-races";

/** @returns {{races: unknown[][]} | null} */
const stored = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
};

/** @param {object | null} match */
const store = (match) => {
  try {
    match ? localStorage.setItem(KEY, JSON.stringify(match)) : localStorage.removeItem(KEY);
  } catch {
    // Then it is not kept.
  }
};

/** Joins a widget to the memory; gives what ends it. @param {Model} model */
export const connect = (model) => {
  let match = stored();
  const given = (/** @type {{keep?: {races: unknown[][]} | null, add?: unknown[]}} */ { keep, add }) => {
    if (keep !== undefined) match = keep;
    if (add) match?.races.at(-1)?.push(...add);
    if (keep !== undefined || add) store(match);
  };
  model.on("msg:custom", given);
  if (match) model.send({ do: "recall", match });
  return () => model.off("msg:custom", given);
};
