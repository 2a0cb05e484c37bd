"""Winners of words of heaps in misere play: a search with a table, for what a quotient does not answer yet.

A word holds how often each letter occurs, one byte per letter, in `limbs` of 64 bits. The last letter is a
new heap. A quotient gives the winner of words without it, so nothing below them is searched. A word with one
such heap is won if a move in that heap wins, which the quotient decides as well: so half of the words are not
kept. For Dawson's Kayles to heap 30 the table has 0.72 million words, of which 14 % are lost. To look first
at options that would be lost if the new heap were the element most like it made 1.62 million words of 1.66,
when those were all kept, and took as long.
"""

from typing import Any, NamedTuple

import numpy as np

from zermelo.compiler.kernels import DONE, FULL, MANY, Jit
from zermelo.compiler.kernels.position_hashing import build_mix_kernel

LONG = 3  # a letter occurs more than 127 times
LOST, WON = 2, 1  # what is known of a word: its mover loses, or wins; 0 is unknown
LETTERS = 8  # in a limb
SIGNS = np.uint64(0x8080808080808080)
BYTE = np.uint64(255)
ZERO = np.uint64(0)


class MisereLetters(NamedTuple):
    """What a move in a letter does to a word, and what is known of words without the last letter."""

    steps: Any  # [steps, limbs] uint64: what a move adds, limb by limb, modulo 2^64
    first: Any  # [letters + 1] int64: each letter's first step, and the end
    kept: Any  # [limbs] uint64: what is left of a word where pairs of ones are struck out
    power: Any  # [letters - 1, 128] int32: the element of so many of a letter
    product: Any  # [elements, elements] int32
    outcomes: Any  # [2, elements] uint8: LOST or WON; and WON where a move in the last letter beside it wins


class KnownWords(NamedTuple):
    """The table of words with known winners: a word is looked for from its mix on, until a free place."""

    words: Any  # [room, limbs] uint64, room a power of two
    outcomes: Any  # [room] uint8: 0 where a place is free


class MisereWordSearch(NamedTuple):
    """A search that can be broken off where a buffer is full, and goes on."""

    words: Any  # [depth, limbs] uint64: the words that are being looked at
    next: Any  # [depth] int64: the step to try next, or -1 - step while only known words are looked at
    at: Any  # [3] int64: the query, how many words are being looked at, how many are in the table
    word: Any  # [limbs] uint64: scratch space for one


def build_find_word_kernel(jit: Jit) -> Any:
    """Return find_word_place(words, outcomes, word) -> the place of the word, or of its absence."""
    mix = build_mix_kernel(jit)

    def find_word_place(words: Any, outcomes: Any, word: Any) -> int:
        limbs, last = len(word), len(outcomes) - 1
        mixed = mix(word[0])
        for limb in range(1, limbs):
            mixed = mix(mixed ^ word[limb])
        place = int(mixed >> np.uint64(20)) & last
        while outcomes[place] != 0:
            limb = 0
            while limb < limbs and words[place, limb] == word[limb]:
                limb += 1
            if limb == limbs:
                break
            place = (place + 1) & last
        return place

    return jit.inline(find_word_place)


def build_find_word_outcomes_kernel(jit: Jit) -> Any:
    """Return find_word_outcomes(queries, answers, letters, known, search) -> DONE, FULL, MANY or LONG.

    `queries` [queries, limbs] uint64 are words, and `answers` [queries] uint8 gets LOST or WON for each.
    FULL: the table is too small. MANY: the search needs more depth. LONG: a letter occurs more than 127
    times. Call again after FULL and MANY.
    """
    find_word_place = build_find_word_kernel(jit)

    def find_known_outcome(word: Any, letters: Any, known: Any) -> int:
        """Return LOST or WON if the winner of a word is known, or 0."""
        count = len(letters.first) - 1
        place = count - 1
        last = int((word[place // LETTERS] >> np.uint64(8 * (place % LETTERS))) & BYTE)
        if last <= 1:
            element = 0
            for place in range(count - 1):
                times = int((word[place // LETTERS] >> np.uint64(8 * (place % LETTERS))) & BYTE)
                if times > 0:
                    element = letters.product[element, letters.power[place, times]]
            if letters.outcomes[last, element] != 0:
                return int(letters.outcomes[last, element])
        return int(known.outcomes[find_word_place(known.words, known.outcomes, word)])

    tells = jit.inline(find_known_outcome)

    # Two passes over the moves of a word. The first looks only at options whose winner is known: it may find
    # a winning move without a search. The second searches the other options, and stores their winners.
    def advance_last_word(letters: Any, known: Any, search: Any) -> int:
        """Go on with the last word: return LOST or WON, 0 where an option stands in `word`, or -1: LONG."""
        top = search.at[1] - 1
        count, limbs = len(letters.first) - 1, len(search.word)
        while True:
            only_told = search.next[top] < 0
            step = -1 - search.next[top] if only_told else search.next[top]
            letter = count - 1
            while step < letters.first[letter]:
                letter -= 1
            while letter >= 0:
                times = (search.words[top, letter // LETTERS] >> np.uint64(8 * (letter % LETTERS))) & BYTE
                if times == ZERO:
                    step = letters.first[letter + 1]
                while step < letters.first[letter + 1]:
                    signs = ZERO
                    for limb in range(limbs):
                        after = search.words[top, limb] + letters.steps[step, limb]
                        signs |= after & SIGNS
                        search.word[limb] = after & letters.kept[limb]
                    if signs != ZERO:
                        return -1
                    outcomes = tells(search.word, letters, known)
                    if outcomes == LOST:
                        return WON
                    if outcomes == 0 and not only_told:
                        search.next[top] = step
                        return 0
                    step += 1
                letter -= 1
                if letter >= 0:
                    step = letters.first[letter]
            if not only_told:
                return LOST
            search.next[top] = letters.first[count - 1]

    seeks = jit.inline(advance_last_word)

    def find_word_outcomes(queries: Any, answers: Any, letters: Any, known: Any, search: Any) -> int:
        limbs, last_step = queries.shape[1], letters.first[len(letters.first) - 2]
        while search.at[0] < len(queries):
            query = search.at[0]
            if search.at[1] == 0:
                for limb in range(limbs):
                    search.word[limb] = queries[query, limb] & letters.kept[limb]
                    if queries[query, limb] & SIGNS != ZERO:
                        return LONG
                outcomes = tells(search.word, letters, known)
                if outcomes != 0:
                    answers[query] = outcomes
                    search.at[0] += 1
                    continue
            else:
                if 2 * search.at[2] >= len(known.outcomes):
                    return FULL
                outcomes = seeks(letters, known, search)
                if outcomes < 0:
                    return LONG
                if outcomes > 0:
                    top = search.at[1] - 1
                    place = find_word_place(known.words, known.outcomes, search.words[top])
                    known.words[place] = search.words[top]
                    known.outcomes[place] = outcomes
                    search.at[1] = top
                    search.at[2] += 1
                    continue
                if search.at[1] == len(search.next):
                    return MANY
            top = search.at[1]
            search.words[top] = search.word
            search.next[top] = -1 - last_step
            search.at[1] = top + 1
        return DONE

    return jit.kernel(find_word_outcomes)


def build_rehash_words_kernel(jit: Jit) -> Any:
    """Return copy_words(known, larger): put every word into a larger table."""
    find_word_place = build_find_word_kernel(jit)

    def copy_words(known: Any, larger: Any) -> None:
        for place in range(len(known.outcomes)):
            if known.outcomes[place] != 0:
                there = find_word_place(larger.words, larger.outcomes, known.words[place])
                larger.words[there] = known.words[place]
                larger.outcomes[there] = known.outcomes[place]

    return jit.kernel(copy_words)
