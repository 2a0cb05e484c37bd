"""What follows a move by the file's `(effects ...)`: captures, flips, promotions, scores, another turn."""

from zermelo.elsewhere.forms import Form, Word
from zermelo.elsewhere.ludax.conditions import Conditions


class Effects(Conditions):
    """Writes effects, as statements of the method that plays a move."""

    def _effect(self, depth: int, form: Word | Form) -> None:
        if not isinstance(form, Form):
            raise self._unknown(form, "an effect")
        if form.head == "if":
            if len(form) not in (3, 5) or (len(form) == 5 and form[3] != "else"):
                raise self._unknown(form, "(if condition effect) or (if condition effect else effect)")
            self._line(depth, f"if {self.predicate(form[1])}:")
            self._effect(depth + 1, form[2])
            if len(form) == 5:
                self._line(depth, "else:")
                self._effect(depth + 1, form[4])
            return
        method = getattr(self, f"_effect_{form.head}", None)
        if method is None:
            raise self._unknown(form, "an effect")
        method(depth, self.sized(form))

    def _effect_capture(self, depth: int, form: Form) -> None:
        options = self.options(form, 2, ("mover", "increment_score"))
        side = self._mover(options, "opponent")
        self._line(depth, f"captured = {self.mask(form[1])} & {self._all(side)}")
        for piece in self.pieces:
            self._line(depth, f"{side}_{piece} &= ~captured")
            self._line(depth, f"{'opp' if side == 'own' else 'own'}_{piece} &= ~captured")
        if self._is_true(options, "increment_score"):
            self.asks.add("score")
            self._line(depth, "own_score += captured.bit_count()")

    def _effect_flip(self, depth: int, form: Form) -> None:
        side = self._mover(self.options(form, 2, ("mover",)), "opponent")
        other = "opp" if side == "own" else "own"
        self._line(depth, f"flipped = {self.mask(form[1])}")
        for piece in self.pieces:
            self._line(depth, f"turning = {side}_{piece} & flipped")
            self._line(depth, f"{side}_{piece} &= ~turning")
            self._line(depth, f"{other}_{piece} |= turning")

    def _effect_promote(self, depth: int, form: Form) -> None:
        side = self._mover(self.options(form, 4, ("mover",)), "mover")
        before, after = self._piece(form[1]), self._piece(form[2])
        self._line(depth, f"promoted = {side}_{before} & {self.mask(form[3])}")
        self._line(depth, f"{side}_{before} &= ~promoted")
        self._line(depth, f"{side}_{after} |= promoted")

    def _effect_increment_score(self, depth: int, form: Form) -> None:
        self.asks.add("score")
        self._line(depth, f"{self._whose(form[1])}_score += {self.function(form[2])}")

    def _effect_set_score(self, depth: int, form: Form) -> None:
        self.asks.add("score")
        self._line(depth, f"{self._whose(form[1])}_score = {self.function(form[2])}")

    def _effect_extra_turn(self, depth: int, form: Form) -> None:
        if form[1] != "mover" or self.phase is None or self.phase.once:
            raise self.refused(form, "an extra turn is read of the mover alone, and in a (repeat ...)")
        same = self._is_true(self.options(form, 2, ("same_piece",)), "same_piece")
        if same and self.phase is not None and self.phase.mechanic.head == "move":
            self.asks.add("again")
            self._line(depth, "extra = 2")
        else:
            self._line(depth, "extra = 1")
