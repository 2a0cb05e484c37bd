"""Values for Hypothesis, and their way to other libraries."""

from fractions import Fraction

from hypothesis import strategies as st

from zermelo.cgt.partizan.short_game_form import Form, make_ups_form, options_form

numbers = st.builds(
    lambda over, under: Fraction(over, 1 << under), st.integers(-12, 12), st.sampled_from([0, 0, 1, 2])
)
ups = st.sampled_from([0, 0, 0, 1, -1, 2, -2, 3])
nimbers = st.sampled_from([0, 0, 1, 1, 2, 3])
plain = st.builds(make_ups_form, numbers, ups, nimbers)
dyadic = st.builds(
    lambda over, under: Fraction(over, 1 << under), st.integers(0, 12), st.sampled_from([0, 1, 2])
)


def built_on(leaves: st.SearchStrategy[Form], leaf_count: int) -> st.SearchStrategy[Form]:
    """Games whose options, some moves deep, are these; both players have options until then."""
    return st.recursive(
        leaves,
        lambda below: st.builds(
            options_form, st.lists(below, min_size=1, max_size=3), st.lists(below, min_size=1, max_size=3)
        ),
        max_leaves=leaf_count,
    )


forms = built_on(plain, 8)
small_forms = built_on(plain, 4)
all_small = built_on(st.builds(lambda many, heap: make_ups_form(0, many, heap), ups, nimbers), 8)


def in_braces(form: Form) -> str:
    """A value as other libraries read it: numbers, ups and nimbers, and braces around everything else."""
    if form.ups is not None:
        return str(form)
    lefts, rights = (",".join(map(in_braces, run)) for run in (form.left, form.right))
    return f"{{{lefts}|{rights}}}"
