/** What `Progress` has besides blocks: days in a row, the file of stored answers, and handing in to the teacher. */

/** @import {Block, It} from "./blocks.js" */

import { page, valueOf } from "./blocks.js";
import { button, h } from "./core.js";
import { guidedSteps } from "./guided.js";
import { handIn, saveProgress } from "./hand_in.js";
import { elsewhere, saved } from "./marks.js";
import { asTold, connect, keepsMatch, recall } from "./memory.js";

/** The learner's name in its field. @param {It} it */
const named = (it) => (valueOf(it, "name")[0] ?? "").trim();

const hasMarks = () => Object.keys(saved()).length > 0;

/** @type {import("./blocks.js").Kinds} */
const kinds = {
  streak: (_it, { days, said }, key) => {
    // The first page shows it too, beside the puzzles.
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
    // The page knows what is stored before Python does.
    return button(label, (recall().answers.length > 0 || hasMarks()) && keep, { key });
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
    const tell = () =>
      model.send({
        do: "recall",
        text: asTold(entries()),
        match: keepsMatch(),
        marks: hasMarks(),
        guided: guidedSteps("first_round"),
        guided_race: guidedSteps("first_race"),
      });
    const ends = [connect(model, tell), elsewhere(tell)];
    if (entries().length || keepsMatch() || hasMarks()) tell();
    return ends;
  },
});
