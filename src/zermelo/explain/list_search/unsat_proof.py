"""That a formula cannot be satisfied: a proof by one solver, checked by our own unit propagation.

The search for lists adds to its formula as it goes. What it refuted at last, which holds only the decisions
that it takes, is refuted anew with the proof written down (by Glucose), and the proof goes to
`explain.kernels.unit_propagation`. Formula and proof can be written in the formats of outside checkers,
DIMACS and DRUP.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.core.errors import CheckFailed
from zermelo.explain.kernels.unit_propagation import REFUTED, build_check_refutation

Clause = Sequence[int]
SOLVER: Final = "glucose4"


@dataclass(frozen=True, eq=False)
class Refutation:
    """A formula and the clauses of a proof that nothing satisfies it, the empty clause last."""

    formula: tuple[Clause, ...] = field(repr=False)
    proof: tuple[Clause, ...] = field(repr=False)

    def check_proof(self) -> None:
        """Raise `CheckFailed` unless the proof holds, by unit propagation alone.

        >>> Refutation(([1, 2], [1, -2], [-1, 3], [-1, -3]), ([1], [])).check_proof()
        """
        clauses = (*self.formula, *self.proof)
        status = int(_run_proof_kernel(clauses, len(self.formula)))
        if status == REFUTED:
            return
        if status < len(clauses):
            raise CheckFailed(
                f"clause {status - len(self.formula) + 1} of the proof, {list(clauses[status])}, does not "
                "follow: the formula may yet be satisfied"
            )
        raise CheckFailed("the proof ends before anything is refuted: the formula may yet be satisfied")

    def format_formula_as_dimacs(self) -> str:
        """Return the formula as DIMACS text."""
        variables = max((abs(literal) for clause in self.formula for literal in clause), default=0)
        return _format_clauses(self.formula, f"p cnf {variables} {len(self.formula)}\n")

    def format_proof_as_drup(self) -> str:
        """Return the proof as DRUP text."""
        return _format_clauses(self.proof)


def refute_lists(formula: Sequence[Clause], what: str) -> Refutation:
    """Return a checked proof that no list of `what` is right, as a formula says; else raise `CheckFailed`."""
    refutation = prove_unsatisfiable(formula)
    if refutation is None:
        raise CheckFailed(
            f"that no list of {what} is right was not confirmed: asked again, the solver finds one"
        )
    refutation.check_proof()
    return refutation


def prove_unsatisfiable(formula: Sequence[Clause]) -> Refutation | None:
    """Return a proof that a formula cannot be satisfied, not yet checked; None where it can."""
    from pysat.solvers import Solver

    with Solver(name=SOLVER, bootstrap_with=formula, with_proof=True) as solver:
        if solver.solve():
            return None
        lines = solver.get_proof()
    steps = (line.split() for line in lines)
    proof = tuple([int(word) for word in words[:-1]] for words in steps if words[0] != "d")
    return Refutation(tuple(formula), proof)


def _format_clauses(clauses: Sequence[Clause], head: str = "") -> str:
    return head + "".join(" ".join(map(str, (*clause, 0))) + "\n" for clause in clauses)


def _run_proof_kernel(clauses: Sequence[Clause], given: int) -> int:
    """Return what the kernel says of a formula's clauses followed by a proof's.

    A literal that comes twice is given once: the kernel takes each for another that may still be true, and
    would not see that one is left.
    """
    clauses = [tuple(dict.fromkeys(clause)) for clause in clauses]
    bounds = np.zeros(len(clauses) + 1, np.int64)
    np.cumsum([len(clause) for clause in clauses], out=bounds[1:])
    signed = np.fromiter((literal for clause in clauses for literal in clause), np.int64, int(bounds[-1]))
    literals: npt.NDArray[np.int32] = (2 * np.abs(signed) + (signed < 0)).astype(np.int32)
    variables = int(np.abs(signed).max(initial=0)) + 1
    heads = np.full(2 * variables, -1, np.int32)
    links = np.full(2 * len(clauses), -1, np.int32)
    values, trail = np.zeros(2 * variables, np.int8), np.empty(variables, np.int32)
    check = shared_kernel(build_check_refutation)
    return int(check((literals, bounds), given, heads, links, values, trail))
