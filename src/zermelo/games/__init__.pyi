import typing

from .game_aliases import format_game_name as format_game_name
from .game_catalogue import catalogue as catalogue
from .game_lookup import GivenFiles as GivenFiles
from .game_lookup import parse_position as parse_position
from .game_lookup import read_game as read_game
from .game_search import build_search_phrases as build_search_phrases
from .game_search import find_game_class as find_game_class
from .game_search import list_catalogue as list_catalogue
from .game_search import search_games as search_games
from .user_rule_files import is_rules_module as is_rules_module

def __getattr__(name: str) -> typing.Any: ...
