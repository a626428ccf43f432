/**
 * The rules of both games: on their own page, and in a panel over every other page, which stays as it is.
 *
 * A clause's number is its anchor. A link to it opens the panel; with Ctrl or the middle button it opens the rules'
 * page, as any link does.
 */

const PAGE = /rules-(tongits|tichu)\.(?:ipynb|html)(?:$|\?|#)/;

/** Returns the game of a clause, by the last clause number of each chapter. @param {string} id */
const gameWith = (id) => {
  const [, chapter = "", number = ""] = id.match(/^([TU]\d+)\.(\d+)$/) ?? [];
  const games = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-clauses]")]);
  return chapter
    ? games.find(({ dataset }) => {
        const last = dataset.clauses?.match(`\\b${chapter}\\.(\\d+)`)?.[1] ?? 0;
        return 1 <= Number(number) && Number(number) <= Number(last);
      })
    : undefined;
};

/** Returns address and text ("" before the rules are loaded) of a clause; null for another id. @param {string} id */
export const ruleOf = (id) => {
  const game = gameWith(id);
  if (!game) return null;
  const says = document.getElementById(id)?.querySelector(".course-says");
  return { meaning: says?.textContent ?? "", href: `${game.dataset.href}#${id}` };
};

/** The panel with the rules, once it is loaded; there is none on the rules' own page. */
const panel = () => /** @type {HTMLDialogElement | null} */ (document.querySelector(".course-rules"));

/** Marks the terms in the rules. */
let mark = () => {};

/** @type {Promise<void> | undefined} */
let coming;

/** Loads the rules when a reader first wants them, because most readers never do. */
export const rulesCome = () =>
  (coming ??= come().catch((problem) => {
    coming = undefined;
    throw problem;
  }));

const come = async () => {
  const { from } = /** @type {HTMLElement | null} */ (document.querySelector(".course-rules-from"))?.dataset ?? {};
  if (from) {
    const answer = await fetch(from);
    if (!answer.ok || answer.redirected) throw new Error(answer.statusText);
    document.body.insertAdjacentHTML("beforeend", await answer.text());
  }
  // Keys are for the panel only, not for a table below it.
  panel()?.addEventListener("keydown", (event) => event.stopPropagation());
  mark();
};

/** Scrolls to a place of the rules, and unfolds it. @param {HTMLElement | null} place */
const show = (place) => {
  const fold = place?.querySelector(":scope > details");
  fold?.setAttribute("open", "");
  for (const one of document.querySelectorAll(".course-rulebook .course-asked")) one.classList.remove("course-asked");
  place?.classList.add("course-asked");
  place?.scrollIntoView({ block: "start" });
  place?.querySelector("summary, a")?.focus({ preventScroll: true });
};

/** Returns the game whose rules an address names, such as "tichu", or "". */
const gameOf = (/** @type {string} */ address) => address.match(PAGE)?.[1] ?? "";

/** @param {string} href of a link: the clause it leads to, or the rules of a game; "" if it leads elsewhere */
const placeOf = (href) => {
  const [game, id = ""] = [gameOf(href), href.split("#")[1]];
  return game ? id || `rules-${game}` : href.startsWith("#") && gameWith(id) ? id : "";
};

/** Sets up the rules of this page. @param {(part: Element, texts: string) => void} explain marks their terms */
export const openRules = (explain) => {
  const { ending = ".ipynb" } = document.documentElement.dataset;
  // Finds a page's address: widgets know only a notebook's name, and the rules of a game may have no page.
  const cardlabAddress = (/** @type {string} */ address) =>
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-game="${gameOf(address)}"]`))?.dataset.href ??
    address.replace(/\.ipynb(?=$|[?#])/, ending);
  Object.assign(globalThis, { cardlabAddress });

  const isOver = !!document.querySelector(".course-rules-from");
  const books = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".course-rulebook")]);
  mark = () => {
    for (const book of books()) explain(book, "li p");
  };
  if (!isOver) void rulesCome();

  /** Opens the panel, and returns whether it could. @param {string} id of a clause, or of the rules of a game */
  const open = async (id) => {
    await rulesCome();
    const over = panel();
    const place = document.getElementById(id);
    const book = place?.closest(".course-rulebook");
    if (!over || !place || !book) return false;
    for (const one of books()) one.hidden = one !== book;
    for (const one of over.querySelectorAll(".course-rules-game"))
      one.setAttribute("aria-pressed", String(one.dataset.do === book.id));
    if (!over.open) over.showModal();
    // With large letters the panel's bar may have two rows.
    over.style.scrollPaddingTop = `${(over.querySelector(".course-rules-bar")?.clientHeight ?? 0) + 8}px`;
    if (place === book) {
      over.scrollTop = 0;
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
    else if (button?.dataset.do === "close") panel()?.close();
    else if (button) void open(button.dataset.do ?? "");
    // A press beside the panel closes it.
    else if (target === panel()) panel()?.close();
    const link = target.closest("a");
    const place = placeOf(link?.getAttribute("href") ?? "");
    if (!isOver || !link || !place || "away" in link.dataset) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    // If the rules cannot be loaded, the link works as any other.
    void open(place)
      .catch(() => false)
      .then((isOpen) => isOpen || location.assign(link.href));
  });
  // Loading starts while the pointer approaches the link, so that nobody waits.
  for (const type of ["pointerover", "focusin"])
    document.addEventListener(type, ({ target }) => {
      const link = target instanceof Element && target.closest("a");
      if (link && placeOf(link.getAttribute("href") ?? "")) rulesCome().catch(() => {});
    });

  const follow = () => {
    const id = location.hash.slice(1);
    if (!gameWith(id)) return;
    if (isOver) open(id).catch(() => {});
    else show(document.getElementById(id));
  };
  addEventListener("hashchange", follow);
  follow();
};
