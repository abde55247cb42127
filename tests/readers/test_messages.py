"""Messages read from transcripts, e-mail and JSON: who, when, what; and what is no conversation."""

from __future__ import annotations

import json

import pytest

import chunkviz
from chunkviz.document import Document
from chunkviz.reader import reader_for


def messages(document: Document) -> list[tuple[str, str, str]]:
    """(speaker, time, own words) of each message."""
    found = []
    for block in document.blocks_of("message"):
        head_end = block.attributes["head"][1]
        words = document.text[head_end : block.end].strip()
        found.append((block.attributes.get("speaker", ""), block.attributes.get("time", ""), words))
    return found


@pytest.mark.parametrize(
    ("line", "speaker", "time"),
    [
        ("Ana: Hello there.", "Ana", ""),
        ("[00:12:31] Ana: Hello there.", "Ana", "00:12:31"),
        ("12:31 - Ana Lund: Hello there.", "Ana Lund", "12:31"),
        ("12/03/2026, 14:05 - Ana: Hello there.", "Ana", "12/03/2026, 14:05"),
        ("[12.03.26, 14:05:12] Ana: Hello there.", "Ana", "12.03.26, 14:05:12"),
        ("2026-03-12 14:05 Ana: Hello there.", "Ana", "2026-03-12 14:05"),
        ("Dr. O’Neil (00:12): Hello there.", "Dr. O’Neil", "00:12"),
        ("Ana Lund  0:12:31\nHello there.", "Ana Lund", "0:12:31"),
        ("[3:05 PM] Ana: Hello there.", "Ana", "3:05 PM"),
        ("田中：Hello there.", "田中", ""),
    ],
)
def test_a_turn_of_each_form(line: str, speaker: str, time: str) -> None:
    text = f"{line}\r\nand more\r\n\r\n{line}\r\n"
    document = chunkviz.read(text.encode(), "a.txt", "messages")
    assert document.text == text
    assert messages(document) == [(speaker, time, "Hello there.\r\nand more"), (speaker, time, "Hello there.")]


def test_a_chat_is_known_by_itself() -> None:
    text = "Ana: Is it open today?\nBen: Yes, from nine.\nAna: And on Sunday morning?\nBen: No: closed on Sundays.\n"
    document = chunkviz.read(text.encode(), "a.txt")
    assert document.kind == "messages"
    assert messages(document)[3] == ("Ben", "", "No: closed on Sundays.")


@pytest.mark.parametrize(
    "text",
    [
        "The harbour: a history. It began in 1807.\n\nFees: they depend on length. Boats pay.\n\nThe office opens at nine. It closes at five.\n",
        "Note: boats pay.\nWarning: never swim here in winter.\nTip: come early in the day.\nNote: bring warm clothes with you.\n",
        "Package: foo\nVersion: 1.0\nDescription: a thing of use\n\nPackage: bar\nVersion: 2.0\nDescription: another thing of use\n\nPackage: baz\nVersion: 2.0\nDescription: another thing of use\n\n",
        "name: chunkviz\nversion: 1\nname: again\n",
        "He said: go. She said: no. They left: all of them.\n",
        "Opening hours:\n9:00 Monday\n10:00 Tuesday\nThe rest of the week is free.\nAsk inside.\nThank you.\nBye.\nThe end.\nReally.\n",
        "",
        "\n\n \n",
    ],
    ids=["headings", "notes", "records", "settings", "said", "hours", "empty", "blank"],
)
def test_prose_with_colons_is_no_conversation(text: str) -> None:
    assert reader_for(text.encode(), "a.txt").key != "messages"


def test_in_a_transcript_with_times_a_colon_inside_a_turn_begins_nothing() -> None:
    text = "[00:01] Ana: Two things.\nNote: the gate is shut.\n[00:09] Ben: Right.\nAna: And the key?\n[00:12] Ana: Lost.\n"
    assert messages(chunkviz.read(text.encode(), "a.txt")) == [
        ("Ana", "00:01", "Two things.\nNote: the gate is shut."),
        ("Ben", "00:09", "Right."),
        ("Ana", "", "And the key?"),
        ("Ana", "00:12", "Lost."),
    ]


MAIL = """\
From: Ana Lund <ana@a.example>
To: Ben <ben@b.example>,
 Cem <cem@c.example>
Date: Mon, 9 Mar 2026 09:14:22 +0100
Subject: Parts

Dear Ben,
from: is no header here.

--\x20
Ana
Weir 1

From: Ben <ben@b.example>
Date: Mon, 9 Mar 2026 16:40:05 +0000
Subject: Re: AW: Parts

On Mon, 9 Mar 2026 at 09:14, Ana Lund
<ana@a.example> wrote:

> Dear Ben,
>> older

Yes.
-----Original Message-----
From: Dia
Sent: Sunday
Subject: Else

Hi.
"""


def test_an_email_thread() -> None:
    document = chunkviz.read(MAIL.encode(), "a.txt")
    assert document.kind == "messages"
    assert document.text == MAIL
    found = [(b.kind, b.attributes.get("speaker"), b.attributes.get("thread"), MAIL[b.start : b.end]) for b in document.blocks]
    assert [(kind, speaker, thread) for kind, speaker, thread, _ in found] == [
        ("message", "Ana Lund", "Parts"),
        ("signature", None, None),
        ("message", "Ben", "Parts"),
        ("quoted", None, None),
        ("message", "Dia", "Else"),
    ]
    assert found[1][3] == "-- \nAna\nWeir 1"
    assert found[3][3] == "On Mon, 9 Mar 2026 at 09:14, Ana Lund\n<ana@a.example> wrote:\n\n> Dear Ben,\n>> older"
    assert found[2][3].endswith("Yes.")
    assert found[4][3].startswith("-----Original Message-----\nFrom: Dia")
    head = document.blocks[0].attributes["head"]
    assert MAIL[slice(*head)].startswith("From: Ana")
    assert MAIL[slice(*head)].endswith("Subject: Parts")


def test_an_encoded_email_is_decoded_and_says_so() -> None:
    raw = b"From: Ana <a@a.example>\r\nSubject: =?utf-8?q?B=C3=BCro?=\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nCaf=C3=A9 um neun.\r\n"
    document = chunkviz.read(raw, "a.eml")
    assert document.text.replace("\r\n", "\n") == "From: Ana <a@a.example>\nSubject: Büro\n\nCafé um neun.\n"
    assert [b.attributes["subject"] for b in document.blocks] == ["Büro"]
    assert "decoded" in document.notes[0]


def test_json_is_written_out_the_same_each_time() -> None:
    rows = [
        {"role": "user", "content": "Is it open?\n\nToday?", "ts": 12},
        {"author": {"name": "Bo"}, "content": [{"type": "text", "text": "Yes."}]},
    ]
    for source in (json.dumps(rows), json.dumps({"messages": rows}), "\n".join(map(json.dumps, rows))):
        document = chunkviz.read(source.encode(), "a.json")
        assert document.text == "user, 12\nIs it open?\n\nToday?\n\nBo\nYes.\n\n"
        assert messages(document) == [("user", "12", "Is it open?\n\nToday?"), ("Bo", "", "Yes.")]


def test_conversations_of_a_file_are_threads_with_their_titles() -> None:
    source = [
        {"title": "Heating", "messages": [{"role": "user", "content": "Cold."}]},
        {"title": "Bill", "messages": [{"role": "user", "content": "Dear."}]},
    ]
    document = chunkviz.read(json.dumps(source).encode(), "a.json")
    assert document.text == "Heating\n\nuser\nCold.\n\nBill\n\nuser\nDear.\n\n"
    assert [b.attributes["thread"] for b in document.blocks_of("message")] == ["Heating", "Bill"]
    assert [b.attributes["title"] for b in document.blocks_of("heading")] == ["Heating", "Bill"]


def test_half_a_character_is_replaced_and_noted() -> None:
    document = chunkviz.read(b'[{"role": "user", "text": "a \\ud83d b \\ud83d\\ude00"}]', "a.json")
    assert document.text == "user\na \ufffd b 😀\n\n"
    assert document.notes[-1].startswith("1 halves of characters") or document.notes[-1].startswith("One half")


@pytest.mark.parametrize(
    "source",
    [
        "[" * 100_000,
        '{"a": ' * 50_000,
        '{"a": 1}',
        "[1, 2]",
        '[{"text": {"text": {"text": "x"}}, "role": 1}]',
        '{"x": NaN',
        '"text"',
    ],
)
def test_other_json_is_text(source: str) -> None:
    document = chunkviz.read(source.encode(), "a.json")
    assert document.kind in ("text", "messages")
    assert document.text == source or document.kind == "messages"


def test_a_long_line_takes_no_time() -> None:
    for text in (
        "A" * 500_000,
        "A: " + " " * 500_000 + "x\n" * 3,
        "-" * 500_000,
        "> " * 200_000,
        "On " + "a" * 400_000,
        "1" * 300_000 + ":",
        "Ana " * 100_000,
    ):
        assert chunkviz.read(text.encode(), "a.txt", "messages").text == text
