"""The PettingZoo environments, by PettingZoo's own tests and by what is promised beyond them."""

import copy
import pickle
import warnings

import numpy as np
import pytest
from pettingzoo import test as official

import fogbound

GAMES = fogbound.games()


@pytest.fixture(autouse=True)
def quiet_about_dicts():
    """PettingZoo's tests warn of dict observations, except for environments that they list by name."""
    with warnings.catch_warnings():
        for text in (
            "Observation is not a NumPy array",
            "Observation space for each agent",
            "We recommend agents",
        ):
            warnings.filterwarnings("ignore", text)
        yield


@pytest.mark.parametrize("name", GAMES)
def test_the_official_tests_pass(name):
    def env():
        return fogbound.pettingzoo.env(name)

    def parallel():
        return fogbound.pettingzoo.parallel_env(name)

    official.api_test(env(), num_cycles=150)
    official.parallel_api_test(parallel(), num_cycles=150)
    official.seed_test(env, num_cycles=60)
    official.parallel_seed_test(parallel, num_cycles=60)
    official.state_test(env(), parallel())


def test_the_official_tests_of_cycles_and_rendering_pass():
    class Goofspiel:
        """All seats choose in every cycle, as the test expects."""

        @staticmethod
        def env(**options):
            return fogbound.pettingzoo.env("goofspiel", **options)

        @staticmethod
        def parallel_env(**options):
            return fogbound.pettingzoo.parallel_env("goofspiel", **options)

    official.max_cycles_test(Goofspiel)
    official.render_test(lambda render_mode=None: fogbound.pettingzoo.env("leduc", render_mode=render_mode))


def test_the_official_benchmark_runs(capsys):
    official.performance_benchmark(fogbound.pettingzoo.env("trial"))
    assert "Finished performance benchmark" in capsys.readouterr().out


def run_parallel(env, seed, rng):
    """Play a game with random legal actions; gives all that was seen."""
    observations, infos = env.reset(seed=seed)
    seen = [observations]
    while env.agents:
        actions = {a: int(rng.choice(np.flatnonzero(observations[a]["action_mask"]))) for a in env.agents}
        observations, rewards, terminations, truncations, infos = env.step(actions)
        seen.append(observations)
    return seen, rewards, terminations, truncations, infos


@pytest.mark.parametrize("name", GAMES)
def test_all_seats_stay_to_the_end_and_end_together(name):
    env = fogbound.pettingzoo.parallel_env(name)
    space, actions = env.observation_space(env.possible_agents[0]), env.action_space(env.possible_agents[0])
    assert space is env.observation_space(env.possible_agents[0])
    assert actions is env.action_space(env.possible_agents[0])
    low, high = fogbound.info(name)["returns"]
    for seed in range(3):
        seen, rewards, terminations, truncations, infos = run_parallel(env, seed, np.random.default_rng(seed))
        for observations in seen:
            assert list(observations) == env.possible_agents
            for agent, observation in observations.items():
                assert env.observation_space(agent).contains(observation)
                assert observation["action_mask"].any()
        assert all(terminations.values())
        assert not any(truncations.values())
        assert rewards == dict(zip(env.possible_agents, env.table.returns, strict=True))
        assert all(low <= reward <= high for reward in rewards.values())
        assert not any(info["asked"] for info in infos.values())
        assert all(info["illegal"] == 0 for info in infos.values())


def test_who_is_out_of_the_game_waits_for_its_end():
    """A hung survivor stays in `agents`; whoever has nothing to choose has a mask of action 0 alone."""
    env = fogbound.pettingzoo.parallel_env("trial")
    bots = [fogbound.bots.spec("scripted" if seat == 0 else "random").bot(env.game, seat) for seat in range(5)]
    observations, infos = env.reset(seed=1)
    hung_and_idle = 0
    while env.agents:
        assert env.agents == env.possible_agents
        figures = env.table.perspective(0).scene()["figures"]
        hung = {f"survivor_{i}" for i in range(4) if "on a hook" in figures[i]["marks"]}
        for agent, info in infos.items():
            assert np.array_equal(info["action_mask"], observations[agent]["action_mask"])
            if not info["asked"]:
                assert np.flatnonzero(info["action_mask"]).tolist() == [0]
                hung_and_idle += agent in hung
        asked = env.table.waiting
        actions = {env.agents[seat]: bots[seat].act(env.table.perspective(seat)) for seat in asked}
        observations, _, _, _, infos = env.step(actions)
    assert hung_and_idle > 10


def test_both_apis_play_the_same_game():
    rng = np.random.default_rng(4)
    parallel, aec = fogbound.pettingzoo.parallel_env("trial"), fogbound.pettingzoo.env("trial")
    observations, _ = parallel.reset(seed=7)
    aec.reset(seed=7)
    rewards = {}
    while parallel.agents:
        actions = {a: int(rng.choice(np.flatnonzero(observations[a]["action_mask"]))) for a in parallel.agents}
        asked = [parallel.possible_agents[seat] for seat in parallel.table.waiting]
        for agent in asked:
            assert aec.agent_selection == agent
            # Nobody sees what those before it have chosen in secret.
            assert np.array_equal(aec.observe(agent)["observation"], observations[agent]["observation"])
            aec.step(actions[agent])
        observations, rewards, *_ = parallel.step(actions)
    assert aec.table.record() == parallel.table.record()
    assert aec.rewards == rewards
    for agent in aec.agent_iter():
        assert aec.last()[1] == rewards[agent]
        aec.step(None)
    assert aec.agents == []


def test_the_seed_names_the_game():
    env = fogbound.pettingzoo.env("leduc")
    env.reset(seed=11)
    record = env.table.record()
    assert record == fogbound.make("leduc").new_table(11).record()
    env.reset()
    second = env.table.record()
    assert second != record
    env.reset(seed=11)
    env.reset()
    assert env.table.record() == second


@pytest.mark.parametrize("make", [fogbound.pettingzoo.env, fogbound.pettingzoo.parallel_env])
def test_illegal_actions_do_what_was_declared(make):
    def first(env, action):
        env.reset(seed=1)
        if hasattr(env, "agent_selection"):
            env.step(action)
        else:
            env.step({"player_0": action, "player_1": 0})
        return env

    assert first(make("kuhn"), 0)._illegal["player_0"] == 0
    goofspiel = {"preset": "tiny"}
    lowest = first(make("goofspiel", **goofspiel), 12)
    assert lowest._illegal == {"player_0": 1, "player_1": 0}
    with pytest.raises(ValueError, match=r"player_0 may not play action 12 \(.*\) now; legal: \[0, 1, 2\]"):
        first(make("goofspiel", on_illegal="raise", **goofspiel), 12)
    lost = first(make("goofspiel", on_illegal="lose", **goofspiel), 12)
    assert lost._paid == [-1.0, 0.0]
    with pytest.raises(ValueError, match="on_illegal must be one of lowest, raise, lose, not 'ignore'"):
        make("kuhn", on_illegal="ignore")


def test_an_idle_seat_that_acts_is_treated_as_declared():
    env = fogbound.pettingzoo.parallel_env("kuhn")
    env.reset(seed=1)
    *_, infos = env.step({"player_0": 0, "player_1": 1})
    assert infos["player_1"]["illegal"] == 1
    strict = fogbound.pettingzoo.parallel_env("kuhn", on_illegal="raise")
    strict.reset(seed=1)
    before = strict.table.record()
    with pytest.raises(ValueError, match=r"player_1 may not play action 1 \(.*\) now; legal: \[0\]"):
        strict.step({"player_0": 0, "player_1": 1})
    assert strict.table.record() == before
    # It may also be left out.
    strict.step({"player_0": 0})


def test_wrong_calls_are_clear():
    env = fogbound.pettingzoo.parallel_env("goofspiel")
    with pytest.raises(RuntimeError, match="call reset"):
        env.step({})
    env.reset(seed=1)
    with pytest.raises(KeyError, match="an action is missing for player_1"):
        env.step({"player_0": 0})
    with pytest.raises(KeyError, match="there is no seat 'killer'; the seats are player_0, player_1"):
        env.step({"player_0": 0, "killer": 1})
    with pytest.raises(TypeError, match="an action must be one whole number"):
        env.step({"player_0": 0.5, "player_1": 0})
    with pytest.raises(ValueError, match="there is no action 99"):
        env.step({"player_0": 99, "player_1": 0})
    with pytest.raises(RuntimeError, match="without a render_mode"):
        env.render()
    env.close()
    env.close()
    with pytest.raises(RuntimeError, match="call reset"):
        env.state()
    aec = fogbound.pettingzoo.env("kuhn")
    aec.reset(seed=1)
    while aec.agents:
        aec.step(None if aec.terminations[aec.agent_selection] else 0)
    with pytest.raises(RuntimeError, match="the game is over"):
        aec.step(0)
    with pytest.raises(ValueError, match="max_cycles must be at least 1"):
        fogbound.pettingzoo.env("kuhn", max_cycles=0)


def test_questions_out_of_season_are_clear():
    aec = fogbound.pettingzoo.env("kuhn")
    for ask in (aec.last, lambda: aec.observe("player_0"), lambda: aec.step(0), aec.state):
        with pytest.raises(RuntimeError, match=r"call reset\(\)"):
            ask()
    aec.reset(seed=1)
    for ask in (aec.observe, aec.observation_space, aec.action_space):
        with pytest.raises(KeyError, match="there is no seat 'nobody'; the seats are player_0, player_1"):
            ask("nobody")
    for make in (fogbound.pettingzoo.env, fogbound.pettingzoo.parallel_env):
        with pytest.raises(TypeError, match="max_cycles must be a whole number, not str"):
            make("kuhn", max_cycles="3")
        with pytest.raises(ValueError, match=f"seed must be 0 to {2**64 - 1}, not -1"):
            make("kuhn").reset(seed=-1)


def test_a_refused_step_counts_nothing():
    env = fogbound.pettingzoo.parallel_env("goofspiel", preset="tiny")
    env.reset(seed=1)
    before = env.table.record()
    with pytest.raises(TypeError, match="an action must be one whole number"):
        env.step({"player_0": 12, "player_1": 0.5})
    assert env.table.record() == before
    *_, infos = env.step({"player_0": 0, "player_1": 0})
    assert [info["illegal"] for info in infos.values()] == [0, 0]


def test_all_who_broke_the_rules_at_once_lose():
    env = fogbound.pettingzoo.parallel_env("goofspiel", preset="tiny", on_illegal="lose")
    env.reset(seed=1)
    _, rewards, terminations, _, infos = env.step({"player_0": 12, "player_1": 12})
    assert rewards == {"player_0": -1.0, "player_1": -1.0}
    assert all(terminations.values())
    assert [info["illegal"] for info in infos.values()] == [1, 1]
    # In a team, everybody is paid for what one did.
    env = fogbound.pettingzoo.parallel_env("trial", on_illegal="lose")
    observations, infos = env.reset(seed=1)
    (asked,) = [agent for agent in env.agents if infos[agent]["asked"]]
    _, rewards, *_ = env.step({asked: int(observations[asked]["action_mask"].argmin())})
    assert rewards == {"killer": 0.0, **{f"survivor_{i}": -1.0 for i in range(4)}}


@pytest.mark.parametrize("make", [fogbound.pettingzoo.env, fogbound.pettingzoo.parallel_env])
def test_human_mode_shows_every_position_by_itself(make, capsys):
    env = make("leduc", render_mode="human", render_seat="player_1")
    env.reset(seed=1)
    for action in (0, 0):
        assert capsys.readouterr().out.strip() == env.table.view_text(1).strip()
        env.step(action if hasattr(env, "agent_selection") else {env.agents[env.table.waiting[0]]: action})
    assert capsys.readouterr().out.strip() == env.table.view_text(1).strip()
    quiet = make("leduc", render_mode="ansi")
    quiet.reset(seed=1)
    assert capsys.readouterr().out == ""


def test_a_cap_truncates_everybody_at_once():
    env = fogbound.pettingzoo.parallel_env("trial", max_cycles=5)
    observations, _ = env.reset(seed=1)
    for _ in range(5):
        assert env.agents
        actions = {agent: int(observations[agent]["action_mask"].argmax()) for agent in env.agents}
        observations, rewards, terminations, truncations, _ = env.step(actions)
    assert env.agents == []
    assert all(truncations.values())
    assert not any(terminations.values())
    assert set(rewards.values()) == {0.0}


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("make", [fogbound.pettingzoo.env, fogbound.pettingzoo.parallel_env])
def test_copies_go_on_alone(make, copied):
    env = make("trial")
    env.reset(seed=3)
    twin = copied(env)
    assert twin.table.record() == env.table.record()
    before = env.table.record()
    if hasattr(twin, "agent_selection"):
        twin.step(int(twin.infos[twin.agent_selection]["action_mask"].argmax()))
    else:
        twin.step(dict.fromkeys(twin.agents, 0))
    assert env.table.record() == before != twin.table.record()
    env.reset()
    twin.reset()
    assert env.table.record() == twin.table.record()
