/**
 * The frame before any widget: colours, the places of the results, how far the start is, and what went wrong.
 *
 * A plain script in the head, so that the colours are right before the first paint; course.js waits for its promises.
 */

(() => {
  const page = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const STORED = "cardlab-theme";
  const DECK = "cardlab-deck";

  function chosen() {
    try {
      return localStorage.getItem(STORED);
    } catch {
      return null;
    }
  }

  function colour() {
    page.dataset.theme = chosen() ?? (dark.matches ? "dark" : "light");
    const button = /** @type {HTMLButtonElement | null} */ (document.querySelector(".course-theme"));
    if (!button) return;
    const next = page.dataset.theme === "dark" ? "light" : "dark";
    button.title = button.dataset[next] ?? "";
    button.setAttribute("aria-label", button.title);
  }

  function change() {
    const next = page.dataset.theme === "dark" ? "light" : "dark";
    try {
      if (next === (dark.matches ? "dark" : "light")) localStorage.removeItem(STORED);
      else localStorage.setItem(STORED, next);
    } catch {
      page.dataset.theme = next;
      return;
    }
    colour();
  }

  /** Four colours for the suits, or black and red as on printed cards; the widgets draw anew when it changes. */
  function deck() {
    let two = false;
    try {
      two = localStorage.getItem(DECK) === "two";
    } catch {
      two = page.dataset.deck === "two";
    }
    page.dataset.deck = two ? "two" : "four";
    dispatchEvent(new Event("cardlab-deck"));
    const button = /** @type {HTMLButtonElement | null} */ (document.querySelector(".course-deck"));
    if (!button) return;
    button.title = (two ? button.dataset.four : button.dataset.two) ?? "";
    button.setAttribute("aria-label", button.title);
  }

  function changeDeck() {
    const two = page.dataset.deck !== "two";
    try {
      if (two) localStorage.setItem(DECK, "two");
      else localStorage.removeItem(DECK);
    } catch {
      page.dataset.deck = two ? "two" : "four";
    }
    deck();
  }

  /** @param {string} text @param {boolean} [final] */
  function alarm(text, final = false) {
    const box = /** @type {HTMLElement} */ (document.querySelector(".course-alert"));
    const button = /** @type {HTMLButtonElement} */ (box.querySelector("button"));
    /** @type {HTMLElement} */ (box.querySelector("p")).textContent = text;
    button.hidden = !final;
    button.onclick = () => location.reload();
    box.classList.toggle("course-shown", text !== "");
  }

  /** @param {string} text */
  function announce(text) {
    const status = document.querySelector(".course-progress [role=status]");
    if (status) status.textContent = text;
  }

  function ready() {
    document.querySelector(".course-lesson")?.removeAttribute("aria-busy");
    for (const place of document.querySelectorAll(".course-awaited")) place.classList.remove("course-awaited");
    announce(document.body.dataset.ready ?? "");
    page.dataset.course = "ready";
  }

  function unfinished() {
    ready();
    announce("");
    page.dataset.course = "failed";
    alarm(document.body.dataset.unfinished ?? "", true);
  }

  /** @type {{kernel: (id: string) => void, finished: (done: boolean) => void}} */
  const tell = { kernel: () => {}, finished: () => {} };
  const course = {
    kernel: new Promise((resolve) => (tell.kernel = resolve)),
    finished: new Promise((resolve) => (tell.finished = resolve)),
    alarm,
    announce,
    ready,
    unfinished,
  };
  Object.assign(window, { course });

  let isSet = false;

  function setHeader() {
    isSet = true;
    colour();
    deck();
    document.querySelector(".course-theme")?.addEventListener("click", change);
    document.querySelector(".course-deck")?.addEventListener("click", changeDeck);
    const current = /** @type {HTMLElement | null} */ (document.querySelector(".course-lessons [aria-current]"));
    const row = current?.closest("nav");
    if (current && row) row.scrollLeft = current.offsetLeft + current.offsetWidth / 2 - row.clientWidth / 2;
  }

  /** Stands in the page after each piece that is complete; moves the result before it to its place. */
  class Step extends HTMLElement {
    connectedCallback() {
      const result = this.previousElementSibling;
      if (result instanceof HTMLTemplateElement && result.dataset.cell) {
        const place = document.getElementById(result.dataset.cell);
        const isWhole = !result.content.querySelector("[data-widget]");
        place?.replaceChildren(result.content);
        if (isWhole) place?.classList.remove("course-awaited");
        result.remove();
      }
      if (!isSet) setHeader();
      const bar = document.querySelector("progress");
      if (bar) bar.value += 1;
      if (this.dataset.kernel) tell.kernel(this.dataset.kernel);
      if (this.dataset.finished !== undefined) tell.finished(true);
      this.remove();
    }
  }
  customElements.define("course-step", Step);

  colour();
  deck();
  dark.addEventListener("change", colour);
  addEventListener("storage", () => {
    colour();
    deck();
  });
  document.addEventListener("DOMContentLoaded", () => {
    if (!isSet) setHeader();
    tell.finished(false);
  });
})();
