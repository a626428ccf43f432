"""The table as the page draws it: what was said, whose turn it is, players, piles, melds and the end.

- the types of all that is drawn;
- `picture`: everything together;
- the parts of the table: whose turn it is, the buttons, the news, the `Log`;
- what lies there: hands, players, melds, piles, the rules in force, the end of the round.

What can be laid over it to learn from is in `overlays`, the goal of a guided round in `table`.
Everything comes from the view of one seat (and, with open hands, from the views of the others): a page gets nothing
that this seat may not see.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal, TypeAlias, TypedDict

from cardlab.cards import Card
from cardlab.phrasing import tongits as tell
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.house_rules import named, says
from cardlab.tongits import (
    Began,
    Call,
    Challenge,
    Discard,
    Draw,
    Fold,
    Kind,
    Laid,
    LayMeld,
    Match,
    Move,
    Outcome,
    Phase,
    Rules,
    Sapaw,
    State,
    Take,
    View,
    deadwood_parts,
    grown,
    meld_readings,
    outcome,
    view,
    why_not,
)
from cardlab.widgets.base import ClauseText, clauses
from cardlab.widgets.forms import RuleInForce, RulesInForce
from cardlab.widgets.hand import HandPicture, Holding
from cardlab.widgets.tongits_table.round import SEATS, TongitsMoment, TongitsRound, Words

LONGEST_LOG: Final = 200


SaidKind: TypeAlias = Literal["none", "done", "yes", "no", "hint"]


@dataclass(frozen=True, slots=True)
class Said:
    """What came of the last action, and the `place` where it happened."""

    kind: SaidKind = "none"
    title: str = ""
    sentences: list[str] | tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    place: str | int = "hand"


# The types of all that is drawn.


class MeldPicture(TypedDict):
    """A meld on the table: its `place` among all, whether the selected cards fit, and whether they were refused.

    `low` is what the button says that puts them at the low end; empty where it makes no difference.
    """

    place: int
    number: str
    label: str
    about: str
    cards: list[str]
    action: str
    low: str
    fits: bool
    refused: bool


class OpponentPicture(TypedDict):
    """One of the others: open cards or so many backs, and the melds; `turn` is empty if it is not theirs.

    `face`: which of the drawn faces is theirs, 0 to 2.
    """

    name: str
    face: int
    about: str
    turn: str
    cards: list[str]
    backs: int
    hand_label: str
    melds: list[MeldPicture]


class OwnMelds(TypedDict):
    """The learner's place on the table; `face` as for the others."""

    label: str
    face: int
    about: str
    melds: list[MeldPicture]


class MoveButton(TypedDict):
    """A button for a move; `ready`: the rules allow it now."""

    do: Literal["draw", "take", "call", "challenge", "fold", "lay", "secret", "discard"]
    label: str
    ready: bool


class StockPicture(TypedDict):
    """The stock: so many backs are drawn as its `depth`."""

    label: str
    count: str
    depth: int
    action: MoveButton | None


class DiscardPicture(TypedDict):
    """The discard pile, top card first; `all` is what unfolds it, empty where there is nothing below the top card."""

    label: str
    count: str
    cards: list[str]
    all: str
    action: MoveButton | None


class TongitsPiles(TypedDict):
    """The two piles in the middle; `refused` names the one where the last move was refused."""

    label: str
    refused: str
    stock: StockPicture
    discards: DiscardPicture


class TurnPicture(TypedDict):
    """Whose turn it is, and what can be done; `stakes`: what there is to lose by it, told beside the buttons."""

    who: str
    what: str
    stakes: str


class SaidPicture(TypedDict):
    """What came of the last action."""

    kind: SaidKind
    title: str
    sentences: list[str]


class EndingRow(TypedDict):
    """What the end of a round is for one player; `counted` is the sum of the hand card by card, or empty."""

    player: str
    won: bool
    deadwood: str
    counted: str
    payment: str


class EndingPicture(TypedDict):
    """How a round ended, and a row for each player."""

    title: str
    sentences: list[str]
    caption: str
    heads: list[str]
    rows: list[EndingRow]


class LogEntry(TypedDict):
    """A move of the round, and the moment to which it led."""

    to: int
    text: str


class FlightPicture(TypedDict):
    """A move that is seen on its way over the table: cards that everybody sees, none where nobody does.

    - `at`: the moment to which it led;
    - `by`: who made it, 0 or 1 as the others are shown, None: the one who looks.
    """

    at: int
    by: int | None
    do: Literal["draw", "take", "lay", "discard"]
    cards: list[str]


class RoundPicture(TypedDict):
    """A round as it is looked at.

    - `at`: the moment that is looked at; `news`: what the others have done since the learner's last action;
    - `flights`: the moves of the same time, in order, for who wants to see them on their way;
    - `off`: which of undo and redo there is nothing for; `waiting`: the others have to move before the learner can.
    """

    players: list[OpponentPicture]
    own: OwnMelds
    piles: TongitsPiles
    hand: HandPicture
    actions: list[MoveButton]
    turn: TurnPicture
    said: SaidPicture
    news: list[str]
    ending: EndingPicture | None
    log: list[LogEntry]
    flights: list[FlightPicture]
    at: int
    off: list[Literal["undo", "redo"]]
    waiting: bool
    rules: RulesInForce
    clauses: list[ClauseText]


# Everything together, and the parts of the table.


def picture(
    here: TongitsRound,
    holding: Holding,
    said: Said,
    words: Words,
    new: tuple[Card, ...],
    log: list[LogEntry],
    *,
    covered: bool = False,
    greyed: Iterable[Card] = (),
    rules: Iterable[str] = (),
) -> RoundPicture:
    """Everything that the page gets of this moment.

    - `covered`: nobody's hand is shown, for the screen is passed on;
    - `greyed`, `rules`: cards that are greyed by what is laid over the table, and the clauses that are the reason.
    """
    state = here.state
    seen = for_everyone(here.seen) if covered else here.seen
    me, selected = here.actor, holding.selected
    others = [(me + step) % SEATS for step in range(1, SEATS)]
    hands = open_hands(state, seen, words.open_hands)
    refused = said.place if said.kind == "no" and isinstance(said.place, int) else None
    result = outcome(state)
    hand_label = words.about("own_hand", me)
    hand = holding.picture(words.lang, label=hand_label, selectable=state.phase is not Phase.OVER, marked=new)
    off: list[Literal["undo", "redo"]] = [] if here.may_undo else ["undo"]
    off += [] if here.may_redo else ["redo"]
    return {
        "players": [
            player(seen, seat, hands.get(seat), melds_of(seen, seat, selected, refused, words), words)
            for seat in others
        ],
        "own": {
            "label": words.about("melds_of", me),
            "face": me,
            "about": words.say("table.opened" if seen.opened(me) else "table.not_opened"),
            "melds": melds_of(seen, me, selected, refused, words),
        },
        "piles": piles(seen, str(said.place) if said.kind == "no" else "", words, closed=covered),
        "hand": {**hand, "greyed": [card.code for card in greyed], "back": seen.counts[me] if covered else 0},
        "actions": [] if covered else _actions(seen, selected, words),
        "turn": _covered(here, words) if covered else _turn(here, seen, words, selected),
        "said": {"kind": said.kind, "title": said.title, "sentences": list(said.sentences)},
        "news": [] if covered or (words.you is None and words.open_hands) else _news(here, words),
        "ending": ending(state, result, words) if result else None,
        "log": log,
        "flights": [] if covered else _flights(here),
        "at": here.at,
        "off": off,
        "waiting": here.waiting,
        "rules": rules_in_force(state.rules, words.lang),
        "clauses": clauses((*said.rules, *rules), words.lang),
    }


def for_everyone(seen: View) -> View:
    """What all three see who sit at one screen: no hand, and of a secret four only that it is there (T6.9)."""
    melds = tuple(replace(laid, meld=None) if laid.secret else laid for laid in seen.melds)
    return replace(seen, hand=(), melds=melds)


def _covered(here: TongitsRound, words: Words) -> TurnPicture:
    return {"who": words.say("table.turn.pass_on", seat=here.state.seat), "what": "", "stakes": ""}


def _legal(seen: View, move: Move) -> bool:
    return move.seat == seen.seat and not why_not(seen, move)


def _turn(here: TongitsRound, seen: View, words: Words, selected: tuple[Card, ...]) -> TurnPicture:
    """Whose turn it is, and what can be done; with cards selected, what the frames on the table mean."""
    state = here.state
    if state.phase is Phase.OVER:
        return {"who": words.say("table.turn.over"), "what": "", "stakes": ""}
    if here.waiting:
        return {"who": words.about("turn", state.seat), "what": "", "stakes": ""}
    who = words.about("turn", state.seat)
    if state.phase is Phase.ANSWER:
        assert state.caller is not None
        key = "table.turn.answer" if _legal(seen, Challenge(here.actor)) else "table.turn.burned"
        stakes = " ".join(tell.at_stake(words.reader, seen))
        return {"who": who, "what": words.say(key, seat=state.caller), "stakes": stakes}
    if state.phase is Phase.LAY:
        places = range(len(seen.melds)) if selected else ()
        fits = any(_legal(seen, Sapaw(here.actor, place, selected)) for place in places)
        what_now = "table.turn.fits" if fits else "table.turn.first" if state.began is Began.DEAL else "table.turn.lay"
        return {"who": who, "what": words.say(what_now), "stakes": ""}
    what = [words.say("table.turn.draw" if _legal(seen, Take(here.actor)) else "table.turn.draw_only")]
    if _legal(seen, Call(here.actor)):
        what.append(words.say("table.turn.call"))
    return {"who": who, "what": " ".join(what), "stakes": ""}


def _actions(seen: View, selected: tuple[Card, ...], words: Words) -> list[MoveButton]:
    """The buttons below the hand; none is ever locked, an impossible one says why. Whoever is burned can only fold."""
    me = seen.viewer
    if seen.phase is Phase.OVER:
        return []
    if seen.phase is Phase.ANSWER:
        challenge = Challenge(me)
        fold: MoveButton = {"do": "fold", "label": words.action(Fold(me), seen), "ready": _legal(seen, Fold(me))}
        if not _legal(seen, challenge) and seen.seat == me:
            return [fold]
        return [{"do": "challenge", "label": words.action(challenge, seen), "ready": _legal(seen, challenge)}, fold]
    lay, secret = LayMeld(me, selected), LayMeld(me, selected, secret=True)
    # Asked first: `why_not` would look for the nearest meld as well, in vain here.
    meld = bool(meld_readings(selected, seen.rules))
    discard = Discard(me, selected[0]) if len(selected) == 1 else None
    buttons: list[MoveButton] = [{"do": "lay", "label": words.action(lay, seen), "ready": meld and _legal(seen, lay)}]
    if seen.rules.secret_four:
        ready = meld and _legal(seen, secret)
        buttons.append({"do": "secret", "label": words.action(secret, seen), "ready": ready})
    label = words.action(discard, seen) if discard else words.say("table.discard")
    buttons.append({"do": "discard", "label": label, "ready": discard is not None and _legal(seen, discard)})
    buttons.append({"do": "call", "label": words.say("table.call"), "ready": _legal(seen, Call(me))})
    return buttons


def _news(here: TongitsRound, words: Words) -> list[str]:
    """What the others have done since the learner's last action; the learner's own move is told where it was made."""
    made = here.moments[here.since + 1].move if here.news else None
    return words.told(here.moments, here.news[1:] if made is not None and made.seat == here.actor else here.news)


def _flights(here: TongitsRound) -> list[FlightPicture]:
    """The moves that came about by the learner's last action, as far as cards went somewhere."""
    found: list[FlightPicture] = []
    for place in here.news:
        move, before = here.moments[place].move, here.moments[place - 1].state
        carried = None if move is None else _carried(move, before)
        if move is not None and carried is not None:
            seat = (move.seat - here.actor) % SEATS
            cards = [card.code for card in carried[1]]
            found.append({"at": place, "by": seat - 1 if seat else None, "do": carried[0], "cards": cards})
    return found


def _carried(move: Move, before: State) -> tuple[Literal["draw", "take", "lay", "discard"], tuple[Card, ...]] | None:
    """Which cards a move takes where, as everybody sees it; None if it moves none."""
    match move:
        case Draw():
            return "draw", ()
        case Take():
            return "take", before.discards[:1]
        case LayMeld():
            return "lay", () if move.secret else move.cards
        case Sapaw():
            return "lay", move.cards
        case Discard():
            return "discard", (move.card,)
    return None


class Log:
    """The moves of a round, told one after the other: as long as a round only goes on, none is told anew."""

    def __init__(self) -> None:
        self._words: Words | None = None
        self._moments: tuple[TongitsMoment, ...] = ()
        self._entries: list[LogEntry] = []

    def up_to(self, last: int, here: TongitsRound, words: Words) -> list[LogEntry]:
        """Every move up to the `last`, latest first; one that was taken back may say what is hidden now."""
        moments = here.moments[: last + 1]
        told = len(self._moments)
        if words != self._words or moments[:told] != self._moments:
            self._entries, told = [], 1
        places = range(last, max(told - 1, last - LONGEST_LOG), -1)
        new: list[LogEntry] = [{"to": place, "text": " ".join(words.told(moments, (place,)))} for place in places]
        self._words, self._moments, self._entries = words, moments, [*new, *self._entries][:LONGEST_LOG]
        return self._entries


# What lies there.


def open_hands(state: State, seen: View, everything: bool) -> dict[int, tuple[Card, ...]]:
    """The hands of the others that may be shown: all with open hands or after the round, else none."""
    others = [seat for seat in range(SEATS) if seat != seen.viewer]
    if seen.shown:
        return {seat: seen.shown[seat] for seat in others}
    return {seat: view(state, seat).hand for seat in others} if everything else {}


def player(
    seen: View, seat: int, hand: tuple[Card, ...] | None, melds: list[MeldPicture], words: Words
) -> OpponentPicture:
    """One of the others: name, number of cards, the cards or their backs, melds, and whether it is their turn."""
    count = seen.counts[seat]
    opened = words.say("table.opened" if seen.opened(seat) else "table.not_opened")
    return {
        "name": words.player(seat),
        "face": seat,
        "about": words.say("table.count_and_opened", count=count, opened=opened),
        "turn": words.say("table.moves_now") if seen.seat == seat and not seen.shown else "",
        "cards": [card.code for card in hand or ()],
        "backs": 0 if hand else count,
        "hand_label": words.about("own_hand", seat),
        "melds": melds,
    }


def melds_of(seen: View, seat: int, selected: tuple[Card, ...], refused: int | None, words: Words) -> list[MeldPicture]:
    """The melds of one player with their numbers; each can be a target for the selected cards."""
    return [
        _meld(seen, place, laid, selected, refused, words)
        for place, laid in enumerate(seen.melds)
        if laid.owner == seat
    ]


def _meld(
    seen: View, place: int, laid: Laid, selected: tuple[Card, ...], refused: int | None, words: Words
) -> MeldPicture:
    lying = _lying(place, laid, words)
    fits = bool(selected) and _legal(seen, Sapaw(seen.viewer, place, selected))
    if not fits and place != refused:
        return lying
    low = False
    if fits and laid.meld is not None:
        low = grown(laid.meld, selected, seen.rules) != grown(laid.meld, selected, seen.rules, low=True)
    return {
        **lying,
        "low": words.say("table.lay_off_low") if low else "",
        "fits": fits,
        "refused": place == refused,
    }


@lru_cache(maxsize=1024)
def _lying(place: int, laid: Laid, words: Words) -> MeldPicture:
    """A meld on which nothing is to be laid off."""
    label = words.meld(place + 1, laid.meld)
    kind = words.say(f"kind.{laid.meld.kind}" if laid.meld else "table.secret")
    cards = laid.meld.cards if laid.meld else ()
    notes = [words.say("table.face_down")] if laid.secret and cards else []
    if laid.meld and laid.meld.kind is Kind.RUN and laid.meld.jokers:
        notes.append(words.say("table.stands_for", cards=laid.meld.stands_for))
    return {
        "place": place,
        "number": str(place + 1),
        "label": label,
        "about": ", ".join([kind, *notes]),
        "cards": [card.code for card in cards],
        "action": words.say("table.lay_off"),
        "low": "",
        "fits": False,
        "refused": False,
    }


def piles(seen: View, refused: str, words: Words, *, closed: bool = False) -> TongitsPiles:
    """The stock as a number, and the discard pile with all its cards, top card first; `refused`: where a move was.

    `closed`: nobody can begin a turn there now.
    """
    closed = closed or bool(seen.shown)
    draw, take = Draw(seen.viewer), Take(seen.viewer)
    return {
        "label": words.say("table.piles"),
        "refused": refused,
        "stock": {
            "label": words.say("table.stock"),
            "count": words.say("table.left", count=seen.stock),
            "depth": min(3, seen.stock),
            "action": None
            if closed
            else {"do": "draw", "label": words.action(draw, seen), "ready": _legal(seen, draw)},
        },
        "discards": {
            "label": words.say("table.discards"),
            "count": words.say("hand.cards", count=len(seen.discards)),
            "cards": [card.code for card in seen.discards],
            "all": words.say("table.whole_pile", count=len(seen.discards)) if len(seen.discards) > 1 else "",
            "action": None
            if closed
            else {"do": "take", "label": words.action(take, seen), "ready": _legal(seen, take)},
        },
    }


@lru_cache(maxsize=64)
def rules_in_force(rules: Rules, lang: str) -> RulesInForce:
    """The preset that the table plays by, and each field that differs from it."""
    preset = rules.nearest_preset()
    changed = rules.changed(preset)
    name = say(f"preset.{preset}", lang)
    title = say("table.rules_changed", lang, preset=name, count=len(changed)) if changed else ""
    return {
        "title": title or say("table.rules", lang, preset=name),
        "changes": [_change(rules, field, lang) for field in (changed or rules.changed())],
    }


def _change(rules: Rules, field: str, lang: str) -> RuleInForce:
    return {"name": f"{named(rules, field, lang)}.", "text": says(rules, field, lang)}


def ending(state: State, result: Outcome, words: Words) -> EndingPicture:
    """The end of the round: who won and why, and for each player deadwood, payment and how the hand was counted."""
    won, *sentences = words.ended(state, result)
    return {
        "title": won,
        "sentences": sentences,
        "caption": words.say("table.end.caption"),
        "heads": [words.say(f"table.end.{head}") for head in ("player", "deadwood", "payment")],
        "rows": [
            {
                "player": words.player(seat),
                "won": seat == result.winner,
                "deadwood": str(result.deadwood[seat]),
                "counted": _counted(state, seat),
                "payment": f"{result.payments[seat]:+d}".replace("-", "−") if result.payments[seat] else "0",
            }
            for seat in range(SEATS)
        ],
    }


def _counted(state: State, seat: int) -> str:
    """How a hand was counted card by card; with `concealed_melds_count=False` the melds in it count nothing."""
    if not state.rules.concealed_melds_count or len(state.hands[seat]) < 2:
        return ""
    parts = deadwood_parts(state.hands[seat], state.rules)
    return " = " + " + ".join(str(points) for _, points in parts)


def standing(last: Match, words: Words, *, goes_on: bool) -> list[str]:
    """T10.5: how the match stands, or how it has ended; T1.5: who begins the next round."""
    facts = {"number": last.rounds, "target": last.rules.target}
    if last.losers:
        return [
            words.say("play_tongits.match_over", **facts),
            *(words.about("loses", seat, score=last.scores[seat]) for seat in last.losers),
            *(words.about("wins_match", seat, score=last.scores[seat]) for seat in last.winners),
        ]
    scores = ", ".join(
        words.say("play_tongits.score_of", who=words.player(seat), points=last.scores[seat]) for seat in range(SEATS)
    )
    told = [words.say("play_tongits.scores", scores=scores, target=last.rules.target)]
    if goes_on and last.rounds:
        told.append(words.say("play_tongits.winner_adds_nothing"))
    if goes_on:
        key = "play_tongits.winner_begins" if last.rules.winner_starts else "play_tongits.next_begins"
        told.append(words.say(key, player=words.player(last.first)))
    return told
