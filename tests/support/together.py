"""A game and its twin walk together: what differs is said with the position where it does."""

from collections import Counter
from typing import Any

from reference import naive

from zermelo.core.game import Game, has


def starts_together(game: Any, other: Any) -> list[tuple[Any, str]]:
    """Return the game's starts, each with its text, which are the twin's in any order."""
    starts = [(start, game.show(start)) for start in game.starts()]
    ours, theirs = Counter(text for _, text in starts), Counter(other.starts())
    assert set(ours) == set(theirs), "\n".join(
        [
            f"{game!r} has other starts than its twin",
            *only("the rules", ours - theirs),
            *only("the twin", theirs - ours),
        ]
    )
    return starts


def step_together(game: Any, other: Any, position: Any, text: Any, met: dict[Any, Any]) -> list[Any]:
    """Compare a position with its text, which is the twin's position; return the children that were not met before."""
    here = f"{game!r}, position {position}:\n{text}\n"
    same(here, "outcome", game.outcome(position), other.outcome(text))
    assert has(game, "mover") == has(other, "mover"), f"one of {game!r} and its twin has no mover"
    if has(game, "mover"):
        same(here, "mover", game.mover(position), other.mover(text))
    if naive.is_finished(game, position):
        return []
    steps = [(game.name(position, move), *step(game, position, move)) for move in game.moves(position)]
    expected = [(repr(move), *step(other, text, move)) for move in other.moves(text)]
    found = [(name, child, game.show(child), gain) for name, child, gain in steps]
    ours, theirs = Counter((shown, gain) for *_, shown, gain in found), Counter(row[1:] for row in expected)
    assert ours == theirs, "\n".join(
        [
            f"{here}has other moves than its twin",
            *only("the rules", ours - theirs, {(shown, gain): name for name, _, shown, gain in found}),
            *only("the twin", theirs - ours, {(shown, gain): name for name, shown, gain in expected}),
        ]
    )
    if not found:
        same(here, "value where nobody can move", game.stuck(position), other.stuck(text))
    following = []
    for _, child, shown, _ in found:
        if child not in met:
            met[child] = shown
            following.append((child, shown))
    return following


def step(game: Game, position: Any, move: Any) -> tuple[Any, int]:
    """Return where a move leads and what it brings at once."""
    return game.play(position, move), game.gain(position, move) if has(game, "gain") else 0  # type: ignore[attr-defined]


def same(here: str, what: str, ours: Any, theirs: Any) -> None:
    """Raise where the rules and the twin answer otherwise."""
    assert ours == theirs, f"{here}the rules say that the {what} is {ours}, the twin {theirs}"


def only(who: str, rows: Counter[Any], names: dict[Any, str] | None = None) -> list[str]:
    """Return lines about what one of both alone has: texts of starts, or texts and points that moves lead to."""
    lines = []
    for row in rows:
        text, gain = row if isinstance(row, tuple) else (row, 0)
        move = f" {names[row]}, which leads to" if names else ""
        lines.append(f"only {who}:{move}{f' with {gain} points' if gain else ''}\n{text}")
    return lines
