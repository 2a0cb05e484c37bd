"""Learning: self-play with exact counts, evaluation of policies, and environments for learners.

Its users train or judge agents. `self_play` runs Algorithm 1 of Sundar, Vasam and Joseph and counts
every line of play; `train` is its deep variant. `exploit`, `grade` and `count_mistakes` judge a policy.
`make_encoding`, `GameEnvironment`, `MultiAgentEnvironment`, `vector_environment` and `GameBatch` offer any
game to Gymnasium, PettingZoo and batch learners; `write_dataset` and `SolvedPositions` turn a solution into
training data.

>>> import zermelo
>>> from zermelo.learn import exploit, self_play
>>> print(self_play("tic_tac_toe", alpha=0.6).best)
3: 14 changed; first 72 won, 4 drawn, 0 lost; second 378 won, 79 drawn, 0 lost
>>> exploit(lambda heap: [1], zermelo.game("subtraction(heap=6, take=(1, 2))")).first.worth
-1

Layout
------
monotonic                  the self-play algorithm: fast, literal and deep; its limit, reports, figures
evaluation                 best response, grades, counted mistakes, end components
encoding                   positions as rows or planes, moves as numbers
environments               Gymnasium, PettingZoo, vectorized environments and batches
datasets                   labels from solutions, Parquet files, PyTorch data sets
self_play_parameters.py    what a run may vary, all of it data
game_walk.py               every position of a small game, by the rules alone
kernels                    compiled loops: self-play sweeps, many games at once

Design
------
* Self-play asks a dozen questions of one graph, so it works on an arena: positions numbered by tier,
  ascending within it, 4 bytes a move. Ascending order took a sweep of 4 x 4 tic-tac-toe (51.6 million
  moves) from 1.3 to 0.36 s. Policies need not treat symmetric positions alike, so the arena keeps
  symmetric positions apart.
* An iteration is one sweep with two numbers a position: what the agent expects on its own move, and on
  the adversary's. A sweep ends at the last change: 12 iterations on 4 x 4 take 1.6 s, not 4.4.
* Parameters are data: a new game compiles its walk and one linking kernel, another alpha nothing.
* All lines of a policy's play are counted forwards over positions that can occur, modulo primes. Tests
  compare this with `certify`, which knows only the rules.
* `literal_algorithm.py` follows the paper, slowly; its docstring says what cannot be followed. Where the
  print and the text differ (over what 1 - alpha is spread) it does either.
* Games with points during play are played as `with_points(game=...)`, as what decides must be in the
  position.
* The deep variant needs an extra, and nothing else imports it. Its policy over symmetric classes is
  lifted to the whole game line by line.
* Against a player with known probabilities a game is a decision problem for the other. Where play can
  repeat, each part in which the other can stay for ever is one node with one more choice, worth 0; then
  bounds from both sides meet. `grade` does the same in integers, for the worst of a policy's ties.
* Single environments are plain Python and the reference. Vectorized ones are one kernel over arrays,
  equal to the bit: every random event takes one number of the game's own generator, in the order of
  need. Numbers are drawn 64 at a time; a kernel that runs out asks for more and goes on.
* Observations are written column by column for all games. Planes come from the game's picture, which is
  Python, so they are kept by position.

Alternatives tried
------------------
* Children in the order of their hashes, and a whole sweep in every iteration: slower, by the figures
  above.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
