"""Playing on lines by threats: the cells that the repaired player allows, for any masks of lines.

The rules are said in `zermelo.explain.rule_players.corrected_player`. What makes them quick: who is one stone
short of a line, or two, is read off the line alone, `rest & (rest - 1)` being zero or not; a stone can only
threaten on a cell of a line that is two short, so an attack is looked for on few cells; and where the other
threatens, on one.

Boards are words of at most 63 cells. All functions take (mine, theirs, lines, ..) with `mine` to move.
"""

from typing import Any

from zermelo.compiler.kernels import DONE, Jit


def build_find_allowed_cells(jit: Jit) -> Any:
    """Return allowed(mine, theirs, lines, full, threats, ahead) -> the cells allowed, as a mask.

    `lines` [lines] int64 are masks, `full` the mask of all cells, `threats` the most threats before a fork,
    `ahead` 1 where the other's replies to a safe move are looked at and else 0.
    """
    return jit.kernel(_build_find_allowed_cells_function(jit))


def build_fill_allowed_cells(jit: Jit) -> Any:
    """Return fill_allowed_cells(mine, theirs, lines, full, threats, ahead, found) -> DONE.

    `mine`, `theirs` and `found` [positions] int64: `found` gets the cells allowed at each of the positions.
    None of these may be finished.
    """
    allowed = jit.inline(_build_find_allowed_cells_function(jit))

    def fill_allowed_cells(
        mine: Any, theirs: Any, lines: Any, full: int, threats: int, ahead: int, found: Any
    ) -> int:
        for n in range(len(mine)):
            found[n] = allowed(mine[n], theirs[n], lines, full, threats, ahead)
        return DONE

    return jit.kernel(fill_allowed_cells)


def _build_find_allowed_cells_function(jit: Jit) -> Any:
    def find_completing_cells(mine: int, theirs: int, lines: Any) -> int:
        """Return the free cells that complete a line of mine."""
        found = 0
        for line in lines:
            if line & theirs == 0:
                rest = line & ~mine
                if rest & (rest - 1) == 0:
                    found |= rest
        return found

    def find_threatening_cells(mine: int, theirs: int, lines: Any) -> int:
        """Return the free cells of lines of mine that are two short: a stone there threatens."""
        found = 0
        for line in lines:
            if line & theirs == 0:
                rest = line & ~mine
                rest_but_one = rest & (rest - 1)
                if rest_but_one & (rest_but_one - 1) == 0:
                    found |= rest
        return found

    find_completing_cells = jit.inline(find_completing_cells)
    find_threatening_cells = jit.inline(find_threatening_cells)

    def find_attacking_cells(mine: int, theirs: int, lines: Any, threats: int) -> int:
        """Return the cells that begin a verified attack of mine, who cannot complete a line at once."""
        answer = find_completing_cells(theirs, mine, lines)
        if answer & (answer - 1) != 0:
            return 0
        cells = find_threatening_cells(mine, theirs, lines)
        if answer != 0:
            cells &= answer
        found = 0
        while cells != 0:
            cell = cells & -cells
            cells ^= cell
            forced = find_completing_cells(mine | cell, theirs, lines)
            if forced & (forced - 1) != 0 or (
                threats > 0 and find_attacking_cells(mine | cell, theirs | forced, lines, threats - 1) != 0
            ):
                found |= cell
        return found

    find_attacking_cells = jit.recursive(find_attacking_cells)

    def is_safe(mine: int, theirs: int, cell: int, lines: Any, full: int, threats: int) -> bool:
        """Return whether a stone of mine on `cell` leaves no verified attack, the forced exchange counted."""
        mine |= cell
        if find_completing_cells(theirs, mine, lines) != 0:
            return False
        forced = find_completing_cells(mine, theirs, lines)
        if forced == 0:
            return bool(find_attacking_cells(theirs, mine, lines, threats) == 0)
        if forced & (forced - 1) != 0:
            return True
        theirs |= forced
        if find_attacking_cells(mine, theirs, lines, threats) != 0:
            return True
        free = full & ~(mine | theirs)
        safe = free == 0
        while free != 0 and not safe:
            next_cell = free & -free
            free ^= next_cell
            safe = is_safe(mine, theirs, next_cell, lines, full, threats)
        return safe

    is_safe = jit.recursive(is_safe)

    def is_answered(mine: int, theirs: int, lines: Any, full: int, threats: int) -> bool:
        """Return whether mine has an attack, a safe move or a full board to answer with."""
        free = full & ~(mine | theirs)
        if free == 0 or find_attacking_cells(mine, theirs, lines, threats) != 0:
            return True
        while free != 0:
            cell = free & -free
            free ^= cell
            if is_safe(mine, theirs, cell, lines, full, threats):
                return True
        return False

    is_answered = jit.inline(is_answered)

    def is_safe_ahead(mine: int, theirs: int, cell: int, lines: Any, full: int, threats: int) -> bool:
        """Return whether `cell` is safe, and every reply has an answer."""
        if not is_safe(mine, theirs, cell, lines, full, threats):
            return False
        mine |= cell
        if find_completing_cells(mine, theirs, lines) != 0:
            return True  # the reply is forced, and was looked at
        free = full & ~(mine | theirs)
        while free != 0:
            reply = free & -free
            free ^= reply
            if not is_answered(mine, theirs | reply, lines, full, threats):
                return False
        return True

    is_safe_ahead = jit.inline(is_safe_ahead)

    def find_allowed_cells(mine: int, theirs: int, lines: Any, full: int, threats: int, ahead: int) -> int:
        found = find_completing_cells(mine, theirs, lines)
        if found == 0:
            found = find_completing_cells(theirs, mine, lines)
        if found == 0:
            found = find_attacking_cells(mine, theirs, lines, threats)
        free = full & ~(mine | theirs)
        if found == 0:
            cells = free
            while cells != 0:
                cell = cells & -cells
                cells ^= cell
                if ahead != 0:
                    safe = is_safe_ahead(mine, theirs, cell, lines, full, threats)
                else:
                    safe = is_safe(mine, theirs, cell, lines, full, threats)
                if safe:
                    found |= cell
        return found if found != 0 else free

    return find_allowed_cells
