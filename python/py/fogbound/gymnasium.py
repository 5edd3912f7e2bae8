"""One seat of a game as a Gymnasium environment; bots play the others.

Gymnasium imports this module by itself if the id names it, and nothing else has to be imported:

>>> import gymnasium
>>> env = gymnasium.make("fogbound.gymnasium:fogbound/Trial-v0", seat="killer", opponents="scripted")
>>> observation, info = env.reset(seed=1)
>>> mask = env.unwrapped.action_masks()
>>> observation, reward, terminated, truncated, info = env.step(int(mask.argmax()))

After `import fogbound.gymnasium` the short id `fogbound/Trial-v0` will do. Gymnasium before 1.0 looks for entry
points of installed packages, and there the short id is enough without any import; later versions no longer look.

What holds:

- An observation is a flat float32 vector (`fogbound.info(game)["schema"]` says what it means). The mask is in
  `info["action_mask"]`, and `action_masks()` gives it as sb3-contrib's MaskablePPO asks for it. It is never
  empty: when the game is over, action 0 stands alone.
- The reward is 0 until the game is over, and then the seat's return. Games have a longest length
  (`fogbound.info(game)["longest"]`), so nothing is truncated.
- `on_illegal` says what an illegal action does: `lowest` plays the lowest legal one and counts it in
  `info["illegal"]`, `raise` raises ValueError, `lose` ends the game with the least that it pays.
- Render modes are those of `fogbound.render`; `human` prints every position by itself.
- `opponents` is an agent's name for all other seats (see `fogbound.bots.kinds`), a list with one for each of
  them, or a dict by seat.
- Copies and pickles go on from the same place, with the same luck; their bots draw the same numbers, but have
  forgotten what they thought about.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from fogbound import render
from fogbound._core import Bot, Game, Spec, Table
from fogbound._games import Observation, Seeds, as_game, bounds, check_on_illegal, seat_index, whole_action
from fogbound._register import env_id, register
from fogbound.bots import spec as as_spec

if TYPE_CHECKING:
    from fogbound._versus import FogboundVectorEnv

__all__ = ["FogboundEnv", "FogboundVectorEnv", "Opponents", "env_id", "register", "seat_specs"]

Opponents = str | Spec | Sequence[str | Spec] | Mapping[str, str | Spec]


def __getattr__(name: str) -> Any:
    if name != "FogboundVectorEnv":
        raise AttributeError(f"module 'fogbound.gymnasium' has no attribute {name!r}")
    # It declares its autoreset mode in words that Gymnasium has since 1.1; the other environment needs none of them.
    try:
        from fogbound._versus import FogboundVectorEnv
    except ImportError as error:
        raise ImportError(f"FogboundVectorEnv needs Gymnasium 1.1, and this is {gymnasium.__version__}") from error
    return FogboundVectorEnv


def seat_specs(names: list[str], seat: int, opponents: Opponents) -> list[Spec]:
    """Give the bot of every seat; that of the own seat is never asked."""
    others = [name for number, name in enumerate(names) if number != seat]
    if isinstance(opponents, (str, Spec)):
        return [as_spec(opponents)] * len(names)
    if isinstance(opponents, Mapping):
        wrong = sorted(set(opponents) ^ set(others))
        if wrong:
            raise KeyError(f"opponents must name {', '.join(others)}; see {', '.join(wrong)}")
        chosen = {name: as_spec(one) for name, one in opponents.items()}
    else:
        if not isinstance(opponents, Sequence):
            kind = type(opponents).__name__
            raise TypeError(f"opponents must be an agent, a list or a dict of agents, not {kind}")
        if len(opponents) != len(others):
            raise ValueError(f"there are {len(others)} other seats, and {len(opponents)} opponents")
        chosen = {name: as_spec(one) for name, one in zip(others, opponents, strict=True)}
    return [chosen.get(name) or as_spec("random") for name in names]


class FogboundEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game; bots play the others."""

    # As Gymnasium declares it.
    metadata: dict[str, Any] = {"render_modes": render.RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        seat: str | int = 0,
        opponents: Opponents = "scripted",
        preset: str | None = None,
        render_mode: str | None = None,
        on_illegal: str = "lowest",
        **setup: Any,
    ) -> None:
        """Make the game ready; `reset` begins it."""
        check_on_illegal(on_illegal)
        render.check_mode(render_mode)
        self.game: Game = as_game(game, preset, setup)
        info = self.game.info()
        self.seat: int = seat_index(info["seats"], seat)
        self.opponents: list[Spec] = seat_specs(info["seats"], self.seat, opponents)
        self.render_mode = render_mode
        self.on_illegal = on_illegal
        self.observation_space: spaces.Space[Observation] = spaces.Box(*bounds(info), dtype=np.float32)
        self.action_space: spaces.Space[np.int64] = spaces.Discrete(info["actions"])
        self._actions: int = info["actions"]
        self._least = float(info["returns"][0])
        self._bots: dict[int, Bot] | None = None
        self._seeds = Seeds()
        self._table: Table | None = None
        self._over = True
        self._illegal = 0

    @property
    def table(self) -> Table:
        """The game being played, for records."""
        if self._table is None:
            raise RuntimeError("call reset() first: no game has begun, or the environment was closed")
        return self._table

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game. With a seed, it is the game of `Game.new_table(seed)`, and the bots draw from the seed, too."""
        game_seed = self._seeds.next(seed)
        super().reset(seed=seed)
        self._illegal = 0
        self._over = False
        # Games in which the seat has nothing to choose from beginning to end are passed over.
        while True:
            self._table = self.game.new_table(game_seed)
            self._bots = self._seat_bots(game_seed)
            self._play_bots()
            if not self._table.is_over:
                break
            game_seed = self._seeds.next(None)
        self._show()
        return self._table.observe(self.seat), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the seat's choice, and the bots' until the seat is asked again or the game is over."""
        table = self.table
        if self._over:
            raise RuntimeError("the game is over: call reset()")
        number = whole_action(action, self._actions)
        legal = table.legal(self.seat)
        reward = 0.0
        if number not in legal:
            if self.on_illegal == "raise":
                text = table.action_text(self.seat, number)
                raise ValueError(f"seat {self.seat} may not play action {number} ({text}) now; legal: {legal}")
            self._illegal += 1
            number = legal[0]
            if self.on_illegal == "lose":
                self._over, reward = True, self._least
        if not self._over:
            table.commit(self.seat, number)
            self._play_bots()
            returns = table.returns
            if returns is not None:
                self._over, reward = True, returns[self.seat]
        self._show()
        return table.observe(self.seat), reward, self._over, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Give the legal actions as MaskablePPO asks for them; action 0 alone when the game is over."""
        mask = np.zeros(self._actions, np.bool_)
        mask[0 if self._over else self.table.legal(self.seat)] = True
        return mask

    def render(self) -> Any:
        """Show what the seat knows in the environment's render mode."""
        if self.render_mode is None:
            raise RuntimeError("this environment was made without a render_mode")
        return render.render(self.table, self.seat, self.render_mode)

    def _show(self) -> None:
        """Show the new position where nobody has to ask for it."""
        if self.render_mode == "human":
            self.render()

    def _repr_html_(self) -> str | None:
        """Show what the seat knows at the end of a notebook's cell; nothing before `reset`."""
        return None if self._table is None else render.html(self.table.perspective(self.seat))

    def close(self) -> None:
        """Let go of the game and the bots. It may be called again, and `reset` begins anew."""
        self._table, self._bots, self._over = None, None, True

    def _seat_bots(self, seed: int) -> dict[int, Bot]:
        """Tell the bots of the new game, or make them; networks are loaded once."""
        if self._bots is None:
            others = [seat for seat in range(len(self.opponents)) if seat != self.seat]
            self._bots = {seat: self.opponents[seat].bot(self.game, seat) for seat in others}
        for bot in self._bots.values():
            bot.begin(seed)
        return self._bots

    def _play_bots(self) -> None:
        """Let the bots choose until the seat is asked or the game is over."""
        table, bots = self.table, self._bots or {}
        while True:
            waiting = table.waiting
            for seat in waiting:
                if seat != self.seat:
                    table.commit(seat, bots[seat].act(table.perspective(seat)))
            if not waiting or self.seat in waiting:
                return

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "illegal": self._illegal}


register()
