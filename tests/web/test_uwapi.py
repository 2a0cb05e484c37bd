"""GamesmanUni's contract, held against the types that its site publishes and against what the site does.

`TYPES` are the exported types of `src/scripts/apis/gamesCrafters/types.ts` of GamesCrafters/GamesmanUni, as of
commit 3771794cc50ea7fbaa0fa699b2f11d04de0fcb71 (the file's own last change is bec76d3, May 2025). The names of
pictures are those of `src/models/images/svg` of the same commit. How the site reads boards and buttons is written
anew here from its `scripts/gamesmanUni/index.ts` and `components/units/GameBody/ImageAutoGUI.vue`. Values are those
of the naive twin.
"""

import json
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from functools import cache
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from made.random_games import RandomIndex
from support.marks import few, one_in
from twins import naive

import zermelo
from zermelo.errors import BadParameter, UnreadablePosition
from zermelo.matches import Match
from zermelo.web import uwapi
from zermelo.web.autogui import standing_on
from zermelo.web.uwapi import Variant, position_json, variant_json, variant_of
from zermelo.web.uwapi_positions import match_at, written

Json = dict[str, Any]


def strings(*names: str) -> dict[str, str]:
    return dict.fromkeys(names, "string")


PLAIN = {"string": (str,), "number": (int, float), "boolean": (bool,)}
NUMBERS = dict.fromkeys(("remoteness", "winby", "drawLevel", "drawRemoteness"), "number")
VALUED = {**strings("position", "autoguiPosition", "positionValue", "mex"), **NUMBERS}
TYPES: dict[str, dict[str, str]] = {
    "Error": strings("status", "gui_status", "error"),
    "Instructions": strings("instructions"),
    "Listed": strings("id", "name", "type", "gui"),
    "Game": {
        **strings("id", "name", "instructions"),
        "variants": "Array<ListedVariant>",
        **dict.fromkeys(("allowCustomVariantCreation", "supportsWinBy"), "boolean"),
    },
    "ListedVariant": strings("id", "name", "gui"),
    "Variant": {
        **strings("id", "name", "startPosition", "autoguiStartPosition", "gui"),
        "imageAutoGUIData": "ImageAutoGUIData",
    },
    "ImageAutoGUIData": {**strings("ambience", "defaultTheme"), "themes": "Record<ImageAutoGUITheme>"},
    "ImageAutoGUITheme": {
        **strings("background", "foreground", "animationType"),
        **dict.fromkeys(("textEntityFontSize", "circleButtonRadius", "lineWidth", "arrowWidth"), "number"),
        "textButtonFontSize": "number",
        **dict.fromkeys(("space", "defaultAnimationWindow"), "Array<number>"),
        "centers": "Array<Array<number>>",
        "charImages": "Record<ImageAutoGUICharImage>",
        "entitiesOverArrows": "boolean",
        "sounds": "Record<string>",
    },
    "ImageAutoGUICharImage": {"image": "string", "scale": "number"},
    "Move": {**VALUED, **strings("move", "autoguiMove", "moveValue"), "deltaRemoteness": "number"},
    "Position": {**VALUED, "moves": "Array<Move>"},
}
# What their server's own comments (`games/image_autogui_data.py`) call optional, and its code leaves out. The
# site asks `'background' in theme` and `"ambience" in data`, and stops where the path is none of its files.
OPTIONAL = {"ambience", "background", "foreground"}
NULLABLE = {"imageAutoGUIData"}  # None there too, for a game without pictures
LITERALS = {
    "type": {"onePlayer", "twoPlayer"},
    "gui": {"v0", "v1", "v2", "v3"},
    "positionValue": {"win", "lose", "tie", "draw", "unsolved"},
    "moveValue": {"win", "lose", "tie", "draw", "unsolved"},
    "animationType": {"entityFade", "simpleSlides", "", "custom"},
}
PICTURES = {  # of the site, those that we name
    *(f"chess/wikipedia/{name}.svg" for name in [*"KQRBNP", "kk", "qq", "rr", "bb", "nn", "pp"]),
    *(f"general/{colour}piece.svg" for colour in ("white", "black", "blue", "red", "brown")),
    *("general/green_circle.svg", "general/purple_circle.svg", "ttt/x.svg", "ttt/o.svg", "notakto/x.svg"),
    *("kayles/x.svg", "chomp/x.svg", "chipschallenge/wall.svg"),
}

GAMES = [
    "mnk(columns=3, rows=2, line=3)",
    "dao(size=3)",  # play may go round
    "pong_hau_ki",  # and is drawn without end
    "nim(heaps=(1, 2, 3))",
    "nim(heaps=(2, 2), misere=True)",
    "hex(size=2)",
    "dots_and_boxes(columns=1, rows=2)",  # points, and who closes a box draws again
    "kalah(houses=2, seeds=2)",
    "kayles(pins=6)",
    "chomp(columns=3, rows=2)",
    "hexapawn",
    "sliding_tiles(columns=2, rows=2)",  # for one
    "hackenbush",  # no board: its lines go
    "subtraction(heap=6)",
    "clobber(columns=3, rows=2)",
]
WHOLE = few(sorted(GAMES, key="dao(size=3)".__eq__), len(GAMES) - 1)
LARGER = ["connect_four(columns=4, rows=4)", "sim", "quarto", "mu_torere", "peg_solitaire"]


@cache
def variant(game: str, pictured: bool = False) -> Variant:
    solution = None if game in LARGER else zermelo.solve(game)
    return variant_of(zermelo.game(game), solution, pictured=pictured)


@cache
def values(game: str) -> dict[Any, Any]:
    return dict(naive.solve(zermelo.game(game)))


def faults(value: Any, kind: str, where: str = "") -> list[str]:
    """What is not of a type: fields that lack or are too many, and values of another kind."""
    if kind in PLAIN:
        return [] if type(value) in PLAIN[kind] else [f"{where}: {value!r} is no {kind}"]
    inner = re.fullmatch(r"(Array|Record)<(.*)>", kind)
    if inner:
        if not isinstance(value, list if inner[1] == "Array" else dict):
            return [f"{where}: {value!r} is no {kind}"]
        rows = enumerate(value) if inner[1] == "Array" else value.items()
        return [each for key, row in rows for each in faults(row, inner[2], f"{where}[{key}]")]
    found = [f"{where}: {key} is too much" for key in value if key not in TYPES[kind]]
    for name, field in TYPES[kind].items():
        if name not in value:
            found += [] if name in OPTIONAL else [f"{where}: {name} lacks"]
        elif value[name] is None:
            found += [] if name in NULLABLE else [f"{where}.{name} is null"]
        else:
            found += faults(value[name], field, f"{where}.{name}")
            if name in LITERALS and value[name] not in LITERALS[name]:
                found.append(f"{where}.{name}: {value[name]!r} is unheard of")
    return found


def asked(text: str) -> str:
    """The position that a server reads where the site has put a text into a URL as it is."""
    query = urlsplit(f"http://localhost/g/v/positions/?p={text}").query
    return parse_qs(query, keep_blank_values=True)["p"][0]


@cache
def everywhere(known: Variant, most: int = 10**6) -> dict[str, Json]:
    """Every position that the site can reach by clicking, as it is answered: all of their type."""
    found: dict[str, Json] = {}
    waiting = [variant_json(known)["startPosition"]]
    while waiting and len(found) < most:
        text = waiting.pop()
        if text not in found:
            found[text] = position_json(known, asked(text))
            assert faults(json.loads(json.dumps(found[text])), "Position", text) == []
            assert found[text]["position"] == text
            waiting += [move["position"] for move in found[text]["moves"]]
    return found


def test_the_checker_sees_faults() -> None:
    answer = position_json(variant("tic_tac_toe"), "1_.../.../...")
    assert faults(answer, "Position") == []
    for name in TYPES["Position"]:
        assert faults({key: value for key, value in answer.items() if key != name}, "Position")
        assert faults({**answer, name: object()}, "Position")
    assert faults({**answer, "more": 1}, "Position")
    assert faults({**answer, "positionValue": "loss"}, "Position")
    assert faults({**answer, "remoteness": True}, "Position")


@pytest.mark.parametrize("game", WHOLE)
def test_every_answer_is_of_its_type(game: str) -> None:
    known = variant(game)
    assert faults(variant_json(known), "Variant") == []
    assert faults(uwapi.instructions_json(known), "Instructions") == []
    assert everywhere(known)


def test_lists_of_games() -> None:
    variants = [*(variant(game) for game in GAMES), variant_of(zermelo.game("sim"))]
    listed = uwapi.games_json(variants)
    assert faults(listed, "Array<Listed>") == []
    names = [each["name"] for each in listed]
    assert names == sorted(names) and len({each["id"] for each in listed}) == len(listed)
    assert {each["name"] for each in listed if each["type"] == "onePlayer"} == {"Sliding tiles"}
    assert {each["name"] for each in listed if each["gui"] == "v0"} == {"Hackenbush", "Sim"}
    # Ids for which the site has boards of its own, which read positions of its own.
    assert not {"tictactoe", "quarto", "sim", "kayles"} & {each["id"] for each in listed}
    for each in listed:
        answer = uwapi.game_json(variants, each["id"])
        assert faults(answer, "Game") == []
        assert answer["supportsWinBy"] == (each["id"] in ("zermelo_dots_and_boxes", "zermelo_kalah"))
        assert answer["name"] == each["name"] and answer["instructions"].startswith(f"# {each['name']}\n")
        for inner in answer["variants"]:
            assert re.fullmatch(r"[A-Za-z0-9_=-]+", inner["id"])  # a part of a path, as it is
            found = uwapi.find_variant(variants, each["id"], inner["id"])
            assert variant_json(found)["name"] == inner["name"]
    nim = uwapi.game_json(variants, "zermelo_nim")
    names = [each["name"] for each in nim["variants"]]
    assert names == ["heaps=(1, 2, 3), misere=False", "heaps=(2, 2), misere=True"]
    with pytest.raises(BadParameter):
        uwapi.game_json(variants, "chess")
    with pytest.raises(BadParameter):
        uwapi.find_variant(variants, "zermelo_nim", "")


def test_names_of_games_that_begin_elsewhere_or_are_typed() -> None:
    begun = variant_of(zermelo.game("nim(heaps=(3, 4)) from 2 1"))
    assert (begun.game_id, begun.name) == ("zermelo_nim", "heaps=(3, 4), misere=False from 10")
    assert variant_json(begun)["startPosition"] == "1_2 1"
    typed = variant_of(zermelo.game("[[3, 12], [2, 4]]"))
    listed = uwapi.games_json([begun, typed])
    assert faults(listed, "Array<Listed>") == []
    for known in (begun, typed):
        assert re.fullmatch(r"[A-Za-z0-9_=-]+", known.id) and re.fullmatch(r"\w+", known.game_id)
        assert everywhere(known)
    assert variant_of(zermelo.game("sim")).name == "vertices=6"


def test_errors() -> None:
    assert faults(uwapi.error_json("Position"), "Error") == []
    known = variant("tic_tac_toe")
    for text in ("", "1", "3_.../.../...", "1_", "1_.../...", "random", "1_XXX/.../...;x", "1_XXX/.../..."):
        with pytest.raises((UnreadablePosition, zermelo.errors.UnknownPosition)):
            position_json(known, text)
    for game, text in (  # whose turn it is is said twice there, and not alike
        ("sliding_tiles(columns=2, rows=2)", "2_3 1/2 ."),
        ("dao(size=3)", "2_XX./X.O/.OO/X to move"),
        ("kalah(houses=2, seeds=2)", "2_2 2/2 2/first to move"),
    ):
        with pytest.raises(UnreadablePosition, match="turn"):
            position_json(variant(game), text)
    for game in ("pig", "strike"):
        assert not uwapi.is_answered(zermelo.game(game))
        with pytest.raises(BadParameter):
            variant_of(zermelo.game(game))


# Values.


@pytest.mark.parametrize("game", WHOLE)
def test_values_are_those_of_the_naive_twin(game: str) -> None:
    known = variant(game)
    which, told = known.game, values(game)
    for text, answer in everywhere(known).items():
        match = match_at(which, text)
        value, plies = told[match.position]
        lead = match.points[-1][0] * (1 if match.mover == 0 else -1)
        if zermelo.rules.is_for_one(which):
            expected = ("win", plies) if value > 0 else ("lose", -200)
            assert (answer["positionValue"], answer["remoteness"]) == expected
            continue
        total, ends = value + lead, plies is not None
        word = "win" if total > 0 else "lose" if total < 0 else "tie" if ends else "draw"
        assert (answer["positionValue"], answer["remoteness"]) == (word, plies if ends else -200)
        assert answer["winby"] == (abs(total) if which.scored else 0)
        assert len(answer["moves"]) == len(naive.children(which, match.position))
        flip = {"win": "lose", "lose": "win"}
        for move in answer["moves"]:
            same_turn = move["position"][0] == text[0]
            after = move["positionValue"]
            assert move["moveValue"] == (after if same_turn else flip.get(after, after))
        if answer["moves"]:  # the best move gives what the position has
            assert answer["moves"][0]["moveValue"] == word


@pytest.mark.parametrize("game", WHOLE)
def test_moves_say_what_their_positions_say_and_come_best_first(game: str) -> None:
    """With how much worse they are."""
    order = ["win", "tie", "draw", "lose"]
    found = everywhere(variant(game))
    for answer in found.values():
        moves = answer["moves"]
        keys = [(order.index(move["moveValue"]), move["deltaRemoteness"]) for move in moves]
        assert keys == sorted(keys)
        for move in moves:
            after = found[move["position"]]
            assert {name: move[name] for name in VALUED} == {name: after[name] for name in VALUED}
            same = [other["remoteness"] for other in moves if other["moveValue"] == move["moveValue"]]
            if game.startswith("sliding_tiles"):
                assert move["deltaRemoteness"] == answer["remoteness"] - move["remoteness"]
                assert move["moveValue"] == ("win" if move["deltaRemoteness"] == 1 else "lose")
            elif move["moveValue"] == "draw":
                assert move["deltaRemoteness"] == 0
            elif move["moveValue"] == "lose":
                assert move["deltaRemoteness"] == max(same) - move["remoteness"]
            else:
                assert move["deltaRemoteness"] == move["remoteness"] - min(same)


def test_nimbers() -> None:
    found = everywhere(variant("nim(heaps=(1, 2, 3))"))
    for text, answer in found.items():
        heaps = [int(size) for size in text[2:].split()]
        nimber = heaps[0] ^ heaps[1] ^ heaps[2]
        assert answer["mex"] == ("0" if nimber == 0 else "*" if nimber == 1 else f"*{nimber}")
    assert {answer["mex"] for answer in found.values()} == {"0", "*", "*2", "*3"}
    for game in ("nim(heaps=(2, 2), misere=True)", GAMES[0]):
        assert {answer["mex"] for answer in everywhere(variant(game)).values()} == {""}


def test_a_game_that_is_not_solved_is_shown_all_the_same() -> None:
    known = variant_of(zermelo.game(GAMES[0]))
    found = everywhere(known)
    for text, answer in found.items():
        if answer["moves"]:
            assert (answer["positionValue"], answer["remoteness"]) == ("unsolved", -100)
        else:
            told = position_json(variant(GAMES[0]), text)
            assert answer["positionValue"] == told["positionValue"] and answer["remoteness"] == 0
    assert {answer["positionValue"] for answer in found.values()} == {"unsolved", "lose", "tie"}
    puzzle = everywhere(variant_of(zermelo.game("sliding_tiles(columns=2, rows=2)")))
    assert {answer["positionValue"] for answer in puzzle.values()} == {"unsolved", "win"}


def test_where_values_alone_were_kept_nobody_says_how_long() -> None:
    game = RandomIndex(seed=6, size=301, most=3)
    known = variant_of(game, zermelo.solve(game, values_only=True))
    told, words = dict(naive.solve(game)), set()
    for place, (value, _) in told.items():
        answer = position_json(known, written(Match(game, [place])))
        word = "win" if value > 0 else "lose" if value < 0 else "draw"
        assert (answer["positionValue"], answer["remoteness"]) == (word, -200 if word == "draw" else -100)
        assert {move["deltaRemoteness"] for move in answer["moves"]} <= {0}
        assert faults(answer, "Position", str(place)) == []
        words.add(word)
    assert words == {"win", "lose", "draw"}


# Positions and moves as texts.


@pytest.mark.parametrize("game", one_in(2, [*GAMES, *LARGER]))
def test_positions_pass_through_urls_and_histories(game: str) -> None:
    known = variant(game)
    for text, answer in everywhere(known, most=30).items():
        assert asked(text) == text
        assert written(match_at(known.game, text)) == text
        assert ":" not in text and "\n" not in text
        names = [move["move"] for move in answer["moves"]]
        assert len(set(names)) == len(names)  # the site finds a move of a history by its name
        assert not any(":" in name or "\n" in name or not name for name in names)
        assert text[0] in "12" and text[1] == "_" and answer["autoguiPosition"][:2] == text[:2]


# Boards.

READ = re.compile(r"^(1|2)_([a-zA-Z0-9-\.~]+)*")  # as the site reads a position
BUTTONS = (r"^A_([a-zA-Z0-9-])_([0-9]+)*", r"^M_([0-9]+)_([0-9]+)*")
OTHER_BUTTONS = r"^(L_[0-9]+_[0-9]+|T_[a-zA-Z0-9-]_[0-9]+|L[QCA]_[ACRX]+)"


def board_of(data: Json, text: str) -> dict[int, str]:
    """What the site draws on each place: a picture's path or a text."""
    theme = data["themes"][data["defaultTheme"]]
    signs, *texts = READ.match(text)[2].split("~")  # type: ignore[index]
    assert READ.fullmatch(text) and len(signs) == len(theme["centers"]) and signs.count(".") == len(texts)
    waiting = iter(texts)
    drawn = {}
    for place, sign in enumerate(signs):
        if sign == ".":
            drawn[place] = next(waiting)
            assert drawn[place]
        elif sign != "-":
            drawn[place] = theme["charImages"][sign]["image"]
    return drawn


@pytest.mark.parametrize(
    ("game", "pictured"), one_in(3, [(game, way) for game in [*GAMES, *LARGER] for way in (False, True)])
)
def test_boards_are_read_by_the_site(game: str, pictured: bool) -> None:
    known = variant(game, pictured)
    data = variant_json(known)["imageAutoGUIData"]
    assert (data is None) == (known.gui == "v0")
    if data is None:
        assert uwapi.image_files([known]) == {}
    else:
        theme = data["themes"][data["defaultTheme"]]
        paths = {each["image"] for each in theme["charImages"].values()} | {theme.get("background")} - {None}
        assert paths <= (set(uwapi.image_files([known])) if pictured else PICTURES)
        assert "ambience" not in data and "foreground" not in theme and theme["sounds"] == {}
        width, height = theme["space"]
        assert all(0 <= x <= width and 0 <= y <= height for x, y in theme["centers"])
        assert all(re.fullmatch("[A-Za-z0-9]", sign) for sign in theme["charImages"])
    for answer in everywhere(known, most=30).values():
        moves = answer["moves"]
        assert len({move["autoguiMove"] for move in moves}) == len(moves)
        for move in moves:
            button = next((found for way in BUTTONS if (found := re.match(way, move["autoguiMove"]))), None)
            assert not re.match(OTHER_BUTTONS, move["autoguiMove"])
            if data is None or button is None:  # listed, and then made by its name
                assert move["autoguiMove"] == move["move"]
            else:
                ends = [int(end) for end in button.groups() if end.isdigit()]
                assert all(end < len(theme["centers"]) - 1 for end in ends)
        if data is not None:
            assert "no-picture" not in board_of(data, answer["autoguiPosition"]).values()


@pytest.mark.parametrize(
    ("game", "signs"),
    [
        (GAMES[0], {".": ".", "ttt/x.svg": "X", "ttt/o.svg": "O"}),
        ("dao(size=3)", {".": ".", "general/whitepiece.svg": "X", "general/blackpiece.svg": "O"}),
    ],
)
def test_what_is_drawn_is_what_stands_there(game: str, signs: dict[str, str]) -> None:
    """Men keep their colours though positions are the mover's; an arrow leads from one of them to an empty place."""
    known = variant(game)
    data = variant_json(known)["imageAutoGUIData"]
    for text, answer in everywhere(known, most=300).items():
        drawn = board_of(data, answer["autoguiPosition"])
        board = text[2:].partition("/X to")[0].partition("/O to")[0].replace("/", "")
        assert "".join(signs[drawn[place]] for place in range(len(board))) == board
        for move in answer["moves"]:
            *start, end = (int(part) for part in move["autoguiMove"].split("_") if part.isdigit())
            assert drawn[end] == "." and board_of(data, move["autoguiPosition"])[end] != "."
            assert [signs[drawn[place]] for place in start] == (["XO"[text[0] == "2"]] if start else [])


def test_lines_that_are_drawn_in_play() -> None:
    known = variant("dots_and_boxes(columns=1, rows=2)", True)
    data = variant_json(known)["imageAutoGUIData"]
    files = uwapi.image_files([known])
    for text, answer in everywhere(known).items():
        drawn = board_of(data, answer["autoguiPosition"])
        lines = [path for path in drawn.values() if "<line" in files[path]]
        assert len(lines) == text.count("-") + text.count("|") - text.count(";-")


@pytest.mark.parametrize(
    "game", ["tic_tac_toe", "nim(heaps=(1, 2, 3))", "hex(size=3)", "hexapawn", "kalah(houses=2, seeds=2)"]
)
def test_files_are_pictures(game: str) -> None:
    known = variant(game, True)
    files = uwapi.image_files([known])
    theme = variant_json(known)["imageAutoGUIData"]["themes"]["zermelo"]
    assert len({path.lower() for path in files}) == len(files)
    for path, svg in files.items():
        root = ElementTree.fromstring(svg)
        left, top, width, height = map(float, root.attrib["viewBox"].split())
        assert (left, top) == (0, 0) and re.fullmatch(r"zermelo/[\w=-]+/[\w=-]+/(board|\d+)\.svg", path)
        if path == theme["background"]:
            assert width / height == pytest.approx(theme["space"][0] / theme["space"][1], rel=1e-3)
        else:
            assert width == height


def test_numbers_beside_the_board_change_with_the_position() -> None:
    for pictured in (False, True):
        known = variant("nim(heaps=(1, 2, 3))", pictured)
        data = variant_json(known)["imageAutoGUIData"]
        files = uwapi.image_files([known])
        for text, answer in everywhere(known).items():
            drawn = board_of(data, answer["autoguiPosition"]).values()
            said = re.findall(r">= (\d+)<", "".join(map(files.get, drawn))) if pictured else drawn
            assert sorted(filter(str.isdigit, said)) == sorted(text[2:].split())


def test_a_board_that_does_not_fit_or_whose_ground_changes_is_none() -> None:
    known = variant("tic_tac_toe")
    assert known.autogui is not None
    same = Match(known.game).depicted()
    assert same is not None and standing_on(same, known.autogui.board, known.autogui.spots) == {}
    dark = replace(same, places=(replace(same.places[0], shade=1), *same.places[1:]))
    assert standing_on(dark, known.autogui.board, known.autogui.spots) is None
    far = zermelo.boards.Picture(things=(zermelo.boards.Thing("disc", 7, 7, 0),))
    assert standing_on(far, known.autogui.board, known.autogui.spots) is None
    text = known.autogui.text(far, 2)
    assert board_of(variant_json(known)["imageAutoGUIData"], text) == {9: "no-picture"} and text[0] == "2"
    assert known.autogui.buttons(far, ()) == {} == known.autogui.buttons(None, ())
