"""Why a move: every claim is checked by the rules of the game alone, and every line by naive values."""

import io
import json
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from made.random_games import RandomIndex
from reference import naive
from support.commands import Ran, check_refusal, runner
from support.marks import few
from support.places import HASHABLE_GAMES

import zermelo
from zermelo.core.errors import BadParameter, IllegalMove, MissingCapability
from zermelo.core.game import Game
from zermelo.core.notation.position_input import as_move
from zermelo.core.values import UNDECIDED
from zermelo.explain.features.feature_families import build_game_features
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.explain.rule_lists.rule_list_file import save_list
from zermelo.explain.rule_lists.rule_predicates import read_conjunction
from zermelo.explain.why.best_play_lines import ONLY, SOONER, VALUE, BestPlayLine
from zermelo.explain.why.explain_move import explain_move
from zermelo.explain.why.move_claims import MoveClaim
from zermelo.explain.why.second_person import Voice
from zermelo.explain.why.why_answer import Why
from zermelo.games import Mnk, Subtraction
from zermelo.solution.solution import Solution

Run = Callable[..., Ran]
LINES = [
    {line[:2], line[2:4], line[4:]}
    for line in ("a1b1c1", "a2b2c2", "a3b3c3", "a1a2a3", "b1b2b3", "c1c2c3", "a1b2c3", "c1b2a3")
]
ALL = {column + row for column in "abc" for row in "123"}


@pytest.fixture
def run(capsys: Any) -> Run:
    return runner(capsys)


@lru_cache
def solved(text: str) -> tuple[Solution, dict[Any, tuple[int, int | None]]]:
    game = zermelo.game(text)
    return zermelo.solve(game, interpreted=True), naive.solve(game)


# Lines, forced replies and answers, by naive values: of any game.


def given(game: Game, values: dict[Any, Any], position: Any) -> dict[Any, tuple[int, int | None]]:
    """What each move gives, by the values of the positions after it."""
    found = {}
    for move in game.moves(position):
        child = game.play(position, move)
        value, left = values[child]
        found[move] = naive.worth(game, position, move, value), None if left is None else left + 1
    return found


def key(answer: tuple[int, int | None]) -> tuple[int, int]:
    """Less is better: the winner hurries, the loser delays."""
    value, left = answer
    plies = 65_535 if left is None else left
    return -value, -plies if value < 0 else plies


def check_line(
    game: Game, values: dict[Any, Any], position: Any, line: BestPlayLine, is_own: bool, best_from: int
) -> Any:
    begins = is_own
    for place, ply in enumerate(line.plies):
        assert game.outcome(position) == UNDECIDED
        answers = given(game, values, position)
        assert ply.is_own == is_own and ply.moves == len(answers)
        assert ply.name == game.name(position, ply.move)
        mine = answers[ply.move]
        others = [answer for move, answer in answers.items() if move != ply.move]
        if place >= best_from:
            assert all(key(mine) <= key(other) for other in others)
        if is_own == begins:
            assert ply.forced is None
        elif not others:
            assert ply.forced == ONLY
        elif all(other[0] < mine[0] for other in others):
            assert ply.forced == VALUE
        elif mine[0] < 0 and all(key(mine) < key(other) for other in others):
            assert ply.forced == SOONER
        else:
            assert ply.forced is None
        child = game.play(position, ply.move)
        is_own ^= naive.is_flipped(game, position, child)
        position = child
    left = values[position][1]
    assert line.left == left
    over = game.outcome(position) != UNDECIDED or not list(game.moves(position))
    assert (line.left == 0) == over
    assert line._stuck == (is_own if over and game.outcome(position) == UNDECIDED else None)
    assert over or len(line.plies) >= 1
    return position


def check_answers(found: Why, values: dict[Any, Any]) -> None:
    game, position = found.game, found.position
    answers = given(game, values, position)
    best = min(answers.values(), key=key)
    assert (found.value, found.remoteness) == answers[found.move]
    check_line(game, values, position, found.line, True, 1)
    assert found.line.plies[0].move == found.move
    moves = {game.name(position, move): move for move in answers}
    assert sorted(moves[other.name] for other in found.others) == sorted(set(answers) - {found.move})
    for other in found.others:
        answer = answers[moves[other.name]]
        assert (other.value, other.remoteness) == answer
        if answer == best:
            assert other.standing == "as good" and other.reply is None
            continue
        assert other.standing == ("slower" if answer[0] == best[0] else "worse")
        child = game.play(position, moves[other.name])
        if other.reply is None:
            over = game.outcome(child) != UNDECIDED or not list(game.moves(child))
            assert over or (other.standing == "slower" and answer[0] >= 0)
            continue
        flips = naive.is_flipped(game, position, child)
        check_line(game, values, child, other.line, not flips, 0)
        assert other.line.plies[0].name == other.reply
    text = str(found)
    assert text.startswith(game.show(position)) and max(map(len, text.splitlines())) <= 80
    json.dumps(found.as_json())
    check_standing(found, answers)


def check_standing(found: Why, answers: dict[Any, tuple[int, int | None]]) -> None:
    game = found.game
    best = min(answers.values(), key=key)
    mine = answers[found.move]
    said = {claim.kind: claim.text(Voice("you", "the opponent")) for claim in found.claims}
    assert ("given away" in said) == (mine != best)
    child = game.play(found.position, found.move)
    if "ends" in said:
        assert mine[1] == 1 and (game.outcome(child) != UNDECIDED or not list(game.moves(child)))
    if "won" in said:
        assert mine[0] > 0
        number = re.search(r"has (\d+|one) repl", said["won"])
        assert (number is None) != ("again" not in said["won"])
        if number:
            assert number[1].replace("one", "1") == str(len(list(game.moves(child))))
        plies = re.search(r"within (\d+) pl", said["won"])
        assert plies is not None and int(plies[1]) == (mine[1] or 0) - 1
    if "held" in said:
        drawn = sum(answer[0] == 0 for answer in answers.values())
        assert mine[0] == 0 == best[0]
        if "only move that" in said["held"]:
            assert drawn == 1 < len(answers)
        elif "is the only move" in said["held"]:
            assert len(answers) == 1
        elif "every move" in said["held"]:
            assert drawn == len(answers)
        else:
            assert 1 < drawn < len(answers)
        assert ("need not end" in said["held"]) == (mine[1] is None)
    if "lost" in said:
        assert mine[0] < 0 and all(answer[0] < 0 for answer in answers.values())
        fewer = re.search(r"others (\d+)", said["lost"])
        if fewer:
            assert int(fewer[1]) == max(left or 0 for _, left in answers.values() if left != mine[1])
    if "points" in said and "next best" in said["points"]:
        second = max(value for value, _ in answers.values() if value < mine[0])
        by_result = [f" {abs(each)}" if each else "a draw" for each in (mine[0], second)]
        to_come = [f"{each:+d} to come" if each else "0 to come" for each in (mine[0], second)]
        first, last = to_come if "to come" in said["points"] else by_result
        assert said["points"].partition(";")[0].endswith(first) and said["points"].endswith(last)


# Claims about lines, by sets of names read off the board as it is shown: tic-tac-toe's.


def boards(game: Game, position: Any) -> tuple[set[str], set[str]]:
    """The mover's cells and the other's."""
    signs: dict[str, set[str]] = {"X": set(), "O": set(), ".": set()}
    for row, text in enumerate(game.show(position).split(), 1):
        for column, sign in zip("abc", text, strict=True):
            signs[sign].add(f"{column}{row}")
    first = len(signs["X"]) == len(signs["O"])
    return (signs["X"], signs["O"]) if first else (signs["O"], signs["X"])


def completes(mine: set[str], theirs: set[str]) -> set[str]:
    free = ALL - mine - theirs
    return {cell for cell in free if any(cell in line and line <= mine | {cell} for line in LINES)}


def forks(mine: set[str], theirs: set[str]) -> set[str]:
    """Where a stone of mine leaves me two lines to complete, and the other none."""
    return {
        cell
        for cell in ALL - mine - theirs
        if len(completes(mine | {cell}, theirs)) > 1 and not completes(theirs, mine | {cell})
    }


def check_claims(
    game: Game, position: Any, name: str, claims: tuple[MoveClaim, ...], moves: list[str], value: int
) -> None:
    mine, theirs = boards(game, position)
    after = mine | {name}
    for claim in claims:
        cells = set(claim.cells)
        if claim.kind == "completes":
            assert cells in LINES and cells <= after and name in cells
        elif claim.kind == "stops":
            assert cells in LINES and cells - {name} <= theirs and name in cells
        elif claim.kind == "leaves":
            assert cells == completes(theirs, after) and cells and value < 0
        elif claim.kind == "forks":
            assert cells == completes(after, theirs) and len(cells) > 1 and value > 0
            assert not completes(theirs, after)
        elif claim.kind == "forces":
            check_forced(mine, theirs, moves, cells)
            assert value > 0
        elif claim.kind == "threatens":
            assert cells == completes(after, theirs) == {moves[1]}
            assert not completes(theirs, after)
        elif claim.kind == "stops fork":
            assert not completes(mine, theirs) and cells == forks(theirs, mine) != set()
            assert not (forks(theirs, after) & (completes(after, theirs) or ALL))
        elif claim.kind == "allows fork":
            assert cells == forks(theirs, after) & (completes(after, theirs) or ALL) != set() and value < 0
        elif claim.kind == "prepares":
            assert cells == forks(after, theirs) and not completes(after, theirs)
    kinds = {claim.kind for claim in claims}
    assert ("stops" in kinds) >= (name in completes(theirs, mine) - completes(mine, theirs))
    assert ("forks" in kinds) == (name in forks(mine, theirs) and name not in completes(mine, theirs))


def check_forced(mine: set[str], theirs: set[str], moves: list[str], cells: set[str]) -> None:
    """Each own move threatens on the cell of the next reply alone, until one forks on `cells`."""
    mine, theirs = set(mine), set(theirs)
    for own, reply in zip(moves[::2], moves[1::2], strict=False):
        mine.add(own)
        assert not completes(theirs, mine)
        threats = completes(mine, theirs)
        if len(threats) > 1:
            assert threats == cells
            return
        assert threats == {reply}
        theirs.add(reply)
    raise AssertionError((moves, cells))


@pytest.mark.slow("the one table of what is claimed, and how often, of a whole game")
def test_tic_tac_toe_every_class_and_every_move() -> None:
    solution, values = solved("tic_tac_toe")
    game = solution.game
    asked = 0
    seen: dict[str, int] = {}
    for position in sorted(values):
        if position != naive.canonical(game, position) or game.outcome(position) != UNDECIDED:
            continue
        asked += 1
        for move in (None, *game.moves(position)):
            found = explain_move(solution, position, move, others=move is None)
            if move is None:
                check_answers(found, values)
            else:
                check_standing(found, given(game, values, position))
                check_line(game, values, position, found.line, True, 1)
            check_claims(
                game, position, found.name, found.claims, [ply.name for ply in found.line.plies], found.value
            )
            for claim in found.claims:
                seen[claim.kind] = seen.get(claim.kind, 0) + 1
            for other in found.others:
                if other.reply is not None:
                    child = game.play(position, as_move(game, position, other.name))
                    names = [ply.name for ply in other.line.plies]
                    check_claims(game, child, other.reply, other.reasons, names, values[child][0])
    assert asked == 627
    assert seen == SAID


# What is said of the best move and of every move, at all 627 classes that are not finished.
SAID = {
    "ends": 724,
    "completes": 702,
    "forks": 275,
    "forces": 58,
    "stops": 627,
    "leaves": 1067,
    "threatens": 447,
    "stops fork": 258,
    "allows fork": 144,
    "prepares": 152,
    "won": 2,
    "held": 402,
    "lost": 356,
    "given away": 1248,
}


# Other games.


EVERY = (
    ("nim(heaps=(1, 2, 4))", None),
    ("nim(heaps=(1, 2, 3), misere=True)", None),
    ("subtraction(heap=15)", None),
    ("subtraction(heap=15, misere=True)", None),
    ("domineering(columns=3, rows=3)", None),
    ("connect_four(columns=4, rows=3, line=3)", 100),
    ("mnk(columns=3, rows=3, line=3, misere=True)", 100),
    ("pong_hau_ki", None),
    ("hexapawn", None),
    ("dots_and_boxes(columns=2, rows=1)", None),
    ("kalah(houses=2, seeds=2)", None),
    ("three_mens_morris", 100),
    ("mnk(columns=4, rows=3, line=3)", 100),
)


@pytest.mark.parametrize(("text", "most"), few(EVERY, len(EVERY) - 2))
def test_every_position(text: str, most: int | None) -> None:
    solution, values = solved(text)
    game = solution.game
    asked = [position for position in values if list(_moves(game, position))]
    step = 1 if most is None else max(1, len(asked) // most)
    for position in asked[::step]:
        check_answers(explain_move(solution, position), values)
    for position in asked[:: 7 * step]:
        for move in game.moves(position):
            check_answers(explain_move(solution, position, move), values)


def _moves(game: Game, position: Any) -> Any:
    return iter(()) if game.outcome(position) != UNDECIDED else game.moves(position)


def test_a_fork_of_falling_stones_wins() -> None:
    """Whatever is said of lines where stones fall, the values bear it out."""
    solution, values = solved("connect_four(columns=4, rows=3, line=3)")
    game = solution.game
    seen = set()
    for position in list(values)[::5]:
        for move in _moves(game, position):
            found = explain_move(solution, position, move, others=False)
            kinds = {claim.kind for claim in found.claims}
            seen |= kinds
            if kinds & {"completes", "forks", "forces"}:
                assert found.value == 1
            if "forks" in kinds:
                assert found.remoteness == 3
            if kinds & {"leaves", "allows fork"}:
                assert found.value == -1
            if "leaves" in kinds:
                assert found.remoteness == 2
            if "threatens" in kinds:  # who does not stop it has lost at once
                child = game.play(position, move)
                for reply in game.moves(child):
                    if reply != found.line.plies[1].move:
                        assert values[game.play(child, reply)] == (1, 1)
    assert seen >= {
        "completes",
        "forks",
        "forces",
        "leaves",
        "allows fork",
        "threatens",
        "stops",
        "stops fork",
    }


# Words.


def text_of(game: str, shown: str | None = None, move: str | None = None) -> list[str]:
    solution, _ = solved(game)
    position = next(iter(solution.game.starts())) if shown is None else solution.game.parse(shown)
    named = {solution.game.name(position, each): each for each in solution.game.moves(position)}
    return str(explain_move(solution, position, None if move is None else named[move])).splitlines()


def test_a_forced_sequence_in_words() -> None:
    assert text_of("tic_tac_toe", "X.O/.../...")[3:] == [
        "why a2: win in 5",
        "  threatens a line on a3, which the opponent must stop; then b2 forks, with",
        "    lines on c2 and c3: the opponent can stop only one",
        "  line: you a2, the opponent a3!, you b2, the opponent b1, you c2",
        "the other moves",
        "  a3, c3  win in 5: as good",
        "  b2      draw in 7: the opponent plays c3, which stops your line a1 b2 c3",
        "  c2      draw in 7: the opponent plays a2, which stops your fork on a2 or b2",
        "  b3      draw in 7: the opponent plays c3, which stops your fork on b2, a3 or",
        "    c3",
        "  b1      loss in 6: the opponent plays c2, which threatens a line on c3, which",
        "    you must stop; then b2 forks, with lines on a2 and a3: you can stop only one",
        "!  a forced reply: the only move, or every other one is worse",
    ]


TOLD = (  # what is asked, and lines that follow each other in the answer
    (
        ("tic_tac_toe", "X../.O./..X", "a3"),
        "why a3: loss in 4",
        "  gives away a draw (b1, a2, c2 or b3: draw in 6); threatens a line on c1, which",
        "    the opponent must stop; leaves the opponent a fork on c1",
    ),
    (
        ("subtraction(heap=15)", "12"),
        "why 1: loss in 6",
        "  every move loses within 6 plies",
        "  line: you 1, the opponent 3!, you 1, the opponent 3!, you 1, the opponent 3!,",
        "    and you cannot move",
    ),
    (
        ("nim(heaps=(1, 2, 4))",),
        "  it follows a strategy: Write the heaps in binary, one below the other. Leave",
        "    an even number of ones in every column.",
    ),
    (("dots_and_boxes(columns=2, rows=1)",), "  brings 0 to come; the next best, a1-b1, -2 to come"),
    (("pong_hau_ki",), "why a1-b2: draw by endless play", "  draws, as every move does; play need not end"),
)


@pytest.mark.parametrize(("asked", "told"), [(asked, told) for asked, *told in TOLD])
def test_reasons_in_words(asked: tuple[str, ...], told: list[str]) -> None:
    lines = text_of(*asked)
    begin = lines.index(told[0])
    assert lines[begin : begin + len(told)] == told


def test_what_is_left_out() -> None:
    assert not any("strategy" in line for line in text_of("nim(heaps=(1, 2, 4))", move="1 from heap 1"))
    assert len(text_of(f"subtraction(heap=60, take={tuple(range(1, 60))})")) < 40


# Rules.


def rules_of(game: Game, *texts: str) -> RuleList:
    return RuleList(game, [read_conjunction(text, build_game_features(game)) for text in texts])


def test_a_rule_that_is_wrong_is_not_followed_and_it_is_said() -> None:
    solution, _ = solved("tic_tac_toe")
    position = solution.game.parse("XX./OO./...")
    rules = rules_of(solution.game, "lines(0,2)>=1", "any")
    found = explain_move(solution, position, rules=rules)
    assert (found.name, found.value) == ("c1", 1)
    assert "  rule 1 (stops a line of the opponent's) would play c2 instead" in str(found)


def test_where_no_rule_fires_and_where_an_exception_is() -> None:
    solution, _ = solved("tic_tac_toe")
    start = solution.game.start()
    assert "  no rule of the list fires here" in str(
        explain_move(solution, rules=rules_of(solution.game, "lines(2,0)>=1"))
    )
    rules = RuleList(solution.game, rules_of(solution.game, "any").rules, {start: [4]})
    found = explain_move(solution, start, rules=rules)
    assert found.name == "b2" and "  by the table of exceptions" in str(found)
    said = {"number": 0, "words": "the table of exceptions", "moves": ["b2"], "agrees": True, "silent": []}
    assert found.as_json()["rule"] == said


def test_the_rules_above_are_said_to_be_silent() -> None:
    """From the definition: of these none allows a move, and the rule that is named does."""
    solution, _ = solved("tic_tac_toe")
    game = solution.game
    texts = ("lines(2,0)>=1", "lines(0,2)>=1", "lines>=4", "lines(0,1)>=1 & lines(0,0)>=2")
    rules = rules_of(game, *texts)
    for text in ("X../.../...", "XX./.O./...", "OXO/.X./...", "X../.O./..X", "O.X/X../..O"):
        position = game.parse(text)
        moves = list(game.moves(position))
        firing = [bool(rule.list_allowed_moves(position, moves)) for rule in rules.rules]
        above = firing.index(True) if True in firing else len(firing)
        found = explain_move(solution, position, rules=rules)
        assert found.rule is not None
        assert found.rule.number == (above + 1 if True in firing else None)
        assert found.rule.agrees == (found.name in found.rule.moves)
        assert list(found.rule.moves) == [game.name(position, move) for move in rules(position)]
        assert (
            found.rule.silent
            == tuple(rules.list_rule_sentences()[:above])
            == tuple(found.as_json()["rule"]["silent"])
        )
        said = "; ".join(f"{number} {words}" for number, words in enumerate(found.rule.silent, 1))
        told = " ".join(str(found).split())
        head = "silent above it: " if True in firing else "silent: "
        assert (head + said in told) if above else ("silent" not in told)
        assert "silent" not in found.paragraph()


# Refusals.


def test_refusals_in_words() -> None:
    solution, _ = solved("tic_tac_toe")
    game = solution.game
    over = r"play is over at 3608 \(XXX/OO./...\): ask about an earlier position"
    with pytest.raises(BadParameter, match=over):
        explain_move(solution, game.parse("XXX/OO./..."))
    with pytest.raises(IllegalMove, match="4 is no move at"):
        explain_move(solution, game.parse("X../.O./..."), 4)
    with pytest.raises(BadParameter, match="the rules are for mnk"):
        explain_move(solution, rules=rules_of(Mnk(4, 3, 3), "any"))
    with pytest.raises(MissingCapability, match=r"pig.* has chances: explanations of a move are for two"):
        explain_move(zermelo.solve("pig(target=5)"))
    with pytest.raises(MissingCapability, match="an explanation of a move"):
        explain_move(zermelo.solve(RandomIndex(seed=6, size=301, most=3), values_only=True, interpreted=True))


class Braces(Subtraction):
    def name(self, position: int, move: int) -> str:
        return "{}{v}"[: 2 * move]


def test_a_name_may_hold_braces() -> None:
    said = str(explain_move(zermelo.solve(Braces(heap=2), interpreted=True), 2, 1))
    assert "gives away a win ({}{v: win in 1)" in said


# The commands.


def test_the_command(run: Run) -> None:
    ran = run("why", "tic_tac_toe", "XX./OO./...", "--interpreted")
    assert ran.status == 0 and ran.err == ""
    assert ran.out.splitlines()[3] == "why c1: win in 1"
    ran = run("why", "tic_tac_toe", "XX./OO./...", "--move", "c2", "--json")
    shown = json.loads(ran.out)
    assert (shown["move"], shown["value"], shown["outcome"], shown["remoteness"]) == ("c2", 0, "draw", 5)
    assert [claim["kind"] for claim in shown["reasons"]][:2] == ["given away", "stops"]
    assert [move["forced"] for move in shown["line"]["moves"]][:2] == [None, VALUE]
    assert {other["move"] for other in shown["others"]} == {"c1", "a3", "b3", "c3"}
    assert shown["rule"] is None
    lost = next(other for other in shown["others"] if other["move"] == "a3")
    assert (lost["standing"], lost["reply"]) == ("worse", "c2")
    assert lost["reasons"][0]["words"] == "completes the line a2 b2 c2"


def test_the_command_refuses(run: Run, tmp_path: Path) -> None:
    check_refusal(run("why", "tic_tac_toe", "--move", "d4"), 2, "'d4' is no move here")
    check_refusal(run("why", "strike"), 2, "players")
    check_refusal(run("why", "tic_tac_toe", "--rules", str(tmp_path / "none.json")), 2, "none.json")


def test_the_command_takes_rules(run: Run, tmp_path: Path) -> None:
    game = zermelo.game("nim(heaps=(1, 2, 4))")
    file = tmp_path / "nim.json"
    save_list(rules_of(game, "nim_sum==0", "any"), file)
    ran = run("why", repr(game), "--rules", str(file), "--interpreted")
    assert "  by rule 1 (leaves nim-sum 0)" in ran.out.splitlines()
    check_refusal(run("why", "nim(heaps=(1, 2))", "--rules", str(file)), 2, "nim.json", "nim(heaps=(1, 2, 4)")


def test_a_game_that_begins_elsewhere_names_its_cells(run: Run) -> None:
    ran = run("why", "tic_tac_toe from XX./OO./...", "--interpreted")
    assert "  completes the line a1 b1 c1; wins at once" in ran.out.splitlines()


def test_play_explains_the_other_side(run: Run, monkeypatch: Any) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("?\n!\n1\nq\n"))
    ran = run("play", "subtraction(heap=6)", "--explain", "--interpreted")
    assert ran.status == 0 and ran.err == ""
    lines = ran.out.splitlines()
    hinted = lines.index("first> ?")
    assert lines[hinted + 5 : hinted + 7] == [
        "why 2: win in 3",
        "  the opponent has 3 replies, and loses within 2 plies after any of them",
    ]
    second = next(place for place, line in enumerate(lines) if line.startswith("the second player plays"))
    assert lines[second + 2] == "  every move loses within 2 plies"
    assert max(map(len, lines)) <= 80


def test_play_tells_who_must_answer(run: Run, monkeypatch: Any) -> None:
    run("solve", "tic_tac_toe", "--interpreted")
    monkeypatch.setattr("sys.stdin", io.StringIO("a1\nb1\nq\n"))
    position = "X.O/.../..."
    out = run("play", "tic_tac_toe", position, "--side", "second", "--explain", "--interpreted").out
    assert "which you must stop; then " in out and "you can stop only one" in out
    out = run("play", "tic_tac_toe", position, "--side", "none", "--explain", "--interpreted").out
    assert "which O must stop; then " in out and "line: X " in out


def test_play_says_that_it_cannot_explain(run: Run, monkeypatch: Any) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    out = run("play", "tic_tac_toe", "--explain", "--opponent", "random", "--interpreted").out
    assert "no explanations, as the game is not solved: run `zermelo solve`, or add --coach" in out


def test_a_position_that_is_a_text_is_no_text_to_be_read() -> None:
    game = zermelo.game(f"{HASHABLE_GAMES}:Word")
    found = zermelo.solve(game).why(game.start())
    assert (found.position, found.name) == ("abbxa", "abxa")
