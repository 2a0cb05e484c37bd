"""The conformance suite: the contract of every game, checked position by position.

A game of up to `limit` positions is checked at every one of them, and its whole table is compared with
one made in dictionaries; a larger one at positions of random play, and then nothing is called proven.
Machine code is compared with the interpreter where the game is solved in machine code, or where that is
asked for. The first position that breaks the contract ends the check with `CheckFailed`. Of a game with a
perfect index all positions of the index are checked, or a sample of them.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any, Final

from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.guards.chance_guard import compare_chances_at
from zermelo.compiler.guards.error_reports import (
    call_all_rules_and_list_children,
    describe_position,
    list_yielded_items,
)
from zermelo.compiler.guards.program_guard import compare_position_and_list_children
from zermelo.compiler.guards.rules_soundness import (
    OFTEN,
    find_changing_answer,
    find_symmetry_fault,
    list_next_positions,
    make_changed_answer_error,
)
from zermelo.compiler.guards.starting_positions import list_checked_starts
from zermelo.compiler.guards.symmetry_classes import build_representative_function, make_class_size_function
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels.examine_rules import build_examine_rules_kernel
from zermelo.core.budget import Budget
from zermelo.core.capabilities import check_definition
from zermelo.core.errors import BadRules, CannotCompile, CheckFailed, ZermeloError, describe_error
from zermelo.core.game import Game, Position, beginning_at, has
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.evidence import Evidence
from zermelo.core.notation.position_codec import START, get_position_types
from zermelo.core.requirements import check_question, list_capabilities
from zermelo.core.rule_errors import does_error_end_process, find_rule_error, must_propagate, with_rule_errors
from zermelo.core.rule_queries import (
    answer_from_record,
    describe_wrong_answer,
    is_chance_position,
    is_finished,
    list_moves,
    moves_at,
)
from zermelo.core.values import LARGEST_VALUE, UNDECIDED, WIN
from zermelo.solver.graph.discovery import Discovery
from zermelo.solver.graph.hashable_graph import build_hashable_graph
from zermelo.solver.graph.small_games import make_small_game_program
from zermelo.solver.methods.subgame_perfect import PAYOFF_CHECKS
from zermelo.solver.runs.chance_run import solve_chance_game, solve_chance_graph
from zermelo.solver.runs.hashable_run import solve_hashable_game
from zermelo.solver.runs.value_tallies import ENDLESS, LOOPS
from zermelo.verify.conformance.hook_checks import (
    find_candidates_fault,
    find_estimate_fault,
    find_forced_move_fault,
    find_length_bounds_fault,
    find_move_order_fault,
    find_quiet_hook_fault,
    find_value_bounds_fault,
    list_broken_hook_promises,
    list_compiled_hook_faults,
)
from zermelo.verify.conformance.index_checks import collect_indexed_positions, list_index_faults
from zermelo.verify.conformance.payoff_checks import find_payoffs_fault, list_payoff_passes_and_notes
from zermelo.verify.conformance.sum_checks import find_coded_heaps_fault, find_options_fault, list_part_faults

LIMIT = 20_000  # positions up to which a game is checked whole
REPORT = 256  # positions between two reports of progress
PLAYS = 100
PLIES = 400
FEWEST_PLAYED = 60
MOST_PLAYED = 1_000  # positions of random play, fewer where classes are large
COMPILED = "compiled rules answer as the interpreter's"
BOTH = "compiled and interpreted solutions"
Record = tuple[int, int]  # value and remoteness
SAME_SOLUTIONS = "solutions in arrays and in dictionaries"
EVEN = 1e-12  # how far the probabilities of a position may be from 1 together


@dataclass
class _Findings:
    """Checks that a game has passed, and remarks; other checks ask which ones were passed."""

    passed: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def verify_game(
    game: Game,
    *,
    limit: int = LIMIT,
    compiled: bool | None = None,
    seed: int = 1913,
    budget: Budget | None = None,
) -> Evidence:
    """Check `game` against the contract; raise `CheckFailed` naming the first bad position.

    `compiled` is whether machine code is compared with the interpreter too; None: unless the game is so small
    that it is solved without.
    """
    began, budget = time.perf_counter(), budget or Budget()
    check_question(game, "check")
    try:
        check_definition(type(game), Game)  # again: a class can be changed after it was made
        starts = list_checked_starts(game)
        PAYOFF_CHECKS.choose(game)(game)
        if has(game, "rank"):
            indexed, exhaustive = collect_indexed_positions(game, limit, random.Random(seed))
            positions = list(indexed.values())
        else:
            positions, exhaustive = _collect_positions(game, starts, limit, random.Random(seed))
    except CheckFailed:
        raise
    except ZermeloError as error:
        raise CheckFailed(str(error)) from error
    findings = _Findings()
    if has(game, "rank"):
        findings.passed += list_index_faults(game, indexed)
    for name, needs, question in CHECKS:
        if needs and not has(game, needs):
            continue
        for number, position in enumerate(positions):
            if number % REPORT == 0:
                budget.report(f"check {name}", number, len(positions))
            problem = _run_check(question, game, position)
            if problem:
                raise CheckFailed(
                    f"{game!r}: {name} fails at position {describe_position(game, position)}: {problem}"
                )
        findings.passed.append(name)
    findings.passed += list_part_faults(game, positions)
    _check_starts(game, starts, findings)
    if compiled is None:
        compiled = _is_game_compiled(game)
    if compiled:
        _check_compiled_game(game, positions, findings)
        findings.passed += list_compiled_hook_faults(game, positions)
    else:
        findings.notes.append("machine code was not made: it is compared with `zermelo check --compiled`")
    if exhaustive:
        SOLUTION_CHECKS.choose(game)(game, positions, findings)
    sample = "its index" if has(game, "rank") else "random play"
    return Evidence(
        claim="the rules keep the contract of a game",
        game=repr(game),
        method=f"positions{'' if exhaustive else f' of {sample}'}",
        checked=len(positions),
        total=len(positions) if exhaustive else None,
        seconds=time.perf_counter() - began,
        trusted=(
            "that the rules answer alike whenever they are asked",
            *(() if exhaustive else ("positions that were not looked at",)),
        ),
        details={
            "positions": len(positions),
            "exhaustive": exhaustive,
            "passed": tuple(findings.passed),
            "notes": tuple(findings.notes),
            "sample": None if exhaustive else sample,
            "says": list_capabilities(game),
        },
    )


@with_rule_errors
def check_rules_at(game: Game, position: Position = START) -> None:
    """Check what play needs of the rules at one position: not texts, and integers may be of any size.

    Parameters
    ----------
    game : Game
        The game.
    position : Position
        The position; default: the first start.

    Raises
    ------
    CheckFailed or BadRules
        With the method that is wrong, the position, and what to do.
    """
    check_definition(type(game), Game)
    PAYOFF_CHECKS.choose(game)(game)
    if position is START:
        starts = list_yielded_items(game, "starts", game.starts())
        if not starts:
            raise CheckFailed(f"{game!r}: starts() yields nothing: a game needs a position to begin with")
        position = starts[0]
        _check_possible_position(game, position, "start()")
    where = describe_position(game, position)
    for _, needs, question in CHECKS:
        if question not in NEEDED_TO_PLAY or (needs and not has(game, needs)):
            continue
        try:
            fault = question(game, position)
        except BaseException as error:
            if must_propagate(error) or find_rule_error(error) is not None:
                raise
            fault = f"{needs or 'moves'}() cannot be used: {describe_error(error)}"
        if fault:
            raise CheckFailed(f"{game!r}: {fault}, at position {where}")
    for child in list_next_positions(game, position):
        _check_possible_position(game, child, f"play() from position {where}")


def _check_possible_position(game: Game, position: Any, method: str) -> None:
    """Raise `CheckFailed` for what a method returns and no game has as a position."""
    if position is None:
        raise CheckFailed(f"{game!r}: {method} returns None: return a position")
    if type(position) is not int and (fault := get_position_types(game).find_fault(position)):
        raise CheckFailed(f"{game!r}: {method} returns {position!r}, which {fault}")


def _run_check(question: Callable[[Any, Any], str], game: Game, position: Any) -> str:
    try:
        return question(game, position)
    except BaseException as error:
        if does_error_end_process(error):
            raise
        return describe_error(error)


def _collect_positions(
    game: Game, starts: list[Any], limit: int, chance: random.Random
) -> tuple[list[Any], bool]:
    """Return every reachable position where they are few, else those of random play."""
    types = get_position_types(game)
    walk = Discovery(starts, types)
    for _, position in walk.yield_unvisited_nodes():
        if len(walk.nodes) > limit:
            break
        walk.number_nodes(_list_children(game, position))
    else:
        return walk.nodes, True
    found = dict.fromkeys(starts)
    most = MOST_PLAYED
    for _ in range(PLAYS):
        position = chance.choice(starts)
        for _ in range(PLIES):
            if len(found) >= most:
                return list(found), False
            if has(game, "symmetries"):
                most = min(
                    most, max(FEWEST_PLAYED, 16 * MOST_PLAYED // make_class_size_function(game)(position))
                )
            children = _list_children(game, position)
            for child in children:
                types.check_and_record_types(child)
            found.update(dict.fromkeys(chance.sample(children, min(len(children), 8))))
            if not children:
                break
            position = chance.choice(children)
    return list(found), False


def _list_children(game: Game, position: Any) -> list[Any]:
    where = describe_position(game, position)
    try:
        children = call_all_rules_and_list_children(game, position)
        for child in children:
            if fault := get_position_types(game).find_fault(child):
                raise CheckFailed(f"{game!r}: play() from position {where} returns {child!r}, which {fault}")
        if list_next_positions(game, position) != children:  # as where an iterator has been used up
            fault = find_changing_answer(game, position, OFTEN)
            raise make_changed_answer_error(
                game, position, fault or "the rules answer differently when asked again"
            )
    except BaseException as error:
        if must_propagate(error):
            raise
        raise CheckFailed(f"{game!r}: the rules raise {describe_error(error)} at position {where}") from error
    return children


def _find_outcome_or_move_fault(game: Any, position: Any) -> str:
    """Outcomes and moves: in range, the same when asked twice, each move once."""
    if fault := find_changing_answer(game, position):
        return fault
    outcome = game.outcome(position)
    if outcome != UNDECIDED:
        return OUTCOME_FAULTS.choose(game)(game, outcome)
    if is_chance_position(game, position):
        return ""  # no player moves there; see `_find_chances_fault`
    moves = list_moves(game, position)
    for move in moves:
        if type(move).__hash__ is None:
            return describe_wrong_answer(game, "moves", move, "return integers, or tuples in place of lists")
    if len(set(moves)) < len(moves):
        return "moves() yields a move twice"
    return "" if moves else _find_value_range_fault("stuck", game, game.stuck(position))


def _find_value_range_fault(name: str, game: Any, value: Any) -> str:
    """Values are whole numbers in the range that the game declares."""
    most = LARGEST_VALUE if game.scored else 1
    fits = isinstance(value, Integral) and not isinstance(value, bool) and abs(int(value)) <= most
    remedy = "return WIN, DRAW, LOSS, points or UNDECIDED"
    return "" if fits else describe_wrong_answer(game, name, value, remedy)


def _find_move_name_fault(game: Any, position: Any) -> str:
    """Move names: one line each, and no two alike."""
    names = [game.name(position, move) for move in moves_at(game, position)]
    if len(set(names)) < len(names):
        return "name() gives two moves one name"
    return "name() has more than one line" if any("\n" in name for name in names) else ""


def _find_shown_text_fault(game: Any, position: Any) -> str:
    """Text: `parse` reads what `show` prints."""
    text = game.show(position)
    again = game.parse(text)
    return "" if again == position else f"parse(show(position)) is {again!r}"


def _find_tier_fault(game: Any, position: Any) -> str:
    """Tiers: never back along a move."""
    here = game.tier(position)
    for child in list_next_positions(game, position):
        if game.tier(child) < here:
            return (
                f"tier() falls from {here} to {game.tier(child)} on the move to "
                f"{describe_position(game, child)}"
            )
    return ""


def _find_mover_fault(game: Any, position: Any) -> str:
    """Movers: one of the players."""
    mover = game.mover(position)
    return "" if mover in range(game.players) else f"mover() returns {mover!r}"


def _find_chances_fault(game: Any, position: Any) -> str:
    """Chances: probabilities of positions, which sum to 1, and no moves beside them."""
    if not has(game, "mover"):
        return "chances() is defined without mover(): a value is that of the mover, at chances too"
    if is_finished(game, position):
        return ""
    chances = list(game.chances(position))
    if not chances:
        return ""
    if not all(isinstance(each, tuple) and len(each) == 2 for each in chances):
        return describe_wrong_answer(game, "chances", chances, "yield pairs of a probability and a position")
    for probability, _ in chances:
        if not 0 < probability <= 1:
            return f"chances() yields the probability {probability!r}: yield what is possible only"
    total = sum(probability for probability, _ in chances)
    if not abs(total - 1) <= EVEN:
        return f"the probabilities of chances() sum to {total!r}"
    if list_moves(game, position):
        return "there are chances and moves: a position has the one or the other"
    return ""


NEEDED_TO_PLAY: Final = (
    _find_outcome_or_move_fault,
    _find_move_name_fault,
    _find_mover_fault,
    find_payoffs_fault,
    _find_tier_fault,
    find_symmetry_fault,
    _find_chances_fault,
)
CHECKS: tuple[tuple[str, str, Callable[[Any, Any], str]], ...] = (
    ("outcome, moves and play are sound", "", _find_outcome_or_move_fault),
    ("parse reads what show prints", "", _find_shown_text_fault),
    ("move names are unique lines", "", _find_move_name_fault),
    ("mover is one of the players", "mover", _find_mover_fault),
    ("payoffs are one number a player", "payoffs", find_payoffs_fault),
    ("tier never falls along a move", "tier", _find_tier_fault),
    ("symmetries keep moves and outcomes", "symmetries", find_symmetry_fault),
    ("chances are probabilities, and no player moves there", "chances", _find_chances_fault),
    ("options are as many as the mover's moves", "options", find_options_fault),
    ("nimbers of coded heaps are the mex of the moves'", "coded_heaps", find_coded_heaps_fault),
    ("estimates are values", "estimate", find_estimate_fault),
    ("moves are ordered by whole numbers", "order", find_move_order_fault),
    ("positions are quiet or not", "quiet", find_quiet_hook_fault),
    ("candidates are some of the moves", "candidates", find_candidates_fault),
    ("bounds are two values", "bounds", find_value_bounds_fault),
    ("what is forced is a move", "forced", find_forced_move_fault),
    ("bounds of lengths are two ends", "length_bounds", find_length_bounds_fault),
)


def _check_starts(game: Any, starts: list[Any], findings: _Findings) -> None:
    if all(is_finished(game, start) for start in starts):
        said = game.outcome(starts[0])
        findings.notes.append(
            f"the game is over at its start: outcome() returns {said}, and UNDECIDED goes on"
        )
    elif not any(_list_children(game, start) for start in starts):
        findings.notes.append("no start has a move: nothing is played")
    if has(game, "symmetries"):
        if {image for start in starts for image in game.symmetries(start)} == set(starts):
            findings.passed.append("symmetries map starts to starts")
        else:
            findings.notes.append(
                "symmetries move the start: positions are counted by class only; give all its images as "
                "starts() to count each"
            )


def _is_game_compiled(game: Game) -> bool:
    """Return whether the game is solved in machine code."""
    try:
        return make_small_game_program(game) is None
    except BadRules as error:
        raise CheckFailed(str(error)) from error


def _check_compiled_game(game: Game, positions: list[Any], findings: _Findings) -> None:
    try:
        program = compile_game(game)
    except CannotCompile as error:
        findings.notes.append(f"the rules do not compile: {error}")
        return
    own, compiled = (each.kernel(build_examine_rules_kernel) for each in (interpret_game(game), program))
    for position in positions:
        try:
            compare_position_and_list_children(program, own, compiled, program.key_of_position(position))
            COMPARISONS.choose(game)(program, position)
        except BadRules as error:
            raise CheckFailed(str(error)) from error
        except CannotCompile as error:
            findings.notes.append(f"the rules do not compile: {error}")
            return
    findings.passed.append(COMPILED)


def _check_payoffs(game: Game, positions: list[Any], findings: _Findings) -> None:
    passed, notes = list_payoff_passes_and_notes(game)
    findings.passed += passed
    findings.notes += notes


def _check_answers(game: Game, positions: list[Any], findings: _Findings) -> None:
    from zermelo.solver.runs.solve_game import solve_game

    try:
        everywhere = _make_game_with_all_starts(game, positions) if has(game, "rank") else game
        graph = build_hashable_graph(everywhere, Budget())
        _, plain = solve_hashable_game(everywhere, Budget(), None)
        if graph.loop:
            findings.notes.append("play may cycle: solved as a game with cycles; endless play is a draw")
        else:
            findings.passed.append("play ends: no loops")
        findings.passed += list_broken_hook_promises(game, positions, plain.find)
        in_machine_code = COMPILED in findings.passed
        if in_machine_code or make_small_game_program(game) is not None:
            solved = solve_game(game, Budget(), interpreted=False if in_machine_code else None)
            ways = BOTH if in_machine_code else SAME_SOLUTIONS
            _check_same_answers(
                game, ways, [(each, solved.records.find(each), plain.find(each)) for each in graph.positions]
            )
            findings.passed.append(f"{ways} agree at every position")
    except BadRules as error:
        raise CheckFailed(str(error)) from error


def _check_same_answers(game: Game, ways: str, found: list[tuple[Any, Record | None, Record | None]]) -> None:
    """Raise `CheckFailed` where the answers by both ways differ: of those, at one that ends soonest."""
    apart = [each for each in found if each[1] != each[2]]
    if not apart:
        return
    position, one, other = min(apart, key=lambda each: min(record[1] for record in each[1:] if record))
    said = [answer_from_record(game, *record) if record else "nothing" for record in (one, other)]
    values = sum(one is None or other is None or one[0] != other[0] for _, one, other in apart)
    raise CheckFailed(
        f"{game!r}: {ways} differ at {describe_position(game, position)}: {said[0]} and {said[1]}; at "
        f"{len(apart):,} of {len(found):,} positions, in value at {values:,}"
    )


def _check_expectations(game: Game, positions: list[Any], findings: _Findings) -> None:
    """Solve a game of chance with and without the compiler and compare every record."""
    from zermelo.solver.runs.solve_game import compile_guarded_program

    try:
        summary, plain = solve_chance_graph(game, None, Budget(), None)
        if summary.method == LOOPS:
            findings.notes.append(
                "dice may lead to cycles: values are computed by iteration, with an error bound"
            )
        elif summary.method == ENDLESS:
            findings.notes.append("players may go on for ever: values hold with endless play as a draw")
        else:
            findings.passed.append("play ends: no loops")
        in_machine_code = COMPILED in findings.passed
        program = compile_guarded_program(game) if in_machine_code else make_small_game_program(game)
        if program is not None:
            solved, records = solve_chance_game(game, program, Budget(), None)
            ways = BOTH if in_machine_code else SAME_SOLUTIONS
            apart = EVEN + (summary.error_bound or 0) + (solved.error_bound or 0)
            for position in map(build_representative_function(game), positions):
                one, other = plain.find(position), records.find(position)
                if one is None or other is None or not abs(one[0] - other[0]) <= apart:
                    where = describe_position(game, position)
                    said = [record[0] if record else "nothing" for record in (other, one)]
                    raise CheckFailed(f"{game!r}: {ways} differ at {where}: {said[0]} and {said[1]}")
            findings.passed.append(f"{ways} agree at every position")
    except BadRules as error:
        raise CheckFailed(str(error)) from error


def _make_game_with_all_starts(game: Game, positions: list[Any]) -> Game:
    """Return the same game with every position of its index as a start."""
    anywhere = beginning_at(game, positions[0])
    object.__setattr__(anywhere, "starts", lambda: iter(positions))
    return anywhere


def _find_outcome_fault(game: Any, outcome: Any) -> str:
    return _find_value_range_fault("outcome", game, outcome)


def _compare_chances(program: Program, position: Any) -> None:
    representative = build_representative_function(program.game)(position)
    compare_chances_at(program, program.key_of_position(representative))


def _find_puzzle_outcome_fault(game: Any, outcome: Any) -> str:
    if outcome != WIN:
        return f"outcome() returns {outcome!r}: return WIN where it is solved, or yield no move there"
    return _find_outcome_fault(game, outcome)


OUTCOME_FAULTS: Final = ByKind(
    "fault of an outcome", _find_outcome_fault, payoffs=_find_outcome_fault, puzzle=_find_puzzle_outcome_fault
)
COMPARISONS: Final[ByKind[Callable[[Program, Any], None]]] = ByKind(
    "compiled rules compared besides moves", lambda *_: None, payoffs=lambda *_: None, dice=_compare_chances
)
SOLUTION_CHECKS: Final = ByKind(
    "check of solutions", _check_answers, payoffs=_check_payoffs, dice=_check_expectations
)
