"""Board games of all sizes, one family per file, each with its claims and theorems."""
