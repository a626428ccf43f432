/**
 * What the widgets hear, made from their handlers in Python: python -m tests.repo.typescript
 */

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
