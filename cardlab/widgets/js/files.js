/** Files that a page gives to its reader: saved, or opened in a tab of their own. Nothing leaves the computer. */

/** @param {string} text @param {string} type @returns {string} the address of a file that lives as long as the page */
const address = (text, type) => URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));

/** Saves a text under a name, where the browser saves what is downloaded. @param {string} name @param {string} text @param {string} type */
export const save = (name, text, type) => {
  const link = document.createElement("a");
  link.href = address(text, type);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/** Opens a text in a new tab, ready to be printed. @param {string} text @param {string} type */
export const open = (text, type) => {
  const link = document.createElement("a");
  link.href = address(text, type);
  link.target = "_blank";
  link.rel = "noopener";
  link.click();
};
