"""Self-play PPO for any game in plain NumPy: one linear layer learns Kuhn poker in seconds.

python numpy_ppo.py [--game kuhn] [--updates 300]
"""

import argparse

import numpy as np

import fogbound

CLIP, ENTROPY, RATE, EPOCHS, STEPS, LANES = 0.2, 0.02, 0.3, 4, 8, 512


def policy(weights, observations, masks):
    """Give the chances of all actions; a finite number in place of illegal ones keeps NaN away."""
    logits = np.where(masks, observations @ weights, -1e9)
    logits -= logits.max(axis=1, keepdims=True)
    chances = np.exp(logits)
    return chances / chances.sum(axis=1, keepdims=True)


def collect(vector, weights, rng):
    """Play; gives decisions with what their seats were paid in the end, for games that ended."""
    waiting = [[] for _ in range(vector.num_games)]
    rows = []
    for _ in range(STEPS * 4):
        observations, masks, seats = vector.observations.copy(), vector.masks.copy(), vector.seats.copy()
        chances = policy(weights, observations, masks)
        actions = (chances.cumsum(axis=1) > rng.random((len(chances), 1))).argmax(axis=1)
        actions = np.where(masks[np.arange(len(actions)), actions], actions, masks.argmax(axis=1))
        vector.step(actions)
        for lane in range(vector.num_games):
            waiting[lane].append((observations[lane], masks[lane], actions[lane], chances[lane], seats[lane]))
            if vector.dones[lane]:
                rows += [(*row[:4], vector.rewards[lane, row[4]]) for row in waiting[lane]]
                waiting[lane].clear()
    return [np.stack(column) for column in zip(*rows, strict=True)]


def learn(weights, batch):
    """Take a few steps along the clipped surrogate of PPO."""
    observations, masks, actions, before, paid = batch
    lines = np.arange(len(actions))
    advantages = (paid - paid.mean()) / (paid.std() + 1e-6)
    for _ in range(EPOCHS):
        now = policy(weights, observations, masks)
        ratio = now[lines, actions] / before[lines, actions]
        free = np.where(advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        slope = -now * (advantages * ratio * free)[:, None]
        slope[lines, actions] += advantages * ratio * free
        logs = np.log(np.maximum(now, 1e-9))
        slope -= ENTROPY * now * (logs - (now * logs).sum(axis=1, keepdims=True))
        weights += RATE * observations.T @ np.where(masks, slope, 0) / len(actions)


def main() -> None:
    """Learn, and measure against random play."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="kuhn")
    parser.add_argument("--updates", type=int, default=300)
    args = parser.parse_args()
    game = fogbound.make(args.game)
    vector = game.vector(LANES, seed=1)
    rng = np.random.default_rng(1)
    weights = np.zeros((game.info()["observation"], game.info()["actions"]), np.float32)
    for _ in range(args.updates):
        learn(weights, collect(vector, weights, rng))
    paid = [[], []]
    for seed in range(2000):
        table, own = game.new_table(seed), seed % 2
        while not table.is_over:
            for seat in table.waiting:
                mask = table.action_mask(seat)[None]
                chances = policy(weights if seat == own else 0 * weights, table.observe(seat)[None], mask)[0]
                table.commit(seat, int(rng.choice(len(chances), p=chances)))
        paid[own].append(table.returns[own])
    print(f"against random play: {np.mean(paid[0]):+.3f} in the first seat, {np.mean(paid[1]):+.3f} in the second")


if __name__ == "__main__":
    main()
