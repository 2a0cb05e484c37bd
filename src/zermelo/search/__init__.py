"""One position at a time: exact search, and search against the clock."""
