/**
 * What the widgets show and hear, made from their types in Python: python -m tests.repo.typescript
 */

/** What every widget shows. */
export interface Widget {
  four_colours: boolean;
}

export type DemoShown = Widget & DemoPicture;
export type DemoMessage =
  | { do: "select"; cards: string[]; number: number }
  | { do: "choose"; key: string }
  | { do: "number"; text: string }
  | { do: "pile"; pile: number }
  | { do: "check" | "hint" | "reveal" | "unfold" | "next" }
  | { do: "recall"; log: unknown; open?: unknown; mistakes?: unknown }
  | { do: "trouble"; kind: "full" | "forbidden" | "torn" }
  | { do: "set"; field: string; value: string | boolean };
export type ExerciseShown = Widget & ExercisePicture;
export type ExerciseMessage =
  | { do: "select"; cards: string[]; number: number }
  | { do: "choose"; key: string }
  | { do: "number"; text: string }
  | { do: "pile"; pile: number }
  | { do: "check" | "hint" | "reveal" | "unfold" | "next" }
  | { do: "recall"; log: unknown; open?: unknown; mistakes?: unknown }
  | { do: "trouble"; kind: "full" | "forbidden" | "torn" };
export type PilesShown = Widget & PilesPicture;
export type PilesMessage =
  | { do: "play"; pile: 0 | 1 }
  | { do: "undo" | "again" }
  | { do: "wish"; rank: "" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A" }
  | { do: "back" }
  | { do: "select"; cards: string[]; number: number };
export type PlayTichuShown = Widget & (SetupPhase | RacePhase | OverPhase | ReplayPhase);
export type PlayTichuMessage =
  | { do: "recall"; match: unknown; anew?: boolean }
  | { do: "trouble"; kind: "full" | "forbidden" | "torn" }
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
  | { do: "speed"; speed: number }
  | { do: "open"; text: string; seat?: 0 | 1 | null }
  | { do: "too_long" };
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
export type ProgressShown = Widget & ProgressPicture;
export type ProgressMessage =
  | { do: "recall"; log: unknown; match?: boolean; zone?: number; guided?: number; guided_race?: number }
  | { do: "load"; text: string }
  | { do: "saved"; count: number }
  | { do: "ask" | "keep" | "delete" | "too_long" }
  | { do: "trouble"; kind: "full" | "forbidden" | "torn" };
export type RaceShown = Widget & SlowPicture;
export type RaceMessage =
  | { do: "undo" | "redo" }
  | { do: "help" }
  | { do: "play_on" }
  | { do: "show_me" }
  | { do: "steps_done"; count: number }
  | { do: "pile"; pile: 0 | 1 }
  | { do: "draw" | "flip" | "recycle" | "step" | "faster" | "again" | "another" }
  | { do: "wish"; rank: "" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A" }
  | { do: "back" }
  | { do: "select"; cards: string[]; number: number };
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
  | { do: "look"; position: string }
  | { do: "copied" | "selected" }
  | { do: "by"; value: "win" | "payment" | "deadwood" }
  | { do: "infer" | "stop" | "next_best" }
  | { do: "unfold"; part: "hand" | "options" | "draws" | "unknown" | "call" | "presets"; open: boolean }
  | { do: "example"; name: string }
  | { do: "deal"; text: string }
  | { do: "paste"; text: string }
  | { do: "record"; text: string }
  | { do: "too_long" }
  | { do: "at"; number: number }
  | { do: "place"; to: string }
  | { do: "new_meld"; owner: 0 | 1 | 2 }
  | { do: "tap"; card: string }
  | { do: "undo" | "redo" | "empty" | "follow" }
  | { do: "set"; field: string; value: string | boolean };
export type SharedTichuShown = Widget & (BeforeDeal | DuringRace);
export type SharedTichuMessage =
  | { do: "back"; seat: 0 | 1 }
  | { do: "card"; seat: 0 | 1; card: string; seen: number }
  | { do: "pile"; seat: 0 | 1; pile: 0 | 1; seen: number }
  | { do: "rise" }
  | { do: "ready_up" }
  | { do: "not_ready" }
  | { do: "begin_now" }
  | { do: "come_back" }
  | { do: "close" }
  | { do: "remove"; seat: number }
  | { do: "save" }
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
  | { do: "save" }
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

export interface AskAnswersMessage {
  do: "infer" | "next_best";
}

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

export interface CompareByMessage {
  do: "by";
  value: "win" | "payment" | "deadwood";
}

export interface CouldDo {
  label: string;
  sentences: string[];
}

export interface CouldHavePlayed {
  title: string;
  lines: string[];
}

export interface CountdownPicture {
  text: string;
  milliseconds: number;
}

export interface DeckCell {
  card: string;
  text: string;
  suit: string;
  mark: string;
  where: string;
  lies: "free" | "hand" | "pile" | "meld";
}

export interface DeckSuit {
  label: string;
  cells: DeckCell[];
}

export interface DemoPicture {
  kind: "cards" | "choice" | "number" | "card_and_pile";
  prompt: string;
  notes: string[];
  seats: string[];
  melds: boolean;
  hand: HandPicture | null;
  piles: PlacedPile[];
  choices: ChoicePicture[];
  number: string;
  sentences: string[];
  follows: string[];
  groups: GroupPicture[];
  clauses: ClauseText[];
  label: string;
  number_of_task: number;
  multiple: boolean;
  done: boolean;
  can_reveal: boolean;
  can_unfold: boolean;
  explained: boolean;
  goes_on: boolean;
  hints: boolean;
  tries: string;
  progress: string;
  solved: number;
  total: number;
  finished: boolean;
  helped: string[];
  wished: string;
  sought: string;
  closing: ClosingPicture | null;
  remembers: string[];
  memory: string;
  verdict: "none" | "yes" | "no" | "hint";
  title: string;
  reading: ReadingPicture | null;
  fields: Record<string, any>[];
  said: string;
  address: Record<string, string>;
}

export interface DuringRace {
  number: number;
  sides: TimedSide[];
  piles: TimedPile[];
  stage: "table";
  label: string;
  room: RoomPicture;
  rules: RulesInForce;
  looks_on: boolean;
  phase: "race" | "still";
  person: boolean;
  race: string;
  score: string;
  turning: CountdownPicture | null;
  news: string[];
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

export interface ExampleChoice {
  key: string;
  label: string;
  chosen: boolean;
}

export interface ExercisePicture {
  kind: "cards" | "choice" | "number" | "card_and_pile";
  prompt: string;
  notes: string[];
  seats: string[];
  melds: boolean;
  hand: HandPicture | null;
  piles: PlacedPile[];
  choices: ChoicePicture[];
  number: string;
  sentences: string[];
  follows: string[];
  groups: GroupPicture[];
  clauses: ClauseText[];
  label: string;
  number_of_task: number;
  multiple: boolean;
  done: boolean;
  can_reveal: boolean;
  can_unfold: boolean;
  explained: boolean;
  goes_on: boolean;
  hints: boolean;
  tries: string;
  progress: string;
  solved: number;
  total: number;
  finished: boolean;
  helped: string[];
  wished: string;
  sought: string;
  closing: ClosingPicture | null;
  remembers: string[];
  memory: string;
  verdict: "none" | "yes" | "no" | "hint";
  title: string;
  reading: ReadingPicture | null;
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

export interface FittingPile {
  place: 0 | 1;
  name: string;
  cards: string[];
  counts: string;
  action: string;
  verdict: "none" | "yes" | "no";
  sentences: string[];
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

export interface GroupPicture {
  label: string;
  cards: string[];
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
  places: PlacePicture[];
  owners: MeldOwner[];
  deck: DeckSuit[];
  meld_fields: Record<string, any>[];
  counts: Record<string, any>[];
  turn: Record<string, any>[];
  more: Record<string, any>[];
  rules: Record<string, any>[];
  follow: boolean;
  undo: boolean;
  redo: boolean;
  label: string;
  editable: boolean;
  examples: ExampleChoice[];
  seed: string;
  record: RecordPicture | null;
  rules_title: string;
  rules_told: string;
  notation: string;
  said: string;
  title: string;
  settled: boolean;
  first: FigureTable | null;
  objective: SectionButton[];
  progress: WorkProgress | null;
  faults: string[];
  section_options: SectionPicture | null;
  section_hand: SectionPicture | null;
  section_draws: SectionPicture | null;
  section_unknown: SectionPicture | null;
  section_call: SectionPicture | null;
  section_presets: SectionPicture | null;
}

export interface LessonRow {
  label: string;
  address: string;
  solved: string;
  guided: string;
  share: number;
  check: string;
  checked: boolean;
  due: string;
}

export interface LockSlider {
  label: string;
  most: number;
  value: number;
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

export interface MeldOwner {
  seat: 0 | 1 | 2;
  label: string;
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

export interface OpponentChoice {
  value: "bot" | "two";
  label: string;
  chosen: boolean;
}

export interface OverPhase {
  score: string;
  race: string;
  person: boolean;
  rules: RulesInForce;
  label: string;
  remark: string;
  elsewhere: boolean;
  phase: "over";
  board: FigureTable;
  result: RoundResult;
}

export interface PaceLevel {
  value: "beginner" | "practised" | "quick" | "master";
  label: string;
  chosen: boolean;
}

export interface PageLink {
  href: string;
  label: string;
}

export interface PilesPicture {
  label: string;
  hand: HandPicture;
  piles: FittingPile[];
  wish: WishPicture | null;
  said: string;
  undo: boolean;
  clauses: ClauseText[];
}

export interface PlacePicture {
  key: string;
  label: string;
  name: string;
  mark: string;
  count: string;
  chosen: boolean;
  cards: string[];
  remark: string;
}

export interface PlacedPile {
  label: string;
  cards: string[];
  heaped: boolean;
  chosen: boolean;
  short: string;
  seat: number | null;
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

export interface ProgressPicture {
  label: string;
  rows: LessonRow[];
  tests: TestRow[];
  summary: string;
  days: number;
  streak: string;
  empty: boolean;
  nothing: boolean;
  asking: boolean;
  question: string;
  largest: number;
  longest_name: number;
  said: string;
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

export interface RaceGroup {
  label: string;
  buttons: RaceButton[];
}

export interface RaceGuidePicture {
  progress: string;
  goal: string;
  done: number;
  total: number;
  clauses: ClauseText[];
}

export interface RacePhase {
  score: string;
  race: string;
  person: boolean;
  rules: RulesInForce;
  label: string;
  remark: string;
  elsewhere: boolean;
  number: number;
  sides: TimedSide[];
  piles: TimedPile[];
  paused: boolean;
  turning: CountdownPicture | null;
  phase: "race";
  note: string;
  news: string[];
}

export interface RaceStock {
  kind: "draw" | "extra";
  label: string;
  count: number;
  line: string;
}

export interface ReadingPicture {
  about: string;
  label: string;
  address: string;
}

export interface RecordPicture {
  label: string;
  told: string;
  at: number;
  last: number;
  text: string;
  seat: Record<string, any>;
}

export interface ReplayPhase {
  score: string;
  race: string;
  person: boolean;
  rules: RulesInForce;
  label: string;
  remark: string;
  elsewhere: boolean;
  number: number;
  sides: TimedSide[];
  piles: TimedPile[];
  news: string[];
  replay: ReplayTools;
  phase: "replay";
  stored: boolean;
}

export interface ReplayTools {
  last: number;
  running: boolean;
  at: number;
  told: string;
  speeds: SpeedChoice[];
  could: CouldHavePlayed[];
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
  do: "rise" | "ready_up" | "not_ready" | "begin_now" | "come_back" | "close" | "save";
  label: string;
  main: boolean;
}

export interface RoomPicture {
  seats: SharedSeat[];
  ask: string;
  buttons: RoomButton[];
  news: string[];
  seconds: number;
  left: string;
  hurry: string;
  said: SaidPhrase[];
  phrases: [string, string][];
  standing: string[];
  decided: boolean;
  playing: boolean;
  over: boolean;
  review: PageLink | null;
  back: PageLink | null;
  remark: string;
}

export interface RoundResult {
  title: string;
  match: string;
  won: boolean;
  sentences: string[];
  deal: number;
  overlooked: string[];
  over: boolean;
  plot: FigurePlot | null;
}

export interface RuleInForce {
  name: string;
  text: string;
}

export interface RulesInForce {
  title: string;
  changes: RuleInForce[];
}

export interface SaidPhrase {
  number: number;
  seat: number;
  text: string;
  what: string;
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

export interface SectionButton {
  label: string;
  message: CompareByMessage | AskAnswersMessage;
  on: boolean | null;
}

export interface SectionPicture {
  key: "hand" | "options" | "draws" | "unknown" | "call" | "presets";
  title: string;
  open: boolean | null;
  sentences: string[];
  more: string[];
  groups: BracketPicture[];
  buttons: SectionButton[];
  fields: Record<string, any>[];
  plots: FigurePlot[];
  tables: FigureTable[];
}

export interface SetupPhase {
  label: string;
  remark: string;
  phase: "setup";
  setup: SetupPicture;
  rules: RulesInForce;
}

export interface SetupPicture {
  against: OpponentChoice[];
  levels: PaceLevel[];
  lock: LockSlider;
  draws_by_itself: boolean;
  rules: Record<string, any>[];
  keys: string;
  zones: string[];
  thumbs: string;
  linked: string;
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
  sides: SlowSide[];
  hand: HandPicture | null;
  piles: SlowPile[];
  wish: WishPicture | null;
  moves: RaceGroup[];
  course: RaceButton[];
  could: CouldDo[];
  number: number;
  said: string[];
  verdict: "none" | "no" | "hint";
  guide: RaceGuidePicture | null;
  clauses: ClauseText[];
  log: string[];
  log_start: number;
}

export interface SlowPile {
  place: 0 | 1;
  name: string;
  cards: string[];
  counts: string;
  whose: string;
  action: string;
  chosen: boolean;
}

export interface SlowSide {
  name: string;
  line: string;
  slots: string[];
  owes: string;
  key: "you" | "opponent";
  seat: 0 | 1;
  stocks: RaceStock[];
}

export interface SpeedChoice {
  value: number;
  label: string;
  chosen: boolean;
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

export interface TestRow {
  label: string;
  result: string;
}

export interface TimedPile {
  place: 0 | 1;
  name: string;
  cards: string[];
  counts: string;
  locked: string;
  late: string[];
}

export interface TimedSide {
  name: string;
  line: string;
  slots: string[];
  owes: string;
  lifted: string;
  pile: 0 | 1 | null;
  wishes: ("" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A")[];
  wrong: boolean;
  said: string[];
  held: number;
  seat: 0 | 1;
  person: boolean;
  draw: number;
  stock: number;
  extra: number;
  due: boolean;
  other: boolean;
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

export interface WishChoice {
  rank: "" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A";
  label: string;
}

export interface WishPicture {
  label: string;
  choices: WishChoice[];
  back: string;
}

export interface WorkProgress {
  value: number;
  most: number;
  label: string;
}
