"""OpenSpiel's CFR on Fogbound's games.

pip install open_spiel
python open_spiel_cfr.py [--game kuhn] [--iterations 200]
"""

import argparse

from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

import fogbound


def main() -> None:
    """Solve."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="kuhn")
    parser.add_argument("--iterations", type=int, default=200)
    args = parser.parse_args()
    game = fogbound.open_spiel.load(args.game, turns=True)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(args.iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy] * game.num_players())
    print(f"value {value[0]:.4f}, NashConv {exploitability.nash_conv(game, policy):.5f}")


if __name__ == "__main__":
    main()
