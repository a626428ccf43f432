/** Takes the place of sanitize-html in ipywidgets: text stays text, no mark-up comes through. */

/** @param {string} text */
export default function sanitize(text) {
  const box = document.createElement("div");
  box.textContent = text;
  return box.innerHTML;
}
