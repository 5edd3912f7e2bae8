"""Playing one game at a time."""

import copy
import json
import pickle

import numpy as np
import pytest

import fogbound
import play


@pytest.mark.parametrize(("name", "preset"), play.SETUPS)
def test_random_games_reach_their_end(name, preset):
    game = fogbound.make(name, preset=preset)
    info = game.info()
    rng = np.random.default_rng(1)
    for seed in range(20 if info["longest"] < 100 else 3):
        table = game.new_table(seed)
        while not table.is_over:
            assert table.waiting
            assert table.returns is None
            play.play_on(table, rng, decisions=1)
        assert table.waiting == []
        low, high = info["returns"]
        assert len(table.returns) == len(info["seats"])
        assert all(low <= value <= high for value in table.returns)
        if info["return_sum"] is not None:
            # A team counts once, and all its seats are paid alike.
            assert all(len({table.returns[seat] for seat in team}) == 1 for team in info["teams"])
            assert sum(table.returns[team[0]] for team in info["teams"]) == info["return_sum"]


@pytest.mark.parametrize(("name", "preset"), play.SETUPS)
def test_every_question_has_an_answer_at_every_moment(name, preset):
    game = fogbound.make(name, preset=preset)
    info = game.info()
    low, high = np.concatenate(
        [np.tile(np.array([[*field["range"]]]), (np.prod(field["shape"]), 1)) for field in info["schema"]["fields"]]
    ).T
    table = game.new_table(3)
    rng = np.random.default_rng(3)
    for _ in range(200):
        for seat in range(len(info["seats"])):
            legal = table.legal(seat)
            mask = table.action_mask(seat)
            assert mask.dtype == np.bool_
            assert mask.shape == (info["actions"],)
            assert np.flatnonzero(mask).tolist() == legal
            assert bool(legal) == (seat in table.waiting)
            observation = table.observe(seat)
            assert observation.dtype == np.float32
            assert observation.shape == (info["observation"],)
            assert ((low <= observation) & (observation <= high)).all()
            assert table.view(seat)["seat"] == seat
            assert table.view_text(seat)
            heard = table.heard_text(seat)
            assert len(heard) == len(table.heard(seat))
            assert table.heard_text(seat, skip=2) == heard[2:]
            assert table.heard(seat, 2) == table.heard(seat)[2:]
            assert 0 <= table.key(seat) < 2**64
            names = [table.action_text(seat, action) for action in range(info["actions"])]
            assert len({names[action] for action in legal}) == len(legal)
        if table.is_over:
            break
        play.play_on(table, rng, decisions=1)
    assert table.is_over or info["longest"] > 200


def test_a_seed_names_its_game():
    game = fogbound.make("leduc")

    def play_through(seed):
        table = game.new_table(seed)
        play.play_on(table, np.random.default_rng(5))
        return table.record()

    assert play_through(8) == play_through(np.int64(8))
    assert len({play_through(seed) for seed in range(20)}) > 10
    assert play_through(2**64 - 1)


def test_a_commit_is_secret_and_cannot_be_taken_back():
    table = fogbound.make("goofspiel").new_table(1)
    before = table.observe(1), table.view(1), table.heard(1), table.key(1)
    table.commit(0, 12)
    after = table.observe(1), table.view(1), table.heard(1), table.key(1)
    assert np.array_equal(before[0], after[0])
    assert before[1:] == after[1:]
    assert table.waiting == [1]
    assert table.legal(0) == []
    with pytest.raises(ValueError, match="seat 0 has committed already"):
        table.commit(0, 11)


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda t: t.copy(), lambda t: pickle.loads(pickle.dumps(t))]
)
@pytest.mark.parametrize("decisions", [0, 1, 2, 7])
def test_copies_are_played_on_their_own(copied, decisions):
    table = fogbound.make("goofspiel", cards=6).new_table(4)
    play.play_on(table, np.random.default_rng(2), decisions)
    twin = copied(table)
    assert twin.record() == table.record()
    assert twin.waiting == table.waiting
    before = table.record()
    play.play_on(twin, np.random.default_rng(9))
    assert table.record() == before
    play.play_on(table, np.random.default_rng(9))
    # Chance falls alike in both, and a choice that waited for the other seat was not lost.
    assert twin.record() == table.record()


def test_games_can_be_pickled():
    game = fogbound.make("goofspiel", preset="tiny", bids="open")
    twin = pickle.loads(pickle.dumps(game))
    assert (twin.name, twin.setup) == (game.name, game.setup)
    assert repr(twin) == repr(game)
    assert copy.deepcopy(game).checksum(1, 10) == game.checksum(1, 10)
    with pytest.raises(TypeError):
        pickle.dumps(game.vector(2, seed=1))


def test_commits_of_a_pickle_are_checked():
    table = fogbound.make("goofspiel", cards=4).new_table(1)
    with pytest.raises(ValueError, match=r"may not play action 4 now; legal: {0, 1, 2, 3}"):
        fogbound.Table(table.record(), [(1, 4)])


@pytest.mark.parametrize(("name", "preset"), play.SETUPS)
def test_records_round_trip(name, preset):
    game = fogbound.make(name, preset=preset)
    table = game.new_table(6)
    rng = np.random.default_rng(6)
    looks = 0
    while True:
        again = game.resume(table.record())
        assert again.record() == table.record()
        assert again.returns == table.returns
        assert again.heard(0) == table.heard(0)
        if table.is_over:
            break
        # A long game is looked at forty times and then at its end.
        looks += 1
        play.play_on(table, rng, decisions=len(table.waiting) if looks < 40 else None)


def test_a_tampered_record_is_refused_by_the_move():
    game = fogbound.make("goofspiel", preset="tiny")
    table = game.new_table(1)
    play.play_on(table, np.random.default_rng(1))
    lines = table.record().splitlines()
    move = json.loads(lines[2])
    move["act"][0][1] = (move["act"][0][1] + 1) % 3
    edited = [*lines[:2], json.dumps(move), *lines[3:]]
    with pytest.raises(ValueError, match=r"move 2: .*edited"):
        game.resume("\n".join(edited))
    with pytest.raises(ValueError, match=r"move 1: .*a line is missing or moved"):
        game.resume("\n".join([lines[0], *lines[2:]]))
    with pytest.raises(ValueError, match="cut off after move 2"):
        game.resume("\n".join(lines[:-1]))
    with pytest.raises(ValueError, match="the game `goofspiel`, not of `kuhn`"):
        fogbound.make("kuhn").resume(table.record())
    with pytest.raises(ValueError, match="played with the setup"):
        fogbound.make("goofspiel").resume(table.record())
    for text in ["", "hello", "{}", "\0", '{"fogbound":"record","version":99}']:
        with pytest.raises(ValueError, match="record"):
            game.resume(text)


@pytest.mark.parametrize("seat", [-1, 2, 255, 256, 2**16, 2**64, -(2**80), np.int64(-1)])
def test_seats_that_do_not_exist_are_refused(seat):
    table = fogbound.make("kuhn").new_table(1)
    asks = [table.legal, table.action_mask, table.observe, table.view, table.view_text, table.heard]
    asks += [table.heard_text, table.key, lambda s: table.commit(s, 0), lambda s: table.action_text(s, 0)]
    for ask in asks:
        with pytest.raises(ValueError, match=f"there is no seat {seat}; the seats are 0 to 1"):
            ask(seat)


def test_actions_that_cannot_be_played_are_refused():
    table = fogbound.make("goofspiel", cards=4).new_table(1)
    before = table.record()
    for action in [-1, 13, 65535, 65536, 2**70, np.uint64(2**63)]:
        with pytest.raises(ValueError, match=f"there is no action {action}; the actions are 0 to 12"):
            table.commit(0, action)
        with pytest.raises(ValueError, match="there is no action"):
            table.action_text(0, action)
    with pytest.raises(ValueError, match=r"seat 0 may not play action 4 now; legal: {0, 1, 2, 3}"):
        table.commit(0, 4)
    for wrong in ["0", 0.0, None, [0], np.float32(0), np.zeros(2, int)]:
        with pytest.raises(TypeError, match="action must be a whole number, not "):
            table.commit(0, wrong)
        with pytest.raises(TypeError, match="seat must be a whole number, not "):
            table.legal(wrong)
    assert table.record() == before
    assert table.waiting == [0, 1]
    play.play_on(table, np.random.default_rng(1))
    with pytest.raises(ValueError, match="the game is over"):
        table.commit(0, 0)
