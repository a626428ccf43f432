/**
 * The rules of both games: on a page of their own, and over every other page, where nothing of it is lost meanwhile.
 *
 * Each clause has its number as its address. A link to it opens the rules over the page; pressed with Ctrl or by the
 * middle button it opens their page, as any link does.
 */

const PAGE = /rules-(tongits|tichu)\.ipynb(?:$|\?|#)/;

/** Where the rules of this page are: on it, or kept for its panel until that is opened. */
const kept = () => {
  const template = /** @type {HTMLTemplateElement | null} */ (document.querySelector(".course-rules template"));
  return template?.content ?? document;
};

/** The line of a clause in the rules that this page has. @param {string} id */
const lineOf = (id) => (/^[TU]\d/.test(id) ? /** @type {HTMLElement | null} */ (kept().getElementById(id)) : null);

/** What a clause says, and the address of its line; null for anything else. @param {string} id */
export const ruleOf = (id) => {
  const line = lineOf(id);
  const book = /** @type {HTMLElement | null | undefined} */ (line?.closest(".course-rulebook"));
  if (!line || !book) return null;
  return { meaning: line.querySelector(".course-says")?.textContent ?? "", href: `${book.dataset.href}#${id}` };
};

/** Shows a place of the rules, unfolded. @param {HTMLElement | null} place */
const show = (place) => {
  const fold = place?.querySelector(":scope > details");
  fold?.setAttribute("open", "");
  for (const one of document.querySelectorAll(".course-rulebook .course-asked")) one.classList.remove("course-asked");
  place?.classList.add("course-asked");
  place?.scrollIntoView({ block: "start" });
  place?.querySelector("summary, a")?.focus({ preventScroll: true });
};

/** The game whose rules an address names, "tichu", or "". */
const gameOf = (/** @type {string} */ address) => address.match(PAGE)?.[1] ?? "";

/** Sets up the rules of this page. @param {(part: Element, texts: string) => void} explain marks what they name */
export const openRules = (explain) => {
  // Where the page of a game's rules is: a widget knows only its name.
  const cardlabRules = (/** @type {string} */ address) =>
    /** @type {HTMLElement | null} */ (kept().getElementById(`rules-${gameOf(address)}`))?.dataset.href;
  Object.assign(globalThis, { cardlabRules });

  const panel = /** @type {HTMLDialogElement | null} */ (document.querySelector(".course-rules"));
  const books = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".course-rulebook")]);
  const fill = () => {
    if (panel && !books().length) panel.append(/** @type {DocumentFragment} */ (kept()).cloneNode(true));
    for (const book of books()) explain(book, "li p");
  };
  if (!panel) fill();

  /** @param {string} id of a clause, or of the rules of a game */
  const open = (id) => {
    if (!panel) return false;
    if (!books().length) fill();
    const place = document.getElementById(id);
    const book = place?.closest(".course-rulebook");
    if (!place || !book) return false;
    for (const one of books()) one.hidden = one !== book;
    for (const one of panel.querySelectorAll(".course-rules-game"))
      one.setAttribute("aria-pressed", String(one.dataset.do === book.id));
    if (!panel.open) panel.showModal();
    // Its bar may have two rows where letters are large.
    panel.style.scrollPaddingTop = `${(panel.firstElementChild?.clientHeight ?? 0) + 8}px`;
    if (place === book) {
      panel.scrollTop = 0;
      book.focus({ preventScroll: true });
    } else show(place);
    return true;
  };

  /** @param {HTMLElement} button */
  const unfold = (button) => {
    const all = button.getAttribute("aria-pressed") !== "true";
    for (const one of document.querySelectorAll(".course-rules-bar [data-do=full]"))
      one.setAttribute("aria-pressed", String(all));
    for (const fold of document.querySelectorAll(".course-rulebook details")) fold.toggleAttribute("open", all);
  };

  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const button = target.closest(".course-rules-bar button");
    if (button?.dataset.do === "full") unfold(button);
    else if (button?.dataset.do === "close") panel?.close();
    else if (button) open(button.dataset.do ?? "");
    // Beside the panel there is the page again.
    else if (target === panel) panel.close();
    const link = target.closest("a");
    const href = link?.getAttribute("href") ?? "";
    if (!link || "away" in link.dataset || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const id = href.split("#")[1] ?? "";
    if (!gameOf(href) && !(href.startsWith("#") && lineOf(id))) return;
    if (open(id || `rules-${gameOf(href)}`)) event.preventDefault();
  });
  // Keys belong to what is in sight: a table beneath hears none of them.
  panel?.addEventListener("keydown", (event) => event.stopPropagation());

  const follow = () => {
    const line = lineOf(location.hash.slice(1));
    if (line && !open(line.id)) show(line);
  };
  addEventListener("hashchange", follow);
  follow();
};
