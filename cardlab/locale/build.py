"""Compiles the catalogues: every `LANG.po` beside this file to the `LANG.mo` that `say` reads.

For developers: `python -m cardlab.locale.build`. Needs Babel; reading the compiled catalogues does not.
"""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

HERE = Path(__file__).parent
FIXED_DATE = datetime(2026, 1, 1, tzinfo=UTC)


def compiled(source: Path) -> bytes:
    """The bytes of the .mo file for a .po file; the same source always gives the same bytes."""
    with source.open("rb") as text:
        catalogue = read_po(text, locale=source.stem)
    # Babel would write the time of the build, and the same source would not give the same bytes.
    catalogue.creation_date = catalogue.revision_date = FIXED_DATE
    result = io.BytesIO()
    write_mo(result, catalogue)
    return result.getvalue()


def main() -> None:
    """Writes every .mo anew."""
    for source in sorted(HERE.glob("*.po")):
        source.with_suffix(".mo").write_bytes(compiled(source))


if __name__ == "__main__":
    main()
