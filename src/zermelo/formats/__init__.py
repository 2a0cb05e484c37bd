"""Formats: games of other systems as zermelo games, and zermelo games for OpenSpiel.

`zermelo.game("file.kif")` reads a file of the Game Description Language (GDL) through this package, and
`zermelo.game("file.game")` a declaration as abstract graphs.
`open_spiel_game` imports a game of OpenSpiel, `open_spiel_player` and `open_spiel_mcts` its players, and
`export_game` returns a zermelo game as OpenSpiel's game `python_zermelo`. `audit_key` tests whether a
key of `STATE_KEYS` distinguishes a game's states.

>>> from zermelo.formats import quote_game_text
>>> quote_game_text("connect_four(columns=4,rows=4)")  # the parameter of python_zermelo
'connect_four%28columns%3D4%2Crows%3D4%29'

Layout
------
game_language_file.py    a file in another language becomes a module with a game class
declaration_file.py      an abstract game, `boards.abstract_graphs.declaration_text`, becomes such a class
s_expression.py          parenthesised text, each word with its line
gdl                      rules are grounded once, sorted into facts and moves, and written as a class
open_spiel               import, export, players, keys and their audit

Design
------
* A file is data. It is parsed into forms whose words know their lines, and every refusal names a line.
  The Python class is written from numbers and names of our own; no word of the file enters it outside
  quotes.
* The class has its own module, named by the file's path, so that stores, policies and the explorer find
  it again by `file.kif:Name` and see by a hash that the file changed. The compiler and `check` treat it
  as any game.
* GDL: rules are grounded semi-naively, as if every `not` about the position held. A fact is one bit, a
  condition one mask comparison, and what a move adds and keeps is two tables. Tic-tac-toe runs at 1.4
  times the positions a second of the hand-written one in Python, and compiles.
* GDL: the player to move is a bit where some fact forces all other roles to wait; else moves are
  counted.
* OpenSpiel: a position is (key, player), where a key function describes the state. The player is always
  added, as OpenSpiel's own exact solver fails where its texts leave that out. An audit chooses the
  default key.
* OpenSpiel: a key does not say how to go on, so a table keeps one parent and action per key and rebuilds
  the state from a near one. It keeps 40,000 states. Positions from a file are found by a walk that
  resumes.
* OpenSpiel: the compiler cannot follow the table, which remembers. `EDITION` (OpenSpiel's version and a
  hash of the table's file) stands for it in the rules.
* Export: one name with one parameter, as OpenSpiel registers names, not families. A copied state shares
  all that belongs to the game: eight times as fast as with moves in a list. Moves and observations are
  numbered as in `learn.encoding`, so an agent trained on one side plays on the other.
* Of 16 microseconds a position of breakthrough, six are OpenSpiel's children, three are going on from a
  second state, and the rest are dictionaries (`benchmarks/open_spiel_games.py --speed`).

Alternatives tried
------------------
* GDL facts as sorted texts, with joins at every position: a thousand times slower, and not compilable.
  It is the reference implementation in the tests.
* OpenSpiel's history as the position: correct, but the game becomes its tree, a hundred times as large
  and more.
* Key and history together, equal where keys are: a file's text would differ for each path to a position.
* A canonical history, say the first of a walk: finding it takes the walk each time.
* A reader of ludax 1.0.0 files, which wrote sets of cells as expressions of bits. A position of Connect
  Four 6 x 7 cost six times one of tic-tac-toe, mostly for counting lines. It worked, and was removed.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
