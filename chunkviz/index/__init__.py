"""Chroma: databases, collections, and search in them. The only room that knows Chroma.

Vectors are always ours and Chroma's own embedding functions are never called: they would download a model. Collections
are made with cosine distance and Chroma's defaults for the rest; what they hold is in their metadata (`About`).
"""

from .about import About
from .collection import ChromaIndex
from .store import Store

__all__ = ["About", "ChromaIndex", "Store"]
