"""Lets `python -m bot` run the command line."""

import sys

from bot.cli import main

if __name__ == "__main__":
    sys.exit(main())
