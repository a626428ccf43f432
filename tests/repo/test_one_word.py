"""What people read, in the catalogues and in the notebooks' prose: the words of the glossary and no others.

The notebook `engine` is for people who write code, so what it calls by its name there may stand.
"""

import re
from dataclasses import fields
from functools import cache

import pytest

from cardlab import tichu, tongits
from cardlab.phrasing.catalogue import LANGUAGES, read_catalogue, texts_in
from cardlab.phrasing.prose import prose
from tests.notebooks.translate import HOUSE, masters

FOR_PROGRAMMERS = "engine"


@cache
def catalogue(lang: str) -> dict[str, tuple[str, ...]]:
    return read_catalogue((HOUSE / "cardlab" / "phrasing" / f"{lang}.po").read_text(encoding="utf-8"))


@cache
def pages(lang: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """What each page for learners says, in its order: the English text and that of the language."""
    books = {path.rpartition("/")[2].removesuffix(".ipynb"): book for path, book in masters().items()}
    return {
        name: tuple((text, text if lang == "en" else texts_in(lang)[text]) for text in prose(book))
        for name, book in books.items()
        if name != FOR_PROGRAMMERS
    }


@cache
def read(lang: str) -> tuple[tuple[str, str], ...]:
    """Every text that people read, by its key or its page; what is put in is left out."""
    keys = [(key, re.sub(r"\{[^}]*\}", "", text)) for key, forms in catalogue(lang).items() for text in forms]
    told = [(page, re.sub(r"\]\([^)]*\)", "]", text)) for page, texts in pages(lang).items() for _, text in texts]
    return (*keys, *told)


RULES = [field.name for rules in (tongits.Rules, tichu.Rules) for field in fields(rules)]
AS_IN_THE_SOURCE = re.compile(
    rf"\b(?:{'|'.join(name for name in RULES if '_' in name)})\b|`(?:{'|'.join([*RULES, 'sheet', 'traditional'])})\b"
    r"|\b[a-z_]+=[\w\"]"
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_house_rule_is_called_by_its_label_and_not_by_its_name_in_the_source(lang):
    found = [(place, text) for place, text in read(lang) if AS_IN_THE_SOURCE.search(text)]
    assert not [one for one in found if not one[0].startswith("cli.")]  # a terminal is asked with these names


ONE_WORD = {
    "en": {
        "the glossary's words": r"pts|talon|stockpile|discard stack|knock|sequence|straight|burnt|stalemate",
        "start number, deal number": r"seeds?",
        "full screen": r"whole screen",
        "the player, or they": r"[Hh](?:e|is|im|imself)|[Ss]he|[Hh]er(?:s|self)?",
        "to discard": r"thr(?:ow[ns]?|ew) (?:it |them )?away",
    },
    "de": {
        "the glossary's words": r"Discards?|Stock|Meld|Run|Fold|Call|Challenge|Tie|Unentschieden|Restpunkte|Talon"
        r"|Straße|Sequenz|Kombination(?:en)?|Meldung|Abwurfstapel|[Aa]bwerfen|Nachziehstapel|Bauer|Treff|Pkt|pts|Ihnen",
        "Startzahl, Nummer der Verteilung": r"[Ss]eeds?",
        "Burned": r"(?<!\()[Vv]erbrannt\w*",
        "Sieger": r"Gewinner\w*",
        "Vollbild": r"ganzen? Bildschirm",
        "Vorratsstapel": r"Vorrat",
        "auf deiner Hand": r"Karten? (?:in )?deiner Hand lass|in deiner Hand zählt",
        "bei Tongits, bei Tichu": r"[Ii]n (?:Tongits|Tichu)",
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
# JupyterLab's own words stay as they are, too.
NOTATION = re.compile(
    r"`[^`]*`|Run > Run All Cells|\b[a-z_]+=\w+"
    r"|\b[0-2] (?:draw|take|meld|sapaw|discard|call|challenge|fold|play|flip|recycle)\b"
)


@pytest.mark.parametrize(("lang", "word"), [(lang, word) for lang, words in ONE_WORD.items() for word in words])
def test_one_thing_has_one_word(lang, word):
    other = re.compile(rf"\b(?:{ONE_WORD[lang][word]})\b")
    assert not [(place, text) for place, text in read(lang) if other.search(NOTATION.sub("", text))]
