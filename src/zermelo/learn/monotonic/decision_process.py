"""A game from its agent's view: the Markov decision process (S, A, P, R) of the self-play paper.

    the paper       here
    S               positions that are not finished, and there the agent is to move; the ends bring R, no V
    A, A(s)         the moves, in the game's order
    I(s, a)         `Game.play`: what the opponent sees
    P(s, a, s')     `Transitions`, from a model of the opponent and the rules
    R(s, a, s')     what the game's end is worth, with the transition that ends it, else 0
    pi              a move at every position, for the player to move
    V_pi            the expected sum of rewards, discounted for each later decision: an iteration's `values`

Equation (1) asks for the pi whose V_pi is largest, and one pi has the largest at every position at once.
Policy iteration (`literal_algorithm`) and one sweep (`model_improvement`) find it; tests try every policy of
small games. Puterman, *Markov Decision Processes*, 1994.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import IllegalMove
from zermelo.core.game import Game, Move, Position
from zermelo.core.rule_queries import keeps_turn, moves_at, terminal_value
from zermelo.learn.monotonic.rng import hash_to_uniform
from zermelo.learn.self_play_parameters import OutcomeRewards, SelfPlayParameters
from zermelo.solver.graph.loop_detection import find_loop, make_loop_error

# P(s, a, .): the probabilities of the opponent's moves at the third position, in their order, as replies to
# the agent's move with the given index at the first.
Model = Callable[[Position, int, Position], list[float]]

Choices = dict[Position, int]  # a policy, as the index of its move among the moves


@dataclass(frozen=True, slots=True)
class Transition:
    """One result of a move at a position: s', where the agent decides next or play is over."""

    probability: float
    reward: float
    next_state: Position
    ends: bool


# P(s, a, .) and R(s, a, .) of every position s that is not finished and each of its moves a.
Transitions = dict[Position, list[list[Transition]]]


class DecisionProcess:
    """A game from the view of its agent, who may be either player; only the opponent's model is missing."""

    def __init__(self, game: Game, rewards: OutcomeRewards, budget: Budget) -> None:
        """Find every position that play reaches; raises `LoopFound`."""
        self.game, self.rewards = game, rewards
        self.moves: dict[Position, list[Move]] = {}  # of the positions that are not finished
        # After each move, in the same order: the position, and whether the same player goes on there.
        self.after: dict[Position, list[tuple[Position, bool]]] = {}
        self.ends: dict[Position, int] = {}  # outcomes of the other positions, from their movers' side
        self._explore_positions(budget)

    def _explore_positions(self, budget: Budget) -> None:
        found = dict.fromkeys(self.game.starts())
        waiting = list(found)
        for position in waiting:  # the list grows meanwhile
            self._expand_position(position)
            for child, _ in self.after.get(position, ()):
                if child not in found:
                    found[child] = None
                    waiting.append(child)
            if len(waiting) % 1024 == 0:
                budget.report("enumerate", len(waiting))
        if loop := find_loop(set(self.moves), lambda position: [child for child, _ in self.after[position]]):
            raise make_loop_error(self.game, loop)

    def _expand_position(self, position: Position) -> None:
        moves = moves_at(self.game, position)
        if not moves:
            self.ends[position] = terminal_value(self.game, position)
            return
        self.moves[position] = moves
        children = [self.game.play(position, move) for move in moves]
        self.after[position] = [(child, keeps_turn(self.game, position, child)) for child in children]

    def list_transitions(self, model: Model, position: Position, place: int) -> list[Transition]:
        """Return P(s, a, .) and R(s, a, .): the possible results of the agent's move with this index."""
        child, same = self.after[position][place]
        ways = [(1.0, child, same)]  # probability, position, whether the agent is its mover
        found = []
        while ways:
            probability, reached, agent = ways.pop()
            if reached in self.ends:
                found.append(
                    Transition(probability, self.compute_final_reward(reached, agent), reached, True)
                )
            elif agent:
                found.append(Transition(probability, 0.0, reached, False))
            else:
                replies = zip(model(position, place, reached), self.after[reached], strict=True)
                further = [(probability * chance, child, not same) for chance, (child, same) in replies]
                ways.extend(reversed(further))  # so that they are handled in the order of the moves
        return found

    def list_all_transitions(self, model: Model) -> Transitions:
        """Return a model's P and R: at each position, for each move, the possible results."""
        return {
            position: [self.list_transitions(model, position, place) for place in range(len(moves))]
            for position, moves in self.moves.items()
        }

    def list_printed_transitions(self, model: Model, choices: Choices, alpha: float) -> Transitions:
        """Return P_{k+1} in its printed form: alpha to one state s', the rest evenly to all others of S(s).

        s' is where the last policy's moves lead from I(s, a), and I(s, a) itself where that ends the game.
        """
        surely = self.make_policy_model(choices, 1.0)
        found: Transitions = {}
        for position, ways in self.list_all_transitions(model).items():
            states = list(dict.fromkeys(_find_next_state(each) for way in ways for each in way))
            rest = (1 - alpha) / max(1, len(states) - 1)
            found[position] = []
            for place in range(len(ways)):
                certain = self.list_transitions(surely, position, place)
                preferred = next(_find_next_state(each) for each in certain if each.probability > 0)
                most = alpha if len(states) > 1 else 1.0
                found[position].append(
                    [Transition(most if state == preferred else rest, *state) for state in states]
                )
        return found

    def compute_final_reward(self, position: Position, agent: bool) -> float:
        """Return a finished position's reward to the agent, who is its mover or the other player."""
        outcome = self.ends[position] if agent else -self.ends[position]
        if outcome == 0:
            return self.rewards.draw
        return self.rewards.win if outcome > 0 else self.rewards.loss

    def list_choices_of_policy(self, policy: Mapping[Position, Move]) -> Choices:
        """Return a policy's moves by their indices; raises `IllegalMove` where one is missing or illegal."""
        for position, moves in self.moves.items():
            if policy.get(position) not in moves:
                where = describe_position(self.game, position)
                what = (
                    f"makes {policy[position]!r}, which is no move" if position in policy else "says nothing"
                )
                raise IllegalMove(
                    f"{self.game!r}: the policy before {what} at {where}: give one of this game"
                )
        return {position: moves.index(policy[position]) for position, moves in self.moves.items()}

    # Models of the opponent

    def make_initial_model(self, parameters: SelfPlayParameters) -> Model:
        """Return P_0."""
        if parameters.model == "uniform":
            return lambda _position, _place, opponent: self.uniform_probabilities(opponent)
        normalised = parameters.model == "random"
        return lambda *answering: self.random_probabilities(
            parameters.seed, *answering, normalised=normalised
        )

    def make_policy_model(self, choices: Choices, alpha: float) -> Model:
        """Return P_k: it makes the policy's move with probability alpha, and else any other evenly."""

        def compute_reply_probabilities(_position: Position, _place: int, opponent: Position) -> list[float]:
            others = len(self.moves[opponent]) - 1
            if others == 0:
                return [1.0]
            chances = [(1 - alpha) / others] * (others + 1)
            chances[choices[opponent]] = alpha
            return chances

        return compute_reply_probabilities

    def uniform_probabilities(self, opponent: Position) -> list[float]:
        """Return the same probability for each of the opponent's moves."""
        number = len(self.moves[opponent])
        return [1 / number] * number

    def random_probabilities(
        self, seed: int, position: Position, place: int, opponent: Position, *, normalised: bool
    ) -> list[float]:
        """Return a number drawn for each reply, divided by their sum where `normalised`."""
        replies = range(len(self.moves[opponent]))
        lots = [hash_to_uniform(seed, position, place, opponent, reply) for reply in replies]
        whole = sum(lots) if normalised else 1.0
        return [lot / whole for lot in lots]


def _find_next_state(way: Transition) -> tuple[float, Position, bool]:
    """Return s' of a transition, with its reward and whether it ends the game."""
    return way.reward, way.next_state, way.ends
