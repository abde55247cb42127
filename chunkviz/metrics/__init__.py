"""Metrics, one a module, each with its formula and its source."""
