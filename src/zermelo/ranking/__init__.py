"""Perfect indexes to compose: what rules hold as bits, numbered without gaps; lowerable like rules."""
