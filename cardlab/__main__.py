"""`python -m cardlab`: the command `cardlab`, where no script of that name has been installed."""

import sys

from cardlab.cli import main

if __name__ == "__main__":
    sys.exit(main())
