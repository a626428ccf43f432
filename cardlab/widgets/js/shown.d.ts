/**
 * What the widgets show and hear, made from their types in Python: python -m tests.repo.typescript
 */

/** What every widget shows. */
export interface Widget {
  four_colours: boolean;
}

export type PilesShown = Widget & PilesPicture;
export type PilesMessage =
  | { do: "back" }
  | { do: "play"; pile: 0 | 1 }
  | { do: "select"; cards: string[]; number: number }
  | { do: "undo" }
  | { do: "again" }
  | { do: "wish"; rank: "" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A" };
export type PlayTichuShown = Widget & TimedPicture;
export type PlayTichuMessage =
  | { do: "set"; value: string | number | boolean; name?: string | null; field?: string | null }
  | { do: "elsewhere" }
  | { do: "go_on" }
  | { do: "whole" }
  | { do: "keep_this" }
  | { do: "leave" }
  | { do: "next" }
  | { do: "open"; text: string; seat?: 0 | 1 | null }
  | { do: "pause" }
  | { do: "recall"; match: unknown; anew?: boolean }
  | { do: "replay"; race: number }
  | { do: "results" }
  | { do: "save"; race: number }
  | { do: "start" }
  | { do: "take_other" }
  | { do: "too_long" }
  | { do: "trouble"; kind: "full" | "forbidden" | "torn" }
  | { do: "back"; seat: 0 | 1 }
  | { do: "card"; seat: 0 | 1; card: string; seen: number }
  | { do: "draw"; seat: 0 | 1 }
  | { do: "pile"; seat: 0 | 1; pile: 0 | 1; seen: number }
  | { do: "wish"; seat: 0 | 1; rank: "" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A" }
  | { do: "at"; number: number }
  | { do: "run" }
  | { do: "speed"; speed: number }
  | { do: "stop" };
export type PlayTongitsShown = Widget & (SetupStage | PlayStage);
export type PlayTongitsMessage =
  | { do: "back" }
  | { do: "begin" }
  | { do: "take_other" }
  | { do: "keep_this" }
  | { do: "elsewhere" }
  | { do: "open"; text: string; ended?: boolean; seat?: 0 | 1 | 2 | null }
  | { do: "recall"; text: string; anew?: boolean }
  | { do: "save"; what: "round" | "match" | "line"; number?: number }
  | { do: "set"; field: string; value: string | boolean }
  | { do: "setup" }
  | { do: "study" }
  | { do: "too_long" }
  | { do: "trouble"; kind: "full" | "forbidden" | "torn" }
  | { do: "leave" }
  | { do: "look"; number: number }
  | { do: "next_round" }
  | { do: "review"; seat: 0 | 1 | 2 }
  | { do: "review_match" }
  | { do: "line"; number: number }
  | { do: "why"; turn: number }
  | { do: "anyway" }
  | { do: "coach" }
  | { do: "think_again" }
  | { do: "stop" }
  | { do: "discard" }
  | { do: "drop"; card: string; on: string }
  | { do: "go"; to: number }
  | { do: "lay" }
  | { do: "secret" }
  | { do: "lay_off"; meld: number; low?: boolean }
  | { do: "play_on" }
  | { do: "draw" }
  | { do: "take" }
  | { do: "call" }
  | { do: "challenge" }
  | { do: "fold" }
  | { do: "ready" }
  | { do: "select"; cards: string[]; number: number }
  | { do: "undo" }
  | { do: "redo" };
export type RaceShown = Widget & SlowPicture;
export type RaceMessage =
  | { do: "back" }
  | { do: "again" }
  | { do: "another" }
  | { do: "faster" }
  | { do: "help" }
  | { do: "draw" }
  | { do: "flip" }
  | { do: "recycle" }
  | { do: "pile"; pile: 0 | 1 }
  | { do: "play_on" }
  | { do: "redo" }
  | { do: "select"; cards: string[]; number: number }
  | { do: "show_me" }
  | { do: "step" }
  | { do: "steps_done"; count: number }
  | { do: "undo" }
  | { do: "wish"; rank: "" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A" };
export type TableShown = Widget & TablePicture;
export type TableMessage =
  | { do: "again" }
  | { do: "steps_again" }
  | { do: "deal" }
  | { do: "go_on"; moves: string }
  | { do: "overlay"; name: "melds" | "deadwood" | "seen" | "discards" | "lay_offs" }
  | { do: "seed"; text: string }
  | { do: "show_me" }
  | { do: "discard" }
  | { do: "drop"; card: string; on: string }
  | { do: "go"; to: number }
  | { do: "lay" }
  | { do: "secret" }
  | { do: "lay_off"; meld: number; low?: boolean }
  | { do: "play_on" }
  | { do: "draw" }
  | { do: "take" }
  | { do: "call" }
  | { do: "challenge" }
  | { do: "fold" }
  | { do: "ready" }
  | { do: "select"; cards: string[]; number: number }
  | { do: "undo" }
  | { do: "redo" };
export type WhatIfShown = Widget & LaboratoryPicture;
export type WhatIfMessage =
  | { do: "at"; number: number }
  | { do: "copied" }
  | { do: "selected" }
  | { do: "deal"; text: string }
  | { do: "example"; name: string }
  | { do: "look"; position: string }
  | { do: "paste"; text: string }
  | { do: "record"; text: string }
  | { do: "save" }
  | { do: "set"; field: string; value: string | boolean }
  | { do: "too_long" }
  | { do: "by"; value: "win" | "payment" | "deadwood" }
  | { do: "next_best" }
  | { do: "stop" }
  | { do: "unfold"; part: "hand" | "options" | "draws" | "unknown" | "call" | "presets"; open: boolean }
  | { do: "choose"; place: string }
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
  | { do: "ready_up" }
  | { do: "not_ready" }
  | { do: "begin_now" }
  | { do: "come_back" }
  | { do: "close" }
  | { do: "remove"; seat: number }
  | { do: "say"; phrase: string }
  | { do: "sit"; name: string; seat?: number }
  | { do: "wish"; seat: 0 | 1; rank: "" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A" };
export type SharedTongitsShown = Widget & (BeforeDeal | DuringRound);
export type SharedTongitsMessage =
  | { do: "rise" }
  | { do: "ready_up" }
  | { do: "not_ready" }
  | { do: "begin_now" }
  | { do: "come_back" }
  | { do: "close" }
  | { do: "remove"; seat: number }
  | { do: "say"; phrase: string }
  | { do: "sit"; name: string; seat?: number }
  | { do: "discard" }
  | { do: "drop"; card: string; on: string }
  | { do: "go"; to: number }
  | { do: "lay" }
  | { do: "secret" }
  | { do: "lay_off"; meld: number; low?: boolean }
  | { do: "play_on" }
  | { do: "draw" }
  | { do: "take" }
  | { do: "call" }
  | { do: "challenge" }
  | { do: "fold" }
  | { do: "ready" }
  | { do: "select"; cards: string[]; number: number }
  | { do: "undo" }
  | { do: "redo" };

export interface BeforeDeal {
  stage: "room";
  label: string;
  room: RoomPicture;
  rules: RulesInForce;
}

export interface BracketPicture {
  kind: "set" | "run" | "sapaw" | "loose";
  label: string;
  cards: string[];
  points: string;
}

export interface ClauseText {
  id: string;
  text: string;
}

export interface CoachPicture {
  on: boolean;
  limit: Record<string, any>;
  said: string[];
  asks: boolean;
  warns: boolean;
  agrees: string;
  good: boolean;
  marks: string;
  marked: string[];
  reviews: string[];
  reviewed: 0 | 1 | 2 | null;
  review: ReviewPicture | null;
}

export interface CountdownPicture {
  text: string;
  milliseconds: number;
}

export interface DuringRace {
  number: number;
  sides: TichuSide[];
  piles: TichuPile[];
  person: boolean;
  paused: boolean;
  turning: CountdownPicture | null;
  news: string[];
  stage: "table";
  label: string;
  room: RoomPicture;
  rules: RulesInForce;
  phase: "race" | "still";
  race: string;
  score: string;
  away: string;
  ending: RaceEnding | null;
}

export interface DuringRound {
  players: PlayerPicture[];
  own: PlayerPicture;
  piles: TongitsPiles;
  hand: HandPicture;
  actions: MoveButton[];
  turn: TurnPicture;
  said: SaidPicture;
  news: string[];
  ending: EndingPicture | null;
  log: LogEntry[];
  flights: FlightPicture[];
  at: number;
  off: ("undo" | "redo")[];
  waiting: boolean;
  rules: RulesInForce;
  clauses: ClauseText[];
  stage: "table";
  label: string;
  room: RoomPicture;
  looks_on: boolean;
}

export interface EndingPicture {
  title: string;
  sentences: string[];
  winner: number | null;
  rows: string[][];
}

export interface FigurePlot {
  svg: string;
  narrow: string;
  table: FigureTable | null;
}

export interface FigureRow {
  key: string;
  cells: string[];
  marked: boolean;
}

export interface FigureTable {
  caption: string;
  head: string[];
  rows: FigureRow[];
  close: boolean;
  told: boolean;
  more: string;
}

export interface FileLink {
  href: string;
  label: string;
  name: string;
}

export interface FlightPicture {
  at: number;
  by: number | null;
  do: "draw" | "take" | "lay" | "discard";
  cards: string[];
}

export interface FormPicture {
  seats: Record<string, any>[];
  shelf: Record<string, any>;
  rules: Record<string, any>[];
  in_force: RulesInForce;
}

export interface GuidePicture {
  progress: string;
  goal: string;
  finished: boolean;
  clauses: ClauseText[];
  name: string;
  done: number;
  total: number;
  moves: string;
}

export interface HandPicture {
  cards: string[];
  by_rank: string[];
  by_suit: string[];
  selected: string[];
  heard: number;
  sort: "rank" | "suit" | "given";
  back: number;
  selectable: boolean;
  multiple: boolean;
  tools: boolean;
  numbered: boolean;
  label: string;
  line: string;
  marked: string[];
  greyed: string[];
}

export interface JudgedMove {
  to: number;
  label: string;
  grade: "best" | "good" | "inaccuracy" | "mistake" | "blunder" | null;
  called: string;
  cost: string;
  told: string;
  here: boolean;
}

export interface LaboratoryPicture {
  label: string;
  notation: string;
  unfolds: boolean;
  lying: Record<string, any>[];
  answer: Record<string, any>[];
  begin: Record<string, any>[];
  building: Record<string, any>[];
  section_options: Record<string, any> | null;
  section_hand: Record<string, any> | null;
  section_draws: Record<string, any> | null;
  section_unknown: Record<string, any> | null;
  section_call: Record<string, any> | null;
  section_presets: Record<string, any> | null;
}

export interface LogEntry {
  to: number;
  text: string;
}

export interface MatchPicture {
  title: string;
  first: string;
  goal: string;
  sentences: string[];
  goes_on: boolean;
  over: boolean;
  scores: ScoresPicture | null;
}

export interface MeldPicture {
  place: number;
  label: string;
  about: string;
  cards: string[];
  fits: boolean;
  low: boolean;
  refused: boolean;
}

export interface MoveButton {
  do: "draw" | "take" | "call" | "challenge" | "fold" | "lay" | "secret" | "discard";
  label: string;
  ready: boolean;
}

export interface OlderLine {
  number: number;
  label: string;
}

export interface PageLink {
  href: string;
  label: string;
}

export interface PilesPicture {
  label: string;
  hand: HandPicture;
  piles: TichuPile[];
  wish: WishPicture | null;
  said: string;
  undo: boolean;
  clauses: ClauseText[];
}

export interface PlayStage {
  label: string;
  remark: string;
  largest: number;
  elsewhere: boolean;
  players: PlayerPicture[];
  own: PlayerPicture;
  piles: TongitsPiles;
  hand: HandPicture;
  actions: MoveButton[];
  turn: TurnPicture;
  said: SaidPicture;
  news: string[];
  ending: EndingPicture | null;
  log: LogEntry[];
  flights: FlightPicture[];
  at: number;
  off: ("undo" | "redo")[];
  waiting: boolean;
  rules: RulesInForce;
  clauses: ClauseText[];
  stage: "play";
  covered: boolean;
  coach: CoachPicture;
  asked: string[];
  answer: string;
  payments: string[];
  match: MatchPicture | null;
  book: string | null;
  rounds: string[];
  looked_at: number | null;
  lines: OlderLine[];
  may_save: boolean;
  position: string;
}

export interface PlayerPicture {
  name: string;
  face: number;
  about: string;
  moves: boolean;
  cards: string[];
  backs: number;
  hand_label: string;
  melds: MeldPicture[];
}

export interface RaceButton {
  do: "draw" | "flip" | "recycle" | "step" | "faster" | "again" | "another" | "undo" | "redo" | "help" | "play_on";
  label: string;
  can: boolean;
  pressed: boolean | null;
  title: string;
}

export interface RaceEnding {
  title: string;
  won: boolean;
  sentences: string[];
}

export interface RaceGuidePicture {
  progress: string;
  goal: string;
  done: number;
  total: number;
  clauses: ClauseText[];
}

export interface ReviewPicture {
  progress: WorkProgress | null;
  said: string[];
  how: string[];
  plot: FigurePlot | null;
  last: number;
  moment: string;
  again: string;
  accounts: FigureTable[];
  match: FigureTable[];
  whole_match: boolean;
  kept: string;
  moves: JudgedMove[];
}

export interface RoomButton {
  do: "rise" | "ready_up" | "not_ready" | "begin_now" | "come_back" | "close";
  label: string;
  main: boolean;
}

export interface RoomPicture {
  seats: SharedSeat[];
  ask: boolean;
  buttons: RoomButton[];
  news: string[];
  seconds: number;
  left: string;
  hurry: boolean;
  talks: boolean;
  standing: string[];
  decided: boolean;
  playing: boolean;
  over: boolean;
  review: PageLink | null;
  save: FileLink | null;
  back: PageLink | null;
  remark: string;
}

export interface RuleInForce {
  name: string;
  text: string;
}

export interface RulesInForce {
  title: string;
  changes: RuleInForce[];
}

export interface SaidPicture {
  kind: "none" | "done" | "yes" | "no" | "hint";
  title: string;
  sentences: string[];
}

export interface ScoresPicture {
  caption: string;
  title: string;
  desc: string;
  target: number;
  seats: string[];
  rows: string[];
  added: string[][];
  lines: number[][];
}

export interface SetupStage {
  label: string;
  remark: string;
  largest: number;
  elsewhere: boolean;
  stage: "setup";
  form: FormPicture;
  begun: boolean;
}

export interface SharedSeat {
  seat: number;
  name: string;
  about: string;
  state: "free" | "here" | "away" | "bot";
  you: boolean;
  sit: string;
  remove: string;
}

export interface SlowPicture {
  label: string;
  deal: string;
  sides: TichuSide[];
  hand: HandPicture | null;
  piles: TichuPile[];
  wish: WishPicture | null;
  moves: [string, RaceButton[]][];
  course: RaceButton[];
  could: [string, string[]][];
  number: number;
  said: string[];
  verdict: "none" | "no" | "hint";
  guide: RaceGuidePicture | null;
  clauses: ClauseText[];
  log: string[];
  log_start: number;
}

export interface TablePicture {
  players: PlayerPicture[];
  own: PlayerPicture;
  piles: TongitsPiles;
  hand: HandPicture;
  actions: MoveButton[];
  turn: TurnPicture;
  said: SaidPicture;
  news: string[];
  ending: EndingPicture | null;
  log: LogEntry[];
  flights: FlightPicture[];
  at: number;
  off: ("undo" | "redo")[];
  waiting: boolean;
  rules: RulesInForce;
  clauses: ClauseText[];
  overlays: ("melds" | "deadwood" | "seen" | "discards" | "lay_offs")[];
  melds: BracketPicture[];
  melds_said: string;
  deadwood: string[];
  seen: (("hand" | "table" | "pile" | "taken" | "open" | "unseen")[])[];
  seen_said: string;
  reasons: Record<string, string[]>;
  label: string;
  seed: string;
  guide: GuidePicture | null;
  may_deal: boolean;
}

export interface TichuPile {
  place: 0 | 1;
  name: string;
  cards: string[];
  counts: string;
  note: string;
  action: string;
  chosen: boolean;
  verdict: "none" | "yes" | "no";
  told: string[];
}

export interface TichuSide {
  lifted: string;
  pile: 0 | 1 | null;
  wishes: ("" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A")[];
  wrong: boolean;
  said: string[];
  held: number;
  seat: 0 | 1;
  name: string;
  line: string;
  slots: string[];
  owes: string;
  person: boolean;
  draw: number;
  stock: number;
  extra: number;
  due: boolean;
  other: boolean;
}

export interface TimedPicture {
  number: number;
  sides: TichuSide[];
  piles: TichuPile[];
  person: boolean;
  paused: boolean;
  turning: CountdownPicture | null;
  news: string[];
  label: string;
  phase: "setup" | "race" | "over" | "replay";
  remark: string;
  elsewhere: boolean;
  race: string;
  score: string;
  note: string;
  rules: RulesInForce;
  blocks: Record<string, any>[];
}

export interface TongitsPiles {
  refused: string;
  left: string;
  depth: number;
  lying: string;
  discards: string[];
  begins: MoveButton[];
}

export interface TurnPicture {
  who: string;
  what: string;
  stakes: string;
}

export interface WishPicture {
  label: string;
  choices: (["" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A", string])[];
  back: string;
}

export interface WorkProgress {
  value: number;
  most: number;
  label: string;
}
