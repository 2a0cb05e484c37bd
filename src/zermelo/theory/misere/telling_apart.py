"""A candidate for a misere quotient, learnt from the outcomes of single positions.

The quotient of a set of heaps tells apart exactly those positions X, Y for which some Z gives X + Z and Y + Z
different winners. So it is what learning of finite automata from questions finds (Angluin, *Learning regular
sets from queries and counterexamples*, 1987; Rivest and Schapire, 1993), with heaps for letters, whose order
does not matter:

* a few words stand for the elements found so far, and a few tests Z tell any two of them apart;
* a word and one letter more has the outcomes of one of the words beside every test, or is a new element;
* a word whose outcome the table tells wrongly yields a test that parts two elements which the table took for
  one.

What is learnt is a guess, and is believed only after `verification`, which finds the words that are told
wrongly.

A letter's own options are words. A word is how often each letter occurs, written in one integer, 16 bits a
letter: adding words is adding integers, which made asking five times as fast as with tuples.
"""

from collections.abc import Callable, Iterator, Sequence

from zermelo.core.errors import OutOfBudget
from zermelo.theory.misere.monoids import Monoid

Word = int  # how often each letter occurs, 16 bits each
BITS = 16
MOST = (1 << BITS) - 1


def letters_of(word: Word) -> Iterator[tuple[int, int]]:
    """Yield each letter of a word with how often it occurs.

    >>> list(letters_of(3 << 16 | 1))
    [(0, 1), (1, 3)]
    """
    place = 0
    while word:
        if word & MOST:
            yield place, word & MOST
        word >>= BITS
        place += 1


class Outcomes:
    """Who wins each word in misere play: `options[i]` are the words that letter i's moves lead to."""

    def __init__(self, options: Sequence[Sequence[Word]], most_positions: int = 500_000) -> None:
        # What a move in a letter adds to a word: the letter goes, an option comes. Fewest letters first.
        self.steps = [
            sorted(
                {option - (1 << BITS * place) for option in each}, key=lambda step: (step.bit_count(), step)
            )
            for place, each in enumerate(options)
        ]
        self.most_positions = most_positions
        self._known: dict[Word, bool] = {}
        # A letter that can only be taken away is a Nim heap of one, and two of them are 0 in misere play too.
        ones = sum(MOST - 1 << BITS * place for place, each in enumerate(options) if set(each) == {0})
        self._kept = ~ones

    def is_p(self, word: Word) -> bool:
        """Return whether the word is a P-position."""
        word &= self._kept
        known = self._known.get(word)
        if known is None:
            if len(self._known) >= self.most_positions:
                raise OutOfBudget(
                    f"more than {self.most_positions:,} positions asked: allow more with most_positions"
                )
            known = self._known[word] = self._ask(word)
        return known

    def _ask(self, word: Word) -> bool:
        # What is known already is looked at first.
        known, kept, unknown = self._known, self._kept, []
        can_move = False
        for after in self.after(word):
            can_move = True
            told = known.get(after & kept)
            if told:
                return False
            if told is None:
                unknown.append(after)
        return can_move and not any(self.is_p(after) for after in unknown)

    def after(self, word: Word) -> Iterator[Word]:
        """Yield the words that a move leads to."""
        rest, place = word, 0
        while rest:
            if rest & MOST:
                for step in self.steps[place]:
                    yield word + step
            rest >>= BITS
            place += 1


class Table:
    """Words that stand for the elements, and the tests that part them."""

    def __init__(self, letters: int, is_p: Callable[[Word], bool], most_elements: int) -> None:
        self.letters, self.is_p, self.most_elements = letters, is_p, most_elements
        self.words: list[Word] = [0]
        self.tests: list[Word] = [0]
        self.steps: list[list[int]] = []  # [element][letter] is an element
        self._signatures: dict[Word, tuple[int, int]] = {}  # how many tests were asked, and the outcomes

    def signature(self, word: Word) -> int:
        """Return the outcomes of the word beside each test, a bit each; each is asked once."""
        count, bits = self._signatures.get(word, (0, 0))
        if count < len(self.tests):
            for place in range(count, len(self.tests)):
                if self.is_p(word + self.tests[place]):
                    bits |= 1 << place
            self._signatures[word] = len(self.tests), bits
        return bits

    def complete(self) -> None:
        """Find every element that the tests tell apart, until letters may be added in any order."""
        while True:
            self._close()
            test = self._find_disorder()
            if test is None:
                return
            self.tests.append(test)

    def _close(self) -> None:
        known = {self.signature(word): element for element, word in enumerate(self.words)}
        self.steps = []
        element = 0
        while element < len(self.words):
            row = []
            for letter in range(self.letters):
                word = self.words[element] + (1 << BITS * letter)
                signature = self.signature(word)
                if signature not in known:
                    known[signature] = len(self.words)
                    self.words.append(word)
                    if len(self.words) > self.most_elements:
                        raise OutOfBudget(
                            f"more than {self.most_elements:,} elements: allow more with most_elements"
                        )
                row.append(known[signature])
            self.steps.append(row)
            element += 1

    def _find_disorder(self) -> Word | None:
        """Return a test that is missing, where two letters lead to different elements in different order."""
        for element, row in enumerate(self.steps):
            for first in range(self.letters):
                for second in range(first):
                    ends = self.steps[row[first]][second], self.steps[row[second]][first]
                    if ends[0] == ends[1]:
                        continue
                    both = (1 << BITS * first) + (1 << BITS * second)
                    whole = self.signature(self.words[element] + both)
                    for end, letter in zip(ends, (second, first), strict=True):
                        differing = whole ^ self.signature(self.words[end])
                        if differing:
                            test = self.tests[(differing & -differing).bit_length() - 1]
                            return test + (1 << BITS * letter)
        return None

    def element(self, word: Word) -> int:
        """Return the element of a word."""
        return self._apply(0, word)

    def told(self, word: Word) -> bool:
        """Return whether the table takes the word for a P-position."""
        return self.is_p(self.words[self.element(word)])

    def learn(self, word: Word) -> None:
        """Add the test that a word yields which the table tells wrongly, and complete the table.

        Its letters are replaced one after the other by the word of the element reached. Where the outcome
        changes, what is left to add parts two words that the table took for one element.
        """
        rest = word
        element = 0
        asked = self.is_p(word)
        for letter, count in letters_of(word):
            for _ in range(count):
                rest -= 1 << BITS * letter
                element = self.steps[element][letter]
                if self.is_p(self.words[element] + rest) != asked:
                    assert rest not in self.tests
                    self.tests.append(rest)
                    self.complete()
                    return
        raise AssertionError(f"{word} is told rightly")

    def monoid(self) -> Monoid:
        """Return the elements' products and the P-portion."""
        product = tuple(
            tuple(self._apply(element, word) for word in self.words) for element in range(len(self.words))
        )
        is_p = frozenset(element for element, word in enumerate(self.words) if self.is_p(word))
        return Monoid(product, is_p)

    def _apply(self, element: int, word: Word) -> int:
        for letter, count in letters_of(word):
            for _ in range(count):
                element = self.steps[element][letter]
        return element
