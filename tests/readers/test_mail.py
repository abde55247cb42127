"""E-mail: threads copied as text, mails as they travel, mailboxes; what is quoted, what is a signature, what is attached."""

from __future__ import annotations

import base64
import time

import pytest
from readers.conversations import said

import chunkviz
from chunkviz.document import Document

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


def quoted(document: Document) -> list[str]:
    return [document.text[block.start : block.end] for block in document.blocks_of("quoted")]


def mail(body: str, *headers: str) -> bytes:
    return "\n".join(["From: Ana <ana@x.org>", "Subject: Fee", "MIME-Version: 1.0", *headers, "", body]).encode()


def test_a_thread_copied_as_text() -> None:
    document = chunkviz.read(MAIL.encode(), "a.txt")
    assert (document.kind, document.text) == ("messages", MAIL)
    found = [(b.kind, b.attributes.get("speaker"), b.attributes.get("thread"), MAIL[b.start : b.end]) for b in document.blocks]
    assert [(kind, speaker, thread) for kind, speaker, thread, _ in found] == [
        ("message", "Ana Lund", "Parts"),
        ("signature", None, None),
        ("message", "Ben", "Parts"),
        ("quoted", None, None),
        ("quoted", "Dia", None),
    ]
    assert found[1][3] == "-- \nAna\nWeir 1"
    assert found[3][3] == "On Mon, 9 Mar 2026 at 09:14, Ana Lund\n<ana@a.example> wrote:\n\n> Dear Ben,\n>> older"
    assert found[4][3] == "-----Original Message-----\nFrom: Dia\nSent: Sunday\nSubject: Else\n\nHi."
    head = document.blocks[0].attributes["head"]
    assert MAIL[slice(*head)].startswith("From: Ana")
    assert MAIL[slice(*head)].endswith("Subject: Parts")


def test_replies_of_outlook_in_two_languages_are_quoted() -> None:
    text = (
        "From: Ana Lima <ana@x.org>\nTo: Ben\nSubject: RE: Fee\n"
        "Date: Thu, 4 Jan 2024 10:00:00 +0100\n\nNine euros.\n\nBest,\nAna\n\n"
        "________________________________\nFrom: Ben Roth <ben@x.org>\n"
        "Sent: Wednesday, 3 January 2024 09:00\nTo: Ana Lima\nSubject: Fee\n\n"
        "What is the fee?\n\nVon: Cem\nGesendet: Montag\nAn: Ben\nBetreff: Fee\n\nurspruenglich\n"
    )
    document = chunkviz.read(text.encode(), "outlook.eml")
    assert [(b.kind, b.attributes.get("speaker"), b.attributes.get("time")) for b in document.blocks] == [
        ("message", "Ana Lima", "Thu, 4 Jan 2024 10:00:00 +0100"),
        ("quoted", "Ben Roth", "Wednesday, 3 January 2024 09:00"),
        ("quoted", "Cem", "Montag"),
    ]
    assert quoted(document) == [
        text[text.index("____") : text.index("\n\nVon:")],
        text[text.index("Von:") :].rstrip(),
    ]


@pytest.mark.parametrize(
    "block",
    [
        "Von: Ben Roth <ben@x.org>\nGesendet: Mittwoch, 3. Januar 2024 09:00\nAn: Ana Lima\nBetreff: AW: Fee",
        "*Von:* Ben Roth <ben@x.org>\n*Gesendet:* Mittwoch\n*An:* Ana\n*Betreff:* Fee",
        "De : Ben Roth <ben@x.org>\nEnvoyé : mercredi 3 janvier 2024 09:00\nÀ : Ana Lima\nObjet : Fee",
        "De: Ben Roth\nEnviado el: miércoles, 3 de enero de 2024 9:00\nPara: Ana Lima\nCC: Cem\nAsunto: Fee",
        "De: Ben Roth\nEnviada: quarta-feira, 3 de janeiro de 2024 09:00\nPara: Ana\nAssunto: Fee",
        "Da: Ben Roth\nInviato: mercoledì 3 gennaio 2024 09:00\nA: Ana Lima;\nCem Kaya\nOggetto: Fee",
        "Van: Ben Roth\nVerzonden: woensdag 3 januari 2024 09:00\nAan: Ana\nOnderwerp: Fee",
        "差出人: Ben Roth\n送信日時: 2024年1月3日 9:00\n宛先: Ana\n件名: Fee",
        "-------- Weitergeleitete Nachricht --------\nBetreff: \tFee\n"
        "Datum: \tWed, 3 Jan 2024 09:00\nVon: \tBen Roth <ben@x.org>\nAn: \tana@x.org",
        "---------- Forwarded message ---------\nFrom: Ben Roth <ben@x.org>\n"
        "Date: Wed, Jan 3, 2024 at 9:00 AM\nSubject: Fee\nTo: <ana@x.org>",
        "Begin forwarded message:\n\nFrom: Ben Roth <ben@x.org>\nSubject: Fee\nDate: 3 January 2024 at 09:00:00 CET",
        "-----Ursprüngliche Nachricht-----\nVon: Ben Roth\nGesendet: Mittwoch",
        "From: Ben Roth <ben@x.org>\nDate: Wednesday, 3 January 2024 at 09:00\nTo: Ana Lima <ana@x.org>\nSubject: Fee",
    ],
)
def test_reply_blocks_of_many_programs(block: str) -> None:
    document = chunkviz.read(mail(f"Nine.\n\n{block}\n\nWhat is it?\nBen\n", "Content-Type: text/plain; charset=utf-8"), "a.eml")
    assert quoted(document) == [f"{block}\n\nWhat is it?\nBen"]
    assert next(document.blocks_of("quoted")).attributes["speaker"] == "Ben Roth"
    assert said(document)[0][2].startswith("Nine.")


@pytest.mark.parametrize(
    "line",
    [
        "On Wed, 3 Jan 2024 at 09:00, Ben Roth <ben@x.org> wrote:",
        "Am 03.01.24 um 09:00 schrieb Ben Roth:",
        "Ben Roth <ben@x.org> schrieb am Mi., 3. Jan. 2024, 09:00:",
        "Le mer. 3 janv. 2024 à 09:00, Ben Roth <ben@x.org> a écrit :",
        "El mié, 3 ene 2024 a las 9:00, Ben Roth (<ben@x.org>) escribió:",
        "Em qua., 3 de jan. de 2024 às 09:00, Ben Roth <ben@x.org> escreveu:",
        "Il giorno mer 3 gen 2024 alle ore 09:00 Ben Roth <ben@x.org> ha scritto:",
        "Op wo 3 jan 2024 om 09:00 schreef Ben Roth <ben@x.org>:",
        "2024年1月3日(水) 9:00 Ben Roth <ben@x.org>のメール:",
    ],
)
def test_the_line_before_a_quotation(line: str) -> None:
    marked = chunkviz.read(mail(f"Nine.\n\n{line}\n> What is it?\n\n> Ben\n\nYes.\n"), "a.eml")
    assert quoted(marked) == [f"{line}\n> What is it?\n\n> Ben"]
    bare = chunkviz.read(mail(f"Nine.\n\n{line}\n\nWhat is it?\nBen\n"), "a.eml")
    assert quoted(bare) == [f"{line}\n\nWhat is it?\nBen"]


def test_own_words_are_not_quoted() -> None:
    body = "To: do list\n\nAs Ben wrote: it is late.\nAt 9:00 Ben wrote: go.\n\nFrom: here\nTo: there\n\nDate: today\n"
    assert quoted(chunkviz.read(mail(body), "a.eml")) == []


BOX = """\
From ana@x.org Thu Jan  4 10:00:00 2024
From: =?UTF-8?B?QW5hIE3DvGxsZXI=?= <ana@x.org>
To: ben@x.org
Subject: =?utf-8?Q?Geb=C3=BChren?=
Date: Thu, 4 Jan 2024 10:00:00 +0100
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64

R3LDvMOfZSwgZGllIEdlYsO8aHIgaXN0IDUgRXVyby4K

From ben@x.org Thu Jan  4 11:00:00 2024
From: Ben <ben@x.org>
To: ana@x.org
Subject: Re: =?utf-8?Q?Geb=C3=BChren?=
Date: Thu, 4 Jan 2024 11:00:00 +0100
Content-Type: multipart/alternative; boundary="zz"

--zz
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Danke f=C3=BCr die =
Antwort.

>From now on it is 6.
--zz
Content-Type: text/html; charset=utf-8

<p>Danke f&uuml;r die Antwort.</p>
--zz--

"""


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("name", ["box.mbox", "box"])
def test_a_mailbox(name: str, ends: str) -> None:
    document = chunkviz.read(BOX.replace("\n", ends).encode(), name)
    assert document.text == (
        "From: Ana Müller <ana@x.org>\nTo: ben@x.org\nDate: Thu, 4 Jan 2024 10:00:00 +0100\nSubject: Gebühren\n\n"
        "Grüße, die Gebühr ist 5 Euro.\n\n"
        "From: Ben <ben@x.org>\nTo: ana@x.org\nDate: Thu, 4 Jan 2024 11:00:00 +0100\nSubject: Re: Gebühren\n\n"
        "Danke für die Antwort.\n\nFrom now on it is 6.\n"
    )
    assert [(b.attributes["speaker"], b.attributes["thread"]) for b in document.blocks_of("message")] == [
        ("Ana Müller", "Gebühren"),
        ("Ben", "Gebühren"),
    ]
    assert "Left out: 1 HTML version of a text." in document.notes


def test_all_text_parts_and_attached_messages() -> None:
    raw = (
        "From: Ana <ana@x.org>\nTo: b@x.org\nSubject: Att\nMIME-Version: 1.0\n"
        'Content-Type: multipart/mixed; boundary="q"\n\npreamble\n'
        "--q\nContent-Type: text/plain; charset=utf-8\n\nSee the file.\n"
        "--q\nContent-Type: text/csv; name=f.csv\nContent-Disposition: attachment; filename=f.csv\n\na,b\n1,2\n"
        "--q\nContent-Type: application/pdf\nContent-Disposition: attachment; "
        'filename="=?utf-8?q?Geb=C3=BChr.pdf?="\nContent-Transfer-Encoding: base64\n\nJVBERg==\n'
        "--q\nContent-Type: message/rfc822\n\nFrom: Cem <c@x.org>\nSubject: inner\nTo: Ana <a@x.org>\n\nInner text here.\n"
        "--q\nContent-Type: text/plain\n\nList footer.\n--q--\n"
    )
    document = chunkviz.read(raw.encode(), "att.eml")
    assert said(document) == [
        ("Ana", "", "See the file.\n\n[file: f.csv]\na,b\n1,2\n\nList footer."),
        ("Cem", "", "Inner text here."),
    ]
    assert "1 attachment is no text and left out: Gebühr.pdf." in document.notes


@pytest.mark.parametrize("charset", ["koi8-r", "windows-1251", "utf-8", "iso-8859-5"])
@pytest.mark.parametrize("html", [False, True])
def test_the_encoding_the_header_names(charset: str, html: bool) -> None:
    words = "Привет, цена причала пять евро."
    body = (f"<p>{words}</p>" if html else words).encode(charset)
    kind = "html" if html else "plain"
    raw = (
        f"From: Ana <a@x.org>\nSubject: s\nContent-Type: text/{kind}; charset={charset}\nContent-Transfer-Encoding: 8bit\n\n"
    ).encode()
    document = chunkviz.read(raw + body + b"\n", "koi.eml")
    assert said(document) == [("Ana", "", words)]


def test_a_mail_of_html_alone_is_a_page() -> None:
    page = (
        "<html><body><h2>Fees</h2><p>The fee is "
        "<b>5</b>&nbsp;euros.</p><script>x()</script><table><tr><th>Boat</th></tr><tr><td>5</td></tr></table><div>On 4 Jan "
        "2024, Ben wrote:</div><blockquote>old<blockquote>older</blockquote></blockquote><p>And yes.</p></body></html>"
    )
    document = chunkviz.read(mail(page, "Content-Type: text/html; charset=utf-8"), "htmlonly.eml")
    assert document.text == (
        "From: Ana <ana@x.org>\nSubject: Fee\n\nFees\n\nThe fee is 5\u00a0euros.\n\nBoat\n"
        "5\n\nOn 4 Jan 2024, Ben wrote:\n\nold\n\nolder\n\nAnd yes.\n"
    )
    assert quoted(document) == ["On 4 Jan 2024, Ben wrote:\n\nold\n\nolder"]
    table = next(document.blocks_of("table"))
    assert document.text[slice(*table.attributes["header"])] == "Boat"
    assert [document.text[slice(*cell)] for row in document.blocks_of("row") for cell in row.attributes["cells"]] == ["Boat", "5"]
    assert [block.start for block in document.blocks] == sorted(block.start for block in document.blocks)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ('"Lima, Ana" <ana@x.org>', "Lima, Ana"),
        ("Lima, Ana <ana@x.org>", "Lima, Ana"),
        ("Ana Lima (Quay) <ana@x.org>", "Ana Lima (Quay)"),
        ("ana@x.org (Ana Lima)", "Ana Lima"),
        ("Ana Lima [mailto:ana@x.org]", "Ana Lima"),
        ("<ana@x.org>", "ana@x.org"),
        ("ana@x.org", "ana@x.org"),
        ("=?utf-8?q?Ana_M=C3=BCller=2C_Dr=2E?= <ana@x.org>", "Ana Müller, Dr."),
        ("=?utf-8?B?QW5hIE3D?= =?utf-8?B?vGxsZXI=?= <ana@x.org>", "Ana Müller"),
        ("=?iso-8859-1?Q?Ana_M=FCller?=\n <ana@x.org>", "Ana Müller"),
        ("Ana Müller <ana@x.org>", "Ana Müller"),
        ("=?no-such?Q?Ana?= <ana@x.org>", "Ana"),
    ],
)
def test_a_senders_whole_name(value: str, name: str) -> None:
    raw = f"From: {value}\nSubject: s\nMIME-Version: 1.0\n\nwords\n".encode()
    assert said(chunkviz.read(raw, "a.eml")) == [(name, "", "words")]


def test_an_encoded_email_says_so() -> None:
    raw = (
        b"From: Ana <a@a.example>\r\nSubject: =?utf-8?q?B=C3=BCro?=\r\nMIME-Version: 1.0\r\n"
        b"Content-Type: text/plain; "
        b"charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nCaf=C3=A9 um neun.\r\n"
    )
    document = chunkviz.read(raw, "a.eml")
    assert document.text == "From: Ana <a@a.example>\nSubject: Büro\n\nCafé um neun.\n"
    assert [b.attributes["subject"] for b in document.blocks] == ["Büro"]
    assert "decoded" in document.notes[0]


def test_lines_broken_for_travelling_are_joined() -> None:
    body = "one \ntwo\n> three \n> four\n\n-- \nAna\n"
    document = chunkviz.read(mail(body, "Content-Type: text/plain; format=flowed"), "a.eml")
    assert document.text.endswith("\n\none two\n> three four\n\n-- \nAna\n")
    assert [document.text[b.start : b.end] for b in document.blocks_of("signature")] == ["-- \nAna"]


def nested(depth: int, kind: str) -> bytes:
    if kind == "message":
        return (
            b"From: Ana <a@x.org>\nSubject: s\nMIME-Version: 1.0\nContent-Type: message/rfc822\n\n" * depth
            + b"From: b\nSubject: s\n\nin the middle\n"
        )
    begins = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (i, i) for i in range(depth))
    return b"From: Ana <a@x.org>\nSubject: s\nMIME-Version: 1.0\n" + begins + b"\nin the middle\n"


@pytest.mark.parametrize("kind", ["message", "multipart"])
def test_a_mail_in_a_mail_in_a_mail(kind: str) -> None:
    few = chunkviz.read(nested(5, kind), "a.eml")
    assert "in the middle" in few.text
    begin = time.process_time()
    many = chunkviz.read(nested(3000, kind), "a.eml")
    assert time.process_time() - begin < 10
    assert "Left out: 1 part nested deeper than 30 levels." in many.notes


@pytest.mark.parametrize(
    "raw",
    [
        b"From: a\nSubject: s\nContent-Type: multipart/mixed\n\nno boundary\n",
        b"From: a\nSubject: s\nContent-Type: multipart/mixed; boundary=\n\n--\nx\n--\n",
        b"From: a\nSubject: s\nContent-Type: text/plain; charset=no-such\n\nwords\n",
        b"From: a\nSubject: s\nContent-Transfer-Encoding: base64\n\n!!!not base64\n",
        b"From: a\nSubject: s\nContent-Type: text/plain; charset*0*=utf-8''x%; name*1=\xff\n\nwords\n",
        b"From: a\nSubject: =?utf-8?B?///?= =?utf-8?Q?=?=\nMIME-Version: 1.0\n\nwords\n",
        b"From: a\nSubject: s\nContent-Type: text/html\n\n\x00\x01\x02\x03\x04\x05\n",
        b"From: a\nSubject: s\nMIME-Version: 1.0\n",
        b"From: a\nSubject: s\nContent-Type: " + b"(" * 100_000 + b"\n\nwords\n",
        b"From: a\nSubject: " + b"=?a?q?" * 50_000 + b"\nMIME-Version: 1.0\n\nwords\n",
        b"From: a\n" + b"X: y\n" * 50_000 + b"MIME-Version: 1.0\n\nwords\n",
        b"From: a\nSubject: s\nMIME-Version: 1.0\n\n" + b"On 1 " * 100_000,
        b"From: a\nSubject: s\nMIME-Version: 1.0\n\n" + b"On 1 wrote:\nx\n" * 20_000,
        b"From: a\nSubject: s\nMIME-Version: 1.0\n\n" + b"From: b\nSent: c\nTo: d\n\n" * 10_000,
        b"From: a\nSubject: s\nMIME-Version: 1.0\n\n" + b"> x\n-- \n" * 20_000,
        b"From: a\nSubject: s\nContent-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 20_000,
        b"From: a\nSubject: s\nContent-Type: multipart/mixed; boundary=b\n\n"
        + b"--b\nContent-Type: message/rfc822\n\nFrom: b\n\n" * 5_000,
        b"From a 10:00\nFrom: a\n\n" * 20_000,
        b"> " * 200_000,
        b"On " + b"a" * 400_000,
        b"From: a\nTo: b\nSubject: c\n\n" + b"-" * 300_000,
    ],
)
def test_an_odd_mail_ends_soon(raw: bytes) -> None:
    begin = time.process_time()
    document = chunkviz.read(raw, "a.eml", "messages")
    assert time.process_time() - begin < 8
    assert all(0 <= block.start < block.end <= len(document) for block in document.blocks)


def test_bytes_cut_anywhere_are_read() -> None:
    whole = BOX.encode() + mail("x", "Content-Type: multipart/mixed; boundary=q", f"X: {base64.b64encode(b'y' * 50).decode()}")
    for end in range(0, len(whole), 7):
        chunkviz.read(whole[:end], "a.eml")
