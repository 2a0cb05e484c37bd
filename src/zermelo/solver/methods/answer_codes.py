"""Codes for answers, numbered as they come up, so that a place of a large table is a byte.

An answer is a pair of value and remoteness. A solved game has few different answers: a few hundred even where
play is long, and mostly less than 253. Where there are more, codes take two bytes, or four.
"""

import threading
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.solver.kernels.dense.dense_retrograde import FIRST, NONE
from zermelo.solver.kernels.dense.exit_values import EMPTY, compute_hash_slot
from zermelo.solver.kernels.position_folds import WIDE

COLUMNS: Final = (np.uint8, np.uint16, np.uint32)  # of codes, the narrowest first
REST: Final = (1 << WIDE) - 1  # the remoteness of play without an end


def pack_answer(value: int, remoteness: int) -> int:
    """Return a value and a remoteness as one number."""
    return (value << WIDE) + remoteness


class CodesExhausted(Exception):
    """There are more answers than codes of this width: take a wider column."""


class AnswerCodes:
    """Answers by code, packed by the value fold with the parameter `WIDE`; threads may ask for new codes."""

    def __init__(self, column: Any, answers: "list[int] | None" = None) -> None:
        """`answers` are those that have the codes FIRST, FIRST + 1, ... already."""
        self.column = np.dtype(column)
        self.answers: list[int] = []
        self._codes: dict[int, int] = {}
        self._lock = threading.Lock()
        self._fill_code_table(64)
        for answer in answers or ():
            self.get_or_add_code(answer)

    def __len__(self) -> int:
        """Return the number of codes, including those before FIRST."""
        return FIRST + len(self.answers)

    def get_or_add_code(self, answer: int) -> int:
        """Return the code of an answer, a new one where it has none; raises `CodesExhausted`."""
        with self._lock:
            code = self._codes.get(answer)
            if code is None:
                code = len(self)
                if code > np.iinfo(self.column).max:
                    raise CodesExhausted
                self._codes[answer] = code
                self.answers.append(answer)
                if 2 * len(self.answers) > len(self.known[0]):
                    self._fill_code_table(4 * len(self.known[0]))
                else:
                    self._add_code(answer, code)
            return code

    def find_existing_or_next_code(self, answer: int) -> int:
        """Return the code that an answer has, or would get next; raises `CodesExhausted`."""
        code = self._codes.get(answer, len(self))
        if code > np.iinfo(self.column).max:
            raise CodesExhausted
        return code

    def get_or_add_code_of_value_and_remoteness(self, value: int, remoteness: int) -> int:
        """Return the code of a value with a remoteness, a new one where it has none."""
        return self.get_or_add_code(pack_answer(value, remoteness))

    def find_code_of_value_and_remoteness(self, value: int, remoteness: int) -> int:
        """Return the code of a value with a remoteness, NONE where nothing has it."""
        return self._codes.get(pack_answer(value, remoteness), NONE)

    def list_answers_by_code(self) -> npt.NDArray[np.int32]:
        """Return the answers by code [codes] int32; those of codes before FIRST say nothing."""
        return np.array([0] * FIRST + self.answers, np.int32)

    def list_codes_with_answers(self) -> "list[tuple[int, int, int]]":
        """Return (code, value, remoteness) of every answer."""
        return [(FIRST + place, answer >> WIDE, answer & REST) for place, answer in enumerate(self.answers)]

    def _fill_code_table(self, places: int) -> None:
        """Make the table that kernels look answers up in.

        See `solver.kernels.dense.exit_values.build_find_code_of_answer_kernel`.
        """
        self.known = np.full(places, EMPTY, np.int64), np.zeros(places, np.int64)
        for place, answer in enumerate(self.answers):
            self._add_code(answer, FIRST + place)

    def _add_code(self, answer: int, code: int) -> None:
        answers, codes = self.known
        place = compute_hash_slot(answer, len(answers))
        while answers[place] != EMPTY:
            place = (place + 1) & (len(answers) - 1)
        codes[place] = code  # before the answer, at which other threads look first
        answers[place] = answer
