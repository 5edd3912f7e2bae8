"""Self-play on any cluster that Ray runs on.

Each worker is a Ray actor that owns a native self-play loop: it gets weights as bytes, plays many games at
once, and hands back one shard of samples at a time. The driver writes the shards into the folder that a learner
reads (`fogbound-train learn`), and hands out new weights as the learner writes them:

    import ray
    from fogbound.ray import SelfplayCluster

    ray.init()
    cluster = SelfplayCluster("target/runs/trial", "target/shards", num_workers=8)
    cluster.run(shards=1000)

A worker that dies takes the shard that it was playing with it, and nothing else: another one with a new number
takes its place. Numbers are never used again, no two of them play the same games, and a shard has one name and
is written once, so nothing is counted twice.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import ObjectLostError, RayActorError

from fogbound.selfplay import RunFolder, Selfplay, ShardFolder

__all__ = ["Report", "SelfplayCluster", "SelfplayWorker"]

_PAUSE = 0.05


@ray.remote
class SelfplayWorker:
    """Plays shards by the weights that it is given. It holds no file and no connection of its own."""

    def __init__(self, checkpoint: bytes, player: int, threads: int) -> None:
        """Begin to play by a checkpoint."""
        self._play = Selfplay(checkpoint, player, threads)

    def set_weights(self, checkpoint: bytes, league: list[tuple[int, bytes]]) -> int:
        """Play by newer weights from now on; gives their update."""
        self._play.set_weights(checkpoint)
        self._play.set_league(league)
        return self._play.update

    def shard(self) -> tuple[str, bytes, int]:
        """Play one shard: its name, its bytes, and how many decisions are in it."""
        return self._play.shard()


@dataclass
class Report:
    """What a cluster has done."""

    shards: int = 0
    """Shards that were written."""
    samples: int = 0
    """Decisions in them."""
    lost: int = 0
    """Workers that died and were replaced."""
    names: list[str] = field(default_factory=list)
    """The names of the shards, in the order in which they were written."""


class SelfplayCluster:
    """Workers that play, and the driver that brings weights to them and shards to the learner."""

    def __init__(
        self,
        run: str | Path,
        shards: str | Path,
        *,
        num_workers: int,
        threads: int = 1,
        first_player: int = 0,
        most_waiting: int = 64,
        most_lost: int = 100,
        options: dict[str, Any] | None = None,
    ) -> None:
        """Start the workers.

        `run` is the folder of a run, whose newest checkpoint is played by; `shards` is the folder that the learner
        reads. Each worker has `threads` threads; `options` are further options of its actor, such as `resources`.
        `first_player` is the number of the first worker: a driver that is started again, or a second one, must take
        another, so that no games are played twice. The driver waits while `most_waiting` shards lie unread, and gives
        up when more than `most_lost` workers have died.
        """
        if num_workers < 1:
            raise ValueError(f"num_workers must be at least 1, not {num_workers}")
        self._run, self._shards = RunFolder(run), ShardFolder(shards)
        self._threads, self._options = threads, options or {}
        self._most_waiting, self._most_lost = most_waiting, most_lost
        self._next_player = first_player
        self._load()
        self.report: Report = Report()
        self._busy: dict[Any, Any] = {}
        for _ in range(num_workers):
            self._start()

    @property
    def workers(self) -> list[Any]:
        """The actors that play now."""
        return list(self._busy.values())

    def run(self, *, shards: int, written: Callable[[Path], None] | None = None) -> Report:
        """Play until so many shards have been written in all, and tell what was done. `written` is called with each."""
        while self.report.shards < shards:
            if self._shards.waiting() >= self._most_waiting:
                time.sleep(_PAUSE)
                continue
            ready, _ = ray.wait(list(self._busy), num_returns=1, timeout=1.0)
            for ticket in ready:
                path = self._take(ticket)
                if path is not None and written is not None:
                    written(path)
                if self.report.shards >= shards:
                    break
        return self.report

    def close(self) -> None:
        """Stop the workers; what they were playing is lost."""
        for worker in self._busy.values():
            ray.kill(worker)
        self._busy.clear()

    def _start(self) -> None:
        """Start a worker with a number that nobody has had."""
        actor = SelfplayWorker.options(num_cpus=self._threads, max_restarts=0, **self._options)  # type: ignore[attr-defined]
        worker = actor.remote(self._weights, self._next_player, self._threads)
        worker.set_weights.remote(self._weights, self._league)
        self._next_player += 1
        self._busy[worker.shard.remote()] = worker

    def _take(self, ticket: Any) -> Path | None:
        """Write a shard that has come, and let its worker go on; or replace the worker if it has died."""
        worker = self._busy.pop(ticket)
        try:
            name, data, samples = ray.get(ticket)
        except (RayActorError, ObjectLostError) as death:
            if isinstance(death, RayActorError) and death.actor_init_failed:
                # Another one would fare no better.
                raise RuntimeError(f"a worker could not begin to play: {death}") from death
            # What was lost on the way is lost for good: the same name must not come twice.
            ray.kill(worker)
            self.report.lost += 1
            if self.report.lost > self._most_lost:
                raise RuntimeError(f"{self.report.lost} workers have died; the last one: {death}") from death
            self._start()
            return None
        path = self._shards.put(name, data)
        self.report.shards += 1
        self.report.samples += samples
        self.report.names.append(name)
        if self._run.changed():
            self._load()
            for other in [*self._busy.values(), worker]:
                other.set_weights.remote(self._weights, self._league)
        self._busy[worker.shard.remote()] = worker
        return path

    def _load(self) -> None:
        """Read the newest weights, once for all workers."""
        newest, league = self._run.read()
        self._weights, self._league = ray.put(newest), ray.put(league)
