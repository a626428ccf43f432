"""Deals that nobody chooses: dealt as the text says, every order alike likely, and found out when they are others."""

import hmac
import json
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from cardlab import bots, rounds, tichu, tongits
from cardlab.cards import DECK, JOKERS, SPECIALS, Card, notation
from cardlab.cli import main
from cardlab.locale import LANGUAGES, say
from cardlab.record import EARLIER, Record
from cardlab.refusal import NotationError
from cardlab.tables import fair
from cardlab.tables.fair import Dealer, Which, can_be_checked, check_deal, dealt, recycled, shuffled
from cardlab.tell import explain

SEED = "0123456789abcdef" * 4
DEALER = Dealer.holding(SEED)


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
    state = dealt(SEED, "tongits", Which(3, 2), tongits.Rules(jokers=2))
    order = by_the_text("cardlab-deal/1 tongits 3 2", [*DECK, *JOKERS[:2]])
    assert state.first == 1
    assert [set(hand) for hand in state.hands] == [set(order[:12]), set(order[12:25]), set(order[25:37])]
    assert list(state.stock) == order[37:]


def test_a_deal_of_tichu_is_the_one_that_the_description_gives():
    state = dealt(SEED, "tichu", Which(1, 1, 4))
    order = by_the_text("cardlab-deal/1 tichu 1 1 4", [*DECK, *SPECIALS])
    sizes = iter((8, 8, 14, 14, 6, 6))
    piles = [tuple(order.pop(0) for _ in range(next(sizes))) for _ in range(6)]
    assert [*map(set, state.hands)] == [*map(set, piles[:2])]
    assert [*state.draw, *state.extra] == piles[2:]


def test_the_description_stands_for_ever():
    """Whoever has kept a secret number and records from today must find the same cards in years."""
    told = " | ".join(notation(hand) for game in ("tongits", "tichu") for hand in dealt(SEED, game, Which(7, 3)).hands)
    assert sha256(told.encode()).hexdigest()[:16] == "d6a5a1b5d893d401"


def test_every_order_is_equally_likely():
    seen = Counter("".join(shuffled(SEED, f"try {number}", "abcd")) for number in range(4800))
    assert len(seen) == 24
    # Chi-squared of 23 degrees of freedom: above 49.7 once in a thousand times.
    assert sum((often - 200) ** 2 / 200 for often in seen.values()) < 49.7


def test_deals_of_other_rounds_numbers_tables_games_and_dealers_are_others():
    others = [Which(1, 1), Which(1, 2), Which(2, 1), Which(11, 1), Which(1, 11), Which(1, 1, 1), Which(1, 1, 2)]
    states = [dealt(SEED, "tongits", which) for which in others] + [dealt("00" * 32, "tongits", Which(1, 1))]
    assert len({state.stock for state in states}) == len(states)


def test_every_seat_begins_in_turn():
    assert [dealt(SEED, "tongits", Which(1, deal)).first for deal in range(1, 7)] == [0, 1, 2, 0, 1, 2]


# Dealers


def test_a_dealer_is_read_as_it_is_written_and_published_without_the_number():
    dealer = Dealer.new()
    assert Dealer.parse(dealer.text()) == dealer
    assert dealer.is_right
    assert dealer.seed not in dealer.public.text()
    assert dealer.hash == sha256(bytes.fromhex(dealer.seed or "")).hexdigest()
    assert Dealer.new() != dealer
    assert not replace(dealer, seed=SEED).is_right


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"{", b"\xff\xfe", b'{"format": "cardlab-record/1"}', b'{"format": "cardlab-dealer/1"}', b" " * 99_999]
    + [json.dumps({"format": fair.FORMAT, "hash": SEED, "seed": seed}).encode() for seed in (7, "", SEED[1:], "G" * 64)]
    + [json.dumps({"format": fair.FORMAT, "hash": hash_}).encode() for hash_ in (None, SEED.upper(), [SEED])],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_no_dealer_is_refused_with_a_sentence(content, lang):
    with pytest.raises(NotationError) as unreadable:
        Dealer.parse(content)
    assert explain(unreadable.value.refusal, lang)


# Records


def played(which: Which, *, dealer: Dealer = DEALER, game: fair.Game = "tongits", seed: str = SEED) -> Record:
    """A round by bots with the cards of the dealer."""
    state = dealt(seed, game, which)
    moves = []
    chance = __import__("random").Random(5)
    if game == "tongits":
        while tongits.outcome(state) is None:
            (seat,) = tongits.turn(state)
            moves.append(bots.tongits.careful(tongits.view(state, seat), chance))
            state = tongits.play(state, moves[-1])
    else:
        players, number = (bots.tichu.random,) * 2, 0
        while tichu.outcome(state) is None and len(moves) < 3000:
            if tichu.recycle_due(state):
                number += 1
                moves.append(recycled(seed, which, number, state))
            else:
                moves.append(rounds._next_move(state, players, chance))
            state = tichu.play(state, moves[-1])
    return Record(dealt(seed, game, which), tuple(moves), about={"dealer": dealer.about(which)})


def codes(record: Record, published: Dealer | None = DEALER) -> list[str]:
    found = check_deal(Record.parse(record.text()), published)
    return [refusal.code for refusal in found.refusals] if found else []


def test_what_the_dealer_has_dealt_is_right_and_anything_else_is_found_out():
    record = played(Which(2, 3))
    assert codes(record) == []
    assert codes(replace(record, about={"dealer": DEALER.about(Which(2, 2))})) == ["dealer_cards"]
    assert codes(replace(record, about={})) == ["dealer_unnamed"]
    assert codes(record, Dealer.holding("00" * 32)) == ["dealer_another"]
    assert codes(record, replace(DEALER, seed="00" * 32)) == ["dealer_seed"]
    other = replace(record.start, stock=tuple(reversed(record.start.stock)))
    assert codes(Record(other, about=record.about)) == ["dealer_order"]
    another = Record(dealt(SEED, "tongits", Which(2, 3, 1)), about=record.about)
    assert codes(another) == ["dealer_cards"]


def test_as_long_as_the_number_is_not_known_nothing_is_said():
    record = played(Which(2, 3))
    assert codes(record, DEALER.public) == []
    assert not can_be_checked(record, DEALER.public)
    assert not can_be_checked(record)
    assert can_be_checked(record, DEALER)
    with_number = replace(record, about={"dealer": DEALER.about(Which(2, 3)) | {"seed": SEED}})
    assert can_be_checked(with_number)
    assert codes(with_number, None) == []


def test_new_extra_piles_are_the_dealers_too():
    """U4.3: whoever deals may not choose these either."""
    record = next(
        one
        for deal in range(1, 60)
        for one in [played(Which(1, deal), game="tichu")]
        if any(isinstance(move, tichu.Recycle) for move in one.moves)
    )
    assert codes(record) == []
    at = next(at for at, move in enumerate(record.moves) if isinstance(move, tichu.Recycle))
    state = list(record.states())[at]
    chosen = next(move for seed in range(9) if (move := tichu.recycle(state, seed)) != record.moves[at])
    finding = check_deal(replace(record, moves=(*record.moves[:at], chosen)), DEALER)
    assert finding is not None
    assert (finding.number, finding.refusals[0].code) == (at + 1, "dealer_recycled")


@pytest.mark.parametrize(
    "told",
    [7, [], {"hash": DEALER.hash}, {"hash": DEALER.hash, "round": 0, "deal": 1}, {"round": 1, "deal": 1}]
    + [{"hash": DEALER.hash, "round": number, "deal": 1} for number in (True, 1.0, "1", 10**9, None)]
    + [{"hash": DEALER.hash, "round": 1, "deal": 1, "table": 0}],
)
def test_what_a_record_says_about_its_dealer_and_cannot_be_read_is_refused(told):
    record = Record(tongits.deal(), about={"dealer": told})
    with pytest.raises(NotationError):
        check_deal(record, DEALER)


# cardlab check --dealer


def checked(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str]:
    code = main(["check", *map(str, words)])
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return code, out + err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_check_says_whether_the_cards_are_those_of_the_dealer(lang, tmp_path: Path, capsys):
    right, wrong, published = tmp_path / "right.json", tmp_path / "wrong.json", tmp_path / "dealer.json"
    record = played(Which(1, 1))
    record.write(right)
    replace(record, about={"dealer": DEALER.about(Which(1, 2))}).write(wrong)
    published.write_text(DEALER.public.text())
    ask = ("--lang", lang, "--dealer", published, right)
    code, told = checked(capsys, *ask)
    assert (code, say("cli.check_dealer.unknown", lang) in told) == (0, True)
    published.write_text(DEALER.text())
    code, told = checked(capsys, *ask)
    assert (code, say("cli.check_dealer.right", lang) in told) == (0, True)
    code, told = checked(capsys, *ask, wrong)
    assert code == 1
    assert "T10.6" in told
    code, told = checked(capsys, wrong, "--lang", lang)
    assert (code, say("cli.check_dealer.unknown", lang) in told) == (0, True)
    published.write_text("{}")
    assert checked(capsys, *ask)[0] == 2
    assert checked(capsys, right, "--dealer", tmp_path / "nowhere.json")[0] == 2


def test_check_looks_at_every_round_of_a_match_and_says_so_to_programs(tmp_path: Path, capsys):
    first, second = played(Which(1, 1)), played(Which(1, 2))
    path, published = tmp_path / "match.json", tmp_path / "dealer.json"
    published.write_text(DEALER.text())
    about = {EARLIER: [json.loads(first.text())]}
    replace(second, about={**second.about, **about}).write(path)
    code, told = checked(capsys, path, "--dealer", published, "--json")
    assert (code, json.loads(told)["records"][0]["dealer"]) == (0, "right")
    replace(second, about={"dealer": DEALER.about(Which(1, 3)), **about}).write(path)
    code, told = checked(capsys, path, "--dealer", published, "--json")
    (one,) = json.loads(told)["records"]
    assert (code, one["dealer"], one["findings"][0]["round"]) == (1, "wrong", 2)
    assert one["findings"][0]["refusals"][0]["code"] == "dealer_cards"
    Record(tongits.deal(), about={"dealer": 7}).write(path)
    assert checked(capsys, path)[0] == 2


def test_a_record_without_a_dealer_is_checked_as_ever(tmp_path: Path, capsys):
    path = tmp_path / "game.json"
    rounds.play_tongits((bots.tongits.careful,) * 3).write(path)
    code, told = checked(capsys, path, "--json")
    assert (code, "dealer" in json.loads(told)["records"][0]) == (0, False)
