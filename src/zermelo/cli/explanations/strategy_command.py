"""`zermelo strategy`: the rule by which a person wins a game, in words, with its proof."""

from typing import TYPE_CHECKING, Annotated, Final

import typer

from zermelo import Game
from zermelo.cli.console.command_options import (
    Json,
    PositionText,
    game_of,
    metered,
    print_json,
    report_rule_errors,
)

if TYPE_CHECKING:
    from zermelo import Budget
    from zermelo.cgt import Strategy

GameOrCode = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="a game; or heaps of any size: 0.77, grundy, subtraction(1,2,3), all_but(2)"
    ),
]


NONE: Final = {
    **dict.fromkeys(("kind", "rules", "who_wins", "starter_wins")),
    "proven": False,
    "status": "unknown",
    **dict.fromkeys(("proof", "replayed")),
}


def strategy(
    game: GameOrCode,
    position: PositionText = None,
    every: Annotated[bool, typer.Option("--all", help="every kind of rule that is found")] = False,
    to: Annotated[
        int | None,
        typer.Option(metavar="N", help="replay every position with numbers up to N, or of N counters", min=0),
    ] = None,
    prove: Annotated[
        bool, typer.Option("--prove", help="replay every position of the game, however long it takes")
    ] = False,
    misere: Annotated[
        bool, typer.Option("--misere", help="with heaps of any size: the player who takes last loses")
    ] = False,
    limit: Annotated[
        int | None, typer.Option(metavar="N", help="with heaps of any size: heaps to look at", min=1)
    ] = None,
    as_json: Json = False,
) -> None:
    """Print how to win a game, as rules in words; exit status 1 where a replay finds one wrong."""
    from zermelo.cgt import prove_observed as prove_strategy
    from zermelo.cgt import replay_strategy

    which = _which(game, position, misere)
    with report_rule_errors(which, next(iter(which.starts()))), metered(None, None) as budget:
        found = _found(which, every, misere, limit, budget)
        if prove:
            found = tuple(prove_strategy(each, budget) for each in found)
        replays = [None if to is None else replay_strategy(each, to, budget) for each in found]
        rows = [
            each.as_json() | {"replayed": None if run is None else run.positions}
            for each, run in zip(found, replays, strict=True)
        ]
        lines = [str(each) for each in found] + [str(run) for run in replays if run is not None]
    if as_json:
        return print_json({"game": repr(which), "strategies": rows} if every else _one(which, rows))
    print("\n".join(lines) if lines else f"{which!r}: no rule in words is known: see `zermelo solve`")
    return None


def _which(text: str, position: str | None, misere: bool) -> Game:
    """Return the game that a text names: heaps of any size where it names a rule of heaps."""
    from zermelo.cgt import HeapGame, heap_rule_of

    rule = heap_rule_of(text)
    if rule is None:
        return game_of(text, position)
    game = HeapGame(rule=str(rule), misere=misere)
    return game if position is None else HeapGame(rule=str(rule), heaps=game.parse(position), misere=misere)


def _found(
    game: Game, every: bool, misere: bool, limit: int | None, budget: "Budget"
) -> "tuple[Strategy, ...]":
    from zermelo.cgt import HeapGame, find_heap_strategy, find_strategies, find_strategy

    if isinstance(game, HeapGame):
        one = find_heap_strategy(game.heap_rule, misere=misere, heaps=game.heaps, limit=limit, budget=budget)
    elif every:
        return find_strategies(game, misere=misere, limit=limit)
    else:
        one = find_strategy(game, misere=misere, limit=limit)
    return () if one is None else (one,)


def _one(game: Game, rows: list[dict[str, object]]) -> dict[str, object]:
    """Return the object of one strategy, or of none: then `rules` is null."""
    return rows[0] if rows else {"game": repr(game), **NONE}
