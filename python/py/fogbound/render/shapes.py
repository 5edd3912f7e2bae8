"""What a scene looks like: plain shapes, which painters put on paper as pixels or as SVG."""

import math
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Point = tuple[float, float]

PAPER = "#f7f5f0"
INK, _ROOM, _WALL, _FAINT, _HURT = "#222222", "#fffdf8", "#6b5b4b", "#444444", "#e53e3e"
# The colours of the rules' own pictures of the boards.
_LINKS = {"sneak": "#2b6cb0", "sprint": "#2f855a", "crouch": "#c53030", "vault": "#b7791f"}
TEAMS = ["#7b1e22", "#2c5282", "#276749", "#744210"]
_BOX = (150, 84)
_MARGIN = 34
# The plane that scenes are laid out in.
_PLANE = (840, 600)


@dataclass(frozen=True)
class Line:
    """A line between two points."""

    start: Point
    end: Point
    colour: str
    width: int


@dataclass(frozen=True)
class Polygon:
    """A filled polygon."""

    points: tuple[Point, ...]
    fill: str


@dataclass(frozen=True)
class Box:
    """A rectangle, with rounded corners if it has a radius."""

    corner: Point
    size: Point
    fill: str
    outline: str = INK
    stroke: int = 1
    radius: int = 0


@dataclass(frozen=True)
class Disc:
    """A filled circle with an edge."""

    middle: Point
    radius: int
    fill: str
    outline: str
    stroke: int


@dataclass(frozen=True)
class Words:
    """A line of text; `at` is its upper left corner."""

    at: Point
    text: str
    size: int
    colour: str = INK


Shape = Line | Polygon | Box | Disc | Words


@dataclass(frozen=True)
class Drawing:
    """Shapes in the order in which they are painted, and the paper that they need."""

    title: str
    width: int
    height: int
    shapes: list[Shape]


def board(scene: dict[str, Any]) -> Drawing:
    """Draw a scene of rooms: places, what lies in them, ways between them, and figures."""
    shapes: list[Shape] = [Words((12, 8), scene["title"], 16)]
    for link in scene["links"]:
        shapes.extend(_link(link, scene["places"]))
    for number, place in enumerate(scene["places"]):
        here = [figure for figure in scene["figures"] if figure["place"] == number]
        shapes.extend(_place(place, here))
    width, height = _PLANE
    return Drawing(scene["title"], width, height + _MARGIN, shapes)


def page(title: str, text: str) -> Drawing:
    """Draw the text of a game that has no board."""
    lines = text.splitlines() or [""]
    width = 24 + 9 * max(len(line) for line in lines)
    shapes: list[Shape] = [Words((12, 12 + 22 * number), line, 16) for number, line in enumerate(lines)]
    return Drawing(title, width, 24 + 22 * len(lines), shapes)


def _edge(a: Point, b: Point) -> Point:
    """Give the point where the line from one room's middle to another's leaves the first one's box."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = min(_BOX[0] / 2 / max(abs(dx), 0.01), _BOX[1] / 2 / max(abs(dy), 0.01))
    return a[0] + dx * part, a[1] + dy * part


def _middle(place: dict[str, Any]) -> Point:
    x, y = place["at"]
    return x, y + _MARGIN


def _link(link: dict[str, Any], places: list[dict[str, Any]]) -> Iterator[Shape]:
    a, b = _middle(places[link["from"]]), _middle(places[link["to"]])
    start, end = _edge(a, b), _edge(b, a)
    colour = _LINKS.get(link["kind"], INK)
    yield Line(start, end, colour, 5)
    if link["one_way"]:
        length = max(math.dist(start, end), 0.01)
        ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        wings = [(end[0] - 16 * ux - s * 9 * uy, end[1] - 16 * uy + s * 9 * ux) for s in (1, -1)]
        yield Polygon((end, *wings), colour)
    if link["blocked"]:
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        yield Box((x - 9, y - 9), (18, 18), _WALL)
        yield Words((x - 4, y - 8), link["blocked"][0].upper(), 13, "#ffffff")


def _place(place: dict[str, Any], here: list[dict[str, Any]]) -> Iterator[Shape]:
    x, y = _middle(place)
    left, top = x - _BOX[0] / 2, y - _BOX[1] / 2
    yield Box((left, top), _BOX, _ROOM, stroke=2, radius=10)
    yield Words((left + 8, top + 4), place["name"], 14)
    hidden = sum(thing["hidden"] for thing in place["things"])
    words = [thing["name"] for thing in place["things"] if not thing["hidden"]]
    line = ", ".join(words + ([f"{hidden} hidden"] if hidden else []))
    for number, part in enumerate(textwrap.wrap(line, 26)[:3]):
        yield Words((left + 8, top + 22 + 12 * number), part, 11, _FAINT)
    for number, figure in enumerate(here):
        fx, fy = left + 16 + 28 * number, top + _BOX[1] - 14
        fill = TEAMS[figure["side"] % len(TEAMS)]
        yield Disc((fx, fy), 12, fill, _HURT if figure["marks"] else INK, 3)
        yield Words((fx - 5, fy - 9), figure["badge"], 15, "#ffffff")
