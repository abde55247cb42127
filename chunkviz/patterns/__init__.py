"""Retrieval patterns, one a module: hits -> passages, which are spans."""
