"""Chats and transcripts as their programs export and copy them: who, when, what; and what is no conversation."""

from __future__ import annotations

import time

import pytest
from readers.conversations import said

import chunkviz
from chunkviz.reader import reader_for


@pytest.mark.parametrize(
    ("line", "speaker", "when"),
    [
        ("Ana: Hello there.", "Ana", ""),
        ("[00:12:31] Ana: Hello there.", "Ana", "00:12:31"),
        ("12:31 - Ana Lund: Hello there.", "Ana Lund", "12:31"),
        ("12/03/2026, 14:05 - Ana: Hello there.", "Ana", "12/03/2026, 14:05"),
        ("[12.03.26, 14:05:12] Ana: Hello there.", "Ana", "12.03.26, 14:05:12"),
        ("2026-03-12 14:05 Ana: Hello there.", "Ana", "2026-03-12 14:05"),
        ("2026-03-12T14:05:00Z Ana: Hello there.", "Ana", "2026-03-12T14:05:00Z"),
        ("2026-03-12T14:05:00.250+01:00 - Ana: Hello there.", "Ana", "2026-03-12T14:05:00.250+01:00"),
        ("Dr. O’Neil (00:12): Hello there.", "Dr. O’Neil", "00:12"),
        ("Ana Lund  0:12:31\nHello there.", "Ana Lund", "0:12:31"),
        ("[3:05 PM] Ana: Hello there.", "Ana", "3:05 PM"),
        ("田中：Hello there.", "田中", ""),
        # WhatsApp, iOS and Android, in several languages
        ("[3/12/26, 2:05:12\u202fPM] Ana: Hello there.", "Ana", "3/12/26, 2:05:12 PM"),
        ("3/12/26, 2:05\u202fPM - Ana: Hello there.", "Ana", "3/12/26, 2:05 PM"),
        ("12/3/2026 2:05 p.\u00a0m. - Ana: Hello there.", "Ana", "12/3/2026 2:05 p. m."),
        ("[12/3/26, 2:05:12 p.\u00a0m.] Ana: Hello there.", "Ana", "12/3/26, 2:05:12 p. m."),
        ("12/03/2026 à 14:05 - Ana: Hello there.", "Ana", "12/03/2026 à 14:05"),
        ("12/03/2026 14:05 - Ana: Hello there.", "Ana", "12/03/2026 14:05"),
        ("12.03.26 um 14:05 - Ana: Hello there.", "Ana", "12.03.26 um 14:05"),
        ("12/03/26, 14:05 - Ana: Hello there.", "Ana", "12/03/26, 14:05"),
        ("12-03-2026 14:05 - Ana: Hello there.", "Ana", "12-03-2026 14:05"),
        ("12.3.2026 klo 14.05 - Ana: Hello there.", "Ana", "12.3.2026 klo 14.05"),
        ("12.03.2026 14.05 - Ana: Hello there.", "Ana", "12.03.2026 14.05"),
        ("2026. 03. 12. 14:05 - Ana: Hello there.", "Ana", "2026. 03. 12. 14:05"),
        ("2026/03/12 14:05 - Ana: Hello there.", "Ana", "2026/03/12 14:05"),
        ("[2026/03/12 14:05:12] 田中: Hello there.", "田中", "2026/03/12 14:05:12"),
        ("2026/3/12 下午2:05 - Ana: Hello there.", "Ana", "2026/3/12 下午2:05"),
        ("2026. 3. 12. 오후 2:05, Ana : Hello there.", "Ana", "2026. 3. 12. 오후 2:05"),
        ("2026년 3월 12일 오후 2:05, Ana : Hello there.", "Ana", "2026년 3월 12일 오후 2:05"),
        ("12/3/26, 2:05 μ.μ. - Ana: Hello there.", "Ana", "12/3/26, 2:05 μ.μ."),
        ("12 March 2026 at 2:05 pm - Ana: Hello there.", "Ana", "12 March 2026 at 2:05 pm"),
        ("12 de março de 2026 às 14:05 - Ana: Hello there.", "Ana", "12 de março de 2026 às 14:05"),
        # others
        ("[Ana] [오후 2:05] Hello there.", "Ana", "오후 2:05"),
        ("[9:41 AM] Ana Lund\nHello there.", "Ana Lund", "9:41 AM"),
        ("[Yesterday 9:41 AM] Ana Lund\nHello there.", "Ana Lund", "Yesterday 9:41 AM"),
        ("[12/03/2026 09:41] Ana Lund (Guest)\nHello there.", "Ana Lund (Guest)", "12/03/2026 09:41"),
        ("Ana — Today at 9:41 AM\nHello there.", "Ana", "Today at 9:41 AM"),
        ("Ana — 03/12/2026 9:41 AM\nHello there.", "Ana", "03/12/2026 9:41 AM"),
        ("Ana, [12.03.2026 09:41]\nHello there.", "Ana", "12.03.2026 09:41"),
        ("Ana Lund\n9:41 AM\nHello there.", "Ana Lund", "9:41 AM"),
        ("09:41:03 From Ana Lund to Everyone:\n\tHello there.", "Ana Lund", "09:41:03"),
        ("2026-03-12 09:41:03 From Ana Lund : Hello there.", "Ana Lund", "2026-03-12 09:41:03"),
        ("09:41:03 Von Ana Lund an Alle : Hello there.", "Ana Lund", "09:41:03"),
        ("09:41:03\t De  Ana Lund  para  Todos : Hello there.", "Ana Lund", "09:41:03"),
        ("from Ana Lund to everyone:    9:41 AM\nHello there.", "Ana Lund", "9:41 AM"),
        ("12:01 <@ana> Hello there.", "ana", "12:01"),
        ("[12:01:33] <ana|away> Hello there.", "ana|away", "12:01:33"),
        ("2026-03-12 12:01:33\tana\tHello there.", "ana", "2026-03-12 12:01:33"),
        ("09:41\tAna\tHello there.", "Ana", "09:41"),
    ],
)
def test_a_turn_of_each_form(line: str, speaker: str, when: str) -> None:
    text = f"{line}\r\nand more\r\n\r\n{line}\r\n"
    document = chunkviz.read(text.encode(), "a.txt", "messages")
    assert document.text == text
    assert said(document) == [(speaker, when, "Hello there.\r\nand more"), (speaker, when, "Hello there.")]


@pytest.mark.parametrize(
    "name",
    [
        *(
            "+49 170 0000000",
            "\u202a+44\u00a07700\u00a0900123\u202c",
            "~\u202fBen",
            "Ana 🚤🌊",
            "🚤",
            "[Office] Ana",
            "Quay/Office",
            "3rd Mate",
        ),
        *("ben o'neil (work)", "ana de la cruz", "You", "Dr. Müller, Kai", "M&M", "a.b_c-d", "آنا", "AM", "Mme. D’Été"),
    ],
)
@pytest.mark.parametrize("stamp", ["[13.06.23, 18:08:11] ", "13.06.23, 18:08 - ", "\u200e[6/13/23, 6:08:11\u202fPM] "])
@pytest.mark.parametrize("colon", [": ", ":"])
def test_whatever_a_sender_is_called(name: str, stamp: str, colon: str) -> None:
    text = f"{stamp}Cem: hi\n{stamp}{name}{colon}words\n{stamp}Cem: bye\n"
    called = " ".join(name.translate(dict.fromkeys(map(ord, "\u202a\u202c"))).split())
    document = chunkviz.read(text.encode(), "a.txt")
    if colon == ":" and name in ("ben o'neil (work)", "ana de la cruz"):
        pytest.skip("nothing says that this is a name, the first time it stands there")
    assert [speaker for speaker, _, _ in said(document)] == ["Cem", called, "Cem"]
    assert said(document)[1][2] == "words"


def test_whatsapp_with_marks_lists_addresses_and_media() -> None:
    text = (
        "\u200e[14/10/2021, 3:34:09\u202fPM] Ana: \u200eMessages and calls are end-to-end encrypted.\r\n"
        "[14/10/2021, 3:35:01\u202fPM] Ana: The list:\r\n1. rope\r\n2. sail: red\r\n"
        "Note: bring both\r\nAna: for you\r\n9:00 gate: open\r\n\r\n"
        "[14/10/2021, 3:36:10\u202fPM] ~ Ben: ok see https://a.b/c: d\r\n"
        "\u200e[14/10/2021, 3:36:40\u202fPM] Ana: \u200eimage omitted\r\n"
        "[14/10/2021, 3:37:40\u202fPM] +49 170 0000000: who is this?\r\n"
    )
    document = chunkviz.read(text.encode(), "w1.txt")
    assert (document.kind, document.text) == ("messages", text)
    assert said(document) == [
        ("Ana", "14/10/2021, 3:34:09 PM", "Messages and calls are end-to-end encrypted."),
        (
            "Ana",
            "14/10/2021, 3:35:01 PM",
            "The list:\r\n1. rope\r\n2. sail: red\r\nNote: bring both\r\nAna: for you\r\n9:00 gate: open",
        ),
        ("~ Ben", "14/10/2021, 3:36:10 PM", "ok see https://a.b/c: d"),
        ("Ana", "14/10/2021, 3:36:40 PM", "image omitted"),
        ("+49 170 0000000", "14/10/2021, 3:37:40 PM", "who is this?"),
    ]


def test_a_line_that_names_nobody_is_a_message_of_its_own() -> None:
    text = (
        '13.06.23, 18:08 - Ana created group "Quay: fees"\n'
        "13.06.23, 18:09 - Ana: Hallo\n13.06.23, 18:10 - Ben O'Neil (work): hi\n"
        "13.06.23, 18:11 - Ana: bye\n13.06.23, 18:11 - Ana ist über https://chat.example/x beigetreten\n"
        "13.06.23, 18:12 - Ben O'Neil (work) left\n"
    )
    assert said(chunkviz.read(text.encode(), "w3.txt")) == [
        ("", "13.06.23, 18:08", 'Ana created group "Quay: fees"'),
        ("Ana", "13.06.23, 18:09", "Hallo"),
        ("Ben O'Neil (work)", "13.06.23, 18:10", "hi"),
        ("Ana", "13.06.23, 18:11", "bye"),
        ("", "13.06.23, 18:11", "Ana ist über https://chat.example/x beigetreten"),
        ("", "13.06.23, 18:12", "Ben O'Neil (work) left"),
    ]


def test_a_report_with_a_colon_is_nobodys_words() -> None:
    text = "13.06.23, 18:09 - Ana: Hallo\n13.06.23, 18:10 - Ana hat die Beschreibung geändert: neu\n13.06.23, 18:11 - ana maria: hi\n"
    assert said(chunkviz.read(text.encode(), "a.txt", "messages")) == [
        ("Ana", "13.06.23, 18:09", "Hallo"),
        ("", "13.06.23, 18:10", "Ana hat die Beschreibung geändert: neu"),
        ("ana maria", "13.06.23, 18:11", "hi"),
    ]


def test_a_time_followed_by_a_colon() -> None:
    text = "2021-06-27, 8:04:08 AM: Ana: Hi\n2021-06-27, 8:05:08 AM: Ben: Yo\n2021-06-27, 8:06:08 AM: Ana: Q\n"
    assert said(chunkviz.read(text.encode(), "w5.txt")) == [
        ("Ana", "2021-06-27, 8:04:08 AM", "Hi"),
        ("Ben", "2021-06-27, 8:05:08 AM", "Yo"),
        ("Ana", "2021-06-27, 8:06:08 AM", "Q"),
    ]


def test_long_messages_do_not_hide_a_chat_with_dates() -> None:
    text = "".join(f"[12.06.26, 18:0{i}:00] {name}: one\n" + "more of it\n" * 6 for i, name in enumerate(("Ana", "Ben", "Ana")))
    assert [speaker for speaker, _, _ in said(chunkviz.read(text.encode(), "a.txt"))] == ["Ana", "Ben", "Ana"]


def test_zoom_with_recipients() -> None:
    text = (
        "09:41:03\t From  Ana Lima : fees?\n09:41:30\t From  Ben Roth  to  Everyone : 5 euros\n"
        "09:42:00\t From  Ana Lima  to  Ben Roth(Direct Message) : thanks: see you at 10:30\n"
    )
    assert said(chunkviz.read(text.encode(), "zoomchat.txt")) == [
        ("Ana Lima", "09:41:03", "fees?"),
        ("Ben Roth", "09:41:30", "5 euros"),
        ("Ana Lima", "09:42:00", "thanks: see you at 10:30"),
    ]


def test_irc() -> None:
    text = (
        "[12:00] * Joins: ben (~b@host)\n[12:01] <ana> hello there all\n[12:02] <@ben> hi ana: how are you\n[12:02] * ben waves\n"
        "[12:03] -!- cem [~c@host] has joined #quay\n--- Day changed Fri Mar 13 "
        "2026\n[00:01] *** ben has quit (bye)\n[00:03] <ana> fine\n"
    )
    assert said(chunkviz.read(text.encode(), "irc.log")) == [
        ("", "12:00", "* Joins: ben (~b@host)"),
        ("ana", "12:01", "hello there all"),
        ("ben", "12:02", "hi ana: how are you"),
        ("ben", "12:02", "waves"),
        ("", "12:03", "-!- cem [~c@host] has joined #quay"),
        ("", "", ""),
        ("", "00:01", "*** ben has quit (bye)"),
        ("ana", "00:03", "fine"),
    ]


def test_irc_without_times() -> None:
    text = "<ana> is it open today?\n<ben> yes, from nine on\n<ana> and on sunday morning?\n<ben> no, closed on sundays\n"
    assert said(chunkviz.read(text.encode(), "a.log"))[3] == ("ben", "", "no, closed on sundays")


def test_teams_with_the_words_below() -> None:
    text = (
        "[9:41 AM] Ana Lima\n    fees?\n\n[9:42 AM] Ben Roth\n    Five: see 9:30\nfor a week\n\n[9:43 AM] Ana Lima\n    thanks\n"
    )
    assert said(chunkviz.read(text.encode(), "teams.txt")) == [
        ("Ana Lima", "9:41 AM", "fees?"),
        ("Ben Roth", "9:42 AM", "Five: see 9:30\nfor a week"),
        ("Ana Lima", "9:43 AM", "thanks"),
    ]


def test_a_chat_is_known_by_itself() -> None:
    text = "Ana: Is it open today?\nBen: Yes, from nine.\nAna: And on Sunday morning?\nBen: No: closed on Sundays.\n"
    document = chunkviz.read(text.encode(), "a.txt")
    assert document.kind == "messages"
    assert said(document)[3] == ("Ben", "", "No: closed on Sundays.")


PROSE = {
    "headings": (
        "The harbour: a history. It began in 1807.\n\nFees: they depend on length. "
        "Boats pay.\n\nThe office opens at nine. It closes at five.\n"
    ),
    "notes": (
        "Note: boats pay.\nWarning: never swim here in winter.\nTip: come early in the day.\nNote: bring warm clothes with you.\n"
    ),
    "records": (
        "Package: foo\nVersion: 1.0\nDescription: a thing of use\n\nPackage: bar\nVersion: 2.0\n"
        "Description: another thing of use\n\nPackage: baz\nVersion: 2.0\nDescription: another thing of use\n\n"
    ),
    "settings": "name: chunkviz\nversion: 1\nname: again\n",
    "said": "He said: go. She said: no. They left: all of them.\n",
    "hours": (
        "Opening hours:\n9:00 Monday\n10:00 Tuesday\nThe rest of the week is "
        "free.\nAsk inside.\nThank you.\nBye.\nThe end.\nReally.\n"
    ),
    "timetable": (
        "Programme\n9:00 Opening: the mayor\n9:30 Talk: locks\n"
        "10:00 Coffee: in the hall\n10:30 Talk: gates\n11:00 End: bus leaves\n"
    ),
    "log": (
        "2026-03-12 14:05:00 INFO: started\n2026-03-12 14:05:01 ERROR: no gate\n"
        "2026-03-12 14:05:02 INFO: again\n2026-03-12 14:05:03 INFO: up\n"
    ),
    "log in brackets": (
        "[2026-03-12 14:05:00] app.INFO: started\n[2026-03-12 14:05:01] "
        "app.ERROR: no gate\n[2026-03-12 14:05:02] app.INFO: again\n"
    ),
    "processes": (
        "2026-03-12T14:05:00+00:00 lock sshd[12]: hello\n"
        "2026-03-12T14:05:01+00:00 lock cron[9]: ran it\n2026-03-12T14:05:02+00:00 lock sshd[12]: bye\n"
    ),
    "readings": "2026-03-12 14:05 Level: 3.1\n2026-03-12 14:06 Level: 3.2\n2026-03-12 14:07 Level: 3.3\n",
    "tags": "<p> one and two three</p>\n<li> two and two three\n<p> three and two three\n<li> four and two three\n",
    "empty": "",
    "blank": "\n\n \n",
}


@pytest.mark.parametrize("text", PROSE.values(), ids=PROSE)
def test_what_is_no_conversation(text: str) -> None:
    assert reader_for(text.encode(), "a.txt").key != "messages"


def test_in_a_transcript_with_clocks_a_colon_inside_a_turn_begins_nothing() -> None:
    text = "[00:01] Ana: Two things.\nNote: the gate is shut.\n[00:09] Ben: Right.\nAna: And the key?\n[00:12] Ana: Lost.\n"
    assert said(chunkviz.read(text.encode(), "a.txt")) == [
        ("Ana", "00:01", "Two things.\nNote: the gate is shut."),
        ("Ben", "00:09", "Right."),
        ("Ana", "", "And the key?"),
        ("Ana", "00:12", "Lost."),
    ]


def test_a_time_somebody_mentions_begins_nothing() -> None:
    text = "Ana: The plan.\n9:00 gate opens\nBen: Good.\n10:30 we leave\nAna: Fine.\nBen: Yes.\n"
    found = said(chunkviz.read(text.encode(), "a.txt", "messages"))
    assert [words for _, _, words in found] == ["The plan.\n9:00 gate opens", "Good.\n10:30 we leave", "Fine.", "Yes."]


@pytest.mark.parametrize(
    "text",
    [
        "A" * 500_000,
        "A: " + " " * 500_000 + "x\n" * 3,
        "1" * 300_000 + ":",
        "Ana " * 100_000,
        "12:01 " * 100_000,
        "[12:01" * 100_000,
        "[12:01] <" * 50_000,
        "12:01 " + "From " * 50_000,
        "a 12:01\n" * 30_000,
        "12:01 - " + ":" * 200_000,
    ],
)
def test_a_long_line_takes_no_time(text: str) -> None:
    begin = time.process_time()
    assert chunkviz.read(text.encode(), "a.txt", "messages").text == text
    assert time.process_time() - begin < 5
