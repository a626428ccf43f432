"""A match of Tongits on its page, played by mouse or by keyboard: what the tests of the page have in common.

What the bots do follows from the number of the match; the same match is played here beside the page.
"""

from test_lessons import reach

from cardlab.bots.tongits import careful
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.tongits_sentences import BOTS, action, at_table, ended, meld_name
from cardlab.tongits import Call, Challenge, Discard, Draw, Fold, LayMeld, Phase, Sapaw, Take, view
from cardlab.widgets.tongits_table.played_match import PlayedMatch

SEED = 31


class Beside:
    """The match as it is on the page, played beside it; the learner plays like the careful bot."""

    def __init__(self, setup):
        self.match = PlayedMatch(setup)
        self.answer()

    @property
    def round(self):
        return self.match.round

    def answer(self):
        for move in self.round.bot_moves()():
            self.round.reply(move)

    def move(self):
        return careful(view(self.round.state, self.round.actor), _Chance())

    def play(self, move):
        self.round.play(move)
        self.answer()

    @property
    def over(self):
        return self.round.state.phase is Phase.OVER


class _Chance:
    """Always the first: what the learner does is no matter of chance."""

    def choice(self, among):
        return among[0]


def named(root, key, lang="en", **facts):
    return root.get_by_role("button", name=say(key, lang, **facts), exact=True)


def option(root, card):
    return root.locator(f'[role=option][data-card="{card}"]')


def agree(root, setup, lang="en"):
    """Fills in the form by mouse and lets the cards be dealt."""
    root.get_by_label(say("play_tongits.seed", lang)).fill(str(setup.seed))
    choose(root, say("seat.lou", lang), setup.left)
    named(root, "play_tongits.begin", lang).click()
    root.locator(".cardlab-felt").wait_for()


def choose(root, label, value):
    field = root.locator("label", has_text=label).locator("select")
    if field.input_value() != value:
        field.select_option(value)


def called(move, seen, lang="en"):
    """What the button of a move is called once its cards are selected."""
    reader = at_table(lang, 0, BOTS)
    if isinstance(move, Sapaw):
        return f"{say('table.lay_off', lang)}: {meld_name(reader, move.meld, seen.melds[move.meld].meld)}"
    return action(reader, move, seen)


def cards_of(move):
    match move:
        case LayMeld() | Sapaw():
            return move.cards
        case Discard():
            return (move.card,)
        case Draw() | Take() | Call() | Challenge() | Fold():
            return ()


def by_mouse(page, root, move, seen, lang="en"):
    for card in cards_of(move):
        option(root, card).click()
    root.get_by_role("button", name=called(move, seen, lang), exact=True).click()


def by_keyboard(page, root, move, seen, lang="en"):
    for card in cards_of(move):
        reach(page, option(root, card))
        page.keyboard.press("Space")
        root.locator(f'[data-card="{card}"][aria-selected=true]').wait_for()
    press(page, root.get_by_role("button", name=called(move, seen, lang), exact=True))


def press(page, target):
    reach(page, target)
    page.keyboard.press("Enter")


def until_played(root, beside, lang="en"):
    """Waits until the page has come as far as the match beside it."""
    if done := beside.round.at:
        root.get_by_text(f"{say('table.log', lang)} ({done})", exact=True).wait_for()


def turn(page, root, beside, way=by_mouse, lang="en"):
    """The learner's next move, on the page and beside it."""
    move = beside.move()
    way(page, root, move, beside.round.seen, lang)
    beside.play(move)
    until_played(root, beside, lang)


def end_of(beside, lang="en"):
    """The sentence that says how the round has ended."""
    return ended(at_table(lang, 0, BOTS), beside.round.state)[0].sentence


def play_round(page, root, beside, way):
    until_played(root, beside)
    while not beside.over:
        turn(page, root, beside, way)
    root.locator(".cardlab-ending").get_by_text(end_of(beside)).wait_for()
