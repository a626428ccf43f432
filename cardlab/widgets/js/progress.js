/** The view of `Progress`: a table of the lessons, and the buttons that save, load and delete what is remembered. */

/** @import {LessonRow, ProgressMessage, ProgressShown, TestRow} from "./shown.js" */
/** @import {View} from "./core.js" */

import { button, h, status, view } from "./core.js";
import { choose, save } from "./files.js";
import { guidedSteps } from "./guided.js";
import { handIn } from "./hand_in.js";
import { connect, keepsMatch, recall, written } from "./memory.js";

/** The date of today in figures, as it stands in the name of a file. */
const today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
};

/** A name as it may stand in the name of a file everywhere: letters and figures of any script. @param {string} name */
const inFile = (name) => {
  const kept = name
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return kept && `${kept.slice(0, 40)}-`;
};

const progress = view((/** @type {View<ProgressShown, ProgressMessage>} */ it) => {
  const { shown, words, local, send, root } = it;
  const row = (/** @type {LessonRow} */ one) =>
    h(
      "tr",
      { key: one.address },
      h("th", { scope: "row" }, h("a", { href: one.address }, one.label)),
      h(
        "td",
        { "data-label": words["progress.solved"] },
        h(
          "span",
          { class: `cardlab-share${one.share >= 1 ? " cardlab-all" : ""}`, style: `--cardlab-share: ${one.share}` },
          one.solved,
        ),
        one.guided && h("span", { key: "guided", class: "cardlab-guided" }, one.guided),
      ),
      h("td", { "data-label": words["progress.check"], "data-none": one.checked ? null : "" }, one.check),
      h("td", { "data-label": words["progress.due"], "data-none": one.due === "0" ? "" : null }, one.due),
    );
  const test = (/** @type {TestRow} */ { label, result }) =>
    h("li", { key: label }, `${label} `, h("strong", {}, result));
  const name = () => /** @type {HTMLInputElement} */ (root.querySelector("[name=name]")).value.trim();
  const keep = () => {
    save(`cardlab-progress-${inFile(name())}${today()}.json`, written(name()), "application/json");
    send({ do: "saved", count: recall().answers.length });
  };
  const ask = () => {
    local.ask = ".cardlab-question";
    send({ do: "ask" });
  };
  const answered = (/** @type {"keep" | "delete"} */ answer) => () => {
    local.ask = ".cardlab-summary";
    send({ do: answer });
  };
  return [
    h("p", { key: "summary", class: "cardlab-summary", tabindex: -1 }, shown.summary),
    shown.streak &&
      h(
        "p",
        { key: "streak", class: "cardlab-streak" },
        h(
          "span",
          { key: "days", class: "cardlab-days", "aria-hidden": "true" },
          Array.from({ length: Math.min(7, shown.days) }, (_, day) => h("i", { key: day }, "♠♥♣♦"[day % 4])),
        ),
        shown.streak,
      ),
    shown.rows.length > 0 &&
      h(
        "table",
        { key: "table", class: "cardlab-figures cardlab-stacks cardlab-lessons" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["lesson", "solved", "check", "due"].map((one) =>
              h("th", { key: one, scope: "col" }, words[`progress.${one}`]),
            ),
          ),
        ),
        h("tbody", {}, shown.rows.map(row)),
      ),
    shown.tests.length > 0 && h("ul", { key: "tests", class: "cardlab-sentences" }, shown.tests.map(test)),
    shown.asking
      ? h(
          "div",
          { key: "asking", class: "cardlab-tools", role: "group", "aria-label": shown.question },
          h("p", { class: "cardlab-question", tabindex: -1 }, shown.question),
          button(words["progress.keep"], answered("keep"), { key: "keep", class: "cardlab-button cardlab-main" }),
          button(words["progress.really"], answered("delete"), { key: "really" }),
        )
      : h(
          "div",
          { key: "buttons", class: "cardlab-tools cardlab-fields" },
          h(
            "label",
            { key: "name", class: "cardlab-field" },
            words["progress.name"],
            " ",
            h("input", { type: "text", name: "name", autocomplete: "name", maxlength: shown.longest_name }),
          ),
          button(words["progress.save"], shown.empty ? null : keep, { key: "save" }),
          button(
            words["progress.load"],
            () =>
              choose(
                shown.largest,
                (text) => send({ do: "load", text }),
                () => send({ do: "too_long" }),
              ),
            { key: "load" },
          ),
          button(words["progress.delete"], shown.nothing ? null : ask, { key: "delete" }),
        ),
    status(shown.said),
    !shown.asking && handIn(it, shown.empty ? null : () => written(name())),
  ];
});

export default {
  /** @param {{model: any, el: HTMLElement}} given */
  render(given) {
    const { model } = given;
    const told = () => {
      const { answers, trouble } = recall();
      if (trouble === "torn") model.send({ do: "trouble", kind: trouble });
      return answers;
    };
    const tell = () =>
      model.send({
        do: "recall",
        log: told(),
        match: keepsMatch(),
        zone: -new Date().getTimezoneOffset(),
        guided: guidedSteps("first_round"),
        guided_race: guidedSteps("first_race"),
      });
    const parted = connect(model, tell);
    const done = progress.render(given);
    if (told().length || keepsMatch() || guidedSteps("first_round") || guidedSteps("first_race")) tell();
    return () => {
      done();
      parted();
    };
  },
};
