"""What the adapters share: games by name, seats by name, masks, illegal actions and seeds."""

from operator import index
from typing import Any, Literal, SupportsIndex, get_args

import numpy as np
import numpy.typing as npt

from fogbound._core import Game, Table, Vector, make

Observation = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]

OnIllegal = Literal["lowest", "raise", "lose"]
"""What an illegal action does: the lowest legal one is played instead and counted, ValueError is raised, or the game
ends as lost for whoever chose it."""


def as_game(game: str | Game, preset: str | None = None, setup: dict[str, Any] | None = None) -> Game:
    """Take a game as it is, or make one from its name."""
    if isinstance(game, str):
        return make(game, preset=preset, **(setup or {}))
    if not isinstance(game, Game):
        raise TypeError(f"game must be a name or a Game, not {type(game).__name__}")
    if preset is not None or setup:
        raise ValueError("a Game has its setup; options go with the name of a game")
    return game


def vector(
    game: str | Game,
    num_envs: SupportsIndex,
    *,
    seed: SupportsIndex | None = None,
    threads: SupportsIndex = 1,
    preset: str | None = None,
    **setup: Any,
) -> Vector:
    """Begin `num_envs` games that are stepped together, all seats' decisions in one batch.

    Each lane is always at a decision of one seat: `seats` says whose, `observations` what it knows, `masks` what it
    may do. Mixed turn orders need no padding. Without a seed, the games are new each time.

    >>> import fogbound
    >>> vector = fogbound.vector("trial", 8, seed=3)
    >>> vector.observations.shape, vector.masks.shape, vector.seats.dtype
    ((8, 592), (8, 74), dtype('uint8'))
    """
    return as_game(game, preset, setup).vector(num_envs, fresh_seed() if seed is None else seed, threads)


def fresh_seed() -> int:
    """Give a seed that nobody has had."""
    return int(np.random.default_rng().integers(2**63))


def seat_index(names: list[str], seat: str | SupportsIndex) -> int:
    """Give the number of a seat that is named or numbered."""
    if isinstance(seat, str):
        if seat not in names:
            raise KeyError(f"there is no seat {seat!r}; the seats are {', '.join(names)}")
        return names.index(seat)
    try:
        number = index(seat)
    except TypeError:
        raise TypeError(f"a seat must be named or numbered, not {type(seat).__name__}") from None
    if not 0 <= number < len(names):
        raise ValueError(f"there is no seat {number}; the seats are 0 to {len(names) - 1}")
    return number


def whole_number(what: str, value: SupportsIndex, low: int, high: int | None = None) -> int:
    """Read a number that is not too small and not too large; `what` is the name of the argument."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{what} must be a whole number, not {type(value).__name__}") from None
    if number < low or (high is not None and number > high):
        allowed = f"at least {low}" if high is None else f"{low} to {high}"
        raise ValueError(f"{what} must be {allowed}, not {number}")
    return number


def check_choice(what: str, value: str, allowed: tuple[str, ...]) -> None:
    """Refuse a word that is not among the allowed ones."""
    if value not in allowed:
        raise ValueError(f"{what} must be one of {', '.join(allowed)}, not {value!r}")


def check_on_illegal(value: str) -> None:
    """Refuse what is no way to treat illegal actions."""
    check_choice("on_illegal", value, get_args(OnIllegal))


def mask_of(table: Table, seat: int) -> Mask:
    """Give the legal actions as an int8 mask; action 0 alone for a seat that is not asked, so that none is empty."""
    mask = table.action_mask(seat).astype(np.int8)
    if not mask.any():
        mask[0] = 1
    return mask


def whole_action(action: Any, actions: int) -> int:
    """Read an action: a whole number within the action list, of any integer type."""
    array = np.asarray(action)
    if array.size != 1 or array.dtype.kind not in "iu":
        raise TypeError(f"an action must be one whole number, not {action!r}")
    number = int(array.reshape(()))
    if not 0 <= number < actions:
        raise ValueError(f"there is no action {number}; the actions are 0 to {actions - 1}")
    return number


def bounds(info: dict[str, Any]) -> tuple[Observation, Observation]:
    """Give the smallest and the largest value of every number of an observation."""
    fields = info["schema"]["fields"]
    ranges = [np.tile(np.array(field["range"], np.float32), (int(np.prod(field["shape"])), 1)) for field in fields]
    low, high = np.concatenate(ranges).T
    return low.copy(), high.copy()


class Seeds:
    """Seeds of one game after another: the first as asked for, the others drawn from it."""

    def __init__(self) -> None:
        """Begin with a seed that nobody has had."""
        self._rng = np.random.default_rng()

    def next(self, seed: SupportsIndex | None) -> int:
        """Give the seed of the next game. One that no game can have is refused and forgotten."""
        if seed is None:
            return int(self._rng.integers(2**63))
        number = whole_number("seed", seed, 0, 2**64 - 1)
        self._rng = np.random.default_rng(number)
        return number
