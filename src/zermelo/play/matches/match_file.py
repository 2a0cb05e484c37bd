"""A match as a small file: the game, the first position as text, and the moves by name.

    {"game": "subtraction(heap=9, ...)", "start": "9", "moves": ["1", "3"]}

The outcome of dice is written between the moves as `{"thrown": POSITION}`, the position as text. A loaded
match is played again, move by move, so a file can contain nothing that the rules do not allow.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position
from zermelo.core.notation.literals import read_json
from zermelo.core.notation.position_input import moves_for_message
from zermelo.core.notation.wording import shorten_text
from zermelo.core.system.input_files import LARGEST_TEXT, read_input_file
from zermelo.play.matches.match import MOST_QUOTED, ChanceOutcome, Match

KEYS = {"game", "start", "moves"}


@dataclass(frozen=True)
class SavedMatch:
    """The contents of a match file: the first position, and the moves by name, not yet played."""

    file: Path
    game: Game
    start: Position
    moves: list[str | dict[str, str]]  # a move's name, or the outcome of a throw

    def replay(self) -> Match:
        """Return the match, all moves made; raises `BadParameter` where one is not allowed."""
        match = Match(self.game, [self.start])
        for ply, name in enumerate(self.moves, 1):
            if isinstance(name, dict):
                match.play(self._find_throw(match, ply, name["thrown"]))
                continue
            names = match.move_names()
            if names.count(name) != 1:
                said = shorten_text(repr(name), MOST_QUOTED)
                known = moves_for_message(names, name)
                raise BadParameter(
                    f"{self.file} does not fit: {said} is no move at ply {ply}: moves are {known}"
                )
            match.play(match.moves()[names.index(name)])
        return match

    def _find_throw(self, match: Match, ply: int, text: str) -> ChanceOutcome:
        """Return the throw that leads to the position of a text."""
        found = [child for _, child in match.throws() if self.game.show(child) == text]
        if not found:
            said = shorten_text(repr(text), MOST_QUOTED)
            raise BadParameter(f"{self.file} does not fit: no throw at ply {ply} brings {said}")
        return ChanceOutcome(found[0])


def read_match(file: Path, game: Game) -> SavedMatch:
    """Read a file that `Match.save` wrote, without replaying its moves.

    Parameters
    ----------
    file : Path
        File to read.
    game : Game
        The match's game.

    Returns
    -------
    SavedMatch
        The `start` and the `moves`; `replay` returns the match.

    Raises
    ------
    BadParameter
        Where the file has other contents or is of another game.
    StorageFailed
        Where the file cannot be read.
    """
    fields = _parse_fields(read_input_file(file, "give a saved match", LARGEST_TEXT))
    if fields is None:
        raise BadParameter(f"{file} holds no match: give a file that `save` wrote")
    if fields["game"] != repr(game):
        raise BadParameter(f"{file} is a match of {fields['game']}, not of {game!r}: name that game")
    try:
        start = game.parse(fields["start"])
    except Exception as error:  # a user's parse may raise anything
        raise BadParameter(f"{file} does not fit: its start cannot be read ({error})") from error
    return SavedMatch(file, game, start, fields["moves"])


def _parse_fields(content: bytes) -> dict[str, Any] | None:
    """Return the fields of a saved match, None where the content is no saved match."""
    try:
        fields = read_json(content)
    except ValueError:
        return None
    if not isinstance(fields, dict) or set(fields) != KEYS or not isinstance(fields["moves"], list):
        return None
    moves = [
        move["thrown"] if isinstance(move, dict) and set(move) == {"thrown"} else move
        for move in fields["moves"]
    ]
    texts = [fields["game"], fields["start"], *moves]
    return fields if all(isinstance(text, str) for text in texts) else None
