/**
 * What the widgets show and hear, made from their types in Python: python -m tests.repo.typescript
 */

/** What every widget shows. */
export interface Widget {
  label: string;
}

export type PlayTongitsShown = Widget & (BeforeCards | CardsProps);
export type PlayTongitsMessage =
  | { do: "back" }
  | { do: "begin"; helps?: boolean }
  | { do: "go"; to: number }
  | { do: "move"; text: string }
  | { do: "next_round" }
  | { do: "play_on" }
  | { do: "ready" }
  | { do: "select"; cards: string[]; number: number }
  | { do: "setup" }
  | { do: "undo" }
  | { do: "redo" }
  | { do: "study" }
  | { do: "set"; field: string; value: string | boolean }
  | { do: "anyway" }
  | { do: "coach" }
  | { do: "think_again" }
  | { do: "why"; turn: number }
  | { do: "review"; seat: 0 | 1 | 2 }
  | { do: "stop" }
  | { do: "leave" }
  | { do: "look"; number: number }
  | { do: "open"; text: string; ended?: boolean; seat?: 0 | 1 | 2 | null }
  | { do: "save"; what: "round" | "match" }
  | { do: "too_long" }
  | { do: "take_other" }
  | { do: "keep_this" }
  | { do: "recall"; text: string; anew?: boolean }
  | { do: "elsewhere" }
  | { do: "trouble"; kind: "full" | "forbidden" | "torn" };
export type TableShown = Widget & (BeforeCards | CardsProps);
export type TableMessage =
  | { do: "again" }
  | { do: "steps_again" }
  | { do: "deal" }
  | { do: "go"; to: number }
  | { do: "go_on"; moves: string }
  | { do: "move"; text: string }
  | { do: "overlay"; name: "melds" | "deadwood" }
  | { do: "play_on" }
  | { do: "ready" }
  | { do: "seed"; text: string }
  | { do: "select"; cards: string[]; number: number }
  | { do: "show_me" }
  | { do: "undo" }
  | { do: "redo" };
export type WhatIfShown = Widget & LaboratoryProps;
export type WhatIfMessage =
  | { do: "deal"; text: string }
  | { do: "example"; name: string }
  | { do: "look"; position: string }
  | { do: "paste"; text: string }
  | { do: "set"; field: string; value: string | boolean }
  | { do: "stop" }
  | { do: "unfold"; part: "hand" | "options" | "unknown" | "call"; open: boolean }
  | { do: "choose"; place: "hand" | "pile" | number }
  | { do: "empty" }
  | { do: "follow" }
  | { do: "new_meld"; owner: 0 | 1 | 2 }
  | { do: "redo" }
  | { do: "tap"; card: string }
  | { do: "undo" };
export type SharedTichuShown = Widget & (BeforeDeal | DuringRace);
export type SharedTichuMessage =
  | { do: "back"; seat: 0 | 1 }
  | { do: "card"; seat: 0 | 1; card: string; seen: number }
  | { do: "draw"; seat: 0 | 1 }
  | { do: "pile"; seat: 0 | 1; pile: 0 | 1; seen: number }
  | { do: "rise" }
  | { do: "deal" }
  | { do: "come_back" }
  | { do: "close" }
  | { do: "remove"; seat: number }
  | { do: "sit"; name: string[]; seat?: number }
  | { do: "wish"; seat: 0 | 1; rank: "" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A" };
export type SharedTongitsShown = Widget & (BeforeDeal | DuringRound);
export type SharedTongitsMessage =
  | { do: "go"; to: number }
  | { do: "move"; text: string }
  | { do: "rise" }
  | { do: "deal" }
  | { do: "come_back" }
  | { do: "close" }
  | { do: "remove"; seat: number }
  | { do: "select"; cards: string[]; number: number }
  | { do: "sit"; name: string[]; seat?: number };

export interface AnnouncementProps {
  kind: "none" | "done" | "yes" | "no" | "hint";
  title: string;
  sentences: string[];
}

export interface BeforeCards {
  stage: "form";
  label: string;
  elsewhere: boolean;
  blocks: Record<string, any>[];
}

export interface BeforeDeal {
  label: string;
  who: Record<string, any>[];
  next: Record<string, any>[];
  rarely: Record<string, any>[];
  seconds: number;
  left: string;
  hurry: boolean;
  standing: string[];
  decided: boolean;
  playing: boolean;
  over: boolean;
  remark: string;
  stage: "room";
  rules: Record<string, any>;
}

export interface CardsProps {
  stage: "table";
  label: string;
  elsewhere: boolean;
  title: string;
  aside: string[];
  reading: boolean;
  guide: Record<string, any> | null;
  coach: Record<string, any> | null;
  players: PlayerProps[];
  own: PlayerProps;
  piles: PilesProps;
  hand: HandProps;
  actions: Record<string, any>[];
  turn: string;
  what: string;
  stakes: string;
  said: AnnouncementProps;
  news: string[];
  ending: EndingProps | null;
  log: [number, string][];
  flights: FlightProps[];
  at: number;
  off: ("undo" | "redo")[];
  waiting: boolean;
  rules: Record<string, any>;
  clauses: Record<string, any>[];
  heading: Record<string, any>[];
  passed: Record<string, any>[];
  onward: Record<string, any>[];
  remarks: Record<string, any>[];
  stands: Record<string, any>[];
  below: Record<string, any>[];
  around: Record<string, any>[];
}

export interface DuringRace {
  clock: "slow" | "running" | "none";
  number: number;
  sides: Record<string, any>[];
  piles: Record<string, any>[];
  person: boolean;
  paused: boolean;
  turning: string;
  milliseconds: number;
  news: string[];
  label: string;
  who: Record<string, any>[];
  next: Record<string, any>[];
  rarely: Record<string, any>[];
  seconds: number;
  left: string;
  hurry: boolean;
  standing: string[];
  decided: boolean;
  playing: boolean;
  over: boolean;
  remark: string;
  stage: "table";
  rules: Record<string, any>;
  race: string;
  score: string;
  away: string;
  ending: RaceEnding | null;
}

export interface DuringRound {
  stage: "table";
  label: string;
  elsewhere: boolean;
  title: string;
  aside: string[];
  reading: boolean;
  guide: Record<string, any> | null;
  coach: Record<string, any> | null;
  players: PlayerProps[];
  own: PlayerProps;
  piles: PilesProps;
  hand: HandProps;
  actions: Record<string, any>[];
  turn: string;
  what: string;
  stakes: string;
  said: AnnouncementProps;
  news: string[];
  ending: EndingProps | null;
  log: [number, string][];
  flights: FlightProps[];
  at: number;
  off: ("undo" | "redo")[];
  waiting: boolean;
  rules: Record<string, any>;
  clauses: Record<string, any>[];
  heading: Record<string, any>[];
  passed: Record<string, any>[];
  onward: Record<string, any>[];
  remarks: Record<string, any>[];
  stands: Record<string, any>[];
  below: Record<string, any>[];
  around: Record<string, any>[];
  who: Record<string, any>[];
  next: Record<string, any>[];
  rarely: Record<string, any>[];
  seconds: number;
  left: string;
  hurry: boolean;
  standing: string[];
  decided: boolean;
  playing: boolean;
  over: boolean;
  remark: string;
}

export interface EndingProps {
  title: string;
  sentences: string[];
  winner: number | null;
  cards: string[];
  label: string;
  rows: string[][];
}

export interface FlightProps {
  at: number;
  by: number | null;
  do: "draw" | "take" | "lay" | "discard";
  cards: string[];
}

export interface HandProps {
  cards: string[];
  by_rank: string[];
  by_suit: string[];
  selected: string[];
  last_message: number;
  sort: "rank" | "suit" | "given";
  back: number;
  selectable: boolean;
  multiple: boolean;
  tools: boolean;
  numbered: boolean;
  label: string;
  line: string;
  marked: string[];
}

export interface LaboratoryProps {
  label: string;
  notation: string;
  unfolds: boolean;
  cards: Record<string, any>[];
  answer: Record<string, any>[];
  begin: Record<string, any>[];
  building: Record<string, any>[];
  section_options: Record<string, any> | null;
  section_hand: Record<string, any> | null;
  section_unknown: Record<string, any> | null;
  section_call: Record<string, any> | null;
}

export interface MeldProps {
  index: number;
  label: string;
  about: string;
  cards: string[];
  fits: boolean;
  low: boolean;
  refused: boolean;
}

export interface PilesProps {
  refused: string;
  left: string;
  depth: number;
  pile_size: string;
  discards: string[];
  begins: Record<string, any>[];
}

export interface PlayerProps {
  name: string;
  face: number;
  about: string;
  moves: boolean;
  score: string[];
  cards: string[];
  backs: number;
  hand_label: string;
  melds: MeldProps[];
}

export interface RaceEnding {
  title: string;
  won: boolean;
  sentences: string[];
}
