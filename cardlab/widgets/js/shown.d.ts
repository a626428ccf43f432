/**
 * What the views with a renderer of their own show: the result of `props` of their scenes. A test compares them.
 */

/** A block (`widgets/blocks.py`), or what else a renderer of its own draws. */
export type Block = Record<string, any>;

/** What every widget shows. */
export interface Widget {
  label: string;
}

export type PlayTongitsShown = BeforeCards | CardsProps;
export type TableShown = CardsProps;
export type WhatIfShown = LaboratoryProps;
export type SharedTichuShown = BeforeDeal | DuringRace;
export type SharedTongitsShown = BeforeDeal | DuringRound;

/** A hand of cards to select from. */
export interface HandProps {
  cards: string[];
  by_rank: string[];
  by_suit: string[];
  /** The selection as received in the message with the number `last_message`; a page that has sent a later one keeps its own. */
  selected: string[];
  last_message: number;
  /** The first order; later sorting stays on the page. */
  sort: "rank" | "suit" | "given";
  /** The number of cards face down. */
  back: number;
  selectable: boolean;
  /** Whether several cards can be selected. */
  multiple: boolean;
  /** Whether there are sorting buttons and the `line`. */
  tools: boolean;
  /** Whether the order of selecting counts (T10.3). */
  numbered: boolean;
  label: string;
  /** A sentence about the selection. */
  line: string;
  /** The cards to emphasise. */
  marked: string[];
}

/** A form in place of the cards of Tongits; `elsewhere` if another tab has stored its match. */
export interface BeforeCards extends Widget {
  stage: "form";
  elsewhere: boolean;
  blocks: Block[];
}

/** A moment of a round of Tongits, with what panels add around it. */
export interface CardsProps extends Widget {
  stage: "table";
  elsewhere: boolean;
  /** Which round it is, and remarks on that. */
  title: string;
  aside: string[];
  /** Whether a record is looked at. */
  reading: boolean;
  /** What they say; null without them. */
  guide: Block | null;
  coach: Block | null;
  players: PlayerProps[];
  own: PlayerProps;
  piles: PilesProps;
  hand: HandProps;
  /** The buttons for moves, `main` if likely next; in their messages `*` stands for the selected cards. */
  actions: Block[];
  /** Whose turn it is, what they can do, and what is at stake. */
  turn: string;
  what: string;
  stakes: string;
  said: AnnouncementProps;
  /** The others' moves since the learner's last action. */
  news: string[];
  ending: EndingProps | null;
  /** The moves, each with the index of the moment to which it led. */
  log: [number, string][];
  /** The latest moves in order, to animate. */
  flights: FlightProps[];
  /** The index of the moment. */
  at: number;
  /** Which of them is disabled. */
  off: ("undo" | "redo")[];
  /** Whether the others have to move first. */
  waiting: boolean;
  rules: Block;
  clauses: Block[];
  /** Above the table. */
  heading: Block[];
  /** Beside the turn. */
  passed: Block[];
  /** Beside the end of the round. */
  onward: Block[];
  /** Below the announcement. */
  remarks: Block[];
  /** Below the end of the round. */
  stands: Block[];
  /** Under all this. */
  below: Block[];
  /** Beside the log. */
  around: Block[];
}

/** A player with cards and melds; of the learner only the melds. */
export interface PlayerProps {
  name: string;
  /** Which drawn face is theirs, 0 to 2. */
  face: number;
  about: string;
  /** Whether it is their turn. */
  moves: boolean;
  /** Their score in the match as a number and in words; empty without a match. */
  score: string[];
  /** The hand, if it is face up; otherwise `backs` is the number of its cards. */
  cards: string[];
  backs: number;
  hand_label: string;
  melds: MeldProps[];
}

/** A meld on the table, with its index among all melds. */
export interface MeldProps {
  index: number;
  label: string;
  about: string;
  cards: string[];
  /** Whether the selected cards can be laid off on it. */
  fits: boolean;
  /** Whether adding them at its low end would make a different meld. */
  low: boolean;
  /** Whether they have just been refused. */
  refused: boolean;
}

/** The two piles in the middle, the discard pile with its top card first. */
export interface PilesProps {
  /** The pile where the last move was refused. */
  refused: string;
  /** The numbers of cards in stock and discard pile, in words. */
  left: string;
  pile_size: string;
  /** The number of backs drawn as the stock. */
  depth: number;
  discards: string[];
  /** The buttons that begin a turn, if any, `main` if likely next. */
  begins: Block[];
}

/** The result of the last action. */
export interface AnnouncementProps {
  kind: "none" | "done" | "yes" | "no" | "hint";
  title: string;
  sentences: string[];
}

/** The end of a round of Tongits. */
export interface EndingProps {
  title: string;
  sentences: string[];
  winner: number | null;
  /** The winner's hand or, if that is empty, the winner's melds; empty without a winner. */
  cards: string[];
  label: string;
  /** Each player's name, deadwood, parts of the deadwood, payment, and calculation of the payment. */
  rows: string[][];
}

/** A move to animate, with its cards if everybody sees them. */
export interface FlightProps {
  /** The index of the moment to which it led. */
  at: number;
  /** Who made it, 0 or 1 in the order in which the others are shown, null for the reader. */
  by: number | null;
  do: "draw" | "take" | "lay" | "discard";
  cards: string[];
}

/** The laboratory; each section is by itself, so that only changed ones are sent. */
export interface LaboratoryProps extends Widget {
  /** The position as text. */
  notation: string;
  /** Whether the controls are open at first, because the position is empty or impossible. */
  unfolds: boolean;
  /** The position. */
  cards: Block[];
  /** The result. */
  answer: Block[];
  /** The sources of a position. */
  begin: Block[];
  /** The controls to change it. */
  building: Block[];
  section_options: Block | null;
  section_hand: Block | null;
  section_unknown: Block | null;
  section_call: Block | null;
}

/** A table of Tichu 1.on.1 after `number` moves. */
export interface RaceProps {
  /** "slow" in slow motion, "running" against the clock, "none" if the round is only looked at. */
  clock: "slow" | "running" | "none";
  number: number;
  /** Each player, the near one first. */
  sides: Block[];
  /** The discard piles. */
  piles: Block[];
  /** Whether one person plays at this page, not two. */
  person: boolean;
  /** Whether a running clock was stopped. */
  paused: boolean;
  /** Why cards will be turned, and the countdown. */
  turning: string;
  milliseconds: number;
  /** What the last moves did. */
  news: string[];
}

/** What is around the cards of a table between devices. */
export interface RoomProps extends Widget {
  /** The players, a way to sit down, and what the table waits for. */
  who: Block[];
  /** The next steps, such as dealing. */
  next: Block[];
  /** Inviting others, and what is seldom wanted, such as leaving. */
  rarely: Block[];
  /** Until the next due event, 0 for none; `left` is a sentence with `{count}` for them. */
  seconds: number;
  left: string;
  /** Whether the seconds are those of the player's own move. */
  hurry: boolean;
  /** The standing of the match; `decided`: whether it is won. */
  standing: string[];
  decided: boolean;
  /** Whether a round is being played. */
  playing: boolean;
  /** Whether the table is closed. */
  over: boolean;
  /** The result of the last message, or a change of a seat. */
  remark: string;
}

/** Before the first deal, or for a spectator: no cards. */
export interface BeforeDeal extends RoomProps {
  stage: "room";
  rules: Block;
}

/** The current or last round of Tongits between devices. */
export interface DuringRound extends CardsProps, RoomProps {}

/** The current or last round of Tichu 1.on.1 between devices. */
export interface DuringRace extends RaceProps, RoomProps {
  stage: "table";
  rules: Block;
  /** The number of the round. */
  race: string;
  /** The score of the match. */
  score: string;
  /** A sentence about an absent player. */
  away: string;
  ending: RaceEnding | null;
}

/** How a round has ended; `won` if the player of this device has won it. */
export interface RaceEnding {
  title: string;
  won: boolean;
  sentences: string[];
}
