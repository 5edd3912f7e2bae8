"""Games as RLlib's `MultiAgentEnv`, all seats as agents.

>>> from fogbound.rllib import FogboundMultiAgentEnv
>>> env = FogboundMultiAgentEnv({"game": "trial", "preset": "adept"})
>>> observations, infos = env.reset(seed=1)
>>> sorted(observations)
['survivor_0']
>>> sorted(observations["survivor_0"])
['action_mask', 'observations']

What holds:

- Only the agents that are asked get an observation; RLlib takes actions from those, and from nobody else.
- An observation is a dict with RLlib's own key `observations`, and `action_mask`, as its
  `ActionMaskingTorchRLModule` asks for them. Masks are float32 and never empty.
- All agents end in the same step with the same flag, and then all of them get a last observation.
- `on_illegal` is `lowest`, `raise` or `lose`, as in `fogbound.pettingzoo`; `max_cycles` truncates.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from fogbound.pettingzoo.parallel import FogboundParallel

__all__ = ["FogboundMultiAgentEnv"]


class FogboundMultiAgentEnv(MultiAgentEnv):  # type: ignore[misc]
    """A game whose seats are RLlib's agents. The config names the `game`, and may hold whatever else
    `fogbound.pettingzoo.parallel_env` takes: `preset`, options of the environment, and of the game's setup."""

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        """Make the game ready; `reset` begins it."""
        super().__init__()
        options = dict(config or {})
        if "game" not in options:
            raise KeyError('the config must name the game: {"game": "trial"}')
        self._env = FogboundParallel(**options)
        self.possible_agents: list[str] = list(self._env.possible_agents)
        self.agents: list[str] = list(self.possible_agents)
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            name: self._space(name) for name in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            name: self._env.action_space(name) for name in self.possible_agents
        }

    def _space(self, agent: str) -> spaces.Dict:
        seen = self._env.observation_space(agent)
        assert isinstance(seen, spaces.Dict)
        mask = spaces.Box(0.0, 1.0, seen["action_mask"].shape, np.float32)
        return spaces.Dict({"action_mask": mask, "observations": seen["observation"]})

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game."""
        observations, infos = self._env.reset(seed=seed, options=options)
        self.agents = list(self.possible_agents)
        return self._asked(observations, infos)

    def step(
        self, action_dict: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Take the choices of the agents that were asked."""
        observations, rewards, terminations, truncations, infos = self._env.step(action_dict)
        over = not self._env.agents
        terminated = {**terminations, "__all__": all(terminations.values())}
        truncated = {**truncations, "__all__": all(truncations.values())}
        if over:
            self.agents = []
        seen, told = self._asked(observations, infos, everybody=over)
        return seen, rewards, terminated, truncated, told

    def render(self) -> Any:
        """Show the game in the render mode of the config."""
        return self._env.render()

    def close(self) -> None:
        """Let go of the game."""
        self._env.close()

    @staticmethod
    def _asked(
        observations: dict[str, Any], infos: dict[str, Any], *, everybody: bool = False
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        asked = [name for name in observations if everybody or infos[name]["asked"]]
        seen = {
            name: {
                "action_mask": observations[name]["action_mask"].astype(np.float32),
                "observations": observations[name]["observation"],
            }
            for name in asked
        }
        return seen, {name: infos[name] for name in asked}
