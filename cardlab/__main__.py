"""`python -m cardlab`: the command `cardlab` without an installed script."""

import sys

from cardlab.cli import main

if __name__ == "__main__":
    sys.exit(main())
