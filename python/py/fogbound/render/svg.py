"""Shapes as SVG, which every browser and notebook shows; nothing has to be installed for it."""

from html import escape

from fogbound.render.shapes import PAPER, Box, Disc, Drawing, Line, Point, Polygon, Shape, Words

# How far the line that letters stand on lies below their upper edge.
_BASELINE = 0.8


def write(drawing: Drawing) -> str:
    """Write a drawing as one `<svg>` element."""
    width, height = drawing.width, drawing.height
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="monospace" role="img">'
    )
    paper = f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
    shapes = (_write_one(shape) for shape in drawing.shapes)
    return "\n".join([head, f"<title>{escape(drawing.title)}</title>", paper, *shapes, "</svg>"])


def _write_one(shape: Shape) -> str:
    match shape:
        case Line((x1, y1), (x2, y2), colour, width):
            ends = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
            return f'<line {ends} stroke="{colour}" stroke-width="{width}"/>'
        case Polygon(points, fill):
            return f'<polygon points="{" ".join(map(_pair, points))}" fill="{fill}"/>'
        case Box((left, top), (width, height), fill, outline, stroke, radius):
            sides = f'x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="{radius}"'
            return f'<rect {sides} fill="{fill}" stroke="{outline}" stroke-width="{stroke}"/>'
        case Disc((x, y), radius, fill, outline, stroke):
            place = f'cx="{x:g}" cy="{y:g}" r="{radius}"'
            return f'<circle {place} fill="{fill}" stroke="{outline}" stroke-width="{stroke}"/>'
        case Words((x, y), text, size, colour):
            place = f'x="{x:g}" y="{y + _BASELINE * size:g}" font-size="{size}"'
            return f'<text {place} fill="{colour}" xml:space="preserve">{escape(text)}</text>'


def _pair(point: Point) -> str:
    return f"{point[0]:g},{point[1]:g}"
