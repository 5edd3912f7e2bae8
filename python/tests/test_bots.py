"""Bots, arenas and networks on disk."""

import copy
import pickle

import numpy as np
import pytest

import fogbound
import play

GAMES = fogbound.games()


def duel(game, specs, seed):
    """Play one game with a bot in every seat."""
    bots = [fogbound.bots.spec(text).bot(game, seat, seed) for seat, text in enumerate(specs)]
    table = game.new_table(seed)
    while not table.is_over:
        for seat in table.waiting:
            table.commit(seat, bots[seat].act(table.perspective(seat)))
    return table


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("spec", ["random", "scripted", "ismcts:sims=4"])
def test_bots_play_whole_games_and_a_seed_names_them(name, spec):
    game = fogbound.make(name, **({"preset": "tiny"} if name == "trial" else {}))
    seats = len(game.info()["seats"])
    first, again = (duel(game, [spec] * seats, 5).record() for _ in range(2))
    assert first == again
    assert len({duel(game, ["random"] * seats, seed).record() for seed in range(8)}) > 1


def test_a_bot_sees_its_own_perspective_only():
    game = fogbound.make("goofspiel")
    bot = fogbound.bots.spec("scripted").bot(game, 1)
    table = game.new_table(1)
    assert bot.seat == 1
    assert bot.act(table.perspective(1)) in table.legal(1)
    with pytest.raises(ValueError, match="sits in seat 1, and this is the perspective of seat 0"):
        bot.act(table.perspective(0))
    with pytest.raises(ValueError, match="made for goofspiel"):
        bot.act(fogbound.make("kuhn").new_table(1).perspective(1))
    with pytest.raises(ValueError, match=r"made for goofspiel .*13"):
        bot.act(fogbound.make("goofspiel", preset="tiny").new_table(1).perspective(1))
    with pytest.raises(TypeError):
        bot.act(table)
    kuhn = fogbound.make("kuhn")
    with pytest.raises(ValueError, match="seat 1 is not asked now"):
        fogbound.bots.spec("random").bot(kuhn, 1).act(kuhn.new_table(1).perspective(1))


def test_a_perspective_stays_as_it_was():
    table = fogbound.make("trial").new_table(2)
    seat = table.waiting[0]
    seen = table.perspective(seat)
    before = seen.observe(), seen.legal, seen.key, seen.view_text()
    assert np.array_equal(before[0], table.observe(seat))
    assert before[1:3] == (table.legal(seat), table.key(seat))
    play.play_on(table, np.random.default_rng(1), decisions=30)
    assert np.array_equal(seen.observe(), before[0])
    assert (seen.legal, seen.key, seen.view_text()) == before[1:]
    assert np.flatnonzero(seen.action_mask()).tolist() == seen.legal
    assert seen.view()["seat"] == seen.seat == seat
    assert seen.action_text(seen.legal[0])


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda bot: pickle.loads(pickle.dumps(bot))])
def test_a_copied_bot_goes_on_with_the_same_luck(copied):
    game = fogbound.make("trial")
    table = game.new_table(3)
    bots = [fogbound.bots.spec("random").bot(game, seat, 9) for seat in range(5)]
    for _ in range(10):
        for seat in table.waiting:
            table.commit(seat, bots[seat].act(table.perspective(seat)))
    twins, twin_table = [copied(bot) for bot in bots], table.copy()
    for crew, where in ((bots, table), (twins, twin_table)):
        for _ in range(10):
            for seat in where.waiting:
                where.commit(seat, crew[seat].act(where.perspective(seat)))
    assert table.record() == twin_table.record()


def test_a_bot_that_begins_again_forgets():
    game = fogbound.make("goofspiel")
    bot = fogbound.bots.spec("random").bot(game, 0, 4)
    seen = game.new_table(1).perspective(0)
    first = [bot.act(seen) for _ in range(10)]
    bot.begin()
    assert [bot.act(seen) for _ in range(10)] == first
    bot.begin(1)
    assert [bot.act(seen) for _ in range(10)] != first


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("randon", "there is no agent `randon`; the agents are random, uniform, scripted"),
        ("ismcts:sims=0", '`sims` is "0", but must be'),
        ("ismcts:speed=9", "`ismcts` has no setting `speed`"),
        ("policy", "`policy` needs `ckpt=`"),
    ],
)
def test_wrong_specs_say_what_is_allowed(text, says):
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 -- what it says is compared below
        fogbound.bots.spec(text)
    assert says in str(refusal.value)


def test_specs_are_values():
    spec = fogbound.bots.spec("ismcts:sims=500")
    assert str(spec) == "ismcts:sims=500"
    assert spec.kind == "ismcts"
    assert spec == fogbound.bots.spec(spec) == pickle.loads(pickle.dumps(spec))
    assert len({spec, fogbound.bots.spec("ismcts:sims=500"), fogbound.bots.spec("random")}) == 2
    assert {"random", "scripted", "ismcts", "policy", "guided"} <= {kind["name"] for kind in fogbound.bots.kinds()}


def test_a_network_is_saved_and_plays(tmp_path):
    game = fogbound.make("leduc")
    path = tmp_path / "net.safetensors"
    tensors = fogbound.checkpoints.fresh(game, hidden=16, layers=2, seed=3)
    fogbound.checkpoints.save(path, game, tensors, card={"note": "a test"})
    loaded, card = fogbound.checkpoints.load(path)
    assert card["note"] == "a test"
    assert card["game"] == "leduc"
    assert all(np.array_equal(loaded[name], tensor) for name, tensor in tensors.items())
    for spec in (fogbound.bots.load(game, path=path), fogbound.bots.load("leduc", path=path, sims=8)):
        assert duel(game, [spec, "random"], 1).is_over
    with pytest.raises(ValueError, match="cannot play kuhn"):
        fogbound.bots.load("kuhn", path=path).bot(fogbound.make("kuhn"), 0)
    with pytest.raises(ValueError, match="do not make a network for kuhn: see policy"):
        fogbound.checkpoints.save(path, fogbound.make("kuhn"), tensors)
    tensors["policy.bias"][0] = np.nan
    with pytest.raises(ValueError, match=r"net.policy.bias holds a number that is not finite"):
        fogbound.checkpoints.save(path, game, tensors)
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(ValueError, match="is not a whole checkpoint"):
        fogbound.checkpoints.load(path)


@pytest.mark.parametrize("name", GAMES)
def test_a_trained_player_is_there_or_its_absence_is_clear(name):
    if name in fogbound.bots.shipped():
        game = fogbound.make(name)
        bot = fogbound.bots.load(name).bot(game, 0)
        table = game.new_table(1)
        while 0 not in table.waiting:
            play.play_on(table, np.random.default_rng(1), decisions=1)
        assert bot.act(table.perspective(0)) in table.legal(0)
    else:
        with pytest.raises(KeyError, match=f"no trained network of '{name}' came with this package"):
            fogbound.bots.load(name)


def test_load_says_what_is_wrong(tmp_path):
    with pytest.raises(ValueError, match="there is no game `chess`"):
        fogbound.bots.load("chess")
    with pytest.raises(FileNotFoundError, match="there is no checkpoint"):
        fogbound.bots.load("kuhn", path=tmp_path / "none")


def test_an_arena_gives_a_table_with_intervals(tmp_path):
    settings = {"games": 60, "seed": 2}
    result = fogbound.arena("kuhn", ["scripted", "random"], ["random", "uniform"], **settings)
    rows = result["table"]
    assert [(row["first"], row["second"]) for row in rows] == [
        ("scripted", "random"),
        ("scripted", "uniform"),
        ("random", "random"),
        ("random", "uniform"),
    ]
    for row in rows:
        assert row["wins"] + row["draws"] + row["losses"] == row["games"] == 60
        assert 0 <= row["win_rate_low"] <= row["win_rate"] <= row["win_rate_high"] <= 1
    # Neither threads nor a journal change the games, and a finished journal is not played again.
    for _ in range(2):
        kept = fogbound.arena(
            "kuhn", ["scripted", "random"], ["random", "uniform"], threads=1, folder=tmp_path, **settings
        )
        assert kept["table"] == rows
    assert len((tmp_path / "journal.jsonl").read_text().splitlines()) == 1 + 4 * 60


def test_an_arenas_table_goes_into_pandas():
    pandas = pytest.importorskip("pandas")
    result = fogbound.arena("kuhn", ["scripted", "random"], "random", games=20, seed=2)
    frame = pandas.DataFrame(result["table"])
    assert len(frame) == 2
    numbers = [name for name in frame.columns if name not in ("first", "second")]
    assert frame[numbers].dtypes.map(lambda kind: kind.kind in "iuf").all()
    assert frame.set_index("first").loc["scripted", "games"] == 20


def test_an_arena_refuses_what_cannot_be_played():
    with pytest.raises(ValueError, match="each side needs at least one agent"):
        fogbound.arena("kuhn", [], "random")
    with pytest.raises(ValueError, match="named twice"):
        fogbound.arena("kuhn", ["random", "random"], "random")
    with pytest.raises(ValueError, match="games must be 1 to"):
        fogbound.arena("kuhn", "random", "random", games=0)
    with pytest.raises(ValueError, match="options go with the name"):
        fogbound.arena(fogbound.make("kuhn"), "random", "random", preset="default")
    with pytest.raises(TypeError, match="game must be a name or a Game, not int"):
        fogbound.arena(1, "random", "random")
