"""Readers, one kind of file a module: see `chunkviz.reader`."""
