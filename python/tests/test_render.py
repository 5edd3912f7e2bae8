"""Games as text, as pictures and in notebooks."""

import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

import fogbound
import play
from fogbound.gymnasium import FogboundEnv

SVG = "{http://www.w3.org/2000/svg}"


def test_the_board_is_drawn():
    table = fogbound.make("trial").new_table(1)
    scene = table.perspective(0).scene()
    assert len(scene["places"]) == 10
    assert {figure["name"] for figure in scene["figures"]} >= {"Dwight", "The Trapper"}
    before = fogbound.render.picture(table.perspective(0))
    assert before.dtype == np.uint8
    assert before.shape == (634, 840, 3)
    assert len(np.unique(before.reshape(-1, 3), axis=0)) > 20
    play.play_on(table, np.random.default_rng(1), decisions=60)
    assert not np.array_equal(before, fogbound.render.picture(table.perspective(0)))


@pytest.mark.parametrize("name", fogbound.games())
def test_every_game_can_be_shown(name, capsys):
    table = fogbound.make(name).new_table(1)
    for seat in range(len(table.info()["seats"])):
        text = fogbound.render.render(table, seat, "ansi")
        assert text == table.view_text(seat)
        ElementTree.fromstring(fogbound.render.render(table, seat, "html"))
        image = fogbound.render.render(table, seat, "rgb_array")
        assert image.ndim == 3
        assert image.shape[2] == 3
        assert fogbound.render.render(table, seat, "human") is None
        assert capsys.readouterr().out.strip() == text.strip()
    with pytest.raises(ValueError, match="render_mode must be one of ansi, html, rgb_array, human, not 'window'"):
        fogbound.render.render(table, 0, "window")


def words(svg):
    """Read the lines of text of a picture."""
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_a_notebook_shows_the_board_as_the_seat_sees_it():
    table, rng = fogbound.make("trial").new_table(1), np.random.default_rng(1)
    play.play_on(table, rng, decisions=60)
    seen = table.perspective(0)
    scene, svg = seen.scene(), seen._repr_html_()
    assert svg == fogbound.render.html(seen)
    assert {place["name"] for place in scene["places"]} <= set(words(svg))
    root = ElementTree.fromstring(svg)
    assert len(list(root.iter(f"{SVG}circle"))) == len(scene["figures"]) == 5
    assert len(list(root.iter(f"{SVG}line"))) == len(scene["links"])
    play.play_on(table, rng, decisions=60)
    assert table.perspective(0)._repr_html_() != svg
    assert seen._repr_html_() == svg


def test_a_grid_shows_walls_figures_and_where_hidden_ones_may_be():
    table, rng = fogbound.make("stalk").new_table(1), np.random.default_rng(1)
    for seat, own in ((0, 1), (1, 4)):
        # At first everybody knows where everybody starts.
        while not any(figure["hidden"] for figure in table.perspective(seat).scene()["figures"]):
            play.play_on(table, rng, decisions=1)
        seen = table.perspective(seat)
        scene, root = seen.scene(), ElementTree.fromstring(seen._repr_html_())
        assert len(list(root.iter(f"{SVG}line"))) == len(scene["grid"]["walls"]) + 4
        standing = [figure for figure in scene["figures"] if figure["place"] is not None]
        assert len(list(root.iter(f"{SVG}circle"))) == len(standing) >= own
        hidden = [figure for figure in scene["figures"] if figure["hidden"]]
        assert all(figure["place"] is None and len(figure["possible"]) > 1 for figure in hidden)
        shaded = {cell for figure in hidden for cell in figure["possible"]}
        plain = sum(rect.get("fill") == "#fffdf8" for rect in root.iter(f"{SVG}rect"))
        assert plain == len(scene["places"]) - len(shaded) < len(scene["places"])
        assert set(scene["grid"]["columns"]) <= set(words(seen._repr_html_()))


def test_a_notebook_shows_the_text_of_a_game_without_a_board():
    seen = fogbound.make("kuhn").new_table(1).perspective(0)
    assert seen.scene() is None
    assert words(seen._repr_html_()) == seen.view_text().splitlines()


def test_text_in_pictures_is_text():
    """Whatever a name holds, it cannot become markup."""
    drawing = fogbound.render.shapes.page("<b>", "a < b & c > d")
    svg = fogbound.render.svg.write(drawing)
    assert words(svg) == ["a < b & c > d"]
    assert ElementTree.fromstring(svg).find(f"{SVG}title").text == "<b>"


def test_environments_show_themselves_in_notebooks():
    for env in (
        fogbound.pettingzoo.env("trial", render_seat="killer"),
        fogbound.pettingzoo.parallel_env("trial", render_seat="killer"),
        FogboundEnv("trial", seat="killer"),
    ):
        assert env._repr_html_() is None
        env.reset(seed=1)
        assert env._repr_html_() == env.table.perspective(0)._repr_html_()
        env.close()
        assert env._repr_html_() is None


def test_nothing_opens_a_window():
    """No toolkit for windows is loaded, whatever is rendered: machines without a screen can do all of it."""
    code = """
import sys
import fogbound
for mode in fogbound.render.RENDER_MODES:
    env = fogbound.pettingzoo.env("trial", render_mode=mode)
    env.reset(seed=1)
    env.render()
print(sorted({"pygame", "tkinter", "matplotlib", "cv2"} & set(sys.modules)), file=sys.stderr)
"""
    environment = {"PATH": "", "SDL_VIDEODRIVER": "none"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"
