"""`python -m battlefield` is the command `battlefield`."""

import sys

from battlefield.cli import main

if __name__ == "__main__":
    sys.exit(main())
