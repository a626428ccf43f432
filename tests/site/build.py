"""The course as a folder of plain files, in `artefacts/site`: `make site`.

The parts by which Python runs in a browser are made once, in `artefacts/python`, and anew when the course changes.
"""

import shutil
from pathlib import Path

from cardlab.phrasing.prose import renew_clone
from cardlab.serve.site import write_site
from tests.site import parts

HOUSE = Path(__file__).parents[2]
PYTHON, SITE = HOUSE / "artefacts" / "python", HOUSE / "artefacts" / "site"


def main():
    renew_clone()
    parts.main(PYTHON)
    shutil.rmtree(SITE, ignore_errors=True)
    size = write_site(SITE, HOUSE / "notebooks", PYTHON)
    print(f"{size / 1e6:.0f} MB in {SITE.relative_to(HOUSE)}; to look at it: python3 -m http.server --directory {SITE}")


if __name__ == "__main__":
    main()
