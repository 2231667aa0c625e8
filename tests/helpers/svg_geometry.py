"""Reading pictures back: which dots a path has, and how far everything in an SVG reaches. No expectations here."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator
from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]
_ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "a": 7, "z": 0}


def as_letters(text: str) -> str:
    """Return a diagram of a UTF-8 terminal with the letters of a plain one."""
    return text.translate(str.maketrans("●○■□ø·", "XObwo."))


def images(page: str) -> list[str]:
    """Return the SVG pictures that a page holds as images."""
    return [b64decode(data).decode() for data in re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', page)]


def dots(picture: str, name: str) -> list[tuple[int, int]]:
    """Return column and row of every dot in the path of the class ``go-<name>``; empty without one."""
    path = ET.fromstring(picture).find(f".//{SVG}path[@class='go-{name}']")
    if path is None:
        return []
    found = re.findall(r"M(\d+) (\d+)h\.01", path.attrib["d"])
    assert "".join(f"M{x} {y}h.01" for x, y in found) == path.attrib["d"]
    return [(int(x), int(y)) for x, y in found]


def points(picture: str, name: str, width: int) -> list[int]:
    """Return the same as points of a board."""
    return [row * width + column for column, row in dots(picture, name)]


def group(picture: str, name: str) -> list[ET.Element]:
    """Return the shapes in all groups of the class ``go-<name>``, in order, with nested groups opened."""
    groups = ET.fromstring(picture).iterfind(f".//{SVG}g[@class='go-{name}']")
    return [element for found in groups for element in found.iter() if element.tag != f"{SVG}g"]


def view(picture: str) -> Box:
    """Return the view box: left, top, right, bottom."""
    left, top, wide, high = map(float, ET.fromstring(picture).attrib["viewBox"].split())
    return left, top, left + wide, top + high


def extents(picture: str) -> Iterator[tuple[str, Box]]:
    """Yield the tag and the extent of every shape and text: left, top, right, bottom, in the picture's units."""
    yield from _reaches(ET.fromstring(picture), (0.0, 0.0, 1.0), "middle", 0.0, 0.0)


def _reaches(
    item: ET.Element, position: tuple[float, float, float], anchor: str, font: float, pen: float
) -> Iterator[tuple[str, Box]]:
    dx, dy, scale = position
    for name, numbers in re.findall(r"(\w+)\(([^)]*)\)", item.get("transform", "")):
        if name == "translate":
            x, y = map(float, numbers.split())
            dx, dy = dx + scale * x, dy + scale * y
        else:
            assert name == "scale"
            scale *= float(numbers)
    anchor, font = item.get("text-anchor", anchor), float(item.get("font-size", font))
    pen = float(item.get("stroke-width", pen))
    box = _own(item, anchor, font)
    if box is not None:
        left, top, right, bottom = box
        half = 0.0 if item.tag == f"{SVG}text" else pen / 2
        yield (
            item.tag.removeprefix(SVG),
            (
                dx + scale * (left - half),
                dy + scale * (top - half),
                dx + scale * (right + half),
                dy + scale * (bottom + half),
            ),
        )
    for child in item:
        yield from _reaches(child, (dx, dy, scale), anchor, font, pen)


def _own(item: ET.Element, anchor: str, font: float) -> Box | None:
    """Return the extent of one element, without its pen; a letter is taken to be 0.6 of its size wide."""
    kind = item.tag.removeprefix(SVG)
    if kind == "circle":
        x, y, radius = (float(item.get(key, 0)) for key in ("cx", "cy", "r"))
        return x - radius, y - radius, x + radius, y + radius
    if kind == "text":
        x, y, wide = float(item.get("x", 0)), float(item.get("y", 0)), 0.6 * font * len(item.text or "")
        left = x if anchor == "start" else x - wide / 2
        return left, y - 0.75 * font, left + wide, y + 0.25 * font
    if kind == "path" and item.get("d"):
        corners = list(_corners(item.attrib["d"]))
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return min(xs), min(ys), max(xs), max(ys)
    return None


def _corners(path: str) -> Iterator[tuple[float, float]]:
    """Yield the points a path goes through; of an arc the ends and, since all are half circles, its top or bottom."""
    x = y = 0.0
    for command, rest in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", path):
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", rest)]
        count = _ARGUMENTS[command.lower()]
        assert len(numbers) % count == 0 if count else not numbers
        for start in range(0, len(numbers), count or 1):
            values = numbers[start : start + count]
            was_x, was_y, is_relative = x, y, command.islower()
            if command.lower() in "mla":
                x, y = values[-2] + is_relative * x, values[-1] + is_relative * y
            elif command.lower() == "h":
                x = values[0] + is_relative * x
            else:
                y = values[0] + is_relative * y
            if command.lower() == "a":
                yield (x + was_x) / 2, was_y - values[1]
                yield (x + was_x) / 2, was_y + values[1]
            yield x, y
