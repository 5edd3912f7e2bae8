"""Self-play for a learner elsewhere: needs neither libtorch nor Ray.

`fogbound-train learn` writes weights into the folder of its run, and reads shards of decisions from another folder.
`play` takes the newest of the one and puts shards into the other. Any number of processes may do so at once, on any
machines that share the folders; each has a number of its own, so that no two play the same games:

    python -m fogbound.selfplay --run target/runs/trial --shards target/shards --player 3

`fogbound.ray` does the same on a cluster, and its workers need not share a disk.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from fogbound._core import Selfplay

__all__ = ["RunFolder", "Selfplay", "ShardFolder", "play"]

_PAUSE = 0.05


class RunFolder:
    """The folder in which a learner keeps its weights."""

    def __init__(self, folder: str | Path) -> None:
        """Look into a folder in which a learner runs."""
        self._checkpoint = Path(folder) / "checkpoint.safetensors"
        self._league = Path(folder) / "league"
        if not self._checkpoint.is_file():
            raise FileNotFoundError(f"there is no {self._checkpoint.name} in {folder}: does a learner run there?")
        self._seen: tuple[int, int] | None = None

    def changed(self) -> bool:
        """Tell whether there are other weights than those that were read last."""
        return self._stamp() != self._seen

    def read(self) -> tuple[bytes, list[tuple[int, bytes]]]:
        """Read the newest weights, and the earlier ones of the league, each with its update."""
        # Looked at first: should they change meanwhile, they are read once more and not once too little.
        self._seen = self._stamp()
        newest, league = self._checkpoint.read_bytes(), []
        for path in sorted(self._league.glob("*.safetensors")):
            try:
                league.append((int(path.stem), path.read_bytes()))
            except FileNotFoundError:
                # The learner may remove one while it is being read.
                continue
        return newest, league

    def _stamp(self) -> tuple[int, int]:
        found = self._checkpoint.stat()
        return found.st_mtime_ns, found.st_ino


class ShardFolder:
    """The folder from which a learner takes shards."""

    def __init__(self, folder: str | Path) -> None:
        """Make the folder if there is none."""
        self._folder = Path(folder)
        self._folder.mkdir(parents=True, exist_ok=True)

    def waiting(self) -> int:
        """Count the shards that nobody has taken yet."""
        return sum(1 for _ in self._folder.glob("*.shard"))

    def put(self, name: str, data: bytes) -> Path:
        """Write a shard. The learner never meets half of one, since it is written beside its place first."""
        path = self._folder / name
        partial = path.with_name(path.name + ".partial")
        partial.write_bytes(data)
        partial.replace(path)
        return path


def play(
    run: str | Path,
    shards: str | Path,
    *,
    player: int,
    threads: int = 1,
    count: int | None = None,
    most_waiting: int = 64,
    written: Callable[[Path, int], None] | None = None,
) -> int:
    """Play `count` shards, or on and on, by the newest weights of a run; gives the number of decisions.

    A player that was stopped must come back with another number, since it would play the same games again. While
    `most_waiting` shards lie unread, it waits. `written` is called with each shard and its number of decisions.
    """
    weights, folder = RunFolder(run), ShardFolder(shards)
    newest, league = weights.read()
    selfplay = Selfplay(newest, player, threads)
    selfplay.set_league(league)
    done = samples = 0
    while count is None or done < count:
        if folder.waiting() >= most_waiting:
            time.sleep(_PAUSE)
            continue
        if weights.changed():
            newest, league = weights.read()
            selfplay.set_weights(newest)
            selfplay.set_league(league)
        name, data, size = selfplay.shard()
        path = folder.put(name, data)
        done, samples = done + 1, samples + size
        if written is not None:
            written(path, size)
    return samples


def _main() -> None:
    parser = argparse.ArgumentParser(prog="python -m fogbound.selfplay", description="Play for a learner elsewhere.")
    parser.add_argument("--run", required=True, help="the folder of the run whose newest weights play")
    parser.add_argument("--shards", required=True, help="the folder that the shards go into")
    parser.add_argument("--player", type=int, required=True, help="which of several players this is")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--count", type=int, help="how many shards; on and on if it is not given")
    options = vars(parser.parse_args())
    play(options.pop("run"), options.pop("shards"), **options, written=lambda path, size: print(path, size, flush=True))


if __name__ == "__main__":
    _main()
