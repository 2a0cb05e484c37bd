"""A file format: `name.heaps` holds numbers, and is Nim with heaps of these sizes."""


def translate(text: str, file_name: str, class_name: str) -> str:
    """Return the source of a Python module with the game's class; numbers alone get into it."""
    heaps = tuple(int(word) for word in text.split())
    return (
        "from zermelo.games import Nim\n\n\n"
        f"class {class_name}(Nim):\n"
        f'    """Nim with the heaps of a file."""\n\n'
        f"    heaps: tuple[int, ...] = {heaps!r}\n"
    )
