"""Questions about one position under two rules: the sheets' and a house rule.

First the questions, then the drills that make them at random.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random
from typing import Final, Literal

from cardlab import tichu, tongits
from cardlab.lessons.ask import Ask, labelled
from cardlab.lessons.disagree import tables
from cardlab.lessons.disagree.cases_tichu import finished, how_many_points, on_the_dragon, two_or_ace
from cardlab.lessons.disagree.cases_tongits import who_wins
from cardlab.lessons.disagree.dispute import ALLOWED, NOBODY, Case, Dispute
from cardlab.lessons.drill import drill
from cardlab.lessons.tables_tongits import SEATS
from cardlab.phrasing import Reader, Reason
from cardlab.phrasing.house_rules import AnyRules, clause, house_rules_of, named, rule_key, rules_label, says
from cardlab.phrasing.messages import Deferred, Message, Text, in_words, reasons
from cardlab.phrasing.rule_page import who_plays

# The questions

WHERE: Final = labelled(
    "lesson.legal_under.both", "lesson.legal_under.sheets", "lesson.legal_under.house", "lesson.legal_under.neither"
)


def _under(case: Case, house: AnyRules, sheets: AnyRules | None = None) -> tuple[Ask, Ask, Ask]:
    """Return questions by the sheets' rules, by the house rules, and one that explains both answers."""
    sheets = sheets or type(house)()
    by_sheets, by_house = case(sheets), case(house)
    because = (_side(sheets, by_sheets), _side(house, by_house), Deferred(_says, house))
    rule = [Message(f"clause.{one}", one) for one in dict.fromkeys(clause(house, field) for field in house.changed())]
    return (
        by_sheets,
        by_house,
        replace(by_sheets, notes=(by_sheets.notes, Deferred(house_rules_of, house)), because=because, rule=rule),
    )


def _title(asked: Ask) -> Text:
    return asked.choices.get(str(asked.answer), str(asked.answer))


def _side(rules: AnyRules, asked: Ask) -> tuple[Text, ...]:
    """Say the answer under these rules, and why."""
    return Message("lesson.under.side", side=Deferred(rules_label, rules), answer=_title(asked)), asked.because


def _says(reader: Reader, house: AnyRules) -> tuple[Reason, ...]:
    return tuple(Reason(says(house, field, reader.lang), clause(house, field)) for field in house.changed())


def ask_legal_under(case: Case, house: AnyRules) -> Ask:
    """Ask under which rules a move is legal, or cards are a meld; see `WHERE`."""
    by_sheets, by_house, both = _under(case, house)
    sheets, other = (asked.answer == ALLOWED for asked in (by_sheets, by_house))
    return replace(
        both,
        prompt=Message("lesson.legal_under.prompt", question=by_sheets.prompt),
        choices=WHERE,
        answer=("both" if other else "sheets") if sheets else "house" if other else "neither",
        helps=(Message("lesson.under.answer_twice"), _side(type(house)(), by_sheets)),
    )


def winners(case: Case, house: tongits.Rules) -> tuple[str, str]:
    """Return the winners (seat or `NOBODY`) by the sheets' rules and the house rule."""
    return str(case(tongits.SHEET).answer), str(case(house).answer)


def ask_who_wins_under(case: Case, house: tongits.Rules, pair: tuple[str, str]) -> Ask:
    """Ask who wins under the sheets' rules, and who with the house rule.

    `pair`: the two seats to choose from.
    """
    by_sheets, _, both = _under(case, house)
    choices: dict[str, Text] = {}
    for sheets, other in product(pair, repeat=2):
        key = "lesson.who_wins_under.same" if sheets == other else "lesson.who_wins_under.different"
        choices[f"{sheets} {other}"] = Message(key, sheets=f"seat.{sheets}", house=f"seat.{other}")
    return replace(
        both,
        prompt=Message("lesson.who_wins_under.prompt"),
        choices=choices,
        answer=" ".join(winners(case, house)),
        helps=(Message("lesson.who_wins_under.count_first"), _side(tongits.Rules(), by_sheets)),
    )


def ask_count_under(case: Case, house: AnyRules, by_house: bool) -> Ask:
    """Ask for a number with the house rule if `by_house`, otherwise without it."""
    first, second, both = _under(case, house)
    sides = (house, second), (type(house)(), first)
    (rules, asked), (other, known) = sides if by_house else sides[::-1]
    return replace(
        both,
        prompt=Message("lesson.counts_under.prompt", rules=Deferred(rules_label, rules), question=asked.prompt),
        choices={},
        answer=int(str(asked.answer)),
        helps=(
            Message("lesson.counts_under.only_house" if by_house else "lesson.counts_under.only_sheets"),
            _side(other, known),
        ),
    )


def ask_with_and_without(dispute: Dispute) -> Ask:
    """Ask for both answers of a dispute: without its house rule, and with it."""
    first, second, both = _under(dispute.case, dispute.house, dispute.here)
    possible = {
        key: label for key, label in _choices(first, second).items() if key in map(str, (first.answer, second.answer))
    }
    choices: dict[str, Text] = {}
    for (one, without), (other, having) in product(possible.items(), repeat=2):
        key = "dispute.both_times" if one == other else "dispute.without_and_with"
        choices[f"{one}|{other}"] = Message(key, first=without, second=having)
    sides = _side(dispute.here, first), _side(dispute.house, second)
    return replace(
        both,
        prompt=Deferred(_titled, dispute, first.prompt),
        choices=choices,
        answer=f"{first.answer}|{second.answer}",
        because=(*sides, _why(dispute)),
        clauses=dispute.clauses,
        helps=((_chief_clause(dispute), Message("lesson.under.answer_twice")), sides[0]),
    )


def ask_one_side(dispute: Dispute, place: Literal[0, 1]) -> Ask:
    """Ask for the answer on one side of a dispute.

    `place`: 0 without the dispute's house rules, 1 with them. The question for 1 tells the answer for 0.
    """
    first, second = asks = dispute.case(dispute.here), dispute.case(dispute.house)
    asked, rules = asks[place], (dispute.here, dispute.house)[place]
    prompt = Message("lesson.counts_under.prompt", rules=Deferred(rules_label, rules), question=asked.prompt)
    return replace(
        first,
        prompt=Deferred(_titled, dispute, prompt),
        choices=_choices(first, second),
        notes=(first.notes, Deferred(_known, dispute, _title(first)) if place else ()),
        answer=str(asked.answer),
        because=(_side(rules, asked), (_why(dispute), Deferred(_one_by_one, dispute)) if place else ()),
        clauses=dispute.clauses,
        helps=(_chief_clause(dispute),),
    )


def both_sides(disputes: Iterable[Dispute]) -> tuple[Ask, ...]:
    """Return questions about both sides of each dispute.

    There is one question if a single house rule differs, otherwise one for each side.
    """
    asked: list[Ask] = []
    for dispute in disputes:
        single = len(dispute.fields) == 1
        asked += [ask_with_and_without(dispute)] if single else [ask_one_side(dispute, 0), ask_one_side(dispute, 1)]
    return tuple(asked)


def _choices(first: Ask, second: Ask) -> dict[str, Text]:
    """Return the answers to choose from, with their labels.

    For numbers, these are the answers of both sides and some nearby.
    """
    if first.choices:
        return dict(first.choices)
    wanted = {int(str(asked.answer)) for asked in (first, second)}
    low, high = min(wanted), max(wanted)
    for near in ((low + high) // 2, high + 4, max(0, low - 3), high + 7):
        if len(wanted) < 4:
            wanted.add(near)
    return {str(number): str(number) for number in sorted(wanted)}


def _chief_clause(dispute: Dispute) -> Message:
    return Message(f"clause.{dispute.clauses[0]}", dispute.clauses[0])


def _titled(reader: Reader, dispute: Dispute, prompt: Text) -> str:
    """Put the title of a dispute before a question."""
    single = len(dispute.fields) == 1
    key = rule_key(dispute.here, dispute.fields[0]) if single else f"dispute.title.{dispute.name}"
    return f"{reader.say(key)}. {in_words(reader, prompt)}"


def _known(reader: Reader, dispute: Dispute, title: Text) -> tuple[str, ...]:
    """Return a dispute's answer without its house rules, and the house rules.

    `title`: the answer without the house rules, in words.
    """
    first, second = (rules_label(rules, reader.lang) for rules in (dispute.here, dispute.house))
    house = "; ".join(named(dispute.house, field, reader.lang) for field in dispute.fields)
    known = reader.say("lesson.under.side", side=first, answer=in_words(reader, title))
    return known, reader.say("lesson.under.side", side=second, answer=house)


def _why(dispute: Dispute) -> tuple[Message, ...]:
    """Say where the rule of this course comes from, why, and who plays otherwise."""
    source = (f"lesson.source.{dispute.source}",) if dispute.source else ()
    played = (who_plays(field) for field in dispute.fields if len(dispute.fields) == 1)
    return tuple(Message(key) for key in (*source, f"dispute.why.{dispute.name}", *played))


def _one_by_one(reader: Reader, dispute: Dispute) -> tuple[str, ...]:
    """Say what each of several house rules changes in this position."""
    if len(dispute.fields) < 2:
        return ()
    before, texts = dispute.case(dispute.here), []
    for field in dispute.fields:
        after = dispute.case(replace(dispute.here, **{field: getattr(dispute.house, field)}))
        new = [one.sentence for one in reasons(reader, after.because) if one not in reasons(reader, before.because)]
        name = named(dispute.house, field, reader.lang)
        if after.answer != before.answer:
            texts.append(f"{name}. {reader.say('dispute.changes_answer', answer=in_words(reader, _title(after)))}")
        elif new:
            texts.append(f"{name}. {reader.say('dispute.changes_this', explanation=' '.join(new))}")
    return (*texts, reader.say("dispute.others")) if len(texts) < len(dispute.fields) else tuple(texts)


# The drills


@drill("disagree.legal_under", "T2.5", "T3.3", "T6.8", "T6.9", step="taking-and-laying")
def legal_under(chance: Random, level: int) -> Ask:
    """Make a question about the rules under which a move is legal.

    Level 1: taking a discard, or the ace. Level 2: the ace, or a draw call. Level 3: a draw call, or a secret four.
    """
    kinds = (tables.may_take, tables.around_the_ace, tables.may_call, tables.four_of_a_rank)[: level + 1]
    case, house = chance.choice(kinds[-2:])(chance)
    return ask_legal_under(case, house)


@drill("disagree.who_wins_under", "T6.2", "T6.5", "T8.4", "T9.2", step="draw-call")
def who_wins_under(chance: Random, level: int) -> Ask:
    """Make a question about who wins under the sheets' rules, and with a house rule.

    Level 1: a tie after a draw call. Level 2: or after the last card of the stock. Level 3: a tie after the last card,
    or another rule about the winner.
    """
    names = (("tie",), ("tie", "stock_tie"), ("showdown", "stock_tie", "concealed_melds_count"))[level - 1]
    name = chance.choice(names)
    house = tables.DECIDING[name]
    differs = chance.randrange(3) > 0
    while True:
        tied = differs or chance.randrange(2) == 0
        case = partial(who_wins, *tables.finished_round(chance, name, tied=tied))
        sheets, other = winners(case, house)
        if NOBODY in (sheets, other) or (sheets != other) != differs:
            continue
        if sheets == other:
            other = chance.choice([seat for seat in map(str, SEATS) if seat != sheets])
        return ask_who_wins_under(case, house, (min(sheets, other), max(sheets, other)))


@drill("disagree.tichu_under", "U2.3", "U4.4", "U5.1", "U5.6", "U6.2", step="tichu")
def tichu_under(chance: Random, level: int) -> Ask:
    """Make a question about Tichu under the sheet's rules, and with a house rule.

    One in three asks for the points of a win. The others are about a card on an ace or 2 (level 1), or on the Dragon
    (level 2), or either (level 3).
    """
    if chance.randrange(3) == 0:
        case = partial(how_many_points, finished(chance, level))
        return ask_count_under(case, tichu.Rules(points=tichu.Points.SWAPPED), chance.randrange(2) == 1)
    kind = (two_or_ace, on_the_dragon)[chance.randrange(2) if level > 2 else level - 1]
    return ask_legal_under(*kind(chance))
