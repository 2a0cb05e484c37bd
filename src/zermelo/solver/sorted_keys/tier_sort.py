"""Sort a tier by position, its answers along with it, on all cores.

Where position and answer fit one word they are sorted packed, which takes half the time of sorting
indexes; the words are first parted by sampled pivots, one part a thread, as NumPy sorts without the
global lock.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.sorted_keys.key_directory import Keys

Answers = npt.NDArray[Any]
SMALL = 1 << 16
SAMPLE = 1 << 10
ANSWER_BITS = 16
BYTES_A_KEY = 26  # at most in use while sorting, besides what is sorted


def sort_keys_with_answers(keys: Keys, answers: Answers, workers: Workers) -> tuple[Keys, Answers]:
    """Return `keys` ascending and `answers` in the same order; both are left as they are."""
    packable = answers.dtype.itemsize * 8 <= ANSWER_BITS and len(keys)
    if not packable or int(keys.max()) >= 1 << (63 - ANSWER_BITS):
        order = np.argsort(keys, kind="stable")
        return keys[order], answers[order]
    words = (keys << ANSWER_BITS) | (answers.astype(np.int64) & ((1 << ANSWER_BITS) - 1))
    if len(words) < SMALL or workers.threads == 1:
        words.sort()
    else:
        parts = _partition_words(words, workers.threads)
        del words
        workers.map_items(lambda part: part.sort(), parts)
        words = np.concatenate(parts)
    found = words.astype(np.uint16).view(np.int16).astype(answers.dtype, copy=False)
    words >>= ANSWER_BITS
    return words, found


def _partition_words(words: Keys, parts: int) -> list[Keys]:
    """Return the words in parts of about equal size, each part below the next."""
    sample = np.sort(words[:: max(1, len(words) // SAMPLE)])
    pivots = [sample[len(sample) * part // parts] for part in range(1, parts)]
    found = []
    for pivot in pivots:
        below = words < pivot
        found.append(words[below])
        words = words[~below]
    return [*found, words]
