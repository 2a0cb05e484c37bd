"""What a person types at a prompt: a line, which is printed where no terminal has echoed it."""

import io
import sys


def accept_undecodable_input() -> None:
    """Have what is typed read leniently; once, before the first line."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a key pressed by mistake is no move, and no more


def read_input_line(prompt: str) -> str | None:
    """Print a prompt and return the line typed, without spaces around it; None where the input ends."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        return None
    if not sys.stdin.isatty():
        print(line.strip())
    return line.strip()
