/**
 * An editor in which a reader writes a function, with Python's answer, on a page whose Python is in the browser.
 *
 * The function runs in a separate worker; if that stops sending signs of life, it is ended and started again.
 */

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

import { read, write } from "../../widgets/js/kept.js";

/** Milliseconds without a sign of life before the worker is ended; Python itself ends an endless loop much earlier. */
const PATIENCE = 4000;

const LOOK = EditorView.theme({
  ".cm-content": { caretColor: "currentcolor" },
  ".cm-gutters": { background: "var(--course-tint)", color: "var(--cardlab-soft)", border: "0" },
  "&.cm-focused": { outline: "3px solid var(--cardlab-ring)" },
});

const words = document.body.dataset;
/** @type {Worker | null} */
let worker = null;
/** Whether Python runs in this browser. */
let hasRun = false;

const begin = () => {
  const program = document.documentElement.dataset.python ?? "";
  return (worker ??= new Worker(new URL(program, location.href), { type: "module", name: "code" }));
};

/**
 * Returns Python's answer as HTML, or why there is none.
 * @param {object} question @returns {Promise<{html?: string, fault?: string}>}
 */
const ask = (question) =>
  new Promise((answer) => {
    const asked = begin();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting;
    const give = (/** @type {{html?: string, fault?: string}} */ given) => {
      clearTimeout(waiting);
      answer(given);
    };
    const end = (/** @type {string | undefined} */ fault) => {
      asked.terminate();
      worker = null;
      give({ fault });
    };
    asked.onmessage = ({ data }) => {
      clearTimeout(waiting);
      hasRun ||= !data.failed;
      if (data.alive) {
        waiting = setTimeout(() => {
          end(words.tooLong);
          begin();
        }, PATIENCE);
      } else if (data.failed) end(hasRun ? words.failed : words.lost);
      else give(data);
    };
    asked.onerror = () => end(words.lost);
    asked.postMessage(question);
  });

/** @param {HTMLElement} place with a text area, buttons, and an element for the answer */
export function open(place) {
  const { task = "" } = place.dataset;
  const area = place.querySelector("textarea");
  const room = place.querySelector(".course-answer");
  if (!area || !room) return;
  const key = `cardlab-code ${task}`;
  const editor = new EditorView({
    doc: read(key) || area.value,
    extensions: [
      lineNumbers(),
      history(),
      python(),
      indentUnit.of("    "),
      indentOnInput(),
      bracketMatching(),
      syntaxHighlighting(classHighlighter),
      keymap.of([{ key: "Mod-Enter", run: () => (void press("check"), true) }, ...defaultKeymap, ...historyKeymap]),
      EditorView.lineWrapping,
      LOOK,
      EditorView.contentAttributes.of({ "aria-label": task }),
      EditorView.updateListener.of(({ docChanged, state }) => docChanged && write(key, state.doc.toString())),
    ],
  });
  area.replaceWith(editor.dom);
  // Python starts while the reader is still writing.
  begin();
  const buttons = place.querySelectorAll("button");

  /** While Python works on one press, it takes no other. @param {boolean} isBusy */
  const wait = (isBusy) => {
    const states = [[room, "aria-busy"], ...[...buttons].map((button) => [button, "aria-disabled"])];
    for (const [one, state] of /** @type {[Element, string][]} */ (states))
      isBusy ? one.setAttribute(state, "true") : one.removeAttribute(state);
  };

  const press = async (/** @type {string} */ what) => {
    if (room.hasAttribute("aria-busy")) return;
    wait(true);
    const path = decodeURIComponent(document.documentElement.dataset.lesson ?? "");
    const { html, fault } = await ask({ path, ask: what, task, source: editor.state.doc.toString() });
    // Safe, because Python has made this HTML and escaped what was typed.
    if (html === undefined) room.textContent = fault ?? "";
    else room.innerHTML = html;
    wait(false);
    room.scrollIntoView({ block: "nearest" });
  };
  for (const button of buttons) button.addEventListener("click", () => void press(button.dataset.ask ?? ""));
}
