"""`python -m zermelo.cli` is the command line."""

from zermelo.cli import main

main()
