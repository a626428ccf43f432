/** Files to save or to open in a tab, texts to copy, and files to read. Nothing leaves the computer. */

/** @param {string} text @param {string} type @returns {string} the address of a file that lives as long as the page */
const address = (text, type) => URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));

/**
 * Saves a text as a download with this name.
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

/** Saves or opens files that Python sends, such as records. @param {any} model @returns {() => void} ends it */
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

/** Copies and selects the text of a field; returns whether it was copied. @param {HTMLInputElement} field */
export const copy = async (field) => {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Without https there is no clipboard API; the old way still works.
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
};

/**
 * Asks the reader for a file of text or JSON, and passes its text to `take`. A file that is too long is not read;
 * `tooLong` is called instead.
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
