"""The page of declared games: its files are the examples, its commands print what it shows, and Go is Go."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest
from boards.walking import every_position
from support.commands import Command, text
from support.marks import few
from support.places import DOCS, HOUSE

import zermelo
from zermelo import LOSS, UNDECIDED, WIN

EXAMPLES = HOUSE / "examples" / "abstract_graphs"
PAGE = (DOCS / "abstract-graphs.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"Put this into `(\S+)`:\n\n```text\n(.*?)```", PAGE, re.DOTALL))
SHOWN = re.findall(r"```console\nzermelo (.*?)\n```\n\n```text\n(.*?)```", PAGE, re.DOTALL)
GO = str(EXAMPLES / "capture_go.game")


@pytest.mark.quick
def test_the_files_of_the_page_are_the_examples() -> None:
    assert {name: (EXAMPLES / name).read_text(encoding="utf-8") for name in FILES} == FILES
    assert {path.name for path in EXAMPLES.iterdir()} == {*FILES, "capture_go.game"} and len(SHOWN) == len(
        FILES
    ) == 6
    for name in FILES:
        assert zermelo.game(str(EXAMPLES / name)).abstract_rules.title


@pytest.mark.parametrize(("line", "expected"), few(SHOWN, 1), ids=list(FILES))
def test_commands_print_what_the_page_shows(
    line: str, expected: str, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLES)
    assert text(command(*line.split())) == expected


# Capture Go by its own rules: chains are filled, and liberties counted.

CELLS = range(9)
NEXT = {
    cell: [
        3 * row + column
        for column, row in ((cell % 3 + x, cell // 3 + y) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)))
        if 0 <= column < 3 and 0 <= row < 3
    ]
    for cell in CELLS
}


def chain(stones: frozenset[int], cell: int) -> frozenset[int]:
    found, waiting = {cell}, [cell]
    while waiting:
        new = [each for each in NEXT[waiting.pop()] if each in stones and each not in found]
        found.update(new)
        waiting += new
    return frozenset(found)


def is_captured(stones: frozenset[int], others: frozenset[int]) -> bool:
    """Return whether a chain of the stones has no liberty."""
    free = set(CELLS) - stones - others
    return any(not any(free.intersection(NEXT[each]) for each in chain(stones, cell)) for cell in stones)


def play_go(mine: frozenset[int], theirs: frozenset[int]) -> Iterator[tuple[frozenset[int], bool]]:
    """Yield the mover's stones after each legal move, and whether it captures; suicide is illegal."""
    for cell in set(CELLS) - mine - theirs:
        made = mine | {cell}
        captures = is_captured(theirs, made)
        if captures or not is_captured(made, theirs):
            yield made, captures


@cache
def go_value(mine: frozenset[int], theirs: frozenset[int]) -> int:
    """Return the value to the mover: the first capture wins, and who has no legal move loses."""
    moves = play_go(mine, theirs)
    return WIN if any(captures or go_value(theirs, made) == LOSS for made, captures in moves) else LOSS


def test_capture_go_is_go_at_every_position() -> None:
    """At each position that play reaches, a capture is one by flood fill, and the value is that of Go's rules."""
    game = zermelo.game(GO)
    values, unfinished = {}, 0
    for position in sorted(
        every_position(game), key=lambda each: -sum(map(int.bit_count, game.boards(each)))
    ):
        mine, theirs = (
            frozenset(cell for cell in CELLS if board >> cell & 1) for board in game.boards(position)
        )
        over = game.outcome(position)
        taken, suicide = is_captured(mine, theirs), is_captured(theirs, mine)
        assert over == (LOSS if taken else WIN if suicide else UNDECIDED)
        if over == UNDECIDED:
            unfinished += 1
            children = [values[game.play(position, move)] for move in game.moves(position)]
            values[position] = WIN if LOSS in children else LOSS
            assert values[position] == go_value(mine, theirs)
        else:
            values[position] = over
    assert unfinished > 1_000 and values[game.start()] == WIN


def test_its_patterns_are_the_chains_of_the_board() -> None:
    """Of one to four stones: each lies on the board where its neighbours are the opponent's, and nowhere else."""
    chains = {
        frozenset(stones)
        for size in (1, 2, 3, 4)
        for stones in combinations(CELLS, size)
        if chain(frozenset(stones), stones[0]) == frozenset(stones)
    }
    expected = {
        (
            sum(1 << cell for cell in {near for each in stones for near in NEXT[each]} - stones),
            sum(1 << c for c in stones),
        )
        for stones in chains
    }
    game = zermelo.game(GO)
    assert {(mine, theirs) for mine, theirs, _ in game.final_graph_masks_by_player[0]} == expected
    assert len(game.abstract_rules.finals) == 16 and len(expected) == 79
