"""Subtitles: cues with times and speakers; numbers and times are no part of the text."""

from __future__ import annotations

import time

import pytest
from readers.conversations import said

import chunkviz

SRT = (
    "1\n00:00:00,638 --> 00:00:01,198\nSpeaker 1: Good morning.\n\n2\n00:00:01,279 --> 00:00:02,880\nPlease sit down.\n\n"
    "3\n00:00:07,444 --> 00:00:10,327\n<i>Second line</i>\nof cue three\n"
)


@pytest.mark.parametrize("name", ["s1.srt", "s1.txt", "s1"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_srt(name: str, ends: str) -> None:
    document = chunkviz.read(SRT.replace("\n", ends).encode(), name)
    assert document.kind == "messages"
    assert document.text == "Speaker 1: Good morning.\nPlease sit down.\nSecond line\nof cue three\n"
    assert said(document) == [
        ("Speaker 1", "00:00:00,638", "Good morning."),
        ("", "00:00:01,279", "Please sit down."),
        ("", "00:00:07,444", "Second line\nof cue three"),
    ]
    assert [block.attributes["until"] for block in document.blocks] == ["00:00:01,198", "00:00:02,880", "00:00:10,327"]


def test_srt_as_people_make_it() -> None:
    text = (
        '\ufeff1\n00:00:01,000-->00:00:02,000  X1:10 X2:20 Y1:1 Y2:2\n{\\an8}<font color="#fff">1 < 2</font>\n\nand on\n'
        "2\n00:00:03,000 --> 00:00:04,000\n\n\n\n7\n00:00:05,000 --> "
        "00:00:06,000\n1984\n8\n00:00:06,000 --> 00:00:07,000\n<Ana> stays\n"
    )
    document = chunkviz.read(text.encode(), "a.srt")
    assert said(document) == [
        ("", "00:00:01,000", "1 < 2\nand on"),
        ("", "00:00:05,000", "1984"),
        ("", "00:00:06,000", "<Ana> stays"),
    ]
    assert "Left out: 1 cue without words." in document.notes


def test_vtt_with_voices_notes_and_styles() -> None:
    text = (
        "WEBVTT - Meeting\nKind: captions\n\nNOTE made by x\n\nSTYLE\n::cue{color:red}\n\n"
        "intro-1\n00:00:00.638 --> 00:00:01.198 align:start position:0%\n<v Ana Lima>Good morning.</v>\n\n"
        "00:00:01.279 --> 00:00:02.880\n<v Ben>Hello.\n<v.loud Ana Lima>Yes<00:00:02.000><c> really</c> &amp; now\n\n"
        "3\n00:00:03.000 --> 00:00:04.000\n- Who?\n- Me.\n"
    )
    document = chunkviz.read(text.encode(), "s1.vtt")
    assert document.text == "Ana Lima: Good morning.\nBen: Hello.\nAna Lima: Yes really & now\n- Who?\n- Me.\n"
    assert said(document) == [
        ("Ana Lima", "00:00:00.638", "Good morning."),
        ("Ben", "00:00:01.279", "Hello."),
        ("Ana Lima", "00:00:01.279", "Yes really & now"),
        ("", "00:00:03.000", "- Who?\n- Me."),
    ]
    assert document.metadata["title"] == "Meeting"
    assert document.notes[-1] == "Left out: 1 note of the file's maker, 1 style sheet."


def test_names_before_the_words() -> None:
    text = (
        "WEBVTT\n\n1\n00:00:05.000 --> 00:00:07.000\nAna Lima: Hello all.\n\n2\n00:07.500 --> 00:09.000\nBen Roth: Hi.\n\n"
        "3\n01:00:10.000 --> 01:00:12.000\nAna Lima: Fees first.\nBen Roth: Yes: please.\n"
    )
    assert said(chunkviz.read(text.encode(), "zoom.vtt")) == [
        ("Ana Lima", "00:00:05.000", "Hello all."),
        ("Ben Roth", "00:07.500", "Hi."),
        ("Ana Lima", "01:00:10.000", "Fees first."),
        ("Ben Roth", "01:00:10.000", "Yes: please."),
    ]


def test_a_colon_in_what_is_said_makes_no_speaker() -> None:
    cues = [
        "Here is the thing: it rains.",
        "We wait.",
        "And wait.",
        "Remember: boats pay.",
        ">> NARRATOR: The end.",
        "[Ben Roth]: No.",
        "[Ben Roth]: Go.",
    ]
    text = "".join(f"{i}\n00:00:{i:02d},000 --> 00:00:{i:02d},900\n{cue}\n\n" for i, cue in enumerate(cues, 1))
    document = chunkviz.read(text.encode(), "a.srt")
    assert [speaker for speaker, _, _ in said(document)] == ["", "", "", "", "NARRATOR", "Ben Roth", "Ben Roth"]
    assert document.text == "\n".join(cues) + "\n"


def test_captions_that_roll_are_written_once() -> None:
    text = (
        "WEBVTT\nKind: captions\nLanguage: en\n\n00:00:00.000 --> 00:00:02.000 align:start\n \nso<00:00:00.500><c> today</c>\n\n"
        "00:00:02.000 --> 00:00:02.010 align:start\nso today\n \n\n"
        "00:00:02.010 --> 00:00:04.000 align:start\nso today\nwe<00:00:03.000><c> sail</c>\n"
    )
    document = chunkviz.read(text.encode(), "a.vtt")
    assert document.text == "so today\nwe sail\n"
    assert "Left out: 2 lines shown again." in document.notes


@pytest.mark.parametrize(
    "text",
    [
        "WEBVTT",
        "WEBVTT\n\nNOTE nothing\n",
        "1\n00:00:01,000 --> 00:00:02,000\n",
        "WEBVTT\n\n" + "\n" * 100_000,
        "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n" + "<v A>" * 50_000,
        "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n" + "<" * 200_000,
        "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n" + "a\n" * 100_000,
        "1\n00:00:01,000 --> 00:00:02,000\n" + "a: " * 100_000,
    ],
    ids=["head", "note", "empty cue", "blank lines", "voices", "brackets", "lines", "colons"],
)
def test_what_is_odd_ends_soon(text: str) -> None:
    begin = time.process_time()
    chunkviz.read(text.encode(), "a.vtt", "messages")
    assert time.process_time() - begin < 5
