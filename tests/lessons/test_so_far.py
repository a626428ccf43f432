"""What a wrong answer is told while tries are left: a reason and its clause, and nothing that ends the search."""

import os
import re
from collections import defaultdict

import pytest
from asked import answers

from cardlab.lessons.course import LESSONS
from cardlab.lessons.drill import LEVELS
from cardlab.lessons.quiz import reading_of
from cardlab.phrasing.catalogue import card_label, has_message, say

EACH = int(os.environ.get("WRONG", "24"))  # `make long` asks 200 of each kind
DRILLS = {drill.name: drill for lesson in LESSONS for drill in lesson.drills}
CLAUSE = re.compile(r" ?\([TU]\d+\.\d+(?:, [TU]\d+\.\d+)*\)")
LABEL = re.compile(r"(?:10|[2-9AJQK])[♠♥♦♣]")


def named(question, given, sentence):
    """Whether what is told names what the answer lacks, and of what could be answered nothing else."""
    words, right = question.read("en"), question.answer
    task = words.task
    if task.kind == "choice":
        chosen, expected = (one if isinstance(one, tuple) else (one,) for one in (given, right))
        said = {key for key, label in task.choices if re.search(rf"(?<!\w){re.escape(label)}(?!\w)", sentence)}
    else:
        chosen, expected = (one[:1] if task.kind == "card_and_pile" else one for one in (given, right))
        said = {card for card in task.hand if re.search(rf"(?<!\d){card_label(card, 'en')}", sentence)}
    lacking = {*expected} - {*chosen}
    return bool(lacking) and said - {*chosen} == lacking


@pytest.mark.parametrize("name", DRILLS)
def test_every_wrong_answer_is_told_a_reason_and_its_clause_and_not_the_right_one(name):
    told_of, numbers = defaultdict(set), []
    for number in range(EACH):
        question = DRILLS[name].question(f"so far {number}", 1 + number % LEVELS)
        words, names_the_other = question.read("en"), len(question.choices) == 2 and question.choose == "one"
        wrong = [given for given in answers(question) if not words.check(given).right]
        assert wrong, f"everything is right in {question}"
        for given in wrong:
            told = words.partial_verdict(given)
            lacking = len({*question.answer} - {*given}) if isinstance(given, tuple) else 0
            assert told.incomplete == (say("so_far.missing", "en", count=lacking) in told.sentences)
            assert any(len(CLAUSE.sub("", one)) > 25 and CLAUSE.search(one) for one in told.sentences), (given, told)
            for verdict in (told, words.final_verdict(given)):
                assert all(has_message(f"clause.{rule}") for rule in verdict.rules)
                first = re.findall(r"[TU]\d+\.\d+", " ".join(verdict.sentences))[:1]
                assert reading_of(name, verdict.rules) == reading_of(name, tuple(first)), (given, verdict)
            if question.kind == "number":
                for sentence in told.sentences:
                    told_of[sentence].add(question.answer)
                    numbers.append((sentence, question.answer))
            # A discard is told which pair it breaks, even if the other card of that pair is the right one.
            elif not names_the_other and name != "tips.which_discard":
                assert not named(question, given, " ".join(told.sentences)), (question, given, told)
    # A number that stands in the rule itself is told whatever the answer is.
    for sentence, right in numbers:
        bare = LABEL.sub("", CLAUSE.sub("", sentence))
        assert told_of[sentence] != {right} or not re.search(rf"(?<![\d.]){right}(?![\d.])", bare), (sentence, right)
