"""Environments of other libraries, measured: the other side of `cargo xtask bench --peers`.

Prints one JSON object with decisions per second of CPU time, all threads of the process together, with the
random choice of actions included. A decision is a choice of one player that has its observation, and its
legal actions where the library has them. Each library is used as its users use it at its fastest:

- PettingZoo's classic games and RLCard step one game at a time in Python, so that is what is measured.
  PettingZoo's card games are RLCard's within.
- pgx steps many games at once in compiled JAX on the processor; the random choice is compiled, too. The time
  to compile is not counted.
- PufferLib, in the last version that is built without fetching anything, steps games written in Python one
  after the other and writes what they show side by side. (Later versions have games in C.) Its own games have
  no masks, so any action is chosen; a step that only begins the next game is no decision.
"""

import argparse
import json
import os
import random
import time
from importlib import import_module
from importlib.metadata import version

# Games side by side, where a library can do that, and steps between two looks at the clock.
LANES = 1024
STEPS = 64


def pettingzoo_speed(name, seconds, seed):
    """Random games of `pettingzoo.classic`."""
    env = import_module(f"pettingzoo.classic.{name}").env()
    env.reset(seed=seed)
    decisions, uniform, start = 0, random.random, time.process_time()
    while time.process_time() - start < seconds:
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(uniform() * len(legal))]))
            decisions += 1
    return decisions / (time.process_time() - start)


def rlcard_speed(name, seconds, seed):
    """Random games of RLCard."""
    env = import_module("rlcard").make(name, config={"seed": seed})
    decisions, uniform, start = 0, random.random, time.process_time()
    while time.process_time() - start < seconds:
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(uniform() * len(legal))])
            decisions += 1
    return decisions / (time.process_time() - start)


def pgx_speed(name, seconds, seed):
    """Random games of pgx, stepped together."""
    # One thread, as on the other sides; the flag has to be there before JAX is loaded.
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    os.environ["JAX_PLATFORMS"] = "cpu"
    jax, jnp = import_module("jax"), import_module("jax.numpy")
    auto_reset = import_module("pgx.experimental.wrappers").auto_reset
    env = import_module("pgx").make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry, _):
        state, key = carry
        key, choice, luck = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(choice, logits, axis=1)
        return (step(state, action, jax.random.split(luck, LANES)), key), None

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, length=STEPS)[0])
    first, key = jax.random.split(jax.random.PRNGKey(seed))
    carry = (jax.jit(jax.vmap(env.init))(jax.random.split(first, LANES)), key)
    carry = jax.block_until_ready(run(carry))
    decisions, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        carry = jax.block_until_ready(run(carry))
        decisions += LANES * STEPS
    return decisions / (time.process_time() - start)


def pufferlib_speed(name, seconds, seed):
    """Random games of PufferLib's own kind, stepped together."""
    numpy, vector = import_module("numpy"), import_module("pufferlib.vector")
    creator = import_module("pufferlib.environments.ocean.environment").env_creator(name)
    env = vector.make(creator, backend=vector.Serial, num_envs=LANES)
    vector.reset(env, seed=seed)
    rng = numpy.random.default_rng(seed)
    decisions, ended, start = 0, 0, time.process_time()
    while time.process_time() - start < seconds:
        for _ in range(STEPS):
            actions = rng.integers(env.single_action_space.n, size=env.num_agents)
            _, _, over, cut, *_ = vector.step(env, actions)
            decisions += env.num_agents - ended
            ended = numpy.count_nonzero(over | cut)
    return decisions / (time.process_time() - start)


LIBRARIES = {
    "pettingzoo": pettingzoo_speed,
    "rlcard": rlcard_speed,
    "pgx": pgx_speed,
    "pufferlib": pufferlib_speed,
}


def main():
    """Measures one game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", required=True, choices=LIBRARIES)
    parser.add_argument("--game", required=True, help="as the library writes it")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    random.seed(options.seed)
    speed = LIBRARIES[options.library](options.game, options.seconds, options.seed)
    result = {
        "library": options.library,
        "version": version(options.library),
        "game": options.game,
        "chosen": speed,
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
