"""A match: a game being played, move by move, with undo and redo.

Player 0 begins the game and is called "the first player" in texts. Games with `mover` report who moves at a
position, so a match from the middle gives the turn to the right player. In other games players alternate, and
the player who moves at the match's first position is player 0. In a game with payoffs players have the
numbers that the game gives them, and the match ends with `payoffs` in place of a `result`. Where dice are to
be thrown nobody moves: `throw` throws them, and the outcome is recorded among the moves.
"""

import copy
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import BadParameter, BadRules, IllegalMove
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.how_to_play import HowToPlay, read_how_to_play
from zermelo.core.notation.position_input import find_move, find_move_by_prefix, moves_with_prefix
from zermelo.core.notation.wording import PLAYERS, capitalize, join_name_and_verb, label_player, shorten_text
from zermelo.core.requirements import check_question
from zermelo.core.rule_queries import chances_at, moves_at, points_of_move, terminal_value
from zermelo.core.values import NO_END, UNTIMED, Answer, ExpectedValue, WinChance, answer_from
from zermelo.draw.pictures.colour_theme import STONES
from zermelo.games.game_titles import GameTitle, make_game_title
from zermelo.play.matches.match_score import Score, format_lead, format_result, make_score
from zermelo.solution.solution import LineStep, MoveAnswer, Solution
from zermelo.solution.subgame_perfect_play import PayoffLine
from zermelo.solver.methods.subgame_perfect import Payoffs, check_has_payoffs, read_mover, read_payoffs_at_end
from zermelo.solver.storage.output_files import REPLACE, OutputFile

if TYPE_CHECKING:  # its type is named for the reader alone
    from zermelo.play.players.basic_players import Player

LONGEST = 200  # plies after which a match that has repeated a position is stopped
LONG = 50  # times as many, in which dice have not led play to its end
XO = ("X", "O")  # names of players that stand in a game's text
PIECE_COLOURS = ("yellow", "dark")  # of side 0 and side 1, in pictures
SAID: Final = re.compile(r", |\n")  # what stands between parts of a text
MOST_MISTAKES = 3  # that are named at the end
NAMED_XO: Final = re.compile(r"\b[XO]\b")
BARE_MOVE: Final = re.compile(r"[A-Za-z]+|\d[\d\W]*|\d+ from .*")  # it reads as a word, or as a count
MOST_NAMED = 24  # characters of the moves in an error, where none begins like the typed text
MOST_QUOTED = 16  # characters of a quoted text that is no move


@dataclass(frozen=True)
class ChanceOutcome:
    """Outcome of a throw of dice.

    Parameters
    ----------
    position : position
        Position after the throw.
    """

    position: Position


@dataclass(frozen=True)
class Mistake:
    """A move that gave away value, with its final result and that of a better move where these are known.

    Parameters
    ----------
    ply : int
        Ply of the move; the first move has ply 1.
    mover : int
        Player who made the move.
    played, better : MoveAnswer
        The move, and a best move of the position.
    """

    ply: int
    mover: int
    played: MoveAnswer
    better: MoveAnswer

    @property
    def value_lost(self) -> float:
        """The value given away: a win is 2 more than a loss, a score is points; an integer without dice."""
        return self.better.answer.value - self.played.answer.value

    @property
    def claim(self) -> str:
        """What the move gave away, as in "b3 gave away a draw"."""
        better, played = self.better, self.played
        if better.answer.alone:
            return f"{played.name} is a dead end: it cannot be solved any more"
        lost = f"a {better.answer.outcome}"
        if isinstance(better.answer, WinChance):
            lost = f"{self.value_lost / 2:.1%} of the chance to win"
        elif isinstance(better.answer, ExpectedValue):
            lost = f"{self.value_lost:.3g} of what is expected"
        elif better.answer.scored:
            lost = f"{self.value_lost} point" + ("s" if self.value_lost > 1 else "")
        return f"{played.name} gave away {lost}"

    def __str__(self) -> str:
        better, played = self.better, self.played
        if better.answer.alone:
            return f"{self.claim}; better: {better.name}"
        return f"{self.claim} ({played.answer}); better: {better.name} ({better.answer})"


@dataclass
class Match:
    """A game being played: its positions, of which the last is the current one, and the moves between them.

    Parameters
    ----------
    game : Game
        Rules of the game.
    positions : list of position
        The position to begin with, as a list of one; default: the game's start. Later positions follow it.
    by_pieces : bool, default False
        Whether players whom the game calls X and O have the colours of their pieces as names, as pages show
        them, where its picture has no such signs; its rules and notes then speak of colours too.

    Attributes
    ----------
    movers : list of int
        Player to move at each position.
    points : list of (int, int)
        Points of each player since the match began, at each position.
    played : list of move or ChanceOutcome
        Moves and throws so far.
    undone : list of move or ChanceOutcome
        Moves and throws that were taken back; the last one is redone first.

    Examples
    --------
    >>> from zermelo.games import Subtraction
    >>> match = Match(Subtraction(heap=4))
    >>> match.play(match.find_move("3"))
    >>> match.play(match.find_move("1"))
    >>> match.result()                          # player 1 took the last
    -1
    >>> match.undo(), match.undo(), match.redo(), match.position
    (True, True, True, 1)
    """

    game: Game
    positions: list[Position] = field(default_factory=list)
    by_pieces: bool = False
    movers: list[int] = field(init=False)
    points: list[tuple[int, int]] = field(init=False)
    played: list[Move | ChanceOutcome] = field(init=False, default_factory=list)
    undone: list[Move | ChanceOutcome] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        if len(self.positions) > 1:
            raise BadParameter(
                f"a match begins at one position, not {len(self.positions)}: make its moves with play()"
            )
        self.positions = list(self.positions) or [_find_first_start(self.game)]
        self.movers = [self._mover_at(self.position, 0)]
        self.points = [(0, 0)]

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    @property
    def title(self) -> GameTitle:
        """The game's name, and in words what is not as usual in it."""
        return make_game_title(self.game)

    @property
    def begins_at_start(self) -> bool:
        """Whether the match began at a start of the game, so that `points` are all points gained."""
        return any(self.positions[0] == start for start in self.game.starts())

    @property
    def mover(self) -> int:
        """The player to move: 0 began the game."""
        return self.movers[-1]

    def player_name(self, player: int, verb: str = "") -> str:
        """Return what the game calls a player.

        Parameters
        ----------
        player : int
            Number of the player.
        verb : str, optional
            A verb to follow the name, such as "win", which is made to agree with it.

        Returns
        -------
        str
            One of the game's `player_names`; without them "the first player", or "player 1" with payoffs.

        Examples
        --------
        >>> import zermelo
        >>> [Match(zermelo.game(game)).player_name(0, "win") for game in ("chess_endgame", "nim")]
        ['white wins', 'the first player wins']
        """
        name = PLAYER_NAMES.choose(self.game)(self, player)
        return join_name_and_verb(name, verb) if verb else name

    def player_label(self, player: int) -> str:
        """Return a player's name where there is little space.

        Parameters
        ----------
        player : int
            Number of the player.

        Returns
        -------
        str
            As `player_name`, but "first" or "second" where the game does not name its players.
        """
        return label_player(self.player_name(player))

    @property
    def move_word(self) -> str:
        """What stands before the name of a move that is a bare number or word."""
        return str(getattr(self.game, "move_word", "the move"))

    def describe_move(self, name: str) -> str:
        """Return a move's name as it stands in a sentence, where a bare number would be read as a count.

        Parameters
        ----------
        name : str
            Name of a move.

        Returns
        -------
        str
            The name after the game's `move_word`, or after "the move", where it is a bare number or word.

        Examples
        --------
        >>> import zermelo
        >>> Match(zermelo.game("connect_four")).describe_move("4")
        'column 4'
        """
        if not BARE_MOVE.fullmatch(name):
            return name
        return f"{self.move_word} {name}"

    @cached_property
    def _player_names(self) -> tuple[str, str]:
        """The names, player 0's first: whose turn it is at the first position tells which that is."""
        if not has(self.game, "player_names"):
            return self._piece_colours if self.is_named_by_pieces else PLAYERS
        own: Any = self.game
        if not isinstance(own.player_names, tuple | list) or len(own.player_names) != 2:
            raise BadRules(f"{self.game!r}: player_names is {own.player_names!r}: give two names")
        first, second = map(str, own.player_names)
        text = self.game.show_for_player(self.positions[0], self.movers[0]).splitlines()[-1]
        picture, side = self._depict(0), self.movers[0]
        if text.startswith((f"{first} to ", f"{second} to ")):
            side = int(text.startswith(f"{second} to "))
        elif picture is not None and picture.mover is not None:
            side = picture.mover
        if self.is_named_by_pieces:
            first, second = self._piece_colours
        return (first, second) if side == self.movers[0] else (second, first)

    @property
    def lead(self) -> int:
        """Player 0's points since the match began, minus the other player's."""
        first, second = self.points[-1]
        return first - second

    @property
    def text(self) -> str:
        """The position as text, in which X stays the player who was X when the match began."""
        return self.game.show_for_player(self.position, self.mover)

    @property
    def picture(self) -> Picture | None:
        """The position's picture, with each side as when the match began; None where the game has none."""
        picture = self._depict(-1)
        if picture is None or not self.is_named_by_pieces:
            return picture
        return replace(picture, notes=tuple(map(self._name_by_pieces, picture.notes)))

    @property
    def how_to_play(self) -> HowToPlay:
        """How the game is played, in which players are called as everywhere in this match."""
        return HowToPlay(*map(self._name_by_pieces, read_how_to_play(self.game)))

    @cached_property
    def is_named_by_pieces(self) -> bool:
        """Whether players have the colours of their pieces as names: X and O, and owners of stores."""
        own: Any = self.game
        picture = self._depict(0) if self.by_pieces else None
        if picture is None:
            return False
        if not has(own, "player_names"):
            return any(thing.shape == "store" for thing in picture.things)
        return tuple(own.player_names) == XO and "cross" not in picture.mover_shapes

    @property
    def _piece_colours(self) -> tuple[str, str]:
        """What players are called by their pieces."""
        picture = self._depict(0)
        return STONES if picture is not None and "stone" in picture.mover_shapes else PIECE_COLOURS

    def _name_by_pieces(self, text: str) -> str:
        """Return a text with the colours of pieces for X and O, where players are named so."""

        def name_colour(found: re.Match[str]) -> str:
            colour = self._piece_colours[XO.index(found[0])]
            return capitalize(colour) if text[: found.start()][-2:] in ("", ". ") else colour

        return NAMED_XO.sub(name_colour, text) if self.is_named_by_pieces else text

    def _depict(self, ply: int) -> Picture | None:
        from zermelo.draw.pictures.position_picture import depict_for_player

        return depict_for_player(self.game, self.positions[ply], self.movers[ply])

    def moves(self) -> list[Move]:
        """Return the legal moves.

        Returns
        -------
        list of move
            In the order of the rules; empty where play is over or dice are thrown.
        """
        return moves_at(self.game, self.position)

    def move_names(self) -> list[str]:
        """Return the names of the legal moves.

        Returns
        -------
        list of str
            In the order of `moves`.
        """
        return [self.game.name(self.position, move) for move in self.moves()]

    def can_number_moves(self) -> bool:
        """Return whether moves can be called by their numbers in the list.

        Returns
        -------
        bool
            False where the name of a move is a number itself.
        """
        return not any(name.isdecimal() for name in self.move_names())

    def find_move(self, text: str, *, exact: bool = False) -> Move:
        """Return the legal move that a text names.

        Parameters
        ----------
        text : str
            Name of the move, its number from 1, or the beginning of exactly one name.
        exact : bool, default False
            Whether the beginning of a name is not enough.

        Returns
        -------
        move
            The move.

        Raises
        ------
        IllegalMove
            Where the text names no legal move, or several.
        """
        found = find_move(self.game, self.position, text)
        if found is not None:
            return found
        moves, names = self.moves(), self.move_names()
        number = int(text) if text.isdecimal() and len(text) < 10 else 0
        if self.can_number_moves() and 1 <= number <= len(moves):
            return moves[number - 1]
        begun = None if exact else find_move_by_prefix(self.game, self.position, text)
        if begun is not None:
            return begun
        quoted = shorten_text(repr(text), MOST_QUOTED)
        first = shorten_text(", ".join(names), MOST_NAMED) or "none, the game is over"
        raise IllegalMove(f"{quoted} is no move here: moves are {moves_with_prefix(names, text) or first}")

    def sample_move(self, player: "Player", rng: random.Random) -> Move:
        """Draw one move of a player, with the player's probabilities.

        Parameters
        ----------
        player : Player
            Function from a position to probabilities. If it has `set_match`, it first receives this match.
        rng : random.Random
            Source of random numbers.

        Returns
        -------
        move
            A move at the current position, not yet made.
        """
        set_match = getattr(player, "set_match", None)
        if set_match is not None:
            set_match(self)
        probabilities = player(self.position)
        return rng.choices(list(probabilities), list(probabilities.values()))[0]

    def play(self, move: Move | ChanceOutcome) -> None:
        """Make a move, or record a given outcome of the dice; moves that were taken back are forgotten.

        Parameters
        ----------
        move : move or ChanceOutcome
            A legal move, or a possible outcome.
        """
        self._apply_move(move)
        self.undone.clear()

    def play_out(self, players: "Sequence[Player]", rng: random.Random, max_plies: int = LONGEST) -> None:
        """Play the match to its end; each move is drawn with the probabilities of the player to move.

        Parameters
        ----------
        players : sequence of Player
            Players by number; the first one began.
        rng : random.Random
            Source of random numbers, also of the dice.
        max_plies : int, default 200
            A match that has repeated a position is stopped after so many plies without a throw of dice. With
            payoffs, or after fifty times as many plies, it is stopped where its current position is repeated.
        """
        seen: set[tuple[Position, int]] = set()
        while not self.is_over():
            if self.throws():
                self.throw(rng)
                seen.clear()
                continue
            seen.add((self.position, self.mover))
            if len(self.played) >= max_plies and HAS_CYCLED.choose(self.game)(self, len(seen), max_plies):
                return
            self.play(self.sample_move(players[self.mover], rng))

    def _has_cycled(self, positions: int, max_plies: int) -> bool:
        if len(self.played) >= LONG * max_plies:
            before = zip(self.positions[:-1], self.movers[:-1], strict=True)
            return (self.position, self.mover) in before
        return len(self.played) - self._count_moves_to_last_throw() >= max(positions, max_plies)

    def throws(self) -> list[tuple[float, Position]]:
        """Return the possible outcomes of the dice.

        Returns
        -------
        list of (float, position)
            Probability and position of each; empty where no dice are thrown.
        """
        return chances_at(self.game, self.position)

    def chance_outcome_names(self) -> list[str]:
        """Return a name of each outcome of the dice.

        Returns
        -------
        list of str
            What is new in the position's text between commas and ends of lines, in the order of `throws`.
        """
        before = SAID.split(self.text)
        rows = [
            [said for said in SAID.split(self.game.show(child)) if said not in before]
            for _, child in self.throws()
        ]
        names = [", ".join(new) or f"throw {number}" for number, new in enumerate(rows, 1)]
        return [self._name_by_pieces(name) for name in names]

    def chance_outcome_shares(self) -> list[str]:
        """Return how probable each outcome of the dice is, in per cent.

        Returns
        -------
        list of str
            Such as "16.7%", in the order of `throws`.
        """
        return [f"{100 * share:.3g}%" for share, _ in self.throws()]

    def throw(self, rng: random.Random) -> None:
        """Throw the dice; moves that were taken back are forgotten.

        Parameters
        ----------
        rng : random.Random
            Source of random numbers.
        """
        probabilities, positions = zip(*self.throws(), strict=True)
        self.play(ChanceOutcome(rng.choices(positions, probabilities)[0]))

    def undo(self) -> bool:
        """Take the last move or throw back.

        Returns
        -------
        bool
            Whether there was one.
        """
        if not self.played:
            return False
        self.undone.append(self.played.pop())
        for history in (self.positions, self.movers, self.points):
            history.pop()
        return True

    def redo(self) -> bool:
        """Repeat the move or throw that was taken back last.

        Returns
        -------
        bool
            Whether there was one.
        """
        if not self.undone:
            return False
        self._apply_move(self.undone.pop())
        return True

    def copy(self, plies: int | None = None) -> "Match":
        """Return an independent match with the same moves.

        Parameters
        ----------
        plies : int, optional
            How many of them; the others are taken back. Default: all.

        Returns
        -------
        Match
            A copy.
        """
        found = copy.copy(self)
        for each in ("positions", "movers", "points", "played", "undone"):
            setattr(found, each, list(getattr(self, each)))
        while plies is not None and len(found.played) > plies:
            found.undo()
        return found

    def mover_after(self, child: Position) -> int:
        """Return the player to move at a position that follows the current one.

        Parameters
        ----------
        child : position
            A position that a move or a throw leads to.

        Returns
        -------
        int
            Number of the player.
        """
        return self._mover_at(child, 1 - self.mover)

    def count_moves(self, player: int) -> int:
        """Return how many moves a player has made.

        Parameters
        ----------
        player : int
            Number of the player.

        Returns
        -------
        int
            Number of moves; throws do not count.
        """
        made = zip(self.movers, self.played, strict=False)
        return sum(mover == player and not isinstance(move, ChanceOutcome) for mover, move in made)

    def count_occurrences(self) -> int:
        """Return how often the current position has occurred, with the same player to move.

        Returns
        -------
        int
            1 or more, as this occurrence counts; what was before the last throw of dice does not.
        """
        first = self._count_moves_to_last_throw()
        here = self.position, self.mover
        return sum(there == here for there in zip(self.positions[first:], self.movers[first:], strict=True))

    def _count_moves_to_last_throw(self) -> int:
        throws = (number for number, move in enumerate(self.played, 1) if isinstance(move, ChanceOutcome))
        return max(throws, default=0)

    def played_names(self) -> list[str]:
        """Return the names of the moves so far.

        Returns
        -------
        list of str
            In order of play; "throw" stands for a throw of dice.
        """
        return [
            "throw" if isinstance(move, ChanceOutcome) else self.game.name(position, move)
            for position, move in zip(self.positions, self.played, strict=False)
        ]

    def payoff_line(self) -> PayoffLine:
        """Return the line of play in a game with payoffs.

        Returns
        -------
        PayoffLine
            The moves, the last position, and the payoffs, None while the game goes on.
        """
        names, played = tuple(self.played_names()), tuple(self.played)
        return PayoffLine(moves=names, end=self.position, payoffs=self.payoffs(), _moves=played)

    def is_over(self) -> bool:
        """Return whether there is neither a move nor a throw left.

        Returns
        -------
        bool
            Whether play is over.
        """
        return not self.moves() and not self.throws()

    def payoffs(self) -> Payoffs | None:
        """Return each player's payoff.

        Returns
        -------
        tuple or None
            None while the game goes on.

        Raises
        ------
        MissingCapability
            Where the game has no payoffs.
        """
        check_has_payoffs(self.game)
        return read_payoffs_at_end(self.game, self.position) if self.is_over() else None

    def result(self) -> int | None:
        """Return player 0's value or points at the end.

        Returns
        -------
        int or None
            None while the game goes on. Points are those gained since the match began, so they are the
            final result where `begins_at_start`.

        Raises
        ------
        MissingCapability
            Where the game has payoffs.
        """
        check_question(self.game, "score")
        if not self.is_over():
            return None
        value = terminal_value(self.game, self.position)
        return self.lead + (value if self.mover == 0 else -value)

    def result_text(self) -> str:
        """Return a finished match's result in words.

        Returns
        -------
        str
            Who won and by how much; only the lead of this line of play where earlier points are unknown.

        Examples
        --------
        >>> from zermelo.games import Subtraction
        >>> match = Match(Subtraction(heap=1))
        >>> match.play(match.moves()[0])
        >>> match.result_text()
        'the first player wins'
        """
        result = self.result() or 0
        return RESULTS.choose(self.game)(self, result)

    def seat_text(self, person: int, opponent: str) -> str:
        """Return which player the person is, and against whom.

        Parameters
        ----------
        person : int
            Number of the person's player.
        opponent : str
            The opponent's name, such as "Strong: thinks for one second".

        Returns
        -------
        str
            Such as "You play as white against Strong (thinks for one second)".
        """
        called, colon, does = opponent.partition(": ")
        return f"You play as {self.player_name(person)} against {called}{f' ({does})' if colon else ''}"

    def end_text(self, mistakes: Sequence[int], person: int | None = None) -> str:
        """Return how a finished match between two ended, with the mistakes.

        Parameters
        ----------
        mistakes : sequence of int
            Numbers of the moves that were mistakes, from 1.
        person : int, optional
            Player who is spoken to; default: nobody.

        Returns
        -------
        str
            Such as "You lost: one mistake, move 5", or "O wins: 2 mistakes, moves 4 and 6".
        """
        said, result = capitalize(self.result_text()), self.result() or 0
        if person is not None:
            points = f" by {abs(result)}" if self.game.scored and self.begins_at_start else ""
            said = f"You {'won' if (result > 0) == (person == 0) else 'lost'}{points}" if result else "A draw"
        if not mistakes:
            return said
        *first, last = map(str, mistakes)
        if not first:
            return f"{said}: one mistake, move {last}"
        which = f", moves {', '.join(first)} and {last}" if len(first) < MOST_MISTAKES else ""
        return f"{said}: {len(mistakes)} mistakes{which}"

    def line_value_text(self, answer: Answer, viewer: int) -> str:
        """Return a position's value in words for a player, who is named.

        Parameters
        ----------
        answer : Answer
            Value from that player's side; points to come count from where the match began.
        viewer : int
            Number of the player.

        Returns
        -------
        str
            Such as "win in 5 for X".
        """
        words = f"{answer.signed_value} since this line began" if answer.is_to_come else str(answer)
        return f"{words} for {self.player_name(viewer)}"

    @property
    def points_measure(self) -> str:
        """What values of moves count where moves bring points."""
        return "by the final result" if self.begins_at_start else "by the points still to come"

    def _format_result(self, result: int) -> str:
        if self.game.scored:
            return format_result(result, self._player_names)
        return self.player_name(result < 0, "win") if result else "a draw"

    def _format_points_gained(self, result: int) -> str:
        if self.begins_at_start:
            return format_result(result, self._player_names)
        return f"since this line began {format_lead(result, (self.player_label(0), self.player_label(1)))}"

    @staticmethod
    def iterate_perfect_line(
        solution: Solution, position: Position
    ) -> "Iterator[tuple[LineStep, Match, Score | None]]":
        """Yield the steps of a line of perfect play, each with the match so far and the points there.

        Parameters
        ----------
        solution : Solution
            Source of the line.
        position : position
            Where it begins.

        Yields
        ------
        (LineStep, Match, Score or None)
            The match is one object, which goes on with the line.
        """
        match = Match(solution.game, [position])
        for step in solution.line(position):
            yield step, match, match.score(step.answer)
            if step.move is not None:
                match.play(step.move)

    def score(self, answer: Answer | None = None) -> Score | None:
        """Return the points at the current position.

        Parameters
        ----------
        answer : Answer, optional
            Answer of the position, which tells the points still to come. At the end the rules tell them.

        Returns
        -------
        Score or None
            None in games where moves bring no points.
        """
        return SCORES.choose(self.game)(self, answer)

    def _score_points(self, answer: Answer | None) -> Score:
        value: float | None = None if answer is None else answer.value
        if value is None and self.is_over():
            value = terminal_value(self.game, self.position)
        to_come = value if value is None or self.mover == 0 else -value
        return make_score(self.points[-1], to_come, self._player_names, is_whole=self.begins_at_start)

    def final_answer(self, answer: Answer, ply: int | None = None, *, partial: bool = False) -> Answer:
        """Return the final result that an answer of points still to come leads to.

        Parameters
        ----------
        answer : Answer
            Answer of the position at a ply, or of a move there.
        ply : int, optional
            Number of plies before the position; default: all.
        partial : bool, default False
            Whether the points of this line are added even if the line did not begin at the game's start.

        Returns
        -------
        Answer
            The answer itself where it is final already, or where the points gained before are unknown.
        """
        ply = len(self.played) if ply is None else ply
        if not answer.is_to_come or not (partial or self.begins_at_start):
            return answer
        first, second = self.points[ply]
        lead = second - first if self.movers[ply] else first - second
        plies = UNTIMED if not answer.is_timed else NO_END if answer.remoteness is None else answer.remoteness
        return answer_from(answer.value + lead, plies, answer.scored, to_come=not self.begins_at_start)

    def find_mistake(self, solution: Solution, ply: int | None = None) -> Mistake | None:
        """Return the mistake made at a ply.

        Only values count: a slow win or a fast loss gives away nothing, and neither does a throw. With dice,
        a difference of two expectations counts where it exceeds the solution's error.

        Parameters
        ----------
        solution : Solution
            Solution of the game.
        ply : int, optional
            Ply of the move, from 1; default: the last.

        Returns
        -------
        Mistake or None
            None where the move gave away nothing.
        """
        ply = len(self.played) if ply is None else ply
        if isinstance(self.played[ply - 1], ChanceOutcome):
            return None
        return self.find_mistake_among(solution.moves(self.positions[ply - 1]), ply, solution.value_tolerance)

    def find_mistake_among(
        self, answers: Sequence[MoveAnswer], ply: int, tolerance: float = 0.0
    ) -> Mistake | None:
        """Return the mistake made at a ply, where moves have been judged already.

        Parameters
        ----------
        answers : sequence of MoveAnswer
            Answers of moves before that ply: first a better one, and that of the move made.
        ply : int
            Ply of the move, from 1.
        tolerance : float, default 0.0
            Difference of two values that gives away nothing.

        Returns
        -------
        Mistake or None
            None where the move gave away nothing.
        """
        played = next(answer for answer in answers if answer.move == self.played[ply - 1])
        if played.answer.value >= answers[0].answer.value - tolerance:
            return None
        both = [
            MoveAnswer.of(self.final_answer(each.answer, ply - 1), name=each.name, move=each.move)
            for each in (played, answers[0])
        ]
        return Mistake(ply, self.movers[ply - 1], *both)

    def find_mistakes(self, solution: Solution) -> list[Mistake]:
        """Return every move that gave away value.

        Parameters
        ----------
        solution : Solution
            Solution of the game.

        Returns
        -------
        list of Mistake
            In order of play.
        """
        found = (self.find_mistake(solution, ply) for ply in range(1, len(self.played) + 1))
        return [mistake for mistake in found if mistake is not None]

    def save(self, file: Path, *, replace: bool = False, remedy: str = REPLACE) -> None:
        """Write the match to a JSON file, which `read_match` reads.

        Parameters
        ----------
        file : Path
            File to write.
        replace : bool, default False
            Whether an existing file is replaced.
        remedy : str, optional
            What the error about an existing file advises.

        Raises
        ------
        BadParameter
            Where the file exists and must not be replaced.
        StorageFailed
            Where the file cannot be written.
        """
        game, start = self.game, self.positions[0]
        moves = [
            {"thrown": game.show(move.position)} if isinstance(move, ChanceOutcome) else name
            for name, move in zip(self.played_names(), self.played, strict=True)
        ]
        text = json.dumps({"game": repr(game), "start": game.show(start), "moves": moves}, indent=1)
        OutputFile(file, replace=replace, remedy=remedy).write((text + "\n").encode())

    def _apply_move(self, move: Move | ChanceOutcome) -> None:
        is_thrown = isinstance(move, ChanceOutcome)
        child = move.position if is_thrown else self.game.play(self.position, move)
        points = list(self.points[-1])
        if not is_thrown and (gained := points_of_move(self.game, self.position, move)):
            points[self.mover] += gained
        self.points.append((points[0], points[1]))
        self.movers.append(self.mover_after(child))
        self.positions.append(child)
        self.played.append(move)

    def _mover_at(self, position: Position, default: int) -> int:
        """Return the player who moves at a position: `default`, where the game does not report one.

        In a game of two adversaries that is the player who began (0) or the other (1).
        """
        return SIDES_TO_MOVE.choose(self.game)(self.game, position, default)


def _read_side_to_move(game: Any, position: Position, default: int) -> int:
    if not has(game, "mover"):
        return default
    return int(game.mover(position) != game.mover(_find_first_start(game)))


def _read_player_to_move(game: Game, position: Position, default: int) -> int:
    return read_mover(game, position) if moves_at(game, position) else 0


HAS_CYCLED: Final[ByKind[Callable[[Match, int, int], bool]]] = ByKind(
    "end of play that goes on for ever",
    Match._has_cycled,
    payoffs=lambda match, *_: match.count_occurrences() > 1,
)
PLAYER_NAMES: Final[ByKind[Callable[[Match, int], str]]] = ByKind(
    "name of a player",
    lambda match, player: match._player_names[player],
    payoffs=lambda _, player: f"player {player + 1}",
)
RESULTS: Final = ByKind(
    "result of a match in words",
    Match._format_result,
    dice_gains=Match._format_points_gained,
    gains=Match._format_points_gained,
)
SCORES: Final[ByKind[Callable[[Match, Answer | None], Score | None]]] = ByKind(
    "points so far and to come",
    lambda *_: None,
    payoffs=lambda *_: None,
    dice_gains=Match._score_points,
    gains=Match._score_points,
)
SIDES_TO_MOVE: Final = ByKind("player to move", _read_side_to_move, payoffs=_read_player_to_move)


def _find_first_start(game: Game) -> Position:
    return next(iter(game.starts()))
