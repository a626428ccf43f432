/**
 * The answers given so far and mistakes of own rounds, in this browser's storage only.
 *
 * Here is where they are stored and how two lists are merged; only Python knows what an answer means. Of mistakes the
 * newest are kept, and a stored one is not replaced. If the storage is full, forbidden or unreadable, the page goes on:
 * the kind of trouble is reported, and Python has the words.
 */

import { readData, write } from "./kept.js";
import { add, saved } from "./marks.js";

/** @typedef {Record<string, unknown>} Entry */
/** @typedef {"" | "full" | "forbidden" | "torn"} Trouble */

const KEY = "cardlab-progress";
const ASIDE = "cardlab-progress-unreadable";
const FORMAT = "cardlab-progress/1";
const CHANGED = "cardlab-progress";
/** The key of begun tasks. It begins like that of the answers, so both are deleted together. */
const BEGUN = "cardlab-progress-begun";
const MOST_BEGUN = 200;

/** A text that distinguishes two entries. @param {Entry} entry */
const mark = (entry) => JSON.stringify(Object.entries(entry).sort());

/** The union of two lists. @param {Entry[]} one @param {Entry[]} other @returns {Entry[]} */
const merge = (one, other) => [...new Map([...one, ...other].map((entry) => [mark(entry), entry])).values()];

/** The drill name of answers to mistakes of own rounds, and how many of these are stored. */
const OWN = "mistakes.own";
const MOST = 100;

/** The newest mistakes of two lists. @param {Entry[]} there @param {Entry[]} others */
const newest = (there, others) => {
  const keys = new Set(there.map(({ key }) => key));
  return [...there, ...others.filter(({ key }) => !keys.has(key))]
    .sort((one, other) => Number(one.at) - Number(other.at))
    .slice(-MOST);
};

/** @param {unknown} list @returns {Entry[]} */
const entriesIn = (list) => (Array.isArray(list) ? list.filter((one) => one && typeof one === "object") : []);

/** @returns {{answers: Entry[], mistakes: Entry[], trouble: Trouble, text: string | null}} */
const stored = () => {
  let text = null;
  try {
    text = localStorage.getItem(KEY);
  } catch {
    return { answers: [], mistakes: [], trouble: "forbidden", text };
  }
  if (text === null) return { answers: [], mistakes: [], trouble: "", text };
  try {
    const { format, answers, mistakes } = JSON.parse(text);
    // What is no entry has no answer, and must not cost any other.
    if (format === FORMAT && Array.isArray(answers))
      return { answers: entriesIn(answers), mistakes: entriesIn(mistakes), trouble: "", text };
  } catch {
    // Unreadable text is reported below.
  }
  return { answers: [], mistakes: [], trouble: "torn", text };
};

/**
 * The stored answers of these drills or of all, and the mistakes of own rounds.
 * @param {string[]} [drills]
 * @returns {{answers: Entry[], mistakes: Entry[], trouble: Trouble}}
 */
export const recall = (drills) => {
  const { answers, mistakes, trouble } = stored();
  const wanted = drills && new Set(drills);
  const kept = new Set(mistakes.map(({ key }) => key));
  const asked = answers.filter(({ drill, key }) => drill !== OWN || kept.has(key));
  return {
    answers: wanted ? asked.filter(({ drill }) => wanted.has(/** @type {string} */ (drill))) : asked,
    mistakes: wanted && !wanted.has(OWN) ? [] : mistakes,
    trouble,
  };
};

/**
 * Stores these answers and mistakes with the others; unreadable text is set aside first.
 * @param {Entry[]} entries @param {Entry[]} [others]
 * @returns {Trouble}
 */
const remember = (entries, others = []) => {
  const { answers, mistakes, trouble, text } = stored();
  const all = merge(answers, entries);
  const kept = newest(mistakes, others);
  const same = kept.length === mistakes.length && kept.every((one) => mistakes.includes(one));
  if (trouble === "" && all.length === answers.length && same) return "";
  try {
    if (trouble === "torn") localStorage.setItem(ASIDE, /** @type {string} */ (text));
    const own = kept.length > 0 ? { mistakes: kept } : {};
    localStorage.setItem(KEY, asText(all, own));
  } catch {
    return trouble === "forbidden" ? trouble : "full";
  }
  dispatchEvent(new CustomEvent(CHANGED));
  return trouble;
};

/** The task of an entry. @param {Entry} entry */
const task = ({ drill, key, level }) => JSON.stringify([drill, key, level]);

/**
 * The tasks of these drills that were begun; unreadable text counts as none, because no answer is lost.
 * @param {string[]} drills
 * @returns {Entry[]}
 */
export const begun = (drills) => {
  const wanted = new Set(drills);
  return everyBegun().filter(({ drill }) => wanted.has(/** @type {string} */ (drill)));
};

/** @returns {Entry[]} */
const everyBegun = () => entriesIn(readData(BEGUN));

/** Stores what these tasks have cost, or deletes it. @param {Entry[]} entries @param {boolean} over */
const note = (entries, over) => {
  const mine = new Set(entries.map(task));
  const others = everyBegun().filter((one) => !mine.has(task(one)));
  // Without storage lost answers are reported; losing this matters least.
  write(BEGUN, JSON.stringify([...others, ...(over ? [] : entries)].slice(-MOST_BEGUN)));
};

/** @typedef {{mistake: Entry, answer: Entry}} Practised A mistake, and the answer with which it enters the review. */

/** The mistakes that are not stored yet. @param {Practised[]} practised */
const fresh = (practised) => {
  const keys = new Set(stored().mistakes.map(({ key }) => key));
  return practised.filter(({ mistake }) => !keys.has(mistake.key));
};

/** The keys of stored matches, unreadable ones included; the play pages read them themselves. */
const MATCHES = ["cardlab-tongits", "cardlab-races"];

/** The used keys that begin like these. @param {string[]} like */
const keys = (like) => Object.keys(localStorage).filter((key) => like.some((one) => key.startsWith(one)));

/** Whether a match is stored. */
export const keepsMatch = () => {
  try {
    return keys(MATCHES).some((key) => localStorage.getItem(key));
  } catch {
    return false;
  }
};

/** Deletes everything that is stored. @returns {Trouble} */
const forget = () => {
  try {
    for (const key of keys([KEY, ...MATCHES])) localStorage.removeItem(key);
  } catch {
    return "forbidden";
  }
  dispatchEvent(new CustomEvent(CHANGED, { detail: "forgotten" }));
  return "";
};

/** Answers and marks as text, as Python reads it. @param {Entry[]} answers @param {object} [more] */
const asText = (answers, more) => JSON.stringify({ format: FORMAT, answers, ...more });

/** The number of newest answers that are sent; Python reads fewer of them. */
const MOST_TOLD = 20_000;

/** The newest answers and marks as text. @param {Entry[]} answers @param {object} [more] */
export const asTold = (answers, more) => asText(answers.slice(-MOST_TOLD), more);

/** The text of a file with everything that is stored. @param {string} name */
export const written = (name) => {
  const { answers, mistakes } = stored();
  const own = mistakes.length > 0 ? { mistakes } : {};
  return `${JSON.stringify({ format: FORMAT, name, answers, ...own, ...saved() }, null, 1)}\n`;
};

/**
 * Connects a view with the stored answers. What Python sends (`{remember: […]}`, with `mistakes: […]`, `marks: {…}` or
 * alone, `{begun: […]}`, `{practise: […]}` and `{forget: true}`) is stored or deleted. `changed` is called when
 * something has changed, here or in another tab; with `true` after deletion. What this page has stored is stored again
 * if another tab wrote at the same moment, so that neither loses anything.
 * @param {{get(name: string): any, on(event: string, call: any): void, off(event: string, call: any): void,
 * send(content: object): void}} model
 * @param {(isDeleted: boolean) => void} [changed]
 * @returns {() => void} ends it
 */
export const connect = (model, changed = () => {}) => {
  /** @type {Entry[]} */
  let mine = [];
  /** @type {Entry[]} */
  let own = [];
  const tell = (/** @type {Trouble} */ kind) => kind && model.send({ do: "trouble", kind });
  const receive = (
    /** @type {{remember?: Entry[], begun?: Entry[], mistakes?: Entry[], marks?: object, practise?: Practised[], forget?: boolean}} */
    { remember: entries, begun: some, mistakes, marks, practise, forget: all },
  ) => {
    if (all) tell(forget());
    if (some) note(some, false);
    if (entries) note(entries, true);
    const asked = fresh(practise ?? []);
    if (!entries && asked.length === 0) return;
    const answers = [...(entries ?? []), ...asked.map(({ answer }) => answer)];
    const others = [...(mistakes ?? []), ...asked.map(({ mistake }) => mistake)];
    mine = merge(mine, answers);
    own = newest(own, others);
    if (marks) add(marks);
    tell(remember(answers, others));
    if (marks) dispatchEvent(new CustomEvent(CHANGED));
  };
  const here = (/** @type {Event} */ event) => {
    const isDeleted = /** @type {CustomEvent} */ (event).detail === "forgotten";
    if (isDeleted) mine = own = [];
    changed(isDeleted);
  };
  const elsewhere = (/** @type {StorageEvent} */ { key, newValue }) => {
    if (key !== KEY && key !== null) return;
    if (newValue === null) mine = own = [];
    else remember(mine, own);
    changed(newValue === null);
  };
  model.on("msg:custom", receive);
  addEventListener(CHANGED, here);
  addEventListener("storage", elsewhere);
  return () => {
    model.off("msg:custom", receive);
    removeEventListener(CHANGED, here);
    removeEventListener("storage", elsewhere);
  };
};
