"""What a move does on the lines of a positional game: it completes, stops, forks, forces.

A fork is called one only where it decides: its player can complete lines on two cells next, and the opponent,
who is to move, on none. So the opponent stops one of them, and the second is completed. In a forced sequence
each move threatens on exactly one cell, while the other player threatens none, and the last move forks. Where
stones fall it may end otherwise: the other, who must stop one line, uncovers the cell of a second.
"""

from zermelo.core.game import Move, Position
from zermelo.core.notation.wording import join_names
from zermelo.explain.line_threats import find_completing_cells, find_forking_cells
from zermelo.explain.positional_game import PositionalGame, yield_set_bits
from zermelo.explain.why.cached_solution import CachedSolution
from zermelo.explain.why.move_claims import MoveClaim

MOST_NAMED = 4  # cells, before they are only counted
MOST_TRIED = 200  # positions looked at for a forced sequence


def make_line_claims(
    cached: CachedSolution, position: Position, move: Move
) -> tuple[tuple[MoveClaim, ...], tuple[Move, ...]]:
    """Return what a move does on lines, strongest first, and the forced moves that it begins.

    The moves begin with the move itself; they are just that where nothing is forced.
    """
    lines = cached.positional_game
    if lines is None:
        return (), (move,)
    mine, theirs = lines.read_stone_masks(position)
    cell = 1 << lines.find_move_cell(position, move)
    done = [line for line in lines.lines if line & cell and line & ~(mine | cell) == 0]
    if done:
        words = join_names([cached.describe_line(line) for line in done], "and")
        which = "the line" if len(done) == 1 else "the lines"
        return (MoveClaim("completes", f"completes {which} {words}", cached.list_cell_names(done[0])),), (
            move,
        )
    found = _make_stopped_threat_claims(cached, lines, mine, theirs, cell)
    open_to_him = find_completing_cells(lines, theirs, mine | cell)
    if open_to_him:
        names = cached.list_cell_names(open_to_him)
        but = "but " if found else ""
        found.append(MoveClaim("leaves", but + f"leaves {{v.other}} a line on {join_names(names)}", names))
        return tuple(found), (move,)
    sequence = _find_forced_sequence(cached, position, move)
    if sequence:
        kind = "forks" if len(sequence) == 1 else "forces"
        claim = MoveClaim(kind, *_find_sequence_words_and_fork_cells(cached, lines, position, sequence))
        return (claim, *found), sequence
    threat = find_completing_cells(lines, mine | cell, theirs)
    forks = _make_fork_claims(cached, lines, mine, theirs, cell)
    if not threat:
        return (*found, *forks, *_make_prepared_fork_claims(cached, lines, mine | cell, theirs)), (move,)
    names = cached.list_cell_names(threat)
    found.append(
        MoveClaim("threatens", f"threatens a line on {join_names(names)}, which {{v.other}} must stop", names)
    )
    reply = cached.find_move_to_cell(cached.game.play(position, move), threat.bit_length() - 1)
    return (*found, *forks), (move, reply)


def find_winning_fork_cells(lines: PositionalGame, mine: int, theirs: int) -> int:
    """Return the cells on which a stone of mine forks, and leaves the other no line to complete."""
    return sum(
        1 << cell
        for cell in yield_set_bits(find_forking_cells(lines, mine, theirs))
        if find_completing_cells(lines, theirs, mine | 1 << cell) == 0
    )


def _make_stopped_threat_claims(
    cached: CachedSolution, lines: PositionalGame, mine: int, theirs: int, cell: int
) -> list[MoveClaim]:
    """Return the claim that the other would complete a line on the move's cell."""
    if not cell & find_completing_cells(lines, theirs, mine):
        return []
    stopped = [line for line in lines.lines if line & cell and line & ~(theirs | cell) == 0]
    words = join_names([cached.describe_line(line) for line in stopped], "and")
    which = "line" if len(stopped) == 1 else "lines"
    return [
        MoveClaim(
            "stops", f"stops {{v.other_possessive}} {which} {words}", cached.list_cell_names(stopped[0])
        )
    ]


def _make_fork_claims(
    cached: CachedSolution, lines: PositionalGame, mine: int, theirs: int, cell: int
) -> list[MoveClaim]:
    """Return whether the other could fork before the move, and can after it.

    A threat needs no asking for: a fork that lets me complete a line is no winning one.
    """
    before = 0 if find_completing_cells(lines, mine, theirs) else find_winning_fork_cells(lines, theirs, mine)
    after = find_winning_fork_cells(lines, theirs, mine | cell)
    if after:
        names = cached.list_cell_names(after)
        return [MoveClaim("allows fork", f"leaves {{v.other}} a fork on {join_names(names)}", names)]
    if before:
        forks = _describe_forks(cached, lines, theirs, mine, before)
        names = cached.list_cell_names(before)
        return [MoveClaim("stops fork", f"stops {{v.other_possessive}} fork on {forks}", names)]
    return []


def _make_prepared_fork_claims(
    cached: CachedSolution, lines: PositionalGame, mine: int, theirs: int
) -> list[MoveClaim]:
    """Return the claim that a fork comes next, if the other lets it."""
    names = cached.list_cell_names(find_winning_fork_cells(lines, mine, theirs))
    if not names:
        return []
    more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
    return [MoveClaim("prepares", f"prepares a fork on {join_names([*names[:MOST_NAMED], *more])}", names)]


def _describe_forks(cached: CachedSolution, lines: PositionalGame, mine: int, theirs: int, forks: int) -> str:
    """Return the cells of forks; of a single one also where its lines would be completed."""
    if forks & (forks - 1):
        return join_names(cached.list_cell_names(forks))
    then = find_completing_cells(lines, mine | forks, theirs)
    cells = join_names(cached.list_cell_names(then), "and")
    return f"{cached.list_cell_names(forks)[0]} (with lines on {cells})"


def _find_forced_sequence(cached: CachedSolution, position: Position, move: Move) -> tuple[Move, ...]:
    """Return moves from `move` to a fork, the other's forced replies between them; () where there are none.

    After the first move only best ones are tried, so the sequence is as short as perfect play.
    """
    tried = 0

    def search_sequence_after(where: Position, first: Move) -> tuple[Move, ...]:
        nonlocal tried
        tried += 1
        assert cached.positional_game is not None
        child = cached.game.play(where, first)
        theirs, own = cached.positional_game.read_stone_masks(child)
        if cached.positional_game.has_complete_line(own):  # the opponent's reply has uncovered the cell
            return (first,)
        if find_completing_cells(cached.positional_game, theirs, own):
            return ()
        threats = find_completing_cells(cached.positional_game, own, theirs)
        if threats & (threats - 1):
            return (first,)
        if not threats or tried > MOST_TRIED:
            return ()
        reply = cached.find_move_to_cell(child, threats.bit_length() - 1)
        after = cached.game.play(child, reply)
        if cached.is_over(after) or cached.list_best_moves(after)[0].answer.value <= 0:
            return ()
        for best in cached.list_best_moves(after):
            rest = search_sequence_after(after, best.move)
            if rest:
                return (first, reply, *rest)
        return ()

    return search_sequence_after(position, move)


def _find_sequence_words_and_fork_cells(
    cached: CachedSolution, lines: PositionalGame, position: Position, sequence: tuple[Move, ...]
) -> tuple[str, tuple[str, ...]]:
    """Return the words of a forced sequence, and the names of the cells on which its fork completes lines."""
    parts = []
    for place, move in enumerate(sequence):
        name = cached.game.name(position, move)
        position = cached.game.play(position, move)
        if place % 2:
            continue
        theirs, own = lines.read_stone_masks(position)
        cells = cached.list_cell_names(find_completing_cells(lines, own, theirs))
        subject = f"then {name} " if place else ""
        if place + 1 < len(sequence):
            parts.append(f"{subject}threatens a line on {join_names(cells)}, which {{v.other}} must stop")
        elif lines.has_complete_line(own):
            parts.append(f"{subject}completes a line")
        else:
            parts.append(
                f"{subject}forks, with lines on {join_names(cells, 'and')}: {{v.other}} can stop only one"
            )
    return "; ".join(parts), cells
