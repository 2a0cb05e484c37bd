"""Solver: the exact answer of every position of a game, from its rules alone.

`zermelo.solve`, `zermelo.count` and `game.plan()` call it, and the `solution` package reads the files
that it writes. The public names are its results: `Plan` (what a solve will take), `Summary` (what it
found), `Counts`, and `SolveProgress` (the state of a solve by tasks). `OutputFile` writes any file a user
asks for: whole or not at all.

>>> import zermelo
>>> plan = zermelo.game("tic_tac_toe").plan()
>>> plan.classes, plan.tiers, plan.fits
(765, 10, True)
>>> zermelo.count("tic_tac_toe").games
255168

Layout
------
graph, sorted_keys        every reachable position, once, in tiers or in another order for solving
methods                   backward induction, retrograde analysis, value iteration, payoffs, counts
kernels                   compiled loops; dense (perfect indexes) and buckets (tiers past memory)
runs                      one solve from rules to published solution, with checkpoints
plans, size_estimates     what a solve will take, and how many positions there are, before it runs
storage                   array stores, object stores, atomic and sealed files, disk quota
records, solution_files   answers by position, and the Parquet files and manifest that hold them
cluster, forecast         solves by tasks that share nothing but a store, and their schedule beforehand

Constants
---------
* `MANIFEST` is the name of the file that describes a solution.

Design
------
* The graph decides the method: tiers of plies take backward induction, cycles retrograde analysis, dice
  value iteration, several players sets of payoff vectors. Positions that are not integers take the
  interpreter.
* Tiers are verified, not assumed: by the game's `tier`, or by comparing all tiers whenever their total
  has doubled. Tiers are sorted by a hash (`mix`), so equal ranges hold equal shares and a look-up takes
  two reads. Only files are sorted by position.
* Threads work on slices and own their output, without locks. Looking children up in blocks of 256, not
  one by one, halved the backward pass of Connect Four 5x5 (34.9 million classes, 2 cores): 3.6 to 1.7 s.
* Over a perfect index with `parents` a position is one code, solved in place without counters. An open
  position remembers 4 bits of a row with a move that may save it, the witness: checks of KQvKR take
  0.31 s, not 0.46. Sets of 64 positions in a word take KQRvKR from 81 to 38 CPU s.
* Loops of dice close in from a lower and an upper table until nothing changes. This takes more sweeps
  than stopping at 1e-13 (`pig(target=60)`: 45, not 35), but bounds are a thousand times tighter, and
  clusters find the same bits. Perfect indexes with dice do stop at 1e-13: Ur with four pieces takes 100
  sweeps and 15 s, not 146 and 28.
* From a million positions on, the trend of the tiers decides whether a plan is made (2 to 4 s, 130 MB).
  The plan refuses only what cannot fit even if the estimate is too large by its whole factor;
  `Budget(anyway=True)` starts all the same. Cyclic games are sampled for twelve tiers at most: further
  samples of dobutsu shogi gave 40 times the truth.
* With a store every array is written through at once and is the checkpoint, sealed by a checksum. Tiers
  larger than memory go to the tasks of `cluster`, run by threads (Connect Four 5x5 within 400 MB: 29.6
  core seconds; in memory 15.9). glibc must return pieces from 4 MB on: 514 MB, not 640, within a budget
  of 500, for 7 % more core seconds.
* NAME.partial becomes NAME by one rename. A directory without the mark `.zermelo` is left alone.
* A tier is Parquet sorted by `position`, with `value` and `remoteness` (65,535: no end), 2^24 records a
  file. Over an index, files are slices of 4,194,304 ranks without positions. Values alone are two bits:
  KQvKR takes 0.07 bytes a position, with remoteness 0.84. Compact files (`lean`) omit what one ply
  decides.
* No byte reaches Parquet's parser before its block of 128 KB matches its hash, since wrong bytes can end
  the process. This costs nothing measurable. A cold question by URL takes three requests.
* A cluster task reads whole objects or sections and makes one object, once, so a killed worker loses
  only its task, and files are the bytes of one process. With 50 workers, 10 nodes and 5 drivers killed
  during 2,009 tasks, at most 4.0 % of them were repeated. Two Ray workers take 1.05 times as long as two
  threads.
* `forecast` counts tiers, measures the rules, and schedules the tasks. In eight games tasks and bytes
  moved were 0.82 to 1.14 of those measured, core seconds 0.96 to 1.35, once 1.81 (a chess endgame, of
  which the number of decided positions is unknown).

Alternatives tried
------------------
* Sorting children with duplicates: three times the time of small hash tables in buckets.
* Retrograde counters and message lists: KQRvKR 235 s and 2.46 GB, before codes in place.
* Witnesses of 0, 2, 3, 4, 5 and 6 bits: 7.35, 4.94, 4.23, 3.89, 3.73 and 3.70 million looks at KQvKR.
* Answers in a memory-mapped file: a quarter of nine men's morris 34 CPU minutes, in memory 23.
* `np.unique` over all sections of a bucket: 28 s; merging sorted runs 0.9 s. Walking Teeko again where
  plies are not tiers: 14 s; keeping what plies found 6 s.
* Levels by single buckets: a draughts endgame of 3 against 3 kings within 400 MB took 139 core seconds
  and 11,868 tasks; by groups of buckets 54 s and 849 tasks.
* Whole solutions with positions split into bytes: 14 % smaller, but DuckDB reads them since 2026 only.
* A retrieval structure that holds no positions: about 1 bit a value, but it answers where no position
  is.
* Forecasting index tiers by size alone: 0.4 to 0.5 of KPvKP's time; by samples of moves 0.80.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
