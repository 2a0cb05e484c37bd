"""A kit for board games: boards, rules of pieces, perfect indexes, text and pictures.

Authors of rules build a board with `squares`, `hexagon`, `ring` or `points`, and derive their game from
`BoardGame`, `FixedGame` or `PlacingGame`. They number positions with `CombinationIndex` and its
relatives. Programs that show games use `Picture`, `picture_svg` and `draw_terminal_rows`.

>>> from zermelo.boards import CombinationIndex, each, squares
>>> board = squares(3, 3)
>>> board.cells, board.names[4], list(each(0b000_000_101))
(9, 'b2', [0, 2])
>>> triples = CombinationIndex(9, 3)
>>> triples.size, triples.rank(0b111), triples.unrank(83) == 0b111_000_000
(84, 0, True)

Layout
------
- `board.py`, `board_constructors.py`: a board as cells and directions, and functions that make boards.
- `board_symmetries.py`: symmetries of a board, and how they are applied to whole positions.
- `board_games/`: base classes of games on any board: moves, jumps, hands, symmetries.
- `bitboards/`: rectangles in one machine word, for rules written by hand.
- `indexes/`: perfect indexes, which number positions without gaps.
- `notation/`: boards, heaps and setups as text.
- `pictures/`: what a picture of a position consists of; `zermelo.draw` draws it.
- `abstract_graphs/`: games as Iklassov's thesis describes them: cells, lines, signs, graphs.

Constants
---------
* `PLACE_BY_PLACE`, `ALL_TO_ONE`, `SINGLE_PLACES`: how rows of an index map to those of a move, and the
  words that have one place each; see `boards.indexes.index_rows`.

Design
------
- A board is cells and directions (`ways`): for each cell the next one, or none. Steps, slides, jumps,
  lines and symmetries are written once over that. A direction moves all cells at once by one mask and
  shift for each distance that occurs: one on a rectangle, two on a torus.
- Symmetries are found from the directions and their vectors, or are automorphisms of a graph. Each image
  is made from the one before by delta swaps. The three most frequent steps are branches with constants:
  solving Teeko 4x4 took 2.35 times the time of hand-written symmetries without them, 1.33 times with
  them.
- A `BoardGame` shows pieces to the mover. A `FixedGame` stores the mover in a bit. A `PlacingGame`
  counts pieces to know the mover; it must do so even if a game defines its own `tier`.
- A chain of jumps is one move per jump, with the turn kept (`jump_captures.py`). As one move it would
  have to encode a path, and there may be more paths than a number can hold. The piece that must go on is
  marked by a bit on both boards, because a cell number would not turn with the board.
- Pieces in hand are counts beside the board. `IndexedPieces` numbers symmetric positions separately;
  merging them is left to hand-written indexes, as of the morris endgame.
- A game may override only the names listed in `board_game_checks.py` and the capabilities of `core`. Any
  other name of the kit is refused: a helper called `free` would silently let pieces move anywhere.
- A move encodes its cells, direction and kind, because on rings and tori cells alone are ambiguous. Two
  directions that lead from every cell to the same one, as on a torus of two columns, count as one.
- Indexes are frozen objects that are lowered with the rules, so they cost what hand-written code would.
  Tests number everything below a few thousand and compare with plain enumeration.
- A picture names colours and never contains them: `element` turns `fill="blue"` into a class, and `svg`
  adds the styles of the classes used, for light, dark and print. `svg_markup.py` escapes text shown by a
  game.
- An abstract graph is labels on cells and lines as masks of cells with a kind. It covers lines of any
  length, squares, triangles of edges, steps and borders. Lines are sets: a one-way step, as of a pawn,
  cannot be expressed, nor can conditions on counts. `declaration_text.py` lists the statements.
- Time against hand-written rules (`benchmarks/boards.py`), then lines by hand and with the kit. Games
  with their own kind of bits (fox and hounds, mnk, morris) stay hand-written. Breakthrough and hex have
  search hooks in their lines; the former hand-written bases were 110 lines more. Ratios are of CPU time,
  from two runs or medians of three processes. Dao 1.10, 1.22, 1.27 (150, 107); teeko 4x4 1.12 (111,
  101); isola 5x4 1.20 (70, 73); quixo 4x4 1.07 (154, 159); l_game 1.19 (103, 107); dodgem 4x4 1.05 (144,
  117); hare_and_hounds 1.03 (144, 92); mu_torere 1.01 (67, 53); pong_hau_ki 1.01 (51, 40);
  three_mens_morris and relatives 0.97 to 1.13 (215, 179); clobber 4x4 0.85 (110, 94); konane 5x5 0.84
  (138, 116); breakthrough 3x5 1.10 (178, 186); hexapawn 4x5 1.06 (29, 28); nogo 5x3 1.14 and
  impartial_nogo 4x3 1.15 (254, 215); hex 4x4 1.14, 1.05, 1.21 (392, 338).

Alternatives tried
------------------
- Separate bases for pieces as the mover sees them and pieces that stay: to change from one to the other,
  all rules of a game had to be rewritten.
- Vertices, edges and a library's isomorphism search for all abstract graphs: masks are 100 times faster.
- Abstract lines of one length, and actions that always place a sign: half the code, tic-tac-toe-like
  games only.

"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
