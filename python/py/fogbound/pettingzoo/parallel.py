"""All seats in each step."""

from typing import Any

from pettingzoo import ParallelEnv

from fogbound._games import seat_index
from fogbound.pettingzoo.seats import Seated

Told = dict[str, dict[str, Any]]


class FogboundParallel(Seated, ParallelEnv):  # type: ignore[misc]
    """A Parallel environment. In each step the seats that are asked choose at once; for the others only
    action 0 is legal, and it does nothing."""

    agents: list[str]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Told, Told]:
        """Begin a game."""
        self._begin(seed)
        return self._observations(), self._infos()

    def step(self, actions: dict[str, Any]) -> tuple[Told, dict[str, float], dict[str, bool], dict[str, bool], Told]:
        """Take the choices of all seats that are asked; a seat that is not asked may be left out."""
        if not self.agents:
            raise RuntimeError("the game is over: call reset()")
        waiting = self.table.waiting
        given = {seat_index(self.possible_agents, agent): action for agent, action in actions.items()}
        missing = [self.possible_agents[seat] for seat in waiting if seat not in given]
        if missing:
            raise KeyError(f"an action is missing for {', '.join(missing)}")
        # All are read before any is played, so that a refusal changes nothing.
        read = {seat: self._legal(seat, action) for seat, action in sorted(given.items())}
        played = {seat: action for seat, action in read.items() if action is not None}
        if len(played) < len(read):
            self._lose(next(seat for seat in read if seat not in played))
        else:
            for seat in waiting:
                self.table.commit(seat, played[seat])
        cut = self._count(1)
        over = self._paid is not None
        observations, infos = self._observations(), self._infos()
        rewards = dict(zip(self.agents, self._paid or [0.0] * len(self.agents), strict=True))
        terminations = dict.fromkeys(self.agents, over and not cut)
        truncations = dict.fromkeys(self.agents, cut)
        if over:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _observations(self) -> Told:
        return {name: self._see(seat) for seat, name in enumerate(self.possible_agents)}

    def _infos(self) -> Told:
        return {name: self._tell(seat) for seat, name in enumerate(self.possible_agents)}
