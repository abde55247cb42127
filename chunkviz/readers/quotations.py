"""What in an e-mail's words is not its sender's: quotations of earlier mails, and the signature.

A quotation is lines that begin with “>” (or stand in a page's block quotes), with the “On … wrote:” before them; or, as
Outlook and others answer, all that follows a block of header lines (“From: … Sent: … Subject: …”, in any of many languages)
or an “On … wrote:” with no quoted lines after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..document import Block

_FIELD = re.compile(
    r"[ \t]*\*{0,2}(?P<name>[^\W\d_][^\W\d_ \-]{0,11}(?:[ \-][^\W\d_]{1,8})?)"
    r"[ \t\u00a0]?\*{0,2}[ \t\u00a0]?[:：]\*{0,2}[ \t\u00a0]*(?P<value>.*)"
)
_WORDS = {
    "from": "from von de da van från fra od от 差出人 发件人 寄件者",
    "to": "to an à a para aan till til do komu кому 宛先 收件人",
    "date": "date datum fecha data dato дата 日付 日期",
    "sent": "sent gesendet envoyé enviado enviado-el enviado-em enviada enviada-em inviato inviato-il verzonden skickat sendt "
    "wysłano отправлено 送信日時 发送时间",
    "subject": "subject betreff objet asunto assunto oggetto onderwerp ämne emne temat předmět тема 件名 主题",
    "cc": "cc bcc kopie copie copia ccn cci kopia копия 抄送",
    "reply-to": "reply-to",
    "message-id": "message-id",
}
_MEANING = {word.replace("-", " "): key for key, words in _WORDS.items() for word in words.split()} | {
    "reply-to": "reply-to",
    "message-id": "message-id",
}
_ANNOUNCING = re.compile(
    r"[ \t]*(?:[-_=*]{2,}[ \t]*[^\W\d_][^\r\n]{2,40}?[ \t]*[-_=*]{2,}|[-_=]{8,}"
    r"|(?i:(?:begin|anfang|début|inicio|inizio|início)\b[^\r\n]{0,40}"
    r"(?:forward|weitergeleitet|transf|reenviad|inoltrat|encaminhad)[^\r\n]{0,20}:))[ \t]*\r?$"
)
_MARKED = re.compile(r"[ \t]?>")
_VERB = (
    r"(?:wrote|writes|schrieb|écrit|escribió|escribio|escreveu|scritto|schreef|skrev|napisał\(?a?\)?|пишет|писал\(?а?\)?"
    r"|のメール|写道|geschrieben)"
)
_WROTE = re.compile(
    rf"(?=[^\r\n]{{0,200}}(?:\d|@))[ \t]*\S[^\r\n]{{3,200}}?\b{_VERB}(?:[^\w\r\n][^\r\n]{{0,120}})?[:：][ \t]*\r?$", re.IGNORECASE
)
_WROTE_CJK = re.compile(r"(?=[^\r\n]{0,200}\d)[^\r\n]{4,200}?(?:のメール|写道|さんは書きました)[^\r\n]{0,20}[:：][ \t]*\r?$")
_SIGNATURE = re.compile(r"--[ \t]?\r?$")


class QuotedLine(NamedTuple):
    """A line without its end; `quoted`: it is marked as somebody else's."""

    start: int
    text: str
    quoted: bool

    @property
    def blank(self) -> bool:
        return not self.text.strip()


class Head(NamedTuple):
    """Header lines in a body: `first` the line that announces them or their own first, `stop` the line after the last;
    `fields` by their meaning ("from", "sent" …)."""

    first: int
    stop: int
    fields: dict[str, str]
    announced: bool


def lines_of(text: str, quotes: Iterable[tuple[int, int]] = ()) -> list[QuotedLine]:
    """The lines of a text; those that stand in one of `quotes` (in order, not overlapping) are marked."""
    found = []
    at = 0
    waiting = list(quotes)[::-1]
    for line in text.split("\n"):
        while waiting and waiting[-1][1] <= at:
            waiting.pop()
        inside = bool(waiting) and waiting[-1][0] <= at < waiting[-1][1]
        found.append(QuotedLine(at, line, inside or _MARKED.match(line) is not None))
        at += len(line) + 1
    return found


def head_at(lines: list[QuotedLine], first: int) -> Head | None:
    """The header lines that begin at line `first`, or that it announces: a sender, a date or subject, one more."""
    at, announced = first, bool(_ANNOUNCING.match(lines[first].text))
    if announced:
        at += 1
        while at < len(lines) and at <= first + 2 and lines[at].blank:
            at += 1
    elif first and not lines[first - 1].blank and not lines[first - 1].quoted:
        return None
    fields: dict[str, str] = {}
    begin, name = at, ""
    while at < len(lines):
        text = lines[at].text
        match = _FIELD.match(text)
        meaning = _MEANING.get(match["name"].lower()) if match else None
        if match and meaning:
            name = meaning
            fields.setdefault(name, match["value"].strip().rstrip("*").strip()[:1000])
        elif name and text.strip() and (text[:1] in " \t" or fields[name].endswith((";", ","))):
            fields[name] = f"{fields[name]} {text.strip()}"[:1000]
        else:
            break
        at += 1
    enough = 2 if announced else 3
    if "from" in fields and fields.keys() & {"date", "sent", "subject"} and len(fields) >= enough and at > begin:
        return Head(first, at, fields, announced)
    return None


def inside(text: str, lines: list[QuotedLine], begin: int, end: int, about: Iterable[Head] = ()) -> Iterator[Block]:
    """The quotations and signatures in text[begin:end], whose lines are `lines`, as blocks at their places.

    about   header lines in these lines, in order: what follows one is quoted, up to the next
    """
    heads = list(about)
    last = heads[0].first if heads else len(lines)
    for kind, first, stop in _marked(lines[:last]):
        while stop > first + 1 and lines[stop - 1].blank:
            stop -= 1
        yield _block(kind, lines, first, stop, end, {})
    for head, following in zip(heads, [*(head.first for head in heads[1:]), len(lines)], strict=False):
        stop = following
        while stop > head.stop and lines[stop - 1].blank:
            stop -= 1
        fields = head.fields
        found = {
            "speaker": sender_name(fields["from"]),
            "time": fields.get("sent") or fields.get("date"),
            "subject": fields.get("subject"),
        }
        yield _block("quoted", lines, head.first, stop, end, {key: value for key, value in found.items() if value})


def _block(kind: str, lines: list[QuotedLine], first: int, stop: int, end: int, about: dict[str, str]) -> Block:
    last = lines[stop - 1]
    return Block(kind, lines[first].start, min(end, last.start + len(last.text.rstrip())), 1, about)


def _marked(lines: list[QuotedLine]) -> Iterator[tuple[str, int, int]]:
    """(kind, first line, line after the last) of each run of quoted lines and each signature."""
    last_quoted = max((i for i, line in enumerate(lines) if line.quoted), default=-1)
    i = 0
    while i < len(lines):
        stop = _quotation(lines, i, last_quoted)
        kind = "quoted"
        if stop is None and _SIGNATURE.match(lines[i].text):
            kind, stop = "signature", i + 1
            while stop < len(lines) and _quotation(lines, stop, last_quoted) is None:
                stop += 1
        if stop is None:
            i += 1
        else:
            yield kind, i, stop
            i = stop


def _quotation(lines: list[QuotedLine], first: int, last_quoted: int) -> int | None:
    """The line after a quotation that begins at `first`; None where none does."""
    at = first
    if not lines[at].quoted and (introduced := _introduced(lines, first)):
        at = introduced
        if last_quoted < at:  # nothing is marked: all that follows is quoted
            return len(lines)
    if at >= len(lines) or not lines[at].quoted:
        return None
    while at < len(lines) and (lines[at].quoted or (lines[at].blank and at + 1 < len(lines) and lines[at + 1].quoted)):
        at += 1
    return at


def _introduced(lines: list[QuotedLine], first: int) -> int:
    """The line of the first quoted words where an “On … wrote:” begins at `first`, on one line or two; else 0."""
    text, after = lines[first].text, first + 1
    if not text.strip():
        return 0
    if not _wrote(text):
        second = lines[after].text if after < len(lines) else ""
        alone = _wrote(second) and second.lstrip()[:1] not in "<("  # then it is the beginning of a quotation itself
        if not second.strip() or alone or not _wrote(f"{text.rstrip()} {second}"):
            return 0
        after += 1
    while after < len(lines) and lines[after].blank:
        after += 1
    return after if after < len(lines) else 0


def _wrote(text: str) -> bool:
    return text.rstrip()[-1:] in (":", "：") and len(text) < 500 and bool(_WROTE.match(text) or _WROTE_CJK.match(text))


def sender_name(value: str) -> str:
    """Who a From line names: the whole name where there is one, else the address.

    >>> [sender_name(value) for value in ('"Lima, Ana" <a@x.org>', "Lima, Ana <a@x.org>", "a@x.org (Ana Lima)", "<a@x.org>")]
    ['Lima, Ana', 'Lima, Ana', 'Ana Lima', 'a@x.org']
    """
    value = value.strip()
    before, bracket, address = value.rpartition("<")
    if not bracket:
        before, bracket, address = value.partition("[mailto:")
    if bracket:
        name = before.strip().strip("\"'").replace('\\"', '"').strip()
        return name or address.strip("<>[] ")
    match = re.fullmatch(r"(\S{1,200}@\S{1,200})[ \t]*\((.{1,200})\)", value)
    return match[2].strip() if match else value.strip("\"'")
