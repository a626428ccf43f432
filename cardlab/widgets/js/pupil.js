/**
 * What a learner's page of a class has besides blocks: the answers stored in the browser, which stay available when the
 * class has ended and no server answers.
 */

import { page } from "./blocks.js";
import { button } from "./core.js";
import { handIn, saveProgress } from "./hand_in.js";
import { connect } from "./memory.js";

export default page({
  kinds: {
    hand_in: handIn,
    save: (_it, { label }, key) => button(label, () => saveProgress(), { key, class: "cardlab-button cardlab-main" }),
  },
  before: ({ root, shown, local: known, send }, all) => {
    const local = /** @type {any} */ (known);
    // After a lost connection the page has a new scene, which is told which question was shown.
    if (!shown.at && local.at) send({ do: "go", to: local.at });
    local.at = shown.at;
    const verdict = all.find(({ is }) => is === "verdict");
    root.toggleAttribute("data-wrong", verdict?.kind === "no");
    root.toggleAttribute(
      "data-farewell",
      all.some(({ is }) => is === "save"),
    );
    // The result of an answer is scrolled into view, once.
    if (verdict && !root.dataset.judged) {
      queueMicrotask(() => root.querySelector(".cardlab-verdict")?.scrollIntoView({ block: "nearest" }));
    }
    root.dataset.judged = verdict ? "yes" : "";
  },
  begun: (model) => [connect(model)],
});
