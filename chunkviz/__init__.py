"""chunkviz: see where a document is cut into chunks, why, and what retrieval makes of it.

>>> import chunkviz
>>> from chunkviz.strategies.recursive import Recursive
>>> chunking = chunkviz.chunk("One. Two.", Recursive(size=5, overlap=0), tokenizer="characters")
>>> [chunking.text(chunk) for chunk in chunking.chunks]
['One.', 'Two.']
"""

from .chunk import Chunk
from .chunking import Chunking, chunk
from .document import Block, Document
from .errors import ChunkvizError
from .isolation.reading import read_isolated
from .reader import read
from .span import Span
from .version import __version__

__all__ = [
    "Block",
    "Chunk",
    "Chunking",
    "ChunkvizError",
    "Document",
    "Span",
    "__version__",
    "chunk",
    "read",
    "read_isolated",
    "show",
]


def show(text: str | Document, chunks: object, tokenizer: str = "cl100k_base") -> Chunking:
    """Anyone's chunks of a text laid onto it, which a notebook draws: texts, pairs (start, end), mappings, or what LangChain,
    LlamaIndex and chonkie give.

    >>> [tuple(chunk.span) for chunk in show("One. Two. Three.", ["One.", "Three."]).chunks]
    [(0, 4), (10, 16)]
    """
    from .imported.chunks_file import lay
    from .imported.splitter import chunks_in

    document = text if isinstance(text, Document) else Document(text)
    return lay(chunks_in(chunks, document.text), document, tokenizer).chunking


def _drawn(chunking: Chunking) -> str:
    """What a notebook shows for a chunking. Tied together here: the value itself knows nothing of how it is drawn."""
    from .exports.html import notebook

    return notebook(chunking)


Chunking._repr_html_ = _drawn  # type: ignore[attr-defined]
