"""Agents that play: by name, or trained and shipped.

>>> import fogbound
>>> game = fogbound.make("leduc")
>>> bots = [fogbound.bots.spec("ismcts:sims=50").bot(game, seat) for seat in range(2)]
>>> table = game.new_table(seed=1)
>>> while not table.is_over:
...     for seat in table.waiting:
...         table.commit(seat, bots[seat].act(table.perspective(seat)))
>>> table.returns is not None
True

A bot is shown perspectives and nothing else, so it cannot know what its seat does not.
"""

from pathlib import Path
from typing import Any

from fogbound._core import Bot, Game, Spec, bot_kinds, info

__all__ = ["Bot", "Spec", "kinds", "load", "shipped", "spec"]

_SHIPPED = Path(__file__).parent / "checkpoints_shipped"


def kinds() -> list[dict[str, Any]]:
    """List the kinds of agents, each with a sentence and its settings.

    >>> import fogbound
    >>> [kind["name"] for kind in fogbound.bots.kinds()][:3]
    ['random', 'uniform', 'scripted']
    """
    return list(bot_kinds())


def spec(text: str | Spec) -> Spec:
    """Read an agent's name: `random`, `scripted`, `ismcts:sims=500`, `policy:ckpt=FILE`.

    >>> import fogbound
    >>> fogbound.bots.spec("ismcts:sims=500")
    Spec("ismcts:sims=500")
    """
    return text if isinstance(text, Spec) else Spec(text)


def shipped() -> dict[str, Path]:
    """Give the trained networks that came with the package, by the name of their game."""
    found = sorted(_SHIPPED.glob("*.safetensors"))
    return {path.stem: path for path in found}


def load(game: str | Game, *, sims: int = 0, path: str | Path | None = None) -> Spec:
    """Give the trained player of a game: its network alone, or with a search of `sims` simulations a move.

    It is the network that came with the package, or the checkpoint at `path`.
    """
    name = game.name if isinstance(game, Game) else info(game)["name"]
    if path is None:
        known = shipped()
        if name not in known:
            there = ", ".join(known) or "none"
            raise KeyError(f"no trained network of {name!r} came with this package (there is: {there}); give path=")
        path = known[name]
    if not Path(path).is_file():
        raise FileNotFoundError(f"there is no checkpoint {path}")
    if "," in str(path):
        raise ValueError(f"a checkpoint's path may not hold a comma, as {path} does")
    return Spec(f"guided:ckpt={path},sims={sims}" if sims else f"policy:ckpt={path}")
