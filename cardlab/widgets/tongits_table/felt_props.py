"""The table as the page draws it: announcements, turn, players, piles, melds and the end.

- the types of all that is drawn, assembled by `TongitsSeat.props`;
- functions for the turn, buttons, news, piles and melds, and the end of the round.

Everything comes from the view of one seat (and, with open hands, of the others): a page gets nothing that this seat may
not see.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias, TypedDict

from cardlab import tongits
from cardlab.cards import Card
from cardlab.phrasing import tongits_sentences as tell
from cardlab.phrasing.scoring import chips_in_parts
from cardlab.widgets.blocks import Block, button
from cardlab.widgets.hand import HandProps
from cardlab.widgets.tongits_table.round import SEATS, TongitsRound, Words

LONGEST_LOG: Final = 200
AnnouncementKind: TypeAlias = Literal["none", "done", "yes", "no", "hint"]


@dataclass(frozen=True, slots=True)
class Announcement:
    """The result of the last action, and the `place` where it happened."""

    kind: AnnouncementKind = "none"
    title: str = ""
    sentences: list[str] | tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    place: str | int = "hand"


class MeldProps(TypedDict):
    """A meld on the table: its index among all, whether the selected cards fit, and whether they were refused.

    `low`: whether it matters that they are put at its low end.
    """

    index: int
    label: str
    about: str
    cards: list[str]
    fits: bool
    low: bool
    refused: bool


class PlayerProps(TypedDict):
    """A player: open cards or a number of backs, and the melds; of the learner only the melds.

    `face`: which of the drawn faces is theirs, 0 to 2; `moves`: whether it is their turn.
    `score`: what they have in the match, as a number and in words; empty where none is played.
    """

    name: str
    face: int
    about: str
    moves: bool
    score: list[str]
    cards: list[str]
    backs: int
    hand_label: str
    melds: list[MeldProps]


class PilesProps(TypedDict):
    """The two piles in the middle, the discard pile with its top card first.

    - `refused`: the pile where the last move was refused;
    - `left`, `pile_size`: the numbers of cards, in words; `depth`: the number of backs drawn as the stock;
    - `begins`: the buttons that begin a turn there, if any; a `main` one is allowed now.
    """

    refused: str
    left: str
    depth: int
    pile_size: str
    discards: list[str]
    begins: list[Block]


class AnnouncementProps(TypedDict):
    """The result of the last action."""

    kind: AnnouncementKind
    title: str
    sentences: list[str]


class EndingProps(TypedDict):
    """The end of a round, and a row for each player: name, deadwood, how it was counted, payment, and how that was.

    `cards`, `label`: those of the winner, in the hand or, where that is empty, on the table; none without a winner.
    """

    title: str
    sentences: list[str]
    winner: int | None
    cards: list[str]
    label: str
    rows: list[list[str]]


class FlightProps(TypedDict):
    """A move to animate: its cards if everybody sees them.

    - `at`: the moment to which it led;
    - `by`: who made it, 0 or 1 as the others are shown, None for the reader.
    """

    at: int
    by: int | None
    do: Literal["draw", "take", "lay", "discard"]
    cards: list[str]


class RoundProps(TypedDict):
    """A moment of a round.

    - `turn`, `what`, `stakes`: whose turn it is, what can be done, and what is at stake;
    - `actions`: the buttons for moves, `main` if likely next;
    - `at`: the present moment; `news`: the others' moves since the learner's last action;
    - `log`: the moves, each with the moment to which it led;
    - `flights`: the latest moves in order, to animate;
    - `off`: which of undo and redo is disabled; `waiting`: whether the others have to move first.
    """

    players: list[PlayerProps]
    own: PlayerProps
    piles: PilesProps
    hand: HandProps
    actions: list[Block]
    turn: str
    what: str
    stakes: str
    said: AnnouncementProps
    news: list[str]
    ending: EndingProps | None
    log: list[tuple[int, str]]
    flights: list[FlightProps]
    at: int
    off: list[Literal["undo", "redo"]]
    waiting: bool
    rules: Block
    clauses: list[Block]


def _legal(seen: tongits.View, move: tongits.Move) -> bool:
    return move.seat == seen.seat and not tongits.why_not(seen, move)


def turn(
    here: TongitsRound, seen: tongits.View, words: Words, selected: tuple[Card, ...], *, covered: bool
) -> tuple[str, str, str]:
    """Whose turn it is, what can be done, and what is at stake, as texts.

    `selected`: the selected cards, which explain the frames; `covered`: whether the screen has to be passed on.
    """
    state, me = here.state, here.actor
    who, what, stakes = words.about("table.turn", state.seat), "", ""
    if here.is_over:
        who = words.say("table.turn.over")
    elif covered:
        who = words.say("table.turn.pass_on", seat=state.seat)
    elif here.waiting:
        pass
    elif state.phase is tongits.Phase.ANSWER:
        key = "table.turn.answer" if _legal(seen, tongits.Challenge(me)) else "table.turn.burned"
        what, stakes = words.say(key, seat=state.caller), " ".join(tell.at_stake(words, seen))
    elif state.phase is tongits.Phase.LAY:
        if selected and any(_legal(seen, tongits.Sapaw(me, index, selected)) for index in range(len(seen.melds))):
            what = words.say("table.turn.fits")
        else:
            is_first = state.began is tongits.Began.DEAL and not state.melds
            what = words.say("table.turn.first" if is_first else "table.turn.lay")
    else:
        may = ["table.turn.draw" if _legal(seen, tongits.Take(me)) else "table.turn.draw_only"]
        may += ["table.turn.call"] if _legal(seen, tongits.Call(me)) else []
        what = " ".join(map(words.say, may))
    return who, what, stakes


def _move_button(do: str, move: tongits.Move, seen: tongits.View, words: Words, *, main: bool) -> Block:
    is_legal = _legal(seen, move)
    style = "" if is_legal or do in ("lay", "secret", "discard") else "cardlab-not-now"
    return button(tell.action(words, move, seen), {"do": do}, main=main and is_legal, style=style)


def actions(seen: tongits.View, selected: tuple[Card, ...], words: Words) -> list[Block]:
    """The buttons below the hand; none is disabled, an impossible one looks so and explains why.

    A burned player can only fold.
    """
    me = seen.viewer
    if seen.phase is tongits.Phase.OVER:
        return []
    if seen.phase is tongits.Phase.ANSWER:
        may = _legal(seen, tongits.Challenge(me))
        challenge = _move_button("challenge", tongits.Challenge(me), seen, words, main=False)
        fold = _move_button("fold", tongits.Fold(me), seen, words, main=not may)
        return [fold] if seen.seat == me and not may else [challenge, fold]
    # Asked first: `why_not` would look for the nearest meld as well, in vain here.
    meld = bool(tongits.meld_readings(selected, seen.rules))
    buttons = [_move_button("lay", tongits.LayMeld(me, selected), seen, words, main=meld)]
    if seen.rules.secret_four:
        buttons.append(_move_button("secret", tongits.LayMeld(me, selected, secret=True), seen, words, main=meld))
    if len(selected) == 1:
        buttons.append(_move_button("discard", tongits.Discard(me, selected[0]), seen, words, main=True))
    else:
        buttons.append(button(words.say("table.discard"), {"do": "discard"}))
    return [*buttons, _move_button("call", tongits.Call(me), seen, words, main=False)]  # what one may only dare


def news(here: TongitsRound, words: Words) -> list[str]:
    """The others' moves since the learner's last action."""
    own = bool(here.news) and here.mover(here.since + 1) == here.actor
    return words.describe(here.line.moments, here.news[own:])


def flights(here: TongitsRound) -> list[FlightProps]:
    """The moves since the learner's last action that move cards visibly."""
    flights_found: list[FlightProps] = []
    for index in here.news:
        do: Literal["draw", "take", "lay", "discard"]
        carried: tuple[Card, ...]
        match here.line.moments[index].move:
            case tongits.Draw():
                do, carried = "draw", ()
            case tongits.Take():
                do, carried = "take", here.line.moments[index - 1].state.discards[:1]
            case tongits.LayMeld(cards=laid, secret=secret):
                do, carried = "lay", () if secret else laid
            case tongits.Sapaw(cards=laid):
                do, carried = "lay", laid
            case tongits.Discard(card=card):
                do, carried = "discard", (card,)
            case _:
                continue
        seat = ((here.mover(index) or 0) - here.actor) % 3
        codes = [card.code for card in carried]
        flights_found.append({"at": index, "by": seat - 1 if seat else None, "do": do, "cards": codes})
    return flights_found


# What lies there.


def open_hands(state: tongits.State, seen: tongits.View, everything: bool) -> dict[int, tuple[Card, ...]]:
    """The hands of the others that may be shown: all with open hands or after the round, else none."""
    others = [seat for seat in SEATS if seat != seen.viewer]
    if seen.shown:
        return {seat: seen.shown[seat] for seat in others}
    return {seat: tongits.view(state, seat).hand for seat in others} if everything else {}


def player_props(
    seen: tongits.View,
    seat: int,
    selected: tuple[Card, ...],
    refused: str | int | None,
    words: Words,
    hands: dict[int, tuple[Card, ...]],
) -> PlayerProps:
    """A player; each meld can be a target for the selected cards, and one has `refused` the last move.

    `hands`: the open hands of the others.
    """
    own, count, hand = seat == seen.viewer, seen.counts[seat], hands.get(seat, ())
    opened = words.say("table.opened" if seen.opened(seat) else "table.not_opened")
    return {
        "name": words.about("table.melds_of", seat) if own else words.name(seat),
        "face": seat,
        "about": opened if own else words.say("table.count_and_opened", count=count, opened=opened),
        "moves": seen.seat == seat and not seen.shown,
        "score": [],
        "cards": [card.code for card in hand],
        "backs": 0 if hand or own else count,
        "hand_label": words.about("table.own_hand", seat),
        "melds": [
            _meld_props(seen, index, laid, selected, index == refused, words)
            for index, laid in enumerate(seen.melds)
            if laid.owner == seat
        ],
    }


def _meld_props(
    seen: tongits.View, index: int, laid: tongits.Laid, selected: tuple[Card, ...], refused: bool, words: Words
) -> MeldProps:
    props = _plain_meld(index, laid, words)
    fits = bool(selected) and _legal(seen, tongits.Sapaw(seen.viewer, index, selected))
    low = False
    if fits and laid.meld is not None:
        low = tongits.grown(laid.meld, selected, seen.rules) != tongits.grown(laid.meld, selected, seen.rules, low=True)
    return {**props, "low": low, "fits": fits, "refused": refused}


@lru_cache(maxsize=1024)
def _plain_meld(index: int, laid: tongits.Laid, words: Words) -> MeldProps:
    """A meld without a target for cards."""
    kind = words.say(f"kind.{laid.meld.kind}" if laid.meld else "table.secret")
    cards = laid.meld.cards if laid.meld else ()
    notes = [words.say("table.face_down")] if laid.secret and cards else []
    if laid.meld and laid.meld.kind is tongits.Kind.RUN and laid.meld.jokers:
        notes.append(words.say("table.stands_for", cards=laid.meld.stands_for))
    return {
        "index": index,
        "label": tell.meld_name(words, index, laid.meld),
        "about": ", ".join([kind, *notes]),
        "cards": [card.code for card in cards],
        "low": False,
        "fits": False,
        "refused": False,
    }


def piles_props(seen: tongits.View, refused: str, words: Words, *, closed: bool) -> PilesProps:
    """The stock as a number, and the discard pile; `closed`: whether nobody can begin a turn there now."""
    count, begins = len(seen.discards), (("draw", tongits.Draw(seen.viewer)), ("take", tongits.Take(seen.viewer)))
    return {
        "refused": refused,
        "left": words.say("table.left", count=seen.stock),
        "depth": min(3, seen.stock),
        "pile_size": words.say("table.whole_pile" if count > 1 else "hand.cards", count=count),
        "discards": [card.code for card in seen.discards],
        "begins": [] if closed else [_move_button(do, move, seen, words, main=True) for do, move in begins],
    }


def ending_props(state: tongits.State, words: Words) -> EndingProps:
    """The end of the round: the winner and why, and for each player deadwood, its parts, and payment."""
    result = tell.result_of(state)
    burned = tell.burned(words, result) if result.winner is not None else ()
    won, *sentences = [reason.sentence for reason in (*tell.ended(words, state), *burned)]
    cards: tuple[Card, ...] = ()
    if result.winner is not None:
        laid = (one.meld.cards for one in state.melds if one.owner == result.winner and one.meld is not None)
        cards = state.hands[result.winner] or tuple(card for meld in laid for card in meld)
    rows = []
    for seat in SEATS:
        hand, in_full = state.hands[seat], state.rules.concealed_melds_count
        best = tongits.best_arrangements(hand, (), state.rules)[0]
        parts = tongits.deadwood_parts(hand if in_full else best.loose, state.rules)
        counted = " = " + " + ".join(str(points) for _, points in parts) if len(parts) > 1 else ""
        if kept := [meld.cards for meld in best.melds]:
            key = "table.end.kept" if in_full else "table.end.kept_free"
            counted += words.say(key, points=tongits.deadwood(hand, state.rules) - best.deadwood, melds=kept)
        paid = f"{result.payments[seat]:+d}".replace("-", "−") if result.payments[seat] else "0"
        how = _how_paid(state, result, seat, words)
        rows.append([words.name(seat), str(result.deadwood[seat]), counted, paid, how])
    label = words.about("table.own_hand", result.winner) if result.winner is not None else ""
    return {
        "title": won,
        "sentences": sentences,
        "winner": result.winner,
        "cards": [card.code for card in cards],
        "label": label,
        "rows": rows,
    }


def _how_paid(state: tongits.State, result: tongits.Outcome, seat: int, words: Words) -> str:
    """T9.3: the difference that a player pays the winner, or why nothing; T9.4: the parts of a payment in chips."""
    if result.winner in (None, seat):
        return ""
    if state.rules.payment is tongits.Payment.CHIPS:
        return " " + " ".join(chips_in_parts(state, seat, words.lang))
    paid = f"({tell.difference(state, seat)}, T9.3)"
    return f" {paid if result.payments[seat] else tell.balance(words, state, seat).sentence}"


def with_scores(props: RoundProps, match: tongits.Match, words: Words) -> None:
    """T10.5: add the match score of each player."""
    for one in (props["own"], *props["players"]):
        points = match.scores[one["face"]]
        one["score"] = [str(points), words.say("play_tongits.score", points=points)]


def match_standing(last: tongits.Match, words: Words, *, goes_on: bool) -> list[str]:
    """T10.5: how the match ended; T1.5: or who begins the next round."""
    target = last.rules.target
    if last.losers:
        return [
            words.say("play_tongits.match_over", number=last.rounds, target=target),
            *(words.about("table.loses", seat, score=last.scores[seat]) for seat in last.losers),
            *(words.about("table.wins_match", seat, score=last.scores[seat]) for seat in last.winners),
        ]
    if not goes_on:
        return []
    key = "play_tongits.winner_begins" if last.rules.winner_starts else "play_tongits.next_begins"
    return [words.say(key, player=words.name(last.first))]
