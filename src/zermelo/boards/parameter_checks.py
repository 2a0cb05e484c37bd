"""What the parameters of a game may be: the checks that `__post_init__` of the families share.

Every refusal is a `BadParameter` of one line: the value, the reason, the remedy.
"""

from zermelo.core.errors import BadParameter

WORD_BITS = 63  # a position is an integer, 0 <= position < 2**63


def check_whole(name: str, value: object, least: int, most: int) -> None:
    """Refuse `value` where it is not an integer from `least` to `most`."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadParameter(f"{name}={value!r} is not a whole number: give one from {least} to {most}")
    if not least <= value <= most:
        side = "small" if value < least else "large"
        raise BadParameter(f"{name}={value!r} is too {side}: give a whole number from {least} to {most}")


def check_flag(name: str, value: object) -> None:
    """Refuse `value` where it is not True or False."""
    if not isinstance(value, bool):
        raise BadParameter(f"{name}={value!r} is not a yes or no: give True or False")


def check_integers(name: str, values: object, least: int, most: int) -> None:
    """Refuse `values` where it is not a tuple of one or more integers from `least` to `most`."""
    if not isinstance(values, tuple) or not values:
        raise BadParameter(f"{name}={values!r} is not a tuple of whole numbers: write for example (1, 2, 3)")
    for index, value in enumerate(values):
        check_whole(f"{name}[{index}]", value, least, most)


def check_bits(what: str, bits: int) -> None:
    """Refuse a game whose position needs more than one word."""
    if bits > WORD_BITS:
        raise BadParameter(
            f"{what} needs {bits} bits a position and a position has {WORD_BITS}: take a smaller one"
        )
