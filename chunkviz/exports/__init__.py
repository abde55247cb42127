"""Ways to take a chunking away, one a module."""
