"""Games with everything open."""

import copy
import pickle

import numpy as np
import pytest

import fogbound
import play

PRESETS = [(name, preset) for name, preset in play.SETUPS if name != "trial" or preset in ("adept", "tiny")]


def walk(position, rng):
    """Play to the end at random; gives the most seats that chose at once."""
    most = 0
    while not position.is_over:
        most = max(most, len(position.acting))
        if position.is_chance:
            outcomes = position.outcomes()
            assert len(outcomes) > 1
            assert all(weight > 0 for _, weight in outcomes)
            position.fall(outcomes[rng.integers(len(outcomes))][0])
        else:
            position.apply({seat: int(rng.choice(position.legal(seat))) for seat in position.acting})
    return most


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_positions_are_walked_to_the_end(name, preset):
    game = fogbound.make(name, preset=preset)
    info = game.info()
    rng = np.random.default_rng(1)
    for _ in range(20 if info["longest"] < 100 else 2):
        position = game.position()
        assert position.returns is None
        assert walk(position, rng) == 1 or info["plans_at_once"]
        assert len(position.returns) == len(info["seats"])
        again = game.position(position.record())
        assert again.returns == position.returns
        # The same record, played by a table.
        assert game.resume(position.record()).returns == position.returns


def test_games_that_plan_at_once_say_so():
    assert {name: fogbound.info(name)["plans_at_once"] for name in fogbound.games()} == {
        "kuhn": False,
        "leduc": False,
        "goofspiel": True,
        "trial": True,
        "stalk": False,
    }


def test_a_position_refuses_what_the_rules_forbid():
    position = fogbound.make("goofspiel").position()
    with pytest.raises(ValueError, match="chance falls first"):
        position.apply({0: 0, 1: 0})
    with pytest.raises(ValueError, match="chance cannot fall as 99"):
        position.fall(99)
    position.fall(position.outcomes()[0][0])
    with pytest.raises(ValueError, match="seats choose first"):
        position.fall(0)
    with pytest.raises(ValueError, match="seat 1 has to choose and did not"):
        position.apply({0: 0})
    with pytest.raises(ValueError, match="there is no seat 2"):
        position.apply({0: 0, 1: 0, 2: 0})
    with pytest.raises(TypeError):
        position.apply([0, 0])
    with pytest.raises(ValueError, match="outcome must be 0 to 65535"):
        position.fall(-1)
    assert position.acting == [0, 1]
    walk(position, np.random.default_rng(1))
    with pytest.raises(ValueError, match="the game is over"):
        position.fall(0)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))])
def test_copies_are_played_on_their_own(copied):
    position = fogbound.make("leduc").position()
    position.fall(position.outcomes()[0][0])
    twin = copied(position)
    before = position.record()
    walk(twin, np.random.default_rng(3))
    assert position.record() == before
