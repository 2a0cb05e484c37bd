"""Python texts are parsed by one thread at a time: Python 3.11 may raise SystemError where two do so at once."""

import ast
from unittest import mock

from zermelo.core.notation import literals


def test_a_lock_is_held_while_a_text_is_parsed() -> None:
    held: list[bool] = []

    def parse(text: str, mode: str = "exec") -> ast.AST:
        held.append(literals._PARSING.locked())
        return compile(text, "text", mode, ast.PyCF_ONLY_AST)

    with mock.patch.object(ast, "parse", parse):
        literals.parse_python("x = 1")
        assert literals.read_literal(" (1, 2)") == (1, 2)
        assert isinstance(literals.parse_expression("f(1)"), ast.Call)
    assert held == [True] * 3 and not literals._PARSING.locked()
