"""Agents against each other."""

import os
from collections.abc import Sequence
from typing import Any, SupportsIndex

from fogbound._core import Game, Spec, run_arena
from fogbound._games import as_game
from fogbound.bots import spec as as_spec


def arena(
    game: str | Game,
    first: str | Spec | Sequence[str | Spec],
    second: str | Spec | Sequence[str | Spec],
    *,
    games: SupportsIndex = 100,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    folder: str | os.PathLike[str] | None = None,
    preset: str | None = None,
    **setup: Any,
) -> dict[str, Any]:
    """Play every agent of `first` against every agent of `second`, `games` games each, all on the same luck.

    `first` plays the first team (in the killer games the killer), `second` all other seats. The result is plain
    data: `table` has one flat row for each pairing, ready for `pandas.DataFrame`; `first_ratings`,
    `second_ratings` and `bias` are strengths in points with 95 % intervals; `pairings` has everything. With a
    folder, a journal is kept there, and a run that was cut short goes on from it.

    >>> import fogbound
    >>> result = fogbound.arena("kuhn", ["scripted", "random"], "random", games=100, seed=4)
    >>> [row["first"] for row in result["table"]]
    ['scripted', 'random']
    >>> sorted(result["table"][0])[:4]
    ['decisions', 'draws', 'first', 'games']
    """
    made = as_game(game, preset, setup)
    count = threads if threads is not None else (os.cpu_count() or 1)
    results = run_arena(made, _specs(first), _specs(second), games, seed, count, folder)
    results["table"] = [_row(pairing) for pairing in results["pairings"]]
    return results


def _specs(side: str | Spec | Sequence[str | Spec]) -> list[Spec]:
    if isinstance(side, (str, Spec)):
        side = [side]
    return [as_spec(one) for one in side]


def _row(pairing: dict[str, Any]) -> dict[str, Any]:
    rate, paid = pairing["win_rate"], pairing["paid"]
    return {
        "first": pairing["first"],
        "second": pairing["second"],
        "games": rate["count"],
        "wins": pairing["wins"],
        "draws": pairing["draws"],
        "losses": pairing["losses"],
        "win_rate": rate["rate"],
        "win_rate_low": rate["low"],
        "win_rate_high": rate["high"],
        "paid": paid["mean"],
        "paid_margin": paid["margin"],
        "decisions": pairing["decisions"]["mean"],
    }
