/** Short texts in this browser's storage; without storage the functions return null or false. */

/** The text under a key; null if there is none. @param {string} key */
export const read = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** The JSON value of the text under a key; null if it is invalid. @param {string} key @returns {any} */
export const readData = (key) => {
  try {
    return JSON.parse(read(key) ?? "null");
  } catch {
    return null;
  }
};

/** Stores a text, or deletes it with null; returns whether that worked. @param {string} key @param {string | null} text */
export const write = (key, text) => {
  try {
    text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
};
