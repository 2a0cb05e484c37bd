"""From the methods of a game to one module of plain functions of integers; see `module`."""

from zermelo.compiler.lowering.lowered import INTERPRETED, Lowered, bind
from zermelo.compiler.lowering.module import lower

__all__ = ["INTERPRETED", "Lowered", "bind", "lower"]
