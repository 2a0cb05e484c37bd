"""`field`: nimbers as numbers, added, multiplied, divided, raised to powers, and their square roots."""

from typing import Annotated

import typer

from zermelo.cli.console.command_options import Json, print_json

ExpressionText = Annotated[
    str,
    typer.Argument(
        metavar="EXPRESSION", help="an expression of nimbers: 19 * 23, 86 / 23, 7^3, sqrt(5), and brackets"
    ),
]


def calculate_with_nimbers(expression: ExpressionText, as_json: Json = False) -> None:
    """Compute with nimbers in their field: sum, product, quotient, power and square root."""
    from zermelo.cgt import evaluate_nimbers_and_find_field

    found = evaluate_nimbers_and_find_field(expression)
    if as_json:
        return print_json(found)
    print(found)
    return None
