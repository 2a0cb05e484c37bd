"""Files that somebody has spoiled: they are read, or refused in words that name the line, and nothing else happens."""

import random
import re
from pathlib import Path

import zermelo
from zermelo import ZermeloError
from zermelo.core.values import UNDECIDED

TOLD = sorted((Path(__file__).parent / "rule_files").glob("*.*"))
TOKEN = re.compile(r'"[^"]*"|[()]|[^\s()"]+|\s+')


def spoiled(text: str, chosen: random.Random) -> str:
    tokens = TOKEN.findall(text)
    for _ in range(chosen.choice((1, 1, 2, 3))):
        one, other = chosen.randrange(len(tokens)), chosen.randrange(len(tokens))
        match chosen.randrange(4):
            case 0:
                del tokens[one]
            case 1:
                tokens[one] = tokens[other]
            case 2:
                tokens.insert(one, tokens[other])
            case _:
                tokens[one], tokens[other] = tokens[other], tokens[one]
    return "".join(tokens)


def played(game: zermelo.Game, chosen: random.Random) -> None:
    position = game.start()
    for _ in range(5):
        if game.outcome(position) != UNDECIDED:
            return
        moves = list(game.moves(position))
        if not moves:
            return
        assert game.parse(game.show(position)) == position
        position = game.play(position, chosen.choice(moves))


def test_spoiled_files_are_read_or_refused_with_a_line(tmp_path: Path) -> None:
    chosen = random.Random(11)
    read = refused = 0
    for _ in range(80):
        origin = chosen.choice(TOLD)
        file = tmp_path / origin.name
        file.write_text(spoiled(origin.read_text(), chosen))
        try:
            played(zermelo.game(str(file)), chosen)
            read += 1
        except (
            ZermeloError,
            ValueError,
        ) as error:  # a rule that finds out in play raises what is a ValueError
            assert re.search(r", line \d+: ", str(error)), error
            refused += 1
    assert read > 6 and refused > 30
