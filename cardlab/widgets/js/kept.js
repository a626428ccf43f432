/** Small texts in this browser's storage. Where it keeps none, or gives none, whoever asks goes on without. */

/** The text under a key; null if there is none. @param {string} key */
export const read = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** What the text under a key means as JSON; null if it means nothing. @param {string} key @returns {any} */
export const readData = (key) => {
  try {
    return JSON.parse(read(key) ?? "null");
  } catch {
    return null;
  }
};

/** Keeps a text under a key, or with null none; whether that could be done. @param {string} key @param {string | null} text */
export const write = (key, text) => {
  try {
    text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
};
