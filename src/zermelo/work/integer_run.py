"""One solve of a game whose positions are integers: what is done, kept, noted and resumed."""

import time
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.compiler import Program
from zermelo.core.budget import Budget
from zermelo.graph.classes import representative
from zermelo.graph.enumeration import enumerate_tiers
from zermelo.graph.ordering import order_positions
from zermelo.graph.slices import Workers
from zermelo.graph.sorting import BYTES_A_KEY, sort_together
from zermelo.graph.tiers import Graph
from zermelo.kernels.folds import LONG_VALUE, NARROW, SCORE, VALUE, WIDE
from zermelo.solution.files import tier_file, write_block
from zermelo.solution.records import Block, ShelfRecords, split
from zermelo.solution.summary import Summary
from zermelo.solvers.backward_induction import Question, SolvedTier, solve_tiers
from zermelo.storage.shelf import Shelf
from zermelo.work import store
from zermelo.work.tallies import Tally, summarise, tally_tier

METHOD = "backward induction"
MOST_NARROW_TIERS = (1 << NARROW) - 2


def solve_integers(program: Program, budget: Budget, partial: Path | None) -> tuple[Summary, ShelfRecords]:
    """Solve every position; with `partial` keep all of it there, ready to be published."""
    budget.settle()
    run = _Run(program, budget, partial)
    try:
        with Workers(budget) as workers:
            return run.solve(workers)
    except BaseException:
        run.shelf.close()
        raise


class _Run:
    """A solve's shelf, its clock, and the notes from which a killed one goes on."""

    def __init__(self, program: Program, budget: Budget, partial: Path | None) -> None:
        self.program = program
        self.partial = partial
        self.shelf = Shelf(budget, None if partial is None else partial / store.SCRATCH)
        self.job: dict[str, Any] = {} if partial is None else store.read_job(partial)
        self.seconds = self.job.get("seconds", [0.0, 0.0])  # enumerating and solving; writing
        self._noted = 0.0  # of the shelf's seconds of writing

    def solve(self, workers: Workers) -> tuple[Summary, ShelfRecords]:
        """Enumerate, solve, count and keep every tier."""
        began = time.perf_counter()
        graph = self._graph(workers)
        self._clock(began)
        scored, narrow = self.program.game.scored, len(graph.sizes) < MOST_NARROW_TIERS
        unscored = Question(VALUE, NARROW) if narrow else Question(LONG_VALUE, WIDE)
        question = Question(SCORE, WIDE) if scored else unscored
        records = ShelfRecords(self.shelf, question.parameter, self.program.words)
        solve = self._solve_ordered if graph.ordered else self._solve_tiers
        tally = solve(graph, question, workers, records)
        game = self.program.game
        start = records.find(representative(game)(next(iter(game.starts()))))
        assert start is not None
        seconds = self.seconds[0], self.seconds[1]
        summary = summarise(self.program.game, METHOD, start, graph.positions, tally, seconds)
        if self.partial is not None:
            files = [entry for _, entry in sorted(self.job["files"].items(), key=lambda item: int(item[0]))]
            store.finish(
                self.partial, self.program.game, summary, files, textual=False, words=self.program.words
            )
        return summary, records

    def _graph(self, workers: Workers) -> Graph:
        if "sizes" in self.job:
            return Graph(self.program, self.shelf, list(self.job["sizes"]))
        if not self.job.get("ordered"):
            graph = enumerate_tiers(self.program, self.shelf, workers)
            if graph is not None:
                self._note(sizes=graph.sizes)
                return graph
            self.shelf.clear()
            self._note(ordered=True)
        return order_positions(self.program, self.shelf, workers)

    def _solve_tiers(
        self, graph: Graph, question: Question, workers: Workers, records: ShelfRecords
    ) -> Tally:
        """Solve from the last tier, or from the one that an earlier run had reached."""
        last = None
        tally = Tally(*self.job.get("tally", ()))
        if self.job.get("files"):
            tier = min(map(int, self.job["files"]))
            last = SolvedTier(tier, graph.keys(tier), self.shelf.get(f"answers-{tier}"))
        tiers = solve_tiers(graph, question, workers, last)
        while True:
            began = time.perf_counter()
            solved = next(tiers, None)
            if solved is None:
                break
            tier, keys, answers = solved
            tally += tally_tier(self.program, keys, answers, question.parameter, workers)
            self.shelf.put(f"answers-{tier}", answers)
            self._clock(began)
            if self.partial is not None:
                self._write(tier, keys, answers, question.parameter, tally, workers)
                self.shelf.drop(f"keys-{tier + 1}")
                self.shelf.drop(f"answers-{tier + 1}")
        kept = range(1 if self.partial is not None else len(graph.sizes))
        for tier in kept:
            records.add(f"keys-{tier}", f"answers-{tier}")
        return tally

    def _solve_ordered(
        self, graph: Graph, question: Question, workers: Workers, records: ShelfRecords
    ) -> Tally:
        """Solve a graph that is kept whole; an interrupted run begins again."""
        began = time.perf_counter()
        answers: Any = np.empty(graph.positions, question.fold.column)
        for tier, _, solved in solve_tiers(graph, question, workers):
            answers[graph.members(tier)] = solved
        keys = self.shelf.get("keys")
        tally = tally_tier(self.program, keys, answers, question.parameter, workers)
        self.shelf.put("answers", answers)
        records.add("keys", "answers")
        self._clock(began)
        if self.partial is not None:
            self._write(0, keys, answers, question.parameter, tally, workers)
        return tally

    def _write(self, tier: int, keys: Any, answers: Any, shift: int, tally: Tally, workers: Workers) -> None:
        """Write a solved tier and note that it is there."""
        assert self.partial is not None
        began = time.perf_counter()
        with self.shelf.reserved(BYTES_A_KEY * len(keys)):
            positions, sorted_answers = sort_together(keys, answers, workers)
            block = Block(positions, *split(sorted_answers, shift))
            entry = write_block(self.partial / tier_file(tier), block)
        self.seconds[1] += time.perf_counter() - began
        self._note(files={**self.job.get("files", {}), str(tier): entry}, tally=list(tally))

    def _clock(self, began: float) -> None:
        """Add the time since `began` to the two clocks; what the shelf wrote is writing."""
        writing = self.shelf.seconds_writing - self._noted
        self._noted += writing
        self.seconds[0] += time.perf_counter() - began - writing
        self.seconds[1] += writing

    def _note(self, **news: Any) -> None:
        self.job |= {**news, "seconds": self.seconds}
        if self.partial is not None:
            store.write_job(self.partial, self.job)
