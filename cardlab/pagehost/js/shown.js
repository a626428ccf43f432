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
 * One nbformat output as an element, and what is to be waited for until all of it is there.
 * @param {any} output
 * @param {{show: (id: string, element: HTMLElement) => Promise<unknown>}} widgets
 * @returns {[HTMLElement, Promise<unknown>?]}
 */
export function shown(output, widgets) {
  const data = output.data ?? {};
  const widget = data["application/vnd.jupyter.widget-view+json"];
  const picture = PICTURES.find((type) => data[type]);
  const kind = Object.keys(MARKUP).find((type) => data[type]);
  if (output.output_type === "error") return [failure()];
  if (output.output_type === "stream") return [text(output.text)];
  const element = document.createElement("div");
  if (widget) {
    element.className = "course-widget";
    const there = widgets.show(widget.model_id, element).catch((problem) => {
      console.warn(problem);
      element.replaceChildren(failure());
    });
    return [element, there];
  }
  if (kind) {
    element.className = MARKUP[kind];
    element.innerHTML = joined(data[kind]);
  } else if (picture) {
    const image = document.createElement("img");
    image.alt = joined(data["text/plain"] ?? "");
    image.src = `data:${picture};base64,${joined(data[picture])}`;
    element.append(image);
  } else if (data["text/plain"]) return [text(data["text/plain"])];
  return [element];
}

/** Text as it was printed. @param {any} printed */
const text = (printed) => Object.assign(document.createElement("pre"), { textContent: joined(printed) });

/** The sentence of a cell or a callback that failed. */
function failure() {
  const sentence = document.createElement("p");
  sentence.className = "course-failure";
  sentence.setAttribute("role", "alert");
  sentence.textContent = document.body.dataset.failed ?? "";
  return sentence;
}
