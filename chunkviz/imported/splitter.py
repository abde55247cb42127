"""Any splitter as a strategy: what somebody's pipeline cuts with, run here, its chunks laid onto the document.

Known by what they offer, so that nothing of theirs is imported here:

    LangChain               split_text(text) -> texts
    LlamaIndex              get_nodes_from_documents([document]) -> nodes
    chonkie                 chunk(text) -> chunks with start_index, end_index
    semantic-text-splitter  chunks(text) -> texts
    any callable            text -> texts, pairs (start, end), mappings or objects with a text

A class is made with settings: those with a plain default in its signature, or its base classes', are settings here.
The operator names a splitter, on the command line or where the app is started; a page or a link never does.
"""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import make_dataclass
from typing import Any, ClassVar

from ..cause import Cause
from ..chunk import Chunk
from ..document import Document
from ..errors import ChunkvizError, SettingError
from ..params import param
from ..strategy import Strategy, Tools, strategies
from .chunks_file import Foreign, foreign_of, laid_chunks

_PLAIN = (bool, int, float, str)
_CAUSE = Cause("imported", "{splitter} cut here.")
_LARGEST = 1_000_000  # of a number in a setting


class Foreigner(Strategy):
    """A splitter of another library or of your own, run on the document and laid onto it.

    What it cuts is drawn where it stands: what it repeats as overlap, what it leaves out as not covered, what it changed as a
    difference in the chunk's metadata. Why it cut there only it knows.
    """

    make: ClassVar[Callable[..., Any]]
    splitter: ClassVar[str]

    def split(self, document: Document, tools: Tools) -> list[Chunk]:
        given = {name: getattr(self, name) for name in self.__dataclass_fields__}  # type: ignore[attr-defined]
        try:
            thing = type(self).make(**given)
            foreign = _foreign(thing, document.text)
        except ChunkvizError:
            raise
        except Exception as error:  # whatever somebody's code raises
            words = (str(error).strip().splitlines() or [type(error).__name__])[0]
            raise ChunkvizError(f"{self.splitter} stopped with: {words[:300]}") from error
        return laid_chunks(foreign, document, Cause(_CAUSE.kind, _CAUSE.words, {"splitter": self.splitter}))[1]


def splitter_named(spec: str) -> type[Strategy]:
    """The strategy for `package.module:thing`, registered for menus and commands; made once.

    Raises SettingError where there is no such thing, or it is no splitter.
    """
    module, colon, name = spec.partition(":")
    key = f"splitter-{name.rpartition('.')[2].lower()}"
    if key in strategies and getattr(strategies.get(key), "spec", None) == spec:
        return strategies.get(key)
    if not colon or not module or not name:
        raise SettingError(f"“{spec}” names no splitter; write it as package.module:thing.")
    sys.path[:0] = [] if os.getcwd() in sys.path else [os.getcwd()]  # a splitter of one's own, in the folder one is in
    try:
        thing: Any = importlib.import_module(module)
        for part in name.split("."):
            thing = getattr(thing, part)
    except (ImportError, AttributeError) as error:
        raise SettingError(f"There is no splitter {spec} ({error}); check the name, and that its package is installed.") from None
    if not (callable(thing) or _method(thing)):
        raise SettingError(f"{spec} is no splitter: it is a {type(thing).__name__} that cannot be called.")
    made = strategy_of(thing, name, key)
    made.spec = spec  # type: ignore[attr-defined]
    strategies.register(made)
    return made


def strategy_of(thing: Any, name: str, key: str = "splitter") -> type[Strategy]:
    """A strategy that cuts with `thing`: a splitter, a class of splitters, or a function."""
    is_class = inspect.isclass(thing)
    package = (getattr(thing, "__module__", None) or type(thing).__module__).partition(".")[0]
    fields = [(setting, type(default), _setting(setting, default)) for setting, default in _settings(thing)] if is_class else []
    called = f"{name} ({package})" if package not in ("__main__", "builtins") else name
    made = make_dataclass(
        "Splitter",
        fields,
        bases=(Foreigner,),
        frozen=True,
        namespace={
            "__doc__": Foreigner.__doc__,
            "key": key,
            "label": called,
            "order": 900,
            "good_for": (),
            "splitter": called,
            "make": staticmethod(thing if is_class else lambda: thing),
        },
    )
    return made


def _settings(thing: Any) -> Iterable[tuple[str, Any]]:
    """(name, default) of what the class, and those it is made from while they pass settings on, takes with a plain default."""
    found: dict[str, Any] = {}
    for cls in inspect.getmro(thing):
        if "__init__" not in vars(cls) or cls is object:
            continue
        try:
            parameters = list(inspect.signature(vars(cls)["__init__"]).parameters.values())[1:]
        except (TypeError, ValueError):
            break
        for one in parameters:
            if type(one.default) in _PLAIN and one.name.isidentifier() and not one.name.startswith("_"):
                found.setdefault(one.name, one.default)
        if not any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters):
            break
    return found.items()


def _setting(name: str, default: Any) -> Any:
    bounds = {"low": 0, "high": max(_LARGEST, default)} if type(default) in (int, float) and default >= 0 else {}
    return param(default, f"As the splitter has it: {name}.", **bounds)


def _method(thing: Any) -> Callable[[str], Any] | None:
    """How a splitter is asked for the chunks of a text; None where it is a plain callable, or none."""
    if hasattr(thing, "get_nodes_from_documents"):
        return lambda text: thing.get_nodes_from_documents([_llama_document(text)])
    for name in ("split_text", "chunk", "chunks"):
        if callable(method := getattr(thing, name, None)):
            return method
    return None


def _llama_document(text: str) -> Any:
    return importlib.import_module("llama_index.core").Document(text=text)


def _foreign(thing: Any, text: str) -> list[Foreign]:
    """What the splitter makes of the text."""
    return chunks_in((_method(thing) or thing)(text), text)


def chunks_in(found: Any, text: str) -> list[Foreign]:
    """Chunks of a text in any form: texts, pairs of places, mappings, objects of a library."""
    if not isinstance(found, Iterable) or isinstance(found, str | bytes):
        raise ChunkvizError(f"The splitter gave a {type(found).__name__}; it has to give texts, pairs of places, or chunks.")
    chunks = list(found)
    if all(_is_span(one, len(text)) for one in chunks):
        return [Foreign(text[start:end], start=start) for start, end in chunks]
    return foreign_of(chunks)


def _is_span(one: Any, length: int) -> bool:
    whole = isinstance(one, Sequence) and len(one) == 2 and all(type(place) is int for place in one)
    return whole and 0 <= one[0] < one[1] <= length
