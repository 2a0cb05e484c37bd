"""The vocabulary that every other package uses: the contract of a game, its values, errors and budgets.

Authors of rules subclass `zermelo.Game`, which is defined here together with `zermelo.PuzzleForOne` and
`zermelo.Budget`. Programs catch the errors (all are `ZermeloError`), read games and positions from text
with `GameText.read`, and ask what a game defines with `has`.

>>> import zermelo
>>> from zermelo.core import UnknownGame, has
>>> nim = zermelo.game("nim(heaps=(1, 2))")
>>> has(nim, "impartial"), has(nim, "gain")
(True, False)
>>> issubclass(UnknownGame, zermelo.ZermeloError) and issubclass(UnknownGame, LookupError)
True

Layout
------
- `game.py`: the contract, `Game`: what rules must define and what they may define.
- `upper_game_methods.py`: methods of a game that higher packages define; its stub has their types.
- `capabilities.py`: the table of all methods and attributes that a game may define, in five groups.
- `mix_ins.py`: classes that declare what only some rules have, such as `PerfectIndex`.
- `parameters.py`: what the parameters of a game may be, declared at its fields.
- `requirements.py`: checks that a game has the capabilities a question needs, and the table of questions.
- `game_kind.py`: the kinds of games, and `ByKind`, a table of what depends on the kind.
- `rule_queries.py`: the queries about one position, such as its moves or its terminal value.
- `rule_errors.py`: handling of rules that raise, end the process or return no text.
- `puzzle_for_one.py`: a game with one player, which is solved or not.
- `values.py`: values and answers (value and remoteness), and the words for them.
- `budget.py`: memory, threads, progress and cancellation of a long computation.
- `errors.py`: every error that is raised on purpose, and texts of errors.
- `registry.py`: methods, readers and checks that higher packages register.
- `arguments.py`: checks of counts and paths that callers pass.
- `notation/`: texts that name games, positions and moves; typed answers and their JSON, such as `Evidence`;
  the identity of a value, a text that is equal if the value is.
- `system/`: the package's version, directories, input files, deep threads, differences of systems.

Design
------
- `core` imports no other package of zermelo. Code belongs here only if at least two packages that do not
  know each other need it. It has no kernel, no file format and no command.
- `capabilities.py` is the only list of what a game may define: name, signature, result, needs and
  exclusions. A class is checked against it when it is defined, so a misspelled `symetries` is refused
  with the right name, and expert methods are refused without their mix-in. `has`, `check`, the errors of
  missing capabilities and the documents read the same table.
- `rule_queries.py` asks the rules about a position in the order that the contract fixes: `outcome`, then
  `moves`, then `stuck` if there is none. New code uses it, and does not call `outcome` and `stuck` by
  hand. The proof checker in `verify` asks the game directly, on purpose: an error in shared code must
  not hide in both a search and its check.
- A `Budget` limits, reports and stops every long computation. It is a parameter, never a global.
- Each error is also the built-in that it resembles, carries an exit status, and says what to do.
- Games are compared, cached and named on disk by `identity.py`, never by `repr`, which may leave out
  items of long arrays and may contain an address.
- Higher packages register their methods in `registry.py`, and these are imported on first use. So
  `game.plan()` and `zermelo.game("rules.gdl")` work without an import that points up.
- Text from outside is parsed as a literal, JSON or the grammar of game names; it is never executed. A
  file is opened only if it is a plain file within a size limit.
- The source files that rules depend on are found by reading imports; none of them is run.

Alternatives tried
------------------
- Two modules, of the methods of games and of solutions, that imported higher packages by name as
  exceptions to the layers. The registry needs no exception.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
