/**
 * The rules of both games: on a page of their own, and over every other page, where nothing of it is lost meanwhile.
 *
 * Each clause has its number as its address. A link to it opens the rules over the page; pressed with Ctrl or by the
 * middle button it opens their page, as any link does.
 */

const PAGE = /rules-(tongits|tichu)\.(?:ipynb|html)(?:$|\?|#)/;

/** What names the game of a clause: it knows the last one of each chapter. @param {string} id */
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

/** The address of a clause, and what it says or, until its rules come, ""; null for anything else. @param {string} id */
export const ruleOf = (id) => {
  const game = gameWith(id);
  if (!game) return null;
  const says = document.getElementById(id)?.querySelector(".course-says");
  return { meaning: says?.textContent ?? "", href: `${game.dataset.href}#${id}` };
};

/** Where the rules stand over the page, once they have come; they never do on their own page. */
const panel = () => /** @type {HTMLDialogElement | null} */ (document.querySelector(".course-rules"));

/** Marks the words in the rules. */
let mark = () => {};

/** @type {Promise<void> | undefined} */
let coming;

/** Waits until the rules are here; most who read a page want none, so they come when the first is wanted. */
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
  // Keys belong to what is in sight: a table beneath hears none of them.
  panel()?.addEventListener("keydown", (event) => event.stopPropagation());
  mark();
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

/** @param {string} href of a link: the clause it leads to, or the rules of a game; "" if it leads elsewhere */
const placeOf = (href) => {
  const [game, id = ""] = [gameOf(href), href.split("#")[1]];
  return game ? id || `rules-${game}` : href.startsWith("#") && gameWith(id) ? id : "";
};

/** Sets up the rules of this page. @param {(part: Element, texts: string) => void} explain marks what they name */
export const openRules = (explain) => {
  const { ending = ".ipynb" } = document.documentElement.dataset;
  // Where a page is: a widget knows only the name of its notebook, and the rules of a game may have no page.
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

  /** Opens the panel; whether it could. @param {string} id of a clause, or of the rules of a game */
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
    // Its bar may have two rows where letters are large.
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
    // Beside the panel there is the page again.
    else if (target === panel()) panel()?.close();
    const link = target.closest("a");
    const place = placeOf(link?.getAttribute("href") ?? "");
    if (!isOver || !link || !place || "away" in link.dataset) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    // Where the rules do not come, the link is one as any other.
    void open(place)
      .catch(() => false)
      .then((isOpen) => isOpen || location.assign(link.href));
  });
  // They come while the pointer still goes to the link, so that nobody waits for them.
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
