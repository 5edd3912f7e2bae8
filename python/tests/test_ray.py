"""Self-play on a local Ray of two processors, with a worker that is killed in the middle."""

import numpy as np
import pytest

import fogbound
from fogbound._core import Selfplay, read_shard

CARD = {
    "counts": {"updates": 3},
    "config": {
        "seed": 5,
        "play": {"lanes": 16, "steps": 8},
        "league": {},
        "learner": {"imitate": 0, "lambda": 0.9, "value_lambda": 0.95},
    },
}


def write_checkpoint(folder, game, update=3, seed=0):
    """Write the checkpoint that a learner would have written."""
    card = {**CARD, "counts": {"updates": update}}
    tensors = fogbound.checkpoints.fresh(game, hidden=16, seed=seed)
    fogbound.checkpoints.save(folder / "checkpoint.safetensors", game, tensors, card=card)
    return (folder / "checkpoint.safetensors").read_bytes()


def test_shards_hold_decisions(tmp_path):
    game = fogbound.make("trial")
    bytes_ = write_checkpoint(tmp_path, game)
    player = Selfplay(bytes_, 1)
    name, shard, samples = player.shard()
    assert name == "00000003-0001-00000000.shard"
    columns = read_shard(shard, game)
    info = game.info()
    assert columns["observations"].shape == (samples, info["observation"])
    assert columns["masks"].shape == columns["log_probs"].shape == (samples, info["actions"])
    assert columns["masks"][np.arange(samples), columns["actions"]].all()
    chances = np.where(columns["masks"], np.exp(columns["log_probs"]), 0)
    assert np.allclose(chances.sum(axis=1), 1, atol=1e-4)
    assert all(len(columns[key]) == samples for key in ("seats", "values", "advantages", "targets"))
    assert columns["label"]["update"] == 3
    # The same number plays the same games, another one others.
    assert Selfplay(bytes_, 1).shard() == (name, shard, samples)
    assert Selfplay(bytes_, 2).shard()[1] != shard
    assert player.shard()[0] == "00000003-0001-00000001.shard"
    player.set_weights(write_checkpoint(tmp_path, game, update=4, seed=1))
    player.set_league([(3, bytes_)])
    assert player.update == 4
    assert player.shard()[0] == "00000004-0001-00000002.shard"


def test_what_is_no_checkpoint_or_shard_is_refused(tmp_path):
    game = fogbound.make("kuhn")
    with pytest.raises(ValueError, match="not a checkpoint to play by"):
        Selfplay(b"nonsense", 0)
    fogbound.checkpoints.save(tmp_path / "plain", game, fogbound.checkpoints.fresh(game))
    with pytest.raises(ValueError, match=r"not a checkpoint to play by: missing field `counts`"):
        Selfplay((tmp_path / "plain").read_bytes(), 0)
    shard = Selfplay(write_checkpoint(tmp_path, game), 0).shard()[1]
    with pytest.raises(ValueError, match="is not a whole shard"):
        read_shard(shard[:-1], game)
    with pytest.raises(ValueError, match=r"not a whole shard|holds games of kuhn"):
        read_shard(shard, fogbound.make("leduc"))


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")
def test_a_killed_worker_is_replaced_and_nothing_counts_twice(ray_of_two, tmp_path):
    from fogbound.ray import SelfplayCluster

    game = fogbound.make("trial")
    write_checkpoint(tmp_path, game)
    folder = tmp_path / "shards"
    workers = SelfplayCluster(tmp_path, folder, num_workers=2)
    before = workers.workers

    def interfere(path):
        written = workers.report.shards
        if written == 2:
            ray_of_two.kill(workers.workers[0])
        if written == 5:
            write_checkpoint(tmp_path, game, update=9, seed=4)

    report = workers.run(shards=14, written=interfere)
    assert report.lost == 1
    assert report.shards == len(report.names) == len(set(report.names)) == 14
    assert len(workers.workers) == 2
    assert set(workers.workers) != set(before)
    files = sorted(path.name for path in folder.iterdir())
    assert files == sorted(report.names)
    # The one who was killed had number 0 or 1; his place was taken by number 2.
    players = {name.split("-")[1] for name in report.names}
    assert "0002" in players or report.names[-1].split("-")[1] in ("0000", "0001")
    columns = [read_shard((folder / name).read_bytes(), game) for name in files]
    assert sum(len(one["actions"]) for one in columns) == report.samples
    # No two shards hold the same decisions.
    assert len({one["observations"].tobytes() + one["actions"].tobytes() for one in columns}) == 14
    # The new weights have arrived.
    assert {one["label"]["update"] for one in columns} == {3, 9}
    workers.close()
    assert workers.workers == []


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")
@pytest.mark.usefixtures("ray_of_two")
def test_weights_that_nobody_can_play_by_stop_the_run(tmp_path):
    """Another worker would fare no better, so none is started."""
    from fogbound.ray import SelfplayCluster

    (tmp_path / "checkpoint.safetensors").write_bytes(b"nonsense")
    workers = SelfplayCluster(tmp_path, tmp_path / "shards", num_workers=1)
    with pytest.raises(RuntimeError, match=r"(?s)a worker could not begin to play: .*not a checkpoint to play by"):
        workers.run(shards=1)
    assert workers.report.lost == 0
    workers.close()


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")
@pytest.mark.usefixtures("ray_of_two")
def test_wrong_calls_are_clear(tmp_path):
    from fogbound.ray import SelfplayCluster

    with pytest.raises(FileNotFoundError, match=r"there is no checkpoint.safetensors"):
        SelfplayCluster(tmp_path, tmp_path / "shards", num_workers=1)
    write_checkpoint(tmp_path, fogbound.make("kuhn"))
    with pytest.raises(ValueError, match="num_workers must be at least 1"):
        SelfplayCluster(tmp_path, tmp_path / "shards", num_workers=0)
