"""What people read, in the catalogues and in the notebooks' prose: one thing has one word, and a button its own.

The notebook `engine` is for people who write code, so what it calls by its name there may stand.
"""

import re
from functools import cache

import pytest

from cardlab.phrasing.catalogue import LANGUAGES, read_catalogue, texts_in
from cardlab.phrasing.prose import prose
from tests.notebooks.translate import HOUSE, masters

FOR_PROGRAMMERS = "engine"


@cache
def read(lang: str) -> tuple[tuple[str, str], ...]:
    """Every text that people read, by its key or its page, without links."""
    catalogue = read_catalogue((HOUSE / "cardlab" / "phrasing" / f"{lang}.po").read_text(encoding="utf-8"))
    keys = [(key, text) for key, forms in catalogue.items() for text in forms]
    books = [(path, prose(book)) for path, book in masters().items() if FOR_PROGRAMMERS not in path]
    told = [(page, text if lang == "en" else texts_in(lang)[text]) for page, texts in books for text in texts]
    return (*keys, *((page, re.sub(r"\]\([^)]*\)", "]", text)) for page, text in told))


OTHER_WORDS = {
    "en": {
        "the glossary's words": r"pts|talon|stockpile|discard stack|knock|sequence|straight|burnt|stalemate",
        "start number, deal number": r"seeds?",
        "the player, or they": r"[Hh](?:e|is|im|imself)|[Ss]he|[Hh]er(?:s|self)?",
    },
    "de": {
        "the glossary's words": r"Discards?|Stock|Meld|Run|Fold|Call|Challenge|Tie|Unentschieden|Restpunkte|Talon"
        r"|Straße|Sequenz|Kombination(?:en)?|Meldung|Abwurfstapel|[Aa]bwerfen|Nachziehstapel|Bauer|Treff|Pkt|pts|Ihnen",
        "Startzahl, Nummer der Verteilung": r"[Ss]eeds?",
        "Burned": r"(?<!\()[Vv]erbrannt\w*",
        "Sieger": r"Gewinner\w*",
        "Vorratsstapel": r"Vorrat",
        "auf deiner Hand": r"Karten? (?:in )?deiner Hand lass|in deiner Hand zählt",
        "eine Karte ablegen": r"Ablagen?",
        "Lehrkraft": r"Lehrer\w*",
    },
    "nl": {
        "the glossary's words": r"gelijkspel|discard(?:s|en|stapel)?|stock|deadwood|meld|run|fold|call|challenge|tie"
        r"|straat|serie|burned|heer|dame|pts|uw?",
        "startgetal, nummer van de kaartverdeling": r"[Ss]eeds?",
        "kaartverdeling": r"[Dd]eling(?:en)?",
        "stelling": r"[Ss]ituaties?",
        "docent": r"[Ll]era(?:ar|ren|res)",
        "Verbrand": r"verbrand",
        "voorraadstapel": r"[Vv]oorraad",
        "pijltjestoetsen": r"[Pp]ijltoetsen|[Pp]ijltjes",
        "een kaart afleggen": r"[Aa]flegging(?:en)?",
        "terugnemen": r"Ongedaan maken",
        "de oplossing": r"Antwoord tonen",
        "bij Tongits, bij Tichu": r"[Ii]n (?:Tongits|Tichu)",
        "tip": r"[Hh]ints?",
        "de kaart, die": r"[Hh]aar",
        "bijleggen": r"[Aa]an te leggen|[Aa]anleg(?:gen|t)|[Aa]angelegd",
        "meekijken": r"[Tt]oe(?:kijk\w*|gekeken)",
        "een stoutmoedige speler": r"[Gg]edurfde?",
    },
}
"""By what is said: what is not."""
# JupyterLab's own words stay as they are, too.
NOTATION = re.compile(
    r"\{[^}]*\}|`[^`]*`|Run > Run All Cells|\b[a-z_]+=\w+"
    r"|\b[0-2] (?:draw|take|meld|sapaw|discard|call|challenge|fold|play|flip|recycle)\b"
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_thing_has_one_word(lang):
    others = {word: re.compile(rf"\b(?:{other})\b") for word, other in OTHER_WORDS[lang].items()}
    plain = [(place, NOTATION.sub("", text)) for place, text in read(lang)]
    assert not [(word, *one) for word, other in others.items() for one in plain if other.search(one[1])]


NAMED = re.compile(r"(?<![*\w])\*([A-Z][^*.]{1,40})\*(?![*\w])")
NO_BUTTONS = {"Run > Run All Cells", "Sapaw"}
"""What is in italics and is no button of ours: JupyterLab's menu, and the Filipino word."""


def test_a_text_that_names_a_button_has_its_words():
    words = {text for _, text in read("en")} | NO_BUTTONS
    assert not [(place, name) for place, text in read("en") for name in NAMED.findall(text) if name not in words]
