"""What users of other libraries have tripped over, where no other test names it; see docs/guide/ecosystem.md."""

from importlib.metadata import distribution
from pathlib import Path

import numpy as np
import pytest

import fogbound
import play
from fogbound import _core

GAMES = fogbound.games()


def some_masks(name, steps=60):
    """Play random games, and give the masks of all decisions on the way."""
    vector = fogbound.vector(name, 64, seed=1)
    rng = np.random.default_rng(1)
    masks = []
    for _ in range(steps):
        masks.append(vector.masks.copy())
        vector.step(play.random_actions(vector.masks, rng))
    return np.concatenate(masks)


@pytest.mark.parametrize("name", GAMES)
def test_masked_policies_are_finite(name):
    """A finite number in place of illegal actions, and a mask that is never empty: then nothing becomes NaN."""
    masks = some_masks(name)
    assert masks.any(axis=1).all()
    rng = np.random.default_rng(2)
    for scale in (1.0, 1e4):
        logits = np.where(masks, rng.normal(0, scale, masks.shape), -1e9).astype(np.float32)
        logits -= logits.max(axis=1, keepdims=True)
        logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        assert np.isfinite(logs).all()
        assert not np.exp(logs)[~masks].any()
        assert np.allclose(np.exp(logs).sum(axis=1), 1, atol=1e-4)


@pytest.mark.parametrize("name", GAMES)
def test_maskable_distributions_take_every_mask(name):
    """The distribution of sb3-contrib checks that chances add up to 1, and raises if they do not."""
    torch = pytest.importorskip("torch")
    maskable = pytest.importorskip("sb3_contrib.common.maskable.distributions")
    masks = torch.as_tensor(some_masks(name))
    torch.manual_seed(3)
    for scale in (1.0, 100.0):
        chances = maskable.MaskableCategorical(logits=scale * torch.randn(masks.shape), validate_args=True)
        chances.apply_masking(masks)
        assert bool(torch.isfinite(chances.entropy()).all())
        assert bool(masks.gather(1, chances.sample()[:, None]).all())


def hung(scene):
    """Give the survivors who are out of the game."""
    return {f"survivor_{i}" for i in range(4) if "on a hook" in scene["figures"][i]["marks"]}


def crew(game):
    """Seat bots that soon hang somebody."""
    return [fogbound.bots.spec("scripted" if seat == 0 else "random").bot(game, seat) for seat in range(5)]


def test_who_is_out_waits_in_aec():
    env = fogbound.pettingzoo.env("trial")
    bots = crew(env.game)
    env.reset(seed=1)
    idle = 0
    while not any(env.terminations.values()):
        assert env.agents == env.possible_agents
        out = hung(env.table.perspective(0).scene())
        for agent, info in env.infos.items():
            assert info["asked"] == (env.possible_agents.index(agent) in env.table.waiting)
            if not info["asked"]:
                assert np.flatnonzero(env.observe(agent)["action_mask"]).tolist() == [0]
                idle += agent in out
        seat = env.possible_agents.index(env.agent_selection)
        env.step(bots[seat].act(env.table.perspective(seat)))
    assert idle > 10
    assert all(env.terminations.values())


def test_who_is_out_waits_in_rllib():
    rllib = pytest.importorskip("fogbound.rllib", reason="RLlib is not installed")
    env = rllib.FogboundMultiAgentEnv({"game": "trial"})
    bots = crew(env._env.game)
    observations, _ = env.reset(seed=1)
    idle, over = 0, False
    while not over:
        table = env._env.table
        idle += len(hung(table.perspective(0).scene()) - set(observations))
        seats = [env.possible_agents.index(agent) for agent in observations]
        actions = {env.possible_agents[seat]: bots[seat].act(table.perspective(seat)) for seat in seats}
        observations, _, terminated, _, _ = env.step(actions)
        over = terminated["__all__"]
    assert idle > 10
    # Whoever is out is there again at the end, to be paid.
    assert set(observations) == set(env.possible_agents)


def test_who_is_out_waits_in_openspiel():
    state = fogbound.open_spiel.load("trial").new_initial_state()
    bots = crew(fogbound.make("trial"))
    rng = np.random.default_rng(1)
    idle = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
            continue
        legal = [state.legal_actions(player) for player in range(5)]
        out = hung(state.position.perspective(0).scene())
        idle += sum(not legal[1 + i] for i in range(4) if f"survivor_{i}" in out)
        chosen = [bots[p].act(state.position.perspective(p)) if legal[p] else 0 for p in range(5)]
        if state.is_simultaneous_node():
            state.apply_actions(chosen)
        else:
            state.apply_action(chosen[state.current_player()])
    assert idle > 10
    assert len(set(state.returns()[1:])) == 1


def test_who_is_out_is_not_asked_in_gymnasium():
    """The environment goes on to the end of the game, and pays there what the team is paid."""
    from fogbound.gymnasium import FogboundEnv

    env = FogboundEnv("trial", seat="survivor_1", opponents="scripted")
    outlived = 0
    for seed in range(6):
        env.reset(seed=seed)
        over, last = False, None
        rng = np.random.default_rng(seed)
        while not over:
            last = env.table.copy()
            _, reward, over, _, _ = env.step(rng.choice(np.flatnonzero(env.action_masks())))
        assert reward == env.table.returns[2]
        # Others chose on after the seat's last choice.
        outlived += len(env.table.record().splitlines()) > len(last.record().splitlines()) + 5
    assert outlived > 0


@pytest.mark.parametrize("name", GAMES)
def test_all_seats_have_the_same_spaces(name):
    """One network can play every seat: what a seat lacks is padded with zeros, and never legal."""
    env = fogbound.pettingzoo.parallel_env(name)
    first = env.possible_agents[0]
    for agent in env.possible_agents:
        assert env.observation_space(agent) == env.observation_space(first)
        assert env.action_space(agent) == env.action_space(first)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "goofspiel"])
def test_a_key_tells_apart_at_least_what_an_observation_does(name):
    """The key is the information state, with perfect recall; the vector is for networks, and may show less."""
    game = fogbound.make(name, **({"preset": "tiny"} if name == "goofspiel" else {}))
    seen, met_again = {}, 0
    for seed in range(300):
        table, rng = game.new_table(seed), np.random.default_rng(seed)
        while not table.is_over:
            for seat in table.waiting:
                shown = (table.observe(seat).tobytes(), tuple(table.legal(seat)))
                met_again += (seat, table.key(seat)) in seen
                assert seen.setdefault((seat, table.key(seat)), shown) == shown
            play.play_on(table, rng, decisions=1)
    assert met_again > 300


def test_the_wheel_is_for_all_pythons_and_has_no_libtorch():
    """A wheel for one version of Python, or one that wants a certain torch, would fail where it is needed."""
    assert "cp310-abi3" in distribution("fogbound").read_text("WHEEL")
    module = Path(_core.__file__)
    assert ".abi3." in module.name
    assert b"libtorch" not in module.read_bytes()


def test_the_package_holds_code_and_weights_and_nothing_else():
    """All pictures are drawn when they are asked for: the package has no art, by whomever."""
    folder = Path(fogbound.__file__).parent
    files = [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    kinds = {path.suffix or path.name for path in files}
    assert {".py", ".pyi", ".safetensors"} < kinds
    assert kinds <= {".py", ".pyi", ".typed", ".so", ".pyd", ".safetensors"}, kinds
