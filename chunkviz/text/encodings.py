"""Which old encoding a text is in, judged by what its bytes would say in each: a score, since many fit.

Letters outside ASCII count for an encoding where they are letters of one of its languages, and against it where they are not. Of
East Asian encodings each character counts by how common it is. Short texts can be recognised this way; general detectors need long ones.
"""

from __future__ import annotations

from contextlib import suppress

ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Western European (Windows-1252, Latin-1)",
    "cp1250": "Central European (Windows-1250)",
    "iso8859_2": "Central European (Latin-2)",
    "cp1254": "Turkish (Windows-1254)",
    "cp1257": "Baltic (Windows-1257)",
    "cp1251": "Cyrillic (Windows-1251)",
    "koi8_r": "Cyrillic (KOI8-R)",
    "cp866": "Cyrillic (DOS 866)",
    "cp1253": "Greek (Windows-1253)",
    "cp1255": "Hebrew (Windows-1255)",
    "cp1256": "Arabic (Windows-1256)",
    "cp874": "Thai (Windows-874)",
    "gb18030": "Chinese, simplified (GB18030)",
    "big5": "Chinese, traditional (Big5)",
    "shift_jis": "Japanese (Shift JIS)",
    "euc_jp": "Japanese (EUC-JP)",
    "cp949": "Korean (EUC-KR, CP949)",
    "cp437": "English (DOS 437)",
    "cp850": "Western European (DOS 850)",
    "mac_roman": "Western European (Mac)",
}
_RUSSIAN = "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ"
_LANGUAGES = (  # of several that fit equally well the first is taken
    ("cp1252", "àâçèéêëîïôùûüœæ", "äöüß", "áéíñóúü", "àáâãçéêíóôõú", "àèéìíòóùú", "åäöæøé", "éëïöü"),
    ("cp1250", "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîşţ"),
    ("iso8859_2", "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîşţ"),
    ("cp1254", "çğıöşüâîû"),
    ("cp1252", "áðéíóúýþæö"),
    ("cp1257", "ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž"),
    ("cp1251", _RUSSIAN),
    ("koi8_r", _RUSSIAN),
    ("cp866", _RUSSIAN),
    ("cp1253", "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ"),
    ("cp1255", "אבגדהוזחטיךכלםמןנסעףפץצקרשת"),
    ("cp1256", "ابتثجحخدذرزسشصضطظعغفقكلمنهويىئءآأإؤة"),
)
_MARKS = set("“”„‚‘’–—…«»€£§°·•©®™¿¡ºª\u00a0\u00ad№")
_COMMON = {  # the characters most texts are full of
    "gb18030": "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说面而方后多定行学法所民得经"
    "十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全"
    "表间样与关各重新线内数正心反你明看原又么利比或但质气第向道条只没结解问意建月公无系很情者最立代想已通并提直题程五果位入常文总次品式"
    "活设及管特件长门点费船吗今好您谢请",
    "big5": "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經"
    "麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日者意無力它與長把機十民第公此已工使情明性知全三又關點"
    "正業外將兩高間由問很最重並物手應向頭文體政美相見被利什二等產或新己制身果加西月話合回特代內信表化老給世位次度門任常先海通教兒原東聲"
    "提立及比員解水名船費請謝您",
    "cp949": "이다는을가의에로고하지은를한기나사인리도아자서대시그어해일정수보여전구제주것라과와만부유상장스안마으들무면있없했습니까요니열섯닫홉항실",
}
_ASIAN = ("gb18030", "big5", "shift_jis", "euc_jp", "cp949")


def likely(data: bytes) -> str | None:
    """The most likely encoding of bytes that are not UTF-8; None where none is likely."""
    best, score = None, 0.5
    for encoding, *alphabets in _LANGUAGES:
        with suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            for alphabet in alphabets:
                if (found := _by_letters(text, set(alphabet))) > score + 0.001:
                    best, score = encoding, found
    for encoding in _ASIAN:
        with suppress(UnicodeDecodeError):
            if (found := _by_characters(data.decode(encoding), encoding)) > score + 0.001:
                best, score = encoding, found
    return best


def _by_letters(text: str, alphabet: set[str]) -> float:
    """From -2 to 1: how well the characters outside ASCII fit a language, and capital letters their places."""
    points, count = 0.0, 0
    before = " "
    for char in text:
        if char > "\x7f":
            count += 1
            known = char.lower() in alphabet
            points += 1 if known or char in _MARKS else -2
            if known and char != char.lower() and before.islower():
                points -= 1
            if char in _MARKS and before.isalpha() and char in "ºª©®°·":
                points -= 1
        before = char
    return points / count if count else 0.0


def _by_characters(text: str, encoding: str) -> float:
    """From -1 to 2: how common the characters outside ASCII are in texts of an East Asian encoding."""
    common = _COMMON.get(encoding, "")
    japanese = encoding in ("shift_jis", "euc_jp")
    points, count = 0.0, 0
    for char in text:
        if char <= "\x7f":
            continue
        count += 1
        raw = char.encode(encoding)
        if len(raw) != 2:
            points -= 1  # half-width kana, and what needs four bytes
        elif char in common or (japanese and "\u3041" <= char <= "\u30fc"):
            points += 2
        elif "\u3000" <= char <= "\u3002" or "\uff01" <= char <= "\uff5e" or char in "「」『』“”‘’…—·":
            points += 1
        elif "\u3041" <= char <= "\u30fc":
            points -= 1
        else:
            points += 1 if _frequent(raw, encoding) else -0.5
    return points / count if count else 0.0


def _frequent(raw: bytes, encoding: str) -> bool:
    """Whether a character stands in the part of its set that holds the frequent ones."""
    first, last = {
        "gb18030": (0xB0, 0xD7),
        "big5": (0xA4, 0xC6),
        "shift_jis": (0x88, 0x97),
        "euc_jp": (0xB0, 0xCF),
        "cp949": (0xB0, 0xC8),
    }[encoding]
    return first <= raw[0] <= last and (raw[1] >= 0xA1 or encoding in ("big5", "shift_jis"))
