"""`python -m eleusis`: the command line."""

import sys

from eleusis.cli import main

if __name__ == "__main__":
    sys.exit(main())
