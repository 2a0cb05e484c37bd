"""What two boards of a positional game threaten: cells that complete a line, and cells that fork.

All of it by masks of cells. A fork is a stone after which its player can complete lines on two cells; the
other can take only one of them.
"""

from zermelo.explain.positional_game import PositionalGame, yield_set_bits


def find_completing_cells(lines: PositionalGame, mine: int, theirs: int) -> int:
    """Return the cells on which a stone of mine would complete a line now.

    >>> from zermelo.explain.positional_game import read_positional_game
    >>> from zermelo.games import TicTacToe
    >>> bin(find_completing_cells(read_positional_game(TicTacToe()), 0b11, 0b1000))
    '0b100'
    """
    return _find_free_completing_cells(lines, mine, theirs) & lines.find_playable_cells(mine | theirs)


def find_unreachable_completing_cells(lines: PositionalGame, mine: int, theirs: int) -> int:
    """Return the cells out of reach, as stones fall, on which a stone of mine would complete a line."""
    return _find_free_completing_cells(lines, mine, theirs) & ~lines.find_playable_cells(mine | theirs)


def _find_free_completing_cells(lines: PositionalGame, mine: int, theirs: int) -> int:
    """Return the free cells that are all that my stones lack of a line."""
    found = 0
    for line in lines.lines:
        rest = line & ~mine
        if rest & (rest - 1) == 0 and rest & theirs == 0:
            found |= rest
    return found


def find_forking_cells(lines: PositionalGame, mine: int, theirs: int) -> int:
    """Return the cells on which a stone of mine would fork now."""
    found = 0
    for cell in yield_set_bits(lines.find_playable_cells(mine | theirs)):
        after = find_completing_cells(lines, mine | 1 << cell, theirs)
        if after & (after - 1):
            found |= 1 << cell
    return found


def find_attacking_cells(lines: PositionalGame, mine: int, theirs: int, threats: int) -> int:
    """Return the cells that begin an attack: threats, each with its forced answer, and then a fork.

    The attacker is to move, and cannot complete a line at once. At most `threats` single threats come before
    the fork. An attack counts only if the opponent can complete no line on the way.
    """
    found = 0
    for cell in yield_set_bits(lines.find_playable_cells(mine | theirs)):
        stone = 1 << cell
        if find_completing_cells(lines, theirs, mine | stone):
            continue
        forced = find_completing_cells(lines, mine | stone, theirs)
        if forced & (forced - 1) or (
            forced and threats > 0 and find_attacking_cells(lines, mine | stone, theirs | forced, threats - 1)
        ):
            found |= stone
    return found


def is_safe_from_forks(lines: PositionalGame, mine: int, theirs: int) -> bool:
    """Return whether the opponent, who is to move, cannot fork, the forced exchange counted.

    If I can complete a line on two cells, the opponent has no time to fork. If I can on one cell, the
    opponent must stop me there, and the result is whether that stone forks.
    """
    threats = find_completing_cells(lines, mine, theirs)
    if threats & (threats - 1):
        return True
    if threats:
        answer = find_completing_cells(lines, theirs | threats, mine)
        return answer & (answer - 1) == 0
    return find_forking_cells(lines, theirs, mine) == 0


def can_fork_next(lines: PositionalGame, mine: int, theirs: int) -> bool:
    """Return whether I fork now or next, the other being to move, the forced exchange counted.

    If I can complete a line on one cell, the opponent must stop me there. My fork then has to answer what
    that stone threatens. If I threaten nothing, the opponent must threaten nothing either.
    """
    threats = find_completing_cells(lines, mine, theirs)
    if threats & (threats - 1):
        return True
    theirs |= threats
    forks = find_forking_cells(lines, mine, theirs)
    if threats == 0:
        return forks != 0 and find_completing_cells(lines, theirs, mine) == 0
    answer = find_completing_cells(lines, theirs, mine)
    return forks != 0 and (answer == 0 or (answer & (answer - 1) == 0 and answer & forks != 0))
