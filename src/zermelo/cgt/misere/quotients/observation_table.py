"""A candidate for a misere quotient, learnt from the outcomes of single positions.

The quotient of a set of heaps distinguishes exactly those positions X, Y for which some Z gives X + Z and
Y + Z different winners. So algorithms that learn finite automata from queries find it (Angluin, *Learning
regular sets from queries and counterexamples*, 1987; Rivest and Schapire, 1993). Letters are heaps, and their
order does not matter:

* a few words stand for the elements found so far, and a few tests Z distinguish any two of them;
* a word and one letter more has the outcomes of one of the words beside every test, or is a new element;
* a word with a wrong outcome in the table yields a test that separates two elements which the table took for
  one.

The result of learning is a guess. It is used only after `quotient_verification`, which finds words with wrong
outcomes.

Queries go to `QuotientOutcomes`, many at once: a new test is asked beside every word.
"""

from collections.abc import Sequence

import numpy as np

from zermelo.cgt.misere.quotients.bipartite_monoid import BipartiteMonoid
from zermelo.cgt.misere.quotients.quotient_outcomes import BITS, QuotientOutcomes, Word, yield_letter_counts
from zermelo.core.errors import OutOfBudget


class ObservationTable:
    """Words that stand for the elements, and the tests that distinguish them."""

    def __init__(self, letters: int, outcomes: QuotientOutcomes, most_elements: int) -> None:
        self.letters, self.outcomes, self.most_elements = letters, outcomes, most_elements
        self.is_p = outcomes.is_p
        self.words: list[Word] = [0]
        self.tests: list[Word] = [0]
        self.transitions: list[list[int]] = []  # [element][letter] is an element
        self._signatures: dict[Word, tuple[int, int]] = {}  # how many tests were asked, and the outcomes

    def find_test_outcome_bits(self, word: Word) -> int:
        """Return the outcomes of the word beside each test, a bit each; each is asked once."""
        count, bits = self._signatures.get(word, (0, 0))
        if count < len(self.tests):
            self._ask_missing_outcomes([word])
            bits = self._signatures[word][1]
        return bits

    def _ask_missing_outcomes(self, words: Sequence[Word]) -> None:
        """Ask words beside the tests that they were not asked beside yet."""
        lacking: dict[int, list[Word]] = {}
        for word in words:
            count = self._signatures.get(word, (0, 0))[0]
            if count < len(self.tests):
                lacking.setdefault(count, []).append(word)
        for count, each in lacking.items():
            tests, rows = (
                self.outcomes.pack_words_into_rows(self.tests[count:]),
                self.outcomes.pack_words_into_rows(each),
            )
            sums = (rows[:, None, :] + tests[None, :, :]).reshape(-1, rows.shape[1])
            are_p = self.outcomes.are_p_positions(sums).reshape(len(each), len(tests))
            for word, found in zip(each, np.packbits(are_p, axis=1, bitorder="little"), strict=True):
                bits = self._signatures.get(word, (0, 0))[1]
                bits |= int.from_bytes(found.tobytes(), "little") << count
                self._signatures[word] = len(self.tests), bits

    def complete_table(self) -> None:
        """Find every element that the tests distinguish, until letters may be added in any order."""
        while True:
            self._close_table()
            test = self._find_missing_test()
            if test is None:
                return
            self.tests.append(test)

    def _close_table(self) -> None:
        self._ask_missing_outcomes([*self.words, *self._signatures])
        known = {self.find_test_outcome_bits(word): element for element, word in enumerate(self.words)}
        self.transitions = []
        element = 0
        while element < len(self.words):
            row = []
            longer = [self.words[element] + (1 << BITS * letter) for letter in range(self.letters)]
            self._ask_missing_outcomes(longer)
            for word in longer:
                signature = self.find_test_outcome_bits(word)
                if signature not in known:
                    known[signature] = len(self.words)
                    self.words.append(word)
                    if len(self.words) > self.most_elements:
                        raise OutOfBudget(
                            f"more than {self.most_elements:,} elements: allow more with most_elements"
                        )
                row.append(known[signature])
            self.transitions.append(row)
            element += 1

    def _find_missing_test(self) -> Word | None:
        """Return a test that is missing, where two letters lead to different elements in different order."""
        for element, row in enumerate(self.transitions):
            for first in range(self.letters):
                for second in range(first):
                    ends = self.transitions[row[first]][second], self.transitions[row[second]][first]
                    if ends[0] == ends[1]:
                        continue
                    both = (1 << BITS * first) + (1 << BITS * second)
                    whole = self.find_test_outcome_bits(self.words[element] + both)
                    for end, letter in zip(ends, (second, first), strict=True):
                        differing = whole ^ self.find_test_outcome_bits(self.words[end])
                        if differing:
                            test = self.tests[(differing & -differing).bit_length() - 1]
                            return test + (1 << BITS * letter)
        return None

    def find_element_of_word(self, word: Word) -> int:
        """Return the element of a word."""
        return self._multiply_by_word(0, word)

    def predicts_p_position(self, word: Word) -> bool:
        """Return whether the table takes the word for a P-position."""
        return self.is_p(self.words[self.find_element_of_word(word)])

    def add_counterexample(self, word: Word) -> None:
        """Add the test that a word with a wrong outcome in the table yields, and complete the table.

        The letters of the word are replaced one after the other by the word of the element reached. Where the
        outcome changes, the rest of the letters separates two words that the table took for one element.
        """
        rest = word
        element = 0
        expected = self.is_p(word)
        for letter, count in yield_letter_counts(word):
            for _ in range(count):
                rest -= 1 << BITS * letter
                element = self.transitions[element][letter]
                if self.is_p(self.words[element] + rest) != expected:
                    assert rest not in self.tests
                    self.tests.append(rest)
                    self.complete_table()
                    return
        raise AssertionError(f"{word} has the right outcome")

    def build_monoid(self) -> BipartiteMonoid:
        """Return the elements' products and the P-portion."""
        steps = np.array(self.transitions)
        columns = []
        for word in self.words:
            column = np.arange(len(self.words))
            for letter, count in yield_letter_counts(word):
                for _ in range(count):
                    column = steps[column, letter]
            columns.append(column)
        product = tuple(map(tuple, np.array(columns).T.tolist()))
        is_p = frozenset(element for element, word in enumerate(self.words) if self.is_p(word))
        return BipartiteMonoid(product, is_p)

    def _multiply_by_word(self, element: int, word: Word) -> int:
        for letter, count in yield_letter_counts(word):
            for _ in range(count):
                element = self.transitions[element][letter]
        return element
