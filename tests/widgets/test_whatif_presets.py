"""The same position by two sets of rules: what differs is named, and only what is sure is said to differ."""

from dataclasses import replace

from laboratory import LAST_DISCARD, parts, put, section, send, verdict

from cardlab.analysis.kernel import compiled
from cardlab.analysis.position import read, view_of
from cardlab.analysis.whatif import refine
from cardlab.tongits import Challenge, Rules
from cardlab.widgets import WhatIf
from cardlab.widgets.whatif.compared import By, Compared
from cardlab.widgets.whatif.presets import presets_section, under
from cardlab.widgets.whatif.records import EXAMPLES


def test_the_same_position_by_other_rules_names_the_rules_that_differ():
    widget = WhatIf("answer")
    send(widget, do="unfold", part="presets", open=True)
    send(widget, do="by", value="win")
    widget.finish()
    shown = section(widget, "presets")
    assert len(shown["tables"][-1]["rows"]) == len(Rules.preset("traditional").changed())
    assert [row["cells"][0] for row in shown["tables"][0]["rows"]] == ["Challenge", "Fold"]
    by_rule = {row["cells"][0]: row["cells"][1:] for row in shown["tables"][-1]["rows"]}
    assert by_rule["Secret four"][0] == "Does not apply. (T6.9)"
    assert by_rule["Secret four"][1].startswith("A set of four")
    other = view_of(replace(widget.position, rules=Rules.preset("traditional")))
    *_, there = refine(other)
    challenge = next(option for option in there.options if isinstance(option.move, Challenge))
    assert f"{100 * challenge.win.mean:.0f}%" in shown["tables"][0]["rows"][0]["cells"][2]
    put(widget, "against", "sheet")
    assert "already plays" in section(widget, "presets")["sentences"][0]


def test_what_may_be_the_same_best_option_by_both_rules_is_not_said_to_differ_for_sure():
    compiled.load(wait=True)
    draft = read(EXAMPLES["opening"])
    (*_, here), (*_, there) = refine(view_of(draft)), refine(view_of(under(draft, "traditional")))
    views = view_of(draft), view_of(under(draft, "traditional"))
    for by in By:
        both = [Compared(answer, view, by, "en") for answer, view in zip((here, there), views, strict=True)]
        close = [{one.turn for one in side.options if side.is_close(one)} for side in both]
        told = parts(presets_section(draft, *both, [], "en", preset="traditional", open=True))
        differs = both[0].options[0].turn != both[1].options[0].turn
        assert ("That may be chance" in told["sentences"][0]) is (differs and bool(close[0] & close[1]))
        heads = " ".join(told["tables"][0]["head"]).lower()
        assert ("points)" in heads and "chips)" in heads) is (by is By.PAYMENT)


def test_what_is_certain_to_be_as_good_by_both_rules_is_not_said_to_be_chance():
    draft = read(LAST_DISCARD)
    (*_, here), (*_, there) = refine(view_of(draft)), refine(view_of(under(draft, "traditional")))
    views = view_of(draft), view_of(under(draft, "traditional"))
    turned = replace(there, options=there.options[::-1])
    both = [Compared(answer, view, By.WIN, "en") for answer, view in zip((here, turned), views, strict=True)]
    told = parts(presets_section(draft, *both, [], "en", preset="traditional", open=True))
    assert "That makes no difference: by both rules Discard" in told["sentences"][0]
    assert "chance" not in told["sentences"][0]


def test_a_position_that_is_impossible_by_the_other_rules_says_so():
    impossible = (
        "hand Ac 2d Ah 4h 5h; cards 5 2 4; meld 1 Qd Qh Qs; meld 1 Kc Kd Kh Ks; meld 2 8d 8h 8s; meld 0 9s Ts Js; "
    )
    impossible += (
        "meld 2 4d 5d 6d 7d; meld 1 3c 4c 5c 6c 7c; meld 0 2s 3s 4s; discard 7s Td 9h 9d Tc Jd Jh Jc; sapaw 1; "
    )
    widget = WhatIf(impossible + "call 1; challenge 2; first 0")
    assert verdict(widget)["faults"] == []
    assert "(T6.8)" in " ".join(section(widget, "presets")["sentences"])
