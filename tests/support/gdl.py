"""A game of a GDL file held against the definition, position by position: the same rules twice, from one text."""

import random

from reference.naive_gdl import Naive

import zermelo
from zermelo.core.values import UNDECIDED, WIN
from zermelo.formats.gdl.gdl_game import yield_true_facts
from zermelo.formats.gdl.gdl_rules import format_term


def facts_of(game, position):
    return frozenset(game.fact_texts[fact] for fact in yield_true_facts(position))


def twin_facts(facts):
    return frozenset(map(format_term, facts))


def hold_against_definition(game: zermelo.Game, text: str, most: int = 1_000) -> int:
    """Assert that who moves, every move, where it leads, the end and what everybody then gets are the same.

    Returns how many positions were compared; what the rules raise is raised where the definition forbids it too.
    """
    naive = Naive(text)
    assert facts_of(game, game.start()) == twin_facts(naive.start())
    waiting, seen = [naive.start()], {naive.start()}
    compared = 0
    chosen = random.Random(3)
    while waiting and compared < most:
        facts = waiting.pop(chosen.randrange(len(waiting)))
        compared += 1
        position = game.parse("/".join(map(format_term, facts)))
        assert facts_of(game, position) == twin_facts(facts)
        assert game.parse(game.show(position)) == position
        if naive.is_over(facts):
            _hold_end(game, naive, facts, position)
            continue
        after = _hold_moves(game, naive, facts, position)
        waiting += sorted(after - seen, key=str)
        seen |= after
    return compared


def _hold_end(game, naive, facts, position) -> None:
    players = [role for role in naive.roles if role != "random"]
    goals = {role: [int(goal) for who, goal in naive.goals(facts) if who == role] for role in players}
    if any(len(each) != 1 for each in goals.values()):
        raise_of_ours(game, position)
        raise AssertionError(f"{goals} at {facts}, and nothing is raised")
    worth = {role: each[0] for role, each in goals.items()}
    if hasattr(game, "payoffs"):
        assert game.payoffs(position) == tuple(worth[role] for role in players)
        assert not list(game.moves(position))
    elif game.players == 1:
        assert game.outcome(position) == (WIN if worth[players[0]] == 100 else UNDECIDED)
        assert game.outcome(position) == WIN or not list(game.moves(position))
    else:
        difference = 2 * worth[players[game.mover(position)]] - 100
        assert game.outcome(position) == (difference if game.scored else difference // 100)


def raise_of_ours(game, position) -> None:
    """Ask everything that a solver would."""
    if game.outcome(position) == UNDECIDED:
        list(game.moves(position))
    if hasattr(game, "payoffs"):
        game.payoffs(position)


def _hold_moves(game, naive, facts, position) -> set:
    legal = naive.legal(facts)
    busy = [role for role in naive.roles if len(legal[role]) > 1]
    if len(busy) > 1 or not all(legal.values()):
        raise_of_ours(game, position)
        if game.players == 1 and not hasattr(game, "payoffs"):
            return set()  # a puzzle that goes no further is not solved
        raise AssertionError(f"{legal} at {facts}, and nothing is raised")
    if not hasattr(game, "payoffs"):
        assert game.outcome(position) == UNDECIDED
    joint = naive.joint(facts)
    after = {each: naive.after(facts, each) for each in joint}
    if busy == ["random"]:
        theirs = sorted((1 / len(joint), sorted(twin_facts(child))) for child in after.values())
        assert (
            sorted((chance, sorted(facts_of(game, child))) for chance, child in game.chances(position))
            == theirs
        )
    else:
        assert not hasattr(game, "chances") or not list(game.chances(position))
        moves = list(game.moves(position))
        assert len(moves) == len(joint)
        ours = {game.name(position, move): facts_of(game, game.play(position, move)) for move in moves}
        assert len(ours) == len(moves)
        mover = naive.roles.index(busy[0] if busy else naive.roles[0])
        if busy:
            assert [role for role in naive.roles if role != "random"].index(busy[0]) == game.mover(position)
            said_by_them = {
                format_term(dict(each)[naive.roles[mover]]): twin_facts(child)
                for each, child in after.items()
            }
            assert ours == {bare(name): child for name, child in said_by_them.items()}
        else:
            assert set(ours.values()) == set(map(twin_facts, after.values()))
    return set(after.values())


def bare(name: str) -> str:
    return name[1:-1] if name.startswith("(") and " " in name else name
