"""The compiler from a game's rules to kernels, and the guards that check what it made.

Solvers, searches and `cgt` call `compile_game` or `interpret_game` (in `game_compiler.py`) and get the
same kernels as machine code or as ordinary Python. Programs use the public names to manage compiled
kernels (`inspect_kernel_cache`) and to watch threads (`is_compiling`, `is_kernel_running`,
`find_endless_position`).

>>> import zermelo
>>> from zermelo.compiler import describe_position, is_kernel_running, is_compiling
>>> is_compiling(), is_kernel_running()
(False, False)
>>> describe_position(zermelo.game("nim"), 0)
'0 (0 0 0 0)'

Layout
------
- `game_compiler.py`, `kernel_binders.py`, `kernel_kinds.py`: from rules to bound kernels.
- `plain_jit.py`, `lazy_kernels.py`: kernels as Python, and kernels compiled once they have much to do.
- `position_packing.py`, `position_shapes.py`: tuples as one key, and positions kept as they are.
- `fingerprints.py`, `kernel_digests.py`, `rules_cache.py`, `rules_memory.py`: keys of caches.
- `process_status.py`: compiled kernels on disk, and threads at work.
- `dependencies/`: everything that a game's rules depend on.
- `guards/`: compiled rules, symmetries, hooks and sums compared with the rules themselves.
- `kernels/`: loops that several packages share; those of one package are in its own `kernels/`.
- `lowering/`: from methods to plain functions of integers, without `self`.
- `machine_code/`: Numba and LLVM, checked 64-bit arithmetic, the cache on disk. Only it imports Numba.

Design
------
- Kernels are bound from a program (positions, moves), the hooks of a search, or the parts of a sum, each
  for machine code and for Python by one path. Every kernel also runs as Python; tests compare the two.
- Machine words overflow and Python's integers do not, so lowered arithmetic raises if a result leaves 64
  bits, a shift is negative, or an index has no item. LLVM proves most checks away. What a mask follows
  may wrap.
- Compiling takes seconds. A game of at most 3,000 classes, 12,000 moves and 100,000 images is solved by
  the same kernels as Python, with the same files to the byte. `solve tic_tac_toe` takes 1.4 s of CPU and
  not 7.7, all but 0.2 of it the start of Python. The walk of a game that turns out larger costs 0.1 s.
  `--compiled` and `--interpreted` (dictionaries) decide otherwise.
- Machine code is cached by content: lowered rules, kernels, versions, signature and processor. A field
  that no lowered method reads recompiles nothing.
- `rules_cache.py` checks all dependencies before each use, in 0.1 ms: a patched table is another game.
  `eval`, files or chance in rules give a warning, and no stored solution is used. If rules change during
  a solve, nothing is kept. Fingerprints are of the lowered rules, or of the walk where rules do not
  compile; comments do not count and installed packages count by version.
- Another size of a game reuses its code. Integers and tables become numbered cells, Numba compiles once
  to bitcode, and LLVM gets the constants before it optimises: Connect Four 5x5 is as fast as from
  source. A size with another text, as of a branch that a parameter decides, is compiled like another
  game. `docs/measured.md` has the times.
- Inner functions get no wrapper or machine code of their own: they took 8 of 14 s for the search of
  m,n,k games. LLVM optimises each before inlining: 0.7 s and not 2.8 for Connect Four's search.
  `numba_patches.py` has all changes to Numba, each with what was seen without it.
- Tuples are packed into 63 bits, first word highest, with widths from random play and slack; a word that
  outgrows its bits is an error. Tuples that do not fit, and other hashables, are interpreted with the
  same folds.
- A slice notes its positions (3.5 microseconds). If a command does not end within 2 s of Ctrl-C,
  compiling apart, a thread asks the compiled rules about them one by one, names the first that does not
  return and ends the process. Without a command, Ctrl-C waits for the kernel: small tiers in another
  thread would make games of thousands of tiers wait.
- Machine code, symmetries, hooks and sums are trusted only after a guard compared them with the rules,
  in random play with first branches first. Kernels return a status and a position; `error_reports.py`
  makes the error, which shows the position in the game's notation.
- Rules in another game's kernel (`NESTED_RULES`) have their constants written out, because the cells of
  the kernel hold the parameters of the game that is searched.

Alternatives tried
------------------
- Numba's own cache: it asks when a file was edited, and loaded another game's code.
- Another size's integers read at run time: nothing to compile, but 1.46 times the time of Connect Four
  5x5.
- Numba's generators, called for every move: 12.5 ns a move of a chess endgame; inlined 6.0.
- Literals as arguments of a recursive kernel: two versions, which crash when loaded from the cache.
- Sorting children with duplicates, Connect Four 5x5 (34.9 million classes): 3 times the hash tables'
  time.
- One look-up after another in looped games: Teeko, 201 million children, 51 ns each; blocks of 256 take
  21.
- Clearing a transposition table's pages on first use: 2.3 s for a gigabyte; written in one pass, 0.1 s.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
