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
from .reader import read
from .span import Span

__version__ = "0.1.0"
__all__ = ["Block", "Chunk", "Chunking", "ChunkvizError", "Document", "Span", "chunk", "read"]
