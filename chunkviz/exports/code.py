"""The code that makes a chunking again: with chunkviz, and with LangChain where LangChain gives these very chunks."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import singledispatch
from pathlib import PurePath
from typing import Any

import numpy as np

from ..chunking import Chunking, chunk
from ..cutting.separators import Level, characters, levels_of
from ..embedder import embedders
from ..params import Settings, settings_of
from ..reader import readers
from ..strategies.fixed import Fixed
from ..strategies.recursive import Recursive
from ..strategies.separator import Separator
from ..strategy import Strategy
from ..text.expression import Expression


def chunkviz(chunking: Chunking, embedder: str | None = None) -> str:
    """Python that reads the document from the file of its name and cuts it the same.

    embedder   its key, where the strategy needs one; None for the first there is
    """
    strategy, refinements = chunking.strategy, chunking.refinements
    owners = sorted({type(strategy), *map(type, refinements)}, key=lambda owner: owner.__module__)
    imports = ["import chunkviz", *(f"from {owner.__module__} import {owner.__name__}" for owner in owners)]
    arguments = ["document", _call(strategy), f"tokenizer={chunking.tokenizer.key!r}"]
    if refinements:
        arguments.append(f"refinements=[{', '.join(map(_call, refinements))}]")
    if strategy.embeds:
        imports.append("from chunkviz.embedder import embedder_for")
        arguments.append(f"embedder=embedder_for({embedder or embedders.keys()[0]!r})")
    return "\n".join(
        [
            *imports,
            "",
            f"document = {_reading(chunking)}",
            f"chunking = chunkviz.chunk({', '.join(arguments)})",
            "for number, chunk in enumerate(chunking.chunks, 1):",
            "    print(number, chunk.start, chunk.end, chunk.cause.sentence)",
            "    print(chunking.text(chunk))",
            "",
        ]
    )


def langchain(chunking: Chunking) -> str:
    """Python that gives the same texts with langchain-text-splitters, as a list `chunks`; where nothing of LangChain's
    does, a comment that says in a sentence what differs."""
    made = _difference(chunking) or splitter(chunking.strategy)
    if isinstance(made, str):
        return f"# {made}\n"
    name, arguments = made
    key = chunking.tokenizer.key
    counted = {"length_function": "len"} if key == "characters" else {"encoding_name": repr(key)}
    if key != "characters" and "<|" in chunking.document.text:
        counted["disallowed_special"] = "()"  # LangChain refuses <|endoftext|> in a text otherwise
    make = f"{name}.from_tiktoken_encoder" if key != "characters" and name != "TokenTextSplitter" else name
    written = [f"    {setting}={value}," for setting, value in {**counted, **{k: repr(v) for k, v in arguments.items()}}.items()]
    lines = [
        "import chunkviz",
        f"from langchain_text_splitters import {name}",
        "",
        f"text = {_reading(chunking)}.text",
        f"splitter = {make}(",
        *written,
        ")",
        "chunks = splitter.split_text(text)",
        *_afterwards(name, arguments),
        "",
    ]
    return "\n".join(lines)


def _afterwards(name: str, arguments: dict[str, Any]) -> list[str]:
    """What is left to do to LangChain's chunks: some hold white space only, and what it cannot cut it does not trim."""
    if not arguments.get("strip_whitespace"):
        return ["chunks = [chunk for chunk in chunks if chunk.strip()]"]
    return ["chunks = [chunk.strip() for chunk in chunks if chunk.strip()]"] if name.startswith("Recursive") else []


@singledispatch
def splitter(strategy: Strategy) -> tuple[str, dict[str, Any]] | str:
    """(name, settings) of the LangChain splitter that cuts as the strategy does, or a sentence that says what differs."""
    return f"LangChain has no splitter that cuts as {strategy.label} does."


@splitter.register
def _(strategy: Fixed) -> tuple[str, dict[str, Any]] | str:
    return "TokenTextSplitter", {"chunk_size": strategy.size, "chunk_overlap": strategy.overlap}


@splitter.register
def _(strategy: Separator) -> tuple[str, dict[str, Any]] | str:
    levels = levels_of([strategy.separator], strategy.regex)
    made = _by_levels(strategy, levels)
    if isinstance(made, str):
        return made
    return "CharacterTextSplitter", {"separator": made.pop("separators")[0], **made}


@splitter.register
def _(strategy: Recursive) -> tuple[str, dict[str, Any]] | str:
    made = _by_levels(strategy, strategy.levels())
    return made if isinstance(made, str) else ("RecursiveCharacterTextSplitter", made)


def _by_levels(strategy: Separator | Recursive, levels: tuple[Level, ...]) -> dict[str, Any] | str:
    """The settings of both LangChain splitters that cut at separators."""
    places = {level.place(strategy.keep) for level in levels if not level.anywhere}
    if len(places) > 1:
        return "LangChain puts all separators on the same side; here some end a piece and others begin one (setting “keep”)."
    regular = any(level.expression is not None or len(level.separators) > 1 for level in levels)
    if regular and places == {"drop"}:
        return "Where LangChain drops a separator given as a regular expression, it writes the expression into the text."
    separators = [_separator(level, regular) for level in levels]
    if written := [level.expression for level in levels if isinstance(level.expression, Expression)]:
        if any(one.groups for one in written):
            return "LangChain loses text where a regular expression has groups; write them as (?:…)."
        if not all(_read_alike(one.pattern) for one in written):
            return "LangChain runs regular expressions in Python’s re, which reads this one otherwise or not at all."
    place = next(iter(places), "end")
    return {
        "chunk_size": strategy.size,
        "chunk_overlap": strategy.overlap,
        "separators": separators,
        "is_separator_regex": regular,
        "keep_separator": False if place == "drop" else place,
        "strip_whitespace": strategy.trim,
    }


def _read_alike(pattern: str) -> bool:
    """Whether Python's `re` knows the expression and has no reading of its own for what is in it."""
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return False
    return not _READ_OTHERWISE.search(pattern)


_READ_OTHERWISE = re.compile(r"\[\[:|\{[^{}]*[a-z<]")  # classes such as [[:alpha:]], and matches with errors such as {e<=1}


def _separator(level: Level, regular: bool) -> str:
    if level.expression is not None:
        return level.expression.pattern
    if not regular:
        return level.separators[0]
    return "|".join(map(re.escape, level.separators))


def _difference(chunking: Chunking) -> str:
    """Why the splitter named for the strategy does not give these chunks; "" where it does, or where none is named."""
    strategy, tokenizer, text = chunking.strategy, chunking.tokenizer, chunking.document.text
    made = splitter(strategy)
    if isinstance(made, str) or not isinstance(strategy, Fixed | Separator | Recursive):
        return ""
    if chunking.refinements:
        return f"LangChain has nothing like the refinement “{chunking.refinements[0].label}”."
    if tokenizer.key not in ("characters", "cl100k_base", "o200k_base"):
        return f"LangChain has no splitter whose sizes are counted in {tokenizer.label}."
    if isinstance(strategy, Fixed):
        return _difference_of_windows(chunking, strategy)
    if strategy.measure == "chunk":
        return (
            "LangChain adds up the tokens of the pieces, with the white space around a chunk; "
            "set measure to “pieces” for its chunks."
        )
    _, arguments = made
    separators = arguments.get("separators") or [arguments["separator"]]
    if not arguments["keep_separator"] and any(separator and 2 * separator in text for separator in separators):
        return "LangChain loses text where a separator that it drops stands twice in a row."
    levels = strategy.levels() if isinstance(strategy, Recursive) else levels_of([strategy.separator], strategy.regex)
    if any(level.tears(text) for level in levels):
        return (
            "LangChain cuts inside characters that are made of several code points, such as a Windows line end (CRLF); "
            "here a separator is a part of one."
        )
    between_characters = any(one.oversize or one.cause.kind in ("forced", "oversize") for one in chunking.chunks)
    if between_characters and len(characters(text, 0, len(text))) <= len(text):
        return "LangChain cuts inside characters that are made of several code points; here some chunks end at such a place."
    if arguments["strip_whitespace"] and arguments["chunk_overlap"] and _repeats(chunking, strategy):
        return "LangChain also returns chunks that hold nothing but the end of the chunk before; here it would."
    return ""


def _repeats(chunking: Chunking, strategy: Separator | Recursive) -> bool:
    """Whether some chunk, before it was trimmed, held nothing new but white space: such a chunk is left out here."""
    untrimmed = chunk(chunking.document, replace(strategy, trim=False), chunking.tokenizer)
    return sum(not untrimmed.text(one).isspace() for one in untrimmed.chunks) != len(chunking)


def _difference_of_windows(chunking: Chunking, strategy: Fixed) -> str:
    """TokenTextSplitter decodes windows of the whole text's tokens: the same only where no window tears a character."""
    if chunking.tokenizer.key == "characters":
        return "LangChain’s TokenTextSplitter counts in an encoding of tiktoken; choose one as the tokenizer."
    starts, ends = chunking.tokenizer.spans(chunking.document.text)
    first = np.arange(0, len(starts), strategy.size - strategy.overlap)
    first = first[: 1 + int(np.searchsorted(first + strategy.size, len(starts)))]
    last = np.minimum(first + strategy.size, len(starts))
    windows = list(zip(starts[first].tolist(), ends[last - 1].tolist(), strict=True))
    torn = (ends[first[1:] - 1] > starts[first[1:]]).any() or (ends[last[:-1] - 1] > starts[last[:-1]]).any()
    if torn or windows != [tuple(one.span) for one in chunking.chunks]:
        return (
            "LangChain cuts at every token of the whole text, even inside a character, and counts no "
            "chunk by itself; here some chunks differ."
        )
    return ""


def _call(settings: Settings) -> str:
    """The value as Python: its size, and what differs from the defaults."""
    names = [
        setting.name for setting in settings_of(type(settings)) if setting.name == "size" or setting.name in settings.changed()
    ]
    return f"{type(settings).__name__}({', '.join(f'{name}={getattr(settings, name)!r}' for name in names)})"


def _reading(chunking: Chunking) -> str:
    """The call that reads the document; with its kind, where the name alone does not tell."""
    document = chunking.document
    known = PurePath(document.name).suffix.lower() in readers.get(document.kind).extensions
    return f"chunkviz.read({document.name!r}{'' if known else f', kind={document.kind!r}'})"
