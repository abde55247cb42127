"""Bytes become text exactly, whatever encoding they are in; what is no text is one clear sentence."""

from __future__ import annotations

import os
import random
import zlib
from pathlib import Path

import pytest

import chunkviz
from chunkviz import reader
from chunkviz.errors import ChunkvizError, UnreadableError

GERMAN = "Größere Boote zahlen eine höhere Gebühr.\r\nÜber zehn Meter gilt die Straße als Zufahrt.\r\n"
JAPANESE = "港の事務所は九時に開き、五時に閉まります。\n市場の日は七時に開きます。\n十メートルを超える船は料金を払います。\n"
RUSSIAN = "Портовая контора открывается в девять и закрывается в пять, кроме рыночных дней.\n"


def test_utf8_is_kept_to_the_character() -> None:
    text = "tab\t CRLF\r\n lone\r NEL\u0085 LS\u2028 no-break\u00a0 👨‍👩‍👧 e\u0301 end  \n\n"
    document = chunkviz.read(text.encode(), "notes.txt")
    assert document.text == text
    assert (document.name, document.kind, document.notes) == ("notes.txt", "text", ())
    assert document.metadata["source"] == "notes.txt"


def test_a_path_gives_the_file_and_its_name(tmp_path: Path) -> None:
    file = tmp_path / "a b.txt"
    file.write_bytes(b"one\r\ntwo")
    for source in (file, str(file)):
        document = chunkviz.read(source)
        assert (document.text, document.name) == ("one\r\ntwo", "a b.txt")
    assert chunkviz.read(file, name="other.txt").name == "other.txt"


@pytest.mark.parametrize(
    ("mark", "encoding", "called"),
    [
        (b"\xef\xbb\xbf", "utf-8", "UTF-8"),
        (b"\xff\xfe", "utf-16-le", "UTF-16"),
        (b"\xfe\xff", "utf-16-be", "UTF-16"),
        (b"\xff\xfe\x00\x00", "utf-32-le", "UTF-32"),
        (b"\x00\x00\xfe\xff", "utf-32-be", "UTF-32"),
    ],
)
def test_a_byte_order_mark_is_dropped_and_noted(mark: bytes, encoding: str, called: str) -> None:
    text = GERMAN + JAPANESE + "🚀"
    document = chunkviz.read(mark + text.encode(encoding))
    assert document.text == text
    assert document.notes == (f"A byte order mark ({called}) at the start was dropped.",)


def test_only_the_mark_at_the_start_is_dropped() -> None:
    assert chunkviz.read("\ufeff\ufeffa\ufeffb".encode()).text == "\ufeffa\ufeffb"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_known_by_its_zero_bytes(encoding: str) -> None:
    document = chunkviz.read(GERMAN.encode(encoding))
    assert document.text == GERMAN
    assert encoding.upper() in document.notes[0]


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("latin-1", GERMAN),
        ("latin-1", "Meet me at the café at nine, and bring the résumé."),
        ("latin-1", "café\n"),
        ("latin-1", "Le café était fermé; l'élève a demandé où était la forêt."),
        ("cp1252", "He said “no” — and that’s it. The fee is 3 €."),
        ("shift_jis", JAPANESE),
        ("shift_jis", "The office says 港の事務所 and closes.\nMore English here.\n"),
        ("euc_jp", JAPANESE),
        ("cp1251", RUSSIAN),
        ("koi8_r", RUSSIAN),
        ("gb18030", "港口办公室九点开门，五点关门，集市日七点开门。超过十米的船只需缴纳泊位费。\n"),
        ("euc_kr", "항구 사무실은 아홉 시에 열고 다섯 시에 닫습니다.\n"),
    ],
)
@pytest.mark.parametrize("times", [1, 3000])
def test_other_encodings_are_found_and_noted(encoding: str, text: str, times: int) -> None:
    document = chunkviz.read((text * times).encode(encoding), "old.txt")
    assert document.text == text * times
    assert len(document.notes) == 1
    assert document.notes[0].startswith("Read as ")


def test_the_one_line_that_tells_the_encoding_is_found_at_the_end_of_a_megabyte() -> None:
    text = "An English line with nothing in it.\n" * 30_000 + "Größe und Straße, Gebühr und Höhe.\n"
    assert chunkviz.read(text.encode("latin-1")).text == text


def test_a_megabyte_of_one_line_in_another_encoding() -> None:
    text = JAPANESE.replace("\n", "") * 15_000  # the sample that is looked at ends inside a character
    assert chunkviz.read(text.encode("shift_jis")).text == text


@pytest.mark.parametrize("data", [b"", b" ", b"\r\n", b"\xef\xbb\xbf", b"\xff\xfe"])
def test_an_empty_or_blank_file_is_a_document_without_chunks(data: bytes) -> None:
    from chunkviz.strategies.fixed import Fixed

    document = chunkviz.read(data)
    assert document.text.strip() == ""
    assert document.blocks == ()
    assert chunkviz.chunk(document, Fixed(size=10, overlap=0)).chunks == ()


def _random_bytes(size: int) -> bytes:
    return random.Random(5).randbytes(size)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", "is a picture"),
        (b"\x7fELF\x02\x01\x01" + bytes(9), "is a program"),
        (b"ab\0\0" * 9, "it holds zero bytes"),
        (bytes(range(256)), "could not be decoded as text"),
        (_random_bytes(5000), "could not be decoded as text|full of control characters"),
        (_random_bytes(5000).replace(b"\0", b"\x01"), "could not be decoded as text"),
        (zlib.compress(JAPANESE.encode()).replace(b"\0", b"\1"), "could not be decoded as text"),
        (bytes([1, 2, 3, 65]) * 20, "full of control characters"),
        (b"\xff\xfea", "is not UTF-16"),
        (b"\xef\xbb\xbfcaf\xe9", "is not UTF-8"),
    ],
)
def test_what_is_no_text_is_refused_in_one_sentence(data: bytes, says: str) -> None:
    with pytest.raises(UnreadableError, match=says) as error:
        chunkviz.read(data, "thing.bin", kind="text")
    assert str(error.value).startswith("thing.bin ")
    assert str(error.value).endswith(".")


def test_utf8_with_a_wrong_byte_stays_utf8_and_the_line_is_named() -> None:
    """Read as anything else, every other letter would be wrong: Größe would be GrÃ¶ÃŸe."""
    document = chunkviz.read((GERMAN + GERMAN).encode() + b"\nThe caf\xe9 is open.\n")
    assert document.text == GERMAN + GERMAN + "\nThe caf\ufffd is open.\n"
    assert document.notes == ("The text is UTF-8. One character is damaged, on line 6; \ufffd stands in place of it.",)
    document = chunkviz.read(JAPANESE.rstrip().encode()[:-1])  # a download that ended early
    assert document.text == JAPANESE.rstrip()[:-1] + "\ufffd"
    assert "One character is damaged, on line 3;" in document.notes[0]


def test_a_few_zero_bytes_are_text() -> None:
    document = chunkviz.read(b"first name\0second name\0third name\n", "names.txt")
    assert document.text == "first name\0second name\0third name\n"
    assert document.notes == ("The text holds 2 zero bytes, which are kept.",)


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("gb18030", "你好，世界"),
        ("gb18030", "费用是五元。"),
        ("big5", "費用是五元。"),
        ("big5", "港口辦公室九點開門，五點關門。"),
        ("cp1250", "Zażółć gęślą jaźń"),
        ("iso8859_2", "Łódź płaci pięć złotych"),
        ("cp1254", "Küçük tekneler için ücret beş liradır."),
        ("cp1250", "Příliš žluťoučký kůň"),
        ("cp1250", "Poplatek je pět eur za noc, účet zůstává."),
        ("cp1251", "Плата пять евро."),
        ("cp1253", "Το τέλος είναι πέντε ευρώ."),
        ("shift_jis", "料金は五ユーロです。"),
        ("cp949", "요금은 다섯 유로입니다."),
        ("cp1252", "Größe"),
        ("cp1252", "Señor Muñoz está aquí"),
    ],
)
def test_short_texts_in_old_encodings(encoding: str, text: str) -> None:
    assert chunkviz.read(text.encode(encoding), "old.txt").text == text


def test_the_encoding_may_be_named() -> None:
    """“Ýþ” and “İş” are the same bytes: only somebody who knows can tell."""
    data = "İş".encode("cp1254")
    document = chunkviz.read(data, "a.txt", options={"encoding": "cp1254"})
    assert (document.text, document.notes) == ("İş", ("Read as cp1254, as chosen.",))
    assert chunkviz.read("a;č\n1;2\n".encode("cp1250"), "a.csv", options={"encoding": "cp1250"}).blocks[0].attributes[
        "columns"
    ] == ("a", "č")
    assert chunkviz.read("# č = 1\n".encode("cp1250"), "a.py", options={"encoding": "cp1250"}).text == "# č = 1\n"
    page = "<meta charset=latin1><p>č".encode("cp1250")
    assert chunkviz.read(page, "a.html", options={"encoding": "cp1250"}).text == "č"
    with pytest.raises(UnreadableError, match="is not in utf-8; choose another encoding"):
        chunkviz.read(data, "a.txt", options={"encoding": "utf-8"})


def test_escape_sequences_of_a_terminal_are_text() -> None:
    log = "\x1b[31merror\x1b[0m disk full\n" * 40
    assert chunkviz.read(log.encode(), "run.log").text == log


def test_what_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match=r"There is no file .*; check the path"):
        chunkviz.read(tmp_path / "nothing.txt")
    with pytest.raises(UnreadableError, match="is a folder; give a file"):
        chunkviz.read(tmp_path)
    with pytest.raises(UnreadableError, match="could not be read"):
        chunkviz.read(tmp_path / ("x" * 400))
    with pytest.raises(UnreadableError, match="could not be read"):
        chunkviz.read("a\0b")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "secret.txt"
    file.write_text("secret")
    file.chmod(0)
    with pytest.raises(UnreadableError, match="may not be read"):
        chunkviz.read(file)


def test_a_file_over_the_limit_is_refused_before_it_is_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "LIMIT", 2_000_000)
    file = tmp_path / "large.txt"
    with file.open("wb") as large:
        large.truncate(3_000_000)
    for source in (file, b"x" * 2_000_001):
        with pytest.raises(UnreadableError, match=r"(large\.txt|text) is larger than the limit of 2 MB"):
            chunkviz.read(source)
    assert len(chunkviz.read(b"x" * 2_000_000)) == 2_000_000


def test_a_name_of_any_bytes_can_be_written_as_utf8() -> None:
    document = chunkviz.read(b"text", os.fsdecode(b"caf\xe9.txt"))
    assert document.name == "caf\ufffd.txt"


def test_a_kind_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(ChunkvizError, match=r"There is no kind of document “nothing”; there are: .*\btext\b"):
        chunkviz.read(b"x", kind="nothing")


def test_half_a_utf16_pair_is_refused_with_its_place() -> None:
    """No encoding can hold one; files never give one, a text made by a program may."""
    with pytest.raises(UnreadableError, match=r"chat holds half a character .* at 1;"):
        chunkviz.Document("a\ud83db", "chat")


def test_paragraphs_of_a_plain_text() -> None:
    document = chunkviz.read(b"One\ntwo.\n\n  Three  \r\n \r\nFour\r\rfive\n", "a.txt")
    pieces = [document.text[block.start : block.end] for block in document.blocks]
    assert pieces[:2] == ["One\ntwo.", "Three"]
    assert all(block.kind == "paragraph" for block in document.blocks)


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(UnreadableError, match=r"pipe\.txt is a pipe or a device, not a file"):
        chunkviz.read(tmp_path / "pipe.txt")
    with pytest.raises(UnreadableError, match="is a folder"):
        chunkviz.read(tmp_path)
