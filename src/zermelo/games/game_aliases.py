"""What people call games: other names of those in the catalogue, and the nearest to those that are not.

Capitals, blanks, hyphens and apostrophes do not matter: `Tic-Tac-Toe` is `tic_tac_toe` without being here.
"""

import re

ALIASES = {  # another name of the same game
    "noughts_and_crosses": "tic_tac_toe",
    "naughts_and_crosses": "tic_tac_toe",
    "three_in_a_row": "tic_tac_toe",
    "connect4": "connect_four",
    "four_in_a_row": "connect_four",
    "four_in_a_line": "connect_four",
    "checkers": "english_draughts",
    "draughts": "english_draughts",
    "american_checkers": "english_draughts",
    "reversi": "othello",
    "mancala": "kalah",
    "kalaha": "kalah",
    "awale": "oware",
    "warri": "oware",
    "abapa": "oware",
    "tigers_and_goats": "bagh_chal",
    "goats_and_tigers": "bagh_chal",
    "bagha_chal": "bagh_chal",
    "mills": "nine_mens_morris",
    "mill": "nine_mens_morris",
    "merels": "nine_mens_morris",
    "morris": "nine_mens_morris",
    "dots": "dots_and_boxes",
    "boxes": "dots_and_boxes",
    "dots_boxes": "dots_and_boxes",
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
    "toads_frogs": "toads_and_frogs",
    "eight_puzzle": "sliding_tiles",
    "8_puzzle": "sliding_tiles",
    "fifteen_puzzle": "sliding_tiles",
    "15_puzzle": "sliding_tiles",
    "towers_of_hanoi": "hanoi",
    "tower_of_hanoi": "hanoi",
    "solitaire": "peg_solitaire",
    "pegs": "peg_solitaire",
    "rubiks_cube": "pocket_cube",
    "rubik": "pocket_cube",
    "2x2x2_cube": "pocket_cube",
    "pancake_sorting": "pancakes",
    "wolf_goat_cabbage": "river_crossing",
    "hot_clobber": "cannibal_clobber",
    "bynums_game": "eatcake",
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
    "rock_paper_scissors": (
        "strike",
        "moves at the same time are not played here: games are of perfect information",
    ),
    "poker": ("pig", "hidden cards are not played here: games are of perfect information"),
}


def normalize_name(name: str) -> str:
    """Return a name without what people write differently: capitals, blanks and signs.

    >>> normalize_name("Nine Men's Morris") == normalize_name("nine_mens_morris")
    True
    """
    return re.sub(r"[^a-z0-9]", "", name.lower())
