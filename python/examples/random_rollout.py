"""Random play, three ways: one game, many games at once, and against a bot.

python random_rollout.py [--game trial] [--steps 1000]
"""

import argparse
import time

import gymnasium
import numpy as np

import fogbound


def main() -> None:
    """Play."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="trial")
    parser.add_argument("--steps", type=int, default=1000)
    args = parser.parse_args()
    rng = np.random.default_rng(1)

    table = fogbound.make(args.game).new_table(seed=1)
    while not table.is_over:
        for seat in table.waiting:
            table.commit(seat, int(rng.choice(table.legal(seat))))
    print("one game:", table.returns)

    vector = fogbound.vector(args.game, 256, seed=1)
    start, games = time.perf_counter(), 0
    for _ in range(args.steps):
        scores = rng.random(vector.masks.shape, dtype=np.float32) * vector.masks
        vector.step((scores + vector.masks).argmax(axis=1))
        games += int(vector.dones.sum())
    speed = 256 * args.steps / (time.perf_counter() - start)
    print(f"256 games at once: {games} games, {speed:,.0f} decisions a second with NumPy's choice")

    env = gymnasium.make(f"fogbound.gymnasium:fogbound/{args.game.capitalize()}-v0", opponents="scripted")
    _, info = env.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        _, reward, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
    print("against the script:", reward)


if __name__ == "__main__":
    main()
