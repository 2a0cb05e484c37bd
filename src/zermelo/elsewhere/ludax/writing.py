"""The rules of a file written as a class of ours: expressions of integers, sets of cells being bits.

A position is a tuple: the cells of each piece of each player, `clock` (whose turn in which phase), `over`
(0, or how play ended), and of what rules may remember only what these rules ask. In every method `own_0`
and `opp_0` are the mover's pieces of kind 0 and the other's. A move is a number: the cell of a piece that
is placed; or which of the moves in the file, from where and to where. Whatever holds "after a move" is
worked out where the move is played, so that end rules know the last cell.

Two passes: the first finds what has to be remembered.
"""

from typing import Final

from zermelo.elsewhere.forms import Form, Word
from zermelo.elsewhere.ludax.conditions import KINDS
from zermelo.elsewhere.ludax.effects import Effects
from zermelo.elsewhere.ludax.reading import Phase

RESULTS: Final = ("win", "lose")


class Writer(Effects):
    """Writes the class of a file."""

    def write(self) -> str:
        """Return the source of the class."""
        file = self.file
        turns, phases, following = file.clock()
        self.tables |= {"turns": turns, "phases": phases, "nexts": following}
        self._line(1, "def start(self):")
        start = [0] * len(self.words)
        for piece, player, cells in self._placed():
            for word in range(2 * len(file.pieces)):
                if word == 2 * piece + player:
                    start[word] |= cells
        self._line(2, f"return ({', '.join(map(str, start))})")
        self._moves()
        self._play()
        self._line(1, "def mover(self, position):")
        self._line(2, f"return self.turns[position[{self.words.index('clock')}]]")
        self._line(1, "def outcome(self, position):")
        self._line(2, f"over = position[{self.words.index('over')}]")
        self._line(2, "if over == 0:")
        self._line(3, "return UNDECIDED")
        self._line(2, "if over == 3:")
        self._line(3, "return DRAW")
        self._line(2, "return WIN if over - 1 == self.mover(position) else LOSS")
        lines = [f"class {self.name}(OnBoard):"]
        lines += [f"    {name} = {table!r}" for name, table in self.tables.items()]
        lines += [f"    told_words = {tuple(self.words)!r}", f"    told_pieces = {file.pieces!r}"]
        lines += [f"    told_layout = {self.board!r}"]
        for helper in self.helpers.values():
            lines += helper
        return "\n".join([*lines, *self.lines]) + "\n"

    def _moves(self) -> None:
        phases = self.file.phases
        for phase in phases:
            self.phase = phase
            if phase.mechanic.head == "move":
                self._groups(phase)
        self._line(1, "def moves(self, position):")
        self._begin()
        for number, phase in enumerate(phases):
            self.phase = phase
            depth = 2
            if len(phases) > 1:
                self._line(2, f"if self.phases[clock] == {number}:")
                depth = 3
            if phase.force_pass:
                self._line(depth, "moved = False")
            if phase.mechanic.head == "place":
                self._placing(depth, number, phase)
            else:
                self._moving(depth, phase)
            if phase.force_pass:
                self._line(depth, "if not moved:")
                self._line(depth + 1, f"yield {self.file.pass_move}")
        self._line(1, "def can_move(self, position):")
        self._line(2, "for _ in self.moves(position):")
        self._line(3, "return True")
        self._line(2, "return False")
        self.phase = None

    def _place_parts(self, phase: Phase) -> tuple[int, str, Form, Form | None, Form | None]:
        """Return of a placing: the piece, whose it becomes, where, what must result, and the effects."""
        form = phase.mechanic
        piece = self._piece(form[1]) if len(form) > 1 else self._piece(form)
        rest = list(form[2:])
        side = "own"
        if rest and isinstance(rest[0], Word):
            side = self._whose(rest.pop(0))
        found: dict[str, Form] = {}
        for part in rest:
            if (
                not isinstance(part, Form)
                or part.head not in ("destination", "result", "effects")
                or part.head in found
            ):
                raise self._unknown(part, "a part of (place ...)")
            found[part.head] = part
        if "destination" not in found or len(found["destination"]) != 2:
            raise self.refused(form, "(place ...) wants a (destination ...)")
        return piece, side, found["destination"], found.get("result"), found.get("effects")

    def _placing(self, depth: int, number: int, phase: Phase) -> None:
        piece, side, where, result, _ = self._place_parts(phase)
        self.after = False
        self._line(depth, f"free = {self.mask(where[1])}")
        allowed = ""
        if result is not None:
            allowed = f" and self.allowed_{number}(position, cell)"
            self._allowed(number, piece, side, result)
        self._line(depth, f"for cell in range({self.board.cells}):")
        self._line(depth + 1, f"if free >> cell & 1{allowed}:")
        if phase.force_pass:
            self._line(depth + 2, "moved = True")
        self._line(depth + 2, "yield cell")

    def _allowed(self, number: int, piece: int, side: str, result: Form) -> None:
        """Write a method that says whether what results of placing a piece is allowed."""
        outer, self.lines = self.lines, []
        self._line(1, f"def allowed_{number}(self, position, cell):")
        self._begin()
        self._line(2, f"{side}_{piece} |= 1 << cell")
        self._line(2, "last = cell")
        self._scores(2)
        self.after = self.is_looking_ahead = True
        holds = self.predicate(self.sized(result)[1])
        self.after = self.is_looking_ahead = False
        self._line(2, f"return {holds}")
        self.helpers[f"allowed_{number}"] = self.lines
        self.lines = outer

    def _scores(self, depth: int) -> None:
        if "score" in self.asked:
            self._line(depth, "own_score = score_0 if me == 0 else score_1")
            self._line(depth, "opp_score = score_1 if me == 0 else score_0")

    def _groups(self, phase: Phase) -> None:
        """Write the moves of a phase, a method for each priority."""
        form = phase.mechanic
        if len(form) < 2 or not isinstance(form[1], Form):
            raise self.refused(form, "(move ...) wants a hop, a slide or a step")
        parts = list(form[1][1:]) if form[1].head == "or" else [form[1]]
        by_priority: dict[int, list[int]] = {}
        for part in parts:
            if not isinstance(part, Form) or part.head not in KINDS[1:] or len(part) < 2:
                raise self._unknown(part, "a hop, a slide or a step")
            options = self._move_options(part, part.head)
            priority = self._number(options["priority"]) if "priority" in options else 0
            by_priority.setdefault(priority, []).append(len(self.moving))
            self.moving.append((part.head, self._piece(part[1]), part))
        phase.groups = [by_priority[priority] for priority in sorted(by_priority)]
        for group in phase.groups:
            name = f"group_of_{group[0]}"
            self._line(1, f"def {name}(self, position):")
            self._begin()
            self._line(2, f"occupied = {self.occupied}")
            for number in group:
                self._generate(number)
            self._line(1, f"def has_{name}(self, position):")
            self._line(2, f"for _ in self.{name}(position):")
            self._line(3, "return True")
            self._line(2, "return False")

    def _generate(self, number: int) -> None:
        """Write the moves of one kind of a piece."""
        kind, piece, form = self.moving[number]
        ways = self._move_ways(form, kind)
        over = self._hopped_over(form) if kind == "hop" else ""
        if over:
            self._line(2, f"over_{number} = {over}")
        rows = [self.table("ways", tuple(self.board.way(way) for way in each)) for each in ways]
        players = [None] if rows[0] == rows[1] else [0, 1]
        for player in players:
            depth = 2
            if player is not None:
                self._line(2, f"if me == {player}:")
                depth = 3
            self._line(depth, f"for cell in range({self.board.cells}):")
            self._line(depth + 1, f"if own_{piece} >> cell & 1:")
            self._line(depth + 2, f"for way in self.{rows[player or 0]}:")
            inner = depth + 3
            code = f"yield ({number} * {self.board.cells} + cell) * {self.board.cells} + end"
            if kind == "hop":
                self._line(inner, "between = way[cell]")
                self._line(inner, f"if between >= 0 and over_{number} >> between & 1:")
                self._line(inner + 1, "end = way[between]")
                self._line(inner + 1, "if end >= 0 and occupied >> end & 1 == 0:")
                self._line(inner + 2, code)
            elif kind == "step":
                self._line(inner, "end = way[cell]")
                self._line(inner, "if end >= 0 and occupied >> end & 1 == 0:")
                self._line(inner + 1, code)
            else:
                self._line(inner, "end = way[cell]")
                self._line(inner, "while end >= 0 and occupied >> end & 1 == 0:")
                self._line(inner + 1, code)
                self._line(inner + 1, "end = way[end]")

    def _moving(self, depth: int, phase: Phase) -> None:
        for place, group in enumerate(phase.groups):
            name = f"group_of_{group[0]}"
            last = place == len(phase.groups) - 1
            at = depth
            if len(phase.groups) > 1:
                test = "else:" if last else f"{'if' if place == 0 else 'elif'} self.has_{name}(position):"
                self._line(depth, test)
                at = depth + 1
            self._line(at, f"for move in self.{name}(position):")
            at += 1
            if "again" in self.asked:
                self._line(
                    at, f"if again == 0 or move // {self.board.cells} % {self.board.cells} == again - 1:"
                )
                at += 1
            if phase.force_pass:
                self._line(at, "moved = True")
            self._line(at, "yield move")

    # Playing a move.

    def _play(self) -> None:
        cells = self.board.cells
        self._line(1, "def play(self, position, move):")
        self._begin()
        self._scores(2)
        self._line(2, "extra = 0")
        self._line(2, "kind = 0")
        if "last" not in self.asked:
            self._line(2, "last = -1")
        for name in ("captured", "promoted"):
            self._line(2, f"{name} = 0")
        if any(phase.force_pass for phase in self.file.phases):
            self.asks.add("passed")
        for number, phase in enumerate(self.file.phases):
            self.phase = phase
            self.after = True
            tests = [f"self.phases[clock] == {number}"] if len(self.file.phases) > 1 else []
            if phase.force_pass:
                tests.append(f"move != {self.file.pass_move}")
            self._line(2, f"if {' and '.join(tests) or 'True'}:")
            if phase.mechanic.head == "place":
                piece, side, _, _, effects = self._place_parts(phase)
                other = "opp" if side == "own" else "own"
                self._line(3, "last = move")
                self._line(3, f"{side}_{piece} |= 1 << move")
                self._line(3, f"{other}_{piece} &= ~(1 << move)")
            else:
                effects = self._play_piece(phase, cells)
            for effect in self.sized(effects)[1:] if effects is not None else ():
                self._effect(3, effect)
            if phase.force_pass:
                depth = 2
                if len(self.file.phases) > 1:
                    self._line(2, f"if self.phases[clock] == {number}:")
                    depth = 3
                self._line(depth, f"passing = 1 if move == {self.file.pass_move} else 0")
                for player in (0, 1):
                    self._line(depth, f"if me == {player}:")
                    self._line(depth + 1, f"passed_{player} = passing")
        self.phase = None
        self._finish()
        self.after = False

    def _play_piece(self, phase: Phase, cells: int) -> Form | None:
        form = phase.mechanic
        self._line(3, f"begin = move // {cells} % {cells}")
        self._line(3, f"last = move % {cells}")
        for group in phase.groups:
            for number in group:
                kind, piece, part = self.moving[number]
                self._line(3, f"if move // {cells * cells} == {number}:")
                self._line(4, f"kind = {KINDS.index(kind)}")
                self._line(4, f"own_{piece} = own_{piece} & ~(1 << begin) | 1 << last")
                if kind == "hop" and self._is_true(self._move_options(part, "hop"), "capture"):
                    rows = self.table("ways", tuple(self.board.way(way) for way in self.board.vectors))
                    self._line(4, f"for way in self.{rows}:")
                    self._line(5, "between = way[begin]")
                    self._line(5, "if between >= 0 and way[between] == last:")
                    self._line(6, "captured = 1 << between")
                    for other in self.pieces:
                        self._line(4, f"own_{other} &= ~captured")
                        self._line(4, f"opp_{other} &= ~captured")
        rest = form[2:]
        if not rest:
            return None
        if len(rest) > 1 or not isinstance(rest[0], Form) or rest[0].head != "effects":
            raise self._unknown(rest[0], "a part of (move ...)")
        return rest[0]

    def _finish(self) -> None:
        """Write what follows a move: the next turn, and whether play is over."""
        self._line(2, "clock = clock if extra else self.nexts[clock]")
        packed = []
        lasts = ("last", "their_last")
        for word in self.words:
            kind, _, player = word.rpartition("_")
            side = ("own", "opp") if player == "0" else ("opp", "own")
            if word.startswith("b"):
                piece = kind.removeprefix("b")
                packed.append(f"{side[0]}_{piece} if me == 0 else {side[1]}_{piece}")
            elif word == "over":
                packed.append("0")
            elif word == "again":
                packed.append("last + 1 if extra == 2 else 0")
            elif kind == "last":
                packed.append(f"{lasts[player == '1']} + 1 if me == 0 else {lasts[player == '0']} + 1")
            elif kind == "score":
                packed.append(f"{side[0]}_score if me == 0 else {side[1]}_score")
            else:
                packed.append(word)
        self._line(2, f"following = ({', '.join(f'({each})' for each in packed)})")
        self._line(2, "ended = 0")
        for rule in self.file.ends:
            if len(rule) != 3 or rule.head != "if":
                raise self._unknown(rule, "an end rule, (if condition result)")
            self._line(2, f"if ended == 0 and {self.predicate(rule[1])}:")
            self._line(3, f"ended = {self._result(rule[2])}")
        place = self.words.index("over")
        whole = [f"following[{number}]" for number in range(len(self.words))]
        whole[place] = "ended"
        self._line(2, "if ended == 0:")
        self._line(3, "return following")
        self._line(2, f"return ({', '.join(whole)})")

    def _result(self, form: Word | Form) -> str:
        """Return how play ends: 1 and 2 are who wins, 3 is a draw."""
        if isinstance(form, Form) and form.head == "draw":
            return "3"
        if isinstance(form, Form) and form.head == "by_score":
            self.asks.add("score")
            return "3 if own_score == opp_score else 1 + me if own_score > opp_score else 2 - me"
        if isinstance(form, Form) and len(form) == 2 and form[1] in RESULTS:
            if form[0] == "both":
                raise self.refused(
                    form, "both win or lose: games are read in which one wins what the other loses"
                )
            wins = (self._whose(form[0]) == "own") == (form[1] == "win")
            return "1 + me" if wins else "2 - me"
        raise self._unknown(form, "a result: win, lose, draw or by_score")

    # The start.

    def _placed(self) -> list[tuple[int, int, int]]:
        """Return what stands on the board at the start: piece, player, cells."""
        found = []
        for form in self.file.starts:
            if form.head != "place" or len(form) != 4:
                raise self._unknown(form, "a start, (place piece player cells)")
            if form[2] not in ("P1", "P2"):
                raise self._unknown(form[2], "P1 or P2")
            for cells in self.fixed(form[3]):
                found.append((self._piece(form[1]), 0 if form[2] == "P1" else 1, cells))
        return found
