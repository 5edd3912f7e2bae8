"""One seat of many games at once as a Gymnasium vector environment."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fogbound._core import MOST_GAMES, MOST_THREADS, Game, Versus
from fogbound._games import Seeds, as_game, bounds, check_choice, seat_index, whole_number

if TYPE_CHECKING:
    from fogbound.gymnasium import Opponents

_MODES = {"same_step": AutoresetMode.SAME_STEP, "next_step": AutoresetMode.NEXT_STEP}
Batch = npt.NDArray[np.float32]


class FogboundVectorEnv(VectorEnv[Batch, npt.NDArray[np.integer[Any]], npt.NDArray[Any]]):
    """Many games, stepped in Rust: one seat is played from outside, bots play the others.

    `autoreset` is declared in `metadata["autoreset_mode"]`. With `same_step`, a game that has ended is followed by the
    next one at once; what was seen last stands in `infos["final_obs"]`, and `infos["_final_obs"]` says where. With
    `next_step`, the end is shown, and the next step, whose action is ignored, begins the next game.

    With `copy=False`, observations are read-only windows onto the games' own memory, which the next step overwrites.
    `on_illegal` is `lowest` (the lowest legal action is played instead, and `infos["illegal"]` counts) or `raise`.

    >>> from fogbound.gymnasium import FogboundVectorEnv
    >>> envs = FogboundVectorEnv("trial", num_envs=4, seat="survivor_0", opponents="random")
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, envs.action_masks().shape
    ((4, 592), (4, 74))
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        seat: str | int = 0,
        opponents: "Opponents" = "scripted",
        threads: int = 1,
        autoreset: str = "same_step",
        on_illegal: str = "lowest",
        copy: bool = True,
        preset: str | None = None,
        **setup: Any,
    ) -> None:
        """Make the games ready; `reset` begins them."""
        from fogbound.gymnasium import seat_specs

        check_choice("autoreset", autoreset, tuple(_MODES))
        check_choice("on_illegal", on_illegal, ("lowest", "raise"))
        self.game: Game = as_game(game, preset, setup)
        info = self.game.info()
        self.seat: int = seat_index(info["seats"], seat)
        specs = seat_specs(info["seats"], self.seat, opponents)
        self.num_envs: int = whole_number("num_envs", num_envs, 1, MOST_GAMES)
        self.copy = copy
        self.on_illegal = on_illegal
        self.metadata: dict[str, Any] = {"autoreset_mode": _MODES[autoreset]}
        self.single_observation_space: spaces.Space[Any] = spaces.Box(*bounds(info), dtype=np.float32)
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(info["actions"])
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, self.num_envs)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, self.num_envs)
        self._seeds = Seeds()
        self._make = (self.game, self.num_envs, self.seat, specs)
        self._options = (whole_number("threads", threads, 1, MOST_THREADS), autoreset)
        self._versus: Versus | None = None

    @property
    def games(self) -> Versus:
        """The games, with windows onto their memory."""
        if self._versus is None:
            raise RuntimeError("call reset() first: no game has begun, or the environment was closed")
        return self._versus

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Batch, dict[str, Any]]:
        """Begin all games: those of the seed, or new ones. A list of seeds is refused, since one names them all."""
        if isinstance(seed, (list, tuple, np.ndarray)):
            raise TypeError("seed must be one number: it names the games of all lanes")
        drawn = self._seeds.next(seed)
        super().reset(seed=seed)
        # Gymnasium closes once and never again.
        self.closed: bool = False
        if self._versus is None:
            self._versus = Versus(*self._make, drawn, *self._options)
        else:
            self._versus.reset(drawn)
        return self._observations(), self._infos()

    def step(
        self, actions: npt.NDArray[np.integer[Any]]
    ) -> tuple[Batch, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Play one action in each game."""
        games = self.games
        played, illegal = self._legal(np.asarray(actions))
        games.step(played)
        infos = self._infos()
        infos["illegal"] = illegal
        done = games.dones.copy()
        if self.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP and done.any():
            final = np.full(self.num_envs, None, dtype=object)
            for lane in np.flatnonzero(done):
                final[lane] = games.final_observations[lane].copy()
            infos["final_obs"], infos["_final_obs"] = final, done
        return self._observations(), games.rewards.astype(np.float64), done, np.zeros_like(done), infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Give the legal actions of each game, one row each; no row is empty."""
        return self.games.masks.copy() if self.copy else self.games.masks

    def close_extras(self, **kwargs: Any) -> None:
        """Let go of the games."""
        self._versus = None

    def _observations(self) -> Batch:
        return self.games.observations.copy() if self.copy else self.games.observations

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def _legal(
        self, actions: npt.NDArray[np.integer[Any]]
    ) -> tuple[npt.NDArray[np.integer[Any]], npt.NDArray[np.bool_]]:
        """Put the lowest legal action in place of illegal ones, if that was asked for, and say where."""
        masks = self.games.masks
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            text = f"actions must be {self.num_envs} whole numbers, not {actions.dtype} of the shape {actions.shape}"
            raise TypeError(text)
        within = (actions >= 0) & (actions < masks.shape[1])
        if self.on_illegal == "raise" or not within.all():
            return actions, np.zeros(self.num_envs, np.bool_)
        illegal = ~masks[np.arange(self.num_envs), actions]
        return np.where(illegal, masks.argmax(axis=1), actions), illegal
