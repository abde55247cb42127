"""When a line of a chat was written: a clock, or a date and a clock, as exports in many languages have them.

18:08              8:28 p. m.              오후 8:28                12:01:33.250
13.06.23, 18:08    2021-06-27T08:04:08Z    2021. 6. 20. 오후 8:28    20 June 2021 at 8:28 PM    20.6.2021 klo 20.28
"""

from __future__ import annotations

import re

WHITE = r"[^\S\r\n]"  # white space inside a line; a no-break space or a narrow one may stand before AM and PM
MARKS = "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"  # of direction, put around names

_HALF_FIRST = r"(?:오전|오후|上午|下午|凌晨|早上|中午|晚上|午前|午後|[ÖO][ÖS]|[AP]M)"
_HALF_LAST = rf"(?:[AaPp]\.?{WHITE}?[Mm](?![^\W\d_])\.?|[πμ]\.{WHITE}?μ\.|오전|오후|午前|午後|上午|下午|[صم](?!\w))"
_END = rf"(?:[.,]\d{{1,6}})?(?:{WHITE}{{0,2}}{_HALF_LAST})?(?:Z|{WHITE}?[+-]\d\d:?\d\d(?!\d))?(?!\d)"
_CLOCK = rf"(?:{_HALF_FIRST}{WHITE}?)?\d{{1,2}}:\d\d(?::\d\d)?{_END}"
_CLOCK_OF_A_DAY = rf"(?:{_HALF_FIRST}{WHITE}?)?\d{{1,2}}[:.h]\d\d(?:[:.]\d\d)?{_END}"  # 20.28 alone is a number

_NUMBERS = rf"\d{{1,4}}{WHITE}?[./-]{WHITE}?\d{{1,2}}{WHITE}?[./-]{WHITE}?\d{{1,4}}\.?"
_SIGNS = rf"\d{{2,4}}{WHITE}?[年년]{WHITE}?\d{{1,2}}{WHITE}?[月월]{WHITE}?\d{{1,2}}{WHITE}?[日일]"
_MONTH = r"[^\W\d_]{3,10}\.?"
_OF = rf"(?:de{WHITE})?"
_NAMED = rf"\d{{1,2}}\.?{WHITE}{_OF}{_MONTH},?{WHITE}{_OF}\d{{4}}|{_MONTH}{WHITE}\d{{1,2}},?{WHITE}\d{{4}}"
_DATE = rf"(?:{_NUMBERS}|{_SIGNS}|{_NAMED})(?:{WHITE}?\(\w{{1,9}}\.?\)|{WHITE}\w요일|{WHITE}?\w曜日)?"
_AT = rf"(?:at|um|kl\.?|klo|à|às|a{WHITE}las|alle|ore|o)"
_BETWEEN = rf"(?:,?{WHITE}{{1,3}}{_AT}{WHITE}|,{WHITE}{{0,3}}|T|{WHITE}{{1,3}}(?:-{WHITE})?)"

_DATED = rf"(?:{_DATE}{_BETWEEN}{_CLOCK_OF_A_DAY}|{_CLOCK},?{WHITE}{{1,2}}{_DATE})"
_DAY = rf"[^\W\d_]{{3,12}},?{WHITE}(?:{_AT}{WHITE})?{_CLOCK}"

BARE = rf"(?:(?P<day>{_DATED})|{_CLOCK})"
FENCED = rf"(?:(?P<day>{_DATED}|{_DAY})|{_CLOCK})"  # what is in brackets or ends a line may also say “Yesterday at 9:41”
DAY_CHANGE = re.compile(
    rf"[-—*= ]{{0,8}}(?:Day changed.{{0,40}}|(?:[^\W\d_]{{1,12}},?{WHITE})?{_DATE}\W{{0,8}}(?:\w{{2,12}}\W{{0,4}})?)$"
)
