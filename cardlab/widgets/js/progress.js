/** What `Progress` has beside its blocks: days in a row, the file of what is remembered, and handing in to the teacher. */

/** @import {Block, It} from "./blocks.js" */

import { page, valueOf } from "./blocks.js";
import { button, h } from "./core.js";
import { save } from "./files.js";
import { guidedSteps } from "./guided.js";
import { handIn } from "./hand_in.js";
import { saved } from "./marks.js";
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

/** The learner's name, as it stands in the field. @param {It} it */
const named = (it) => (valueOf(it, "name")[0] ?? "").trim();

/** @type {import("./blocks.js").Kinds} */
const kinds = {
  streak: (_it, { days, said }, key) => {
    // The first page says it too, beside the puzzles.
    queueMicrotask(() => dispatchEvent(new CustomEvent("cardlab-streak", { detail: days })));
    return h("p", { key, class: "cardlab-streak" }, [
      h("span", { key: "days", class: "cardlab-days", "aria-hidden": "true" }, [
        Array.from({ length: Math.min(7, days) }, (_, day) => h("i", { key: day }, "♠♥♣♦"[day % 4])),
      ]),
      said,
    ]);
  },
  save: (it, { label, send, free }, key) => {
    const keep = () => {
      save(`cardlab-progress-${inFile(named(it))}${today()}.json`, written(named(it)), "application/json");
      it.send({ ...send, [free[0]]: recall().answers.length });
    };
    return button(label, send && keep, { key });
  },
  hand_in: (it, { empty }) => handIn(it, empty ? null : () => written(named(it))),
};

export default page({
  kinds,
  begun: (model) => {
    const entries = () => {
      const { answers, trouble } = recall();
      if (trouble === "torn") model.send({ do: "trouble", kind: trouble });
      return answers;
    };
    const hasMarks = () => Object.keys(saved()).length > 0;
    const tell = () =>
      model.send({
        do: "recall",
        log: entries(),
        match: keepsMatch(),
        marks: hasMarks(),
        guided: guidedSteps("first_round"),
        guided_race: guidedSteps("first_race"),
      });
    const ends = [connect(model, tell)];
    if (entries().length || keepsMatch() || hasMarks()) tell();
    return ends;
  },
});
