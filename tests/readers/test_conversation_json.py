"""Chats in JSON: exports of the programs people use, message lists of model interfaces; no entry is dropped unsaid."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from readers.conversations import said

import chunkviz
from chunkviz.document import Document


def read(value: Any, name: str = "a.json") -> Document:
    return chunkviz.read(json.dumps(value).encode(), name)


def test_json_is_written_out_the_same_each_time() -> None:
    rows = [
        {"role": "user", "content": "Is it open?\n\nToday?", "ts": 12},
        {"author": {"name": "Bo"}, "content": [{"type": "text", "text": "Yes."}]},
    ]
    for source in (json.dumps(rows), json.dumps({"messages": rows}), "\n".join(map(json.dumps, rows))):
        document = chunkviz.read(source.encode(), "a.json")
        assert document.text == "user, 12\nIs it open?\n\nToday?\n\nBo\nYes.\n\n"
        assert said(document) == [("user", "12", "Is it open?\n\nToday?"), ("Bo", "", "Yes.")]


def test_conversations_of_a_file_are_threads_with_their_titles() -> None:
    source = [
        {"title": title, "messages": [{"role": "user", "content": text}]}
        for title, text in (("Heating", "Cold."), ("Bill", "Dear."), ("Bill", "Paid."))
    ]
    document = read(source)
    assert document.text == "Heating\n\nuser\nCold.\n\nBill\n\nuser\nDear.\n\nBill\n\nuser\nPaid.\n\n"
    assert [b.attributes["thread"] for b in document.blocks_of("message")] == ["Heating", "Bill", "Bill (2)"]
    assert [b.attributes["title"] for b in document.blocks_of("heading")] == ["Heating", "Bill", "Bill"]


def test_no_entry_is_dropped_unsaid() -> None:
    document = read(
        [
            {"speaker": "Ana", "text": "one"},
            {"text": "The fee was raised to 9 euros."},
            {"speaker": "Ben", "text": "two"},
            "a line by nobody",
            {"speaker": "Ana", "text": "three"},
            {"speaker": "Ana", "text": ""},
            {"reaction": "smile"},
            17,
        ]
    )
    assert said(document) == [
        ("Ana", "", "one"),
        ("", "", "The fee was raised to 9 euros."),
        ("Ben", "", "two"),
        ("", "", "a line by nobody"),
        ("Ana", "", "three"),
    ]
    assert document.notes[-1] == "Left out: 2 messages without text, 1 entry that is no message."


def test_conversations_without_messages_are_counted() -> None:
    document = read([{"title": "A", "messages": [{"role": "user", "content": "x"}]}, {"title": "B"}, {"title": "C"}])
    assert document.notes[-1] == "Left out: 2 entries without messages."


def node(
    key: str, parent: str | None, children: list[str], role: str, parts: list[Any], when: float, **metadata: Any
) -> dict[str, Any]:
    message = {"author": {"role": role, "name": None}, "create_time": when, "content": {"content_type": "text", "parts": parts}}
    return {"id": key, "parent": parent, "children": children, "message": {**message, "recipient": "all", "metadata": metadata}}


def test_chatgpt_follows_the_current_node() -> None:
    hidden = {"is_visually_hidden_from_conversation": True}
    nodes = [
        {"id": "r", "parent": None, "children": ["s"], "message": None},
        node("s", "r", ["u"], "system", [""], 1.0, **hidden),
        node("u", "s", ["a1", "a2"], "user", ["What is the fee?"], 1_700_000_000.25),
        node("a1", "u", [], "assistant", ["Wrong abandoned answer: 4"], 3.0),
        node("a2", "u", ["x"], "assistant", ["It is 5."], 4.0),
        node("e", "x", [], "assistant", ["Bye"], 6.0),
        node("x", "a2", ["t"], "user", ["thanks"], 5.0),
        node("t", "x", ["e"], "tool", ["found it"], 5.0),
    ]
    nodes[5]["parent"] = "t"
    nodes[7]["message"]["author"]["name"] = "browser"
    fees = {"title": "Fees", "current_node": "e", "mapping": {one["id"]: one for one in nodes}}
    picture = node(
        "q", None, ["p"], "user", [{"content_type": "image_asset_pointer", "asset_pointer": "file://x"}, "See picture"], 9.0
    )
    code = node("p", "q", [], "assistant", [], 10.0)
    code["message"]["content"] = {"content_type": "code", "language": "python", "text": "print(5)"}
    second = {"title": "Second", "mapping": {"q": picture, "p": code}}
    document = read([fees, second])
    assert said(document) == [
        ("user", "2023-11-14T22:13:20Z", "What is the fee?"),
        ("assistant", "4.0", "It is 5."),
        ("user", "5.0", "thanks"),
        ("browser", "5.0", "found it"),
        ("assistant", "6.0", "Bye"),
        ("user", "9.0", "[image]\nSee picture"),
        ("assistant", "10.0", "print(5)"),
    ]
    assert [b.attributes["thread"] for b in document.blocks_of("message")] == ["Fees"] * 5 + ["Second"] * 2
    assert document.notes[-1] == (
        "Left out: 1 message on an abandoned branch, 1 message that the page does not show, "
        "1 content of a picture or file that is only named."
    )


def test_chatgpt_with_a_tree_that_is_a_ring_ends() -> None:
    ring = {"a": node("a", "b", ["b"], "user", ["one"], 1.0), "b": node("b", "a", ["a"], "user", ["two"], 2.0)}
    assert len(said(read({"mapping": ring, "current_node": "a"}))) == 2


def test_claude() -> None:
    messages = [
        {
            "text": "What is the fee?",
            "content": [{"type": "text", "text": "What is the fee?"}],
            "sender": "human",
            "created_at": "2024-01-01T10:00:00Z",
        },
        {
            "text": "",
            "sender": "assistant",
            "created_at": "2024-01-01T10:01:00Z",
            "content": [
                {"type": "thinking", "thinking": "hm"},
                {"type": "tool_use", "name": "fee", "input": {"boat": 1}},
                {"type": "tool_result", "content": [{"type": "text", "text": "5"}]},
                {"type": "text", "text": "It is 5."},
            ],
        },
        {
            "text": "",
            "content": [],
            "sender": "human",
            "attachments": [{"file_name": "fees.txt", "extracted_content": "berth: 5"}],
            "files": [{"file_name": "quay.png"}],
        },
    ]
    document = read([{"uuid": "1", "name": "Fees", "chat_messages": messages}])
    assert said(document) == [
        ("human", "2024-01-01T10:00:00Z", "What is the fee?"),
        ("assistant", "2024-01-01T10:01:00Z", 'fee({"boat": 1})\n5\nIt is 5.'),
        ("human", "", "[file: fees.txt]\nberth: 5\n[file: quay.png]"),
    ]
    assert document.notes[-1] == "Left out: 1 part of the model's thinking, 1 content of a picture or file that is only named."


def test_slack() -> None:
    document = read(
        [
            {
                "type": "message",
                "text": "The fee is <https://a.b|five> &amp; more <@U02>",
                "user": "U01",
                "ts": "1700000000.000100",
                "thread_ts": "1700000000.000100",
                "user_profile": {"real_name": "Ana Lima", "display_name": "ana"},
            },
            {
                "type": "message",
                "subtype": "channel_join",
                "text": "<@U02> has joined <#C01|quay>",
                "user": "U02",
                "ts": "1700000001.0",
            },
            {
                "type": "message",
                "text": "",
                "user": "U02",
                "ts": "1700000002.0",
                "attachments": [
                    {
                        "fallback": "f",
                        "text": "From the bot: fee table",
                        "title": "T",
                        "fields": [{"title": "Boat", "value": "5"}],
                    }
                ],
            },
            {
                "type": "message",
                "subtype": "bot_message",
                "username": "Berths",
                "text": "",
                "ts": "1700000002.5",
                "blocks": [
                    {
                        "type": "rich_text",
                        "elements": [
                            {
                                "type": "rich_text_section",
                                "elements": [{"type": "text", "text": "Berth "}, {"type": "text", "text": "7"}],
                            }
                        ],
                    }
                ],
            },
            {
                "type": "message",
                "text": "reply <!here> <mailto:a@x.org|a@x.org>",
                "user": "U02",
                "ts": "1700000003.0",
                "thread_ts": "1700000000.000100",
                "user_profile": {"real_name": "Ben Roth"},
            },
            {"type": "message", "text": "", "user": "U01", "ts": "1700000004.0", "files": [{"name": "fees.pdf"}]},
        ]
    )
    assert [(speaker, words) for speaker, _, words in said(document)] == [
        ("Ana Lima", "The fee is five (https://a.b) & more @Ben Roth"),
        ("Ben Roth", "reply @here a@x.org"),
        ("Ben Roth", "@Ben Roth has joined #quay"),
        ("Ben Roth", "T\nFrom the bot: fee table\nBoat: 5"),
        ("Berths", "Berth 7"),
        ("Ana Lima", "[file: fees.pdf]"),
    ]
    threads = [block.attributes.get("thread") for block in document.blocks_of("message")]
    assert threads == ["The fee is five (https://a.b) & more @Ben Roth"] * 2 + [None] * 4
    assert said(document)[0][1] == "2023-11-14T22:13:20Z"
    assert "Replies in threads stand after the message they answer." in document.notes


def test_discord() -> None:
    author = {"id": "8", "name": "ben", "nickname": "Ben"}
    embed = {"title": "E", "description": "embedded text", "author": {"name": "Quay"}, "fields": [{"name": "fee", "value": "5"}]}
    messages = [
        {
            "id": "1",
            "type": "Default",
            "timestamp": "2024-01-01T10:00:00+00:00",
            "content": "five",
            "author": {"id": "9", "name": "ana_l", "nickname": "Ana"},
        },
        {
            "id": "2",
            "type": "Reply",
            "timestamp": "2024-01-01T10:01:00+00:00",
            "content": "",
            "author": author,
            "embeds": [embed],
        },
        {
            "id": "3",
            "type": "Default",
            "timestamp": "2024-01-01T10:02:00+00:00",
            "content": "",
            "author": author,
            "attachments": [{"fileName": "a.png"}],
        },
    ]
    document = read({"guild": {"name": "g"}, "channel": {"name": "fees"}, "messages": messages})
    assert said(document) == [
        ("Ana", "2024-01-01T10:00:00+00:00", "five"),
        ("Ben", "2024-01-01T10:01:00+00:00", "Quay\nE\nembedded text\nfee: 5"),
        ("Ben", "2024-01-01T10:02:00+00:00", "[file: a.png]"),
    ]
    assert {block.attributes["thread"] for block in document.blocks_of("message")} == {"fees"}


def test_telegram() -> None:
    parts = ["The fee is ", {"type": "bold", "text": "five"}, " euros, see ", {"type": "link", "text": "https://a.b"}]
    messages = [
        {"id": 1, "type": "service", "date": "2024-01-01T10:00:00", "actor": "Ana", "action": "create_group", "text": ""},
        {"id": 2, "type": "message", "date": "2024-01-01T10:01:00", "from": "Ana", "text": parts},
        {"id": 4, "type": "message", "date": "2024-01-01T10:03:00", "from": None, "text": "deleted account"},
        {"id": 5, "type": "message", "date": "2024-01-01T10:03:00", "from": "Ben", "file": "p.jpg", "text": ""},
    ]
    expected = [
        ("Ana", "2024-01-01T10:00:00", "[create group]"),
        ("Ana", "2024-01-01T10:01:00", "The fee is five euros, see https://a.b"),
        ("", "2024-01-01T10:03:00", "deleted account"),
        ("Ben", "2024-01-01T10:03:00", "[file: p.jpg]"),
    ]
    chat = {"name": "Quay", "type": "private_supergroup", "id": 1, "messages": messages}
    assert said(read(chat)) == expected
    assert said(read({"about": "…", "chats": {"about": "…", "list": [chat, {**chat, "name": "Lock"}]}})) == expected * 2


def test_lists_of_model_interfaces_with_tools() -> None:
    asked = {"id": "c", "type": "function", "function": {"name": "fee", "arguments": '{"boat":1}'}}
    rows = [
        {
            "messages": [
                {"role": "system", "content": "Be kind."},
                {"role": "user", "content": f"q{i}"},
                {"role": "assistant", "content": None, "tool_calls": [asked]},
                {"role": "tool", "tool_call_id": "c", "content": "5"},
                {"role": "assistant", "content": "five"},
            ],
            "tools": [{"type": "function", "function": {"name": "fee"}}],
        }
        for i in range(2)
    ]
    document = chunkviz.read("\n".join(map(json.dumps, rows)).encode(), "openai.jsonl")
    one = [("system", "Be kind."), ("user", "q{}"), ("assistant", 'fee({"boat":1})'), ("tool", "5"), ("assistant", "five")]
    assert [(speaker, words) for speaker, _, words in said(document)] == [
        (who, words.format(i)) if "q" in words else (who, words) for i in range(2) for who, words in one
    ]
    assert [b.attributes["thread"] for b in document.blocks_of("message")] == ["Conversation 1"] * 5 + ["Conversation 2"] * 5

    anthropic = {
        "system": "Be kind.",
        "messages": [
            {"role": "user", "content": [{"type": "image", "source": {"data": "…"}}, {"type": "text", "text": "q"}]},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "fee", "input": {"boat": 1}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "5"}]},
        ],
    }
    assert [(who, words) for who, _, words in said(read(anthropic))] == [
        ("system", "Be kind."),
        ("user", "[image]\nq"),
        ("assistant", 'fee({"boat": 1})'),
        ("user", "5"),
    ]

    responses = [
        {"role": "user", "content": [{"type": "input_text", "text": "q"}]},
        {"type": "reasoning", "summary": []},
        {"type": "function_call", "name": "fee", "arguments": '{"boat":1}', "call_id": "c"},
        {"type": "function_call_output", "call_id": "c", "output": "5"},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "five"}]},
    ]
    assert [(who, words) for who, _, words in said(read({"input": responses}))] == [
        ("user", "q"),
        ("assistant", 'fee({"boat":1})'),
        ("tool", "5"),
        ("assistant", "five"),
    ]
    gemini = {"contents": [{"role": "user", "parts": [{"text": "q"}]}, {"role": "model", "parts": [{"text": "five"}]}]}
    assert [(who, words) for who, _, words in said(read(gemini))] == [("user", "q"), ("model", "five")]


@pytest.mark.parametrize("broken", ['{"role": "user", "content": "tor', "not json", '{"role": "user"} x'])
@pytest.mark.parametrize("place", [0, 1, 3])
def test_a_broken_line_costs_that_line(broken: str, place: int) -> None:
    lines = [json.dumps({"role": "user", "content": f"line {i}\u2028{i}"}, ensure_ascii=False) for i in range(3)]
    lines.insert(place, broken)
    document = chunkviz.read("\r\n".join(lines).encode(), "a.jsonl")
    assert [words for _, _, words in said(document)] == [f"line {i}\u2028{i}" for i in range(3)]
    assert f"1 line is no JSON and left out: {place + 1}." in document.notes


def test_half_a_character_is_replaced_and_noted() -> None:
    document = chunkviz.read(b'[{"role": "user", "name": "A\\ud800", "text": "a \\ud83d b \\ud83d\\ude00"}]', "a.json")
    assert document.text == "A\ufffd\na \ufffd b 😀\n\n"
    assert "replaced" in document.notes[-1]
    assert document.id


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
        '{"mapping": {"a": {"message": 1, "parent": []}}}',
        '[{"type": "message", "ts": [1], "text": {}, "user": {}, "files": 3, "attachments": {"a": 1}}]',
        '{"messages": [{"role": {"a": 1}, "content": {"type": 7, "text": []}, "tool_calls": 5}]}',
        '{"messages": {"messages": {"messages": {}}}}',
        '[{"role": "user", "content": "x", "ts": 99999999999999999999}]',
        "\n".join(['{"role": "user", "content": "x"}'] + ["{"] * 50),
    ],
)
def test_other_json_is_text_or_data(source: str) -> None:
    document = chunkviz.read(source.encode(), "a.json")
    assert document.kind in ("text", "messages", "json")
    assert document.text == source or document.kind in ("messages", "json")


def test_many_messages_take_time_in_proportion() -> None:
    line = json.dumps({"role": "user", "content": "some words of a message", "ts": 1_700_000_000})
    begin = time.process_time()
    assert len(chunkviz.read((f"{line}\n" * 30_000).encode(), "a.jsonl").blocks) == 30_000
    assert time.process_time() - begin < 10
