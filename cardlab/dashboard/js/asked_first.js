/** Asks before what cannot be taken back, over the page and over a full screen. */

/**
 * Asks, and waits for the answer: the value of the button that was pressed, "" for none.
 * @param {string} question
 * @param {Record<string, string>} answers what the buttons are called, by their values; the last one is the way out
 * @returns {Promise<string>}
 */
export function askFirst(question, answers) {
  const dialog = Object.assign(document.createElement("dialog"), { className: "room-sure" });
  const text = Object.assign(document.createElement("p"), { id: "room-sure", textContent: question });
  const form = Object.assign(document.createElement("form"), { method: "dialog", className: "room-tools" });
  for (const [value, label] of Object.entries(answers))
    form.append(
      Object.assign(document.createElement("button"), { value, textContent: label, className: "room-button" }),
    );
  /** @type {HTMLButtonElement} */ (form.lastElementChild).autofocus = true;
  dialog.setAttribute("aria-labelledby", text.id);
  dialog.append(text, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) =>
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue);
    }),
  );
}
