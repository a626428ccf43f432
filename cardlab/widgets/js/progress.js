/** What `Progress` has beside its blocks: days in a row, the file of what is remembered, and handing in to the teacher. */

/** @import {Block, It} from "./blocks.js" */

import { page, valueOf } from "./blocks.js";
import { button, h } from "./core.js";
import { guidedSteps } from "./guided.js";
import { handIn, saveProgress } from "./hand_in.js";
import { saved } from "./marks.js";
import { asTold, connect, keepsMatch, recall } from "./memory.js";

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
      saveProgress(named(it));
      it.send({ ...send, [free[0]]: recall().answers.length });
    };
    return button(label, send && keep, { key });
  },
  hand_in: handIn,
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
        text: asTold(entries()),
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
