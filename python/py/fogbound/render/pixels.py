"""Shapes as pixels, by Pillow."""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from fogbound.render.shapes import PAPER, Box, Disc, Drawing, Line, Polygon, Shape, Words

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw


def paint(drawing: Drawing) -> npt.NDArray[np.uint8]:
    """Paint a drawing: height by width by 3."""
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise ImportError("pictures need Pillow: pip install fogbound[render]") from error
    image = Image.new("RGB", (drawing.width, drawing.height), PAPER)
    canvas = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        _paint_one(canvas, shape)
    return np.asarray(image)


def _paint_one(canvas: "ImageDraw", shape: Shape) -> None:
    from PIL import ImageFont

    match shape:
        case Line(start, end, colour, width):
            canvas.line([start, end], fill=colour, width=width)
        case Polygon(points, fill):
            canvas.polygon(list(points), fill=fill)
        case Box((left, top), (width, height), fill, outline, stroke, radius):
            corners = [left, top, left + width, top + height]
            canvas.rounded_rectangle(corners, radius=radius, fill=fill, outline=outline, width=stroke)
        case Disc((x, y), radius, fill, outline, stroke):
            corners = [x - radius, y - radius, x + radius, y + radius]
            canvas.ellipse(corners, fill=fill, outline=outline, width=stroke)
        case Words(at, text, size, colour):
            canvas.text(at, text, fill=colour, font=ImageFont.load_default(size))
