"""Texts -> vectors: one embedder, or one family of them, a module."""
