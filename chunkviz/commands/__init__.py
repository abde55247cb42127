"""Commands, one a module: see `chunkviz.cli`."""
