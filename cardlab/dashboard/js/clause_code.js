/** Fetches the highlighted code of a lesson's clauses once, when the first switch is unfolded. */

/** @param {string} address @param {() => void} failed */
export function unfold(address, failed) {
  /** @type {Promise<Document> | null} */
  let all = null;
  const come = async () => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  };
  const fill = async (/** @type {HTMLElement} */ place) => {
    try {
      const code = await (all ??= come());
      const own = code.querySelector(`[data-code="${place.dataset.code}"]`);
      if (own && !place.querySelector("pre")) place.append(own);
    } catch {
      all = null;
      place.removeAttribute("open");
      failed();
    }
  };
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".course-code")))
    place.addEventListener("toggle", () => place.hasAttribute("open") && void fill(place));
}
