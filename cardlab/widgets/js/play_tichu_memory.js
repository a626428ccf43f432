/**
 * The match that this browser remembers: told to Python when the page opens, kept move by move.
 *
 * Knows how a move is added to what is kept; where it lies, and what is never written over, knows `kept.js`.
 * No card that lies hidden is in it.
 */

import { connect as keep } from "./kept.js";

/** @typedef {{races: unknown[][]} | null} Match */

/** @param {string | null} text @returns {Match} */
const read = (text) => {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
};

/**
 * Joins a widget to the memory; gives what ends it. Python gives `{keep: match}` and `{add: notes, after: number}`, which
 * follow so many others; where some are missing the whole match is asked for. @param {import("./kept.js").Model} model
 */
export const connect = (model) => {
  /** @type {Match} */
  let match = null;
  const recalled = (/** @type {string | null} */ text) => {
    match = read(text);
    return { match: match ?? text };
  };
  const kept = (
    /** @type {{keep?: Match, add?: unknown[], after?: number, unread?: boolean}} */ {
      keep: whole,
      add,
      after,
      unread,
    },
  ) => {
    if (unread) match = null;
    if (whole !== undefined) match = whole;
    if (add) {
      const race = match?.races.at(-1);
      if (race?.length !== after) return void model.send({ do: "whole" });
      race?.push(...add);
    }
    return whole === undefined && !add ? undefined : match && JSON.stringify(match);
  };
  return keep(model, "cardlab-races", recalled, kept);
};
