/**
 * The page of a tournament: asks for itself every two seconds, and puts what has changed in its place.
 *
 * Entry point of its own. The page is Python's, whole and in the reader's language; here its parts are only exchanged.
 * What has the focus keeps it; a part in which somebody is typing waits until they are done.
 */

import { copy } from "../../widgets/js/files.js";

const EVERY = 2000;
/** Milliseconds after which a question that is not answered counts as lost. */
const PATIENCE = 8000;
const words = document.body.dataset;
const address = words.address ?? "";

/** @param {ParentNode} root @param {string} name @returns {HTMLElement | null} */
const part = (root, name) => root.querySelector(`[data-part="${name}"]`);

/** A notice that cannot be overlooked: the frame's. @type {(text: string) => void} */
const alarm = /** @type {any} */ (window).course.alarm;

/** @param {string} text */
function said(text) {
  /** @type {HTMLElement} */ (document.querySelector("[data-role=said]")).textContent = text;
}

/** Exchanges the parts that differ; `sent` is what has just been sent from, and may be exchanged. @param {Document} page @param {Element | null} sent */
function show(page, sent) {
  for (const place of document.querySelectorAll("[data-part]")) {
    const fresh = part(page, place.dataset.part ?? "");
    if (!fresh || (fresh.innerHTML === place.innerHTML && fresh.hidden === place.hidden)) continue;
    const active = place.contains(document.activeElement) ? document.activeElement : null;
    if (active instanceof HTMLInputElement && !place.contains(sent)) continue;
    place.replaceChildren(...fresh.childNodes);
    place.hidden = fresh.hidden;
    if (active) (document.getElementById(active.id) ?? document.getElementById("lesson"))?.focus();
  }
}

let asked = 0;

/** @param {string} to @param {RequestInit} [order] @param {Element | null} [sent] */
async function ask(to, order, sent = null) {
  const number = ++asked;
  try {
    const answer = await fetch(to, { cache: "no-store", ...order });
    const text = await answer.text();
    const page = new DOMParser().parseFromString(text, "text/html");
    if (!page.body.dataset.address) throw new Error(`${answer.status}`);
    alarm("");
    if (number === asked) show(page, sent);
  } catch {
    if (number === asked) alarm(words.lost ?? "");
  }
}

/** How many orders are not yet answered. Meanwhile nothing else is asked: a later answer would hide why one was refused. */
let orders = 0;

async function look() {
  if (document.visibilityState !== "visible" || orders) return;
  await ask(address, { signal: AbortSignal.timeout(PATIENCE) });
}

async function poll() {
  await look();
  setTimeout(poll, EVERY);
}

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.method !== "post") return;
  event.preventDefault();
  // To begin a round takes a while: that it was pressed is seen and heard at once, and once is enough.
  if (form.ariaBusy) return;
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, event.submitter)) fields.set(name, String(value));
  form.ariaBusy = "true";
  said(words.moment ?? "");
  orders += 1;
  await ask(address, { method: "POST", body: fields }, form);
  orders -= 1;
  form.ariaBusy = null;
  said("");
});

document.addEventListener("click", async ({ target }) => {
  if (!(target instanceof Element) || !target.closest("[data-do=copy]")) return;
  if (!(await copy(/** @type {HTMLInputElement} */ (document.querySelector("[data-role=link]"))))) return;
  said(words.copied ?? "");
  setTimeout(() => said(""), 4000);
});

document.addEventListener("visibilitychange", look);
addEventListener("offline", look);
addEventListener("online", look);
setTimeout(poll, EVERY);
