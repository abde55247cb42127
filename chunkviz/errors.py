"""The errors chunkviz raises on purpose: each message is one sentence for the person who uses it."""


class ChunkvizError(ValueError):
    """Something the user can mend; `str(error)` says what is wrong and what to do."""


class SettingError(ChunkvizError):
    """A setting has a value it cannot have; the sentence names the setting."""


class UnreadableError(ChunkvizError):
    """A file could not be read as text."""


class MissingError(ChunkvizError):
    """An optional part is not installed; the sentence says which package brings it."""
