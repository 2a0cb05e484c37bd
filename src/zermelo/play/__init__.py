"""Play: players, matches, contests and reports, and boards to play on.

A `Player` maps a position to a probability for each move. `make_player` builds one from a name; `Match`
plays one game and finds its mistakes; `play_contest` and `play_round_robin` play many.
`GameReport` describes a game, `profile_mistakes` a player. `Engine` and
`EnginePlayer` speak the Universal Game Interface, and `save_policy` and `certify` keep and check
policies.

>>> import zermelo
>>> from zermelo.play import perfect_player, play_contest, random_player
>>> solution = zermelo.solve("nim(heaps=(1, 2))")
>>> players = [perfect_player(solution), random_player(solution.game)]
>>> contest = play_contest(solution.game, players, games=20, seed=1)
>>> contest.first.as_first.as_json(), contest.first.as_second.as_json()
({'won': 10, 'drawn': 0, 'lost': 0}, {'won': 8, 'drawn': 0, 'lost': 2})

Layout
------
players                  players from functions, policies, searches, agents and solutions; names
matches                  match, score, file, contest, round robin, games of several players
win_rates                how often random, erring and perfect players win, exactly or by playouts
reports                  classification, game report, mistake profile, puzzle report, variants
engine                   UGI in both directions, and the process of another engine
notebook, pages, static  boards: notebook widget, standalone HTML file, and their scripts
saved_policies.py        policies: certify, save, load
file_verification.py     the check of a file, whatever it holds
position_winners.py      who wins each of many positions, read line by line
move_probabilities.py    what a player's answer means: probabilities, or moves that are equally likely
registered_methods.py    the methods of games and solutions that this package provides
kernels                  compiled loops: expectations over a graph, random playouts

Design
------
* Reports are here because they play: a game too large to enumerate is classified by random play.
* Win rates between three kinds of player are one sweep over the graph that play can reach, with each
  move marked as best or not: 45 figures and 360 bytes a position, up to 16 million positions.
* Cyclic play is 200 sweeps: the rates of a game of at most 200 plies, from those of 199. The walk stops
  at 7.5 million moves. Beyond either limit, or with points during play, each pair plays 10,000 games in
  a kernel.
* Games whose rules do not compile, or whose positions are not integers, play 200 games on the rules.
  These end when a position repeats; all others are stopped after 200 plies.
* Kernel playouts replaced 200 games on the rules (2 busy cores): `morris_endgame` 175 to 16 s,
  `chess_endgame(material='KQvKR')` 73 to 7 s, `connect_four(columns=5, rows=5)` 66 to 33 s.
* An engine process is not trusted. Every answer and every line that it must read has a timeout, and its
  other output waits in a short queue. It leads a process group that is killed as a whole; its number is
  released only then (`waitid` with `WNOWAIT`), or a new group could be killed. A finalizer ends it too.
* Only a `PlayerContext` with `programs` may start programs or run files. The explorer has none.
* `play` does not know OpenSpiel. The caller gives the builder of its tree search: `PlayerContext.mcts`.
* A policy file is sealed but may be forged: types and counts are checked on loading, moves against the
  rules when they are asked for. `certify` plays all replies by the game's own rules and shares nothing
  with solvers.
* One scene, a position as one player views it, serves the explorer, the standalone page and the notebook.

Alternatives tried
------------------
* The graph walk without the perfect index: it visited 16 million of 81 million positions, rehashed
  everything 30 times, and was given up.
* Playouts on the kept graph: marking all moves takes as many look-ups as the games, and the graph must
  exist.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
