"""Games in which each player gets a payoff: `match` with a player in each seat, and `play` at the prompt.

The report at the end compares the payoffs with subgame-perfect play. Players are numbered from 1.
"""

import contextlib
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from zermelo import Game, ZermeloError
from zermelo.cli.console.command_options import (
    make_budget_with_progress,
    make_open_spiel_mcts_player,
    print_json,
)
from zermelo.cli.console.prompt_input import read_input_line
from zermelo.cli.console.terminal_colors import TerminalColors
from zermelo.cli.players.play_texts import (
    format_in_columns,
    format_input_error,
    list_numbered_move_names,
    wrap_sentence,
)
from zermelo.core import BadParameter, ByKind, IllegalMove, LoopFound
from zermelo.play import (
    Match,
    Player,
    PlayerContext,
    make_player,
    play_seated_beside_perfect_play,
)

if TYPE_CHECKING:
    from zermelo.solution import Equilibria

NAMED = {"first": (0,), "second": (1,), "none": ()}  # sides that two adversaries have, too
HELP = """\
a move       by its name, or by its number in the list
?            every move, and what subgame-perfect play brings after it
u, undo      take back your last move, and the replies to it
h, help      show this list
q, quit      leave"""


def refuse_two_player_options(game: Game, given: dict[str, Any]) -> None:
    """Raise `BadParameter` for the first option that is for two adversaries."""
    for option, value in given.items():
        if value:
            raise BadParameter(f"{option} is for two adversaries, and {game!r} has payoffs: leave it out")


def play_and_print_payoff_matches(
    game: Game, start: Any, texts: Sequence[str], *, games: int, seed: int, as_json: bool
) -> None:
    """Play many games with a player in each seat, and print the results."""
    named = _list_seat_players(game, texts)
    context = _make_player_context(game)
    players = [make_player(text, context)[0] for text in named]
    played = play_seated_beside_perfect_play(game, players, games=games, seed=seed, names=named, start=start)
    if as_json:
        return print_json(played)
    print(played)
    return None


def _list_seat_players(game: Game, texts: Sequence[str]) -> list[str]:
    """Return the player of each seat: one text is for all."""
    named = list(texts) or ["perfect"]
    if len(named) == 1:
        return named * game.players
    if len(named) != game.players:
        raise BadParameter(
            f"{game!r} has {game.players} seats, and --player was given {len(named)} times: "
            "give one a seat, or one for all"
        )
    return named


def _make_player_context(game: Game) -> PlayerContext:
    def refuse_solution() -> Any:
        raise BadParameter(f"{game!r} has payoffs, and no solution of one value: choose another player")

    return PlayerContext(
        game, refuse_solution, programs=contextlib.ExitStack(), mcts=make_open_spiel_mcts_player
    )  # agents run; none of these starts a program


def play_payoff_match_at_prompt(game: Game, start: Any, side: str, opponent: str, seed: int | None) -> None:
    """Play one game at the prompt, the person in the seats of `side`, one player in all the others."""
    yours = _parse_person_seats(game, side)
    player, plays = make_player(opponent, _make_player_context(game))
    match, chance, paint = Match(game, [start]), random.Random(seed), TerminalColors()
    others = [number for number in range(game.players) if number not in yours]
    who = _format_seats(others)
    said = f"{who} play{'s' if len(others) == 1 else ''} {plays}" if others else ""
    you = f"you are {_format_seats(sorted(yours))}" if yours else ""
    print(wrap_sentence(f"{game!r}: {'; '.join(part for part in (you, said) if part)}", paint.width))
    if yours:
        print("h for help, ? for what follows, q to leave")
    print(f"\n{game.show(start)}")
    while not match.is_over():
        if match.mover in yours:
            if not _ask_for_move(match, yours, paint):
                return
        else:
            _play_opponent_move(match, player, chance)
        print(f"\n{game.show(match.position)}")
    print(f"\n{match.payoff_line().text(game)}")
    try:
        print(Game.equilibria(game).summary(start))
    except LoopFound:
        print("subgame-perfect play: none is known, because play may cycle")


def _parse_person_seats(game: Game, side: str) -> tuple[int, ...]:
    if side in NAMED and all(number < game.players for number in NAMED[side]):
        return NAMED[side]
    if side in ("both", "all"):
        return tuple(range(game.players))
    if side.isdecimal() and len(side) < 4 and 1 <= int(side) <= game.players:
        return (int(side) - 1,)
    raise BadParameter(f"side {side!r} is no seat: choose one of 1 to {game.players}, all or none")


def _format_seats(numbers: Sequence[int]) -> str:
    said = [str(number + 1) for number in numbers]
    return f"player {said[0]}" if len(said) == 1 else f"players {', '.join(said[:-1])} and {said[-1]}"


def _play_opponent_move(match: Match, player: Player, chance: random.Random) -> None:
    """Make the move of a player who is no person, and print it."""
    move = match.sample_move(player, chance)
    print(f"player {match.mover + 1} plays {match.game.name(match.position, move)}")
    match.play(move)


def _ask_for_move(match: Match, person_players: Sequence[int], paint: TerminalColors) -> bool:
    """Ask the person for a move until the position has changed; return False where they leave."""
    print(format_in_columns(list_numbered_move_names(match), paint.width, "moves: "))
    while True:
        word = read_input_line(f"player {match.mover + 1}> ")
        if word is None or word in ("q", "quit"):
            return False
        try:
            if word and _apply_input(match, person_players, word):
                return True
        except ZermeloError as error:
            print(format_input_error(error))


def _apply_input(match: Match, person_players: Sequence[int], text: str) -> bool:
    """Make the move or obey the command; return whether the position has changed."""
    try:
        match.play(match.find_move(text))
    except IllegalMove:
        if text in ("?", "hint"):
            print(_format_move_payoffs(match))
        elif text in ("h", "help"):
            print(HELP)
        elif text in ("u", "undo"):
            return _undo_move(match, person_players)
        else:
            raise
        return False
    return True


def _undo_move(match: Match, person_players: Sequence[int]) -> bool:
    if not any(mover in person_players for mover in match.movers[:-1]):
        print("there is nothing to take back")
        return False
    while match.undo() and match.mover not in person_players:
        pass
    return True


def _format_move_payoffs(match: Match) -> str:
    with make_budget_with_progress(None, None) as budget:
        found: Equilibria = Game.equilibria(match.game, budget=budget)
    return "\n".join(found.find_position_payoffs(match.position).list_move_rows())


# None where the command goes on with two adversaries.
PLAYS: Final = ByKind("`play` with payoffs", None, payoffs=play_payoff_match_at_prompt)
MATCHES: Final = ByKind("`match` with payoffs", None, payoffs=play_and_print_payoff_matches)
