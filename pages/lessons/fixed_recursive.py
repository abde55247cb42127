"""Fixed against recursive on one document, with the ends in the middle of a sentence counted: see the lesson."""

from __future__ import annotations

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.numbers import mid_sentence
from chunkviz.span import Span
from chunkviz.viewer import Flag

from ..parts.controls import documents
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, lesson
from ..parts.learn.picture import pictured
from ..parts.question.viewer import viewer

SIZES = (64, 96, 128, 192, 256, 384, 512)
SAMPLES = ("manual.md", "dosage.txt", "essay.txt", "transcript.txt", "inventory.py")


def picture(here: Stage) -> Picture:
    document = documents.sample("manual.md")
    ways = {"Fixed": "fixed", "Recursive": "recursive"}
    return pictured(
        {label: here.cut(document, key, "cl100k_base", size=128, overlap=0) for label, key in ways.items()}, reach=6_000
    )


@lesson(
    "Fixed against recursive",
    "Cutting",
    30,
    claim="Counting to a size and cutting there is fast and blind. **Recursive cutting tries a blank line first, then a line "
    "end, a sentence, a word, and so leaves most sentences whole.**",
    question="How many chunks end in the middle of a sentence on each side? Is there a size, or a document, for which recursive "
    "does not help?",
    guess="Of a hundred chunks, how many end in the middle of a sentence: cut blindly, and cut recursively?",
    picture=picture,
    takes="document",
)
def live(here: Stage) -> str:
    document = here.text({name: name for name in SAMPLES}, "manual.md")
    size = here.choose("size", "Tokens in a chunk", SIZES, 128, kind="slider")
    both = [here.cut(document, key, "cl100k_base", size=size, overlap=0) for key in ("fixed", "recursive")]
    with here.live:
        for column, name, chunking in zip(st.columns(2, gap="small"), ("Fixed", "Recursive"), both, strict=True):
            torn = mid_sentence(chunking)
            with column:
                with st.container(key=f"result-{name.lower()}"):
                    st.metric(f"{name}: end mid-sentence", f"{len(torn)} of {len(chunking)}")
                flags = [_flag(chunking, i) for i in torn]
                viewer(document, chunking, key=f"learn {name}", height=here.height - 20, flags=flags, together="learn fixed")
    fixed, recursive = (len(mid_sentence(one)) / len(one) for one in both)
    helps = "Recursive leaves fewer torn" if recursive < fixed else "Here recursive helps nothing"
    return (
        f"At {size} tokens {fixed:.0%} of the fixed chunks of {document.name} end mid-sentence, and {recursive:.0%} of the "
        f"recursive ones. {helps}. What is counted is an end that stands neither after . ! ? … nor at "
        "a blank line, so in code and "
        "tables, which have no sentences, the number says less. Click a chunk: its card says why it ends there."
    )


def _flag(chunking: Chunking, index: int) -> Flag:
    end = chunking.chunks[index].end
    return Flag(Span(end - 1, end), f"Chunk {index + 1} ends in the middle of a sentence.")
