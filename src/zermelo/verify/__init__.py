"""Independent checks: that a game keeps its contract, that a policy holds, that a proof is valid.

`zermelo.check` and the check of a search's `Proof` return `zermelo.core.Evidence`, and
`zermelo.play.certify` a `Certificate` of a `Policy`: any function from a position to the moves that its
player allows there. Policies and proofs can be stored in files.

>>> import zermelo
>>> from zermelo.verify import Certificate
>>> nim = zermelo.game("nim(heaps=(1, 2))")
>>> evidence = zermelo.check(nim)
>>> evidence.claim, evidence.checked, evidence.total
('the rules keep the contract of a game', 6, 6)
>>> certificate = zermelo.play.certify(lambda position: nim.moves(position), nim)
>>> isinstance(certificate, Certificate), str(certificate.first)
(True, '3 won, 0 drawn, 2 lost')

Layout
------
- `conformance/conformance_suite.py`: the questions asked of every game, in order.
- `conformance/hook_checks.py`: search hooks must not change a value.
- `conformance/index_checks.py`: in a perfect index every position has its own number.
- `conformance/payoff_checks.py`: games with several players or arbitrary payoffs.
- `conformance/sum_checks.py`: `parts` and `options`, on which values of sums rest.
- `policy_certificate.py`: a policy played against every reply, to the end of every line.
- `line_counts.py`: how complete lines of play end, counted.
- `search_proof.py`: the claims of a search, checked by the rules.
- `policy_files.py`: policies and proofs as Parquet files.

Design
------
- `check` covers every position of a small game (20,000 positions by default). A larger game is checked
  along random play, and nothing is then called proven. The first position that breaks the contract is
  named.
- `check` is public so that authors can run it on their own games.
- A certificate is exhaustive: every move that the policy allows is played against every reply, by the
  game's own rules. So "never loses" is proven.
- Certificates and proof checks use no solver result; values are only used to list mistakes of a policy.
  The proof checker asks the game itself, and never `candidates` or `bounds`, which belong to the search.
  That independence is the reason to believe them.
- Claims of a proof rest on claims of smaller height, so they cannot support each other in a circle. The
  exception is a claim that endless play satisfies, where no move brings points; it may rest on any.
- Symmetries are trusted by the proof checker; `check` tests them.
- A policy or proof is one sealed Parquet file. A stranger may forge it, so types, counts and literals
  are checked, moves are compared with the rules when they are used, and every claim of a proof is
  checked.
- Hooks and parts are checked because a wrong one gives wrong values without an error.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
