"""From the methods of a game to one module of plain functions of integers."""
