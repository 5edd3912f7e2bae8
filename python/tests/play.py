"""What several tests need: games to test with, and random choices."""

import numpy as np

import fogbound

SETUPS = [(name, preset) for name in fogbound.games() for preset in fogbound.info(name)["presets"]]
"""Every game with each of its named setups."""


def play_on(table, rng, decisions=None):
    """Commit random legal actions, to the end or for so many decisions."""
    while not table.is_over and decisions != 0:
        for seat in table.waiting:
            table.commit(seat, int(rng.choice(table.legal(seat))))
            if decisions is not None:
                decisions -= 1
                if decisions == 0:
                    return


def random_actions(masks, rng):
    """Pick one legal action for each row: the largest of random numbers that are 0 where the mask is."""
    return (rng.random(masks.shape, dtype=np.float32) * masks + masks).argmax(axis=1)


def snapshot(vector):
    """Copy all that a vector shows."""
    shown = (vector.observations, vector.masks, vector.seats, vector.rewards, vector.dones)
    return [array.copy() for array in shown]


def same(first, second):
    """Tell whether two snapshots are alike, bit for bit."""
    return all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


def record_of(seed):
    """Play a game of Goofspiel by a seed, and give its record."""
    table = fogbound.make("goofspiel").new_table(seed)
    play_on(table, np.random.default_rng(seed))
    return table.record()


def play_for_learner(run, shards, player, stop, told):
    """Play for a learner until told to stop, and tell of each shard: what a process of its own does.

    It stands here because a spawned process has to be able to import it, wherever the tests were started.
    """

    class Stopped(Exception):
        """Nobody waits for more."""

    def written(path, size):
        told.put((path.name, size))
        if stop.is_set():
            raise Stopped

    try:
        fogbound.selfplay.play(run, shards, player=player, written=written, most_waiting=1000)
    except Stopped:
        told.put(None)
