"""Environments: how many steps a second, one after the other and hundreds at once.

    python benchmarks/environments.py            two minutes; --quick a few seconds a line

A step is one decision of the agent, the opponent's reply and dice included, by the wall clock, with choices
drawn evenly among the moves of the masks, and what that drawing takes left out. Kernels are loaded and games
walked through before anything is timed. Medians of three rounds.
"""

import statistics
import sys
import time
from typing import Any

import numpy as np

import zermelo
from zermelo.learn import GameBatch, GameEnvironment, make_encoding, vector_environment

GAMES = ("tic_tac_toe", "connect_four(columns=5, rows=5)")
AT_ONCE = 512
ROUNDS = 3
SECONDS = 1.0 if "--quick" in sys.argv else 4.0


def chosen(masks: Any, lots: np.random.Generator) -> Any:
    return (lots.random(masks.shape) * masks).argmax(1)


def one_after_the_other(game: Any, encoding: Any, solution: Any) -> float:
    environment = GameEnvironment(game, encoding=encoding, solution=solution)
    lots, steps, spent = np.random.default_rng(0), 0, 0.0
    _, info = environment.reset(seed=0)
    over = False
    while spent < SECONDS:
        choice = int(chosen(info["action_mask"][np.newaxis], lots)[0])
        began = time.perf_counter()
        if over:
            _, info = environment.reset()
            over = False
        else:
            _, _, over, cut, info = environment.step(choice)
            over |= cut
            steps += 1
        spent += time.perf_counter() - began
    return steps / spent


def at_once(game: Any, encoding: Any, solution: Any) -> float:
    vectors = vector_environment(
        game, AT_ONCE, encoding=encoding, solution=solution, autoreset_mode="SameStep"
    )
    lots, steps, spent = np.random.default_rng(0), 0, 0.0
    _, info = vectors.reset(seed=0)
    while spent < SECONDS:
        choices = chosen(info["action_mask"], lots)
        began = time.perf_counter()
        _, _, _, _, info = vectors.step(choices)
        spent += time.perf_counter() - began
        steps += AT_ONCE
    return steps / spent


def self_play(game: Any, encoding: Any, solution: Any) -> float:
    batch = GameBatch(game, AT_ONCE, encoding=encoding, solution=solution)
    lots, steps, spent = np.random.default_rng(0), 0, 0.0
    while spent < SECONDS:
        began = time.perf_counter()
        masks, seen = batch.masks, batch.observations
        if solution is not None:
            assert len(batch.labels["best"]) == AT_ONCE
        spent += time.perf_counter() - began
        choices = chosen(masks, lots)
        began = time.perf_counter()
        batch.step(choices)
        spent += time.perf_counter() - began
        steps += AT_ONCE
        assert len(seen) == AT_ONCE
    return steps / spent


def main() -> None:
    print(f"steps a second, medians of {ROUNDS}; at once: {AT_ONCE} games")
    print("| game, what is seen | one after the other | at once | self-play at once |")
    print("| --- | --- | --- | --- |")
    for text in GAMES:
        game = zermelo.game(text)
        for called, planes, solved in (
            ("rows", False, False),
            ("planes", True, False),
            ("rows, exact values", False, True),
        ):
            encoding = make_encoding(game, planes=planes)
            solution = zermelo.solve(game) if solved else None
            columns = []
            for measure in (one_after_the_other, at_once, self_play):
                measure(game, encoding, solution)
                columns.append(statistics.median(measure(game, encoding, solution) for _ in range(ROUNDS)))
            print(
                f"| {text}, {called} | " + " | ".join(f"{each:,.0f}" for each in columns) + " |", flush=True
            )


if __name__ == "__main__":
    main()
