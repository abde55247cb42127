"""The one meaning of “retrieved”, on a text of ten letters and white space, worked out by hand."""

from __future__ import annotations

import pytest

from chunkviz.chunking import Chunking, chunk
from chunkviz.document import Document
from chunkviz.imported.chunks_file import Imported
from chunkviz.search.hits import Passage
from chunkviz.search.retrieved import completed_by, retrieved_at
from chunkviz.span import Span

TEXT = "abcd \n efg \n hij"  # e is character 7, h is 13
ANSWER = Span(2, 10)  # "cd \n efg"


def text() -> Chunking:
    return chunk(Document(TEXT, "own.txt"), Imported(), "words")


def found(*places: tuple[int, int] | None, document: str = "") -> list[Passage]:
    """Passages at these places, best first."""
    own = document or text().document.id
    return [Passage(own, "own.txt", place and Span(*place), "", 1 - rank / 10, rank, ()) for rank, place in enumerate(places, 1)]


@pytest.mark.parametrize(
    ("places", "ranks"),
    [
        ([(0, 16)], (1,)),  # whole
        ([(13, 16), (0, 10)], (2,)),  # whole, in the second
        ([(0, 4), (7, 10)], (1, 2)),  # cut in the white space between its halves: both are needed
        ([(7, 10), (13, 16), (0, 4)], (1, 3)),  # complete with the third; what is in between adds nothing
        ([(0, 4), (0, 10)], (2,)),  # the second holds it whole by itself
        ([(0, 8), (3, 9), (8, 12)], (1, 2, 3)),  # overlapping: "cd e", then "f", then "g"
        ([(0, 8), (2, 7), (7, 10)], (1, 3)),  # the second repeats what the first has
        ([(0, 4), (4, 7), (7, 10)], (1, 3)),  # the second has only white space of it
        ([(0, 4)], ()),  # half of it
        ([(0, 4), (8, 16)], ()),  # its "e" is missing
        ([(4, 7)], ()),  # only its white space
        ([None, (0, 10)], (2,)),  # a passage whose place is not known
        ([], ()),
    ],
)
def test_which_passages_complete_an_answer(places: list[tuple[int, int]], ranks: tuple[int, ...]) -> None:
    assert completed_by(ANSWER, text(), found(*places)) == ranks
    assert retrieved_at(ANSWER, text(), found(*places)) == (ranks[-1] if ranks else None)


def test_white_space_around_the_answer_is_not_missed() -> None:
    assert retrieved_at(Span(4, 13), text(), found((7, 10))) == 1


def test_the_same_place_in_another_document_does_not_count() -> None:
    assert retrieved_at(ANSWER, text(), found((0, 16), document="another")) is None
    both = [*found((0, 4)), *found((7, 10), document="another")]
    assert retrieved_at(ANSWER, text(), both) is None
