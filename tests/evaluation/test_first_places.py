"""First places: what str.find would say, without searching the text for each."""

from hypothesis import given
from hypothesis import strategies as some

from chunkviz.evaluation import first_places as module
from chunkviz.evaluation.first_places import first_places
from chunkviz.span import Span


@given(some.data(), some.text("ab🙂", min_size=1, max_size=300), some.sampled_from([7, 40, 1_000_000]))
def test_it_is_what_a_search_finds(data, text, block):
    ends = some.integers(0, len(text))
    pairs = data.draw(some.lists(some.tuples(ends, ends).map(sorted).filter(lambda one: one[0] < one[1]), max_size=8))
    before, module._BLOCK = module._BLOCK, block
    try:
        found = first_places(text, [Span(*pair) for pair in pairs])
    finally:
        module._BLOCK = before
    assert found == [Span(text.find(text[a:b]), text.find(text[a:b]) + b - a) for a, b in pairs]


def test_a_repeated_paragraph_is_taken_for_the_first():
    paragraph = "The harbour office opens at nine.\n"
    assert first_places(paragraph * 3, [Span(34, 68), Span(68, 101)]) == [Span(0, 34), Span(0, 33)]
