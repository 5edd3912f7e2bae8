"""The Gymnasium environments."""

import copy
import os
import pickle
import subprocess
import sys
import warnings
from importlib.metadata import entry_points

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import fogbound
from fogbound.gymnasium import FogboundEnv, FogboundVectorEnv, env_id

GAMES = fogbound.games()


@pytest.mark.parametrize("name", GAMES)
def test_the_official_check_passes(name):
    for seat in range(len(fogbound.info(name)["seats"])):
        with warnings.catch_warnings():
            # `human` gives nothing back, as it should; and the checker's own note on hashes of old seeds.
            warnings.simplefilter("ignore")
            check_env(gymnasium.make(env_id(name), seat=seat).unwrapped)


MAKE = """
import gymnasium
env = gymnasium.make({name!r}, seat="killer", opponents="scripted")
observation, info = env.reset(seed=1)
observation, reward, terminated, truncated, info = env.step(int(env.unwrapped.action_masks().argmax()))
print(env.unwrapped.seat, env.spec.id, gymnasium.__version__)
"""


def run_alone(code, **environment):
    """Run a program of its own."""
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=300
    )


def test_no_import_is_needed_if_the_id_names_the_module():
    done = run_alone(MAKE.format(name="fogbound.gymnasium:fogbound/Trial-v0"))
    assert done.stdout.split() == ["0", "fogbound/Trial-v0", gymnasium.__version__], done.stderr


def test_the_short_id_needs_an_import_since_gymnasium_1():
    """Its loader of entry points is gone; what it raises names the missing namespace."""
    done = run_alone(MAKE.format(name="fogbound/Trial-v0"))
    assert "NamespaceNotFound: Namespace fogbound not found" in done.stderr
    done = run_alone("import fogbound.gymnasium\n" + MAKE.format(name="fogbound/Trial-v0"))
    assert done.stdout.split() == ["0", "fogbound/Trial-v0", gymnasium.__version__], done.stderr


def test_the_entry_point_registers_every_game():
    (ours,) = [point for point in entry_points(group="gymnasium.envs") if point.value.startswith("fogbound")]
    # Any other name would put the ids into a namespace of that name.
    assert ours.name == "__root__"
    code = f"""
import sys
from importlib.metadata import EntryPoint
EntryPoint({ours.name!r}, {ours.value!r}, "gymnasium.envs").load()()
assert "fogbound.gymnasium" not in sys.modules
from gymnasium.envs.registration import registry
print(*[name for name in registry if name.startswith("fogbound/")])
"""
    done = run_alone(code)
    assert done.stdout.split() == [env_id(name) for name in GAMES], done.stderr


def test_old_versions_need_no_import_at_all():
    """Gymnasium before 1.0 loads the entry point, here for real."""
    old = os.environ.get("FOGBOUND_OLD_GYMNASIUM")
    if old is None:
        pytest.skip("FOGBOUND_OLD_GYMNASIUM names no folder with a Gymnasium before 1.0")
    done = run_alone(MAKE.format(name="fogbound/Trial-v0"), PYTHONPATH=old)
    seat, name, version = done.stdout.split() or pytest.fail(done.stderr)
    assert (seat, name, version[:2]) == ("0", "fogbound/Trial-v0", "0.")
    done = run_alone("from fogbound.gymnasium import FogboundVectorEnv", PYTHONPATH=old)
    assert f"ImportError: FogboundVectorEnv needs Gymnasium 1.1, and this is {version}" in done.stderr


def run(env, seed, rng):
    observation, info = env.reset(seed=seed)
    total = 0.0
    while True:
        mask = env.action_masks()
        assert np.array_equal(mask, info["action_mask"].astype(bool))
        assert env.observation_space.contains(observation)
        observation, reward, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(mask)))
        total += reward
        if terminated:
            assert not truncated
            assert np.flatnonzero(env.action_masks()).tolist() == [0]
            return total


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_played_and_seeds_name_them(name):
    env = FogboundEnv(name, seat=1, opponents="random")
    low, high = fogbound.info(name)["returns"]
    for seed in range(3):
        returns = run(env, seed, np.random.default_rng(seed))
        assert low <= returns <= high
        assert returns == env.table.returns[1]
        record = env.table.record()
        assert run(env, seed, np.random.default_rng(seed)) == returns
        assert env.table.record() == record


def test_opponents_may_differ_by_seat():
    mixed = FogboundEnv("trial", seat="killer", opponents=["random", "scripted", "random", "scripted"])
    named = {f"survivor_{i}": "random" if i % 2 == 0 else "scripted" for i in range(4)}
    by_name = FogboundEnv("trial", seat="killer", opponents=named)
    assert mixed.opponents[1:] == by_name.opponents[1:]
    with pytest.raises(ValueError, match="there are 4 other seats, and 1 opponents"):
        FogboundEnv("trial", opponents=["random"])
    with pytest.raises(KeyError, match="opponents must name survivor_0, survivor_1, survivor_2, survivor_3"):
        FogboundEnv("trial", opponents={"survivor_0": "random"})
    with pytest.raises(KeyError, match="there is no seat 'hunter'"):
        FogboundEnv("trial", seat="hunter")
    with pytest.raises(ValueError, match="there is no seat 7"):
        FogboundEnv("trial", seat=7)


def test_wrong_calls_are_clear():
    env = FogboundEnv("goofspiel", preset="tiny", on_illegal="raise", opponents="random")
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"seat 0 may not play action 9 \(.*\) now; legal: \[0, 1, 2\]"):
        env.step(9)
    for wrong in (0.5, "0", [0, 1], None):
        with pytest.raises(TypeError, match="an action must be one whole number"):
            env.step(wrong)
    for action in (np.int8(0), np.array([1])):
        env.step(action)
    with pytest.raises(RuntimeError, match="the game is over"):
        env.step(0)
    env.close()
    env.close()
    env.render_mode = "ansi"
    with pytest.raises(RuntimeError, match="call reset"):
        env.render()
    losing = FogboundEnv("goofspiel", on_illegal="lose", preset="tiny")
    losing.reset(seed=1)
    _, reward, terminated, _, info = losing.step(12)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, 1)


@pytest.mark.parametrize(
    ("seed", "error", "says"),
    [
        (-1, ValueError, f"seed must be 0 to {2**64 - 1}, not -1"),
        (2**64, ValueError, f"seed must be 0 to {2**64 - 1}, not {2**64}"),
        (1.5, TypeError, "seed must be a whole number, not float"),
        ("1", TypeError, "seed must be a whole number, not str"),
    ],
)
def test_a_refused_seed_changes_nothing(seed, error, says):
    env = FogboundEnv("goofspiel", preset="tiny", opponents="random")
    env.reset(seed=3)
    while not env.step(env.action_masks().argmax())[2]:
        pass
    with pytest.raises(error, match=says):
        env.reset(seed=seed)
    with pytest.raises(RuntimeError, match="the game is over"):
        env.step(0)
    env.reset()
    twin = FogboundEnv("goofspiel", preset="tiny", opponents="random")
    twin.reset(seed=3)
    twin.reset()
    assert env.table.record() == twin.table.record()
    with pytest.raises(error, match=says):
        FogboundVectorEnv("kuhn", 2).reset(seed=seed)


def test_arguments_are_refused_where_they_are_given():
    for wrong in (0, -1, 2**20 + 1):
        with pytest.raises(ValueError, match=f"num_envs must be 1 to {2**20}, not {wrong}"):
            FogboundVectorEnv("kuhn", wrong)
    for wrong in (0, 257):
        with pytest.raises(ValueError, match=f"threads must be 1 to 256, not {wrong}"):
            FogboundVectorEnv("kuhn", 2, threads=wrong)
    with pytest.raises(TypeError, match="num_envs must be a whole number, not float"):
        FogboundVectorEnv("kuhn", 2.5)
    for wrong in (0.5, None, [1]):
        with pytest.raises(TypeError, match="a seat must be named or numbered, not "):
            FogboundEnv("kuhn", seat=wrong)
    with pytest.raises(TypeError, match="opponents must be an agent, a list or a dict of agents, not int"):
        FogboundEnv("kuhn", opponents=3)


def test_human_mode_shows_every_position_by_itself(capsys):
    env = FogboundEnv("goofspiel", preset="tiny", opponents="random", render_mode="human")
    env.reset(seed=1)
    assert capsys.readouterr().out.strip() == env.table.view_text(0).strip()
    env.step(0)
    assert capsys.readouterr().out.strip() == env.table.view_text(0).strip()
    quiet = FogboundEnv("goofspiel", preset="tiny", opponents="random", render_mode="ansi")
    quiet.reset(seed=1)
    quiet.step(0)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_with_the_same_luck(copied):
    env = FogboundEnv("trial", seat="survivor_1", opponents="random")
    env.reset(seed=5)
    for _ in range(5):
        env.step(env.action_masks().argmax())
    twin = copied(env)
    for one in (env, twin):
        for _ in range(5):
            one.step(one.action_masks().argmax())
    assert env.table.record() == twin.table.record()


def play_vector(envs, seed, steps):
    observations, _ = envs.reset(seed=seed)
    seen = [observations]
    for _ in range(steps):
        observations, rewards, terminations, truncations, infos = envs.step(envs.action_masks().argmax(axis=1))
        assert not truncations.any()
        assert envs.observation_space.contains(observations)
        seen.append((observations, rewards, terminations, infos))
    return seen


def test_a_vector_declares_its_autoreset():
    for mode, declared in (("same_step", AutoresetMode.SAME_STEP), ("next_step", AutoresetMode.NEXT_STEP)):
        envs = gymnasium.make_vec(
            env_id("goofspiel"),
            num_envs=3,
            vectorization_mode="vector_entry_point",
            autoreset=mode,
            preset="tiny",
        )
        assert envs.metadata["autoreset_mode"] is declared
        play_vector(envs.unwrapped, 1, 9)
    with pytest.raises(ValueError, match="autoreset must be one of same_step, next_step, not 'never'"):
        FogboundVectorEnv("kuhn", 2, autoreset="never")


def test_both_autoresets_show_the_same_ends():
    # Three cards are two choices: the last is forced.
    same = FogboundVectorEnv("goofspiel", 4, preset="tiny", opponents="random", autoreset="same_step")
    late = FogboundVectorEnv("goofspiel", 4, preset="tiny", opponents="random", autoreset="next_step")
    first, _ = same.reset(seed=2)
    again, _ = late.reset(seed=2)
    assert np.array_equal(first, again)
    for _ in range(3):
        while True:
            actions = same.action_masks().argmax(axis=1)
            observations, rewards, done, _, infos = same.step(actions)
            shown, late_rewards, late_done, _, _ = late.step(actions)
            assert np.array_equal(done, late_done)
            assert np.array_equal(rewards, late_rewards)
            if done.all():
                break
            assert np.array_equal(observations, shown)
        assert infos["_final_obs"].all()
        assert np.array_equal(np.stack(list(infos["final_obs"])), shown)
        assert late.action_masks().sum(axis=1).tolist() == [1, 1, 1, 1]
        begun, rewards, done, *_ = late.step(np.full(4, 12))
        assert not done.any()
        assert not rewards.any()
        assert np.array_equal(begun, observations)


def test_vector_seeds_and_threads():
    one = play_vector(FogboundVectorEnv("trial", 6, opponents="random"), 3, 40)
    two = play_vector(FogboundVectorEnv("trial", 6, opponents="random", threads=2), 3, 40)
    other = play_vector(FogboundVectorEnv("trial", 6, opponents="random"), 4, 40)
    assert all(np.array_equal(a[0], b[0]) for a, b in zip(one[1:], two[1:], strict=True))
    assert not np.array_equal(one[-1][0], other[-1][0])
    envs = FogboundVectorEnv("trial", 6, opponents="random")
    play_vector(envs, 9, 10)
    again = play_vector(envs, 3, 40)
    assert np.array_equal(again[-1][0], one[-1][0])
    with pytest.raises(TypeError, match="seed must be one number"):
        envs.reset(seed=[1, 2, 3, 4, 5, 6])


def test_windows_are_not_copied_if_asked_for():
    envs = FogboundVectorEnv("trial", 3, opponents="random", copy=False)
    observations, _ = envs.reset(seed=1)
    kept = observations.copy()
    later, *_ = envs.step(envs.action_masks().argmax(axis=1))
    assert later is observations
    assert not np.array_equal(kept, observations)
    assert not observations.flags.writeable
    safe = FogboundVectorEnv("trial", 3, opponents="random")
    observations, _ = safe.reset(seed=1)
    safe.step(safe.action_masks().argmax(axis=1))
    assert np.array_equal(kept, observations)


def test_illegal_and_misshapen_vector_actions():
    envs = FogboundVectorEnv("goofspiel", 3, preset="tiny", opponents="random")
    with pytest.raises(RuntimeError, match="call reset"):
        envs.step(np.zeros(3, int))
    envs.reset(seed=1)
    *_, infos = envs.step(np.array([12, 0, 12]))
    assert infos["illegal"].tolist() == [True, False, True]
    for wrong in (np.zeros(2, int), np.zeros((3, 1), int), np.zeros(3)):
        with pytest.raises(TypeError, match="actions must be 3 whole numbers"):
            envs.step(wrong)
    with pytest.raises(ValueError, match="lane 1: there is no action 99"):
        envs.step(np.array([0, 99, 0]))
    strict = FogboundVectorEnv("goofspiel", 3, preset="tiny", on_illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="lane 2: seat 0 may not play action 12"):
        strict.step(np.array([0, 0, 12]))
    envs.close()
    with pytest.raises(RuntimeError, match="call reset"):
        envs.action_masks()
    # Closing works as often as there are games to let go of.
    envs.reset(seed=1)
    envs.step(np.zeros(3, int))
    envs.close()
    envs.close()
    with pytest.raises(RuntimeError, match="call reset"):
        envs.step(np.zeros(3, int))


def test_vectors_are_copied_before_their_games_begin_and_never_after():
    envs = FogboundVectorEnv("kuhn", 2)
    for copied in (copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))):
        assert np.array_equal(copied.reset(seed=1)[0], FogboundVectorEnv("kuhn", 2).reset(seed=1)[0])
    envs.reset(seed=1)
    for attempt in (copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match=r"cannot pickle 'fogbound._core.Versus' object"):
            attempt(envs)


def test_gymnasiums_own_vectors_and_wrappers_take_the_games():
    for mode in ("sync", "async"):
        envs = gymnasium.make_vec(env_id("goofspiel"), num_envs=2, vectorization_mode=mode, preset="tiny")
        observations, infos = envs.reset(seed=[4, 5])
        alone, _ = FogboundEnv("goofspiel", preset="tiny").reset(seed=5)
        assert np.array_equal(observations[1], alone)
        assert infos["action_mask"].shape == (2, 13)
        envs.step(infos["action_mask"].argmax(axis=1))
        envs.close()
    counted = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        FogboundVectorEnv("goofspiel", 3, preset="tiny", opponents="random")
    )
    counted.reset(seed=1)
    for _ in range(2):
        _, rewards, done, _, infos = counted.step(counted.unwrapped.action_masks().argmax(axis=1))
    assert done.all()
    assert infos["episode"]["r"].tolist() == rewards.tolist()
    assert infos["episode"]["l"].tolist() == [2, 2, 2]
