"""Rules derived backwards for games made at random: every claim of every rule has to be right at every position.

Boards of lines, tori, cells with lines at random, blocks, chains between borders of one's own, pieces that step and
capture. Values are counted by the definition, in dictionaries: who has lost, and who wins in 1, 2, 3, ... plies.
An attack claims that the moves it plays win in as many plies as its number; a defence, that all moves but those it
allows lose. Both are asked of one position and of all of them at once.
"""

import random
from collections.abc import Iterator
from typing import Any

from attacks.report import Report, Say, quiet

from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, Position
from zermelo.core.rule_queries import moves_at, value_if_over
from zermelo.core.values import LOSS
from zermelo.explain.derivation.attack_playout import AttackPlayout
from zermelo.explain.derivation.backward_derivation import derive_rules
from zermelo.explain.derivation.derivation_game import make_derivation_game
from zermelo.explain.derivation.derived_rules import RuleDerivation
from zermelo.explain.rule_players.rule_accuracy import measure_rule_accuracy
from zermelo.games import Mnk, Torus
from zermelo.games.derived.declared import Declared

MOST_POSITIONS = 12_000  # of a game that is looked at
DEEP = 2_100  # positions up to which attack 5 is derived
STEPS = "action move"  # where pieces step, even on 3 x 3 cells, attack 5 takes hours
LAST = 7  # the last attack that is derived


def attack(count: int, seed: int, say: Say = quiet, *, most: int = MOST_POSITIONS) -> Report:
    """Derive rules for `count` random games, and try every attack at every position; at most `most` of a game."""
    chance = random.Random(seed)
    report = Report()
    while report.tried < count:
        game = random_game(chance)
        try:
            make_derivation_game(game)
            positions = all_positions(game, most)
        except MissingCapability:
            continue
        if positions is None:
            continue
        last = 5 if len(positions) <= DEEP and STEPS not in repr(game) else 3
        try:
            derivation = derive_rules(game, against=chance.choice(("first", "first", "any")), last=last)
        except MissingCapability:
            continue  # no move makes a graph that wins
        wrong = [f"{game!r}: {fault}" for fault in faults(derivation, positions)]
        report.wrong += wrong[:1]
        deep = any(layer.number > 1 for layer in derivation.layers)
        report.tally["with forks" if deep else "with one attack"] += not wrong
        say(f"{report.tried:,} of {count:,} games, {len(report.wrong)} wrong")
    return report


def random_game(chance: random.Random) -> Game:
    """Return a small game for which rules can be derived."""
    kind = chance.choice(("mnk", "mnk", "torus", "lines", "lines", "blocks", "borders", "steps", "captures"))
    columns, rows = chance.randint(2, 4), chance.randint(2, 3)
    if kind == "mnk":
        return Mnk(columns, rows, chance.randint(2, max(columns, rows)))
    if kind == "torus":
        return Torus(chance.randint(2, 3), 3, chance.randint(2, 3))
    names = [f"{'abcd'[column]}{row + 1}" for row in range(rows) for column in range(columns)]
    told = [f"cells {columns} x {rows}"]
    if kind == "lines":
        size = chance.choice((2, 3, 3))
        lines = {tuple(sorted(chance.sample(names, size))) for _ in range(chance.randint(2, 8))}
        told += ["line " + ", ".join(map(" ".join, sorted(lines))), "action put a*", _row(size)]
    elif kind == "blocks":
        told += ["line straight 3", "square block 2", "action put a*", "wins square{a=A b=A c=A d=A}"]
        told += [_row(3)] if max(columns, rows) >= 3 else []
    elif kind == "borders":
        told += ["step orthogonal 2", "action put a*", f"near first {', '.join(names[:columns])}"]
        told += [f"near second {', '.join(names[::columns])}", "wins near{a=A}step{a=A b=A}"]
    else:
        chosen = chance.sample(names, 2 * min(3, (columns * rows - 1) // 2))
        mine, theirs = chosen[: len(chosen) // 2], chosen[len(chosen) // 2 :]
        told += [f"line straight {min(len(mine), 3)}", "step orthogonal 2"]
        told += [f"start first {' '.join(mine)}", f"start second {' '.join(theirs)}"]
        told += ["action move step{a=A>. b>A}", _row(min(len(mine), 3))]
        told += ["action take step{a=A>. b=D>A}"] if kind == "captures" else []
        told += [f"stuck {chance.choice(('draws', 'loses'))}"]
    return Declared("; ".join(told))


def _row(size: int) -> str:
    return "wins {" + " ".join(f"{letter}=A" for letter in "abc"[:size]) + "}"


def all_positions(game: Game, most: int = MOST_POSITIONS) -> list[Position] | None:
    """Return every position that play comes to, None where there are too many."""
    met = dict.fromkeys(game.starts())
    for position in (queue := list(met)):
        for move in moves_at(game, position):
            child = game.play(position, move)
            if child not in met:
                met[child] = None
                queue.append(child)
        if len(queue) > most:
            return None
    return queue


def lost_within(game: Game, positions: list[Position]) -> list[set[Position]]:
    """Return the positions that their movers have lost within 0, 2, 4, ... plies, up to the last attack's."""
    children = {each: [game.play(each, move) for move in moves_at(game, each)] for each in positions}
    lost = {each for each in positions if value_if_over(game, each) == LOSS}
    found = [set(lost)]
    for _ in range(LAST // 2):
        won = {each for each in positions if any(child in lost for child in children[each])}
        lost |= {
            each for each in positions if children[each] and all(child in won for child in children[each])
        }
        found.append(set(lost))
    return found


def faults(derivation: RuleDerivation, positions: list[Position]) -> Iterator[str]:
    """Yield what is wrong: attacks that do not win in time, moves that a defence rejects and do not lose, counts."""
    game: Any = derivation.derivation_game.game
    lost, ground = lost_within(game, positions), derivation.derivation_game
    playout = AttackPlayout(ground, derivation.rules)
    fired = {rule.number: 0 for rule in derivation.rules}
    claims = dict(fired)
    for position in positions:
        if not moves_at(game, position):
            continue
        stones = ground.read_stones(position)
        for rule in derivation.rules:
            attacks = rule.kind == "attack"
            if derivation.sound:
                places = (playout.find_winning_attacks if attacks else playout.find_defences)(rule, stones)
            else:
                places = (ground.yield_realisations_at if attacks else ground.yield_attacks_on_mover)(
                    rule.input_graphs, stones
                )
            allowed = ground.find_moves_realising(
                position, tuple(places), attacks=attacks or derivation.sound
            )
            if not allowed:
                continue
            fired[rule.number] += 1
            kept = {game.play(position, move): move for move in allowed}
            others = {game.play(position, move): move for move in moves_at(game, position)}
            of_rule = kept if attacks else {after: others[after] for after in others.keys() - kept.keys()}
            claims[rule.number] += len(of_rule)
            for after, move in of_rule.items():
                right = (
                    after in lost[rule.number // 2]
                    if attacks
                    else any(game.play(after, reply) in lost[LAST // 2] for reply in moves_at(game, after))
                )
                if not right:
                    said = game.show(position).replace("\n", "/")
                    what = "which does not win" if attacks else "which does not lose"
                    yield f"rule {rule.number} {'plays' if attacks else 'rejects'} {game.name(position, move)} at {said}, {what}"
    for row in measure_rule_accuracy(derivation, len(derivation.rules)).rules:
        if row.number is not None:
            count = row.present
            if count.positions != fired[row.number]:
                yield f"rule {row.number} fires at {count.positions} positions, counted one by one at {fired[row.number]}"
            if row.claims[0] != claims[row.number]:
                yield f"rule {row.number} makes {row.claims[0]} claims, counted one by one {claims[row.number]}"
            if row.claims[1]:
                yield f"rule {row.number} makes {row.claims[1]} claims that are wrong"
