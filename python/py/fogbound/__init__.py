"""Fogbound: games with hidden, simultaneous planning, with rules in Rust and observations in NumPy.

A game that is played one decision at a time:

>>> import fogbound
>>> game = fogbound.make("goofspiel", preset="tiny")
>>> table = game.new_table(seed=1)
>>> while not table.is_over:
...     for seat in table.waiting:
...         table.commit(seat, table.legal(seat)[0])
>>> table.returns
[0.0, 0.0]

Thousands of games that are stepped together, for learners:

>>> vector = fogbound.vector("goofspiel", 1024, seed=1)
>>> for _ in range(100):
...     vector.step(vector.masks.argmax(axis=1))

Players to measure oneself against:

>>> result = fogbound.arena("kuhn", ["scripted"], ["random"], games=200, seed=1)
>>> result["table"][0]["first"], result["table"][0]["games"]
('scripted', 200)

`games` lists the games, `info` describes one of them, and `make` gets it ready to play. What is asked for
wrongly raises ValueError, KeyError or TypeError, with a text that names what is allowed, and changes nothing.

Other libraries are met in modules that import them only when they are used: `fogbound.pettingzoo`,
`fogbound.gymnasium`, `fogbound.open_spiel`, `fogbound.rllib` and `fogbound.ray`. `fogbound.selfplay` plays for a
learner elsewhere, and `fogbound.render` shows games.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fogbound import bots, checkpoints
from fogbound._arena import arena
from fogbound._core import Game, Perspective, Position, Table, Vector, games, info, make
from fogbound._games import vector

if TYPE_CHECKING:
    from fogbound import gymnasium, open_spiel, pettingzoo, ray, render, rllib, selfplay

__all__ = [
    "Game",
    "Perspective",
    "Position",
    "Table",
    "Vector",
    "arena",
    "bots",
    "checkpoints",
    "games",
    "gymnasium",
    "info",
    "make",
    "open_spiel",
    "pettingzoo",
    "ray",
    "render",
    "rllib",
    "selfplay",
    "vector",
]

_LAZY = {"gymnasium", "open_spiel", "pettingzoo", "ray", "render", "rllib", "selfplay"}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return import_module(f"fogbound.{name}")
    raise AttributeError(f"module 'fogbound' has no attribute {name!r}")
