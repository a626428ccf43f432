"""Output for other programs: one JSON document, or the progress of a class as CSV; the exit codes stay the same."""

import csv
import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.lessons.melds import repair
from cardlab.terminal import as_csv, for_spreadsheet


@pytest.fixture
def document(run):
    """Run a command with `--json`; return its exit code, JSON output, and errors."""

    def reading(*words):
        code, out, err = run(*words, "--json")
        assert out.isascii()
        return code, json.loads(out), err

    return reading


@pytest.fixture
def rows(run):
    """Run a command with `--csv`; return its exit code, rows, and errors."""

    def reading(*words):
        code, out, err = run(*words, "--csv")
        return code, list(csv.DictReader(io.StringIO(out))), err

    return reading


def test_check_reports_every_record_in_one_document(records, document):
    good, broken, torn, none = records
    code, printed, err = document("check", *records)
    assert (code, err) == (2, "")
    assert [one["path"] for one in printed["records"]] == records
    right, wrong, unreadable, missing = printed["records"]
    assert (right["verdict"], right["rounds"], right["findings"]) == ("right", 1, [])
    assert right["moves"] > 20
    (finding,) = wrong["findings"]
    assert (wrong["verdict"], finding["round"], finding["move"]) == ("broken", 1, "2 draw")
    refusal = finding["refusals"][0]
    assert (refusal["code"], refusal["rule"], refusal["facts"]) == ("not_your_turn", "T1.1", {"seat": 1})
    assert refusal["fix"] == {"code": "wait_for_seat", "facts": {"seat": 1}}
    assert unreadable["verdict"] == missing["verdict"] == "unreadable"
    assert unreadable["code"] == "record_torn"
    assert none in missing["text"]
    assert [document("check", path)[0] for path in (good, broken, torn)] == [0, 1, 2]


def test_the_language_is_that_of_the_reasons_and_of_nothing_else(document, run):
    printed, english = (document("why", "7h", "8h", "Th", "--lang", lang)[1] for lang in ("nl", "en"))
    texts = [one["refusals"][0].pop("text") for one in (printed, english)]
    assert printed == english
    assert texts[0] != texts[1]
    assert run("why", "9h", "Th", "Jh", "--lang", "nl")[1] == "Ja, 9♥ 10♥ B♥ is een reeks.\n"


def test_a_hand_is_printed_with_all_its_best_arrangements(document):
    hand = ["4h", "5h", "6h", "7h", "7c", "7s", "K♦"]
    code, printed, _ = document("deadwood", *hand)
    assert (code, printed["cards"], printed["deadwood"]) == (0, ["4h", "5h", "6h", "7h", "7c", "7s", "Kd"], 10)
    (best,) = printed["arrangements"]
    assert [meld["kind"] for meld in best["melds"]] == ["set", "run"]
    assert best["loose"] == ["Kd"]


def test_why_prints_readings_and_reasons(document):
    code, printed, _ = document("why", "9h", "10h", "Jh")
    assert (code, printed["is_meld"], printed["readings"][0]["kind"], printed["refusals"]) == (0, True, "run", [])
    code, printed, _ = document("why", "7h", "8h", "Th")
    assert (code, printed["is_meld"], printed["readings"]) == (1, False, [])
    assert printed["refusals"][0]["fix"] == {"code": "add", "facts": {"cards": ["9h"]}}


def test_progress_is_a_table_lesson_by_lesson(rows, handed_in):
    code, printed, err = rows("progress", handed_in("1.json", "Ana"))
    assert (code, err, len(printed)) == (0, "", 1)
    (lesson,) = printed
    assert (lesson["name"], lesson["of"], lesson["answered"], lesson["check_total"]) == ("Ana", "melds", "1", "")
    assert lesson["last_day"] == "2023-11-14"


def test_progress_is_printed_clause_by_clause_with_its_dates(rows, handed_in):
    ana = handed_in("1.json", "Ana")
    code, printed, err = rows("progress", ana, "--by", "clause")
    assert (code, err) == (0, "")
    assert {one["clause"] for one in printed} == set(repair.clauses)
    assert all((one["answered"], one["right_at_first_try"]) == ("1", "1") for one in printed)
    assert all((one["first_day"], one["last_day"]) == ("2023-11-14", "2023-11-14") for one in printed)


def test_no_name_becomes_a_formula_of_a_spreadsheet(tmp_path, rows, handed_in):
    for name in ("=1+1", "@x", "+1", "-1", "\uff1d1+1", "\uff20x", "\uff0b1", "\uff0d1"):
        printed = rows("progress", handed_in("1.json", name))[1]
        assert printed[0]["name"] == f"'{name}"
    printed = as_csv(("payments", "=text"), [{"payments": -7, "=text": "a\x1b[2K\nb"}])
    assert printed == '"payments","\'=text"\n"-7","a?[2K?b"\n'


SIGNS = st.text(st.sampled_from("=+-@\uff1d;,|\t\n\r \"'a7|\u200d") | st.characters(), max_size=12)


@settings(max_examples=300, deadline=None)
@given(names=st.lists(SIGNS, min_size=1, max_size=3), written=st.sampled_from(",;"), read=st.sampled_from(",;\t|"))
def test_whichever_separator_a_spreadsheet_takes_no_cell_of_a_table_is_a_formula(names, written, read):
    text = as_csv(("number", "name"), [{"number": 3, "name": name} for name in names], written)
    assert len(text.splitlines()) == len(names) + 1
    text.encode()
    for cell in (cell for row in csv.reader(io.StringIO(text), delimiter=read) for cell in row):
        assert not cell.strip(" \"'").startswith(("=", "+", "-", "@", "\uff1d")) or cell.startswith("'"), cell


def test_a_table_for_a_spreadsheet_is_separated_as_in_its_country_and_no_name_tears_it():
    row = {"number": 3, "name": ";=cmd|'/C calc'!A0;"}
    for lang, separator in (("en", ","), ("de", ";"), ("nl", ";")):
        text = for_spreadsheet(("number", "name"), [row], lang)
        read = list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=separator))
        assert read == [["number", "name"], ["3", ";'=cmd|'/C calc'!A0;"]]


def test_a_name_of_several_signs_is_printed_whole():
    for name in ("👨‍👩‍👧‍👦", "می‌خواهم"):
        assert name in as_csv(("name",), [{"name": name}])
