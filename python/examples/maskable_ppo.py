"""MaskablePPO of sb3-contrib plays the killer of `trial` against scripted survivors.

pip install sb3-contrib
python maskable_ppo.py [--steps 200000]
"""

import argparse

import gymnasium
from sb3_contrib import MaskablePPO

import fogbound.gymnasium  # noqa: F401 -- registers the ids


def main() -> None:
    """Learn, and play some games."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=50)
    args = parser.parse_args()
    # The environment has `action_masks`, so that no wrapper is needed.
    env = gymnasium.make("fogbound/Trial-v0", seat="killer", opponents="scripted")
    model = MaskablePPO("MlpPolicy", env, n_steps=256, batch_size=256, seed=1, device="cpu")
    model.learn(args.steps)
    won = 0
    for seed in range(args.games):
        observation, _ = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(observation, action_masks=env.unwrapped.action_masks())
            observation, reward, over, _, _ = env.step(int(action))
        won += reward > 0
    print(f"won {won} of {args.games} games against scripted survivors")


if __name__ == "__main__":
    main()
