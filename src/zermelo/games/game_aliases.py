"""What people call games: titles and other names of those in the catalogue, and the nearest to others.

Capitals, blanks, hyphens, accents and apostrophes do not matter: `Tic-Tac-Toe` is `tic_tac_toe` without being
here.
"""

import re
import unicodedata
from typing import Final

TITLES: Final = {  # where the name with blanks is not what people write
    "antichess": "Antichess",
    "arc_kayles": "Arc Kayles",
    "atomic": "Atomic chess",
    "awari_endgame": "Awari endings",
    "bear_off": "Bearing off",
    "bear_off_alone": "Bearing off alone",
    "chess_endgame": "Chess endings",
    "connect_four": "Connect Four",
    "dawsons_kayles": "Dawson's Kayles",
    "declared": "A game of your own words",
    "draughts_endgame": "Checkers endings",
    "draughts_up_to": "Checkers endings up to four pieces",
    "einstein": "EinStein würfelt nicht!",
    "english_draughts": "Checkers (English draughts)",
    "english_solitaire": "English peg solitaire",
    "euclid": "Euclid's game",
    "european_solitaire": "European peg solitaire",
    "fibonacci_nim": "Fibonacci nim",
    "generalized_wythoff": "Generalized Wythoff",
    "gobblet_gobblers": "Gobblet Gobblers",
    "grundys_game": "Grundy's game",
    "hanoi": "Towers of Hanoi",
    "impartial_nogo": "Impartial NoGo",
    "l_game": "The L game",
    "lights_out": "Lights Out",
    "mnk": "Lines of any length (m,n,k)",
    "morris_endgame": "Morris endings",
    "nim_of_several": "Nim of several players",
    "nine_mens_morris": "Nine men's morris",
    "nogo": "NoGo",
    "partizan_arc_kayles": "Partizan Arc Kayles",
    "partizan_euclid": "Partizan Euclid",
    "pocket_cube": "Pocket Cube",
    "racing_kings": "Racing Kings",
    "royal_game_of_ur": "Royal Game of Ur",
    "rush_hour": "Rush Hour",
    "six_mens_morris": "Six men's morris",
    "strike": "Strike, a quiz",
    "subtraction": "Subtraction game",
    "swap": "The swap rule",
    "three_mens_morris": "Three men's morris",
    "tic_tac_toe": "Tic-tac-toe",
    "torus": "Tic-tac-toe on a torus",
    "turn_and_eatcake": "Turn-and-eatcake",
    "ultimate_tic_tac_toe": "Ultimate tic-tac-toe",
    "weighted_arc_kayles": "Weighted Arc Kayles",
    "wild_tic_tac_toe": "Wild tic-tac-toe",
    "with_points": "Winning by points",
    "wythoff": "Wythoff's game",
}
ALIASES = {  # another name of the same game
    "noughts_and_crosses": "tic_tac_toe",
    "naughts_and_crosses": "tic_tac_toe",
    "three_in_a_row": "tic_tac_toe",
    "noughts": "tic_tac_toe",
    "xs_and_os": "tic_tac_toe",
    "ttt": "tic_tac_toe",
    "tic_tac": "tic_tac_toe",
    "o_and_x": "tic_tac_toe",
    "exes_and_ohs": "tic_tac_toe",
    "crosses_and_noughts": "tic_tac_toe",
    "x_and_o": "tic_tac_toe",
    "connect4": "connect_four",
    "four_in_a_row": "connect_four",
    "four_in_a_line": "connect_four",
    "c4": "connect_four",
    "4_in_a_row": "connect_four",
    "captains_mistress": "connect_four",
    "vier_gewinnt": "connect_four",
    "checkers": "english_draughts",
    "draughts": "english_draughts",
    "american_checkers": "english_draughts",
    "reversi": "othello",
    "mancala": "kalah",
    "kalaha": "kalah",
    "awale": "oware",
    "warri": "oware",
    "abapa": "oware",
    "wari": "oware",
    "owari": "oware",
    "awele": "oware",
    "tigers_and_goats": "bagh_chal",
    "goats_and_tigers": "bagh_chal",
    "bagha_chal": "bagh_chal",
    "mills": "nine_mens_morris",
    "mill": "nine_mens_morris",
    "merels": "nine_mens_morris",
    "merrills": "nine_mens_morris",
    "muehle": "nine_mens_morris",
    "morris": "nine_mens_morris",
    "dots": "dots_and_boxes",
    "boxes": "dots_and_boxes",
    "dots_boxes": "dots_and_boxes",
    "pipopipette": "dots_and_boxes",
    "three_dimensional_tic_tac_toe": "qubic",
    "3d_tic_tac_toe": "qubic",
    "super_tic_tac_toe": "ultimate_tic_tac_toe",
    "meta_tic_tac_toe": "ultimate_tic_tac_toe",
    "stranded": "isolation",
    "roundabouts": "surakarta",
    "wolf_and_sheep": "fox_and_hounds",
    "hawaiian_draughts": "konane",
    "umtorere": "mu_torere",
    "horseshoe": "pong_hau_ki",
    "umul_gonu": "pong_hau_ki",
    "toads_frogs": "toads_and_frogs",
    "eight_puzzle": "sliding_tiles",
    "8_puzzle": "sliding_tiles",
    "fifteen_puzzle": "sliding_tiles",
    "15_puzzle": "sliding_tiles",
    "n_puzzle": "sliding_tiles",
    "sliding_puzzle": "sliding_tiles",
    "towers_of_hanoi": "hanoi",
    "tower_of_hanoi": "hanoi",
    "hanoi_towers": "hanoi",
    "solitaire": "peg_solitaire",
    "pegs": "peg_solitaire",
    "rubiks_cube": "pocket_cube",
    "rubik": "pocket_cube",
    "2x2x2_cube": "pocket_cube",
    "pancake_sorting": "pancakes",
    "wolf_goat_cabbage": "river_crossing",
    "hot_clobber": "cannibal_clobber",
    "bynums_game": "eatcake",
    "quiz": "strike",
    "stones": "subtraction",
    "bachets_game": "subtraction",
    "bachet": "subtraction",
    "peg_o_stripes": "stripes",
    "ii_nim": "nim",
    "marienbad": "nim",
    "matchsticks": "nim",
    "dominoes": "domineering",
    "crosscram": "domineering",
    "stop_gate": "domineering",
    "chess_endings": "chess_endgame",
    "endgames": "chess_endgame",
    "rook_endings": "chess_endgame",
    "pawn_endings": "chess_endgame",
    "wolf_goat_and_cabbage": "river_crossing",
    "car_parking": "rush_hour",
    "ur": "royal_game_of_ur",
    "baduk": "go",
    "weiqi": "go",
}
NEAREST_GAMES = {  # not in the catalogue; what comes nearest, and why it is not the same
    "chess": (
        "chess_endgame(material='KQvK')",
        "chess is solved from its endings, which are given by material",
    ),
    "gomoku": ("mnk(columns=7, rows=7, line=5)", "boards of lines have at most 63 cells"),
    "five_in_a_row": ("mnk(columns=7, rows=7, line=5)", "boards of lines have at most 63 cells"),
    "renju": ("mnk(columns=7, rows=7, line=5)", "boards of lines have at most 63 cells"),
    "backgammon": ("bear_off", "of backgammon there is the end, in which pieces are borne off"),
    "chinese_chess": ("chess_endgame(material='KRvK')", "there are the endings of chess"),
    "xiangqi": ("chess_endgame(material='KRvK')", "there are the endings of chess"),
    "shogi": ("chess_endgame(material='KRvK')", "there are the endings of chess"),
    "gobang": ("mnk(columns=7, rows=7, line=5)", "boards of lines have at most 63 cells"),
    "ludo": ("royal_game_of_ur", "of races with dice there is an older one"),
    "pachisi": ("royal_game_of_ur", "of races with dice there is an older one"),
    "havannah": ("hex", "of games that join edges there is one for two edges"),
    "hnefatafl": ("bagh_chal", "of hunts there are others"),
    "stratego": ("dobutsu_shogi", "hidden pieces are not played here: games are of perfect information"),
    "rock_paper_scissors": (
        "strike",
        "moves at the same time are not played here: games are of perfect information",
    ),
    "poker": ("pig", "hidden cards are not played here: games are of perfect information"),
}


FULL_SIZES: Final = {  # of games whose usual parameters are smaller, so that they are solved at once
    "bagh_chal": "bagh_chal(columns=5, rows=5, tigers=4, goats=20, captures=5)",
    "domineering": "domineering(columns=8, rows=8)",
    "dots_and_boxes": "dots_and_boxes(columns=5, rows=5)",
    "isolation": "isolation(columns=6, rows=6)",
    "kalah": "kalah(houses=6, seeds=4)",
    "othello": "othello(columns=8, rows=8)",
    "oware": "oware(houses=6, seeds=4)",
    "quarto": "quarto(columns=4, rows=4, traits=4)",
}
LARGEST_SIZES: Final = {  # of games whose full board needs more bits than a position has
    "breakthrough": "breakthrough(columns=5, rows=6)",
    "go": "go(columns=5, rows=5)",
    "hex": "hex(size=7)",
    "konane": "konane(columns=5, rows=6)",
}


def normalize_name(name: str) -> str:
    """Return a name without what people write differently: capitals, accents, blanks and signs.

    >>> normalize_name("Nine Men's Morris") == normalize_name("nine_mens_morris")
    True
    """
    return re.sub(r"[^a-z0-9]", "", unicodedata.normalize("NFKD", name.lower()))


def format_game_name(name: str) -> str:
    """Return a game's name as a person reads it.

    Parameters
    ----------
    name : str
        What the game is called in commands.

    Returns
    -------
    str
        Its title; of a game that is not of the catalogue its name with blanks.

    Examples
    --------
    >>> format_game_name("nine_mens_morris"), format_game_name("bagh_chal")
    ("Nine men's morris", 'Bagh chal')
    """
    words = name.replace("_", " ")
    return TITLES.get(name, words[:1].upper() + words[1:])
