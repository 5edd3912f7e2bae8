"""All seats in each step."""

from typing import Any

from pettingzoo import ParallelEnv

from fogbound.pettingzoo.seats import Seated

Told = dict[str, dict[str, Any]]


class FogboundParallel(Seated, ParallelEnv):  # type: ignore[misc]
    """A Parallel environment. In each step the seats that are asked choose at once; for the others only
    action 0 is legal, and it does nothing."""

    agents: list[str]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Told, Told]:
        """Begin a game."""
        self._begin(seed)
        self._show()
        return self._observations(), self._infos()

    def step(self, actions: dict[str, Any]) -> tuple[Told, dict[str, float], dict[str, bool], dict[str, bool], Told]:
        """Take the choices of all seats that are asked; a seat that is not asked may be left out."""
        if not self.agents:
            raise RuntimeError("the game is over: call reset()")
        waiting = self.table.waiting
        given = {self._seat(agent): action for agent, action in actions.items()}
        missing = [self.possible_agents[seat] for seat in waiting if seat not in given]
        if missing:
            raise KeyError(f"an action is missing for {', '.join(missing)}")
        # All are read before any is played or counted, so that a refusal changes nothing.
        read = {seat: self._read(seat, action) for seat, action in given.items()}
        if not self._judge([seat for seat, (_, legal) in read.items() if not legal]):
            for seat in waiting:
                self.table.commit(seat, read[seat][0])
        cut = self._count(1)
        over = self._paid is not None
        observations, infos = self._observations(), self._infos()
        rewards = dict(zip(self.agents, self._paid or [0.0] * len(self.agents), strict=True))
        terminations = dict.fromkeys(self.agents, over and not cut)
        truncations = dict.fromkeys(self.agents, cut)
        if over:
            self.agents = []
        self._show()
        return observations, rewards, terminations, truncations, infos

    def _observations(self) -> Told:
        return {name: self._see(seat) for seat, name in enumerate(self.possible_agents)}

    def _infos(self) -> Told:
        return {name: self._tell(seat) for seat, name in enumerate(self.possible_agents)}
