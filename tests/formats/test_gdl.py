"""Files in the Game Description Language: the same as their definition says, and as our own games."""

from pathlib import Path

import pytest
from reference import naive, naive_dice
from reference.naive_gdl import Naive
from support.gdl import facts_of, hold_against_definition, twin_facts

import zermelo
from zermelo.core import BadRules, LoopFound, UnknownGame, UnreadablePosition
from zermelo.core.values import UNDECIDED
from zermelo.formats.gdl.gdl_rules import format_term
from zermelo.solver import source_of

TOLD = Path(__file__).parent / "rule_files"
MOST = {"tic_tac_toe.gdl": 40, "drop_three.gdl": 40}  # positions that are compared with the definition


def walk(game):
    seen, waiting = {game.start()}, [game.start()]
    for position in waiting:
        yield position
        if game.outcome(position) == UNDECIDED:
            for move in game.moves(position):
                child = game.play(position, move)
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)


def read(tmp_path: Path, text: str, name: str = "told.gdl") -> zermelo.Game:
    file = tmp_path / name
    file.write_text(text)
    return zermelo.game(str(file))


@pytest.mark.parametrize("file", sorted(TOLD.glob("*.*")), ids=lambda file: file.name)
def test_rules_are_what_the_definition_says(file):
    """Who moves, every move, where it leads, whether play is over, and what everybody then gets."""
    game = zermelo.game(str(file))
    assert hold_against_definition(game, file.read_text(), MOST.get(file.name, 300)) >= 18


@pytest.mark.quick
@pytest.mark.parametrize(
    ("file", "text", "rows"),
    [
        ("tic_tac_toe.gdl", "tic_tac_toe", 3),
        ("drop_three.gdl", "connect_four(columns=3, rows=4, line=3)", 4),
    ],
)
def test_games_are_ours(file, text, rows):
    """Every position: value, remoteness, and the same positions, which are read back from one line."""
    told, ours = zermelo.solve(str(TOLD / file), interpreted=True), zermelo.solve(text, interpreted=True)
    positions = list(walk(told.game))
    for position in positions:
        shown = told.game.show(position).replace("\n", "/")
        assert told.game.parse(shown) == position
        board = "/".join(shown.split("/")[:rows]).replace(" ", "").translate(str.maketrans("xowb", "XOXO"))
        assert told.value(position) == ours.value(ours.game.parse(board)), board
    assert len(positions) == ours.summary.positions


RETREAT = """; Two walk to place 4, a step forward or back in turn; who arrives shares 100 by how far the other came.
(role left) (role right)
(turns left right) (turns right left)
(after 0 1) (after 1 2) (after 2 3) (after 3 4)
(init (at left 0)) (init (at right 0)) (init (control left))
(<= (step ?a ?b) (after ?a ?b))
(<= (step ?a ?b) (after ?b ?a))
(<= (legal ?r (go ?to)) (true (control ?r)) (true (at ?r ?from)) (step ?from ?to))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (at ?r ?to)) (does ?r (go ?to)))
(<= (next (at ?r ?here)) (true (at ?r ?here)) (not (true (control ?r))))
(<= (next (control ?b)) (true (control ?a)) (turns ?a ?b))
(<= (won ?r ?other ?place) (true (at ?r 4)) (turns ?r ?other) (true (at ?other ?place)))
(<= terminal (won ?r ?other ?place))
(share 0 90 10) (share 1 90 10) (share 2 30 70) (share 3 20 80)
(<= (goal ?r ?mine) (won ?r ?other ?place) (share ?place ?mine ?yours))
(<= (goal ?other ?yours) (won ?r ?other ?place) (share ?place ?mine ?yours))
"""


def test_goals_of_adversaries_are_points_where_play_may_cycle(tmp_path):
    """The difference of the goals, whole tables; as payoffs the file is a game that cannot be solved."""
    game = read(tmp_path, RETREAT)
    with pytest.raises(LoopFound):
        zermelo.solve(game)
    by_points = zermelo.game(f"{tmp_path / 'told.gdl'}:ToldByPoints")
    assert hold_against_definition(by_points, RETREAT) == hold_against_definition(game, RETREAT) == 20
    right = naive.solve(by_points)
    assert {value for value, _ in right.values()} == {-80, 0, 40, 60, 80}
    for interpreted in (True, False):
        solution = zermelo.solve(by_points, interpreted=interpreted)
        for position, (value, remoteness) in right.items():
            found = solution.value(position)
            assert (found.value, found.remoteness) == (value, remoteness), by_points.show(position)


def test_goals_of_adversaries_are_points_where_there_are_dice(tmp_path):
    text = (TOLD / "dicey.gdl").read_text().replace("(goal ?who 100)", "(goal ?who 80)")
    text = text.replace("(goal ?who 0)", "(goal ?who 20)")
    game, plain = read(tmp_path, text), zermelo.game(str(TOLD / "dicey.gdl"))
    assert hold_against_definition(game, text) == hold_against_definition(
        plain, text.replace("80)", "100)").replace("20)", "0)")
    )
    found, right = zermelo.solve(game), zermelo.solve(plain)
    for position in naive_dice.positions(plain):
        assert found.value(position).value == pytest.approx(60 * right.value(position).value, abs=1e-6)


def test_goals_that_are_not_100_together_are_no_points(tmp_path):
    read(tmp_path, RETREAT.replace("(share 3 20 80)", "(share 3 20 70)"))
    with pytest.raises(BadRules, match=r"goals are not 100 together.*take it by goals, told.gdl:Told "):
        zermelo.solve(f"{tmp_path / 'told.gdl'}:ToldByPoints")


GOOD = (TOLD / "nim.kif").read_text()
LAST = GOOD.count("\n") + 2  # the line of what is written after it
REFUSED = [
    ("(role a", 1, "never closed"),
    ("(role a))", 1, "never opened"),
    ("\n\n(<= (legal ?p ?m) (role ?p))", 3, "[?]m stands in no statement"),
    (
        "(role a)\n(<= (p ?x) (role ?x) (not (q ?x)))\n(<= (q ?x) (role ?x) (not (p ?x)))",
        3,
        "which depends on",
    ),
    (GOOD + "\n(role a b)", LAST, "role has 2 terms here"),
    (GOOD + "\n(<= (true (heap a 1)) (role ?x))", LAST, "cannot be the head"),
    (GOOD + "\n(<= terminal (does ?x ?y))", LAST, "terminal depends on does"),
    (GOOD + "\n(<= (next (much (s ?x))) (true (much ?x)))\n(init (much z))", LAST, "without end"),
    (GOOD + "\n(<= (sees ?x ?h) (role ?x) (true (heap ?h 0)))", LAST, "sees shows players less"),
    (GOOD + "\n(goal first often)", LAST, "no number from 0 to 100"),
    (GOOD + "\n(goal third 100)", LAST, "third is no role"),
    ("(role a)\n(init (p 1))", 2, "without any legal"),
    ('(role "a)', 1, "quotation mark"),
    ("(" * 100, 1, "nested more than"),
]


@pytest.mark.quick
@pytest.mark.parametrize(("text", "line", "said"), REFUSED, ids=[said for _, _, said in REFUSED])
def test_what_is_no_game_is_refused_with_its_line(tmp_path, text, line, said):
    with pytest.raises(BadRules, match=rf"told\.gdl, line {line}: .*{said}"):
        read(tmp_path, text)


def test_choices_at_once_are_refused(tmp_path):
    both = (
        "(role a) (role b) (init (p 1)) (move x) (move y)\n"
        "(<= (legal ?r ?m) (role ?r) (move ?m))\n"
        "(<= (next (q ?m)) (does a ?m))\n(<= terminal (true (q ?m)))\n(goal a 100) (goal b 0)"
    )
    with pytest.raises(BadRules, match=r"told\.gdl, line 2: .*several roles have a choice"):
        read(tmp_path, both)


def test_a_changed_file_is_another_game(tmp_path):
    """What was solved is outdated where the rules are others, and goes on where only a comment is."""
    game = read(tmp_path, GOOD, "nim.kif")
    store = tmp_path / "store"
    zermelo.solve(game, store=store)
    assert zermelo.open(source_of(game), store=store).value().remoteness == 7
    read(tmp_path, GOOD.replace("(heap c 4)", "(heap c 1)"), "nim.kif")
    with pytest.raises(zermelo.core.OutdatedSolution):
        zermelo.open(source_of(game), store=store)
    assert (
        zermelo.solve(source_of(game), store=store).value().value == zermelo.LOSS
    )  # 3, 2, 1 add up to nothing


def test_names_in_files(tmp_path):
    with pytest.raises(UnknownGame, match="there is no file"):
        zermelo.game("nowhere/at/all.gdl")
    with pytest.raises(UnknownGame, match="it has Nim, NimByGoals"):
        zermelo.game(f"{TOLD / 'nim.kif'}:Chess")
    game = zermelo.game(f"{TOLD / 'nim.kif'} from (heap a 0)/(heap b 0)/(heap c 1)/(control second)")
    assert game.mover(game.start()) == 1
    assert zermelo.game(source_of(game)).start() == game.start()


def test_positions_that_are_none():
    game = zermelo.game(str(TOLD / "nim.kif"))
    for text in ("(heap a 9)", "(heap a", "x y", "((", "heap a 1"):
        with pytest.raises(UnreadablePosition):
            game.parse(text)
    assert game.parse("") == 0


def test_machine_code_says_the_same():
    """The rules are written so that the compiler takes them."""
    from zermelo.compiler.game_compiler import lower_game

    for name in ("tic_tac_toe.gdl", "joined.gdl", "nim.kif"):
        assert "def " in lower_game(zermelo.game(str(TOLD / name))).text


def test_many_facts_are_several_words(tmp_path):
    """A board of more facts than a word has bits: every move is where the definition says."""
    text = (TOLD / "tic_tac_toe.gdl").read_text().replace("(third 1)", "(third 4) (third 5) (third 1)")
    game, naive = read(tmp_path, text), Naive(text)
    assert isinstance(game.start(), tuple)
    assert facts_of(game, game.start()) == twin_facts(naive.start())
    facts, position = naive.start(), game.start()
    for number in (3, 17, 9):
        move = list(game.moves(position))[number]
        does = next(
            each
            for each in naive.joint(facts)
            if format_term(dict(each)[naive.roles[game.mover(position)]]) == f"({game.name(position, move)})"
        )
        facts, position = naive.after(facts, does), game.play(position, move)
        assert facts_of(game, position) == twin_facts(facts)
        assert game.parse(game.show(position)) == position
