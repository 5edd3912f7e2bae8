"""The RLlib environment."""

import numpy as np
import pytest

import fogbound

pytest.importorskip("ray.rllib", reason="RLlib is not installed")

from fogbound.rllib import FogboundMultiAgentEnv


@pytest.mark.parametrize("name", fogbound.games())
def test_only_those_who_are_asked_get_observations(name):
    env = FogboundMultiAgentEnv({"game": name})
    rng = np.random.default_rng(1)
    observations, infos = env.reset(seed=2)
    rewards, terminated = {}, {"__all__": False}
    while not terminated["__all__"]:
        asked = {env.possible_agents[seat] for seat in env._env.table.waiting}
        assert set(observations) == set(infos) == asked
        for agent, observation in observations.items():
            assert env.observation_spaces[agent].contains(observation)
            assert observation["action_mask"].any()
        actions = {a: int(rng.choice(np.flatnonzero(seen["action_mask"]))) for a, seen in observations.items()}
        observations, rewards, terminated, truncated, infos = env.step(actions)
        assert len(set(terminated.values())) == len(set(truncated.values())) == 1
    assert set(observations) == set(rewards) == set(env.possible_agents)
    assert env.agents == []
    assert not truncated["__all__"]


def test_the_config_is_read():
    env = FogboundMultiAgentEnv({"game": "goofspiel", "preset": "tiny", "bids": "open", "max_cycles": 1})
    env.reset(seed=1)
    _, _, terminated, truncated, _ = env.step({"player_0": 0, "player_1": 0})
    assert truncated["__all__"]
    assert not terminated["__all__"]
    with pytest.raises(KeyError, match="the config must name the game"):
        FogboundMultiAgentEnv({})
    with pytest.raises(ValueError, match="unknown field `colour`"):
        FogboundMultiAgentEnv({"game": "goofspiel", "colour": 1})
