"""The version, said once: the package, its command line, saved runs and stored collections all read it here."""

__version__ = "0.1.0"
