/**
 * The marks of this browser: which steps of the lessons were seen and which were earned, and how far each guided game was
 * played. They go with the answers into a file, come back from it, and are deleted with them, since their keys begin alike.
 *
 * What is read, here or from a file, may be anything: what is no mark is left out, one by one.
 */

import { readData, write } from "./kept.js";

const STEPS = "cardlab-progress-steps";
const GUIDED = "cardlab-progress-guided";
/** More names than these no course has. */
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

/** How far the guided games were played, by their names. */
export const guided = () => guidedIn(readData(GUIDED));

/** Keeps how far a guided game was played; where nothing can be kept, only the way back to this step is lost. @param {string} name @param {Guided} one */
export const keepGuided = (name, one) => write(GUIDED, JSON.stringify({ ...guided(), [name]: one }));

/** All of it, as it goes into a file; nothing where there are no marks. */
export const saved = () => {
  const { seen, earned, done } = marks();
  const games = guided();
  return Object.keys({ ...seen, ...games }).length ? { marks: { seen, earned, done, guided: games } } : {};
};

/** Adds the marks of a file to those that are there: nothing that was earned is lost by it. @param {any} file */
export const add = (file) => {
  const [there, games] = [marksIn(file), guidedIn(file?.guided)];
  keepMarks((now) => {
    for (const kind of /** @type {const} */ (["seen", "earned"]))
      for (const [page, steps] of Object.entries(there[kind]))
        now[kind][page] = [...new Set([...(now[kind][page] ?? []), ...steps])];
    for (const [page, count] of Object.entries(there.done))
      if (count[0] > (now.done[page]?.[0] ?? 0)) now.done[page] = count;
  });
  for (const [name, one] of Object.entries(games)) if (one.most > (guided()[name]?.most ?? 0)) keepGuided(name, one);
};
