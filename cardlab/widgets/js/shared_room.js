/**
 * What stands around the cards of a table between devices: the seats, what can be done about them, and set phrases.
 *
 * The same for both games. `remembered` is the name that somebody has given at a table before.
 */

/** @import {Child, View} from "./core.js" */
/** @import {RoomProps, SharedSeat} from "./shown.js" */

import { drawBlocks } from "./blocks.js";
import { button, h, sentences } from "./core.js";
import { read, write } from "./kept.js";

/** @typedef {{do: "sit", name: string, seat?: number} | {do: "remove", seat: number} | {do: "say", phrase: string} | {do: "rise" | "ready_up" | "not_ready" | "begin_now" | "come_back" | "close"}} RoomMessage */
/** @typedef {View<{four_colours: boolean, stage: string, invite: any[], room: RoomProps}, any>} It */

const KEY = "cardlab-name";

/** Sits down under the name in the field. @param {It} it @param {number} seat */
const sit = (it, seat) => () => {
  const field = /** @type {HTMLInputElement | null} */ (it.root.querySelector(".cardlab-name input"));
  const name = field?.value.trim() ?? "";
  write(KEY, name);
  it.local.ask = ".cardlab-room .cardlab-main, .cardlab-turn";
  it.send({ do: "sit", name, seat });
};

/**
 * What cannot be taken back is asked once more: its button, and once that is pressed the question, with what is done
 * after all and the way out.
 * @param {It} it @param {string} what @param {string} label @param {RoomMessage} message
 * @param {string[]} question what is asked, and what both answers are called
 * @param {Record<string, any>} [props] of the button
 */
const askedFirst = (it, what, label, message, [question, yes, no], props) => {
  const becomes = (/** @type {string | undefined} */ now, /** @type {string} */ focus) => () => {
    it.local.asked = now;
    it.local.ask = focus;
    it.draw();
  };
  const sends = () => {
    it.local.asked = undefined;
    it.send(message);
  };
  return [
    button(label, becomes(what, ".cardlab-sure [data-keep]"), { key: what, "data-asks": what, ...props }),
    it.local.asked === what &&
      h("div", { key: "sure", class: "cardlab-tools cardlab-sure", role: "group", "aria-label": question }, [
        h("p", {}, question),
        button(yes, sends, { key: "all" }),
        button(no, becomes(undefined, `[data-asks="${what}"]`), { key: "keep", "data-keep": "" }),
      ]),
  ];
};

/** Where one sits down without a choice. @param {It} it */
const firstFree = ({ shown }) => shown.room.seats.find(({ sit: label }) => label);

/** @param {It} it @param {SharedSeat} one */
const seat = (it, one) => {
  const question = [it.words["together.remove_sure"], one.remove, it.words["together.leave_seat"]];
  const message = /** @type {const} */ ({ do: "remove", seat: one.seat });
  return h(
    "li",
    {
      key: one.seat,
      class: `cardlab-place cardlab-is-${one.state}${one.you ? " cardlab-you" : ""}`,
      "aria-current": one.you ? "true" : null,
    },
    [
      h("strong", { key: "name" }, one.name),
      h("span", { key: "about" }, one.about),
      it.shown.stage === "room" && bubble(it, one.seat),
      one.sit &&
        button(one.sit, sit(it, one.seat), {
          key: "sit",
          class: `cardlab-button${one === firstFree(it) ? " cardlab-main" : ""}`,
          "aria-label": `${one.sit}: ${one.name}`,
        }),
      one.remove && askedFirst(it, `remove ${one.seat}`, "×", message, question, { "aria-label": one.remove }),
    ],
  );
};

/** Who sits where, and what there is to do before the cards are dealt. @param {It} it */
export const seats = (it) => {
  const { room } = it.shown;
  return h("div", { key: "room", class: "cardlab-room", role: "group", "aria-label": it.words["together.seats"] }, [
    room.ask !== null &&
      h("label", { key: "name", class: "cardlab-name" }, [
        h("span", {}, it.words["together.name"]),
        h("input", {
          value: room.ask || read(KEY) || "",
          maxlength: 24,
          autocomplete: "nickname",
          spellcheck: false,
          onkeydown: (event) => {
            const free = firstFree(it);
            if (event.key === "Enter" && !event.isComposing && free) sit(it, free.seat)();
          },
        }),
      ]),
    room.ask !== null && h("p", { key: "kept", class: "cardlab-room-news" }, it.words["together.name_kept"]),
    h("ul", { key: "seats", class: "cardlab-places" }, [room.seats.map((one) => seat(it, one))]),
    h("div", { key: "news", class: "cardlab-room-news", role: "status" }, sentences(room.news)),
  ]);
};

/** What has come of what was pressed, or happened to a seat or the table: seen where one looks. @param {It} it */
export const remark = ({ shown: { room } }) =>
  h("div", { key: "remark", role: "status" }, [
    room.remark && h("p", { class: "cardlab-verdict cardlab-hint" }, room.remark),
  ]);

/**
 * Brings the table to the upper edge of the window, as soon as the page has put it in its place.
 * @param {HTMLElement} root @param {string} what
 */
export const bringUp = (root, what) => {
  const placed = new IntersectionObserver(() => {
    if (!root.isConnected) return;
    placed.disconnect();
    root.querySelector(what)?.scrollIntoView({ block: "start" });
  });
  placed.observe(root);
};

/** Before the first deal: who is there, how others come, and how one plays. @param {any} it @param {Child} [how] */
export const room = (it, how) => [
  drawBlocks(it, [it.shown.rules]),
  remark(it),
  seats(it),
  nextSteps(it),
  countdown(it),
  spokenLog(it),
  how,
  talk(it),
  rarely(it),
];

/** Whether the way to the next deal, or back to an own seat, is to be shown. @param {It} it */
export const isBetween = ({ shown: { room } }) => !room.playing || room.buttons.some((one) => one.do === "come_back");

/** What comes next about the table: to be ready, to begin, to take the seat back, or to review what was played. @param {It} it */
export const nextSteps = (it) => {
  const { buttons, onward } = it.shown.room;
  return h("div", { key: "next", class: "cardlab-tools cardlab-room" }, [
    buttons.filter((one) => !(one.do in QUESTIONS)).map((one) => press(it, one)),
    drawBlocks(it, onward),
  ]);
};

/** What is asked first: the question, what is done after all, and the way out. @type {Record<string, string[]>} */
const QUESTIONS = { close: ["close_sure", "close_all", "keep_open"], rise: ["rise_sure", "rise", "stay"] };

/** What one rarely wants: to leave, to close the table, to keep the rounds; and how others come. @param {It} it */
export const rarely = (it) => {
  const { buttons, playing, links } = it.shown.room;
  const questions = buttons
    .filter((one) => one.do in QUESTIONS)
    .map((one) => {
      const question = QUESTIONS[one.do].map((key) => it.words[`together.${key}`]);
      // Between two rounds whoever leaves a seat loses nothing.
      return one.do === "rise" && !playing
        ? [press(it, one)]
        : askedFirst(it, one.do, one.label, { do: one.do }, question);
    });
  return [
    drawBlocks(it, it.shown.invite),
    h("div", { key: "rarely", class: "cardlab-tools cardlab-rarely" }, [
      questions.map(([act]) => act),
      drawBlocks(it, links),
      questions.map(([, asked]) => asked),
    ]),
  ];
};

/** @param {It} it @param {RoomProps["buttons"][number]} one */
const press = (it, one) =>
  button(
    one.label,
    () => {
      it.local.ask = ".cardlab-turn, .cardlab-room .cardlab-main";
      it.send({ do: one.do });
    },
    { key: one.do, class: `cardlab-button${one.main ? " cardlab-main" : ""}` },
  );

const PHRASE = "together.phrase.";

/** What can be said. @param {It} it */
export const talk = (it) => {
  if (!it.shown.room.talks) return null;
  const phrases = Object.keys(it.words).filter((key) => key.startsWith(PHRASE));
  return h("details", { key: "talk", class: "cardlab-rules cardlab-talk" }, [
    h("summary", {}, it.words["together.talk"]),
    h("div", { key: "phrases", class: "cardlab-tools", role: "group", "aria-label": it.words["together.say"] }, [
      phrases.map((key) =>
        button(it.words[key], () => it.send({ do: "say", phrase: key.slice(PHRASE.length) }), { key }),
      ),
    ]),
  ]);
};

/** How many milliseconds a phrase is shown. */
const SPOKEN = 5000;

/** @typedef {{number: number, seat: number, what: string, text: string}} Said `text`: as it is read out */

/** What has just been said, on each page. @type {WeakMap<HTMLElement, Said[]>} */
const spoken = new WeakMap();
let last = 0;

/** Hears what is said at the table; whoever opens the page later does not. @param {any} model @param {HTMLElement} root */
export const listening = (model, root) => {
  const become = (/** @type {Said[]} */ said) => {
    spoken.set(root, said);
    dispatchEvent(new Event("cardlab-deck"));
  };
  model.on("msg:custom", (/** @type {{says?: Omit<Said, "number">}} */ { says }) => {
    if (!says) return;
    const said = { ...says, number: ++last };
    become([...(spoken.get(root) ?? []), said]);
    setTimeout(() => become((spoken.get(root) ?? []).filter((one) => one !== said)), SPOKEN);
  });
};

/** What is said, read out once as it comes. @param {It} it */
export const spokenLog = ({ root }) =>
  h("div", { key: "log", class: "cardlab-unseen", role: "log" }, [
    spoken.get(root)?.map(({ number, text }) => h("p", { key: number }, text)),
  ]);

/** What somebody says at a seat, beside the name for a moment; it takes no room. @param {It} it @param {number} seat */
export const bubble = ({ root }, seat) => {
  const said = spoken.get(root)?.findLast((one) => one.seat === seat);
  return said && h("span", { key: `says ${said.number}`, class: "cardlab-says", "aria-hidden": "true" }, said.what);
};

const HURRY = 10;

/** How long until what is waited for, counted down here; who has little left for a turn is warned once. @param {It} it */
export const countdown = ({ root, local, words, shown: { room } }) => {
  clearInterval(local.timer);
  if (!room.seconds) return null;
  const until = performance.now() + room.seconds * 1000;
  const left = () => Math.max(0, Math.ceil((until - performance.now()) / 1000));
  const text = () => room.left.replace("{count}", String(left()));
  const warning = () => (room.hurry && left() <= HURRY ? words["together.hurry"] : "");
  const tick = () => {
    const [place, hurry] = root.querySelectorAll(".cardlab-countdown, .cardlab-hurry");
    if (place) place.textContent = text();
    else clearInterval(local.timer);
    if (hurry && hurry.textContent !== warning()) hurry.textContent = warning();
  };
  local.timer = setInterval(tick, 500);
  return [
    h("p", { key: "countdown", class: "cardlab-countdown" }, text()),
    h("p", { key: "hurry", class: "cardlab-hurry", role: "alert" }, warning()),
  ];
};
