"""Masked PPO of RLlib (tested with Ray 2.60, new API stack): one policy for the killer, one for all survivors.

pip install "ray[rllib]" torch
python rllib_ppo.py [--iterations 100]
"""

import argparse

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from fogbound.rllib import FogboundMultiAgentEnv


def team_of(agent: str, *_: object, **__: object) -> str:
    """Name the policy of a seat."""
    return "killer" if agent == "killer" else "survivors"


def main() -> None:
    """Learn."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--batch", type=int, default=4000)
    args = parser.parse_args()
    env = FogboundMultiAgentEnv({"game": "trial"})
    modules = {
        team: RLModuleSpec(
            module_class=ActionMaskingTorchRLModule,
            observation_space=env.observation_spaces[agent],
            action_space=env.action_spaces[agent],
            model_config={"head_fcnet_hiddens": [128], "head_fcnet_activation": "relu"},
        )
        for team, agent in (("killer", "killer"), ("survivors", "survivor_0"))
    }
    config = (
        PPOConfig()
        .environment(FogboundMultiAgentEnv, env_config={"game": "trial"})
        .env_runners(num_env_runners=0, rollout_fragment_length="auto")
        .multi_agent(policies=set(modules), policy_mapping_fn=team_of)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=modules))
        .training(train_batch_size_per_learner=args.batch, minibatch_size=min(256, args.batch), num_epochs=2)
        .debugging(seed=1)
    )
    algorithm = config.build_algo()
    for number in range(args.iterations):
        result = algorithm.train()
        returns = result["env_runners"].get("agent_episode_returns_mean", {})
        print(number + 1, {name: round(value, 2) for name, value in returns.items()})
    algorithm.stop()


if __name__ == "__main__":
    main()
