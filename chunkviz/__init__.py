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

__all__ = ["Block", "Chunk", "Chunking", "ChunkvizError", "Document", "Span", "__version__", "chunk", "read", "read_isolated"]


def _drawn(chunking: Chunking) -> str:
    """What a notebook shows for a chunking. Tied together here: the value itself knows nothing of how it is drawn."""
    from .exports.html import notebook

    return notebook(chunking)


Chunking._repr_html_ = _drawn  # type: ignore[attr-defined]
