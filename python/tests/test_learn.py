"""Games played from Python, learnt from by the trainer: shards there, weights back."""

import multiprocessing
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import fogbound
import play
from fogbound._core import read_shard

UPDATES = 5
SMALL = {
    "network.hidden": 16,
    "network.layers": 1,
    "play.lanes": 8,
    "play.steps": 8,
    "evaluation.games": 20,
    "evaluation.every": 100,
    "evaluation.ladder": [],
    "learner.imitate": 0,
}


class Learner:
    """`fogbound-train learn` at work."""

    def __init__(self, trainer, folder, game):
        """Start it, and wait for its first weights."""
        self.run, self.shards = folder / "run", folder / "shards"
        self._log = folder / "log"
        command = [
            trainer,
            "learn",
            "--game",
            game,
            "--out",
            self.run,
            "--shards",
            self.shards,
            "--seed",
            "5",
        ]
        # No shard is too old here, so that every decision that was taken out of the folder counts.
        command += ["--updates", str(UPDATES), "--threads", "1", "--stale", "1000", "--patience", "300"]
        command += [word for name, value in SMALL.items() for word in ("--set", f"{name}={value}")]
        with self._log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        while not (self.run / "checkpoint.safetensors").exists():
            assert self.is_learning(), self._log.read_text()
            time.sleep(0.1)

    def is_learning(self):
        """Tell whether it is still at work."""
        return self.process.poll() is None

    def judge(self, game, delivered):
        """See that it came to its end, with every delivered decision counted once or still in the folder."""
        assert self.process.wait() == 0, self._log.read_text()
        _, card = fogbound.checkpoints.load(self.run / "checkpoint.safetensors")
        left = sum(len(read_shard(path.read_bytes(), game)["actions"]) for path in self.shards.glob("*.shard"))
        assert card["counts"]["updates"] == UPDATES
        assert card["counts"]["samples"] == delivered - left
        assert not list(self.shards.glob("*.broken"))


@pytest.fixture
def learner(tmp_path):
    """Give what starts a learner; it is stopped at the end, whatever happened."""
    trainer = os.environ.get("FOGBOUND_TRAIN")
    if trainer is None:
        pytest.skip("FOGBOUND_TRAIN names no trainer; it needs libtorch, which the package does without")
    started = []

    def start(game):
        started.append(Learner(trainer, tmp_path, game))
        return started[-1]

    yield start
    for one in started:
        one.process.kill()
        one.process.wait()


def test_processes_play_for_a_learner(learner):
    game = fogbound.make("kuhn")
    at_work = learner("kuhn")
    first = (at_work.run / "checkpoint.safetensors").read_bytes()
    context = multiprocessing.get_context("spawn")
    stop, told = context.Event(), context.Queue()
    players = [
        context.Process(target=play.play_for_learner, args=(at_work.run, at_work.shards, player, stop, told))
        for player in (1, 2)
    ]
    for player in players:
        player.start()
    while at_work.is_learning():
        assert all(player.is_alive() for player in players)
        time.sleep(0.1)
    stop.set()
    shards, running = [], len(players)
    while running:
        one = told.get(timeout=300)
        running, shards = (running - 1, shards) if one is None else (running, [*shards, one])
    for player in players:
        player.join()
    names = [name for name, _ in shards]
    assert len(set(names)) == len(names)
    assert {name.split("-")[1] for name in names} == {"0001", "0002"}
    at_work.judge(game, sum(size for _, size in shards))
    # The weights have changed, and the players took over those of later updates.
    assert (at_work.run / "checkpoint.safetensors").read_bytes() != first
    assert max(int(name.split("-")[0]) for name in names) > 0


def test_the_player_can_be_started_from_a_shell(learner):
    at_work = learner("kuhn")
    command = [sys.executable, "-m", "fogbound.selfplay", "--run", at_work.run, "--shards", at_work.shards]
    done = subprocess.run([*command, "--player", "7", "--count", "3"], capture_output=True, text=True, check=True)
    lines = [line.rsplit(" ", 1) for line in done.stdout.splitlines()]
    assert [Path(path).name.split("-")[1:] for path, _ in lines] == [["0007", f"{i:08}.shard"] for i in range(3)]
    assert all(int(size) > 0 for _, size in lines)


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")
def test_a_cluster_plays_for_a_learner_and_loses_a_worker(learner, ray_of_two):
    from fogbound.ray import SelfplayCluster

    at_work = learner("trial")
    # The learner may be done before the cluster hears of the loss, which would then wait for somebody to read shards.
    cluster = SelfplayCluster(at_work.run, at_work.shards, num_workers=2, most_waiting=10_000)
    killed = False
    while at_work.is_learning() or cluster.report.lost == 0:
        report = cluster.run(shards=cluster.report.shards + 1)
        if not killed and report.shards >= 2:
            ray_of_two.kill(cluster.workers[0])
            killed = True
    cluster.close()
    assert report.lost == 1
    assert len(set(report.names)) == len(report.names) == report.shards
    assert max(int(name.split("-")[0]) for name in report.names) > 0
    at_work.judge(fogbound.make("trial", preset="random"), report.samples)
