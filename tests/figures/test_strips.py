"""Strips of chunks: places worked out by hand on 1,000 units for 100 characters, ten units a character."""

from __future__ import annotations

from xml.etree import ElementTree

from chunkviz.figures.strips import MOST, DrawnStrip, svg
from chunkviz.span import Span


def drawn(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture.replace(' xmlns="http://www.w3.org/2000/svg"', ""))


def bars(picture: str, *, answer: bool = False) -> list[tuple[float, float]]:
    """x and width of the bars, or of the answer's frame."""
    found = [one for one in drawn(picture) if one.tag == "rect"]
    return [(float(one.attrib["x"]), float(one.attrib["width"])) for one in found if (one.get("class") == "answer") is answer]


def test_a_bar_is_as_long_as_its_text() -> None:
    picture = svg([DrawnStrip("Two", [Span(0, 30), Span(30, 100)])], Span(0, 100), ["red", "blue"], Span(20, 40))
    assert bars(picture) == [(0, 298), (300, 698)]  # two units narrower, so that neighbours are told apart
    assert bars(picture, answer=True) == [(200, 200)]


def test_what_is_outside_is_clipped_or_left_out() -> None:
    picture = svg([DrawnStrip("Three", [Span(0, 10), Span(10, 60), Span(60, 400)])], Span(20, 120), ["red"], Span(0, 5))
    assert bars(picture) == [(0, 398), (400, 598)]
    assert bars(picture, answer=True) == []


def test_overlapping_chunks_do_not_hide_each_other() -> None:
    tops = [
        (one.attrib["y"], one.attrib["height"])
        for one in drawn(svg([DrawnStrip("Three", [Span(0, 40), Span(30, 70), Span(60, 100)])], Span(0, 100), ["red"]))
        if one.tag == "rect"
    ]
    assert tops == [("36", "38"), ("44", "38"), ("36", "46")]  # high, low, high: the two overlaps are seen from both


def test_labels_are_text_and_the_number_of_bars_is_bounded() -> None:
    picture = svg([DrawnStrip("<b>&", [Span(i, i + 1) for i in range(MOST + 500)])], Span(0, MOST + 500), ["red"], title='"<x>')
    root = drawn(picture)
    assert root.attrib["aria-label"] == '"<x>'
    assert next(one.text for one in root if one.tag == "text") == "<b>&"
    assert len(bars(picture)) == MOST + 1


def test_nothing_to_draw() -> None:
    assert bars(svg([DrawnStrip("Empty", [])], Span(0, 0), ["red"])) == []
