"""Combinatorial game theory: values of games that decompose into sums, and strategies in words.

Its users are people at a prompt, the commands `nimber`, `octal`, `canonical`, `misere` and `strategy`,
and the features of `explain`. `nimber` and `sum_of` take games; `form`, `canonical` and `thermograph`
give partizan values; `solve_heaps` and `misere_quotient` treat heap games; `find_strategy` and
`all_sizes` state winning rules, proven or observed.

>>> from zermelo.cgt import canonical, form, nim_product, nimber, solve_heaps, star, up
>>> nimber("kayles(pins=5)"), nim_product(19, 23)
(4, 86)
>>> canonical("domineering(columns=2, rows=2)") + star(), form("1/2") + up()
(+-1*, 1/2^)
>>> solve_heaps("0.77").period.period
12

Layout
------
heaps             rules of one heap, nimber sequences, proven periods, coin turning, the field of nimbers
impartial         nimbers of positions by search, by definition and by table; sums of impartial games
partizan          canonical forms; temperature, notation, born_by_day and compounds read off them
loopy             values of games whose play can repeat, as graphs; kos
misere            misere forms, genus, quotients, and partizan games modulo a universe
strategies        rules in words: one file per kind in methods, replayed exhaustively
sizes             claims about all sizes of a game: one file per kind of proof, one per family
kernels           the compiled loops of all of these
form_theory.py    the owner of all forms and of every answer that rests on them
grammar_reader.py the reader of values, misere forms and nimbers by the grammars `*.lark`, and its errors

Constants
---------
* `DICOT` and `DEAD_ENDING` are universes of games for misere play.

Design
------
* A canonical form is a number: its slot in a store of arrays. Making, comparing and adding forms are
  kernels. Sums of a number, ups and a nimber are kept as such and added by arithmetic; all others are
  two sorted runs of slots. Equal games are one object, so forms of two theories are refused beside each
  other.
* All that is remembered about forms between questions belongs to one theory, under its locks, so
  `clear_forms` can replace everything at once.
* `compiler` lists what a game must offer to be split (`options`, `parts`, the least symmetric image),
  and compares these with the rules before they are used.
* The nimber of a position is the exclusive or of its components'. Of a move's components the largest is
  only asked whether it has the one nimber that remains. Equal components cancel unsearched, so one line
  from each position asked for is played out, and must be lost.
* A game that offers `coded_heaps` is not searched: its nimbers are read off the sequence of the heap
  rule.
* In heap games with few nimbers only the rare ones are looked up. Which are rare is a guess; the result
  is not. A period is proven by a theorem that `heap_periods.py` states, else reported as observed.
* A loopy value is an onside and an offside. The order of two positions is two Buchi games solved by one
  kernel, so comparisons are exact. Sidling proposes sides, the order proves them.
* Loopy positions are solved by strongly connected groups, last first, and equal groups once. Fox and
  geese (966,123 positions) takes two minutes.
* Thermographs of kos use Berlekamp's taxes and komaster. Where neither player is komaster the walls are
  a fixed point, sought from above and below and reported where both agree.
* In misere play equal games do not cancel. A quotient is guessed by learning and proven by checking
  every element and option. Partizan misere games stay literal trees, since normal play's forms would
  make unequal games equal; modulo dicots or dead-ending games they have an order and canonical forms.
* A claim about all sizes states its model and theorem. The game's rules are compared with the model, and
  the claim is tried on solved sizes. A new family is one file, found by looking into its folder.

Alternatives tried
------------------
* All loopy positions below a start as one graph in arrays: 560 positions took 3 minutes, in groups a
  second.
* Canonical forms of normal play for misere partizan games: unequal games become equal, so trees stay
  literal.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
