"""Compounds of games other than the sum: products, ordinal sums, literal games and variants."""
