"""`play`, `match` and `certify`: players at the prompt, against each other, against every reply."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

import zermelo
from zermelo.cli.console.command_options import (
    Force,
    GameText,
    HowRun,
    Json,
    PositionText,
    RunRules,
    Store,
    check_output_files_are_writable,
    convert_rule_errors_to_bad_rules,
    find_game,
    make_budget_with_progress,
    make_open_spiel_mcts_player,
    open_or_make_answer_source,
    open_or_solve,
    open_solution_checked_for_game,
    parse_store_location,
    print_json,
)
from zermelo.core import BadParameter, ByKind, MissingSolution, OutdatedSolution, check_question

if TYPE_CHECKING:
    from zermelo.play import PlayerContext

PlayerText = (
    "a player: perfect, random, erring, keeping, shallow, trapping, search, derived, by_results, "
    "newell_simon, repaired, sincere or mcts (OpenSpiel's), each with fields; engine:COMMAND; "
    "agent:FILE.py:NAME; or the file of a policy or a rule list"
)


def play_one_match(
    game: GameText,
    position: PositionText = None,
    side: Annotated[
        str, typer.Option(help="your side: first, second, both or none; a number for more than two players")
    ] = "first",
    opponent: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help=f"{PlayerText}; default: perfect, or search for a large game"),
    ] = None,
    time: Annotated[
        str | None, typer.Option("--time", metavar="2s", help="the opponent's search time per move")
    ] = None,
    book: Annotated[
        str | None,
        typer.Option("--book", metavar="SOLUTION", help="opening book of an opponent that searches"),
    ] = None,
    endgame: Annotated[
        str | None,
        typer.Option("--endgame", metavar="SOLUTION", help="endgame table of an opponent that searches"),
    ] = None,
    error_rate: Annotated[
        float | None,
        typer.Option(
            metavar="RATE", help="probability with which the erring opponent plays any move; default: 0.1"
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="seed of the opponent's random numbers")
    ] = None,
    coach: Annotated[
        bool, typer.Option("--coach", help="report at once what a move of yours gave away")
    ] = False,
    explain: Annotated[bool, typer.Option("--explain", help="explain each move of the opponent")] = False,
    rules: Annotated[
        Path | None,
        typer.Option(
            "--rules", metavar="FILE", help="a rule list: report which rule each of your moves follows"
        ),
    ] = None,
    predicates: Annotated[
        Path | None,
        typer.Option(
            "--predicates", metavar="FILE.py", help="Python file with the predicates that the rules use"
        ),
    ] = None,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="continue a game that was saved with `save`")
    ] = None,
    run_rules: RunRules = False,
    store: Store = None,
    interpreted: HowRun = None,
) -> None:
    """Play a game against perfect play, a search, an opponent who errs, or another person."""
    from zermelo.cli.players import payoff_match as seats_of
    from zermelo.cli.players.prompt_game import PromptPlayers, build_opponent_player_text, play_at_prompt
    from zermelo.explain import load_list
    from zermelo.games import parse_position as read_position
    from zermelo.play import Match, read_match

    if play := seats_of.PLAYS.choose(which := find_game(game)):
        options = {
            "--time": time,
            "--book": book,
            "--endgame": endgame,
            "--error-rate": error_rate is not None,
        }
        seats_of.refuse_two_player_options(
            which, {**options, "--coach": coach, "--explain": explain, "--rules": rules, "--load": load}
        )
        start = read_position(which, position)
        with convert_rule_errors_to_bad_rules(which, start), contextlib.suppress(BrokenPipeError):
            play(which, start, side, opponent or "perfect", seed)
        return
    PLAY_CHECKS.choose(which)(which, side, opponent, time, book, endgame, error_rate, seed)
    seats = PromptPlayers(
        side, build_opponent_player_text(opponent, time, book, endgame), error_rate, seed, coach, explain
    )
    saved = None if load is None else read_match(load, which)
    if saved is not None and position is not None:
        raise BadParameter(f"{load} has a start of its own: leave out POSITION {position!r}, or --load")
    where = read_position(which, position) if saved is None else saved.start
    listed = None if rules is None else load_list(rules, which, predicates=predicates, run_rules=run_rules)
    solution = (
        open_or_make_answer_source(which, store, interpreted)
        if seats.needs_solution
        else find_stored_solution(which, store)
    )
    if solution is not None:
        solution.value(where)  # whether it is a position of the game at all
        if explain:
            solution.require_remoteness("an explanation of a move")
    # Not passed on: typer would end with 1; `run_command_line` meets the closed pipe again, and ends quietly.
    with (
        convert_rule_errors_to_bad_rules(which, where),
        contextlib.suppress(BrokenPipeError),
        open_player_context(which, lambda: solution, store, interpreted, run_rules=run_rules) as context,
    ):
        play_at_prompt(context, solution, saved.replay() if saved else Match(which, [where]), seats, listed)


def refuse_opponent_options_for_puzzle(
    game: zermelo.Game,
    side: str,
    opponent: str | None,
    time: str | None,
    book: str | None,
    endgame: str | None,
    error_rate: float | None,
    seed: int | None,
) -> None:
    """Raise `BadParameter` for options of `play` that say who plays the other side of a puzzle for one."""
    given = {
        "--side": side if side != "first" else None,
        "--opponent": opponent,
        "--time": time,
        "--book": book,
        "--endgame": endgame,
        "--error-rate": error_rate,
        "--seed": seed,
    }
    for name, said in given.items():
        if said is not None:
            raise BadParameter(f"{name} {said} is of another player, and {game!r} is for one: leave it out")


def _check_prompt_question(game: zermelo.Game, *_: Any) -> None:
    check_question(game, "prompt")


PLAY_CHECKS: Final[ByKind[Callable[..., None]]] = ByKind(
    "check of the options of `play`", _check_prompt_question, puzzle=refuse_opponent_options_for_puzzle
)


def play_and_summarize_matches(
    game: GameText,
    position: PositionText = None,
    first: Annotated[
        str | None, typer.Option(metavar="PLAYER", help=f"{PlayerText}; default: perfect")
    ] = None,
    second: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="the second player; default: random")
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="PLAYER",
            help="repeat it: each plays each other; in games with payoffs one for each seat, or one for all",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(metavar="N", help="number of games; the player who begins alternates")
    ] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help="seed of the players' random numbers")] = 1913,
    run_rules: RunRules = False,
    store: Store = None,
    interpreted: HowRun = None,
    as_json: Json = False,
) -> None:
    """Play many games between players, and print results, score, length and mistakes, or payoffs."""
    from zermelo.cli.players import payoff_match as seats_of
    from zermelo.games import parse_position as read_position
    from zermelo.play import make_player, parse_player, play_contest, play_round_robin

    which = find_game(game)
    if play_matches := seats_of.MATCHES.choose(which):
        seats_of.refuse_two_player_options(which, {"--first": first, "--second": second})
        where = read_position(which, position)
        with convert_rule_errors_to_bad_rules(which, where):
            return play_matches(which, where, player or [], games=games, seed=seed, as_json=as_json)
    check_question(which, "contest")
    names = choose_two_players(first, second, player)
    needed = [parse_player(text).needs_solution for text in names]  # reads both before anything is solved
    where = read_position(which, position)
    solution = (
        open_or_make_answer_source(which, store, interpreted)
        if any(needed)
        else find_stored_solution(which, store)
    )
    if solution is not None:
        solution.value(where)  # whether it is a position of the game at all
    with (
        convert_rule_errors_to_bad_rules(which, where),
        open_player_context(which, lambda: solution, store, interpreted, run_rules=run_rules) as context,
    ):
        players = [make_player(text, context)[0] for text in names]
        if len(players) > 2:
            table = dict(zip(number_duplicate_names(names), players, strict=True))
            every = play_round_robin(which, table, games=games, seed=seed, start=where, solution=solution)
            return print_json(every) if as_json else print(every)
        played = play_contest(
            which, players, games=games, seed=seed, names=names, start=where, solution=solution
        )
    if as_json:
        return print_json(played)
    print(played)
    return None


def choose_two_players(first: str | None, second: str | None, several: Sequence[str] | None) -> list[str]:
    """Return the players of a match between two adversaries; raises `BadParameter` for one, or both ways."""
    if not several:
        return [first or "perfect", second or "random"]
    if first is not None or second is not None:
        raise BadParameter(
            f"--player {several[0]} and --first or --second both say who plays: give --player for each"
        )
    if len(several) == 1:
        raise BadParameter(f"--player {several[0]} is one player: give another, or --first and --second")
    return list(several)


def number_duplicate_names(names: Sequence[str]) -> list[str]:
    """Return names that are all different: repeated names get a number.

    >>> number_duplicate_names(["random", "perfect", "random"])
    ['random (1)', 'perfect', 'random (2)']
    """
    made: list[str] = []
    for place, name in enumerate(names):
        number = names[: place + 1].count(name)
        made.append(f"{name} ({number})" if names.count(name) > 1 else name)
    return made


@contextlib.contextmanager
def open_player_context(
    game: Any,
    solution: Callable[[], Any],
    store: str | None,
    interpreted: bool | None,
    *,
    run_rules: bool,
) -> Iterator["PlayerContext"]:
    """Yield the context that makes players for the command line; programs started by them are ended after."""
    from zermelo.play import PlayerContext

    with contextlib.ExitStack() as programs:
        yield PlayerContext(
            game,
            lambda: assert_solution_given(solution()),
            lambda text: open_solution_checked_for_game(game, text, store, interpreted, run_rules=run_rules),
            bool(interpreted),
            run_rules,
            programs,
            make_open_spiel_mcts_player,
        )


def certify_policy(
    game: GameText,
    player: Annotated[str | None, typer.Option(metavar="PLAYER", help=PlayerText)] = None,
    policy: Annotated[
        Path | None, typer.Option(metavar="FILE", help="file of a saved policy or rule list")
    ] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="save the policy to a file")] = None,
    force: Force = False,
    run_rules: RunRules = False,
    judge: Annotated[
        bool, typer.Option("--judge/--no-judge", help="solve the game, to count where value is given away")
    ] = True,
    store: Store = None,
    interpreted: HowRun = None,
    as_json: Json = False,
) -> None:
    """Play a policy against every reply, as first and as second player, and print what this proves."""
    from zermelo import play
    from zermelo.play import load_policy, make_player, parse_player, policy_of
    from zermelo.verify import RecordedPolicy

    if player is not None and policy is not None:
        raise BadParameter(f"--player {player} and --policy {policy} are two policies: give one")
    which, name = find_game(game), player or "perfect"
    check_question(which, "certify")
    check_output_files_are_writable(save, force=force)
    saved = None if policy is None else load_policy(policy, which, run_rules=run_rules)
    wanted = judge or (saved is None and parse_player(name).needs_solution)
    solution = open_or_solve(which, store, interpreted) if wanted else None
    with (
        convert_rule_errors_to_bad_rules(which, next(iter(which.starts()))),
        make_budget_with_progress(None, None) as budget,
        open_player_context(which, lambda: solution, store, interpreted, run_rules=run_rules) as context,
    ):
        proposes = saved or policy_of(make_player(name, context)[0])
        recorded = RecordedPolicy(proposes)
        known = assert_solution_given(solution) if judge else None
        if save is None:
            found = play.certify(recorded, which, solution=known, budget=budget)
        else:
            found = play.save_policy(recorded, which, save, solution=known, replace=force, budget=budget)
    if as_json:
        return print_json(found)
    print(found)
    if save is not None:
        print(f"policy      {save}, {len(recorded.moves):,} positions")
    return None


def assert_solution_given(solution: Any) -> Any:
    """Return the solution of a player that needs one: it was opened or solved before."""
    assert solution is not None
    return solution


def find_stored_solution(game: Any, store: str | None) -> Any:
    """Return the game's solution if the store has one, else None; nothing is solved."""
    try:
        return zermelo.open(game, parse_store_location(store))
    except (MissingSolution, OutdatedSolution):
        return None
