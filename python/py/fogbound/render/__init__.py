"""Games as text and as pictures. Nothing here opens a window.

- `ansi` is text, and `human` prints it.
- `html` is an SVG picture for notebooks and web pages, and needs nothing installed. A perspective, and an
  environment that is at a game, show it by themselves at the end of a notebook's cell.
- `rgb_array` is the same picture in pixels, and needs Pillow (`pip install fogbound[render]`).
"""

from typing import Literal

import numpy as np
import numpy.typing as npt

from fogbound._core import Perspective, Table
from fogbound._games import check_choice
from fogbound.render import grid, pixels, shapes, svg

__all__ = ["RENDER_MODES", "RenderMode", "ansi", "check_mode", "html", "picture", "render"]

RenderMode = Literal["ansi", "html", "rgb_array", "human"]
RENDER_MODES: list[str] = ["ansi", "html", "rgb_array", "human"]


def check_mode(mode: str | None) -> None:
    """Refuse what is no way to render."""
    if mode is not None:
        check_choice("render_mode", mode, tuple(RENDER_MODES))


def ansi(seen: Perspective) -> str:
    """Give what the seat knows, in a few lines for people."""
    return seen.view_text()


def html(seen: Perspective) -> str:
    """Draw the board as the seat sees it, or its text where a game has no board: one SVG element.

    >>> import fogbound
    >>> table = fogbound.make("trial").new_table(seed=1)
    >>> fogbound.render.html(table.perspective(0))[:39]
    '<svg xmlns="http://www.w3.org/2000/svg"'
    """
    return svg.write(_drawing(seen))


def picture(seen: Perspective) -> npt.NDArray[np.uint8]:
    """Draw the same in pixels: height by width by 3.

    >>> import fogbound
    >>> table = fogbound.make("trial").new_table(seed=1)
    >>> fogbound.render.picture(table.perspective(0)).shape
    (634, 840, 3)
    """
    return pixels.paint(_drawing(seen))


def render(table: Table, seat: int, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """Show the game in one of the render modes; `human` prints the text."""
    check_mode(mode)
    if mode == "rgb_array":
        return picture(table.perspective(seat))
    if mode == "html":
        return html(table.perspective(seat))
    if mode == "ansi":
        return ansi(table.perspective(seat))
    if mode == "human":
        print(ansi(table.perspective(seat)), flush=True)
    return None


def _drawing(seen: Perspective) -> shapes.Drawing:
    scene = seen.scene()
    if scene is None:
        return shapes.page(f"seat {seen.seat}", seen.view_text())
    return grid.board(scene) if scene["grid"] else shapes.board(scene)
