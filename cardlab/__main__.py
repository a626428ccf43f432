"""Run the command `cardlab` as `python -m cardlab`."""

import sys

from cardlab.cli import main

if __name__ == "__main__":
    sys.exit(main())
