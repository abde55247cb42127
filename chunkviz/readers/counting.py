"""Numbers in letters and in Roman numerals, as lists write them."""

from __future__ import annotations

_WORTH = (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1)
_NUMERALS = ("m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i")


def roman(count: int) -> str:
    """
    >>> roman(1984), roman(9)
    ('mcmlxxxiv', 'ix')
    """
    written = ""
    for worth, numeral in zip(_WORTH, _NUMERALS, strict=True):
        written += numeral * (count // worth)
        count %= worth
    return written


def letters(count: int) -> str:
    """As browsers count on after z.

    >>> letters(1), letters(26), letters(28)
    ('a', 'z', 'ab')
    """
    written = ""
    while count > 0:
        count, place = divmod(count - 1, 26)
        written = chr(97 + place) + written
    return written
