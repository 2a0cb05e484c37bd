"""Misere play of impartial games, and of partizan ones: who takes the last move loses.

Nothing cancels here as it does in normal play: *2 + *2 is not 0, and a sum's winner cannot be read from one
number a part. What there is instead, from the exact and small to the general:

    forms         equality of impartial games in misere play: canonical forms, their sums and birthdays
    notation      how forms are written and read: *[2_2 2 1]
    linking       what tells forms apart, and their differences
    primes        forms as sums of primes
    genus         nim values in normal and misere play, with heaps of two added; tame and wild
    wild          restive, restless and half-tame forms
    heaps         heaps of one rule: their forms and genera
    positions     impartial games by their rules, split into parts; sums of different games
    partizan      who wins partizan games where who cannot move wins
    trees         partizan games as they are written; dicots and dead-ending ones
    tree_notation how such trees are read: {0|*,{|0}}
    universes     partizan games beside dicots, and beside dead-ending games
    universe_order their order there, decided by their options
    universe_forms their canonical forms there
    universe_separators games beside which one is better than another
    monoids       finite commutative monoids with their P-portion
    verification  the proof that a monoid answers every position of a heap game
    telling_apart a candidate for that proof, learnt from outcomes of single positions
    outcomes      those outcomes, by a search above the quotient of smaller heaps
    quotients     misere quotients of heap games, heap by heap, each verified; proven periods
    rules         the rule in words that a quotient contains, as misere Nim's
    tame          the same rule for heaps of any size, heap by heap, without a quotient
    taking        one heap alone: the period of misere nim values in subtraction games
"""
