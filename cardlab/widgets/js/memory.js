/**
 * What this browser remembers: the answers given so far, in its own storage and nowhere else.
 *
 * Where they lie, and how two lists become one; what an answer means only Python knows.
 * A storage that is full, forbidden or torn is never a reason to stop: it is told by its kind, and Python has the
 * words.
 */

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

/** @returns {{answers: Entry[], trouble: Trouble, text: string | null}} */
const stored = () => {
  let text = null;
  try {
    text = localStorage.getItem(KEY);
  } catch {
    return { answers: [], trouble: "forbidden", text };
  }
  if (text === null) return { answers: [], trouble: "", text };
  try {
    const { format, answers } = JSON.parse(text);
    if (format === FORMAT && Array.isArray(answers) && answers.every((one) => one && typeof one === "object"))
      return { answers, trouble: "", text };
  } catch {
    // What cannot be read is told below.
  }
  return { answers: [], trouble: "torn", text };
};

/**
 * The answers kept here, of these drills or of all.
 * @param {string[]} [drills]
 * @returns {{answers: Entry[], trouble: Trouble}}
 */
export const recall = (drills) => {
  const { answers, trouble } = stored();
  const wanted = drills && new Set(drills);
  return {
    answers: wanted ? answers.filter(({ drill }) => wanted.has(/** @type {string} */ (drill))) : answers,
    trouble,
  };
};

/**
 * Keeps these answers with those that are there; what cannot be read is put aside first.
 * @param {Entry[]} entries
 * @returns {Trouble}
 */
const remember = (entries) => {
  const { answers, trouble, text } = stored();
  const all = merge(answers, entries);
  if (trouble === "" && all.length === answers.length) return "";
  try {
    if (trouble === "torn") localStorage.setItem(ASIDE, /** @type {string} */ (text));
    localStorage.setItem(KEY, JSON.stringify({ format: FORMAT, answers: all }));
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
const everyBegun = () => {
  try {
    const all = JSON.parse(localStorage.getItem(BEGUN) ?? "[]");
    return Array.isArray(all) ? all.filter((one) => one && typeof one === "object") : [];
  } catch {
    return [];
  }
};

/** Keeps what these tasks have cost so far, or forgets them where they have ended. @param {Entry[]} entries @param {boolean} over */
const note = (entries, over) => {
  const mine = new Set(entries.map(task));
  const others = everyBegun().filter((one) => !mine.has(task(one)));
  try {
    localStorage.setItem(BEGUN, JSON.stringify([...others, ...(over ? [] : entries)].slice(-MOST_BEGUN)));
  } catch {
    // The answers are told to be lost where nothing can be kept; this is the least of it.
  }
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

/** The text of a file with everything that is kept here. @param {string} name */
export const written = (name) => `${JSON.stringify({ format: FORMAT, name, answers: stored().answers }, null, 1)}\n`;

/**
 * Joins a view to the memory. What Python gives (`{remember: […]}`, `{begun: […]}`, `{forget: true}`) is kept or deleted;
 * `changed` is called when the memory has changed, here or in another tab.
 * What this page has given is given again if another tab wrote at the same moment, so that two tabs lose nothing.
 * @param {{get(name: string): any, on(event: string, call: any): void, off(event: string, call: any): void,
 * send(content: object): void}} model
 * @param {() => void} [changed]
 * @returns {() => void} ends it
 */
export const connect = (model, changed = () => {}) => {
  /** @type {Entry[]} */
  let mine = [];
  const tell = (/** @type {Trouble} */ kind) => kind && model.send({ do: "trouble", kind });
  const given = (
    /** @type {{remember?: Entry[], begun?: Entry[], forget?: boolean}} */ {
      remember: entries,
      begun: some,
      forget: all,
    },
  ) => {
    if (all) tell(forget());
    if (some) note(some, false);
    if (!entries) return;
    note(entries, true);
    mine = merge(mine, entries);
    tell(remember(entries));
  };
  const here = (/** @type {Event} */ event) => {
    if (/** @type {CustomEvent} */ (event).detail === "forgotten") mine = [];
    changed();
  };
  const elsewhere = (/** @type {StorageEvent} */ { key, newValue }) => {
    if (key !== KEY && key !== null) return;
    if (newValue === null) mine = [];
    else remember(mine);
    changed();
  };
  model.on("msg:custom", given);
  addEventListener(CHANGED, here);
  addEventListener("storage", elsewhere);
  return () => {
    model.off("msg:custom", given);
    removeEventListener(CHANGED, here);
    removeEventListener("storage", elsewhere);
  };
};
