"""What the AEC and the Parallel environment share: a table, its seats by name, and how it ends."""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from fogbound import render
from fogbound._core import Game, Table
from fogbound._games import (
    OnIllegal,
    Seeds,
    as_game,
    bounds,
    check_on_illegal,
    mask_of,
    seat_index,
    whole_action,
    whole_number,
)


class Seated:
    """A table with seats by name."""

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str | Game,
        *,
        preset: str | None = None,
        render_mode: str | None = None,
        render_seat: str | None = None,
        on_illegal: OnIllegal = "lowest",
        max_cycles: int | None = None,
        **setup: Any,
    ) -> None:
        """Make the game ready; `reset` begins it. Further arguments are of its setup, as `fogbound.make` takes them."""
        check_on_illegal(on_illegal)
        render.check_mode(render_mode)
        self.game: Game = as_game(game, preset, setup)
        info = self.game.info()
        self.possible_agents: list[str] = info["seats"]
        self.render_mode = render_mode
        self.on_illegal: OnIllegal = on_illegal
        self.max_cycles: int | None = None if max_cycles is None else whole_number("max_cycles", max_cycles, 1)
        self.metadata = {
            "name": f"fogbound_{info['name']}_v0",
            "render_modes": render.RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self._render_seat = None if render_seat is None else seat_index(self.possible_agents, render_seat)
        self._teams: list[list[int]] = info["teams"]
        self._least = float(info["returns"][0])
        self._actions: int = info["actions"]
        self._spaces = _make_spaces(info, self.possible_agents)
        low, high = bounds(info)
        count = len(self.possible_agents)
        self.state_space: spaces.Space[Any] = spaces.Box(np.tile(low, count), np.tile(high, count), dtype=np.float32)
        self._seeds = Seeds()
        self._cycles = 0
        self._illegal = dict.fromkeys(self.possible_agents, 0)
        # What the last step paid, once the game is over.
        self._paid: list[float] | None = None
        self._clear()

    def _clear(self) -> None:
        """Nothing is being played."""
        self._table: Table | None = None
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's observations; always the same object."""
        return self._space(agent)[0]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's actions; always the same object."""
        return self._space(agent)[1]

    def _space(self, agent: str) -> tuple[spaces.Dict, spaces.Space[Any]]:
        return self._spaces[self.possible_agents[self._seat(agent)]]

    def _seat(self, agent: str) -> int:
        return seat_index(self.possible_agents, agent)

    @property
    def table(self) -> Table:
        """The game being played, for records and for bots."""
        if self._table is None:
            raise RuntimeError("call reset() first: no game has begun, or the environment was closed")
        return self._table

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Show the game in the environment's render mode."""
        if self.render_mode is None:
            raise RuntimeError("this environment was made without a render_mode")
        return render.render(self.table, self._shown_seat(), self.render_mode)

    def _show(self) -> None:
        """Show the new position where nobody has to ask for it."""
        if self.render_mode == "human":
            self.render()

    def _repr_html_(self) -> str | None:
        """Show the game at the end of a notebook's cell; nothing before `reset`."""
        return None if self._table is None else render.html(self.table.perspective(self._shown_seat()))

    def _shown_seat(self) -> int:
        waiting = self.table.waiting
        return self._render_seat if self._render_seat is not None else (waiting[0] if waiting else 0)

    def state(self) -> npt.NDArray[np.float32]:
        """Give what all seats know together: their observations, one after the other."""
        return np.concatenate([self.table.observe(seat) for seat in range(len(self.possible_agents))])

    def close(self) -> None:
        """Let go of the game. It may be called again, and `reset` begins anew."""
        self._clear()

    def _begin(self, seed: int | None) -> None:
        self._table = self.game.new_table(self._seeds.next(seed))
        self.agents = list(self.possible_agents)
        self._cycles = 0
        self._paid = None
        self._illegal = dict.fromkeys(self.possible_agents, 0)

    def _see(self, seat: int) -> dict[str, npt.NDArray[Any]]:
        return {"observation": self.table.observe(seat), "action_mask": self._mask(seat)}

    def _mask(self, seat: int) -> npt.NDArray[np.int8]:
        if self._paid is not None:
            nothing = np.zeros(self._actions, np.int8)
            nothing[0] = 1
            return nothing
        return mask_of(self.table, seat)

    def _tell(self, seat: int) -> dict[str, Any]:
        asked = self._paid is None and seat in self.table.waiting
        name = self.possible_agents[seat]
        return {"action_mask": self._mask(seat), "asked": asked, "illegal": self._illegal[name]}

    def _read(self, seat: int, action: Any) -> tuple[int, bool]:
        """Give the action that is played for what was chosen, and whether that was legal; changes nothing."""
        number = whole_action(action, self._actions)
        legal = self.table.legal(seat) or [0]
        if number in legal:
            return number, True
        if self.on_illegal == "raise":
            text = self.table.action_text(seat, number)
            raise ValueError(f"{self.possible_agents[seat]} may not play action {number} ({text}) now; legal: {legal}")
        return legal[0], False

    def _judge(self, broke: list[int]) -> bool:
        """Count illegal actions of these seats; tells whether the game is lost by them."""
        for seat in broke:
            self._illegal[self.possible_agents[seat]] += 1
        if not broke or self.on_illegal != "lose":
            return False
        lost = {other for team in self._teams if not set(team).isdisjoint(broke) for other in team}
        self._paid = [self._least if seat in lost else 0.0 for seat in range(len(self.possible_agents))]
        return True

    def _count(self, cycles: int) -> bool:
        """Count joint choices; tells whether the game is cut off here."""
        self._cycles += cycles
        if self.table.is_over and self._paid is None:
            self._paid = self.table.returns
        cut = self._paid is None and self.max_cycles is not None and self._cycles >= self.max_cycles
        if cut:
            self._paid = [0.0] * len(self.possible_agents)
        return cut


def _make_spaces(info: dict[str, Any], names: list[str]) -> dict[str, tuple[spaces.Dict, spaces.Space[Any]]]:
    low, high = bounds(info)

    def one() -> tuple[spaces.Dict, spaces.Space[Any]]:
        seen = spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (info["actions"],), np.int8),
            }
        )
        return seen, spaces.Discrete(info["actions"])

    return {name: one() for name in names}
