"""Boards as rows of text, turned and mirrored without any arithmetic."""


def images_of_grid(rows: list[str]) -> set[tuple[str, ...]]:
    """Return the eight images of a square grid, the four of another rectangle."""
    images = set()
    for grid in (rows, ["".join(column) for column in zip(*rows, strict=True)]):
        if len(grid) == len(rows) and len(grid[0]) == len(rows[0]):
            for turned in (grid, grid[::-1]):
                images |= {tuple(turned), tuple(row[::-1] for row in turned)}
    return images


def images_of_text(text: str) -> list[str]:
    """Return the images of a board as text, each once, in the order of the alphabet."""
    return sorted("\n".join(rows) for rows in images_of_grid(text.split("\n")))
