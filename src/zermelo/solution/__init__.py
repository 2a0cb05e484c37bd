"""Solutions of games and their methods, and the public functions that solve, open and count.

`zermelo.solve` and `zermelo.open` return a `zermelo.Solution`, which answers values, moves, lines,
look-ups, statistics and puzzles, and verifies itself. `Arena` holds a whole game in arrays for questions
about policies. `Tree` and `Quintuplet` are the textbook views of small games, `Equilibria` the answer of
a game of several players. `solve_on`, `verify_on` and `stats_on` do the same by the tasks of a cluster.

>>> import zermelo
>>> from zermelo.solution import arena_of
>>> solution = zermelo.solve("nim(heaps=(1, 2))")
>>> solution.value(), solution.best()
(win in 3, [MoveAnswer(value=1, outcome='win', remoteness=3, name='1 from heap 2')])
>>> arena = arena_of(zermelo.game("tic_tac_toe"))
>>> arena.positions, len(arena.children)
(5478, 16167)

Layout
------
entry_points.py             `solve`, `open`, `count`, `check`, `show` and `solve_position` of `zermelo`
solution.py                 the class `Solution`
methods                     its longer answers; of a game: `plan`, `tree`, `table`, `equilibria`
verification                every stored answer recomputed from those of its moves
lookup                      many positions at once, samples, tables of Arrow, and a proven rule that answers
arena                       every position with its moves in arrays; values and policies over them
game_trees                  trees, alpha-beta trees and the quintuplet
scan.py                     all records, tier by tier, in bounded memory
solution_statistics.py      counts, lengths, choices, notable positions, and a hash of the whole table
puzzle_search.py            positions worth setting as puzzles
puzzle_answers.py           puzzles as answers, and what is printed of them
on_demand.py                a book and a search behind the interface of a solution
in_memory.py                a solution in arrays for compiled kernels
subgame_perfect_play.py     payoffs, lines and indifference in games of several players
cluster_runs.py             solve, plan, verify and count by tasks
kernels                     compiled loops over arenas, policies and stored answers

Design
------
* A solution reads records in memory or from files. It solves again only to verify what keeps too little
  to prove itself: values alone, and compact solutions. A cycle of wins and losses can support itself, so
  values alone are solved with remoteness, checked, and compared.
* A cyclic solution is proven record by record: a win has a move to a loss one ply nearer, a loss only
  moves to wins, a draw a move to a draw and none to a loss. Remoteness makes this an induction.
* A sample is also recomputed by the interpreter, as compiled code cannot vouch for itself.
* The hash of a table is a sum of mixed records, so it does not depend on tiers, files or order.
* A file is data. Its metadata can only name games of the catalogue; a Python file named there runs only
  if the user asks for it (`run_rules`) and its hash still matches.
* Methods that need packages above (`why`, `report`, `page`, `widget`) are registered in
  `zermelo/__init__.py`, so nothing here imports upwards.
* An arena numbers positions by tier, and a move is a child's number: 4 bytes. Moves lead to larger
  numbers, so every question is one loop, and one kernel serves all games.
* Inside, values belong to the player to move. Trees and tables show what A gets, who moves first;
  `values="mover"` shows them as stored. Only `captions.py` and the quintuplet convert.
* A drawn alpha-beta tree listens to `search.exact.textbook_alpha_beta`; there is no second search. It is
  refused with dice, where Star1 and Star2 have other windows at each outcome.
* Merging symmetric moves and expanding each position once are separate options of a tree: Moore's tree
  of II-Nim has 15 vertices with symmetric moves merged, and 33 without.
* A kernel's look-up in a solution in memory takes 9 to 90 ns over an index, three cache misses among
  keys.

Alternatives tried
------------------
* Asking files for 200 keys without asking the game's `tier` first: 0.49 s, with it 0.17 s. It is asked
  for 1,000 keys or fewer; with 20,000 and a million the time is the same.
* Verifying and counting by tasks on one machine: Connect Four 5x5 19 and 24 CPU seconds, one process
  11.7 and 16.6, as a task also reads and sorts the next tier. Kept, for many machines.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
