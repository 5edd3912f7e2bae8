"""Stepping many games together."""

import gc
import threading

import numpy as np
import pytest

import fogbound
import play

ARRAYS = ["observations", "masks", "seats", "rewards", "dones"]


@pytest.mark.parametrize(("name", "preset"), play.SETUPS)
def test_random_games_reach_their_end(name, preset):
    game = fogbound.make(name, preset=preset)
    info = game.info()
    seats, lanes = len(info["seats"]), 50 if info["longest"] < 100 else 8
    games = 3 if info["longest"] < 100 else 1
    vector = game.vector(lanes, seed=1)
    assert vector.num_games == lanes
    assert vector.observations.shape == (lanes, info["observation"])
    assert vector.masks.shape == (lanes, info["actions"])
    assert vector.rewards.shape == (lanes, seats)
    assert vector.seats.shape == vector.dones.shape == (lanes,)
    assert [getattr(vector, array).dtype.name for array in ARRAYS] == [
        "float32",
        "bool",
        "uint8",
        "float32",
        "bool",
    ]
    rng = np.random.default_rng(1)
    ended = np.zeros(lanes, int)
    steps = 0
    while (ended < games).any():
        steps += 1
        assert steps <= games * seats * info["longest"]
        assert vector.masks.any(axis=1).all()
        assert (vector.seats < seats).all()
        vector.step(play.random_actions(vector.masks, rng))
        ended += vector.dones
        assert not vector.rewards[~vector.dones].any()
        low, high = info["returns"]
        assert ((low <= vector.rewards) & (vector.rewards <= high)).all()


@pytest.mark.parametrize("name", fogbound.games())
def test_threads_change_nothing(name):
    game = fogbound.make(name)
    one, two = game.vector(200, seed=3), game.vector(200, seed=3, threads=2)
    other = game.vector(200, seed=4)
    differs = False
    rng = np.random.default_rng(3)
    for _ in range(60):
        assert play.same(play.snapshot(one), play.snapshot(two))
        differs |= not np.array_equal(one.observations, other.observations)
        actions = play.random_actions(one.masks, rng)
        one.step(actions)
        two.step(actions)
        other.step(play.random_actions(other.masks, rng))
    assert differs


def test_a_lane_shows_what_a_table_would():
    """The first game of lane 0 has the chance moves of the table of the same seed."""
    game = fogbound.make("leduc")
    rng = np.random.default_rng(2)
    for seed in range(30):
        vector, table = game.vector(1, seed), game.new_table(seed)
        while not table.is_over:
            (seat,) = vector.seats.tolist()
            assert seat in table.waiting
            assert np.array_equal(vector.observations[0], table.observe(seat))
            assert np.array_equal(vector.masks[0], table.action_mask(seat))
            actions = play.random_actions(vector.masks, rng)
            vector.step(actions)
            table.commit(seat, actions[0])
        assert vector.dones[0]
        assert vector.rewards[0].tolist() == table.returns


def test_arrays_are_windows_onto_the_same_memory():
    vector = fogbound.make("goofspiel").vector(64, seed=1)
    arrays = [getattr(vector, array) for array in ARRAYS]
    places = [array.ctypes.data for array in arrays]
    changed = [False] * len(arrays)
    rng = np.random.default_rng(1)
    for _ in range(60):
        before = play.snapshot(vector)
        vector.step(play.random_actions(vector.masks, rng))
        changed = [c or not np.array_equal(a, b) for c, a, b in zip(changed, arrays, before, strict=True)]
        assert all(getattr(vector, name) is array for name, array in zip(ARRAYS, arrays, strict=True))
    assert [array.ctypes.data for array in arrays] == places
    assert all(changed)


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_cannot_be_written(name):
    array = getattr(fogbound.make("kuhn").vector(4, seed=1), name)
    for window in (array, array[1:], array.view()):
        assert not window.flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            window[0] = 0
        with pytest.raises(ValueError, match="WRITEABLE"):
            window.flags.writeable = True
    with pytest.raises(AttributeError):
        setattr(fogbound.make("kuhn").vector(1, 1), name, array)


def test_arrays_outlive_their_vector():
    vector = fogbound.make("goofspiel").vector(256, seed=1)
    kept, copied = vector.observations, vector.observations.copy()
    del vector
    gc.collect()
    others = [fogbound.make("goofspiel").vector(256, seed=seed) for seed in range(5)]
    assert len(others) == 5
    assert np.array_equal(kept, copied)


@pytest.mark.parametrize("lane", [0, 7, 15])
@pytest.mark.parametrize(
    ("action", "says"),
    [
        (-1, "there is no action -1; the actions are 0 to 12"),
        (13, "there is no action 13; the actions are 0 to 12"),
        (2**40, "there is no action 1099511627776; the actions are 0 to 12"),
        (4, "may not play action 4 now; legal: {0, 1, 2, 3}"),
    ],
)
def test_an_illegal_action_changes_nothing(lane, action, says):
    vector = fogbound.make("goofspiel", cards=4).vector(16, seed=1, threads=2)
    rng = np.random.default_rng(1)
    vector.step(play.random_actions(vector.masks, rng))
    before = play.snapshot(vector)
    actions = play.random_actions(vector.masks, rng)
    actions[lane] = action
    for given in (actions, actions.tolist()):
        with pytest.raises(ValueError, match=f"^lane {lane}: ") as refusal:
            vector.step(given)
        assert says in str(refusal.value)
        assert play.same(before, play.snapshot(vector))


def test_actions_may_be_any_whole_numbers():
    game = fogbound.make("kuhn")
    vectors = []
    for kind in ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "q", ">i8", ">u2", list, tuple, "strided"]:
        vector = game.vector(8, seed=1)
        for _ in range(10):
            actions = vector.masks.argmax(axis=1)
            if kind == "strided":
                wide = np.full((8, 2), 99)
                wide[:, 0] = actions
                actions = wide[:, 0]
            else:
                actions = kind(actions.tolist()) if callable(kind) else actions.astype(kind)
            vector.step(actions)
        vectors.append(play.snapshot(vector))
    assert all(play.same(vectors[0], other) for other in vectors[1:])
    # The vector's own memory may be handed in, although the step overwrites it.
    tables = game.vector(4, seed=1)
    tables.step(tables.seats)


@pytest.mark.parametrize(
    ("actions", "error", "says"),
    [
        (np.zeros(7, int), ValueError, "7 actions were given for 8 lanes"),
        ([0] * 9, ValueError, "9 actions were given for 8 lanes"),
        ([], ValueError, "0 actions were given for 8 lanes"),
        (np.zeros((8, 1), int), ValueError, r"one dimension, not the shape \[8, 1\]"),
        (np.array(0), ValueError, r"one dimension, not the shape \[\]"),
        (np.zeros(8), TypeError, "integer type, not float64"),
        (np.zeros(8, bool), TypeError, "integer type, not bool"),
        (np.zeros(8, "U1"), TypeError, "integer type, not <U1"),
        (np.zeros(8, object), TypeError, "integer type, not object"),
        (np.full(8, 2**64 - 1, np.uint64), ValueError, f"lane 0: there is no action {2**64 - 1}"),
        ([2**70] * 8, ValueError, f"lane 0: there is no action {2**70}"),
        ([0.5] * 8, TypeError, "action must be a whole number, not float"),
        ("00000000", TypeError, "str"),
        (None, TypeError, "None"),
        (3, TypeError, "int"),
    ],
)
def test_what_is_no_list_of_actions_is_refused(actions, error, says):
    vector = fogbound.make("kuhn").vector(8, seed=1)
    before = play.snapshot(vector)
    with pytest.raises(error, match=says):
        vector.step(actions)
    assert play.same(before, play.snapshot(vector))


def test_other_threads_may_step_the_same_vector():
    """Steps from several threads come one after the other, and none is lost."""
    vector = fogbound.make("kuhn").vector(500, seed=1, threads=2)
    twin = fogbound.make("kuhn").vector(500, seed=1)
    # Passing is legal everywhere, so that no thread has to look at the masks.
    passing = np.zeros(500, np.uint16)
    workers = [threading.Thread(target=lambda: [vector.step(passing) for _ in range(50)]) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for _ in range(200):
        twin.step(passing)
    assert play.same(play.snapshot(vector), play.snapshot(twin))
