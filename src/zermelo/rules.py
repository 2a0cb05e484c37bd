"""A game's rules, asked about one position: what a program that shows games wants of them.

`look` says what there is to see at a position; `position` reads one that a person has typed, and `source_of`
writes a game as `zermelo.game` reads it. `read_game` reads the text of a game that anybody may have written,
with the access that it is given: `CATALOGUE`, which opens no file, or `GivenFiles`. Moves, names and what
follows them are methods of the game itself. A `Position` is an integer, a tuple of integers or anything
hashable, a `Move` is meaningful in one position, and `Payoffs` are a number for each player.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.core.errors import collect_exchanges as collect_exchanges
    from zermelo.core.game import Move as Move
    from zermelo.core.game import Position as Position
    from zermelo.core.game import family_name as family_name
    from zermelo.core.game import has as has
    from zermelo.core.game_texts import named_in as named_in
    from zermelo.core.game_texts import names_file as names_file
    from zermelo.core.game_texts import read_game_text as read_game_text
    from zermelo.core.positions import as_move as as_move
    from zermelo.core.positions import plain as plain
    from zermelo.core.positions import read_plain as read_plain
    from zermelo.core.puzzle_for_one import is_for_one as is_for_one
    from zermelo.core.requirements import check_adversaries as check_adversaries
    from zermelo.core.requirements import check_one_or_two as check_one_or_two
    from zermelo.core.requirements import check_two_players as check_two_players
    from zermelo.core.requirements import is_of_payoffs as is_of_payoffs
    from zermelo.core.requirements import refuse_payoffs as refuse_payoffs
    from zermelo.core.seen import shown as shown
    from zermelo.naming import CATALOGUE as CATALOGUE
    from zermelo.naming import Access as Access
    from zermelo.naming import GivenFiles as GivenFiles
    from zermelo.naming import position as position
    from zermelo.naming import read_game as read_game
    from zermelo.query.look import Look as Look
    from zermelo.query.look import look as look
    from zermelo.solvers.subgame_perfect import Payoffs as Payoffs
    from zermelo.trust.faults import say_position as say_position
    from zermelo.work.store import rules_files as rules_files
    from zermelo.work.store import source_of as source_of
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "core.errors": ("collect_exchanges",),
            "core.game": ("Move", "Position", "family_name", "has"),
            "core.game_texts": ("named_in", "names_file", "read_game_text"),
            "core.positions": ("as_move", "plain", "read_plain"),
            "core.puzzle_for_one": ("is_for_one",),
            "core.requirements": (
                "check_adversaries",
                "check_one_or_two",
                "check_two_players",
                "is_of_payoffs",
                "refuse_payoffs",
            ),
            "core.seen": ("shown",),
            "naming": ("CATALOGUE", "Access", "GivenFiles", "position", "read_game"),
            "query.look": ("Look", "look"),
            "solvers.subgame_perfect": ("Payoffs",),
            "trust.faults": ("say_position",),
            "work.store": ("rules_files", "source_of"),
        },
    )
