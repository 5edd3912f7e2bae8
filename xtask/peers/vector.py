"""Our vector environment, measured: our side of `cargo xtask bench --peers`.

Prints one JSON object with decisions per second of CPU time on one thread. A decision is a choice of one
seat, with its observation and its mask written; outcomes of chance are not counted. "stepping" is the time in
the environment alone, "chosen" includes the random choice that NumPy makes from the masks.
"""

import argparse
import json
import time
from importlib.metadata import version

import fogbound
import numpy as np

# Large enough for the price of a call to vanish, small enough for the arrays to stay in the cache.
LANES = 128


def main():
    """Measures one game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", required=True, help="as fogbound.games() writes it")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lanes", type=int, default=LANES, help="games in play at any time")
    options = parser.parse_args()

    vector = fogbound.vector(options.game, options.lanes, seed=options.seed)
    rng = np.random.default_rng(options.seed)
    steps, choosing, stepping = 0, 0.0, 0.0
    while choosing + stepping < options.seconds:
        start = time.process_time()
        scores = rng.random(vector.masks.shape, dtype=np.float32) * vector.masks + vector.masks
        actions = scores.argmax(axis=1)
        chosen = time.process_time()
        vector.step(actions)
        choosing, stepping = choosing + chosen - start, stepping + time.process_time() - chosen
        steps += 1
    result = {
        "library": "fogbound",
        "version": version("fogbound"),
        "game": options.game,
        "lanes": options.lanes,
        "stepping": options.lanes * steps / stepping,
        "chosen": options.lanes * steps / (choosing + stepping),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
