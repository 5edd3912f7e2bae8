"""Finding games and making them."""

import numpy as np
import pytest

import fogbound


def test_every_game_describes_itself():
    assert {"kuhn", "leduc", "goofspiel"} <= set(fogbound.games())
    for name in fogbound.games():
        info = fogbound.info(name)
        assert info["name"] == name
        assert info == fogbound.make(name).info() == fogbound.make(name).new_table(1).info()
        assert sorted(seat for team in info["teams"] for seat in team) == list(range(len(info["seats"])))
        sizes = 0
        for field in info["schema"]["fields"]:
            size = 1
            for side in field["shape"]:
                size *= side
            sizes += size
        assert sizes == info["observation"]
        assert next(iter(info["presets"].values())) == info["setup"] == fogbound.make(name).setup


def test_a_preset_can_be_changed():
    tiny = fogbound.make("goofspiel", preset="tiny")
    changed = fogbound.make("goofspiel", preset="tiny", bids="open")
    assert changed.setup == {**tiny.setup, "bids": "open"}
    assert fogbound.info("goofspiel", {"preset": "tiny", "bids": "open"})["setup"] == changed.setup
    assert fogbound.make("goofspiel", **changed.setup).setup == changed.setup
    assert fogbound.Game("goofspiel", changed.setup).setup == changed.setup


@pytest.mark.parametrize(
    ("name", "setup", "says"),
    [
        ("chess", {}, "there is no game `chess`; the games are kuhn, leduc, goofspiel"),
        ("goofspiel", {"preset": "huge"}, "no preset `huge`; its presets are default, tiny, small, open"),
        ("goofspiel", {"colour": 1}, "unknown field `colour`, expected one of `cards`, `prizes`"),
        ("goofspiel", {"cards": 2}, "setup field `cards` is 2, but must be a number from 3 to 13"),
        ("goofspiel", {"cards": -1}, "invalid value: integer `-1`, expected u8"),
        ("goofspiel", {"cards": 2**80}, "setup field `cards` has more than 63 bits"),
        ("goofspiel", {"cards": "four"}, 'invalid type: string "four", expected u8'),
        ("goofspiel", {"cards": True}, "invalid type: boolean `true`, expected u8"),
        ("goofspiel", {"cards": None}, "invalid type: null, expected u8"),
        ("goofspiel", {"cards": float("nan")}, "setup field `cards` is nan, not a number"),
        ("goofspiel", {"cards": [4]}, "invalid type: sequence, expected u8"),
        ("goofspiel", {"bids": "loud"}, "unknown variant `loud`, expected `hidden` or `open`"),
        ("kuhn", {"cards": 4}, "unknown field `cards`"),
    ],
)
def test_errors_name_what_is_allowed(name, setup, says):
    for attempt in (
        lambda: fogbound.make(name, **setup),
        lambda: fogbound.info(name, setup),
        lambda: fogbound.Game(name, setup),
    ):
        with pytest.raises(ValueError) as refusal:  # noqa: PT011 -- what it says is compared below
            attempt()
        assert says in str(refusal.value)


def test_what_is_no_data_is_refused():
    endless = []
    endless.append(endless)
    with pytest.raises(ValueError, match="setup field `cards` is nested too deeply"):
        fogbound.make("goofspiel", cards=endless)
    with pytest.raises(TypeError, match="setup field `cards` cannot be of the type object"):
        fogbound.make("goofspiel", cards=object())
    with pytest.raises(TypeError, match="setup field `cards` cannot be of the type ndarray"):
        fogbound.make("goofspiel", cards=np.zeros(2, int))
    assert fogbound.make("goofspiel", cards=np.int8(5)).setup["cards"] == 5
    for wrong in [{1: 2}, [], "tiny", 3]:
        with pytest.raises(TypeError):
            fogbound.info("goofspiel", wrong)
    for wrong in [None, 1, b"kuhn"]:
        with pytest.raises(TypeError):
            fogbound.make(wrong)
    with pytest.raises(TypeError):
        fogbound.make("goofspiel", preset=1)
    with pytest.raises(TypeError):
        fogbound.make()


def test_numbers_out_of_range_are_refused():
    game = fogbound.make("kuhn")
    for seed in [-1, 2**64]:
        for attempt in (game.new_table, lambda s: game.vector(1, s), lambda s: game.checksum(s, 1)):
            with pytest.raises(ValueError, match=f"seed must be 0 to {2**64 - 1}, not {seed}"):
                attempt(seed)
    with pytest.raises(TypeError, match="seed must be a whole number, not float"):
        game.new_table(1.0)
    for games in [0, -1, 2**20 + 1, 2**62, 2**64]:
        with pytest.raises(ValueError, match=f"num_games must be 1 to 1048576, not {games}"):
            game.vector(games, 1)
    for threads in [0, -1, 257, 2**64]:
        with pytest.raises(ValueError, match=f"threads must be 1 to 256, not {threads}"):
            game.vector(1, 1, threads)
    with pytest.raises(ValueError, match="games must be 0 to"):
        game.checksum(1, -1)
    with pytest.raises(ValueError, match="skip must be 0 to"):
        game.new_table(1).heard(0, -1)


def test_checksums_stand_for_the_rules_and_the_seed():
    game = fogbound.make("kuhn")
    assert game.checksum(1, 100) == fogbound.make("kuhn").checksum(1, 100)
    assert game.checksum(1, 100) != game.checksum(2, 100)
    assert int(game.checksum(1, 100), 16) < 2**64
