"""Which languages a text is written in, and how many tokens a word of each takes.

A language is recognised by its script, or where the script is Latin or Cyrillic by the commonest short words. It is a
measurement of what a size holds, not a study: paragraphs that tell nothing count as "other".
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import regex

from ..strategy import Tools
from ..tokenizer import tokenizers

_PARAGRAPHS = 400  # paragraphs looked at, spread over the text
_LONGEST = 2000  # characters of each
_SHORTEST = 30  # characters of a paragraph that shows a language
UNSPACED = frozenset({"Chinese", "Japanese", "Thai"})  # written without spaces: each character counts as a word
_SCRIPTS = {
    "Japanese": regex.compile(r"[\p{Hiragana}\p{Katakana}]"),
    "Korean": regex.compile(r"\p{Hangul}"),
    "Chinese": regex.compile(r"\p{Han}"),
    "Arabic": regex.compile(r"\p{Arabic}"),
    "Hebrew": regex.compile(r"\p{Hebrew}"),
    "Greek": regex.compile(r"\p{Greek}"),
    "Hindi": regex.compile(r"\p{Devanagari}"),
    "Thai": regex.compile(r"\p{Thai}"),
    "Russian": regex.compile(r"\p{Cyrillic}"),
}
_COMMON = {
    "English": "the of and to in is that it for was with as on be by this are from",
    "German": "der die das und ist nicht ein eine den dem zu mit von auf für sich auch im",
    "French": "le la les des et est une un dans pour que qui pas sur au du ce il",
    "Spanish": "el los las una que por con para del es se no su al lo más como pero",
    "Italian": "il che di non per una con è sono della nel alla gli le si più anche ma",
    "Portuguese": "o os uma que não com para do da em no na por mais se ao dos as",
    "Dutch": "de het een en van is niet dat op te in zijn met voor aan ook er maar",
    "Swedish": "och att det som en är av för inte på med den till ett har de om vi",
    "Polish": "i w nie na się z do jest to że jak ale po co za od tak o",
}
_WORDS = {language: frozenset(words.split()) for language, words in _COMMON.items()}
_WORD = regex.compile(r"\p{L}+")


class Written(NamedTuple):
    """A language of a text: its share of the characters looked at (0-1) and how many tokens a word takes."""

    language: str
    share: float
    tokens_per_word: float


def language_of(text: str) -> str:
    """The language of a paragraph, in English; "other" where it shows none.

    >>> language_of("Der Hafen ist im Winter nicht offen."), language_of("今日は港が開いています。"), language_of("x = 1")
    ('German', 'Japanese', 'other')
    """
    letters = len(regex.findall(r"\p{L}", text))
    for language, script in _SCRIPTS.items():
        found = len(script.findall(text))
        if found * 5 >= letters > 0 if language == "Japanese" else found * 2 >= letters > 0:
            return language
    words = [word.lower() for word in _WORD.findall(text)]
    scores = {language: sum(word in common for word in words) for language, common in _WORDS.items()}
    best = max(scores, key=lambda language: scores[language])
    return best if scores[best] >= 2 and scores[best] * 12 >= len(words) else "other"


def written_languages(tools: Tools) -> list[Written]:
    """The languages of a document's text, the commonest first; code is not looked at."""
    document = tools.document
    code = [block.span for block in document.blocks if block.kind == "code"]
    blocks = [
        block
        for block in document.blocks
        if block.kind in ("paragraph", "item", "message") and not any(c.overlaps(block.span) for c in code[:50])
    ]
    spans = [block.span for block in blocks[:: max(1, len(blocks) // _PARAGRAPHS)]]
    texts = [document.text[span.start : span.end][:_LONGEST] for span in spans] or [document.text[:_LONGEST]]
    words = tools.tokenizer.counts(texts), tokenizers.get("words").counts(texts)
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for text, tokens, count in zip(texts, *words, strict=True):
        totals = found[language_of(text) if len(text) >= _SHORTEST else "other"]
        for i, amount in enumerate((len(text), tokens, count)):
            totals[i] += amount
    everything = sum(totals[0] for totals in found.values()) or 1
    languages = [
        Written(language, size / everything, tokens / max(1, count)) for language, (size, tokens, count) in found.items()
    ]
    return sorted(languages, key=lambda written: -written.share)
