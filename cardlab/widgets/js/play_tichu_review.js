/** A race judged: the buttons that ask for it, how far that is, the graph of the chances, and a line for every act. */

/** @import {JudgedAct, OverPhase, PlayTichuMessage, ReplayPhase, Widget} from "./shown.js" */
/** @import {View} from "./core.js" */

import { addressOf } from "./address.js";
import { box, button, h, sentences } from "./core.js";
import { plot } from "./figures.js";
import { badge } from "./grades.js";

/** @typedef {View<Widget & (OverPhase | ReplayPhase), PlayTichuMessage>} It */

const LABORATORY = "whatif-tichu.ipynb";

/**
 * An act: a button that leads to its moment, what there is to say of it, and a link to the laboratory.
 * @param {It} it @param {JudgedAct} act @param {string} pace
 */
const line = (it, { key, to, label, chance, told, grade, called, mark, dear, position }, pace) => {
  const { shown, words, root, local, send } = it;
  const here = shown.phase === "replay" && shown.replay.at === to;
  const go = () => {
    local.ask = ".cardlab-racing";
    root.scrollIntoView({ block: "start" });
    send({ do: "moment", number: to });
  };
  return h(
    "li",
    { key, class: dear ? "cardlab-dear" : null },
    button([mark && h("span", { key: "mark", "aria-hidden": "true" }, `${mark} `), label], go, {
      key: "go",
      class: "cardlab-button cardlab-act",
      title: words["race_review.from_here"],
      "aria-current": here ? "true" : null,
    }),
    h(
      "p",
      { key: "chance", class: "cardlab-chance" },
      badge(grade, called),
      " ",
      h("span", { key: "told" }, chance),
      " ",
      h(
        "a",
        {
          key: "whatif",
          href: addressOf({ pos: position, pace }, LABORATORY),
          "aria-label": `${words["race_review.whatif"]} ${label}`,
        },
        words["race_review.whatif"],
      ),
    ),
    told.length > 0 && h("p", { key: "told" }, told.join(" ")),
  );
};

/** @param {It} it */
export const review = (it) => {
  const { shown, words, send } = it;
  const { reviews, review: found } = shown;
  return h(
    "div",
    { key: "review", class: "cardlab-judged" },
    h(
      "div",
      { key: "ask", class: "cardlab-tools", role: "group", "aria-label": words["race_review.ask_label"] },
      reviews.map(({ seat, label }) => button(label, () => send({ do: "review", seat }), { key: seat })),
    ),
    found &&
      h(
        "div",
        { key: "found", role: "group", "aria-label": found.title },
        h("p", { key: "title", class: "cardlab-title" }, found.title),
        found.progress &&
          h(
            "p",
            { key: "progress", class: "cardlab-under-way" },
            h("progress", {
              key: "bar",
              max: found.progress.most,
              value: found.progress.value,
              "aria-label": found.progress.label,
            }),
            " ",
            h("span", {}, found.progress.label),
            " ",
            button(words["race_review.enough"], () => send({ do: "enough" }), { key: "enough" }),
          ),
        h("div", { key: "said", role: "status" }, sentences(found.said, "said")),
        found.plot && plot(it, found.plot, "chances"),
        h(
          "div",
          { key: "only", class: "cardlab-tools" },
          button([box(found.only_dear), words["race_review.only_dear"]], () => send({ do: "only_dear" }), {
            key: "only",
            "aria-pressed": String(found.only_dear),
          }),
        ),
        h(
          "ol",
          { key: "acts", class: "cardlab-acts", tabindex: 0, "aria-label": found.title },
          found.acts.map((act) => line(it, act, found.pace)),
        ),
        found.how.length > 0 &&
          h("details", { key: "how" }, h("summary", {}, words["race_review.how"]), sentences(found.how, "how")),
      ),
  );
};
