"""Questions about a position: `zermelo show`, `value`, `count`, `nimber`."""

from typing import Annotated

import typer

from zermelo.cli.options import (
    Anyway,
    GameText,
    HowRun,
    Json,
    Memory,
    PositionText,
    Store,
    Threads,
    game_of,
    guarded,
    metered,
    plain,
    print_json,
    solution_of,
)


def show(game: GameText, position: PositionText = None, as_json: Json = False) -> None:
    """Show a position, the start by default, with its number and its moves."""
    from zermelo import front
    from zermelo.cli import equilibria
    from zermelo.core.values import UNDECIDED, outcome_word
    from zermelo.solvers.subgame_perfect import is_of_payoffs
    from zermelo.trust.faults import visit
    from zermelo.trust.throws import is_chance

    which = game_of(game)
    where = front.position(which, position)
    with guarded(which, where):
        visit(which, where)  # notices moves that never end
        value = which.outcome(where)
        moves = [] if value != UNDECIDED else [which.name(where, move) for move in which.moves(where)]
        thrown = value == UNDECIDED and is_chance(which, where)
        if value == UNDECIDED and not moves and not thrown:
            value = which.stuck(where)
        text = which.show(where)
    if value != UNDECIDED and is_of_payoffs(which):
        return equilibria.show_end(which, where, text, as_json=as_json)
    over = None if value == UNDECIDED else outcome_word(value)
    if as_json:
        return print_json(
            {"game": repr(which), "position": plain(where), "text": text, "outcome": over, "moves": moves}
        )
    print(text)
    if text.strip() != str(where):
        print(f"position {where}")
    going = "the dice are thrown" if thrown else f"moves: {' '.join(moves)}"
    print(f"over: {over} for the player to move" if over else going)
    return None


def value(
    game: GameText,
    position: PositionText = None,
    store: Store = None,
    line: Annotated[bool, typer.Option("--line", help="print a line of perfect play")] = False,
    interpreted: HowRun = None,
    as_json: Json = False,
) -> None:
    """Tell a position's value, remoteness, and every move's."""
    from zermelo import front
    from zermelo.cli import equilibria
    from zermelo.cli.answers import line_text, value_json, value_text
    from zermelo.solvers.subgame_perfect import is_of_payoffs

    which = game_of(game)
    where = front.position(which, position)
    if is_of_payoffs(which):
        return equilibria.tell_several(which, where, line=line, as_json=as_json)
    solution = solution_of(which, store, interpreted)
    with guarded(which, where):
        if as_json:
            return print_json(value_json(solution, where, line))
        print(line_text(solution, where) if line else value_text(solution, where))
    return None


def count(
    game: GameText,
    position: PositionText = None,
    memory: Memory = None,
    threads: Threads = None,
    interpreted: HowRun = None,
    anyway: Anyway = False,
    as_json: Json = False,
) -> None:
    """Count positions, complete games and tree nodes, exactly."""
    from zermelo import front

    which = game_of(game, position)
    with metered(memory, threads, anyway=anyway) as budget:
        counts = front.count(which, budget=budget, interpreted=interpreted)
    if as_json:
        return print_json(counts._asdict())
    positions = "by class only" if counts.positions is None else f"{counts.positions:,}"
    print(f"positions  {positions}\ngames      {counts.games:,}\nnodes      {counts.nodes:,}")
    return None


def nimber(
    game: GameText,
    position: PositionText = None,
    memory: Memory = None,
    interpreted: HowRun = None,
    anyway: Anyway = False,
    moves: Annotated[bool, typer.Option("--moves", help="the moves that win, too")] = False,
    as_json: Json = False,
) -> None:
    """Tell the nimber of a position of an impartial game, and with --moves which moves win there."""
    from zermelo import sums
    from zermelo.naming import game as named
    from zermelo.naming import refuse_unreadable

    which = game_of(game, position)
    if position is not None:  # a number may be no position's, and have a nimber all the same
        refuse_unreadable(named(game), next(iter(which.starts())))
    with metered(memory, None, anyway=anyway) as budget:
        found = sums.nimber(which, budget=budget, interpreted=interpreted)
        winning = sums.nimber_moves(which, budget=budget, interpreted=interpreted) if moves else []
    outcome_class = "N" if found else "P"
    if as_json:
        shown = {"nimber": found, "outcome_class": outcome_class}
        return print_json({**shown, "winning_moves": winning} if moves else shown)
    print(f"nimber {found}: {'the mover wins' if found else 'the mover loses'} ({outcome_class}-position)")
    if winning:
        print(f"winning moves: {', '.join(winning)}")
    return None
