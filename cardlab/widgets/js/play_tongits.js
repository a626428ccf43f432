/** The view of `PlayTongits`: the form before the first deal, the table, and the match with its scores and records. */

/** @import {View} from "./core.js" */
/** @import {It as Seated} from "./play_tongits_coach.js" */
/** @import {PlayTongitsMessage, PlayTongitsShown, SetupStage, Widget} from "./shown.js" */

import { given as asked, ofTable } from "./address.js";
import { button, h, sentences, view } from "./core.js";
import { account, act, felt, follow, landed, movesSoFar, ownHand, said, won } from "./felt.js";
import { choose, saving } from "./files.js";
import { field, fields, rulesOfTable } from "./forms.js";
import { fullButton } from "./full.js";
import { air, flying, paces } from "./flights.js";
import { asks, coach, coachSwitch, warning } from "./play_tongits_coach.js";
import { review } from "./play_tongits_review.js";
import { connect as remembering } from "./memory.js";
import { lines, scores } from "./score_lines.js";
import { soundButton } from "./sound.js";
import { stage } from "./stage.js";
import { connect, elsewhere, keeps } from "./storage.js";

/** @typedef {View<PlayTongitsShown, PlayTongitsMessage>} It */

const KEY = "cardlab-tongits";

/** The rounds that can be looked at; in a record it is seen which one is. @param {Seated} it */
const rounds = (it) =>
  it.shown.rounds.map((label, number) => {
    const on = it.shown.book === null ? undefined : number === it.shown.looked_at;
    return asks(it, { do: "look", number }, { key: `look ${number}`, label, on, leads: ".cardlab-turn" });
  });

/** What else there is to say: a file that cannot be read, a value that is not possible, a note. @param {It} it */
const remark = ({ shown }) =>
  h("div", { key: "remark", role: "status" }, shown.remark && h("div", { class: "cardlab-overlay" }, shown.remark));

/** Asks for a record. @param {It} it */
const open =
  ({ shown, send }) =>
  () =>
    choose(
      shown.largest,
      (text) => send({ do: "open", text }),
      () => send({ do: "too_long" }),
    );

/** Who plays, by which rules, and from which deal. @param {View<Widget & SetupStage, PlayTongitsMessage>} it */
const form = (it) => {
  const { shown, words } = it;
  return [
    elsewhere(it, "cardlab-overlay"),
    h(
      "div",
      { key: "form", class: "cardlab-broad", role: "group", "aria-label": words["play_tongits.table"] },
      fields(it, shown.form.seats, "seats"),
      h(
        "details",
        { key: "rules", class: "cardlab-keys" },
        h("summary", {}, words["play_tongits.house_rules"]),
        h(
          "p",
          {},
          h("a", { href: "disagree.ipynb", target: "_blank", rel: "noopener" }, words["play_tongits.disagree"]),
        ),
        h(
          "ul",
          { class: "cardlab-house" },
          shown.form.rules.map((one) =>
            h("li", { key: one.key, class: "cardlab-fields" }, field(it, one), h("p", {}, one.told)),
          ),
        ),
      ),
      rulesOfTable(shown.form.in_force),
    ),
    remark(it),
    h(
      "div",
      { key: "go", class: "cardlab-tools" },
      asks(it, { do: "begin" }, { main: true, leads: ".cardlab-turn" }),
      shown.begun && asks(it, { do: "back" }, { leads: ".cardlab-turn" }),
      button(words["play_tongits.open"], open(it), { key: "open" }),
    ),
    h(
      "div",
      { key: "study", class: "cardlab-tools cardlab-fields" },
      field(it, shown.form.shelf),
      asks(it, { do: "study" }, { leads: ".cardlab-turn" }),
    ),
  ];
};

/** The rules, always in sight, and which round it is. @param {Seated} it */
const heading = (it) => {
  const { shown } = it;
  const title = shown.book ?? shown.match?.title;
  const first = !shown.book && shown.match?.first;
  return h(
    "div",
    { key: "heading", class: "cardlab-heading cardlab-broad" },
    h("p", { key: "title", class: "cardlab-progress" }, h("strong", {}, title)),
    first && h("p", { key: "first", class: "cardlab-progress cardlab-first" }, first),
    !shown.book &&
      shown.match?.goal &&
      h("p", { key: "goal", class: "cardlab-progress cardlab-first" }, shown.match.goal),
    rulesOfTable(shown.rules),
    fullButton(it),
    shown.book &&
      h(
        "div",
        { key: "book", class: "cardlab-tools" },
        rounds(it),
        asks(it, { do: "leave" }, { leads: ".cardlab-turn, select" }),
      ),
  );
};

/** The way through a record. @param {Seated} it */
const steps = (it) =>
  it.shown.book &&
  h(
    "div",
    { key: "steps", class: "cardlab-tools" },
    act(it, { do: "undo" }, { label: it.words["play_tongits.step_back"] }),
    act(it, { do: "redo" }, { label: it.words["play_tongits.step_on"], ready: !it.shown.off.includes("redo") }),
  );

/** The way on after a round, or after the match. @param {Seated} it */
const onward = (it) => {
  const { match: now } = it.shown;
  return [
    now?.goes_on && asks(it, { do: "next_round" }, { main: true, leads: ".cardlab-turn" }),
    now?.over && asks(it, { do: "setup" }, { main: true, label: it.words["play_tongits.new_match"], leads: "select" }),
  ];
};

/** What the round has cost, and how the match stands. @param {Seated} it */
const stands = ({ shown: { match: now, payments } }) =>
  now &&
  h(
    "div",
    { key: "match", class: "cardlab-match" },
    h("div", { key: "standing", role: "status" }, sentences([...payments, ...now.sentences])),
  );

/** The scores of the match so far, as lines and as a table. @param {Seated} it */
const standing = ({ shown: { match: now }, words }) =>
  now?.scores &&
  h(
    "details",
    { key: "scores", class: "cardlab-rules", open: now.goes_on || now.over },
    h("summary", {}, words["play_tongits.score_lines"]),
    lines(now.scores),
    scores(now.scores, words["widget.round"]),
  );

/** Redo, the moves so far, older lines, files, and the way to the laboratory. @param {Seated} it */
const around = (it) => {
  const { shown, words } = it;
  const { match: now } = shown;
  return [
    h(
      "div",
      { key: "history", class: "cardlab-tools cardlab-history", role: "group", "aria-label": words["table.moves"] },
      !shown.book && act(it, { do: "redo" }),
      shown.position &&
        h(
          "a",
          {
            key: "whatif",
            class: "cardlab-button cardlab-link",
            href: `whatif.ipynb?pos=${encodeURIComponent(shown.position)}`,
            target: "_blank",
            rel: "noopener",
          },
          words["play_tongits.whatif"],
        ),
      now && asks(it, { do: "setup" }, { leads: "select" }),
    ),
    h(
      "div",
      { key: "around", class: "cardlab-sorting" },
      movesSoFar(it, shown.book !== null),
      shown.lines.length > 0 &&
        h(
          "details",
          { key: "lines", class: "cardlab-rules" },
          h("summary", {}, `${words["play_tongits.lines"]} (${shown.lines.length})`),
          h(
            "ul",
            { class: "cardlab-lines" },
            shown.lines.map(({ number, label }) =>
              h(
                "li",
                { key: number, class: "cardlab-tools" },
                asks(it, { do: "line", number }, { label, leads: ".cardlab-turn" }),
                now &&
                  shown.may_save &&
                  asks(it, { do: "save", what: "line", number }, { label: words["play_tongits.save_line"] }),
              ),
            ),
          ),
        ),
      h(
        "details",
        { key: "records", class: "cardlab-rules" },
        h("summary", {}, words["play_tongits.records"]),
        h(
          "div",
          { class: "cardlab-tools" },
          asks(it, { do: "save", what: "round" }, { key: "round", label: words["play_tongits.save_round"] }),
          now && asks(it, { do: "save", what: "match" }, { key: "match", label: words["play_tongits.save_match"] }),
          button(words["play_tongits.open"], open(it), { key: "open" }),
          now && rounds(it),
        ),
      ),
    ),
  ];
};

/** The table and all that is around it. @param {Seated} it */
const table = (it) => {
  const { shown } = it;
  flying(it);
  landed(it);
  follow(it);
  return [
    stage(
      it,
      heading(it),
      felt(it),
      steps(it),
      shown.ending && won(shown.ending, onward(it)),
      said(
        it,
        shown.covered && [" ", asks(it, { do: "ready" }, { main: true, leads: ".cardlab-option, .cardlab-turn" })],
      ),
      remark(it),
      elsewhere(it, "cardlab-overlay"),
      ownHand(
        it,
        [paces(it), h("div", { key: "sounds", class: "cardlab-tools", "data-stay": "" }, soundButton(it))],
        shown.book === null,
        coachSwitch(it),
      ),
      warning(it),
      shown.ending && [account(it, shown.ending), stands(it)],
      air(),
    ),
    coach(it),
    review(it),
    !shown.ending && stands(it),
    standing(it),
    around(it),
  ];
};

/** At which stage each page was drawn last. @type {WeakMap<HTMLElement, string>} */
const stages = new WeakMap();

const page = view((/** @type {It} */ it) => {
  const { shown, root } = it;
  // When the cards are dealt, the table takes the place of what is read before.
  if (stages.get(root) === "setup" && shown.stage !== "setup") {
    // Who came to play at once has the focus nowhere yet; at the table the letters work.
    if (document.activeElement === document.body) it.local.ask = ".cardlab-turn";
    queueMicrotask(() => root.scrollIntoView({ block: "start" }));
  }
  stages.set(root, shown.stage);
  return shown.stage === "setup" ? form({ ...it, shown }) : table({ ...it, shown });
});

export default {
  /** @param {{model: any, el: HTMLElement}} given */
  render(given) {
    const { model } = given;
    const saved = saving(model);
    const done = page.render(given);
    // Who comes from a table between devices looks at its rounds, and the own match stays as it is kept.
    const parted = ofTable(model, { ended: true }) ? () => {} : connect(model, KEY);
    // "Play now" deals at once, unless a match waits here.
    if (asked("now") && !keeps(KEY)) model.send({ do: "begin" });
    const forgotten = remembering(model);
    return () => {
      done();
      forgotten();
      parted();
      saved();
    };
  },
};
