"""Mistakes that people make in rules of their own: each page refuses in words that name the mistake, and none fails."""

import html
import re
from collections.abc import Iterator

import pytest
from support.asking import Asked, asked

RULES = '''
class {name}(Game):
    """Take one to three of a heap."""
    heap: int = 6
    {fields}
    def start(self): {start}
    def moves(self, position): {moves}
    def play(self, position, move): {play}
    {more}
'''
RIGHT = {
    "fields": "",
    "start": "return self.heap",
    "moves": "yield from range(1, min(3, position) + 1)",
    "play": "return position - move",
    "more": "",
}
MOVERS = "def mover(self, position): return 0"
MISTAKES = {  # what is written, and the words that name it
    "outcome_none": ({"more": "def outcome(self, position): pass"}, "outcome() (games.py line .*) returns None: return WIN"),
    "outcome_text": ({"more": "def outcome(self, position): return 'win'"}, "returns 'win': return WIN"),
    "outcome_true": ({"more": "def outcome(self, position): return position > 5"}, "outcome() .* returns True"),
    "outcome_random": ({"more": "def outcome(self, position): return next(ANSWERS)"}, "answers differently"),
    "moves_none": ({"moves": "range(3)"}, "moves() (games.py line .*) returns None: yield each of them"),
    "moves_number": ({"moves": "return 3"}, "moves() .* returns 3: yield each of them"),
    "moves_endless": ({"moves": "return itertools.count()"}, "moves() does not end at position 6"),
    "moves_lists": ({"moves": "return [[1]]", "play": "return 0"}, "moves() .* returns [1]: .* tuples"),
    "moves_twice": ({"moves": "return [1, 1]"}, "moves() yields a move twice"),
    "play_none": ({"play": "position - move"}, "play() from position 6 returns None: return a position"),
    "play_list": ({"play": "return [position - move]"}, "returns [5], which cannot be a position: .* use a tuple"),
    "play_typo": ({"play": "return positon"}, "name 'positon' is not defined (in play, games.py line"),
    "play_raises": ({"play": "return {}[move]"}, "KeyError: 1 (in play, games.py line .*) .* position 6"),
    "start_none": ({"start": "pass"}, "start() returns None: return a position"),
    "start_list": ({"start": "return [6]"}, "start() returns [6], which cannot be a position"),
    "start_raises": ({"start": "return 1 // 0"}, "ZeroDivisionError: .* (in start, games.py line"),
    "starts_none": ({"more": "def starts(self): pass"}, "starts() .* returns None"),
    "starts_nothing": ({"more": "def starts(self): return []"}, "starts() yields nothing"),
    "name_none": ({"more": "def name(self, position, move): pass"}, "name() returns None .* as text"),
    "name_same": ({"more": "def name(self, position, move): return 'x'"}, "name() gives two moves one name"),
    "show_number": ({"more": "def show(self, position): return position"}, "show() returns 6 .* a text"),
    "show_raises": ({"more": "def show(self, position): return '' + position"}, "TypeError: .* in show()"),
    "depict_none": ({"more": "def depict(self, position): pass"}, "depict() returns None: return a .*Picture"),
    "mover_two": ({"more": MOVERS.replace("0", "2")}, "mover() returns 2"),
    "tier_none": ({"more": "def tier(self, position): pass"}, "tier() cannot be used"),
    "tier_falls": ({"more": "def tier(self, position): return position"}, "tier() falls from 6 to 5"),
    "symmetries_none": ({"more": "def symmetries(self, position): pass"}, "symmetries() .* returns None"),
    "symmetries_other": ({"more": "def symmetries(self, position): yield 7"}, "does not yield the position itself"),
    "chances_numbers": ({"more": f"{MOVERS}\n    def chances(self, position): yield 5"}, "yield pairs"),
    "chances_sum": ({"more": f"{MOVERS}\n    def chances(self, position): yield .9, 5"}, "sum to 0.9"),
    "players_none": ({"fields": "players = 0"}, "players is 0: give a number of players"),
    "players_three": ({"fields": "players = 3"}, "does not define payoffs(position)"),
    "names_one": ({"fields": "player_names = 'X'"}, "player_names is 'X': give two names"),
    "never_returns": ({"more": "def outcome(self, position): return self.outcome(position)"}, "RecursionError"),
    "leaves": ({"more": "def outcome(self, position): raise SystemExit(3)"}, "SystemExit: 3 (in outcome"),
    "no_start": ({"start": "super().start()"}, "start"),
}  # fmt: skip


@pytest.fixture(scope="module")
def mistaken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """A server that is given all the games."""
    folder = tmp_path_factory.mktemp("mistakes")
    classes = {name: name.title().replace("_", "") for name in MISTAKES}
    parts = ["import itertools\nfrom zermelo import Game\nANSWERS = itertools.count(-999)\n"]
    parts += [RULES.format(name=classes[name], **RIGHT | wrong) for name, (wrong, _) in MISTAKES.items()]
    (folder / "games.py").write_text("".join(parts))
    with asked(folder / "store", tuple(f"{folder}/games.py:{kind}" for kind in classes.values())) as found:
        yield found


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named_wherever_it_is_met(mistaken: Asked, name: str) -> None:
    words = re.escape(MISTAKES[name][1]).replace(r"\.\*", ".*")
    for path in (f"/{name}", f"/{name}.json", f"/{name}?panel=setup", f"/{name}/1"):
        found = mistaken.get(path)
        said = html.unescape(found.text) if found.text.startswith("<") else found.json["error"]
        assert found.status == 400 and re.search(words, said), (path, said)
    for path in (f"/-/picture/{name}.svg", f"/-/sum?game={name}"):
        assert mistaken.get(path).status < 500
