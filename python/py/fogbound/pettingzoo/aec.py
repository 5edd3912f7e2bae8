"""One seat at a time."""

from typing import Any

from pettingzoo import AECEnv

from fogbound.pettingzoo.seats import Seated


class FogboundAEC(Seated, AECEnv):  # type: ignore[misc]
    """An AEC environment. Seats that plan at once are asked in turn, and none sees what the others chose."""

    def _clear(self) -> None:
        super()._clear()
        # Converters to Parallel would ask seats that have nothing to choose: `parallel_env` is there for that.
        self.agent_selection: str = self.possible_agents[0]
        self.rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """Give what an agent knows, and what it may do if it is asked."""
        return self._see(self._seat(agent))

    def step(self, action: Any) -> None:
        """Take the choice of `agent_selection`."""
        agent = self.agent_selection
        if not self.agents:
            raise RuntimeError("the game is over: call reset()")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat(agent)
        played, legal = self._read(seat, action)
        cycles = 0
        if not self._judge([] if legal else [seat]):
            cycles = int(len(self.table.waiting) == 1)
            self.table.commit(seat, played)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        cut = self._count(cycles)
        if self._paid is not None:
            self.rewards = dict(zip(self.agents, self._paid, strict=True))
            ended = self.truncations if cut else self.terminations
            ended.update(dict.fromkeys(self.agents, True))
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        """Turn to the next seat, and write down what each is told."""
        if self._paid is None:
            self.agent_selection = self.possible_agents[self.table.waiting[0]]
        else:
            self.agent_selection = self.agents[0]
        self.infos = {name: self._tell(seat) for seat, name in enumerate(self.possible_agents)}
        self._show()
