/**
 * What this browser remembers: the answers given so far, and mistakes of own rounds, in its own storage only.
 *
 * Where they lie, and how two lists become one; what an answer means only Python knows.
 * Of mistakes the newest are kept; one that is kept already stays as it is.
 * A storage that is full, forbidden or torn is never a reason to stop: it is reported by its kind, and Python has the
 * words.
 */

import { readData, write } from "./kept.js";
import { add, saved } from "./marks.js";

/** @typedef {Record<string, unknown>} Entry */
/** @typedef {"" | "full" | "forbidden" | "torn"} Trouble */

const KEY = "cardlab-progress";
const ASIDE = "cardlab-progress-unreadable";
const FORMAT = "cardlab-progress/1";
const CHANGED = "cardlab-progress";
/** Tasks that were begun: what they have cost so far. Deleted with the answers, since it begins like their key. */
const BEGUN = "cardlab-progress-begun";
const MOST_BEGUN = 200;

/** What tells two entries apart. @param {Entry} entry */
const mark = (entry) => JSON.stringify(Object.entries(entry).sort());

/** Every entry of both, each once. @param {Entry[]} one @param {Entry[]} other @returns {Entry[]} */
const merge = (one, other) => [...new Map([...one, ...other].map((entry) => [mark(entry), entry])).values()];

/** What the answers to mistakes of own rounds are called, and how many of these are kept. */
const OWN = "mistakes.own";
const MOST = 100;

/** Those that are there, and the others whose key is new: the newest of them all. @param {Entry[]} there @param {Entry[]} others */
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
    // What is no entry holds no answer, and costs no other one.
    if (format === FORMAT && Array.isArray(answers))
      return { answers: entriesIn(answers), mistakes: entriesIn(mistakes), trouble: "", text };
  } catch {
    // What cannot be read is reported below.
  }
  return { answers: [], mistakes: [], trouble: "torn", text };
};

/**
 * The answers kept here, of these drills or of all, and the mistakes of own rounds, without answers to any others.
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
 * Keeps these answers and mistakes with those that are there; what cannot be read is put aside first.
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

/** Which task an entry is about. @param {Entry} entry */
const task = ({ drill, key, level }) => JSON.stringify([drill, key, level]);

/**
 * The tasks of these drills that were begun. What cannot be read is as if it were not there: no answer is lost by it.
 * @param {string[]} drills
 * @returns {Entry[]}
 */
export const begun = (drills) => {
  const wanted = new Set(drills);
  return everyBegun().filter(({ drill }) => wanted.has(/** @type {string} */ (drill)));
};

/** @returns {Entry[]} */
const everyBegun = () => entriesIn(readData(BEGUN));

/** Keeps what these tasks have cost so far, or forgets them where they have ended. @param {Entry[]} entries @param {boolean} over */
const note = (entries, over) => {
  const mine = new Set(entries.map(task));
  const others = everyBegun().filter((one) => !mine.has(task(one)));
  // The answers are reported lost where nothing can be kept; this is the least of it.
  write(BEGUN, JSON.stringify([...others, ...(over ? [] : entries)].slice(-MOST_BEGUN)));
};

/** @typedef {{mistake: Entry, answer: Entry}} Practised A mistake, and the answer with which it enters the review. */

/** Those that are not kept here yet. @param {Practised[]} practised */
const fresh = (practised) => {
  const keys = new Set(stored().mistakes.map(({ key }) => key));
  return practised.filter(({ mistake }) => !keys.has(mistake.key));
};

/** The matches kept here, also those that could not be read; what the play pages keep is read by themselves. */
const MATCHES = ["cardlab-tongits", "cardlab-races"];

/** The keys in use that begin like these. @param {string[]} like */
const keys = (like) => Object.keys(localStorage).filter((key) => like.some((one) => key.startsWith(one)));

/** Whether a match is kept here. */
export const keepsMatch = () => {
  try {
    return keys(MATCHES).some((key) => localStorage.getItem(key));
  } catch {
    return false;
  }
};

/** Deletes everything that is kept here. @returns {Trouble} */
const forget = () => {
  try {
    for (const key of keys([KEY, ...MATCHES])) localStorage.removeItem(key);
  } catch {
    return "forbidden";
  }
  dispatchEvent(new CustomEvent(CHANGED, { detail: "forgotten" }));
  return "";
};

/** The text of answers, and of what is kept beside them, as Python reads it. @param {Entry[]} answers @param {object} [more] */
const asText = (answers, more) => JSON.stringify({ format: FORMAT, answers, ...more });

/** How many answers are told, the newest: Python reads fewer of them. */
const MOST_TOLD = 20_000;

/** The text of the newest answers, and of what is kept beside them. @param {Entry[]} answers @param {object} [more] */
export const asTold = (answers, more) => asText(answers.slice(-MOST_TOLD), more);

/** The text of a file with everything that is kept here. @param {string} name */
export const written = (name) => {
  const { answers, mistakes } = stored();
  const own = mistakes.length > 0 ? { mistakes } : {};
  return `${JSON.stringify({ format: FORMAT, name, answers, ...own, ...saved() }, null, 1)}\n`;
};

/**
 * Joins a view to the memory. What Python gives (`{remember: […]}`, with `mistakes: […]`, `marks: {…}` or alone, `{begun: […]}`,
 * `{practise: […]}` and `{forget: true}`) is kept or deleted;
 * `changed` is called when the memory has changed, here or in another tab; with `true` where it was deleted.
 * What this page has given is given again if another tab wrote at the same moment, so that two tabs lose nothing.
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
