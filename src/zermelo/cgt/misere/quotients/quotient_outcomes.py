"""Winners of words of heaps in misere play, from the rules and from the quotient of smaller heaps.

Letters are heaps, and the last one is new. A word without it is a position of smaller heaps, whose quotient
is proven and gives the winner at once. So a search (`cgt/kernels/misere_word_search.py`) plays only until
the new heaps are gone. For Dawson's Kayles to heap 30, with 13 letters, it looks at 0.29 million words; a
search that plays to the end looks at 4.0 million.

A word holds how often each letter occurs, in one integer, one byte per letter: adding words is adding
integers.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from zermelo.cgt.kernels.misere_word_search import (
    LETTERS,
    LONG,
    LOST,
    WON,
    KnownWords,
    MisereLetters,
    MisereWordSearch,
    build_find_word_outcomes_kernel,
    build_rehash_words_kernel,
)
from zermelo.cgt.misere.quotients.bipartite_monoid import BipartiteMonoid
from zermelo.compiler.kernels import FULL, MANY
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.errors import OutOfBudget

Word = int  # how often each letter occurs, a byte each
BITS: Final = 8
MOST_TIMES: Final = 127  # one letter in a word: sums of two words stay in their bytes
ROOM: Final = 1 << 8  # words in the table at first, and the depth of the search
STEPS: Final = 1_000  # of the kernel for one word, about


def yield_letter_counts(word: Word) -> Iterator[tuple[int, int]]:
    """Yield each letter of a word with how often it occurs.

    >>> list(yield_letter_counts(3 << 8 | 1))
    [(0, 1), (1, 3)]
    """
    for place, count in enumerate(word.to_bytes((word.bit_length() + 7) // 8, "little")):
        if count:
            yield place, count


def make_word_from_letters(places: Iterable[int]) -> Word:
    """Return the word of letters; raises `OutOfBudget` where one occurs too often.

    >>> list(yield_letter_counts(make_word_from_letters([1, 0, 1])))
    [(0, 1), (1, 2)]
    """
    counts: dict[int, int] = {}
    for place in places:
        counts[place] = counts.get(place, 0) + 1
    if max(counts.values(), default=0) > MOST_TIMES:
        raise make_word_too_long_error()
    return sum(count << BITS * place for place, count in counts.items())


def make_word_too_long_error() -> OutOfBudget:
    """Return the error where a letter occurs too often in a word."""
    return OutOfBudget(f"a position with more than {MOST_TIMES} equal heaps would have to be asked")


class QuotientOutcomes:
    """The winner of each word: `options[i]` are the words that letter i's moves lead to.

    `elements` are those of the letters but the last in `quotient`, which is proven of all heaps before it.
    At most `most_positions` words that have the last letter are looked at.
    """

    def __init__(
        self,
        options: Sequence[Sequence[Word]],
        quotient: BipartiteMonoid,
        elements: Sequence[int],
        most_positions: int,
        gradual: LazyKernels,
    ) -> None:
        self.limbs = -(-len(options) // LETTERS)
        self.most_positions, self._gradual = most_positions, gradual
        # What a move in a letter adds to a word: the letter goes, an option comes. Fewest letters first.
        ordered = [sorted(set(each), key=lambda option: (option.bit_count(), option)) for each in options]
        first = np.cumsum([0, *map(len, ordered)])
        left = [1 << BITS * place for place, each in enumerate(ordered) for _ in each]
        steps = self.pack_words_into_rows(
            [option for each in ordered for option in each]
        ) - self.pack_words_into_rows(left)
        # A letter that can only be taken away is a Nim heap of one, and two of them are 0 in misere play too.
        ones = sum(254 << BITS * place for place, each in enumerate(options) if set(each) == {0})
        product = np.array(quotient.product, np.int32)
        power = np.zeros((len(elements), MOST_TIMES + 1), np.int32)
        for times in range(MOST_TIMES):
            power[:, times + 1] = product[power[:, times], list(elements)]
        outcomes = np.zeros((2, quotient.order), np.uint8)
        outcomes[0] = [LOST if element in quotient.p_portion else WON for element in range(quotient.order)]
        for option in options[-1]:
            after = quotient.multiply_elements(
                power[place, times] for place, times in yield_letter_counts(option)
            )
            outcomes[1, outcomes[0, product[after]] == LOST] = WON
        kept = self.pack_words_into_rows([~ones & (1 << 64 * self.limbs) - 1])[0]
        self._letters = MisereLetters(steps, first.astype(np.int64), kept, power, product, outcomes)
        self._known = KnownWords(np.zeros((ROOM, self.limbs), np.uint64), np.zeros(ROOM, np.uint8))
        self._search = self._make_deeper_search_buffers(ROOM)

    def pack_words_into_rows(self, words: Sequence[Word]) -> Any:
        """Return words as rows of limbs, [words, limbs] uint64; raises `OverflowError` for one too long."""
        written = b"".join(word.to_bytes(8 * self.limbs, "little") for word in words)
        return np.frombuffer(written, np.dtype("<u8")).reshape(-1, self.limbs).astype(np.uint64)

    def is_p(self, word: Word) -> bool:
        """Return whether the word is a P-position."""
        return bool(self.are_p_positions(self.pack_words_into_rows([word]))[0])

    def are_p_positions(self, queries: Any) -> Any:
        """Return which words, [words, limbs] uint64, are P-positions: [words] bool.

        Raises `OutOfBudget` where more words are to be looked at than may be, or a letter occurs too often.
        """
        answers = np.zeros(len(queries), np.uint8)
        self._search.at[:2] = 0
        steps = STEPS * len(queries)
        while True:
            ask = self._gradual.kernel(build_find_word_outcomes_kernel, steps)
            status = ask(queries, answers, self._letters, self._known, self._search)
            if self._search.at[2] > self.most_positions:
                raise OutOfBudget(
                    f"more than {self.most_positions:,} positions asked: allow more with most_positions"
                )
            if status == LONG:
                raise make_word_too_long_error()
            if status == FULL:
                self._enlarge_known_words()
            elif status == MANY:
                self._search = self._make_deeper_search_buffers(2 * len(self._search.next))
            else:
                return answers == LOST
            steps = STEPS * len(self._known.outcomes)

    def _enlarge_known_words(self) -> None:
        room = 2 * len(self._known.outcomes)
        larger = KnownWords(np.zeros((room, self.limbs), np.uint64), np.zeros(room, np.uint8))
        self._gradual.kernel(build_rehash_words_kernel, STEPS * room // 100)(self._known, larger)
        self._known = larger

    def _make_deeper_search_buffers(self, depth: int) -> MisereWordSearch:
        """Return buffers for a search of this depth, with the words that are being looked at."""
        words, after = np.zeros((depth, self.limbs), np.uint64), np.zeros(depth, np.int64)
        if depth == ROOM:
            return MisereWordSearch(words, after, np.zeros(3, np.int64), np.zeros(self.limbs, np.uint64))
        before = self._search
        words[: len(before.next)], after[: len(before.next)] = before.words, before.next
        return MisereWordSearch(words, after, before.at, before.word)
