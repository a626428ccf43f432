/**
 * Makes elements of the outputs of a cell or a message.
 *
 * These are text, HTML, SVG or places; scripts in HTML do not run, and an error is one sentence without a traceback.
 */

/** The CSS classes of outputs that are mark-up, by MIME type. @type {Record<string, string>} */
const MARKUP = { "text/html": "course-html", "image/svg+xml": "course-picture" };

/**
 * Returns the element of an output, and perhaps a promise that ends when it is complete.
 * @param {any} output
 * @param {Map<string, import("./places.js").Place>} places
 * @returns {[HTMLElement, Promise<unknown>?]}
 */
export function shown(output, places) {
  const words = document.body.dataset;
  if (output.error) return [sentence((output.error === "long" ? words.tooLong : words.cellFailed) ?? "")];
  if (output.foreign) return [sentence(words.foreign ?? "")];
  if (output.text !== undefined) return [text(output.text)];
  const element = document.createElement("div");
  const kind = Object.keys(MARKUP).find((type) => output[type]);
  if (output.place) {
    element.className = "course-widget";
    const there = places
      .get(output.place)
      ?.draw(element)
      .catch((problem) => {
        console.warn(problem);
        element.replaceChildren(sentence(words.failed ?? ""));
      });
    return [element, there];
  }
  if (kind) {
    element.className = output["text/markdown"] ? "course-prose" : (MARKUP[kind] ?? "");
    element.innerHTML = output[kind];
  } else if (output["text/plain"]) return [text(output["text/plain"])];
  return [element];
}

/** Text as it was printed. @param {string} printed */
const text = (printed) => Object.assign(document.createElement("pre"), { textContent: printed });

/** Makes the sentence that says what went wrong. @param {string} said */
function sentence(said) {
  const element = document.createElement("p");
  element.className = "course-failure";
  element.setAttribute("role", "alert");
  element.textContent = said;
  return element;
}
