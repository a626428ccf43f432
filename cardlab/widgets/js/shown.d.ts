/**
 * What the widgets show and hear, made from their types in Python: python -m cardlab.widgets.typescript
 */

/** What every widget shows. */
export interface Widget {
  four_colours: boolean;
}

export type CompareShown = Widget & Record<string, any>;
export type CompareMessage =
  | { do: "dispute"; place: number }
  | { do: "next" | "reveal" }
  | { do: "predict"; side: 0 | 1; key: string };
export type DeadwoodShown = Widget & Record<string, any>;
export type DeadwoodMessage =
  | { do: "number"; text: string }
  | { do: "check" | "best" | "sets_first" | "next_best" | "points" | "concealed" }
  | { do: "sort"; by: "rank" | "suit" | "given" }
  | { do: "toggle"; card: string }
  | { do: "all" }
  | { do: "clear" }
  | { do: "move"; card: string; to: number };
export type DemoShown = Widget & DemoPicture;
export type DemoMessage =
  | { do: "step"; by: 1 | -1 }
  | { do: "solution" }
  | { do: "question"; by: 1 | -1 }
  | { do: "lesson"; name: string }
  | { do: "drill"; name: string }
  | { do: "level"; level: number }
  | { do: "seed"; text: string };
export type ExerciseShown = Widget & ExercisePicture;
export type ExerciseMessage =
  | { do: "sort"; by: "rank" | "suit" | "given" }
  | { do: "toggle"; card: string }
  | { do: "all" }
  | { do: "clear" }
  | { do: "move"; card: string; to: number }
  | { do: "choose"; key: string }
  | { do: "number"; text: string }
  | { do: "pile"; pile: number }
  | { do: "check" | "hint" | "reveal" | "next" }
  | { do: "recall"; log: unknown }
  | { do: "trouble"; kind: "full" | "forbidden" | "torn" };
export type HandShown = Widget & OneHand;
export type HandMessage =
  | { do: "sort"; by: "rank" | "suit" | "given" }
  | { do: "toggle"; card: string }
  | { do: "all" }
  | { do: "clear" }
  | { do: "move"; card: string; to: number };
export type MeldCheckShown = Widget & CheckedHand;
export type MeldCheckMessage =
  | { do: "sort"; by: "rank" | "suit" | "given" }
  | { do: "toggle"; card: string }
  | { do: "all" }
  | { do: "clear" }
  | { do: "move"; card: string; to: number };
export type PilesShown = Widget & Record<string, any>;
export type PilesMessage =
  | { do: "play"; pile: 0 | 1 }
  | { do: "undo" | "again" }
  | { do: "wish"; rank: "" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A" }
  | { do: "sort"; by: "rank" | "suit" | "given" }
  | { do: "toggle"; card: string }
  | { do: "all" }
  | { do: "clear" }
  | { do: "move"; card: string; to: number };
export type PlayTichuShown = Widget & Record<string, any>;
export type PlayTichuMessage =
  | { do: "recall"; match: unknown; anew?: boolean }
  | { do: "trouble"; kind: "full" | "forbidden" }
  | { do: "whole" | "elsewhere" | "take_other" | "keep_this" }
  | { do: "set"; value: string | number | boolean; name?: string | null; field?: string | null }
  | { do: "start" | "next" | "go_on" | "pause" | "leave" }
  | { do: "save" | "replay"; race: number }
  | { do: "card"; seat: 0 | 1; card: string; seen: number }
  | { do: "pile"; seat: 0 | 1; pile: 0 | 1; seen: number }
  | { do: "wish"; seat: 0 | 1; rank: "" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A" }
  | { do: "draw"; seat: 0 | 1 }
  | { do: "back"; seat: 0 | 1 }
  | { do: "run" | "stop" | "results" }
  | { do: "at"; number: number }
  | { do: "speed"; speed: number };
export type PlayTongitsShown = Widget & Record<string, any>;
export type PlayTongitsMessage =
  | { do: "begin" | "study" | "setup" | "back" | "next_round" | "too_long" | "elsewhere" | "take_other" | "keep_this" }
  | { do: "recall"; text: string; anew?: boolean }
  | { do: "trouble"; kind: "full" | "forbidden" }
  | { do: "open"; text: string }
  | { do: "save"; what: "round" | "match" | "line"; number?: number }
  | { do: "leave" | "coach" | "anyway" | "think_again" | "stop" }
  | { do: "set"; field: string; value: string | boolean }
  | { do: "look" | "line"; number: number }
  | { do: "why"; turn: number }
  | { do: "review"; seat: 0 | 1 | 2 }
  | { do: "draw" | "take" | "call" | "challenge" | "fold" }
  | { do: "lay" | "secret" }
  | { do: "lay_off"; meld: number; low?: boolean }
  | { do: "discard" }
  | { do: "drop"; card: string; on: string }
  | { do: "undo" | "redo" }
  | { do: "go"; to: number }
  | { do: "play_on" }
  | { do: "ready" }
  | { do: "sort"; by: "rank" | "suit" | "given" }
  | { do: "toggle"; card: string }
  | { do: "all" }
  | { do: "clear" }
  | { do: "move"; card: string; to: number };
export type ProgressShown = Widget & ProgressPicture;
export type ProgressMessage =
  | { do: "recall"; log: unknown; match?: boolean }
  | { do: "load"; text: string }
  | { do: "saved"; count: number }
  | { do: "ask" | "keep" | "delete" | "too_long" }
  | { do: "trouble"; kind: "full" | "forbidden" | "torn" };
export type RaceShown = Widget & Record<string, any>;
export type RaceMessage =
  | { do: "undo" | "redo" }
  | { do: "help" }
  | { do: "play_on" }
  | { do: "pile"; pile: 0 | 1 }
  | { do: "draw" | "flip" | "recycle" | "step" | "faster" | "again" | "another" }
  | { do: "wish"; rank: "" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A" }
  | { do: "sort"; by: "rank" | "suit" | "given" }
  | { do: "toggle"; card: string }
  | { do: "all" }
  | { do: "clear" }
  | { do: "move"; card: string; to: number };
export type ScoreShown = Widget & Record<string, any>;
export type ScoreMessage =
  | { do: "guess"; seat: 0 | 1 | 2; text: string }
  | { do: "compare" }
  | { do: "next" | "undo" | "again" | "other" | "predict" }
  | { do: "target"; target: 100 | 50 };
export type SheetShown = Widget & SheetPicture;
export type SheetMessage =
  | { do: "lesson"; name: string }
  | { do: "each"; count: number }
  | { do: "seed"; text: string }
  | { do: "make"; how: "save" | "open" };
export type ShowdownShown = Widget & Record<string, any>;
export type ShowdownMessage =
  | { do: "guess"; seat: 0 | 1 | 2; text: string }
  | { do: "compare" }
  | { do: "call"; seat: 0 | 1 | 2 }
  | { do: "answer"; seat: 0 | 1 | 2; challenge: boolean }
  | { do: "rule"; name: "tie" | "showdown" | "concealed_melds_count" }
  | { do: "again" };
export type TableShown = Widget & Record<string, any>;
export type TableMessage =
  | { do: "show_me" | "again" | "steps_again" | "deal" }
  | { do: "seed"; text: string }
  | { do: "overlay"; name: string }
  | { do: "draw" | "take" | "call" | "challenge" | "fold" }
  | { do: "lay" | "secret" }
  | { do: "lay_off"; meld: number; low?: boolean }
  | { do: "discard" }
  | { do: "drop"; card: string; on: string }
  | { do: "undo" | "redo" }
  | { do: "go"; to: number }
  | { do: "play_on" }
  | { do: "ready" }
  | { do: "sort"; by: "rank" | "suit" | "given" }
  | { do: "toggle"; card: string }
  | { do: "all" }
  | { do: "clear" }
  | { do: "move"; card: string; to: number };
export type WhatIfShown = Widget & Record<string, any>;
export type WhatIfTichuShown = Widget & LabPicture;
export type WhatIfTichuMessage =
  | { do: "look" | "stop" | "again" | "undo" | "empty" | "copied" | "selected" }
  | { do: "example"; name: string }
  | { do: "paste"; text: string }
  | { do: "aim"; place: "hand" | "pile 0" | "pile 1" }
  | { do: "tap"; card: string }
  | { do: "set"; field: string; value: string | boolean };

export interface CheckedHand {
  label: string;
  hand: HandPicture;
  verdict: MeldVerdict;
}

export interface ChoicePicture {
  key: string;
  label: string;
  chosen: boolean;
}

export interface ClauseText {
  id: string;
  text: string;
}

export interface ClosingPicture {
  title: string;
  sentences: string[];
  readings: ReadingPicture[];
  again: string;
}

export interface DemoChoice {
  label: string;
  chosen: boolean;
}

export interface DemoHand {
  label: string;
  cards: HeldPicture[];
}

export interface DemoPicture {
  label: string;
  lessons: NamedChoice[];
  drills: NamedChoice[];
  levels: LevelChoice[];
  seed: string;
  wished: string;
  kind: string;
  where: string;
  prompt: string;
  notes: string[];
  hand: DemoHand;
  piles: PilePicture[];
  choices: DemoChoice[];
  hints: string[];
  solution: string;
  number: string;
  follows: string[];
  groups: GroupPicture[];
  clauses: ClauseText[];
  first: boolean;
  begin: boolean;
  end: boolean;
}

export interface ExercisePicture {
  kind: "cards" | "choice" | "number" | "card_and_pile";
  prompt: string;
  notes: string[];
  hand: HandPicture | null;
  piles: PilePicture[];
  choices: ChoicePicture[];
  number: string;
  label: string;
  number_of_task: number;
  done: boolean;
  can_reveal: boolean;
  hints: boolean;
  tries: string;
  progress: string;
  wished: string;
  sought: string;
  closing: ClosingPicture | null;
  remembers: string[];
  memory: string;
  verdict: "none" | "yes" | "no" | "hint";
  title: string;
  sentences: string[];
  follows: string[];
  groups: GroupPicture[];
  clauses: ClauseText[];
}

export interface GroupPicture {
  label: string;
  cards: string[];
}

export interface HandPicture {
  cards: string[];
  selected: string[];
  sort: "rank" | "suit" | "given";
  back: number;
  selectable: boolean;
  multiple: boolean;
  tools: boolean;
  numbered: boolean;
  label: string;
  line: string;
  notice: string;
  marked: string[];
  greyed: string[];
}

export interface HeldPicture {
  card: string;
  chosen: boolean;
}

export interface LabCell {
  card: string;
  text: string;
  suit: string;
  mark: string;
  where: string;
  lies: string;
}

export interface LabChoice {
  value: string;
  label: string;
  chosen: boolean;
}

export interface LabField {
  kind: "select" | "number";
  key: string;
  label: string;
  value: string;
  least: number;
  most: number;
  choices: LabChoice[];
}

export interface LabGroup {
  label: string;
  cards: string[];
}

export interface LabPicture {
  label: string;
  examples: Pressed[];
  places: Pressed[];
  deck: LabSuit[];
  lying: LabGroup[];
  counts: LabField[];
  times: LabField[];
  notation: string;
  said: string;
  fault: string;
  result: string;
  table: LabTable | null;
  progress: LabProgress | null;
  model: string[];
  again: boolean;
}

export interface LabProgress {
  value: number;
  most: number;
  label: string;
}

export interface LabRow {
  key: string;
  cells: string[];
  marked: boolean;
}

export interface LabSuit {
  label: string;
  cells: LabCell[];
}

export interface LabTable {
  caption: string;
  head: string[];
  rows: LabRow[];
}

export interface LengthChoice {
  count: number;
  chosen: boolean;
}

export interface LessonRow {
  label: string;
  address: string;
  solved: string;
  share: number;
  check: string;
  due: string;
}

export interface LevelChoice {
  level: number;
  label: string;
  chosen: boolean;
}

export interface MeldVerdict {
  label: string;
  kind: "none" | "yes" | "no";
  title: string;
  cards: StandingFor[];
  sentences: string[];
  clauses: ClauseText[];
}

export interface NamedChoice {
  name: string;
  label: string;
  chosen: boolean;
}

export interface OneHand {
  label: string;
  hand: HandPicture;
}

export interface PilePicture {
  label: string;
  cards: string[];
  chosen: boolean;
}

export interface Pressed {
  key: string;
  label: string;
  chosen: boolean;
}

export interface ProgressPicture {
  label: string;
  rows: LessonRow[];
  tests: TestRow[];
  summary: string;
  empty: boolean;
  nothing: boolean;
  asking: boolean;
  question: string;
  largest: number;
  longest_name: number;
  said: string;
}

export interface ReadingPicture {
  about: string;
  label: string;
  address: string;
}

export interface SheetPicture {
  label: string;
  lessons: NamedChoice[];
  each: LengthChoice[];
  seed: string;
  said: string;
  wished: string;
}

export interface StandingFor {
  card: string;
  stands_for: string;
}

export interface TestRow {
  label: string;
  result: string;
}
