"""Ground rules written as a class of ours, so that they are solved, and compiled, as rules of ours are.

A position is the facts that hold, a bit for each fact that ever may, in the order of their texts; more than
62 are a tuple of words of 62 bits. Moves are numbered for all roles together. What a move does is worked out
for each beforehand, as only one role ever has a choice:

    kept[move]   the facts that stay if they hold     made[move]   those that it makes, whatever held

and conditions for all that is in neither. Whose turn it is, is a fact where there is one without which a
role has nothing to do but wait (`control`); else every role's moves are counted.
"""

from typing import Final

from zermelo.formats.gdl.gdl_conditions import GdlConditionWriter
from zermelo.formats.gdl.gdl_program import CHANCE, IDLE, NO_FACTS, NOTHING, FactCondition, find_waiting_move
from zermelo.formats.gdl.gdl_rules import make_term_sort_key

STUCK: Final = "a role has no legal move where play is not over"


class GdlToPythonWriter(GdlConditionWriter):
    """Writes the class."""

    def make_class_source(self) -> str:
        """Return the source of the class."""
        made = self.made
        tables = self._make_move_tables()
        self._write_line(0, f"class {self.name}({self.base}):")
        if self.base == "GdlZeroSumGame":
            self._write_zero_sum_outcome()
        elif self.base == "GdlPuzzle":
            self._write_puzzle_outcome()
        else:
            self._write_payoffs_method()
        for name, table in tables:
            self._write_line(1, f"{name} = {table!r}")
        self._write_line(1, "def start(self):")
        self._write_line(2, f"return {self._make_position_expression(made.start)}")
        self._write_turn_method()
        self._write_moves_method()
        if made.has_dice:
            self._write_chances_method()
        self._write_play_method()
        return "\n".join(self.lines) + "\n"

    # Whose turn it is.

    def _find_player_number(self, role: int) -> int:
        """Return a role's number among the players; 0 of dice."""
        players = self.made.players
        return players.index(role) if role in players else 0

    def _write_turn_method(self) -> None:
        made = self.made
        self._write_line(1, "def turn_at(self, position):")
        self._write_position_unpacking(2)
        if len(made.roles) == 1:
            self._write_line(2, "return 0")
        elif made.turns is not None:
            whole = self._pack_fact_masks(made.turns)
            for role, fact in enumerate(made.turns):
                own = self._pack_fact_masks((fact,))
                self._write_line(
                    2,
                    "if "
                    + " and ".join(
                        f"p{word} & {whole[word]} == {own[word]}" for word in range(self.words) if whole[word]
                    )
                    + ":",
                )
                self._write_line(3, f"return {role}")
            self._write_line(
                2,
                "if "
                + " and ".join(f"p{word} & {whole[word]} == 0" for word in range(self.words) if whole[word])
                + ":",
            )
            self._write_line(3, "return 0")  # all wait: that is one move, the first role's
            self._write_line(2, "return -1")
        else:
            self._write_move_count()
        if len(made.roles) > 1:
            self._write_line(1, "def mover(self, position):")
            self._write_line(2, "role = self.turn_at(position)")
            for role in range(len(made.roles)):
                if self._find_player_number(role):
                    self._write_line(2, f"if role == {role}:")
                    self._write_line(3, f"return {self._find_player_number(role)}")
            self._write_line(2, "return 0")
        elif self.base != "GdlPuzzle":
            self._write_line(1, "def mover(self, position):")
            self._write_line(2, "return 0")

    def _write_move_count(self) -> None:
        """Write how moves are counted: -1 where several have a choice, -2 where one has no move."""
        made = self.made
        roles = range(len(made.roles))
        self._write_derived_atoms(
            2, [atom for role in roles for _, atom in self._list_legal_moves_of_role(role)]
        )
        for role in roles:
            self._write_line(2, f"count_{role} = 0")
            self._write_line(2, f"busy_{role} = False")
            for _, atom in self._list_legal_moves_of_role(role):
                self._write_line(2, f"if {self.names[atom]}:")
                self._write_line(3, f"count_{role} += 1")
                if atom[2] != IDLE:
                    self._write_line(3, f"busy_{role} = True")
        self._write_line(2, "found = -3")
        for role in roles:
            self._write_line(2, f"if count_{role} == 0:")
            self._write_line(3, "return -2")
            self._write_line(2, f"if count_{role} > 1:")
            self._write_line(3, "if found != -3:")
            self._write_line(4, "return -1")
            self._write_line(3, f"found = {role}")
        self._write_line(2, "if found != -3:")
        self._write_line(3, "return found")
        for role in roles:
            self._write_line(2, f"if busy_{role}:")
            self._write_line(3, f"return {role}")
        self._write_line(2, "return 0")

    def _write_moves_method(self) -> None:
        made = self.made
        self._write_line(1, "def moves(self, position):")
        self._write_position_unpacking(2)
        depth = 2
        if self.base != "GdlZeroSumGame":
            depth = self._write_unless_terminal(2)
        self._write_line(depth, "role = self.checked_turn(position)")
        for role in made.players:
            self._write_line(depth, f"if role == {role}:")
            legal = self._list_legal_moves_of_role(role)
            self._write_derived_atoms(depth + 1, [atom for _, atom in legal])
            if self.base == "GdlZeroSumGame":
                self._write_line(depth + 1, "is_stuck = True")
            for number, atom in legal:
                self._write_line(depth + 1, f"if {self.names[atom]}:")
                if self.base == "GdlZeroSumGame":
                    self._write_line(depth + 2, "is_stuck = False")
                self._write_line(depth + 2, f"yield {number}")
            if self.base == "GdlZeroSumGame":  # of payoffs, the end says so
                self._write_line(depth + 1, "if is_stuck:")
                self._write_line(
                    depth + 2, f"raise ValueError({self._add_location_to_text('legal', STUCK)!r})"
                )
            elif not legal:
                self._write_line(depth + 1, "pass")
        self._write_line(1, "def checked_turn(self, position):")
        self._write_line(2, "role = self.turn_at(position)")
        self._write_line(2, "if role == -1:")
        several = self._add_location_to_text(
            "legal", "several roles have a choice at once, and games are read in which they move in turn"
        )
        self._write_line(3, f"raise ValueError({several!r})")
        self._write_line(2, "if role == -2:")
        self._write_line(3, f"raise ValueError({self._add_location_to_text('legal', STUCK)!r})")
        if made.turns is not None:
            self._write_waiting_check()
        self._write_line(2, "return role")

    def _write_waiting_check(self) -> None:
        """Write that whose turn it is not has to be allowed to wait."""
        self._write_position_unpacking(2)
        for role in range(len(self.made.roles)):
            wait = find_waiting_move(self.made, role)
            assert wait is not None
            atom = ("legal", self.made.roles[role], self.made.moves[wait][1])
            self._write_line(2, f"if role != {role}:")
            self._write_derived_atoms(3, [atom])
            self._write_line(3, f"if not {self.names[atom]}:")
            text = self._add_location_to_text(
                "legal", f"{self.made.roles[role]} can neither move nor wait where another moves"
            )
            self._write_line(4, f"raise ValueError({text!r})")

    def _write_unless_terminal(self, depth: int) -> int:
        """Write that what follows is for where play goes on; return how deep it is to stand."""
        terminal = ("terminal",)
        if terminal not in self.made.derived:
            return depth
        self._write_derived_atoms(depth, [terminal])
        self._write_line(depth, f"if not {self.names[terminal]}:")
        return depth + 1

    def _write_chances_method(self) -> None:
        role = self.made.roles.index(CHANCE)
        self._write_line(1, "def chances(self, position):")
        self._write_position_unpacking(2)
        self._write_line(2, f"if self.turn_at(position) == {role}:")
        depth = self._write_unless_terminal(3)
        legal = self._list_legal_moves_of_role(role)
        self._write_derived_atoms(depth, [atom for _, atom in legal])
        self._write_line(depth, "count = 0")
        for _, atom in legal:
            self._write_line(depth, f"if {self.names[atom]}:")
            self._write_line(depth + 1, "count += 1")
        self._write_line(depth, "if count == 0:")
        self._write_line(depth + 1, f"raise ValueError({self._add_location_to_text('legal', STUCK)!r})")
        for number, atom in legal:
            self._write_line(depth, f"if {self.names[atom]}:")
            self._write_line(depth + 1, f"yield 1 / count, self.play(position, {number})")

    # The end.

    def _write_goal_value(self, depth: int, role: int) -> None:
        """Write what a role gets where play is over: -1 where that is nothing, or two things."""
        goals = [(goal, ("goal", self.made.roles[role], goal)) for goal in self.made.goals[role]]
        goals = [(goal, atom) for goal, atom in goals if atom in self.made.derived]
        self._write_derived_atoms(depth, [atom for _, atom in goals])
        self._write_line(depth, f"worth_{role} = -1")
        for goal, atom in goals:
            self._write_line(depth, f"if {self.names[atom]}:")
            self._write_line(depth + 1, f"worth_{role} = {int(goal)} if worth_{role} == -1 else -2")

    def _write_terminal_check(self) -> bool:
        """Write that play is not over where it is not; return whether it ever is."""
        self._write_position_unpacking(2)
        terminal = ("terminal",)
        if terminal not in self.made.derived:
            self._write_line(2, "return UNDECIDED")
            return False
        self._write_derived_atoms(2, [terminal])
        self._write_line(2, f"if not {self.names[terminal]}:")
        self._write_line(3, "return UNDECIDED")
        return True

    def _write_single_goal_check(self, role: int) -> None:
        self._write_line(2, f"if worth_{role} < 0:")
        text = self._add_location_to_text(
            "goal", f"{self.made.roles[role]} has no goal, or two, where play is over"
        )
        self._write_line(3, f"raise ValueError({text!r})")

    def _write_zero_sum_outcome(self) -> None:
        first, second = self.made.players
        is_scored = not self.made.has_win_loss_goals
        if is_scored:
            self._write_line(1, "scored = True")
        self._write_line(1, "def outcome(self, position):")
        if not self._write_terminal_check():
            return
        for role in (first, second):
            self._write_goal_value(2, role)
            self._write_single_goal_check(role)
        self._write_line(2, f"if worth_{first} + worth_{second} != 100:")
        text = self._add_location_to_text(
            "goal", "goals are not 100 together, as in games of two adversaries they are"
        )
        if not self.made.has_dice:
            payoffs = self.name.removesuffix("ByPoints") if is_scored else f"{self.name}ByGoals"
            text += f": take it by goals, {self.made.grounded.rules.source.name}:{payoffs}"
        self._write_line(3, f"raise ValueError({text!r})")
        result = f"LOSS if worth_{first} == 0 else DRAW if worth_{first} == 50 else WIN"
        self._write_line(2, f"value = {f'worth_{first} - worth_{second}' if is_scored else result}")
        self._write_line(2, "return value if self.mover(position) == 0 else -value")

    def _write_puzzle_outcome(self) -> None:
        self._write_line(1, "def outcome(self, position):")
        if self._write_terminal_check():
            self._write_goal_value(2, 0)
            self._write_single_goal_check(0)
            self._write_line(2, "return WIN if worth_0 == 100 else UNDECIDED")

    def _write_payoffs_method(self) -> None:
        players = self.made.players
        self._write_line(1, f"players = {len(players)}")
        self._write_line(1, "def payoffs(self, position):")
        self._write_position_unpacking(2)
        if ("terminal",) in self.made.derived:
            self._write_derived_atoms(2, [("terminal",)])
            self._write_line(2, f"if not {self.names['terminal',]}:")
            self._write_line(3, f"raise ValueError({self._add_location_to_text('legal', STUCK)!r})")
        for role in players:
            self._write_goal_value(2, role)
            self._write_single_goal_check(role)
        worths = "".join(f"worth_{role}, " for role in players)
        self._write_line(2, f"return ({worths})")

    # Moves.

    def _make_move_tables(self) -> list[tuple[str, tuple[int, ...]]]:
        """Return the tables of all moves, and note what stands in none of them."""
        kept: list[set[int]] = []
        put: list[set[int]] = []
        self.rest: dict[tuple[int, FactCondition], list[int]] = {}
        for move in range(len(self.made.moves)):
            steps = self.made.steps[move]
            made = {fact for fact, condition in steps if condition.is_always_true}
            stays = {
                fact
                for fact, condition in steps
                if fact not in made
                and condition == FactCondition(frozenset((fact,)), NO_FACTS, NOTHING, NOTHING)
            }
            for fact, condition in steps:
                if fact not in made and not (fact in stays and fact in condition.there):
                    self.rest.setdefault((fact, condition), []).append(move)
            kept.append(stays)
            put.append(made)
        tables = [("role_of", tuple(role for role, _ in self.made.moves))]
        for word in range(self.words):
            tables.append((f"kept_{word}", tuple(self._pack_fact_masks(facts)[word] for facts in kept)))
            tables.append((f"made_{word}", tuple(self._pack_fact_masks(facts)[word] for facts in put)))
        self.groups: dict[tuple[int, ...], str] = {}
        for moves in self.rest.values():
            if len(moves) < len(self.made.moves):
                self.groups.setdefault(tuple(moves), f"among_{len(self.groups)}")
        for among, name in self.groups.items():
            known = set(among)
            tables.append((name, tuple(int(move in known) for move in range(len(self.made.moves)))))
        return tables

    def _write_play_method(self) -> None:
        self._write_line(1, "def play(self, position, move):")
        self._write_position_unpacking(2)
        asked = {atom for _, condition in self.rest for atom in (*condition.holds, *condition.fails)}
        self._write_derived_atoms(2, sorted(asked, key=make_term_sort_key))
        for word in range(self.words):
            self._write_line(2, f"q{word} = p{word} & self.kept_{word}[move] | self.made_{word}[move]")
        together: dict[tuple[str, str], list[int]] = {}
        for (fact, condition), moves in self.rest.items():
            group = self.groups.get(tuple(moves), "") if len(moves) < len(self.made.moves) else ""
            together.setdefault((group, self._make_condition_expression(condition)), []).append(fact)
        for (group, test), facts in together.items():
            tests = [f"self.{group}[move]"] if group else []
            tests += [test] if test != "True" else []
            depth = 2
            if tests:
                self._write_line(2, f"if {' and '.join(tests)}:")
                depth = 3
            for word, mask in enumerate(self._pack_fact_masks(facts)):
                if mask:
                    self._write_line(depth, f"q{word} |= {mask}")
        if self.words == 1:
            self._write_line(2, "return q0")
        else:
            self._write_line(2, f"return ({', '.join(f'q{word}' for word in range(self.words))})")
