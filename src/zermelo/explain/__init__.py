"""Explanations: short rules that a person can remember, and reasons for single moves.

Its users are the commands `explain` and `why`, the explorer and `play`. `find_rules` returns an
`Explanation`: a shortest `RuleList` with its certificate. `find_tradeoff` gives the best imperfect
lists, `derive_rules` the rules of the backward algorithm, and `teach_list` a `Lesson`. `solution.why()`
returns a `Why`. Nothing is stated before it was checked against values.

>>> from zermelo.explain import find_rules
>>> print(find_rules("nim(heaps=(1, 3, 5, 7))").rules)
1  leaves nim-sum 0
2  any move

Layout
------
rule_lists             rules, lists, decisions, certificates, files and lessons
list_search            the shortest list: by deepening, by SAT with a proof, or greedy with exceptions
list_tradeoff          what a list loses, exactly, and the best lists of each length
features               what rules can ask of a move, one file per kind of game; the user's own
derivation             the backward algorithm on abstract graphs (Iklassov's thesis), with figures
rule_players           players that follow derived rules, Newell and Simon's list, the corrected player
readings               guided readings of documents, as files of steps
why                    claims about one move, the line that follows, and what other moves lose to
positional_game.py     games of lines: two players put stones, and the first whole line wins
line_threats.py        cells that complete a line, and cells that fork
kernels                compiled loops: policy evaluation, bit sets of rules, walks, unit propagation

Design
------
* A rule pool holds all rules of one or two predicates, each behaviour once, over the decisions:
  unfinished positions, symmetric ones merged. The usual features are tried first, then all that fit the
  game.
* `Feature.at_once` measures all moves of an arena; `measure` asks the rules, gives the same, and is what
  the checker uses. A found list is played out by `zermelo.verify` in the game's own rules.
* The SAT formula grows by counterexamples. Whole, it has a clause for each decision, rule and level: 12
  million for 3 x 4. About 80 of 454 decisions refute every list of four rules for tic-tac-toe, and as
  many of 7,125 those of two rules for 3 x 4. Refuting some decisions refutes all, so the proof is as
  good.
* That no list is shorter is proven by one solver and checked by our own unit propagation.
* Whether a shorter list with exceptions exists is one question about its length: rules and exceptions
  together.
* A list that loses value is priced exactly. In cyclic play components are closed in from both sides, end
  components as one node: 3 ms a list of dodgem (3,926 nodes), a minute of dao (443,162). Loops left once
  in a million moves need bounds that leap and are then checked by one sweep, to 1e-6.
* A list followed against an opponent is one Markov chain with rewards, with dice and without: ends, and
  points on the way. An objective says which tables of it lists are compared by. With dice, starting from
  best play's values halves the sweeps. A list of pig to 60 takes 70 ms, so `local_search.py` preselects.
* Sets of moves and decisions are bits: where 37,000 rules apply at 15,000 decisions takes 3 s, by NumPy
  over bytes 60 s. Cyclic greedy lists are repaired in one pass from the end: sliding tiles 137 to 21 s,
  oware without an end to 57 s.
* A lesson shows "the next rule is needed" only where all rules so far are silent and some move would be
  wrong.
* Derived rules are derived, not proven; `evaluate_derivation` counts how often each is right.

Alternatives tried
------------------
* A variable for each rule at each level: 1,250 rules at most, and each question began anew. Choosing one
  or two predicates per level, in one growing formula: achi 15.3 to 3.2 CPU s, tapatan 18.3 to 6.7, swap
  14.6 to 4.5, quoridor 18.9 to 7.3, picaria 229 to 35.
* One question for each number of rules: hare and hounds to length 6 52 CPU s, together 26. A new solver
  for each length: dodgem at length 5 153 s, with one solver 35.
* A formula in which nothing follows an exception: refutes nothing for the first player, as the start is
  one.
* All 7,125 decisions of 3 x 4 in the formula: 25 s for each number of rules; by counterexamples under
  1 s.
* CaDiCaL, which cannot be interrupted: minutes in one call on Connect Four 4 x 4. Glucose has a conflict
  limit.
* Searching shorter lists downwards from the greedy one: finds isola's, and fails at once in dodgem, hare
  and hounds, oware and the L game.
* Lists for Connect Four by line features alone: 12 rules and 2,649 exceptions of 45,990 decisions. With
  rows, columns left and who waits above: 19 rules and 61 of 6,447.
* Adding one rule at a time in pig: stays at "roll", as a second rule must repair what the first one
  takes.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
