"""Ascending runs of mixed positions: merged, and looked up in one another by walking along both."""

from typing import Any

from zermelo.compiler.kernels import DONE, Jit


def build_merge_runs_kernel(jit: Jit) -> Any:
    """Return merge_runs(first, second, merged) -> count: what stands in either of two ascending runs, once.

    Each run has each item once; `merged` is long enough for both. Two of three steps are mispredicted as
    branches, so the next item is chosen by arithmetic.
    """

    def merge_runs(first: Any, second: Any, merged: Any) -> int:
        one, other, count = 0, 0, 0
        while one < len(first) and other < len(second):
            mine, theirs = first[one], second[other]
            merged[count] = min(mine, theirs)
            one += int(mine <= theirs)
            other += int(theirs <= mine)
            count += 1
        while one < len(first):
            merged[count] = first[one]
            one += 1
            count += 1
        while other < len(second):
            merged[count] = second[other]
            other += 1
            count += 1
        return count

    return jit.kernel(merge_runs)


def build_subtract_runs_kernel(jit: Jit) -> Any:
    """Return subtract_runs(run, known, fresh) -> count: what of an ascending run is not in another."""

    def subtract_runs(run: Any, known: Any, fresh: Any) -> int:
        place, count = 0, 0
        for index in range(len(run)):
            key = run[index]
            while place < len(known) and known[place] < key:
                place += 1
            if place == len(known) or known[place] != key:
                fresh[count] = key
                count += 1
        return count

    return jit.kernel(subtract_runs)


def build_select_answers_kernel(jit: Jit) -> Any:
    """Return select_answers(keys, answers, asked, told) -> status: the answers of `asked`, a part of `keys`.

    Both are ascending, without repeats. The status is -1 where an item of `asked` is not among the keys.
    """

    def select_answers(keys: Any, answers: Any, asked: Any, told: Any) -> int:
        place = 0
        for index in range(len(asked)):
            key = asked[index]
            while place < len(keys) and keys[place] < key:
                place += 1
            if place == len(keys) or keys[place] != key:
                return -1
            told[index] = answers[place]
        return DONE

    return jit.kernel(select_answers)
