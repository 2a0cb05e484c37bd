"""`python -m zermelo` is the command line."""

from zermelo.cli import main

main()
