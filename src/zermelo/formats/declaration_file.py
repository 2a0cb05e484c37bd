"""Declarations in files: abstract games, `boards.abstract_graphs.declaration_text`, as classes of games."""

from zermelo.boards.abstract_graphs.abstract_game import AbstractGame
from zermelo.core.errors import BadParameter, BadRules


def translate_declaration(text: str, file_name: str, class_name: str) -> str:
    """Return the source of a class with a file's declaration; raises `BadRules` naming the line.

    >>> print(translate_declaration("cells 1 x 1; action put a*; wins a=A", "one.game", "One"))
    from zermelo.games.derived.declared import DeclaredRules
    <BLANKLINE>
    <BLANKLINE>
    class One(DeclaredRules):
        rules = 'cells 1 x 1; action put a*; wins a=A'
    <BLANKLINE>
    """
    try:
        AbstractGame.parse(text, file_name)
    except BadParameter as error:
        raise BadRules(str(error)) from error
    return (
        "from zermelo.games.derived.declared import DeclaredRules\n\n\n"
        f"class {class_name}(DeclaredRules):\n    rules = {text!r}\n"
    )
