"""Deals that nobody chooses: dealt as the text says, every order alike likely, and found out when they are others."""

import hmac
import json
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from cardlab import bot_rounds, bots, tichu, tongits
from cardlab.cards import DECK, JOKERS, SPECIALS, Card, notation
from cardlab.cli import main
from cardlab.phrasing.catalogue import say
from cardlab.record import EARLIER, Record
from cardlab.refusal import NotationError
from cardlab.tables.fair_deals import check_deal, dealt, hash_of, new_number, recycled, shuffled

SEED = "0123456789abcdef" * 4
RULES = {"tongits": tongits.Rules(), "tichu": tichu.Rules()}


def by_the_text(message: str, deck: list[Card]) -> list[Card]:
    """Points 1 to 4 of the description, written anew without the code that they describe."""
    key = bytes(int(SEED[at : at + 2], 16) for at in range(0, 64, 2))
    stream = b"".join(hmac.new(key, f"{message} {k}".encode(), sha256).digest() for k in range(40))
    at = 0
    for last in reversed(range(1, len(deck))):
        while True:
            word = int.from_bytes(stream[at : at + 4], "big")
            at += 4
            if word < (last + 1) * (2**32 // (last + 1)):
                break
        deck[last], deck[word % (last + 1)] = deck[word % (last + 1)], deck[last]
    return deck


def test_a_deal_of_tongits_is_the_one_that_the_description_gives():
    state = dealt(SEED, tongits.Rules(jokers=2), 3, 2)
    order = by_the_text("cardlab-deal/1 tongits 3 2", [*DECK, *JOKERS[:2]])
    assert state.first == 1
    assert [set(hand) for hand in state.hands] == [set(order[:12]), set(order[12:25]), set(order[25:37])]
    assert list(state.stock) == order[37:]


def test_a_deal_of_tichu_is_the_one_that_the_description_gives():
    state = dealt(SEED, tichu.Rules(), 1, 1)
    order = by_the_text("cardlab-deal/1 tichu 1 1", [*DECK, *SPECIALS])
    sizes = iter((8, 8, 14, 14, 6, 6))
    piles = [tuple(order.pop(0) for _ in range(next(sizes))) for _ in range(6)]
    assert [*map(set, state.hands)] == [*map(set, piles[:2])]
    assert [*state.draw, *state.extra] == piles[2:]


def test_the_description_stands_for_ever():
    """Whoever has kept a secret number and records from today must find the same cards in years."""
    hands = " | ".join(notation(hand) for rules in RULES.values() for hand in dealt(SEED, rules, 7, 3).hands)
    assert sha256(hands.encode()).hexdigest()[:16] == "d6a5a1b5d893d401"


def test_every_order_is_equally_likely():
    counts = Counter("".join(shuffled(SEED, f"try {number}", "abcd")) for number in range(4800))
    assert len(counts) == 24
    # Chi-squared of 23 degrees of freedom: above 49.7 once in a thousand times.
    assert sum((often - 200) ** 2 / 200 for often in counts.values()) < 49.7


# The number


def test_a_number_is_new_each_time_and_has_one_hash():
    one, other = new_number(), new_number()
    assert one != other
    assert hash_of(one) == sha256(bytes.fromhex(one)).hexdigest()


@pytest.mark.parametrize("text", ["", SEED[1:], SEED + "0", "G" * 64, SEED.upper(), f"{SEED}\n", "٣" * 64])
def test_what_is_no_number_is_refused(text):
    with pytest.raises(NotationError):
        hash_of(text)


# Records


def about(round: int, deal: int) -> dict[str, object]:
    return {"dealer": {"hash": hash_of(SEED), "round": round, "deal": deal}}


def played(round: int, deal: int, *, game: str = "tongits") -> Record:
    """A round by bots with the cards of the dealer."""
    start = state = dealt(SEED, RULES[game], round, deal)
    moves, chance = [], Random(5)
    if game == "tongits":
        while tongits.outcome(state) is None:
            (seat,) = tongits.turn(state)
            moves.append(bots.tongits.careful(tongits.view(state, seat), chance))
            state = tongits.play(state, moves[-1])
    else:
        players, before = (bots.tichu.random,) * 2, 0
        while tichu.outcome(state) is None and len(moves) < 3000:
            if tichu.recycle_due(state):
                moves.append(recycled(SEED, round, deal, state, before))
                before += 1
            else:
                moves.append(bot_rounds._next_move(state, players, chance, [chance] * 2))
            state = tichu.play(state, moves[-1])
    return Record(start, tuple(moves), about=about(round, deal))


def codes(record: Record, number: str = SEED) -> list[str]:
    finding = check_deal(Record.parse(record.text()), number)
    return [refusal.code for refusal in finding.refusals] if finding else []


def test_what_the_dealer_has_dealt_is_right_and_anything_else_is_found_out():
    record = played(2, 3)
    assert codes(record) == []
    assert codes(replace(record, about=about(2, 2))) == ["dealer_cards"]
    assert codes(record, "00" * 32) == ["dealer_another"]
    other = replace(record.start, stock=tuple(reversed(record.start.stock)))
    assert codes(Record(other, about=record.about)) == ["dealer_cards"]


def test_new_extra_piles_are_the_dealers_too():
    """U4.3: whoever deals may not choose these either."""
    record = next(
        one
        for deal in range(1, 60)
        for one in [played(1, deal, game="tichu")]
        if any(isinstance(move, tichu.Recycle) for move in one.moves)
    )
    assert codes(record) == []
    at = next(at for at, move in enumerate(record.moves) if isinstance(move, tichu.Recycle))
    state = list(record.states())[at]
    chosen = next(move for seed in range(9) if (move := tichu.recycle(state, seed)) != record.moves[at])
    finding = check_deal(replace(record, moves=(*record.moves[:at], chosen)), SEED)
    assert finding is not None
    assert (finding.number, finding.refusals[0].code) == (at + 1, "dealer_recycled")


@pytest.mark.parametrize(
    "dealer",
    [None, 7, [], {"hash": SEED}, {"hash": SEED, "round": 0, "deal": 1}, {"round": 1}]
    + [{"hash": SEED, "round": number, "deal": 1} for number in (True, 1.0, "1", 10**9, None)],
)
def test_a_record_that_does_not_say_which_deal_it_is_cannot_be_checked(dealer):
    assert codes(Record(tongits.deal(), about={"dealer": dealer})) == ["dealer_unnamed"]


# cardlab check --dealer


def checked(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str]:
    code = main(["check", *map(str, words)])
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return code, out + err


def test_check_says_whether_the_cards_are_those_of_the_dealer(tmp_path: Path, capsys):
    right, wrong = tmp_path / "right.json", tmp_path / "wrong.json"
    record = played(1, 1)
    record.write(right)
    replace(record, about=about(1, 2)).write(wrong)
    ask = ("--dealer", SEED, right)
    code, output = checked(capsys, *ask)
    assert (code, "those of the dealer" in output) == (0, True)
    code, output = checked(capsys, *ask, wrong)
    assert code == 1
    assert "T10.6" in output
    code, output = checked(capsys, wrong)
    assert (code, "those of the dealer" in output) == (0, False)
    code, output = checked(capsys, right, "--dealer", "7")
    assert (code, say("refusal.dealer_number") in output) == (2, True)


def test_check_looks_at_every_round_of_a_table_and_says_so_to_programs(tmp_path: Path, capsys):
    first, second = played(1, 1), played(1, 2)
    path = tmp_path / "table.json"
    earlier = {EARLIER: [json.loads(first.text())]}
    replace(second, about={**second.about, **earlier}).write(path)
    code, output = checked(capsys, path, "--dealer", SEED, "--json")
    assert (code, json.loads(output)["records"][0]["dealer"]) == (0, "right")
    replace(second, about={**about(1, 3), **earlier}).write(path)
    code, output = checked(capsys, path, "--dealer", SEED, "--json")
    (one,) = json.loads(output)["records"]
    assert (code, one["dealer"], one["findings"][0]["round"]) == (1, "wrong", 2)
    assert one["findings"][0]["refusals"][0]["code"] == "dealer_cards"
