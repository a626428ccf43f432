/**
 * What a page gives to its reader: files, saved or opened in a tab, and texts to copy; and the files that it asks for.
 * Nothing leaves the computer.
 */

/** @param {string} text @param {string} type @returns {string} the address of a file that lives as long as the page */
const address = (text, type) => URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));

/**
 * Saves a text under a name, where the browser saves what is downloaded.
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export const save = (name, text, type) => {
  const link = document.createElement("a");
  link.href = address(text, type);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/** Saves what Python gives as a file, such as a record, or opens it. @param {any} model @returns {() => void} ends it */
export const saving = (model) => {
  const receive = (/** @type {{file?: {name: string, text: string, type?: string, open?: boolean}}} */ { file }) => {
    const type = file?.type ?? "application/json";
    if (file) file.open ? open(file.text, type) : save(file.name, file.text, type);
  };
  model.on("msg:custom", receive);
  return () => model.off("msg:custom", receive);
};

/** Opens a text in a new tab, ready to be printed. @param {string} text @param {string} type */
export const open = (text, type) => {
  const link = document.createElement("a");
  link.href = address(text, type);
  link.target = "_blank";
  link.rel = "noopener";
  link.click();
};

/** Copies the text of a field, and leaves it selected; whether that could be done. @param {HTMLInputElement} field */
export const copy = async (field) => {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Without encryption a browser has no clipboard to offer; the old way works there.
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
};

/**
 * Asks the reader for a file of text or JSON and gives its text to `take`; of one that is too long only this is said, and it is
 * not read.
 * @param {number} largest @param {(text: string) => void} take @param {() => void} tooLong
 */
export const choose = (largest, take, tooLong) => {
  const field = document.createElement("input");
  field.type = "file";
  field.accept = ".json,application/json,.txt,text/plain";
  field.onchange = async () => {
    const file = field.files?.[0];
    if (file) file.size > largest ? tooLong() : take(await file.text());
  };
  field.click();
};
