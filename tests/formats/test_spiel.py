"""OpenSpiel's games as ours: whole tables against the catalogue, keys that are too coarse, files, refusals."""

import importlib
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from support.marks import few

import zermelo
from zermelo.compiler.fingerprints import rules_fingerprint
from zermelo.core import BadParameter, MissingCapability, UnknownGame, UnreadablePosition
from zermelo.core.errors import KeyTooCoarse
from zermelo.core.game import Game
from zermelo.formats.open_spiel import spiel_import, spiel_states
from zermelo.formats.open_spiel.spiel_import import OpenSpiel, import_spiel_game
from zermelo.formats.open_spiel.spiel_key_audit import audit_key
from zermelo.verify.conformance import conformance_suite

Names = Callable[[str], str]
IS_RECENT = (
    int(spiel_states.VERSION.split(".")[0]) >= 2
)  # earlier ones have other names for moves, and fewer parameters
recent = pytest.mark.skipif(not IS_RECENT, reason="OpenSpiel 2 names moves so")


def by_cells(name: str) -> str:
    """x(1,2) is c2."""
    row, column = name[2:-1].split(",")
    return f"{'abcdefgh'[int(column)]}{int(row) + 1}"


def by_column(name: str) -> str:
    return str(int(name[1:]) + 1)


def upside_down(rows: int, dash: str = "-") -> Names:
    """Rows are counted from the other side, and those who take are marked by no star."""

    def renamed(name: str) -> str:
        name = name.rstrip("*")
        return f"{name[0]}{rows + 1 - int(name[1])}{dash}{name[2]}{rows + 1 - int(name[3])}"

    return renamed


def turned_over(name: str) -> str:
    """On two rows of four the first player has the corner on the other side."""
    ends = [f"{'dcba'['abcd'.index(column)]}{3 - int(row)}" for column, row in (name[:2], name[2:])]
    return "-".join(ends)


def by_piles(name: str) -> str:
    pile, taken = (int(part.split(":")[1]) for part in name.rstrip(";").split(","))
    return f"{taken} from heap {pile}"


def lockstep(one: Game, other: Game, renamed: Names) -> list[tuple[Any, Any, int]]:
    """Walk both games together, each move with the one of the same name; return the pairs that are met.

    With each pair goes what the first player is ahead by in the other game.
    """
    met = {(one.start(), other.start(), 0)}
    waiting = list(met)
    gain = getattr(other, "gain", None)
    while waiting:
        here, there, lead = waiting.pop()
        mine = {renamed(one.name(here, move)): move for move in moves_of(one, here)}
        theirs = {other.name(there, move).replace("x", "-"): move for move in moves_of(other, there)}
        assert mine.keys() == theirs.keys(), (one.show(here), other.show(there))
        for name, move in mine.items():
            points = gain(there, theirs[name]) if gain else 0
            ahead = lead + (points if one.mover(here) == 0 else -points)
            pair = one.play(here, move), other.play(there, theirs[name]), ahead
            if pair not in met:
                met.add(pair)
                waiting.append(pair)
    return list(met)


def moves_of(game: Game, position: Any) -> list[Any]:
    return [] if game.outcome(position) != zermelo.UNDECIDED else list(game.moves(position))


SAME: tuple[tuple[str, str, Names], ...] = (
    ("mnk(m=3,n=3,k=2)", "mnk(columns=3, rows=3, line=2)", by_cells),
    ("hex(board_size=2)", "hex(size=2)", str),
    ("clobber(rows=2,columns=4)", "clobber(columns=4, rows=2)", turned_over),
    ("nim(pile_sizes=1;2;3;4,is_misere=false)", "nim(heaps=(1, 2, 3, 4))", by_piles),
    ("nim(pile_sizes=1;2;3)", "nim(heaps=(1, 2, 3), misere=True)", by_piles),
    ("tic_tac_toe", "tic_tac_toe", by_cells),
    ("python_tic_tac_toe", "tic_tac_toe", by_cells),
    ("hex(board_size=3)", "hex(size=3)", str),
    ("connect_four(rows=3,columns=4,x_in_row=3)", "connect_four(columns=4, rows=3, line=3)", by_column),
)
LARGER: tuple[tuple[str, str, Names], ...] = (
    ("mnk(m=3,n=4,k=3)", "mnk(columns=3, rows=4, line=3)", by_cells),
    ("connect_four(rows=4,columns=4)", "connect_four(columns=4, rows=4)", by_column),
    ("breakthrough(rows=6,columns=2)", "breakthrough(columns=2, rows=6)", upside_down(6)),
    ("clobber(rows=3,columns=4)", "clobber(columns=4, rows=3)", upside_down(3)),
)


@recent
@pytest.mark.parametrize(("theirs", "ours", "renamed"), few(SAME, 5), ids=[row[0] for row in SAME])
def test_tables_are_those_of_the_catalogue(theirs: str, ours: str, renamed: Names) -> None:
    one, other = zermelo.solve(f"open_spiel:{theirs}"), zermelo.solve(ours)
    pairs = lockstep(one.game, other.game, renamed)
    assert len({pair[0] for pair in pairs}) == one.summary.positions
    for here, there, _ in pairs:
        assert one.value(here) == other.value(there), one.game.show(here)


@recent
@pytest.mark.long
@pytest.mark.parametrize(("theirs", "ours", "renamed"), LARGER, ids=[row[0] for row in LARGER])
def test_larger_tables_are_those_of_the_catalogue(theirs: str, ours: str, renamed: Names) -> None:
    test_tables_are_those_of_the_catalogue(theirs, ours, renamed)


def test_dots_and_boxes_is_won_by_whoever_gets_more() -> None:
    one, other = (
        zermelo.solve("open_spiel:dots_and_boxes(num_rows=1,num_cols=2)"),
        zermelo.solve("dots_and_boxes(columns=2, rows=1)"),
    )

    def renamed(name: str) -> str:
        way, row, column = name[3:-1].split(",")
        here = f"{'abc'[int(column)]}{int(row) + 1}"
        there = f"{'abc'[int(column) + (way == 'h')]}{int(row) + 1 + (way == 'v')}"
        return f"{here}-{there}"

    for here, there, lead in lockstep(one.game, other.game, renamed):
        mine, points = one.value(here).value, other.value(there).value
        first = lead + (points if other.game.mover(there) == 0 else -points)
        assert (mine if one.game.mover(here) == 0 else -mine) == (first > 0) - (first < 0)


def test_pig_wins_as_often_as_ours() -> None:
    """Theirs may hold with nothing rolled, which nobody wants to; the horizon is left out of the key."""
    one = zermelo.solve(import_spiel_game("pig(winscore=8)", "text"))
    other = zermelo.solve("pig(target=8)")
    compared = 0
    for spot in one.game.state_table.list_positions():
        text, player = spot
        if player < 0 or one.game.outcome(spot) != zermelo.UNDECIDED:
            continue
        first, second, turn = [
            int(word) for word in text.replace(",", " ").replace(":", " ").split() if word.isdigit()
        ][:3]
        where = (
            f"{first}-{second}, {('first', 'second')[player]} has {min(turn, 8 - (first, second)[player])}"
        )
        assert one.value(spot).value == pytest.approx(other.value(where).value, abs=1e-9)
        compared += 1
    assert compared > 100


# Keys.


@pytest.mark.long
def test_the_exact_solver_of_open_spiel_takes_two_positions_for_one() -> None:
    """Its texts of breakthrough leave out who is to move: of 29,730 positions 5,441 have a wrong value."""
    theirs = (
        importlib.import_module("open_spiel.python.algorithms.minimax_solver")
        .MinimaxSolver("breakthrough(rows=5,columns=3)")
        .solve()
    )
    solution = zermelo.solve("open_spiel:breakthrough(rows=5,columns=3)")
    open_ = [
        spot for spot in solution.game.state_table.list_positions() if solution.game.state_table.actions[spot]
    ]
    known = [spot for spot in open_ if spot[0] in theirs]
    assert (len(open_), len(known)) == (29_730, 29_730 - 2_059)
    assert sum(theirs[spot[0]].value != solution.value(spot).value for spot in known) == 5_441


def count_men(state: Any) -> tuple[int, int]:
    text = str(state)
    return text.count("b"), text.count("w")


def test_a_key_that_is_too_coarse_is_refused_with_both_states() -> None:
    game = import_spiel_game("breakthrough(rows=4,columns=2)", count_men)
    with pytest.raises(KeyTooCoarse, match="two states are one position") as caught:
        zermelo.solve(game)
    one, other = map(replayed("breakthrough(rows=4,columns=2)"), caught.value.pair)
    assert count_men(one) == count_men(other)
    assert one.current_player() == other.current_player()
    assert str(one) != str(other)


def replayed(game: str) -> Callable[[tuple[int, ...]], Any]:
    def after(actions: tuple[int, ...]) -> Any:
        state = pyspiel.load_game(game).new_initial_state()
        for action in actions:
            state.apply_action(action)
        return state

    return after


def by_text(state: Any) -> str:
    return str(state)


def test_a_function_that_is_fine_enough_gives_the_same_table() -> None:
    one, other = (
        zermelo.solve(import_spiel_game("tic_tac_toe", by_text)),
        zermelo.solve("open_spiel:tic_tac_toe"),
    )
    assert one.summary.positions == other.summary.positions
    assert all(one.value(spot) == other.value(spot) for spot in other.game.state_table.list_positions())


@pytest.mark.parametrize("key", [key for key in spiel_states.STATE_KEYS if key != "text"])
def test_every_key_gives_the_same_values(key: str) -> None:
    text = "clobber(rows=2,columns=3)"
    one, other = zermelo.solve(import_spiel_game(text, key)), zermelo.solve(import_spiel_game(text, "text"))
    for spot in one.game.state_table.list_positions():
        history = " ".join(map(str, one.game.state_table.find_history(spot)))
        assert one.value(spot) == other.value(f"after {history}")
        assert one.game.parse(one.game.show(spot)) == spot


def test_a_limit_of_moves_that_no_text_tells_is_found_by_going_round() -> None:
    found = audit_key("quoridor(board_size=3)", "text")
    assert found.counterexample is not None
    assert import_spiel_game("quoridor(board_size=3)").key == "text_and_length"
    one, other = (
        replayed("quoridor(board_size=3)")(map(int, found.details[name].split()))
        for name in ("first", "second")
    )
    assert str(one) == str(other)
    assert len(one.history()) != len(other.history())


def test_an_audit_says_what_it_has_looked_at() -> None:
    found = audit_key("tic_tac_toe()", "text", positions=10_000)
    assert found.counterexample is None
    assert found.checked == found.total == 5_478 and found.details["rounds"] == 0
    assert found.details["compared"] > 4_000
    assert "checked     all 5,478 positions" in str(found)


# Text and files.


def test_a_position_is_told_by_its_text_or_by_its_moves() -> None:
    game = import_spiel_game("tic_tac_toe")
    there = game.parse("after x(1,1) 0")
    assert there == ("o..\n.x.\n...", 0)
    assert game.parse("o../.x./.../player 0 to move") == there
    assert game.parse("o../.x./...") == there
    for text, reason in (
        ("o../.x./..o", "none looks so"),
        ("after 4 4", "'4' is no move"),
        ("after 4, x(0,0)", "is no move"),
        ("o../.x./.../player 1 to move", "none looks so"),
    ):
        with pytest.raises(UnreadablePosition, match=reason):
            game.parse(text)


def test_a_text_of_two_movers_wants_to_be_told_who() -> None:
    game = import_spiel_game("breakthrough(rows=4,columns=2)")
    table = game.state_table
    assert table.explore_positions(100_000)
    both = {spot[0] for spot in table.list_positions() if spot[1] == 0} & {
        spot[0] for spot in table.list_positions() if spot[1] == 1
    }
    text = sorted(both)[0]
    with pytest.raises(UnreadablePosition, match="2 positions look so: movers or blanks differ"):
        game.parse(text)
    for player in (0, 1):
        spot = (text, player)
        assert game.parse(game.show(spot)) == spot


@recent
@pytest.mark.parametrize("text", ["dots_and_boxes", "hive", "quoridor(board_size=3)", "chess", "backgammon"])
def test_texts_in_which_blanks_tell_positions_apart(text: str) -> None:
    """Read where the positions that look alike but for blanks are met, and where nothing is."""
    game = import_spiel_game(text, "text")
    chosen, spots = random.Random(1), [game.start()]
    for _ in range(8):
        spot = spots[-1]
        if not game.state_table.list_actions(spot):
            break
        spots.append(chosen.choice(game.state_table.find_children(spot)))
    for spot in spots:
        assert game.parse(game.show(spot)) == spot
        assert game.parse(game.show(spot).replace("\n", "/")) == spot
    shown = [game.show(spot) for spot in spots[:3]]
    spiel_states._cache._recent.clear()
    spiel_states._cache._tables.clear()
    again = import_spiel_game(text, "text")
    assert [again.parse(said) for said in shown] == spots[:3]


MANY_MOVES = {
    "einstein_wurfelt_nicht": "text_and_last",
    "yacht": "text_and_last",
    "quoridor": "text_and_length",
}


@pytest.mark.parametrize(("text", "key"), few(MANY_MOVES.items(), 1))
def test_random_play_tries_keys_of_games_with_many_moves_too(text: str, key: str) -> None:
    """Two of its games have so many moves that play near the start was all that was looked at."""
    assert import_spiel_game(text).key == key


def test_the_contract_is_kept_at_every_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance_suite, "MOST_PLAYED", 100)
    for text in ("mnk(m=3,n=3,k=2)", "clobber(rows=2,columns=3)"):
        assert "checked     all" in str(zermelo.check(f"open_spiel:{text}"))
    assert zermelo.game("open_spiel:nine_mens_morris").key == "text"
    zermelo.check("open_spiel:nine_mens_morris", limit=50)


AGAIN = """
import sys, zermelo
solution = zermelo.open(zermelo.game("open_spiel:breakthrough(rows=4,columns=2)"), sys.argv[1])
print(solution.value(sys.argv[2]), "|", len(solution.game.state_table.list_positions()), "|", solution.verify())
"""


def test_a_solution_on_disk_is_asked_in_another_process(tmp_path: Path) -> None:
    """There the table knows nothing yet: a position's state is found by a walk."""
    solution = zermelo.solve("open_spiel:breakthrough(rows=4,columns=2)", store=tmp_path)
    deep = solution.game.state_table.list_positions()[-1]
    text = "/".join(solution.game.show(deep).split("\n"))
    ran = subprocess.run(
        [sys.executable, "-c", AGAIN, str(tmp_path), text], capture_output=True, text=True, check=True
    )
    said, met, verified = ran.stdout.split(" | ")
    assert said == str(solution.value(deep))
    assert int(met) > 1
    assert f"all {solution.summary.positions:,} records, each" in verified


def test_a_strangers_solution_makes_no_game_unasked(tmp_path: Path) -> None:
    directory = zermelo.solve("open_spiel:tic_tac_toe", store=tmp_path).directory
    assert directory is not None
    with pytest.raises(BadParameter, match="not run unasked"):
        zermelo.open(directory)
    assert str(zermelo.open(directory, run_rules=True).value()) == "draw in 9"
    assert str(zermelo.open(directory, game_or_text="open_spiel:tic_tac_toe").value()) == "draw in 9"


def test_rules_are_known_by_game_key_and_version(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "tic_tac_toe"
    known = rules_fingerprint(import_spiel_game(text, "text"))
    assert len(known) == 32
    others = [
        import_spiel_game(text, "observation"),
        import_spiel_game("python_tic_tac_toe", "text"),
        import_spiel_game(text, by_text),
    ]
    digests = {known, *(rules_fingerprint(other) for other in others)}
    assert len(digests) == 4
    monkeypatch.setattr(spiel_import, "EDITION", ("open_spiel 9.9", "another"))
    assert rules_fingerprint(import_spiel_game(text, "text")) not in digests


def test_games_are_read_again_copied_and_begun_elsewhere() -> None:
    game = zermelo.game("open_spiel:breakthrough(columns=2,rows=4)")
    assert zermelo.game(repr(game)) == game == pickle.loads(pickle.dumps(game))
    assert repr(game) == "open_spiel(game='breakthrough(columns=2,rows=4)', key='text')"
    begun = zermelo.game("open_spiel:breakthrough(rows=4,columns=2) from after a4a3")
    assert begun.start() == game.parse("after a4a3")
    assert zermelo.game(repr(begun)) == begun
    assert zermelo.solve(begun).value() == zermelo.solve(game).value("after a4a3")


# What is refused.


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("kuhn_poker", MissingCapability, "hides something from its players"),
        ("matrix_pd", MissingCapability, "moves made at once"),
        ("no_such_game", UnknownGame, "has no game 'no_such_game'"),
        ("tic_tac_toe(sides=4)", BadParameter, "Unknown parameter 'sides'"),
        ("maedn(players=3)", MissingCapability, "has dice and 3 players"),
        ("nfg_game", BadParameter, "OpenSpiel does not make 'nfg_game'"),
    ],
)
def test_what_is_no_game_of_ours_is_refused_in_words(text: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        zermelo.game(f"open_spiel:{text}")


def test_a_key_has_a_name_or_is_a_function() -> None:
    with pytest.raises(BadParameter, match="'board' is no key: choose one of text"):
        import_spiel_game("tic_tac_toe", "board")
    with pytest.raises(BadParameter, match="is no game of OpenSpiel"):
        zermelo.game("open_spiel(name='tic_tac_toe')")


def test_no_address_of_the_explorer_makes_a_game_of_open_spiel() -> None:
    from zermelo.web.services.explorer_games import ExplorerGames

    for text in (
        "open_spiel:tic_tac_toe",
        "OPEN_SPIEL(game='tic_tac_toe')",
        "swap(game=open_spiel(game='go'))",
    ):
        with pytest.raises(UnknownGame, match=r"is named on the command line|is not a game of the catalogue"):
            ExplorerGames().load_game(text)


def test_a_game_that_the_command_line_gave_is_shown_and_no_other_by_its_name() -> None:
    from zermelo.web.services.explorer_games import ExplorerGames

    given = ExplorerGames(
        ("open_spiel:tic_tac_toe", "kayles", "open_spiel:mnk(m=3,n=3,k=3)", "open_spiel:mnk(m=2,n=2,k=2)")
    )
    assert given.first == ["their_tic_tac_toe", "kayles", "their_mnk", "their_mnk_2"]
    assert given.load_game("their_tic_tac_toe") == import_spiel_game("tic_tac_toe")
    assert given.list_game_files("their_tic_tac_toe") == []
    with pytest.raises(BadParameter, match="leave out the brackets"):
        given.load_game("their_tic_tac_toe(filename='a')")


WITHOUT = """
import sys
sys.modules["pyspiel"] = None
import zermelo, zermelo.formats
try:
    zermelo.game("open_spiel:tic_tac_toe")
except zermelo.core.MissingExtra as error:
    print(error)
"""


def test_without_open_spiel_it_is_said_how_to_install_it() -> None:
    ran = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert 'pip install "zermelo[open_spiel]"' in ran.stdout


# Other kinds of games.


def test_payoffs_of_several_players(monkeypatch: pytest.MonkeyPatch) -> None:
    game = import_spiel_game("chinese_checkers(players=3)", "text_and_last")
    assert game.has_payoffs
    assert game.players == 3
    assert isinstance(game, OpenSpiel)
    monkeypatch.setattr(conformance_suite, "MOST_PLAYED", 100)
    zermelo.check(game, limit=20)


DICE = ["pig(winscore=3,diceoutcomes=2,horizon=6)", "catch(rows=3,columns=3)"]
POINTS = ["cliff_walking(height=2,width=4,horizon=6)"]


@pytest.mark.parametrize("text", [*DICE, *POINTS])
def test_dice_and_points_keep_the_contract_and_are_worth_what_the_tree_says(text: str) -> None:
    game = import_spiel_game(text)
    zermelo.check(game)
    assert (type(game).__name__ == "OpenSpielPoints") == (text in POINTS)

    def worth(state: Any) -> float:
        """What the first player gets, from the tree alone."""
        if state.is_terminal():
            return float(state.returns()[0])
        if state.is_chance_node():
            return float(
                sum(chance * worth(state.child(action)) for action, chance in state.chance_outcomes())
            )
        found = [worth(state.child(action)) for action in state.legal_actions()]
        return max(found) if state.current_player() == 0 else min(found)

    start = pyspiel.load_game(text).new_initial_state()
    assert zermelo.solve(game).value().value == pytest.approx(worth(start), abs=1e-9)
