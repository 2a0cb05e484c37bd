"""A game at the prompt: the position, the moves, your answer, the reply of the other side.

What you type is a move's name or number, or else one of the commands that `HELP` lists. A move that is named
like a command takes precedence. The other side is a player of `play.players.player_names`, whose moves are
drawn at random.
"""

import random
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from zermelo import Answer, Solution, ZermeloError
from zermelo.cli.console.prompt_input import accept_undecodable_input, read_input_line
from zermelo.cli.console.terminal_colors import TerminalColors, format_picture_in_colors
from zermelo.cli.console.text_board_labels import AxisLabels, RowCellNames, find_board_labels
from zermelo.cli.players import rule_list_hints
from zermelo.cli.players.play_texts import (
    format_in_columns,
    format_input_error,
    format_match_review,
    format_move_hints,
    format_points,
    list_numbered_move_names,
    wrap_sentence,
)
from zermelo.cli.solutions import one_player_texts
from zermelo.core import BadParameter, IllegalMove, has
from zermelo.explain import RuleList, Voice
from zermelo.play import (
    Headline,
    Match,
    Player,
    PlayerContext,
    make_player,
    parse_player,
    perfect_player,
    read_match,
)

REPETITIONS: Final = 3  # occurrences of a position after which play counts as cyclic
SIDES: Final[dict[str, tuple[int, ...]]] = {"first": (0,), "second": (1,), "both": (0, 1), "none": ()}
UNEXPLAINED: Final = "no explanations, as the game is not solved: run `zermelo solve`, or add --coach"
UNSOLVED: Final = "no hints, as the game is not solved: run `zermelo solve`, or add --coach"
HELP: Final = """\
a move       by its name, or by its number in the list; Qd5 is Qd5+, too
?            every move with its value, best first
!            play a best move; if unsolved, what the other side would play
u, undo      take back your last move, and the replies to it
r, redo      make the moves again that you took back
save FILE    write the game so far to a new file
save! FILE   the same, replacing a file that is there
load FILE    go on with a saved game
d, draw      end a game that repeats positions as a draw
h, help      show this list
q, quit      leave"""

HELP_FOR_ONE: Final = """\
a move       by its name, or by its number in the list
?            every move, best first, with the number of moves that solve it then
!            play a best move
u, undo      take back your last move
r, redo      make the moves again that you took back
save FILE    write the moves so far to a new file
save! FILE   the same, replacing a file that is there
load FILE    go on with saved moves
h, help      show this list
q, quit      leave"""
DEAD_END: Final = "no move is left, and it is not solved: u takes moves back, q leaves"


@dataclass(frozen=True)
class PromptPlayers:
    """Who sits where: your side, and who plays the other."""

    side: str = "first"  # one of `SIDES`
    kind: str = "perfect"  # as `play.players.player_names` reads it
    rate: float | None = None  # how often an erring one errs
    seed: int | None = None
    coach: bool = False  # say at once what your moves give away
    explain: bool = False  # say why the other side plays what it plays

    def __post_init__(self) -> None:
        if self.side not in SIDES:
            raise BadParameter(f"side {self.side!r} is unknown: choose one of {', '.join(SIDES)}")
        parse_player(self.kind)
        if self.rate is not None:
            if not 0 <= self.rate <= 1:
                raise BadParameter(
                    f"the rate of errors {self.rate!r} is no probability: give one from 0 to 1"
                )
            if self.kind != "erring":
                raise BadParameter(
                    f"the {self.kind} opponent takes no rate of errors, {self.rate!r}: add --opponent erring"
                )

    @property
    def needs_solution(self) -> bool:
        """Whether somebody here has to know the game's solution: the other side, or a coach."""
        return self.coach or parse_player(self.kind).needs_solution

    @property
    def opponent_player_text(self) -> str:
        """The player of the other side, with its error rate."""
        return self.kind if self.rate is None else f"{self.kind}(rate={self.rate!r})"

    def describe_who_plays(self, match: Match, verb: str) -> str:
        """Return who sits where, in words; `verb` says how the other side plays."""
        yours = SIDES[self.side]
        if len(yours) == 1:
            you, other = match.player_name(yours[0]), match.player_name(1 - yours[0], "play")
            return f"you are {you}; {other} {verb}"
        return "two people play" if yours else f"both sides play {verb}"


def build_opponent_player_text(
    kind: str | None, time: str | None, book: str | None, endgame: str | None
) -> str:
    """Return the player that the options of `zermelo play` name together.

    >>> build_opponent_player_text(None, "2s", None, None)
    "search(time='2s')"
    """
    given = {"time": time, "book": book, "endgame": endgame}
    fields = {name: value for name, value in given.items() if value is not None}
    if not fields:
        return kind or "perfect"
    named = parse_player(kind or "search")
    if named.name != "search":
        name, value = next(iter(fields.items()))
        raise BadParameter(
            f"the opponent {kind} takes no --{name} {value}: add --opponent search, or leave it out"
        )
    inside = ", ".join(f"{name}={value!r}" for name, value in (named.fields | fields).items())
    return f"search({inside})"


@dataclass
class PromptGame:
    """A match at the prompt, its players, and how it is shown."""

    solution: Solution | None  # None where the game is not solved, and needs not be
    match: Match
    seats: PromptPlayers
    opponent: Player
    chance: random.Random
    paint: TerminalColors = field(default_factory=TerminalColors)
    labels: AxisLabels | RowCellNames | None = None
    theirs: RuleList | None = None  # the list that the other side follows
    rules: RuleList | None = None  # the list that the person's moves are held against
    left: bool = False  # the person has gone
    drawn: bool = False  # because play repeats positions

    @property
    def person_players(self) -> tuple[int, ...]:
        """The players that a person plays."""
        return SIDES[self.seats.side]

    @property
    def is_one_player_puzzle(self) -> bool:
        """Whether it is a puzzle for one."""
        return self.match.game.is_puzzle


def play_at_prompt(
    context: PlayerContext,
    solution: Solution | None,
    match: Match,
    seats: PromptPlayers,
    rules: RuleList | None = None,
) -> None:
    """Play a match to its end, or until the person leaves; without a solution nobody gives hints.

    The person's moves are held against `rules`.
    """
    rule_list_hints.check_rules_cover_person(rules, SIDES[seats.side])
    other, plays = make_player(seats.opponent_player_text, context)
    table = PromptGame(solution, match, seats, other, random.Random(seats.seed), rules=rules)
    table.theirs = rule_list_hints.load_rule_list_of_player(seats.kind, context)
    accept_undecodable_input()
    players_text = (
        "a puzzle for one" if table.is_one_player_puzzle else seats.describe_who_plays(match, plays)
    )
    print(wrap_sentence(f"{match.game!r}: {players_text}", table.paint.width))
    if solution is not None and table.is_one_player_puzzle:
        print(solution.value(match.position))
    if table.person_players:
        print("h for help, ? for hints, q to leave")
    if seats.explain and solution is None:
        print(UNEXPLAINED)
    if match.positions[0] not in match.game.starts() and not has(match.game, "mover"):
        print(f"from here, {match.player_name(0)} is who moves next")
    table.labels = find_board_labels(match.game)
    _print_position(table)
    while not (table.left or table.drawn or _is_match_over(table)):
        if table.match.throws():
            _roll_dice(table)
        elif table.match.mover in table.person_players:
            _ask_for_move(table)
        else:
            move = table.match.sample_move(table.opponent, table.chance)
            _play_move(table, move)
        waits = not table.match.throws() and (
            table.match.mover in table.person_players or not table.person_players
        )
        if not (table.left or table.drawn) and (waits or table.match.result() is not None):
            _print_position(table)
            if table.is_one_player_puzzle and table.match.result() == 0:
                print(DEAD_END)
        _end_or_report_repetition(table)
    if not table.left:
        verdict = _format_result_of_repetition(table.match) if table.drawn else table.match.result_text()
        if table.is_one_player_puzzle:
            first = None if solution is None else solution.value(table.match.positions[0])
            verdict = one_player_texts.format_match_result(table.match, first and first.remoteness)
        print(f"\n{verdict}")
        if solution is not None and not table.is_one_player_puzzle:
            print(format_match_review(table.match, solution, table.paint.width))


def _format_result_of_repetition(match: Match) -> str:
    """Return the result of cyclic play: it brings no more points, and those so far count."""
    score = match.score(Answer(0, None))
    if score is None:
        return "a draw: play repeats positions"
    return (
        f"play repeats positions; {'; '.join(f'{name} {words}' for name, words in score.list_score_rows())}"
    )


def _is_match_over(table: PromptGame) -> bool:
    """Return whether the match has ended; who is stuck in a puzzle for one may take moves back."""
    result = table.match.result()
    return result is not None and not (table.is_one_player_puzzle and result == 0 and table.match.played)


def _end_or_report_repetition(table: PromptGame) -> None:
    """End a cyclic game that no person can end; where a person can, print how."""
    if (
        table.left
        or table.drawn
        or table.is_one_player_puzzle
        or table.match.count_occurrences() < REPETITIONS
    ):
        return
    if table.match.mover in table.person_players:
        print(
            f"this position has occurred {table.match.count_occurrences()} times: d ends the game as a draw"
        )
    elif not set(table.match.movers) & set(table.person_players):  # no person is ever asked
        table.drawn = True


def _print_position(table: PromptGame) -> None:
    """Print the position, with labels where there are some, and the points so far."""
    shown = table.match.text
    board = format_picture_in_colors(table.paint, table.match.picture)
    print(f"\n{board or (table.labels.add_to_board_text(shown) if table.labels else shown)}")
    points = format_points(table.match)
    if points:
        print(points)


def _roll_dice(table: PromptGame) -> None:
    """Throw the dice for whose turn it is, and say what they brought: what is new of the position."""
    match = table.match
    who, before = match.player_name(match.mover, "throw"), match.text.splitlines()
    match.throw(table.chance)
    new = [line for line in match.text.splitlines() if line not in before]
    print(f"{who}: {' / '.join(new)}")


def _play_move(table: PromptGame, move: Any) -> None:
    """Make a move of the other side, or one chosen for the person, and print it."""
    match = table.match
    who = "played:" if table.is_one_player_puzzle else match.player_name(match.mover, "play")
    knows = getattr(table.opponent, "has_book_moves", None)  # of a player with a book
    is_booked = knows is not None and match.mover not in table.person_players and knows(match.position)
    print(f"{who} {match.game.name(match.position, move)}{', from the book' if is_booked else ''}")
    _print_rule_of_move(table, move)
    _print_explanation_of_move(table, move)
    match.play(move)


def _print_rule_of_move(table: PromptGame, move: Any) -> None:
    """Print which rule a move follows or breaks, before it is made, by the list of the side to move."""
    rules = table.rules if table.match.mover in table.person_players else table.theirs
    players_text = rule_list_hints.describe_rule_of_move(rules, table.match, move)
    if players_text:
        print(textwrap.fill(players_text, table.paint.width, initial_indent="  ", subsequent_indent="    "))


def _print_explanation_of_move(table: PromptGame, move: Any | None = None) -> None:
    """Print why a move, or a best one, is played; nothing if not asked for, or not known."""
    match = table.match
    if not table.seats.explain or table.solution is None:
        return
    voice = Voice()
    if match.mover not in table.person_players:
        voice = (
            voice.swapped_voice
            if table.person_players
            else Voice(match.player_name(match.mover), match.player_name(1 - match.mover))
        )
    print(table.solution.why(match.position, move, others=False).paragraph(voice))


def _ask_for_move(table: PromptGame) -> None:
    """Ask the person until the position has changed or they leave."""
    print(format_in_columns(list_numbered_move_names(table.match), table.paint.width, "moves: "))
    answered = False
    while not answered:
        line = read_input_line(
            "> " if table.is_one_player_puzzle else f"{table.match.player_label(table.match.mover)}> "
        )
        try:
            answered = _quit_game(table, "") if line is None else _apply_input(table, line)
        except ZermeloError as error:
            print(format_input_error(error))


def _apply_input(table: PromptGame, text: str) -> bool:
    """Make the move or obey the command; return whether there is nothing more to ask here."""
    if not text:
        return False
    word, _, rest = text.partition(" ")
    try:
        move = table.match.find_move(text, exact=word in COMMANDS)
    except IllegalMove:
        if word not in COMMANDS or (rest and word not in ("save", "save!", "load")):
            raise
        return COMMANDS[word](table, rest.strip())
    _print_rule_of_move(table, move)
    table.match.play(move)
    if table.seats.coach and table.solution is not None:
        mistake = table.match.find_mistake(table.solution)
        if mistake is not None:
            print(mistake)
    return True


# The commands: each returns whether the position has changed, or the person has left.


def _print_hint(table: PromptGame, argument: str) -> bool:
    players_text = rule_list_hints.describe_applicable_rule(table.rules, table.match)
    if players_text:
        print(wrap_sentence(players_text, table.paint.width))
    if table.solution is None:
        print(UNSOLVED)
        return False
    match = table.match
    answers = table.solution.moves(match.position)
    error = table.solution.value_tolerance
    headline = Headline.from_answer(match, table.solution.value(match.position), answers, tolerance=error)
    print(wrap_sentence(str(headline), table.paint.width))
    print(format_move_hints(match, answers, table.paint))
    _print_explanation_of_move(table)
    return False


def _play_best_move(table: PromptGame, argument: str) -> bool:
    best = table.opponent if table.solution is None else perfect_player(table.solution)
    _play_move(table, table.match.sample_move(best, table.chance))
    return True


def _undo_move(table: PromptGame, argument: str) -> bool:
    match = table.match
    if not any(match.count_moves(player) for player in table.person_players):
        print("there is nothing to take back")
        return False
    while match.undo() and not _is_person_to_move(table):
        pass
    return True


def _is_person_to_move(table: PromptGame) -> bool:
    """Return whether the person is to move."""
    return table.match.mover in table.person_players and not table.match.throws()


def _redo_move(table: PromptGame, argument: str) -> bool:
    match = table.match
    if not match.undone:
        print("there is nothing to make again")
        return False
    while match.redo() and not _is_person_to_move(table):
        pass
    return True


def _save_match(table: PromptGame, argument: str, *, replace: bool = False) -> bool:
    file = _parse_match_file_path("save", argument)
    table.match.save(file, replace=replace, remedy="name another, or write save! to replace it")
    print(f"saved {_format_ply_count(table.match)} to {argument}")
    return False


def _overwrite_match(table: PromptGame, argument: str) -> bool:
    return _save_match(table, argument, replace=True)


def _load_match(table: PromptGame, argument: str) -> bool:
    saved = read_match(_parse_match_file_path("load", argument), table.match.game)
    if table.solution is not None:
        table.solution.value(saved.start)
    match = saved.replay()
    print(f"loaded {_format_ply_count(match)} from {argument}")
    table.match = match
    table.labels = find_board_labels(match.game)
    return True


def _print_help(table: PromptGame, argument: str) -> bool:
    print(HELP_FOR_ONE if table.is_one_player_puzzle else HELP)
    return False


def _claim_draw(table: PromptGame, argument: str) -> bool:
    if table.is_one_player_puzzle:
        print("a puzzle for one is no draw: go on, take moves back by u, or leave by q")
        return False
    if table.match.count_occurrences() < 2:
        print("this position has occurred once: nothing is repeated yet")
        return False
    table.drawn = True
    return True


def _quit_game(table: PromptGame, argument: str) -> bool:
    table.left = True
    return True


def _parse_match_file_path(word: str, argument: str) -> Path:
    if not argument:
        raise BadParameter(f"{word!r} names no file: write {word} FILE")
    try:
        return Path(argument.replace("\0", "")).expanduser()
    except RuntimeError as error:
        raise BadParameter(f"{argument!r} cannot be a file ({error}): write {word} FILE") from error


def _format_ply_count(match: Match) -> str:
    return "1 move" if len(match.played) == 1 else f"{len(match.played)} moves"


COMMANDS: Final[dict[str, Callable[[PromptGame, str], bool]]] = {
    **dict.fromkeys(("?", "hint", "hints"), _print_hint),
    **dict.fromkeys(("!", "best"), _play_best_move),
    **dict.fromkeys(("u", "undo"), _undo_move),
    **dict.fromkeys(("r", "redo"), _redo_move),
    **dict.fromkeys(("d", "draw"), _claim_draw),
    **dict.fromkeys(("h", "help"), _print_help),
    **dict.fromkeys(("q", "quit"), _quit_game),
    "save": _save_match,
    "save!": _overwrite_match,
    "load": _load_match,
}
