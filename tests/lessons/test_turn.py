"""The lesson about a turn: its guided rounds are played through the engine, and what it says of each clause holds."""

from dataclasses import replace
from random import Random

import pytest

from cardlab.cards import DECK, Card, cards
from cardlab.lessons import guided_rounds, turn
from cardlab.lessons.tables_tongits import late_round, ways_to_tongits
from cardlab.lessons.turn import ask_how_begins, ask_in_order, ask_may_discard, ask_tongits_now
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.record import Record
from cardlab.tongits import (
    Began,
    Discard,
    Draw,
    Ending,
    Kind,
    Laid,
    LayMeld,
    Phase,
    Rules,
    Sapaw,
    State,
    Take,
    deadwood,
    deal,
    legal_moves,
    melds_in,
    outcome,
    parse_move,
    play,
    why_meld,
    why_not,
)
from cardlab.tongits import turn as turn_of

GUIDES = {
    name: getattr(guided_rounds, name)()
    for name in ("first_turn", "tongits_by_melding", "tongits_by_laying_off", "tongits_by_discarding", "survive")
}
ENDINGS = {"tongits_by_melding": LayMeld, "tongits_by_laying_off": Sapaw, "tongits_by_discarding": Discard}
MUST_MELD = Rules(discard_must_meld=True)


def walked(guide):
    """The state before each step, and at last the one after all of them; replies included."""
    states = [guide.state]
    for step in guide.steps:
        state = play(states[-1], step.shows)
        for reply in step.replies:
            state = play(state, reply)
        states.append(state)
    return states


def table(hand, melds=(), top="", rules=None, **more):
    """A table before your draw, whole to the last card: your hand, melds with their owners, the top discard."""
    laid = tuple(Laid(why_meld(cards(text)), owner) for text, owner in melds)
    known = {*cards(hand), *cards(top), *(card for one in laid for card in one.meld.cards)}
    rest = [card for card in DECK if card not in known]
    fields = {"first": 1, "seat": 0, "phase": Phase.DRAW, "began": None, **more}
    hands = (cards(hand), tuple(rest[:9]), tuple(rest[9:18]))
    return State(
        rules or Rules(), hands, stock=tuple(rest[18:24]), discards=(*cards(top), *rest[24:]), melds=laid, **fields
    )


@pytest.mark.parametrize("guide", GUIDES.values(), ids=GUIDES)
def test_every_step_is_legal_and_meets_itself(guide):
    states = walked(guide)
    for step, before in zip(guide.steps, states[:-1], strict=True):
        assert turn_of(before) == {guide.seat}
        assert step.shows.seat == guide.seat
        assert not why_not(before, step.shows)
        assert step.meets(before, step.shows)
        assert step.clauses


@pytest.mark.parametrize("guide", GUIDES.values(), ids=GUIDES)
def test_every_step_refuses_what_leads_away_from_it(guide):
    for step, before in zip(guide.steps, walked(guide), strict=False):
        others = [move for move in legal_moves(before, guide.seat) if str(move) != str(step.shows)]
        refused = [move for move in others if not step.meets(before, move)]
        assert refused or not others, step.goal


@pytest.mark.parametrize("guide", GUIDES.values(), ids=GUIDES)
def test_a_step_takes_its_cards_in_any_order(guide):
    for step, before in zip(guide.steps, walked(guide), strict=False):
        if isinstance(step.shows, LayMeld | Sapaw):
            assert step.meets(before, replace(step.shows, cards=step.shows.cards[::-1]))


@pytest.mark.parametrize("guide", GUIDES.values(), ids=GUIDES)
def test_a_guide_ends_with_the_round(guide):
    assert outcome(walked(guide)[-1]).winner == guide.seat


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("guide", GUIDES.values(), ids=GUIDES)
def test_every_step_has_its_sentences_and_names_cards_as_the_language_does(guide, lang):
    keys = [key for step in guide.steps for key in (step.goal, step.done)]
    assert len({*keys, guide.closing}) == len(keys) + 1
    letters = {"en": "JQK", "de": "BDK", "nl": "BVK"}[lang]
    for key in (*keys, guide.closing):
        told = say(key, lang)
        assert not any(letter + suit in told for letter in set("BDJQV") - set(letters) for suit in "♣♦♥♠"), told


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("guide", GUIDES.values(), ids=GUIDES)
def test_every_goal_of_a_card_move_names_its_cards(guide, lang):
    for step in guide.steps:
        named = step.shows.cards if isinstance(step.shows, LayMeld | Sapaw) else ()
        named = (step.shows.card,) if isinstance(step.shows, Discard) else named
        for card in named:
            label = say("tell.deed.discard.you", lang, card=card).split()[1:]
            assert any(part.strip(".") in say(step.goal, lang) for part in label if part[-1:] in "♣♦♥♠"), step.goal


@pytest.mark.parametrize("guide", GUIDES.values(), ids=GUIDES)
def test_no_card_is_lost_or_there_twice_on_the_way(guide):
    for state in walked(guide):
        lying = [card for laid in state.melds for card in laid.meld.cards]
        held = [card for hand in state.hands for card in hand]
        assert sorted([*lying, *held, *state.stock, *state.discards]) == sorted(DECK)


def test_T2_2_the_guided_round_begins_with_a_deal_and_no_draw():
    start = GUIDES["first_turn"].state
    assert start.began is Began.DEAL
    assert [len(hand) for hand in start.hands] == [13, 12, 12]
    assert (len(start.stock), start.discards) == (15, ())


def test_the_guided_round_shows_every_part_of_a_turn():
    moves = [step.shows for step in GUIDES["first_turn"].steps]
    assert {type(move) for move in moves} == {Draw, Take, LayMeld, Sapaw, Discard}
    kinds = {why_meld(move.cards).kind for move in moves if isinstance(move, LayMeld)}
    assert kinds == set(Kind)
    assert 12 <= len(moves) <= 15


def test_the_guided_round_is_a_record_that_can_be_replayed():
    guide = GUIDES["first_turn"]
    record = Record(guide.state)
    for step in guide.steps:
        for move in (step.shows, *step.replies):
            record = record.add(move)
    assert list(record.states())[-1] == walked(guide)[-1]


def test_T2_6_the_guided_round_lets_try_to_discard_what_was_taken():
    guide = GUIDES["first_turn"]
    place = next(at for at, step in enumerate(guide.steps) if step.goal.endswith("lay_taken.goal"))
    refusals = why_not(walked(guide)[place], Discard(0, Card("Kh")))
    assert [refusal.rule for refusal in refusals] == ["T2.6"]


@pytest.mark.parametrize(("name", "last"), ENDINGS.items())
def test_T5_1_each_of_three_guides_ends_in_its_own_way(name, last):
    guide = GUIDES[name]
    assert type(guide.steps[-1].shows) is last
    assert outcome(walked(guide)[-1]).ending is Ending.TONGITS
    assert 1 <= len(guide.steps) <= 3


def test_T7_1_without_the_meld_the_learner_would_have_been_burned():
    guide = GUIDES["survive"]
    states = walked(guide)
    assert [state.opened(0) for state in states] == [False, False, False, True, True, True, True, True]
    end = outcome(states[-1])
    assert end.ending is Ending.STOCK
    assert 0 not in end.burned
    state = guide.state
    while turn_of(state):
        drawn = state.stock[0]
        state = play(play(state, Draw(state.seat)), Discard(state.seat, drawn))
    assert 0 in outcome(state).burned
    assert outcome(state).winner != 0


def test_the_learner_who_has_to_survive_has_missed_no_meld():
    """No card that the learner has been offered or has drawn so far would have made a meld with the hand."""
    start = GUIDES["survive"].state
    assert not melds_in(start.hands[0])
    offered, drawn = start.discards[3::3], start.discards[2::3]
    assert len(offered) == 3
    assert not any(melds_in({*start.hands[0], card}) for card in (*offered, *drawn))


def test_T9_2_the_sentence_about_twelve_points_counts_rightly():
    guide = GUIDES["survive"]
    place = next(at for at, step in enumerate(guide.steps) if step.done.endswith("survive.lay.done"))
    before, after = walked(guide)[place : place + 2]
    assert deadwood(before.hands[0]) - deadwood(after.hands[0]) == 12


def test_T2_1_a_player_who_has_not_opened_may_draw_or_take():
    question = ask_how_begins(table("2c 9d Kh", (("7c 8c 9c", 1),), "Jd"))
    assert question.solution("en")[1] == ("draw", "take")
    verdict = question.check(("draw", "take", "call"), "en")
    assert not verdict.right
    assert "T6.1" in verdict.rules


def test_T2_2_the_first_player_begins_by_laying_or_discarding():
    assert ask_how_begins(deal(seed=1)).solution("en")[1] == ("lay",)
    assert "T2.2" in ask_how_begins(deal(seed=1)).check(("draw",), "en").rules


def test_T2_7_after_thirty_takes_only_the_stock_is_left():
    state = table("2c 9d Kh", (("7c 8c 9c", 0),), "Jd", takes=30)
    assert ask_how_begins(state).solution("en")[1] == ("draw",)
    assert ask_how_begins(replace(state, takes=29)).solution("en")[1] == ("draw", "take", "call")


def test_T2_5_by_the_sheet_any_discard_may_be_taken():
    sentences = ask_how_begins(table("2c 9d Kh", top="Jd")).check(("draw", "take"), "en").sentences
    assert any("Any card on top of the discard pile may be taken" in sentence for sentence in sentences)


def test_T2_5_by_the_house_rule_a_lay_off_is_not_enough_and_a_new_meld_is_named():
    question = ask_how_begins(table("2c 9d Kh", (("8s 9s Ts", 1),), "Js", rules=MUST_MELD))
    assert question.answer == ("draw",)
    assert "T2.5" in question.check(("draw", "take"), "en").rules
    sentences = ask_how_begins(table("2c Td Qd", top="Jd", rules=MUST_MELD)).check(("draw", "take"), "en").sentences
    assert any("10♦ J♦ Q♦" in sentence for sentence in sentences)


def test_T2_6_the_card_taken_may_not_be_discarded_in_this_turn():
    question = ask_may_discard(table("2c 9d Kh", top="Jd"), (Take(0),))
    assert set(question.solution("en")[1]) == set(cards("2c 9d Kh"))
    assert question.check(cards("2c 9d Kh Jd"), "en").rules == ("T2.6",)


def test_T2_6_a_card_taken_a_turn_ago_may_be_discarded():
    question = ask_may_discard(table("2c 9d Kh", top="Jd"), (Draw(0),), Card("Kh"))
    assert Card("Kh") in question.solution("en")[1]
    without = tuple(card for card in question.answer if card is not Card("Kh"))
    verdict = question.check(without, "en")
    assert not verdict.right
    assert "T2.6" in verdict.rules


def test_T2_5_by_the_house_rule_nothing_is_discarded_before_the_meld():
    state = table("2c Td Qd Kh", top="Jd", rules=MUST_MELD)
    assert ask_may_discard(state, (Take(0),)).check((), "en").right
    laid = ask_may_discard(state, (Take(0), parse_move("0 meld Td Jd Qd")))
    assert set(laid.solution("en")[1]) == set(cards("2c Kh"))


@pytest.mark.parametrize(
    ("moves", "answer", "rule"),
    [
        ("0 take|0 meld Td Jd Qd|0 discard Kh", "none", "T2.3"),
        ("0 take|0 sapaw 0 Ts|0 discard Kh", "none", "T2.3"),
        ("0 meld Td Jd Qd|0 take|0 discard Kh", "1", "T2.1"),
        ("0 take|0 draw|0 discard Kh", "2", "T2.1"),
        ("0 take|0 discard Jd", "2", "T2.6"),
        ("0 take|0 discard Kh|0 meld Td Jd Qd", "3", "T1.1"),
        ("0 take|0 sapaw 0 2c|0 discard Kh", "2", "T4.2"),
        ("0 take|0 meld Td Jd Qd|0 call", "3", "T2.1"),
    ],
)
def test_the_first_move_out_of_order_is_found(moves, answer, rule):
    before = table("2c Td Qd Kh Ts", (("7s 8s 9s", 1),), "Jd")
    question = ask_in_order(before, tuple(parse_move(text) for text in moves.split("|")))
    assert question.solution("en")[1] == answer
    assert rule in question.check(answer, "en").rules


def test_T4_3_a_lay_off_before_opening_is_pointed_out():
    before = table("2c Td Kh Ts", (("7s 8s 9s", 1),), "Jd")
    question = ask_in_order(before, (Take(0), Sapaw(0, 0, cards("Ts")), Discard(0, Card("Kh"))))
    assert "(T4.3)" in " ".join(question.check("none", "en").sentences)


@pytest.mark.parametrize(
    ("hand", "ways"),
    [
        ("Td Jd Qd", {"melding"}),
        ("Td Jd Qd Kh", {"discarding"}),
        ("Ts Js", {"laying_off", "discarding"}),
        ("Ts Td Jd Qd", {"melding", "laying_off", "discarding"}),
        ("2c Kh", set()),
        ("Ts Tc Td 2h", {"discarding"}),
    ],
)
def test_T5_1_every_way_to_the_last_card_is_found(hand, ways):
    state = table(hand, (("7s 8s 9s", 1), ("4c 5c 6c", 0)), phase=Phase.LAY, began=Began.STOCK)
    question = ask_tongits_now(state)
    found = {key for key, _ in question.task("en").choices if question.check(key, "en").right}
    assert found - {"none"} == set(ways_to_tongits(question.state))
    assert ("none" in found) == (not ways)
    assert ways <= set(ways_to_tongits(question.state))
    for path in ways_to_tongits(question.state).values():
        end = state
        for move in path:
            end = play(end, move)
        assert outcome(end).ending is Ending.TONGITS


def test_T2_6_a_card_that_is_taken_is_no_last_discard():
    state = table("Ts", (("7s 8s 9s", 1),), "Kd")
    assert not ways_to_tongits(state)
    assert set(ways_to_tongits(table("Kd", (("7s 8s 9s", 1),), "Ts"))) == {"discarding"}


def test_T5_1_no_way_is_missed_in_games_by_chance():
    """A search by chance finds a Tongits only where the complete search says that there is one."""
    for seed in range(60):
        chance = Random(seed)
        state = play(late_round(chance, (3, 2, 2)), Draw(0))
        found = ways_to_tongits(state)
        for _ in range(20):
            at = state
            while at.phase is Phase.LAY and at.seat == 0:
                last = chance.choice(legal_moves(at, 0))
                at = play(at, last)
            if not at.hands[0]:
                assert {LayMeld: "melding", Sapaw: "laying_off", Discard: "discarding"}[type(last)] in found


def test_the_lesson_has_questions_of_every_answer():
    allowed = {turn.how_begins.question(str(key), 3).answer for key in range(60)}
    assert {("draw",), ("draw", "take"), ("draw", "call"), ("draw", "take", "call"), ("lay",)} <= allowed
    assert len({turn.in_order.question(str(key), 3).answer for key in range(60)}) >= 4
    ways = [ways_to_tongits(turn.tongits_now.question(str(key), 3).state) for key in range(60)]
    assert {way for found in ways for way in found} == {"melding", "laying_off", "discarding"}
    assert {} in ways


def test_T2_5_no_question_tells_of_a_card_kept_that_the_house_rule_wanted_in_a_meld():
    made = [turn.may_discard.make(Random(seed), level) for seed in range(300) for level in (2, 3)]
    kept = [question for question in made if "T2.6" in question.check((), "en").rules and not question.state.taken]
    assert kept
    assert not any(question.state.rules.discard_must_meld for question in kept)
