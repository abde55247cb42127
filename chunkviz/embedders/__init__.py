"""Embedders, one a module: see `chunkviz.embedder`."""
