"""Canonical forms of partizan games in misere play, modulo a universe.

An option of Left's, G^L, is dominated where another is at least it, and reversible where some G^LR <= G.
Dominated options are removed. An option that is reversible through a G^LR with Left options is replaced by
these (*open* reversibility), as in normal play. If G^LR is a Left end D, it has none. G without that G^L is
at least D, and so is equal to G, exactly if Left, moving first, still wins it beside Left's ends: D has no
option of Left's to be answered, and Right's options are unchanged. So all such G^L are removed if other
options win beside ends. Otherwise one game stands for them, which Right can again answer by an end,

    modulo dicots               * = {0|0}
    modulo dead-ending games    {|M_n}, with the first of the perfect murders 0, M_1, M_2, ... that is <= G

as each dead Left end is 0 or at least some M_n. If Left has no other options, they are removed, too, provided
that the game stays in the universe; if neither player has other options, the game is 0.

(P. Dorbec, G. Renault, A. N. Siegel and E. Sopena, *Dicots, and a taxonomic ranking for misere games*, 2015;
U. Larsson, R. Milley, R. Nowakowski, G. Renault and C. Santos, *Progress on misere dead ends: game
comparison, canonical form, and conjugate inverses*, 2018.) Both papers have one form for each game. With the
games above as stand-ins: let G and H be equal and so reduced. If H^L is not reversible, some G^L >= H^L. This
G^L is no stand-in: Right's answer to a stand-in is a Left end D <= G, so some H^LR <= D <= G = H, and H^L
would be reversible. So G^L is not reversible either, some H^L' >= G^L >= H^L, and as nothing is dominated the
three are equal. Both have the same options that are not reversible. These options and the order decide
whether a stand-in is needed beside them, and which.
"""

from zermelo.cgt.misere.partizan.misere_trees import (
    MisereTree,
    exchange_players,
    make_tree_of_options,
    yield_subtrees_options_first,
)
from zermelo.cgt.misere.partizan.universe_order import UniverseOrder

Options = list[set[MisereTree]]  # of Left, of Right


def store_canonical_trees(
    universe: UniverseOrder, tree: MisereTree, computed: dict[MisereTree, MisereTree]
) -> None:
    """Compute the canonical form of a game, and of all positions that play can reach."""
    for each in yield_subtrees_options_first(tree):
        if each not in computed:
            options = [{computed[option] for option in side} for side in each.sides]
            computed[each] = found = _build_canonical_tree_from_options(universe, options, tree)
            computed[found] = found


def _build_canonical_tree_from_options(
    universe: UniverseOrder, options: Options, origin: MisereTree
) -> MisereTree:
    """Return the canonical form of a game whose options are canonical."""
    game = make_tree_of_options(options[0], options[1], origin.theory)
    while True:
        for player in (0, 1):
            options[player] = _bypass_reversible_trees(
                universe, game, player, _find_best_options(universe, options[player], player)
            )
        simpler = make_tree_of_options(options[0], options[1], origin.theory)
        if simpler is game:
            return _replace_reversible_ends(universe, game)
        game = simpler


def is_as_good_for_player(universe: UniverseOrder, player: int, one: MisereTree, other: MisereTree) -> bool:
    """Return whether a game is at least as good for a player as another."""
    return (
        universe.is_at_least_unsimplified(other, one)
        if player
        else universe.is_at_least_unsimplified(one, other)
    )


def _find_best_options(universe: UniverseOrder, options: set[MisereTree], player: int) -> set[MisereTree]:
    """Return the options that are best; canonical ones are equal only where they are the same."""
    return {
        option
        for option in options
        if not any(
            other is not option and is_as_good_for_player(universe, player, other, option)
            for other in options
        )
    }


def _bypass_reversible_trees(
    universe: UniverseOrder, game: MisereTree, player: int, options: set[MisereTree]
) -> set[MisereTree]:
    """Return the options with what is openly reversible replaced, once."""
    found: set[MisereTree] = set()
    for option in options:
        through = (
            reply
            for reply in option.options(1 - player)
            if reply.sides[player] and is_as_good_for_player(universe, player, game, reply)
        )
        reply = next(through, None)
        found |= {option} if reply is None else reply.sides[player]
    return found


def _replace_reversible_ends(universe: UniverseOrder, game: MisereTree) -> MisereTree:
    """Return the canonical form of a game that has nothing dominated, and nothing openly reversible."""
    kept: Options = [set(), set()]
    for player in (0, 1):
        for option in game.sides[player]:
            if not any(
                is_as_good_for_player(universe, player, game, reply) for reply in option.sides[1 - player]
            ):
                kept[player].add(option)
    theory = game.theory
    if not kept[0] and not kept[1]:
        return make_tree_of_options([], [], theory)
    rest = make_tree_of_options(kept[0], kept[1], theory)
    for player in sorted((0, 1), key=lambda each: not kept[each]):  # who has options left, first
        if kept[player] == game.sides[player]:
            continue
        if kept[player]:
            is_needed = not universe.does_player_win_beside_ends(rest, player)
        else:
            is_needed = not universe.contains(make_tree_of_options(kept[0], kept[1], theory))
        if is_needed:
            kept[player].add(_find_replacement_for_reversible_ends(universe, game, player))
    return make_tree_of_options(kept[0], kept[1], theory)


def _find_replacement_for_reversible_ends(
    universe: UniverseOrder, game: MisereTree, player: int
) -> MisereTree:
    """Return what stands for options that are reversible through ends."""
    for end in universe.list_least_left_ends(game.birthday, game.theory):
        mine = exchange_players(end) if player else end
        if is_as_good_for_player(universe, player, game, mine):
            return (
                exchange_players(universe.make_least_game_reversible_to_end(end))
                if player
                else universe.make_least_game_reversible_to_end(end)
            )
    raise AssertionError(f"no end is at most {game}")
