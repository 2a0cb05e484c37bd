"""Variants of games for people: their parameters in plain words, and some variants that are worth a try."""

import contextlib
import functools
from typing import Final, NamedTuple

from zermelo import Game, ZermeloError
from zermelo.core import list_parameters, read_how_to_play
from zermelo.games import catalogue, read_game

MOST_VARIANTS: Final = 6
LABELS: Final = {  # of parameters whose names do not say it; others are said with blanks
    "a": "first number",
    "advanced": "squares of any size count",
    "apart": "the two numbers differ by less than",
    "b": "second number",
    "base": "powers of",
    "bold": "a lion that reaches the last row wins even if attacked",
    "boards": "number of boards",
    "boat": "places in the boat",
    "burnt": "burnt sides must end below",
    "c": "third number",
    "capstones": "capstones of each player",
    "captures": "goats that tigers must take to win",
    "checkers": "most checkers of a side",
    "colours": "colours in order",
    "copies": "pieces of each size and player",
    "d": "fourth number",
    "diagonals": "moves along diagonals",
    "discs": "number of discs",
    "double": "two mills at once take two pieces",
    "eats": "who eats whom",
    "empty": "hole that is empty at first",
    "empty_capture": "a last seed in an empty house is always captured",
    "ending": "when play ends",
    "equalise": "Black may answer White's arrival",
    "factor": "growth of the piles at each pass",
    "faces": "faces of the die",
    "feed": "an opponent without seeds must be fed",
    "fingers": "fingers of a hand",
    "first": "vertex where the token begins",
    "flying": "with three pieces left, pieces move anywhere",
    "full_is_out": "a full hand is out",
    "game": "game that is played",
    "grand_slam": "when all the opponent's seeds are taken",
    "hands": "hands of each player",
    "heap": "size of the heap",
    "heaps": "sizes of the heaps",
    "heights": "sizes of pieces",
    "houses": "houses of each player",
    "large": "larger pile",
    "last": "hole where the last peg must be",
    "left": "Left's numbers",
    "leftover": "who gets the seeds left at the end",
    "length": "length of the row",
    "level": "level, row by row",
    "lifting": "lifting may uncover a row of the opponent's",
    "line": "in a row to win",
    "longest": "most pieces jumped at once",
    "majority": "more fields decide a full board",
    "material": "pieces, White's and Black's kings first",
    "men": "pieces of each player",
    "men_each": "pieces of each player",
    "misere": "misère: who would win loses",
    "neutrals": "neutral pieces",
    "none_is_most": "a throw of none counts most",
    "once": "no point is passed twice in a capture",
    "passes": "passes until the end",
    "passing": "passing is allowed",
    "patience": "moves without a capture until the end (0: no limit)",
    "picture": "drawing as text",
    "piece": "how pieces move",
    "pieces": "number of pieces",
    "pins": "number of pins",
    "placing": "players place their pieces first",
    "platforms": "squares of the start stay",
    "playing_on": "won fields are played on",
    "points": "points of the board",
    "pupils": "pupils of each master",
    "quadrant": "side of the part that turns",
    "reach": "cells that the fox moves up to",
    "removing": "a square is chosen to go",
    "restricted": "the centre is entered only beside an opponent",
    "right": "Right's numbers",
    "rings": "squares within each other",
    "rolling": "fingers over the limit count on from zero",
    "room": "passengers at a time",
    "route": "way around the board",
    "row": "the row at first",
    "safe": "rosettes are safe",
    "scramble": "turns that scramble the cube",
    "seats": "number of players",
    "seeds": "seeds in each house",
    "setup": "position at first, rows with / between",
    "side": "holes of a side",
    "size": "size of the board",
    "slanted": "jumps along one diagonal too",
    "small": "smaller pile",
    "splitting": "fingers may be moved between hands",
    "stack": "the stack, from the top",
    "standing": "stones may stand",
    "starter": "who begins",
    "stepping": "the first turn moves the bobail too",
    "steps": "cars move one cell at a time",
    "stones": "stones of each player",
    "stop": "play stops at so many stones",
    "strips": "lengths of the strips",
    "swap": "first stones are the opponent's",
    "take": "numbers that may be taken",
    "taken": "what a move uses up",
    "taking_throws": "a capture gives another throw",
    "target": "points that win",
    "tie": "two rows at once are a draw",
    "times": "most taken, in multiples of the last",
    "traits": "traits of a piece",
    "trap": "a piece trapped in a corner wins",
    "turning": "pieces may turn",
    "turns": "what counts as one turn",
    "walls": "walls of each player",
}
FAMOUS: Final = {  # variants by game: what people call them, and their parameters
    "achi": {"no diagonals": "diagonals=False"},
    "amazons": {"4 x 4": "columns=4, rows=4", "5 x 4": "columns=5, rows=4"},
    "antichess": {"rook against king": "material='RvK'", "queen against knight": "material='QvN'"},
    "awari_endgame": {"12 stones": "stones=12", "no duty to feed": "feed=False"},
    "backsliding_toads_and_frogs": {"one free cell": "board='tt.ff'", "3 against 3": "board='ttt..fff'"},
    "bagh_chal": {"5 x 5, the full board": "columns=5, rows=5, tigers=4, goats=20, captures=5"},
    "bear_off": {"1 checker": "checkers=1", "3 checkers": "checkers=3"},
    "bear_off_alone": {"2 checkers": "checkers=2", "5 checkers": "checkers=5"},
    "breakthrough": {"5 x 5": "columns=5, rows=5", "4 x 6": "rows=6"},
    "centipede": {"6 passes": "passes=6", "piles grow threefold": "factor=3"},
    "chess_endgame": {
        "king and rook": "material='KRvK'",
        "two bishops": "material='KBBvK'",
        "bishop and knight": "material='KBNvK'",
        "king and pawn": "material='KPvK'",
        "queen against rook": "material='KQvKR'",
    },
    "chomp": {"3 x 3": "columns=3, rows=3", "7 x 5": "columns=7, rows=5"},
    "chopsticks": {"one hand": "hands=1", "six fingers": "fingers=6"},
    "chung_toi": {"pieces do not turn": "turning=False", "no passing": "passing=False"},
    "clobber": {"4 x 4": "columns=4, rows=4", "5 x 4": "columns=5, rows=4"},
    "connect_four": {
        "4 x 4": "columns=4, rows=4",
        "5 x 4": "columns=5, rows=4",
        "5 x 5": "columns=5, rows=5",
    },
    "cram": {"5 x 4": "columns=5, rows=4", "5 x 5": "columns=5, rows=5"},
    "cutthroat": {"a longer path": "graph='path 7'", "a cycle": "graph='cycle 6'"},
    "dao": {"no traps": "trap=False", "3 x 3": "size=3"},
    "domineering": {"5 x 5": "columns=5, rows=5", "8 x 8": "columns=8, rows=8"},
    "dots_and_boxes": {"3 x 2 boxes": "columns=3", "3 x 3 boxes": "columns=3, rows=3"},
    "draughts_endgame": {
        "three kings against one": "white_kings=3",
        "two kings against two": "black_kings=2",
    },
    "draughts_up_to": {"3 pieces": "pieces=3"},
    "elephants_and_rhinos": {"one free cell": "board='tt.ff'", "3 against 3": "board='ttt..fff'"},
    "english_solitaire": {"the last peg anywhere": "last=''"},
    "euclid": {"21 and 34": "a=21, b=34", "25 and 7": "a=25, b=7"},
    "fibonacci_nim": {"13 stones": "heap=13", "50 stones": "heap=50"},
    "fox_and_geese": {"6 x 6": "columns=6, rows=6"},
    "fox_and_hounds": {"6 x 6": "columns=6, rows=6", "4 x 4": "columns=4, rows=4"},
    "go": {"3 x 2": "rows=2", "4 x 3": "columns=4"},
    "gobblet_gobblers": {"two sizes of pieces": "heights=2", "lifting uncovers no row": "lifting=False"},
    "hackenbush": {"a stalk": "picture='BRB'"},
    "hanoi": {"3 discs": "discs=3", "7 discs": "discs=7", "4 pegs": "pegs=4, discs=6"},
    "hex": {"2 x 2": "size=2", "4 x 4": "size=4", "5 x 5": "size=5"},
    "hexapawn": {"4 x 4": "columns=4, rows=4", "5 x 4": "columns=5, rows=4"},
    "jealous_husbands": {"two couples": "couples=2", "five couples, a boat for three": "couples=5, room=3"},
    "kalah": {"4 houses": "houses=4", "2 seeds": "seeds=2", "4 houses, 4 seeds": "houses=4, seeds=4"},
    "kayles": {"8 pins": "pins=8", "20 pins": "pins=20"},
    "konane": {"5 x 4": "columns=5, rows=4", "5 x 5": "columns=5, rows=5"},
    "l_game": {"no neutral pieces": "neutrals=0", "one neutral piece": "neutrals=1"},
    "lights_out": {"5 x 5": "columns=5, rows=5", "2 x 2": "columns=2, rows=2"},
    "mem": {"12 stones": "heap=12", "40 stones": "heap=40"},
    "missionaries_and_cannibals": {
        "two of each": "missionaries=2, cannibals=2",
        "five of each, a boat for three": "missionaries=5, cannibals=5, boat=3",
    },
    "mnk": {
        "4 x 3": "columns=4",
        "4 x 4, four in a row": "columns=4, rows=4, line=4",
        "5 x 5, four in a row": "columns=5, rows=5, line=4",
    },
    "morris_endgame": {"three pieces": "men=3", "no flying": "flying=False"},
    "mu_torere": {"the centre is free to enter": "restricted=False"},
    "nim": {
        "3, 4, 5": "heaps=(3, 4, 5)",
        "two heaps": "heaps=(5, 7)",
        "Marienbad": "heaps=(1, 3, 5, 7), misere=True",
    },
    "nim_of_several": {"two heaps": "heaps=(3, 4)", "4 players": "seats=4"},
    "nine_mens_morris": {"three pieces": "men=3", "four pieces": "men=4", "no flying": "flying=False"},
    "onitama": {"3 x 3": "columns=3, rows=3, pupils=2"},
    "othello": {"6 x 6": "columns=6, rows=6", "8 x 8, the full board": "columns=8, rows=8"},
    "oware": {
        "4 houses": "houses=4",
        "6 houses, 4 seeds, the full board": "houses=6, seeds=4",
        "no duty to feed": "feed=False",
    },
    "pancakes": {"4 pancakes": "pancakes=4", "7 pancakes": "pancakes=7"},
    "partizan_euclid": {"21 and 34": "a=21, b=34", "25 and 7": "a=25, b=7"},
    "partizan_subtraction": {"12 stones": "heap=12"},
    "pig": {"25 points": "target=25", "50 points": "target=50"},
    "pocket_cube": {
        "one turn": "scramble='R'",
        "four turns": "scramble=\"R U R' U'\"",
        "quarter turns": "turns='quarter'",
    },
    "powers": {"powers of 3": "base=3", "leaving a power wins": "ending='power'"},
    "push": {"3 against 2": "row='rl.lrl'"},
    "quarto": {"4 x 4, the full board": "columns=4, rows=4, traits=4"},
    "quixo": {"3 x 3": "size=3", "4 x 4": "size=4"},
    "quoridor": {"one wall": "walls=1", "5 x 5": "columns=5, rows=5, walls=3"},
    "racing_kings": {"Black has no answer": "equalise=False"},
    "river_crossing": {"two passengers": "room=2"},
    "royal_game_of_ur": {
        "2 pieces": "pieces=2",
        "the masters' route": "route='masters'",
        "rosettes are not safe": "safe=False",
    },
    "short_nim": {"12 stones": "heap=12", "40 stones": "heap=40"},
    "shove": {"3 against 2": "row='rl.lrl'"},
    "sim": {"5 vertices": "vertices=5"},
    "sliding_tiles": {"3 x 2": "rows=2", "4 x 3": "columns=4"},
    "sokoban": {"one box": "level='#####/#@$.#/#####'"},
    "stochastic_nim": {"2, 3": "heaps=(2, 3)", "a die of 4": "faces=4"},
    "subtract_a_square": {"15 stones": "heap=15", "60 stones": "heap=60"},
    "subtraction": {"21 stones": "heap=21", "take 1, 3 or 4": "heap=50, take=(1, 3, 4)"},
    "surakarta": {"6 x 6, the full board": "size=6, men_each=12"},
    "swap": {"Hex on 2 x 2": "game=hex(size=2)"},
    "tak": {"flat stones only": "standing=False", "own stones from the first": "swap=False"},
    "take_away": {"at most as many": "times=1", "30 stones, at most twice": "heap=30, times=2"},
    "teeko": {"4 x 4": "columns=4, rows=4", "3 x 3": "columns=3, rows=3"},
    "tic_tac_toe": {
        "4 x 3": "columns=4",
        "4 x 4": "columns=4, rows=4",
        "four in a row": "columns=5, rows=5, line=4",
    },
    "toads_and_frogs": {"one free cell": "board='tt.ff'", "3 against 3": "board='ttt..fff'"},
    "toppling_dominoes": {"5 dominoes": "row='lrerl'"},
    "triangle_solitaire": {"side 4": "side=4", "from the middle": "empty='b3'"},
    "with_points": {"Kalah": "game=kalah(houses=2, seeds=2)"},
    "wythoff": {"3 and 5": "a=3, b=5", "12 and 20": "a=12, b=20"},
}


class GameVariant(NamedTuple):
    """A variant of a game: what people call it, its text, and its goal in a sentence."""

    name: str
    text: str
    goal: str


def label_parameter(name: str) -> str:
    """Return a parameter of a game in plain words.

    >>> label_parameter("line"), label_parameter("board_size")
    ('in a row to win', 'board size')
    """
    return LABELS.get(name, name.replace("_", " "))


@functools.lru_cache(maxsize=200)
def list_variants(name: str) -> tuple[GameVariant, ...]:
    """Return at most 7 variants of a game of the catalogue, the usual one first, then famous ones; or none.

    >>> [variant.name for variant in list_variants("wythoff")]
    ['the usual game', '3 and 5', '12 and 20', 'misère']
    """
    kind = catalogue().get(name)
    if kind is None:
        return ()
    given = FAMOUS.get(name, {}) | _map_other_sizes(kind) | _map_other_rules(kind)
    found = []
    for said, parameters in given.items():
        text = f"{name}({parameters})"
        with contextlib.suppress(ZermeloError):  # such as a size that is too large
            found.append(GameVariant(said, text, read_how_to_play(read_game(text)).goal))
    usual = GameVariant("the usual game", name, read_how_to_play(read_game(name)).goal)
    return (usual, *found[:MOST_VARIANTS]) if found else ()


def _map_other_sizes(kind: type[Game]) -> dict[str, str]:
    """Return the next larger boards, where no famous variant has another size."""
    usual = {each.name: each.default for each in list_parameters(kind)}
    if any("columns=" in given or "size=" in given for given in FAMOUS.get(kind.family_name(), {}).values()):
        return {}
    if {"columns", "rows"} <= usual.keys():
        columns, rows = usual["columns"], usual["rows"]
        sizes = ((columns + 1, rows), (columns + 1, rows + 1))
        return {f"{more} x {high}": f"columns={more}, rows={high}" for more, high in sizes}
    return {f"size {usual['size'] + 1}": f"size={usual['size'] + 1}"} if "size" in usual else {}


def _map_other_rules(kind: type[Game]) -> dict[str, str]:
    """Return the variants where a rule holds that usually does not."""
    names = [each.name for each in list_parameters(kind) if each.default is False]
    return {label_parameter(name).partition(":")[0]: f"{name}=True" for name in names}
