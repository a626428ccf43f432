/**
 * What a cell or a callback shows, as an element of the page.
 *
 * Knows text, HTML, SVG, pictures and widgets; scripts in HTML do not run, and an error is one sentence, no traceback.
 */

const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/** What is mark-up, and how it looks; Markdown comes as HTML. @type {Record<string, string>} */
const MARKUP = { "text/html": "course-html", "text/markdown": "course-prose", "image/svg+xml": "course-picture" };
/** @param {any} text */
const joined = (text) => (Array.isArray(text) ? text.join("") : String(text));

/**
 * One nbformat output as an element.
 * @param {any} output
 * @param {{show: (id: string, place: HTMLElement) => Promise<unknown>}} widgets
 * @returns {HTMLElement}
 */
export function shown(output, widgets) {
  const data = output.data ?? {};
  const widget = data["application/vnd.jupyter.widget-view+json"];
  const picture = PICTURES.find((type) => data[type]);
  const kind = Object.keys(MARKUP).find((type) => data[type]);
  const box = document.createElement(output.output_type === "stream" || data["text/plain"] ? "pre" : "div");
  if (output.output_type === "error") return failure();
  if (output.output_type === "stream") {
    box.textContent = joined(output.text);
    return box;
  }
  const place = document.createElement("div");
  if (widget) {
    place.className = "course-widget";
    widgets.show(widget.model_id, place).catch((/** @type {unknown} */ problem) => {
      console.warn(problem);
      place.replaceChildren(failure());
    });
  } else if (kind) {
    place.className = MARKUP[kind];
    place.innerHTML = joined(data[kind]);
  } else if (picture) {
    const image = document.createElement("img");
    image.alt = joined(data["text/plain"] ?? "");
    image.src = `data:${picture};base64,${joined(data[picture])}`;
    place.append(image);
  } else {
    box.textContent = joined(data["text/plain"] ?? "");
    return box;
  }
  return place;
}

/** The sentence of a cell or a callback that failed. */
export function failure() {
  const sentence = document.createElement("p");
  sentence.className = "course-failure";
  sentence.setAttribute("role", "alert");
  sentence.textContent = document.body.dataset.failed ?? "";
  return sentence;
}
