"""What is impossible about the turn of a position: whose it is, how it began, what was taken, who has called.

Turns pass from seat to seat, and each begins with a draw or a take; the takes since the last draw are counted (T2.7).
So whose turn it is follows from who drew last, or, before the first draw, from who began the round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from cardlab.analysis.positions.draft import HAND, SEATS, Draft
from cardlab.analysis.positions.fault_codes import Fault
from cardlab.analysis.positions.faults_of_counts import drawn
from cardlab.cards import Card
from cardlab.refusal import Fix, Refusal
from cardlab.tongits import Began, Phase, Showdown, extensions, melds_in, why_meld
from cardlab.tongits.legality import MOST_TAKES

__all__ = ["QUESTIONS"]

WITH_TWO_OTHERS: Final = 3


def turn_begins(draft: Draft) -> Iterator[Refusal]:
    """T2.1, T2.2: a turn begins with the deal, a draw or a take, and before that it has not begun."""
    if draft.phase is not Phase.LAY:
        if draft.began is not None:
            yield Refusal(Fault.TURN_HAS_NOT_BEGUN, "T2.1")
    elif draft.began is None:
        yield Refusal(Fault.TURN_HAS_NO_BEGINNING, "T2.1")
    elif draft.began is Began.DEAL and drawn(draft):
        yield Refusal(Fault.NOT_THE_FIRST_TURN, "T2.2", {"count": drawn(draft)})
    elif draft.began is Began.STOCK and drawn(draft) == 0:
        yield Refusal(Fault.NOTHING_WAS_DRAWN, "T2.1")


def takes_are_counted(draft: Draft) -> Iterator[Refusal]:
    """T2.7: of 30 takes in a row at most; a turn that began with a take counts, after a draw there are none."""
    if not _takes_possible(draft):
        yield Refusal(Fault.TAKES_IMPOSSIBLE, "T2.7", {"takes": draft.takes, "most": MOST_TAKES})
    elif draft.phase is Phase.LAY and draft.began is not None:
        if (draft.began is Began.DISCARD) != (draft.takes > 0):
            yield Refusal(Fault.BEGINNING_AND_TAKES, "T2.7", {"takes": draft.takes})


def _takes_possible(draft: Draft) -> bool:
    return 0 <= draft.takes <= MOST_TAKES


def _actor(draft: Draft) -> int | None:
    """Whose turn it is: while a draw call is answered, the caller's."""
    return draft.caller if draft.phase is Phase.ANSWER else draft.seat


def seat_in_turn(draft: Draft) -> Iterator[Refusal]:
    """T1.1: play passes to the next seat, from the one who drew last or who began the round."""
    gone = drawn(draft)
    if gone is None:
        return
    if gone and draft.last_drawer is None:
        yield Refusal(Fault.NOBODY_DREW, "T2.1", {"count": gone})
        return
    if not gone and draft.last_drawer is not None:
        yield Refusal(Fault.SOMEBODY_DREW, "T2.1", {"seat": draft.last_drawer})
    actor = _actor(draft)
    origin = draft.first if draft.last_drawer is None or not gone else draft.last_drawer
    needed = (origin + draft.takes + (draft.phase is not Phase.LAY)) % SEATS
    if actor is not None and actor != needed and _takes_possible(draft):
        code = Fault.SEAT_AFTER_DRAWER if gone else Fault.SEAT_AFTER_FIRST
        facts = {"seat": origin, "takes": draft.takes, "needed": needed}
        yield Refusal(code, "T1.1", facts)


def takes_made_melds(draft: Draft) -> Iterator[Refusal]:
    """T2.5, house rule `discard_must_meld`: whoever took has laid a new meld in that turn, and not a secret one."""
    actor = _actor(draft)
    if not draft.rules.discard_must_meld or actor is None or not _takes_possible(draft):
        return
    pending = draft.phase is Phase.LAY and draft.taken is not None
    before = pending or draft.phase is not Phase.LAY
    made = Counter((actor - before - step) % SEATS for step in range(draft.takes - pending))
    melds = Counter(lying.owner for lying in draft.melds if not lying.secret)
    lacking = [seat for seat in sorted(made) if melds[seat] < made[seat]]
    for seat in lacking:
        facts = {"seat": seat, "takes": made[seat], "melds": melds[seat]}
        yield Refusal(Fault.TAKES_WITHOUT_MELDS, "T2.5", facts)
    earlier = _takes_before_the_last_draw(draft)
    if not lacking and earlier > melds.total() - made.total():
        told = {"seat": draft.last_drawer, "first": draft.first, "takes": earlier, "drawn": drawn(draft)}
        yield Refusal(Fault.EARLIER_TAKES_WITHOUT_MELDS, "T2.5", told)


def _takes_before_the_last_draw(draft: Draft) -> int:
    """How many turns before the last draw began with a take, at least: draws alone would lead to another seat."""
    gone = drawn(draft)
    return (draft.last_drawer - draft.first - gone) % SEATS if gone and draft.last_drawer is not None else 0


def taken_card(draft: Draft) -> Iterator[Refusal]:
    """T2.5, T2.6: the card taken in this turn is in the hand, or it has been laid; it is not discarded in this turn."""
    taken, count = draft.taken, draft.counts[draft.seat]
    if taken is None:
        yield from _taken_and_laid(draft)
    elif draft.phase is not Phase.LAY or draft.began is not Began.DISCARD:
        yield Refusal(Fault.TAKEN_WITHOUT_TAKE, "T2.6", {"card": taken})
    elif draft.seat == draft.viewer and taken not in draft.hand:
        yield Refusal(Fault.TAKEN_NOT_IN_HAND, "T2.6", {"card": taken}, Fix("taken_was_laid"))
    elif draft.rules.discard_must_meld:
        if not _can_be_melded(draft, taken):
            yield Refusal(Fault.TAKEN_MAKES_NO_MELD, "T2.5", {"seat": draft.seat, "card": taken})
    elif count == 1 and not _fits_on_table(draft, taken):
        yield Refusal(Fault.TAKEN_IS_ALL, "T2.6", {"seat": draft.seat, "card": taken})


def _taken_and_laid(draft: Draft) -> Iterator[Refusal]:
    """T2.6: a card that was taken in this turn and is no longer in the hand lies in a meld.

    With `discard_must_meld` that is asked as `takes_made_melds`.
    """
    if draft.phase is not Phase.LAY or draft.began is not Began.DISCARD or draft.rules.discard_must_meld:
        return
    if all(lying.secret for lying in draft.melds) or draft.counts[draft.seat] > HAND:
        yield Refusal(Fault.TAKEN_IS_NOWHERE, "T2.6", {"seat": draft.seat})


def _can_be_melded(draft: Draft, taken: Card) -> bool:
    """Of another player's hand nothing is known but its size."""
    if draft.seat != draft.viewer:
        return draft.counts[draft.seat] >= WITH_TWO_OTHERS
    return any(taken in meld.cards for meld in melds_in(draft.hand, draft.rules))


def _fits_on_table(draft: Draft, taken: Card) -> bool:
    open_melds = (why_meld(lying.cards, draft.rules) for lying in draft.melds if not lying.secret)
    return any(meld is not None and extensions(meld, (taken,), draft.rules) for meld in open_melds)


def call_is_answered(draft: Draft) -> Iterator[Refusal]:
    """T6.1, T6.2: after a draw call the opponents are asked, and only then."""
    if draft.phase is not Phase.ANSWER:
        if draft.caller is not None:
            yield Refusal(Fault.CALL_WITHOUT_ANSWER, "T6.2", {"seat": draft.caller})
        elif draft.challengers:
            yield Refusal(Fault.CHALLENGE_WITHOUT_CALL, "T6.2", {"seat": min(draft.challengers)})
        return
    if draft.rules.showdown is Showdown.EVERYONE:
        yield Refusal(Fault.NOBODY_IS_ASKED, "T6.2")
    if draft.caller is None:
        yield Refusal(Fault.ANSWER_WITHOUT_CALL, "T6.2")
    elif draft.caller == draft.seat:
        yield Refusal(Fault.CALLER_ANSWERS, "T6.2", {"seat": draft.seat})


def caller_was_free_to_call(draft: Draft) -> Iterator[Refusal]:
    """T2.7, T6.1, T6.8: who calls has opened, and neither thirty takes nor a lay-off bars him."""
    caller = draft.caller
    if draft.phase is not Phase.ANSWER or caller is None:
        return
    if draft.takes == MOST_TAKES:
        yield Refusal(Fault.CALLED_AFTER_TAKES, "T2.7", {"seat": caller, "takes": MOST_TAKES})
    if not draft.opened(caller):
        yield Refusal(Fault.CALLER_NOT_OPENED, "T6.1", {"seat": caller})
    if draft.rules.sapaw_blocks_call and caller in draft.sapawed:
        yield Refusal(Fault.CALLER_WAS_BARRED, "T6.8", {"seat": caller})


def challengers_were_asked(draft: Draft) -> Iterator[Refusal]:
    """T6.2, T6.3: who has challenged sits between the caller and the one who is asked now, and is not burned."""
    if draft.phase is not Phase.ANSWER or draft.caller is None:
        return
    for seat in sorted(draft.challengers):
        if seat == draft.caller:
            yield Refusal(Fault.CALLER_CHALLENGES, "T6.2", {"seat": seat})
            continue
        if draft.caller != draft.seat and (seat - draft.caller) % SEATS >= (draft.seat - draft.caller) % SEATS:
            yield Refusal(Fault.CHALLENGED_TOO_EARLY, "T6.2", {"seat": seat})
        if not draft.opened(seat):
            yield Refusal(Fault.CHALLENGER_IS_BURNED, "T6.3", {"seat": seat})


QUESTIONS: Final[tuple[Callable[[Draft], Iterator[Refusal]], ...]] = (
    turn_begins,
    takes_are_counted,
    seat_in_turn,
    takes_made_melds,
    taken_card,
    call_is_answered,
    caller_was_free_to_call,
    challengers_were_asked,
)
