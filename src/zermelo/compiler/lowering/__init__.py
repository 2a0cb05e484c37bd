"""The lowering of a game's methods to one module of plain functions of integers."""
