"""Small files of every odd kind: what they mean is what the definition says, or they are refused with their line."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from support.gdl import hold_against_definition
from support.marks import few

import zermelo
from zermelo.core import BadRules

TOLD = Path(__file__).parent / "rule_files"
TURNS = """
(role a) (role b) (init (turn a))
(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
(<= (next (turn b)) (true (turn a))) (<= (next (turn a)) (true (turn b)))
"""  # two who move in turn, and wait meanwhile
WON = """
(<= (goal ?r 100) (true (won ?r)))
(<= (goal ?r 0) (role ?r) (not (true (won ?r))))
(<= terminal (true (won ?r)))
"""
READ = {
    "moves that are always legal": """
(role a) (init (p 0)) (legal a x) (legal a y)
(<= (next (q ?m)) (does a ?m)) (<= terminal (true (q ?m))) (<= (goal a 100) (true (q y))) (<= (goal a 0) (true (q x)))
""",
    "a fact that always follows, and does not hold at the start": """
(role a) (init (p 0)) (next (k 1))
(<= (legal a x) (not (true (k 1)))) (<= (legal a y) (true (k 1))) (<= (legal a z) (true (k 1)))
(<= (next (q ?m)) (does a ?m)) (<= terminal (true (q y))) (<= terminal (true (q z)))
(<= (goal a 100) (true (q y))) (<= (goal a 0) (true (q z)))
""",
    "who could move, and waits": TURNS.replace(
        "(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))", "(legal a noop) (legal b noop)"
    )
    + """
(<= (legal ?r go) (true (turn ?r)))
(<= (idle ?r) (true (turn ?r)) (does ?r noop)) (<= (next (lazy ?r)) (idle ?r)) (<= (next (lazy ?r)) (true (lazy ?r)))
(<= (next (won ?r)) (does ?r go)) (<= terminal (true (won ?r))) (<= terminal (true (lazy a)) (true (lazy b)))
(<= (goal ?r 100) (true (won ?r))) (<= (goal a 0) (true (won b))) (<= (goal b 0) (true (won a)))
(<= (goal ?r 50) (role ?r) (not done)) (<= done (true (won ?r)))
""",
    "all wait": """
(role a) (role b) (init (turn a))
(<= (legal ?r noop) (role ?r) (not (true (turn ?r)))) (<= (legal ?r x) (true (turn ?r))) (<= (legal ?r y) (true (turn ?r)))
(<= (next (between ?m)) (does a ?m) (distinct ?m noop)) (<= (next (turn b)) (true (between ?m)))
(<= (next (done ?m)) (does b ?m) (distinct ?m noop)) (<= terminal (true (done ?m)))
(<= (goal a 100) (true (done x))) (<= (goal b 0) (true (done x))) (<= (goal a 0) (true (done y))) (<= (goal b 100) (true (done y)))
""",
    "who is no role has legal moves": """
(role a) (player a) (player z) (init (p 0))
(<= (legal ?r x) (player ?r) (true (p 0))) (<= (did ?m) (does z ?m)) (<= (next (q ?m)) (did ?m)) (<= (next (p 1)) (does a x))
(<= terminal (true (p 1))) (<= (goal a 100) (not (true (q x)))) (<= (goal a 0) (true (q x)))
""",
    "goals written with noughts": """
(role a) (init (p 0)) (<= (legal a x) (true (p 0))) (<= (legal a y) (true (p 0))) (<= (next (p ?m)) (does a ?m))
(<= terminal (true (p x))) (<= terminal (true (p y))) (<= (goal a 050) (true (p x))) (<= (goal a 007) (true (p y)))
""",
    "one role that may get half": """
(role a) (init (p 0)) (<= (legal a x) (true (p 0))) (<= (legal a y) (true (p 0))) (<= (next (p ?m)) (does a ?m))
(<= terminal (true (p x))) (<= terminal (true (p y))) (<= (goal a 50) (true (p x))) (<= (goal a 0) (true (p y)))
""",
    "brackets around nothing more": """
(role a) (init (p (0))) (<= (legal a (x)) (true (p (0)))) (<= (legal a x) (true (p (0)))) (<= (next (q ?m)) (does a ?m))
(<= terminal (true (q ?m))) (<= (goal a 100) (true (q x))) (<= (goal a 0) (true (q (x))))
""",
    "words of all signs": """
(role a)(init (p 0/1)) ( init(<q-*+ "one two" (f/g 'h)) ) ;;( (
(<= ( legal a x/y ) ( true (p 0/1) )) (<= (legal a x.y)(true (P 0/1)))
(<= (NEXT (r ?M)) (does a ?m))(<=   terminal (true (r ?_))   )(<= (goal a 100) (true (r x/y)))(<= (goal a 0) (true (r x.y)))
""",
    "negation in layers, recursion and sameness": TURNS
    + WON
    + """
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (init (count 0))
(<= (less ?x ?y) (succ ?x ?y)) (<= (less ?x ?z) (less ?x ?y) (less ?y ?z))
(<= (legal ?r (add ?n)) (true (turn ?r)) (true (count ?c)) (sum ?c ?n ?s) (or (distinct ?n 0) (not (not (less 3 ?s)))))
(<= (sum ?x 0 ?x) (or (succ ?x ?y) (succ ?y ?x))) (<= (sum ?x ?b ?z) (sum ?x ?a ?y) (succ ?a ?b) (succ ?y ?z))
(<= (next (count ?s)) (true (count ?c)) (does ?r (add ?n)) (sum ?c ?n ?s))
(<= (next (won ?r)) (reached ?r)) (<= (reached ?r) (does ?r (add ?n)) (true (count ?c)) (sum ?c ?n 4))
(<= (next (odd ?s)) (true (count ?c)) (does ?r (add ?n)) (sum ?c ?n ?s) (not (even ?s)))
(even 0) (<= (even ?z) (even ?x) (succ ?x ?y) (succ ?y ?z)) (<= (same ?x) (even ?x) (even ?y) (not (distinct ?x ?y)))
(<= (next (kept ?x)) (true (odd ?x)) (not (same ?x)) (and) (not (or)))
""",
    "what must hold and must not": """
(role a) (init (p 0)) (<= (legal a (go ?x)) (q ?x) (true (p 0)) (not (true (p ?x)))) (q 0) (q 1) (q 2)
(<= (next (p ?x)) (does a (go ?x))) (<= terminal (true (p 1))) (<= terminal (true (p 2)))
(<= (goal a 100) (true (p 1))) (<= (goal a 0) (true (p 2)))
""",
    "a loop in what is asked": TURNS
    + WON
    + """
(init (at 0)) (way 0 1) (way 1 0) (way 1 2) (way 2 0)
(<= (legal ?r (go ?y)) (true (turn ?r)) (true (at ?x)) (way ?x ?y))
(<= (next (at ?y)) (does ?r (go ?y))) (<= (next (seen ?x)) (true (at ?x))) (<= (next (seen ?x)) (true (seen ?x)))
(<= (reach ?x) (true (at ?x))) (<= (reach ?y) (reach ?x) (way ?x ?y) (not (true (seen ?y))))
(<= (next (won ?r)) (does ?r ?m) (distinct ?m noop) (not (reach 2)))
""",
}


def read(tmp_path: Path, text: str, name: str = "odd.gdl") -> zermelo.Game:
    file = tmp_path / name
    file.write_text(text)
    return zermelo.game(str(file))


@pytest.mark.parametrize("name", READ)
def test_odd_files_are_what_the_definition_says(tmp_path: Path, name: str) -> None:
    assert hold_against_definition(read(tmp_path, READ[name]), READ[name]) > 1


MOVE = "(<= (legal ?r x) (true (turn ?r))) (<= (legal ?r y) (true (turn ?r)))\n(<= (next (won ?r)) (does ?r y))\n"
REFUSED = {
    "next is asked here": "(role a) (init (p 0)) (legal a x) (<= (next (p 1)) (true (p 0)))\n(<= terminal (next (p 1)))\n(goal a 100)",
    "knows is asked here": "(role a) (init (p 0)) (legal a x) (next (p 0))\n(<= terminal (not (knows a (p 1))))\n(goal a 100)",
    r"\(f a\) is no role": "(role a) (init (p 0))\n(legal (f a) x) (legal a x) (next (p 0)) (<= terminal (true (p 0))) (goal a 100)",
    "ways in which bodies might be true": "(role a) (init (p 0)) (legal a x)\n(<= (next (p 1)) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (n ?f) (n ?g))\n"
    + "".join(f"(n {number})" for number in range(40))
    + "(<= terminal (true (p 1))) (goal a 100)",
    "more than 120 statements": "(role a) (init (p 0)) (legal a x)\n(<= (next (p 1))"
    + "".join(f"(not (q {number}))" for number in range(200))
    + ") (<= terminal (true (p 1))) (goal a 100)",
    r"p asks \(not \(q ...\)\)": "(role a) (init (r 0))\n(<= p (true (r 0)) (not q)) (<= q (true (r 0)) p) (legal a x) (next (r 0)) (<= terminal p) (goal a 100)",
    "[?]y stands in no statement": "(role a) (init (r 0)) (legal a x) (next (r 0))\n(<= terminal (true (r ?x)) (distinct ?x ?y)) (goal a 100)",
    "without end": "(role a) (init (r 0)) (legal a x)\n(<= (next (r (f ?x))) (true (r ?x))) (<= terminal (true (r 1))) (goal a 100)",
}


@pytest.mark.parametrize("reason", REFUSED)
def test_what_is_not_read_is_refused_with_its_line(
    tmp_path: Path, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from zermelo.formats.gdl import gdl_grounding

    monkeypatch.setattr(gdl_grounding, "MOST_TRIED", 100_000)
    with pytest.raises(BadRules, match=f"odd.gdl, line 2: .*{reason}"):
        read(tmp_path, REFUSED[reason])


LATE = {
    "a role has no legal move": TURNS.replace("(role a)", "(role a) (init fresh)")
    + WON
    + "(<= (legal ?r x) (true (turn ?r)) (true fresh))\n(<= (next (won ?r)) (does ?r y))",
    "several roles have a choice": TURNS
    + WON
    + MOVE
    + "(<= (legal ?r z) (role ?r) (true (turn b)))\n(<= (legal ?r w) (role ?r) (true (turn b)))",
    "has no goal, or two": TURNS + MOVE + "(<= terminal (true (won ?r))) (<= (goal ?r 100) (true (won ?r)))",
    "goals are not 100 together": TURNS + MOVE + "(<= terminal (true (won ?r))) (goal a 100) (goal b 100)",
}


@pytest.mark.parametrize(
    ("reason", "interpreted"),
    few([*((reason, True) for reason in LATE), *((reason, False) for reason in LATE)], 5),
)
def test_what_play_alone_finds_is_refused_while_solving(
    tmp_path: Path, reason: str, interpreted: bool
) -> None:
    game = read(tmp_path, LATE[reason])
    with pytest.raises(BadRules, match=r"odd\.gdl, line \d+: .*" + reason):
        zermelo.solve(game, interpreted=interpreted)


def test_who_is_stuck_gets_no_payoffs(tmp_path: Path) -> None:
    """Where play is not over, nobody has a goal, whatever the rules for it say."""
    text = (
        TURNS.replace("(role a)", "(role a) (role c)")
        + "(<= (legal ?r x) (true (turn ?r)) (not (true (turn b))))\n"
    )
    text += "(<= terminal (true never)) (<= (next never) (true never)) (goal a 10) (goal b 20) (goal c 30)"
    with pytest.raises(BadRules, match=r"odd\.gdl, line \d+: a role has no legal move"):
        read(tmp_path, text).equilibria()


@pytest.mark.parametrize("name", ["true", "WIN", "DRAW", "paid", "grid", "none", "ValueError"])
def test_files_may_be_called_as_words_of_the_rules_are(tmp_path: Path, name: str) -> None:
    file = tmp_path / f"{name}.kif"
    file.write_text((TOLD / "nim.kif").read_text())
    solution = zermelo.solve(str(file), interpreted=True)
    assert solution.value().remoteness == 7
    assert solution.verify()
    by_goals = zermelo.game(f"{file}:{type(solution.game).__name__}ByGoals")
    assert by_goals.players == 2
    assert by_goals.payoffs(by_goals.parse("(heap a 0) (heap b 0) (heap c 0) (control first)")) == (0, 100)


WRITTEN = """
import sys, zermelo
from zermelo.compiler.fingerprints import rules_fingerprint
print([rules_fingerprint(zermelo.game(file)) for file in sys.argv[1:]])
"""


def test_a_file_is_the_same_game_in_every_process() -> None:
    """Sets have another order in each; what is written of them has none, else what was solved would be outdated."""
    from zermelo.compiler.fingerprints import rules_fingerprint

    files = [str(file) for file in sorted(TOLD.glob("*.*"))]
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    told = subprocess.run(
        [sys.executable, "-c", WRITTEN, *files],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert told == f"{[rules_fingerprint(zermelo.game(file)) for file in files]}\n"


def test_a_file_that_is_changed_back_is_read_as_it_was(tmp_path: Path) -> None:
    import pickle

    text = (TOLD / "nim.kif").read_text()
    first = read(tmp_path, text)
    read(tmp_path, text.replace("(heap c 4)", "(heap c 1)"))
    again = read(tmp_path, text)
    assert pickle.loads(pickle.dumps(again)) == again == first


def random_file(chosen: random.Random) -> str:
    """A file of one or two roles, with rules about things that hold, are derived, or are done, by chance."""
    lines = ["(role a) (role b)" if chosen.random() < 0.7 else "(role a)"]
    two = "b" in lines[0]
    lines += [f"(init (f {each}))" for each in chosen.sample("0123", 2)] + [
        "(init (turn a))",
        "(n 0) (n 1) (n 2) (n 3)",
    ]
    lines += ["(w 0 1) (w 1 2) (w 2 3) (w 3 0)"]
    things = ["(true (f ?x))", "(d ?x)", "(e ?x)", "(w ?x ?y)", "(true (f ?y))", "(g ?x ?y)", "(n ?x)"]
    fails = [
        "(not (true (f ?x)))",
        "(not (c ?x))",
        "(distinct ?x 2)",
        "(or (distinct ?x 1) (true (f 0)))",
        "(not (n ?x))",
    ]

    def body(*more: str) -> str:
        parts = [
            "(n ?x)",
            *chosen.choices(things, k=chosen.randint(0, 2)),
            *chosen.choices(fails, k=chosen.randint(0, 2)),
            *more,
        ]
        chosen.shuffle(parts)
        return " ".join(parts)

    lines += [f"(<= (d ?x) {body()})" for _ in range(2)] + [
        f"(<= (e ?x) {body()})",
        f"(<= (g ?x ?y) {body('(w ?x ?y)')})",
    ]
    lines += ["(<= (c ?x) (true (f ?x)) (w ?x ?y) (true (f ?y)))", "(c 3)"]
    turn = "(true (turn ?r))" if two else "(role ?r)"
    lines += [f"(<= (legal ?r (put ?x)) {turn} {body()})", f"(<= (legal ?r pass) {turn})"]
    if two:
        wait = "noop" if chosen.random() < 0.7 else "wait"
        lines += [f"(<= (legal ?r {wait}) (role ?r) (not (true (turn ?r))))"]
        lines += ["(<= (next (turn a)) (true (turn b)))", "(<= (next (turn b)) (true (turn a)))"]
    lines += ["(<= (next (f ?x)) (does ?r (put ?x)))", f"(<= (next (f ?x)) {body('(h ?x)')})"]
    lines += [f"(<= (h ?x) {body('(does ?r ?m)')})", f"(<= (h ?x) {body('(does a pass)', '(not (h2 ?x))')})"]
    lines += ["(<= (h2 ?x) (does ?r (put ?y)) (w ?x ?y))", "(<= (h2 ?x) (h2 ?y) (w ?y ?x) (true (f ?x)))"]
    lines += [
        "(<= terminal (true (f 0)) (true (f 1)) (true (f 2)))",
        "(<= terminal (not some))",
        "(<= some (true (f ?x)))",
    ]
    lines += ["(<= (goal a 100) (true (f 3)))", "(<= (goal a 0) (not (true (f 3))))"]
    lines += ["(<= (goal b 0) (true (f 3)))", "(<= (goal b 100) (not (true (f 3))))"] if two else []
    return "\n".join(lines)


def test_files_by_chance_are_what_the_definition_says(tmp_path: Path) -> None:
    chosen = random.Random(1924)
    compared = refused = 0
    for number in range(20):
        text = random_file(chosen)
        try:
            compared += hold_against_definition(read(tmp_path, text, f"by_chance_{number}.gdl"), text, 25)
        except ValueError as error:  # no move is left, or rules that ask themselves by `not`
            assert "no legal move" in str(error) or "which depends on" in str(error), (error, text)
            refused += 1
    assert compared > 100
    assert refused < 13
