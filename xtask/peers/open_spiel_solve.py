"""Solvers of OpenSpiel, measured: the other side of the solver part of `cargo xtask bench`.

Prints one JSON object with the CPU seconds that one of its C++ solvers takes, and how good the strategy is
then. Python calls the solver once an iteration. The time includes the making of the solver, which for CFR+
lays the tables out, as `fogbound solve` does before its iterations; it does not include the measuring of the
strategy.
"""

import argparse
import json
import time
from importlib.metadata import version

import pyspiel

SOLVERS = {
    "cfr+": lambda game, seed: pyspiel.CFRPlusSolver(game).evaluate_and_update_policy,
    "mccfr": lambda game, seed: pyspiel.ExternalSamplingMCCFRSolver(game, seed).run_iteration,
}


def main():
    """Solves one game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", required=True, help="as OpenSpiel writes it, for example leduc_poker")
    parser.add_argument("--algorithm", required=True, choices=SOLVERS)
    parser.add_argument("--iterations", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    game = pyspiel.load_game(options.game)
    start = time.process_time()
    iterate = SOLVERS[options.algorithm](game, options.seed)
    for _ in range(options.iterations):
        iterate()
    spent = time.process_time() - start
    policy = iterate.__self__.average_policy()
    result = {
        "game": options.game,
        "version": version("open_spiel"),
        "algorithm": options.algorithm,
        "iterations": options.iterations,
        "cpu_seconds": spent,
        "nash_conv": pyspiel.nash_conv(game, policy),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
