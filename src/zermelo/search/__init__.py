"""Search: the answer at one position of a game that is too large for a table.

`zermelo.solve_position` runs a method of `METHODS` and returns a `SearchResult`. `ClockSearch` finds a
move within a `SearchLimit`. `make_book`, `open_book` and `verify_book` handle an `AnswerBook`: the exact
answers of a game's first plies. An `Endgame` lets a stored solution end the lines of a search.

>>> import zermelo
>>> from zermelo.search import METHODS, open_book
>>> list(METHODS)
['minimax', 'alpha_beta', 'df_pn', 'expectiminimax', 'star1', 'star2']
>>> zermelo.solve_position("tic_tac_toe", method="alpha_beta").answer
draw
>>> open_book("connect_four").find(zermelo.game("connect_four").start())
(1, 41)

Layout
------
search_methods.py       the table of methods; help, refusals, documentation and tests are made from it
position_solver.py      one position by any method: interpreter first, then compiled kernels
kernel_search.py        a kernel at work: threads, transposition table, counting, interruption
exact                   the methods, one per file, and the textbook searches that count every node
kernels                 negamax, proof-number search, depth-limited search, endgame probes
timed_search.py         iterative deepening in a thread, with a clock
books                   answer books and opening books
endgame_table.py        a solution as an endgame table
proof_extraction.py     from a finished search to claims that anyone can check

Design
------
* A method is one file in `exact`, one row of `METHODS` and one test. The row's `plies`, `loops`, `table`
  and `proof` are promises that a test checks in every family. A method on an existing kernel is a
  subclass: `ExactSearch` answers one window, and a driver in `null_windows.py` chooses the windows.
* Kernels are recursive functions over arrays that the caller owns. They return when asked to, and report
  which buffer was too small. Positions are integers or tuples of them, so boards of 72 bits work.
* Points are found by MTD(f), lengths by bisection. A win in r plies scores 32,000 - r.
* The table has no locks: each word of a slot is combined with its data and the words before it, so a
  half-written slot matches no position. Entries that took the least work are replaced first.
* Before a position's moves are searched, the first 8 are looked at and the table is asked about all.
  This took Connect Four 6x6 from 58.0 to 40.7 million positions, a fifth less time.
* A df-pn verdict that rests on a repetition holds for its line of play only, and is stored under the
  line's signature. It holds for all lines once the repeated position is the one in question.
* The interpreter starts first, as compiling a searcher takes 2 to 5 s. It stops after 0.3 s of a core
  where compiled code exists, and after 1.5 s where none does: a first tic-tac-toe takes 0.7 s of CPU,
  not 7.5.
* Nobody has to trust a search. It is asked again for the claims that its answer rests on, and
  `zermelo.verify` checks these by the game's Python rules, without hooks or table.
* An endgame table is compared with the rules on random play into common positions before it is used.
* A book searches the positions of the last ply only; the others follow from their moves. Positions come
  in the order of play and share one table. Connect Four 7x6, 8 plies: 0.49 s of a core a position, not
  0.69.
* A timed search clears its table in place and stops garbage collection: a limit of 0.1 s is passed by
  5 %, with a new table for every move by 135 %.

Alternatives tried
------------------
* Beginning each larger table empty: domineering 8x8 612,000 positions, with known entries 351,000.
* Looking at the first 3, 5, 12 or 20 children instead of 8: domineering 9x8 7.5, 7.2, 4.5 and 4.7 s
  instead of 4.85, 8x8 1.21, 1.15, 1.40 and 1.24 s instead of 1.15. Left at 8 for all games.
* Merging symmetric positions for a few plies only, 8x8: 355,000 positions at 12 plies and 893,000 at 2,
  with all plies 351,000.
* Killer moves before the game's own order: 4.8 times the positions in Connect Four, twice in Othello.
* A book's length searched around the neighbour's: 3.1 questions instead of 4.3, 334,000 positions
  instead of 343,000. Left out, as was the neighbour's score asked first (212,000 instead of 216,000).
* Books ply after ply: 4 plies take 0.4 core hours, 8 about 12, 10 about 17, so a book is made at one
  ply.
* A literal as an argument of a recursive kernel: two versions, which crash when loaded from the cache.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
