"""A board of cells as shapes: walls, what lies in the cells, who stands there, and where hidden figures may be."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from fogbound.render.shapes import INK, TEAMS, Box, Disc, Drawing, Line, Point, Shape, Words

_SIDE = 60
# Room for the title and the names of columns, and for the names of rows.
_TOP, _LEFT, _EDGE = 56, 28, 10
_CELL, _THING, _WALL = "#fffdf8", "#444444", 5
# From a cell where one of the hidden figures may be to one where all may be.
_SHADES = [["#f8e3df", "#f0c4bd", "#e6a197", "#d97a6c"], ["#e3ecf5", "#c6d9ec", "#a3c1df", "#7fa8d1"]]


def board(scene: dict[str, Any]) -> Drawing:
    """Draw a scene whose places are the cells of a grid."""
    grid = scene["grid"]
    columns, rows = len(grid["columns"]), len(grid["rows"])
    shapes: list[Shape] = [Words((12, 8), scene["title"], 16)]
    for number, place in enumerate(scene["places"]):
        shapes.extend(_cell(scene, number, place, columns))
    shapes.extend(_walls(grid, columns, rows))
    for column, name in enumerate(grid["columns"]):
        shapes.append(Words((_LEFT + column * _SIDE + _SIDE / 2 - 4, _TOP - 20), name, 14))
    for row, name in enumerate(grid["rows"]):
        shapes.append(Words((8, _TOP + row * _SIDE + _SIDE / 2 - 8), name, 14))
    return Drawing(scene["title"], _LEFT + columns * _SIDE + _EDGE, _TOP + rows * _SIDE + _EDGE, shapes)


def _corner(number: int, columns: int) -> Point:
    return _LEFT + number % columns * _SIDE, _TOP + number // columns * _SIDE


def _cell(scene: dict[str, Any], number: int, place: dict[str, Any], columns: int) -> Iterator[Shape]:
    left, top = _corner(number, columns)
    maybe = [figure for figure in scene["figures"] if figure["hidden"] and number in figure["possible"]]
    fill = _SHADES[min(maybe[0]["side"], 1)][min(len(maybe), 4) - 1] if maybe else _CELL
    yield Box((left, top), (_SIDE, _SIDE), fill, outline="#d8d2c4")
    for line, thing in enumerate(place["things"][:3]):
        yield Words((left + 4, top + 4 + 12 * line), _short(thing), 9, _THING)
    # Who may be here, by badge: shades alone would not say who.
    yield Words((left + 5, top + _SIDE - 14), " ".join(figure["badge"] for figure in maybe), 10, _THING)
    here = [figure for figure in scene["figures"] if figure["place"] == number]
    for rank, figure in enumerate(here):
        x, y = left + 14 + 16 * (rank % 3), top + _SIDE - 18 - 20 * (rank // 3)
        yield Disc((x, y), 11, TEAMS[figure["side"] % len(TEAMS)], INK, 2)
        yield Words((x - 4, y - 8), figure["badge"], 14, "#ffffff")


def _short(thing: dict[str, Any]) -> str:
    done = thing["progress"] is not None and thing["progress"][0] == thing["progress"][1]
    return f"{thing['kind']} ok" if done else str(thing["kind"])


def _walls(grid: dict[str, Any], columns: int, rows: int) -> Iterator[Shape]:
    right, bottom = _LEFT + columns * _SIDE, _TOP + rows * _SIDE
    corners: list[Point] = [(_LEFT, _TOP), (right, _TOP), (right, bottom), (_LEFT, bottom), (_LEFT, _TOP)]
    for start, end in pairwise(corners):
        yield Line(start, end, INK, _WALL)
    for first, second in grid["walls"]:
        x, y = _corner(second, columns)
        end = (x, y + _SIDE) if second == first + 1 else (x + _SIDE, y)
        yield Line((x, y), end, INK, _WALL)
