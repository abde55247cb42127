"""Refinements, one a module: see `chunkviz.refinement`."""
