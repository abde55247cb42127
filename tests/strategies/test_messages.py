"""The strategy `messages`: turns packed, threads apart, quotations and signatures kept apart or left out."""

from __future__ import annotations

import pytest

import chunkviz
from chunkviz.strategies.messages import Messages

CHAT = "Ana: Is it open?\nBen: Yes.\nBen: From nine.\nAna: And on Sunday morning?\n"
MAIL = """\
From: Ana <a@a.example>
Subject: Parts

Can you send them?

-- 
Ana, Weir 1

From: Ben <b@b.example>
Subject: Re: Parts

> Can you send them?

Yes.

From: Cem <c@c.example>
Subject: Bill

Paid.
"""


def cut(text: str, tokenizer: str = "characters", **chosen: object) -> chunkviz.Chunking:
    return chunkviz.chunk(chunkviz.read(text.encode(), "a.txt", "messages"), Messages(**chosen), tokenizer)


def texts(chunking: chunkviz.Chunking) -> list[str]:
    return [chunking.text(chunk) for chunk in chunking.chunks]


def test_as_many_messages_as_fit() -> None:
    chunking = cut(CHAT, size=30)
    assert texts(chunking) == ["Ana: Is it open?\nBen: Yes.", "Ben: From nine.", "Ana: And on Sunday morning?"]
    assert (
        chunking.chunks[0].cause.sentence
        == "A message ends; with the next message the chunk would have made 42 of 30 characters."
    )
    assert [chunk.metadata["speaker"] for chunk in chunking.chunks] == ["Ana, Ben", "Ben", "Ana"]


def test_a_turn_or_a_message_each() -> None:
    assert texts(cut(CHAT, each="turn")) == ["Ana: Is it open?", "Ben: Yes.\nBen: From nine.", "Ana: And on Sunday morning?"]
    assert texts(cut(CHAT, each="message")) == ["Ana: Is it open?", "Ben: Yes.", "Ben: From nine.", "Ana: And on Sunday morning?"]
    assert cut(CHAT, each="turn").chunks[0].cause.sentence == "Ben speaks next."


def test_whole_messages_are_repeated() -> None:
    chunking = cut(CHAT, size=45, overlap=16)
    assert texts(chunking) == ["Ana: Is it open?\nBen: Yes.\nBen: From nine.", "Ben: From nine.\nAna: And on Sunday morning?"]
    assert chunking.chunks[1].overlap.got == 15


def test_a_message_too_large_keeps_its_head_before_every_part() -> None:
    text = "[00:01] Ana: One thing. Another thing. A third thing.\n[00:09] Ben: Right.\n"
    chunking = cut(text, size=30)
    assert texts(chunking) == ["[00:01] Ana: One thing.", "Another thing. A third thing.", "[00:09] Ben: Right."]
    assert [[text[a:b] for a, b in chunk.context] for chunk in chunking.chunks] == [[], ["[00:01] Ana:"], []]


def test_quotations_and_signatures_apart_and_threads_too() -> None:
    chunking = cut(MAIL)
    assert [
        (text.split("\n")[-1], chunk.metadata["part"]) for text, chunk in zip(texts(chunking), chunking.chunks, strict=True)
    ] == [
        ("Can you send them?", "message"),
        ("Ana, Weir 1", "signature"),
        ("Subject: Re: Parts", "message"),
        ("> Can you send them?", "quoted"),
        ("Yes.", "message"),
        ("Paid.", "message"),
    ]
    answer = chunking.chunks[4]
    assert [MAIL[a:b] for a, b in answer.context] == ["From: Ben <b@b.example>\nSubject: Re: Parts", "> Can you send them?"]
    assert answer.parent is not None
    assert MAIL[answer.parent.start : answer.parent.end].startswith("From: Ana")
    assert MAIL[answer.parent.start : answer.parent.end].endswith("Yes.")
    assert [chunk.cause.sentence for chunk in chunking.chunks] == [
        "A signature begins.",
        "A signature ends.",
        "Quoted text begins.",
        "Quoted text ends.",
        "The thread “Bill” begins.",
        "The text ends here.",
    ]


def test_left_in_or_left_out() -> None:
    assert len(cut(MAIL, quoted="with", signatures="with")) == 2, "a thread each"
    chunking = cut(MAIL, quoted="drop", signatures="drop")
    assert all("Weir" not in text and ">" not in text.replace("example>", "") for text in texts(chunking))
    uncovered = len("-- Ana, Weir 1".replace(" ", "")) + len("> Can you send them?".replace(" ", ""))
    covered = {i for chunk in chunking.chunks for i in range(chunk.start, chunk.end)}
    assert len([i for i, char in enumerate(MAIL) if i not in covered and not char.isspace()]) == uncovered


def test_text_without_messages_is_cut_like_prose() -> None:
    assert texts(chunkviz.chunk("One. Two.\n\nThree.", Messages(size=10), "characters")) == ["One. Two.", "Three."]


@pytest.mark.slow
def test_many_messages_take_time_in_proportion() -> None:
    text = "".join(f"[00:{i % 60:02d}] Ana: message number {i}.\n[00:{i % 60:02d}] Ben: yes.\n" for i in range(20_000))
    chunking = cut(text, "cl100k_base")
    assert len(chunking) >= 800
