/**
 * The marks of this browser: which steps of the lessons were seen and earned, and how far each guided game was played.
 *
 * They are saved, loaded and deleted with the answers, because their keys begin alike. Stored text and files are
 * untrusted: each invalid entry is dropped.
 */

import { readData, write } from "./kept.js";

const STEPS = "cardlab-progress-steps";
const GUIDED = "cardlab-progress-guided";
/** The largest number of names; a course has fewer. */
const MOST = 200;
const LONGEST_MOVES = 4000;

/**
 * @typedef {{page: string, step: string, title: string, lang?: string}} Place
 * @typedef {{whole: string[], code?: boolean, seen: Record<string, string[]>, earned: Record<string, string[]>,
 *   done: Record<string, [number, number]>, last?: Place}} Marks
 * @typedef {{moves: string, most: number, own?: boolean}} Guided
 */

const isName = (/** @type {unknown} */ one) => typeof one === "string" && /^[\w.-]{1,80}$/.test(one);
const isCount = (/** @type {unknown} */ one) => Number.isInteger(one) && Number(one) >= 0 && Number(one) < 1000;

/** The valid entries of an untrusted object, by name. @template T @param {unknown} all @param {(one: any) => T | null} good */
const each = (all, good) => {
  /** @type {Record<string, T>} */
  const kept = Object.create(null);
  if (all && typeof all === "object")
    for (const [name, one] of Object.entries(all).slice(0, MOST)) {
      const value = isName(name) ? good(one) : null;
      if (value !== null) kept[name] = value;
    }
  return kept;
};

const names = (/** @type {unknown} */ all) =>
  Array.isArray(all) ? [...new Set(all.filter(isName))].slice(0, MOST) : null;
const counts = (/** @type {any} */ one) =>
  Array.isArray(one) && one.length === 2 && one.every(isCount)
    ? /** @type {[number, number]} */ ([one[0], one[1]])
    : null;
const texts = (/** @type {any} */ one) => isName(one?.page) && isName(one?.step) && typeof one.title === "string";

/** @param {any} stored @returns {Marks} */
const marksIn = (stored) => ({
  seen: each(stored?.seen, names),
  earned: each(stored?.earned, names),
  done: each(stored?.done, counts),
  whole: names(stored?.whole) ?? [],
  ...(stored?.code === true ? { code: true } : {}),
  ...(texts(stored?.last) ? { last: stored.last } : {}),
});

/** @param {any} stored @returns {Record<string, Guided>} */
const guidedIn = (stored) =>
  each(stored, (one) =>
    isCount(one?.most) && typeof one.moves === "string" && one.moves.length <= LONGEST_MOVES
      ? { moves: one.moves, most: one.most, ...(one.own === true ? { own: true } : {}) }
      : null,
  );

/** The marks of the steps. */
export const marks = () => marksIn(readData(STEPS));

/** Changes the marks of the steps. @param {(now: Marks) => void} change */
export const keepMarks = (change) => {
  const now = marks();
  change(now);
  write(STEPS, JSON.stringify(now));
};

/** The progress of the guided games, by name. */
export const guided = () => guidedIn(readData(GUIDED));

/** Stores the progress of a guided game, if possible. @param {string} name @param {Guided} one */
export const keepGuided = (name, one) => write(GUIDED, JSON.stringify({ ...guided(), [name]: one }));

/** Calls back when another tab has changed the marks; returns a function that ends this. @param {() => void} call */
export const elsewhere = (call) => {
  const changed = (/** @type {StorageEvent} */ { key }) => [STEPS, GUIDED].includes(key ?? "") && call();
  addEventListener("storage", changed);
  return () => removeEventListener("storage", changed);
};

/** All marks, for a file; nothing if there are none. */
export const saved = () => {
  const { seen, earned, done, last } = marks();
  const games = guided();
  return Object.keys({ ...seen, ...games }).length ? { marks: { seen, earned, done, last, guided: games } } : {};
};

/** Adds the marks of a file to the stored ones; nothing that was earned is lost. @param {any} file */
export const add = (file) => {
  const [there, games] = [marksIn(file), guidedIn(file?.guided)];
  keepMarks((now) => {
    for (const kind of /** @type {const} */ (["seen", "earned"]))
      for (const [page, steps] of Object.entries(there[kind]))
        now[kind][page] = [...new Set([...(now[kind][page] ?? []), ...steps])];
    for (const [page, count] of Object.entries(there.done))
      if (count[0] > (now.done[page]?.[0] ?? 0)) now.done[page] = count;
    now.last ??= there.last;
  });
  for (const [name, one] of Object.entries(games)) if (one.most > (guided()[name]?.most ?? 0)) keepGuided(name, one);
};
