"""What holds at a position, as expressions and local variables of the rules that are written.

A condition on facts is one comparison, `position & mask == value`; what is derived is a local variable, each
after those that it asks, and where some ask each other they grow until nothing new follows.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from zermelo.formats.gdl.gdl_program import NO_FACTS, NOTHING, FactCondition, GdlProgram, find_waiting_move
from zermelo.formats.gdl.gdl_rules import Atom, find_strongly_connected_components, make_term_sort_key

WORD: Final = 62  # bits


class GdlConditionWriter:
    """Writes conditions, and lines of the class."""

    def __init__(self, program: GdlProgram, name: str, base: str) -> None:
        self.made, self.name, self.base = program, name, base
        self.words = max(1, -(-len(program.facts) // WORD))
        self.names = {atom: f"d{number}" for number, atom in enumerate(program.derived)}
        for number, (role, action) in enumerate(program.moves):
            self.names["does", program.roles[role], action] = f"m{number}"
        self.lines: list[str] = []

    def _write_line(self, depth: int, text: str) -> None:
        if depth == 1:
            self.ready: set[str] = set()  # what is derived already, in the method that begins
        self.lines.append(" " * 4 * depth + text)

    def _add_location_to_text(self, head: str, text: str) -> str:
        """Return a text that names the file and the line where the rules for something begin."""
        rules = self.made.grounded.rules
        line = next(rule.line for rule in rules.rules if rule.head[0] == head)
        return str(rules.source.make_error(line, text))

    def _make_position_expression(self, facts: Iterable[int]) -> str:
        words = self._pack_fact_masks(facts)
        return str(words[0]) if self.words == 1 else f"({', '.join(map(str, words))})"

    def _pack_fact_masks(self, facts: Iterable[int]) -> list[int]:
        words = [0] * self.words
        for fact in facts:
            words[fact // WORD] |= 1 << fact % WORD
        return words

    def _write_position_unpacking(self, depth: int) -> None:
        if self.words == 1:
            self._write_line(depth, "p0 = position")
        else:
            self._write_line(depth, f"{', '.join(f'p{word}' for word in range(self.words))} = position")

    def _make_condition_expression(self, condition: FactCondition) -> str:
        """Return a condition as an expression."""
        there, gone = self._pack_fact_masks(condition.there), self._pack_fact_masks(condition.gone)
        parts = [
            f"p{word} & {there[word] | gone[word]} == {there[word]}"
            for word in range(self.words)
            if there[word] | gone[word]
        ]
        parts += [self.names[atom] for atom in sorted(condition.holds, key=make_term_sort_key)]
        parts += [f"not {self.names[atom]}" for atom in sorted(condition.fails, key=make_term_sort_key)]
        return " and ".join(parts) or "True"

    def _write_derived_atoms(self, depth: int, wanted: Iterable[Atom]) -> None:
        """Write what is derived, as far as some atoms ask for it."""
        edges: dict[str, list[str]] = {}
        atoms = {name: atom for atom, name in self.names.items()}
        waiting = [self.names[atom] for atom in wanted]
        while waiting:
            name = waiting.pop()
            if name in edges or name in self.ready:
                continue
            asked = {
                self.names[other]
                for condition in self._list_conditions_of_atom(atoms[name])
                for other in (*condition.holds, *condition.fails)
            }
            edges[name] = sorted(asked - self.ready)
            waiting += edges[name]
        if depth == 2:
            self.ready |= edges.keys()
        for block in find_strongly_connected_components(edges):
            if len(block) == 1 and block[0] not in edges[block[0]]:
                self._write_line(depth, f"{block[0]} = {self._make_atom_expression(atoms[block[0]])}")
                continue
            for name in block:
                self._write_line(depth, f"{name} = False")
            self._write_line(depth, "growing = True")
            self._write_line(depth, "while growing:")
            self._write_line(depth + 1, "growing = False")
            for name in block:
                condition = self._make_any_condition_expression(self.made.derived[atoms[name]])
                self._write_line(depth + 1, f"if not {name} and ({condition}):")
                self._write_line(depth + 2, f"{name} = True")
                self._write_line(depth + 2, "growing = True")

    def _list_conditions_of_atom(self, atom: Atom) -> list[FactCondition]:
        """Return when something derived holds; of a move of another role, whether that is legal."""
        if atom[0] != "does":
            return self.made.derived[atom]
        if self.made.turns is not None or len(self.made.roles) == 1:
            return []
        return [FactCondition(NO_FACTS, NO_FACTS, frozenset((("legal", *atom[1:]),)), NOTHING)]

    def _make_atom_expression(self, atom: Atom) -> str:
        """Return how something derived, or a role's move, is computed."""
        if atom[0] != "does":
            return self._make_any_condition_expression(self.made.derived[atom])
        number = int(self.names[atom][1:])
        role = self.made.moves[number][0]
        if len(self.made.roles) == 1:
            return f"move == {number}"
        if self.made.turns is not None:
            if number == find_waiting_move(self.made, role):
                return f"move == {number} or self.role_of[move] != {role}"
            return f"move == {number}"
        legal = self.names["legal", *atom[1:]]
        return f"move == {number} or (self.role_of[move] != {role} and {legal})"

    def _make_any_condition_expression(self, conditions: Sequence[FactCondition]) -> str:
        if any(condition.is_always_true for condition in conditions):
            return "True"
        said = dict.fromkeys(map(self._make_condition_expression, conditions))
        return " or ".join(f"({each})" for each in said) if len(said) > 1 else next(iter(said))

    def _list_legal_moves_of_role(self, role: int) -> list[tuple[int, Atom]]:
        return [
            (number, ("legal", self.made.roles[role], action))
            for number, (other, action) in enumerate(self.made.moves)
            if other == role
        ]
