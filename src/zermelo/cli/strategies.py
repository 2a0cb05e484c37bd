"""`zermelo strategy`: the rule by which a person wins a game, in words, with its proof."""

from typing import Annotated

import typer

from zermelo.cli.options import GameText, Json, PositionText, game_of, guarded, metered, print_json
from zermelo.core.game import Game


def strategy(
    game: GameText,
    position: PositionText = None,
    every: Annotated[bool, typer.Option("--all", help="every kind of rule that is found")] = False,
    to: Annotated[
        int | None, typer.Option(metavar="N", help="replay every position with numbers up to N")
    ] = None,
    prove: Annotated[
        bool, typer.Option("--prove", help="replay every position of the game, however long it takes")
    ] = False,
    as_json: Json = False,
) -> None:
    """Tell how to win a game, as rules in words; exit status 1 where a replay finds one wrong."""
    from zermelo.sums.strategies import find_strategies, find_strategy, replay
    from zermelo.sums.strategies import prove as prove_strategy

    which = game_of(game, position)
    with guarded(which, next(iter(which.starts()))), metered(None, None) as budget:
        one = None if every else find_strategy(which)
        found = find_strategies(which) if every else (() if one is None else (one,))
        if prove:
            found = tuple(prove_strategy(each, budget) for each in found)
        replays = [None if to is None else replay(each, to, budget) for each in found]
        rows = [
            each.as_json() | {"replayed": None if run is None else run.positions}
            for each, run in zip(found, replays, strict=True)
        ]
        lines = [str(each) for each in found] + [str(run) for run in replays if run is not None]
    if as_json:
        return print_json({"game": repr(which), "strategies": rows} if every else _one(which, rows))
    print("\n".join(lines) if lines else f"{which!r}: no rule in words is known: see `zermelo solve`")
    return None


def _one(game: Game, rows: list[dict[str, object]]) -> dict[str, object]:
    """Return the object of one strategy, or of none: then `rules` is null."""
    return rows[0] if rows else {"game": repr(game), "rules": None, "proven": False, "status": "unknown"}
