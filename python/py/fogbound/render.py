"""Games as text and as pictures. Nothing here opens a window.

Pictures need Pillow (`pip install fogbound[render]`).
"""

import textwrap
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from fogbound._core import Perspective, Table
from fogbound._games import check_choice

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

__all__ = ["RENDER_MODES", "ansi", "picture", "render"]

RenderMode = Literal["ansi", "rgb_array", "human"]
RENDER_MODES: list[str] = ["ansi", "rgb_array", "human"]

_PAPER, _INK, _ROOM, _WALL = "#f7f5f0", "#222222", "#fffdf8", "#6b5b4b"
# The colours of the rules' own pictures of the boards.
_LINKS = {"sneak": "#2b6cb0", "sprint": "#2f855a", "crouch": "#c53030", "vault": "#b7791f"}
_TEAMS = ["#7b1e22", "#2c5282", "#276749", "#744210"]
_BOX = (150, 84)
_MARGIN = 34
# The plane that scenes are laid out in.
_PLANE = (840, 600)


def check_mode(mode: str | None) -> None:
    """Refuse what is no way to render."""
    if mode is not None:
        check_choice("render_mode", mode, tuple(RENDER_MODES))


def ansi(seen: Perspective) -> str:
    """Give what the seat knows, in a few lines for people."""
    return seen.view_text()


def picture(seen: Perspective) -> npt.NDArray[np.uint8]:
    """Draw the board as the seat sees it, or its text where a game has no board: height by width by 3.

    >>> import fogbound
    >>> table = fogbound.make("trial").new_table(seed=1)
    >>> fogbound.render.picture(table.perspective(0)).shape
    (634, 840, 3)
    """
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise ImportError("pictures need Pillow: pip install fogbound[render]") from error
    scene = seen.scene()
    if scene is None:
        return _text_picture(seen.view_text())
    width, height = _PLANE
    image = Image.new("RGB", (width, height + _MARGIN), _PAPER)
    draw = ImageDraw.Draw(image)
    _text(draw, (12, 8), scene["title"], 16)
    for link in scene["links"]:
        _draw_link(draw, link, scene["places"])
    for number, place in enumerate(scene["places"]):
        here = [figure for figure in scene["figures"] if figure["place"] == number]
        _draw_place(draw, place, here)
    return np.asarray(image)


def render(table: Table, seat: int, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """Show the game in one of the render modes; `human` prints the text."""
    check_mode(mode)
    if mode == "rgb_array":
        return picture(table.perspective(seat))
    if mode == "ansi":
        return ansi(table.perspective(seat))
    if mode == "human":
        print(ansi(table.perspective(seat)), flush=True)
    return None


def _text(draw: "ImageDraw", at: tuple[float, float], text: str, size: int, fill: str = _INK) -> None:
    from PIL import ImageFont

    draw.text(at, text, fill=fill, font=ImageFont.load_default(size))


def _text_picture(text: str) -> npt.NDArray[np.uint8]:
    from PIL import Image, ImageDraw

    lines = text.splitlines() or [""]
    width = 24 + 9 * max(len(line) for line in lines)
    image = Image.new("RGB", (width, 24 + 22 * len(lines)), _PAPER)
    draw = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        _text(draw, (12, 12 + 22 * number), line, 16)
    return np.asarray(image)


def _edge(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """Give the point where the line from one room's middle to another's leaves the first one's box."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = min(_BOX[0] / 2 / max(abs(dx), 0.01), _BOX[1] / 2 / max(abs(dy), 0.01))
    return a[0] + dx * part, a[1] + dy * part


def _middle(place: dict[str, Any]) -> tuple[float, float]:
    x, y = place["at"]
    return x, y + _MARGIN


def _draw_link(draw: "ImageDraw", link: dict[str, Any], places: list[dict[str, Any]]) -> None:
    a, b = _middle(places[link["from"]]), _middle(places[link["to"]])
    start, end = _edge(a, b), _edge(b, a)
    colour = _LINKS.get(link["kind"], _INK)
    draw.line([start, end], fill=colour, width=5)
    if link["one_way"]:
        length = max(np.hypot(end[0] - start[0], end[1] - start[1]), 0.01)
        ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        wings = [(end[0] - 16 * ux - s * 9 * uy, end[1] - 16 * uy + s * 9 * ux) for s in (1, -1)]
        draw.polygon([end, *wings], fill=colour)
    if link["blocked"]:
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        draw.rectangle([x - 9, y - 9, x + 9, y + 9], fill=_WALL, outline=_INK)
        _text(draw, (x - 4, y - 8), link["blocked"][0].upper(), 13, "white")


def _draw_place(draw: "ImageDraw", place: dict[str, Any], here: list[dict[str, Any]]) -> None:
    x, y = _middle(place)
    left, top = x - _BOX[0] / 2, y - _BOX[1] / 2
    draw.rounded_rectangle([left, top, left + _BOX[0], top + _BOX[1]], radius=10, fill=_ROOM, outline=_INK, width=2)
    _text(draw, (left + 8, top + 4), place["name"], 14)
    hidden = sum(thing["hidden"] for thing in place["things"])
    words = [thing["name"] for thing in place["things"] if not thing["hidden"]]
    line = ", ".join(words + ([f"{hidden} hidden"] if hidden else []))
    for number, part in enumerate(textwrap.wrap(line, 26)[:3]):
        _text(draw, (left + 8, top + 22 + 12 * number), part, 11, "#444444")
    for number, figure in enumerate(here):
        fx, fy = left + 16 + 28 * number, top + _BOX[1] - 14
        fill = _TEAMS[figure["side"] % len(_TEAMS)]
        outline = "#e53e3e" if figure["marks"] else _INK
        draw.ellipse([fx - 12, fy - 12, fx + 12, fy + 12], fill=fill, outline=outline, width=3)
        initial = figure["name"].removeprefix("The ")[:1]
        _text(draw, (fx - 5, fy - 9), initial, 15, "white")
