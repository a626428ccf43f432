/**
 * The teacher's page: draws what the server tells every two seconds, and sends what the teacher does.
 *
 * Entry point of its own. Holds no sentence: those in the page and those that come are Python's.
 */

import { h, patch } from "../../widgets/js/core.js";
import { copy } from "../../widgets/js/files.js";
import { askFirst } from "./asked_first.js";

/** @typedef {{text: string, href: string, drawing: string}} Door */
/** @typedef {{number: number, name: string, where: string, here: boolean, remove: string, sure: string}} Person */
/** @typedef {{player: string, name: string, left: string, unname: string}} Named */
/** @typedef {{code: string, name: string, href: string, closing: string, close: string, people: Named[]}} Table */
/**
 * @typedef {{code: string, addresses: Door[], count: string, people: Person[], wrong: string, invitation: string,
 *   handed_in: string, tables: Table[]}} State
 */

const EVERY = 2000;
/** Milliseconds after which a question that is not answered counts as lost. */
const PATIENCE = 8000;
const words = document.body.dataset;
const base = words.base ?? "/";
const lang = document.documentElement.lang;

/** @template {HTMLElement} T @param {string} name @returns {T} */
const part = (name) => /** @type {T} */ (document.querySelector(`[data-part="${name}"]`));

/** @type {State | undefined} */
let state;
/** The address that the teacher has chosen; as long as there is none, or it has gone, the first. */
let chosen = "";

// What is drawn

/**
 * Changes a text only if it differs: what is marked stays marked, and nothing is read out twice.
 * @param {Element | null} element
 * @param {string} text
 */
function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

/** @param {HTMLElement} element @param {boolean} shown */
const show = (element, shown) => {
  if (element.hidden === shown) element.hidden = !shown;
};

/** @returns {Door | undefined} */
const door = () => state?.addresses.find(({ href }) => href === chosen) ?? state?.addresses[0];

/** @param {HTMLImageElement} image @param {string} source @param {string} text */
function picture(image, source, text) {
  if (image.getAttribute("src") !== source) image.src = source;
  image.alt = text;
  show(image, true);
}

function drawDoor() {
  const here = door();
  const choice = part("addresses");
  const list = /** @type {HTMLSelectElement} */ (choice.querySelector("select"));
  const all = state?.addresses ?? [];
  if ([...list.options].map(({ value }) => value).join() !== all.map(({ href }) => href).join())
    list.replaceChildren(...all.map(({ text, href }) => new Option(text, href)));
  list.value = here?.href ?? "";
  show(choice, all.length > 1);
  show(part("no-network"), !here);
  show(part("poster"), Boolean(here));
  write(part("code"), state?.code ?? "");
  if (!here) return;
  write(part("address"), here.text);
  picture(part("drawing"), here.drawing, `${words.drawing} ${here.text}`);
}

/** @param {string} shown @param {string} label @param {Record<string, any>} props */
const press = (shown, label, props) =>
  h("button", { type: "button", class: "room-button", "aria-label": label, ...props }, shown);

function drawPeople() {
  const people = state?.people ?? [];
  const list = part("people");
  const focused = [...list.children].findIndex((line) => line.contains(document.activeElement));
  patch(
    list,
    people.map(({ number, name, where, here, remove, sure }) =>
      h("li", { key: number, class: here ? null : "room-away" }, [
        h("bdi", {}, name),
        h("span", {}, where),
        press(words.sentOut ?? "", remove, { onclick: () => actIfSure(sure, remove, { do: "remove", number }) }),
      ]),
    ),
  );
  // Whoever was sent out takes the button along: the focus goes to the next one.
  if (focused >= 0 && !list.contains(document.activeElement)) {
    const next = list.children[Math.min(focused, people.length - 1)]?.querySelector("button");
    (next ?? document.querySelector("[data-do=end]"))?.focus();
  }
}

function drawTables() {
  const tables = state?.tables ?? [];
  show(part("no-tables"), tables.length === 0);
  show(
    part("unname-hint"),
    tables.some(({ people }) => people.length > 0),
  );
  const list = part("tables");
  const hadFocus = list.contains(document.activeElement);
  const lines = tables.flatMap(({ code, name, href, closing, close, people }) => [
    h("li", { key: code }, [
      h("a", { href }, name),
      press(closing, close, { onclick: () => act({ do: "close_table", code }) }),
    ]),
    ...people.map(({ player, name: called, left, unname }) =>
      h("li", { key: `${code} ${player}` }, [
        h("div", {}, h("bdi", {}, called), left && `, ${left}`),
        press(list.dataset.unname ?? "", unname, {
          "data-unname": "",
          onclick: () => act({ do: "unname", code, player }),
        }),
      ]),
    ),
  ]);
  patch(list, lines);
  // Never on to the button of another action: pressed once more it would close a table.
  if (hadFocus && !list.contains(document.activeElement)) (list.querySelector("[data-unname]") ?? list).focus();
}

function draw() {
  if (!state) return;
  drawDoor();
  drawPeople();
  drawTables();
  write(part("count"), state.count);
  write(part("wrong"), state.wrong);
  write(part("handed-in"), state.handed_in);
  write(part("invitation").querySelector("span"), state.invitation);
  show(part("invitation"), state.invitation !== "");
  drawLink();
  document.documentElement.dataset.teacher = "ready";
}

// What comes and goes

/** A notice that cannot be overlooked: the frame's. @type {(text: string) => void} */
const alarm = /** @type {any} */ (window).course.alarm;

let asked = 0;

/** @param {string} name @param {object} [order] */
async function ask(name, order) {
  const number = ++asked;
  const sent = order
    ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(order) }
    : { signal: AbortSignal.timeout(PATIENCE) };
  try {
    const answer = await fetch(`${base}teacher/${name}?lang=${lang}`, { cache: "no-store", ...sent });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const received = await answer.json();
    if (number === asked) state = received;
    alarm("");
    draw();
    return true;
  } catch {
    alarm(words.lost ?? "");
    return false;
  }
}

async function poll() {
  if (document.visibilityState === "visible" || !state) await ask("state");
  setTimeout(poll, EVERY);
}

/** @param {object} order */
const act = (order) => ask("do", order);

/** @param {string | undefined} question @param {string | undefined} yes @param {object} order */
async function actIfSure(question, yes, order) {
  if (await askFirst(question ?? "", { yes: yes ?? "", "": words.cancel ?? "" })) await act(order);
}

// Lesson, exercise, level, start number

const choice = /** @type {HTMLFormElement} */ (part("choice"));
const field = (/** @type {string} */ name) =>
  /** @type {HTMLInputElement | HTMLSelectElement} */ (choice.elements.namedItem(name));

/** Only the exercises of the lesson; a lesson without any has no level and no start number. */
function fit() {
  const lesson = field("lesson").value;
  const drills = /** @type {HTMLSelectElement} */ (field("drill"));
  let some = false;
  for (const option of drills.options) {
    const fits = !option.dataset.lesson || option.dataset.lesson === lesson;
    some ||= fits && Boolean(option.dataset.lesson);
    option.hidden = option.disabled = !fits;
    if (!fits && option.selected) drills.value = "";
  }
  for (const element of choice.querySelectorAll("[data-for=exercises]")) show(element, some);
  return some;
}

/** The wishes that are set, in the order of an address. @returns {[string, string][]} */
function wishes() {
  if (!fit()) return [];
  const start = field("seed");
  /** @type {[string, string][]} */
  const all = [
    ["seed", start.validity.valid ? start.value && `${Number(start.value)}` : ""],
    ["drill", field("drill").value],
    ["level", field("level").value],
  ];
  return all.filter(([, value]) => value !== "");
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let drawing;

const folds = /** @type {HTMLDetailsElement} */ (part("link-drawing").closest("details"));

function drawLink() {
  const query = new URLSearchParams(wishes()).toString();
  const start = door()?.href ?? new URL(base, location.href).href;
  const address = `${start}${lang}/${field("lesson").value}.ipynb${query && "?"}${query}`;
  const link = /** @type {HTMLInputElement} */ (part("link"));
  if (link.value !== address) link.value = address;
  const image = /** @type {HTMLImageElement} */ (part("link-drawing"));
  clearTimeout(drawing);
  if (!folds.open) return;
  // A number that is still being typed needs no picture of each of its beginnings.
  const source = `${base}teacher/code.svg?text=${encodeURIComponent(address)}`;
  drawing = setTimeout(
    () => picture(image, source, `${words.drawing} ${address}`),
    image.hasAttribute("src") ? 300 : 0,
  );
}

function order() {
  /** @type {Record<string, string | number>} */
  const sent = { do: "invite", lesson: field("lesson").value };
  for (const [name, value] of wishes()) sent[name] = name === "drill" ? value : Number(value);
  return sent;
}

async function copyLink() {
  if (!(await copy(part("link")))) return;
  part("said").textContent = "";
  part("said").textContent = words.copied ?? "";
  setTimeout(() => (part("said").textContent = ""), 4000);
}

// In large print, as large as the projector allows

const large = /** @type {HTMLDialogElement} */ (part("large"));
const home = /** @type {HTMLElement} */ (part("poster").parentElement);
const poster = part("poster");
const after = poster.nextElementSibling;

async function enlarge() {
  await document.documentElement.requestFullscreen?.().catch(() => {});
  large.prepend(poster);
  large.showModal();
}

large.addEventListener("close", () => {
  home.insertBefore(poster, after);
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
});
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement && large.open) large.close();
});

// Hands

/** @type {Record<string, () => unknown>} */
const does = {
  large: enlarge,
  small: () => large.close(),
  code: () => actIfSure(words.renewSure, words.renew, { do: "code" }),
  end: () => actIfSure(words.endSure, words.end, { do: "end" }),
  withdraw: async () => {
    await act({ do: "withdraw" });
    choice.querySelector("[type=submit]")?.focus();
  },
  draw: () => {
    field("seed").value = `${crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000}`;
    drawLink();
  },
  copy: copyLink,
};

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button") : null;
  if (button?.dataset.do) does[button.dataset.do]?.();
});
choice.addEventListener("input", drawLink);
choice.addEventListener("submit", (event) => {
  event.preventDefault();
  act(order());
});
part("addresses").addEventListener("change", ({ target }) => {
  chosen = /** @type {HTMLSelectElement} */ (target).value;
  draw();
});
folds.addEventListener("toggle", drawLink);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && ask("state"));

drawLink();
poll();
