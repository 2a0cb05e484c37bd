"""Questions about a position: `zermelo show`, `value`, `count`, `nimber`."""

from typing import Annotated, Any

import typer
from msgspec import UNSET

import zermelo
from zermelo import games
from zermelo.cli.console.command_options import (
    Anyway,
    Depth,
    Endgame,
    Every,
    GameText,
    HowRun,
    Json,
    Memory,
    PositionText,
    Store,
    Threads,
    convert_rule_errors_to_bad_rules,
    find_game,
    make_budget_with_progress,
    open_or_make_answer_source,
    print_json,
    refuse_large_open_spiel_game,
    shorten_long_answer,
)
from zermelo.cli.console.terminal_colors import format_position_board
from zermelo.core import BadParameter


def print_position_and_moves(game: GameText, position: PositionText = None, as_json: Json = False) -> None:
    """Print a position, with its number and its moves."""
    from zermelo.solution import build_position_description

    which = find_game(game)
    where = games.parse_position(which, position)
    with convert_rule_errors_to_bad_rules(which, where):
        found = build_position_description(which, where)
    return print_json(found) if as_json else print(found)


def print_position_value(
    game: GameText,
    position: PositionText = None,
    store: Store = None,
    line: Annotated[bool, typer.Option("--line", help="print a line of perfect play")] = False,
    chain: Annotated[
        bool, typer.Option("--chain", help="print the line in one row, each position with its winner")
    ] = False,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER", help="print what moves that keep the value bring against a player who may err"
        ),
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(metavar="METHOD", help="search this position alone, by a method of `zermelo solve`"),
    ] = None,
    depth: Depth = None,
    by_depth: Annotated[
        int | None,
        typer.Option(metavar="N", help="print what a search with estimates finds at each depth up to N"),
    ] = None,
    quiescence: Annotated[
        str | None,
        typer.Option(
            metavar="on|off", help="with --by-depth: search on where a position is not quiet; default: on"
        ),
    ] = None,
    endgame: Endgame = None,
    interpreted: HowRun = None,
    every: Every = False,
    as_json: Json = False,
) -> None:
    """Print the value and remoteness of a position and of each move.

    With --interpreted or --compiled the game is solved again in that way; stored answers are not used.
    """
    from zermelo.cli.solutions.equilibria_texts import VALUES

    which = find_game(game)
    where, print_payoffs = games.parse_position(which, position), VALUES.choose(which)
    if chain and (line or method is not None or print_payoffs):
        raise BadParameter(
            "--chain is a line with its wins and losses, of a solved game of two: give it alone"
        )
    if against is not None and (line or chain or method is not None or print_payoffs):
        raise BadParameter(
            "--against is for the moves of a solved game of two: leave out --line, --chain and --method"
        )
    if quiescence not in (None, "on", "off"):
        raise BadParameter(f"--quiescence {quiescence} is unknown: choose on or off")
    if by_depth is not None:
        others = (line, chain, against, method, depth, endgame)
        if any(others):
            raise BadParameter("--by-depth is a search of its own: leave out all options but --quiescence")
        return print_depth_by_depth(
            which, where, by_depth, quiescence != "off", interpreted=interpreted, as_json=as_json
        )
    if quiescence is not None:
        raise BadParameter("--quiescence is for a search to a depth: give --by-depth N too")
    if method is not None or depth is not None or endgame is not None:
        return print_search_result(
            which, where, method, depth, endgame, store, line=line, interpreted=interpreted, as_json=as_json
        )
    if print_payoffs:
        return print_payoffs(which, where, line=line, as_json=as_json)
    if interpreted is None:
        untimed = not (line or chain or against)
        solution = open_or_make_answer_source(which, store, None, untimed=untimed)
        if solution.is_searched:
            asked: Any = solution
            with make_budget_with_progress(None, None) as asked.budget:
                asked.moves(where)  # the answers printed below are then remembered
    else:
        with make_budget_with_progress(None, None) as budget:
            refuse_large_open_spiel_game(which, budget)
            solution = zermelo.solve(which, budget=budget, interpreted=interpreted)
    with convert_rule_errors_to_bad_rules(which, where):
        found = solution.describe(where, line=line, chain=chain, against=against)
        if as_json:
            return print_json(found)
        board = [] if line or chain else [format_position_board(which, where)]
        text = "\n".join([*board, str(found)])
        return print(shorten_long_answer(text, every=every or line or chain))


def print_depth_by_depth(
    game: zermelo.Game,
    where: Any,
    plies: int,
    quiescence: bool,
    *,
    interpreted: bool | None,
    as_json: bool,
) -> None:
    """Print what a search with estimates finds at each depth."""
    from zermelo.search import ClockSearch

    search = ClockSearch(game, interpreted=bool(interpreted), quiescence=quiescence)
    found = search.choose_by_depth(where, plies)
    return print_json(found) if as_json else print(format_position_board(game, where), found, sep="\n")


def print_search_result(
    game: zermelo.Game,
    where: Any,
    method: str | None,
    depth: int | None,
    endgame: str | None,
    store: str | None,
    *,
    line: bool,
    interpreted: bool | None,
    as_json: bool,
) -> None:
    """Print what a search finds at a position, as `solve --method` does."""
    from zermelo.cli.solutions import solve_by_search
    from zermelo.search import METHODS

    if method is None or method not in METHODS:
        solve_by_search.refuse_search_options(
            method or "auto", plies=False, proof=None, depth=depth, endgame=endgame
        )
        raise BadParameter(f"method {method!r} is for every position: leave it out, or use `zermelo solve`")
    if line:
        raise BadParameter(f"--line is of a solved game, and {method} prints its own: leave one out")
    return solve_by_search.solve_start_by_search(
        zermelo.Game.beginning_at(game, where),
        method,
        plies=False,
        proof=None,
        depth=depth,
        endgame=endgame,
        store=store,
        force=False,
        memory=None,
        threads=None,
        interpreted=interpreted,
        as_json=as_json,
    )


def print_position_and_game_counts(
    game: GameText,
    position: PositionText = None,
    memory: Memory = None,
    threads: Threads = None,
    interpreted: HowRun = None,
    anyway: Anyway = False,
    as_json: Json = False,
) -> None:
    """Count the positions, complete games and tree nodes of a game exactly."""
    which = find_game(game, position)
    with make_budget_with_progress(memory, threads, anyway=anyway) as budget:
        counts = zermelo.count(which, budget=budget, interpreted=interpreted)
    return print_json(counts) if as_json else print(counts)


def print_nimber_of_position(
    game: GameText,
    position: PositionText = None,
    memory: Memory = None,
    interpreted: HowRun = None,
    anyway: Anyway = False,
    moves: Annotated[bool, typer.Option("--moves", help="print the winning moves too")] = False,
    derivation: Annotated[
        bool,
        typer.Option(
            "--derivation", help="print each option with its nimber, and the least nimber that is missing"
        ),
    ] = False,
    depth: Annotated[
        int,
        typer.Option(metavar="N", min=1, help="depth of the derivation: 2 derives the options' nimbers too"),
    ] = 1,
    whole: Annotated[
        bool, typer.Option("--whole", help="derive a position with independent parts as a whole")
    ] = False,
    outcomes: Annotated[
        bool,
        typer.Option("--outcomes", help="print only the winner, of every option too: N- and P-positions"),
    ] = False,
    as_json: Json = False,
) -> None:
    """Print the nimber of a position of an impartial game, its derivation and the winning moves."""
    from zermelo import cgt

    which = zermelo.game(game)
    if not derivation and (depth > 1 or whole):
        raise BadParameter(f"{'--whole' if whole else '--depth'} is for a derivation: add --derivation")
    if outcomes:
        if derivation or moves:
            raise BadParameter("--outcomes is asked alone: it prints the moves that win, and no nimbers")
        return print_outcome_derivation(which, position, memory, as_json=as_json)
    given: dict[str, Any] = {} if position is None else {"where": position}
    with make_budget_with_progress(memory, None, anyway=anyway) as budget:
        found = cgt.nimber(which, **given, budget=budget, interpreted=interpreted)
        winning = cgt.nimber_moves(which, **given, budget=budget, interpreted=interpreted) if moves else []
        steps = (
            cgt.derive_nimber(
                which, **given, depth=depth, whole=whole, budget=budget, interpreted=interpreted
            )
            if derivation
            else []
        )
    answer = cgt.NimberAnswer(
        game=repr(which),
        nimber=found,
        outcome_class="N" if found else "P",
        winning_moves=tuple(winning) if moves else UNSET,
        derivation=tuple(steps) or UNSET,
    )
    return print_json(answer) if as_json else print(answer)


def print_outcome_derivation(
    game: zermelo.Game, position: str | None, memory: str | None, *, as_json: bool
) -> None:
    """Print why a position is an N- or a P-position, in normal and in misere play."""
    from zermelo.play import derive_outcome

    with make_budget_with_progress(memory, None) as budget:
        found = derive_outcome(game, *(() if position is None else (position,)), budget=budget)
    return print_json(found) if as_json else print(found)
