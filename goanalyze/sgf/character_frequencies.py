"""Frequencies of characters in text of each charset: of players' names, titles of events and comments.

Scope: tables. `charset_detection` weighs texts by them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

_UNUSUAL: Final = -16.0  # natural logarithm of the probability of a character that no table has
_NO_CHARACTER: Final = -20.0  # the same of bytes that form no character
_ANY_LANGUAGE: Final = math.log(1 / 10)  # share of one language in text that may be of any

# Frequent characters of names and titles, counted over players' names of Tygem, TOM and Fox, and common words.
_HANZI: Final = (
    "的天小棋大一人之无风神星心王子龙山不飞手我月海爱老剑花宝梦了围灵中刀红生三雨地道西黑下城江马东士云年乐白弈明光林石时高流阳虎真头"
    "来湖少上快水师有空杀客火金点行清飘青五冰远猫想九南雪若好狼在魔安夜狂鱼文美元笑秋意出州熊前死战武如绝春开毛日八国精可魂情间里你永疯奇"
    "河世平重女牛二利成部胜千浪宇太和影者张李刘陈杨赵黄周吴徐孙胡朱何郭罗宋郑谢韩唐冯曹彭曾萧蔡潘丁任姚卢钟俞聂柯古力常昊世界杯赛第届"
    "际决段比品先负盘目子是到个们为这说会也出就分对过着手正解变化失败参考图题答案活净提吃打劫紧气官定式布局进攻防守断连挡扳长跳"
)
_TRADITIONAL: Final = (
    "陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴周葉蘇莊江呂何羅高蕭潘簡朱鍾彭游詹胡施沈余趙盧梁柯孫魏翁戴范宋方杜傅侯曹薛丁馬蔣唐俊志明宏偉"
    "建國文華美淑玲芬惠雅怡君家豪宗翰冠宇士杰元正浩子立祥圍棋賽戰名人天王手業餘職公開第屆決局循環圈挑黑白勝中盤半目先好不錯這是的一下了在有"
    "我你他們說對為與就到也可以會後前上大小時間超過讓段級台灣北海峰盃正解變化失敗參考圖題答案活"
)
_CANTONESE: Final = "喺啲咁嘅冇嚟嗰佢哋係呢咗唔諗睇啱嗱嘢"
_KANJI: Final = (
    "田山本村中小川野大井上藤原高木橋石島林崎森岡谷松池西東南北前後久保佐々伊渡辺加吉鈴清水長尾羽根武宮坂関竹内近遠阿部安斎福三二一郎太子美"
    "智正和夫雄明男隆昭弘光秀信義敏幸博英治直樹浩健哲也俊彦裕克栄勝茂次春夏秋冬恵由紀香真理奈花人達平成元新古今日月火金土年第回戦名棋聖王座"
    "天段級位決定予選負因坊十碁杯院国際黒白手番目半押時間切投了悪形勢判断布定隅央攻守生死従表変化図打良構想・ー正解失敗参考問題答"
)
_HANGUL: Final = (
    "이사바마스나리의아다기둑미라수대인소하로비랑지가영한전강도방시천해진주산자동정무제돌초신어드트원고문웅우선호화구네장성행는보야울에은레"
    "운꿈승루내중터세석명부창경달공청만왕오란너백두타서룡파유와국류프노퍼추안려남검람니르클모조일김박최윤임황송홍양배허심곽민준현재훈철상희"
    "연예건을를결패회단국제본선답실패변참고형활사"
)
_RUSSIAN: Final = "оеаинтсрвлкмдпуяьгзбйчы"
_CENTRAL_EUROPEAN: Final = "łąęśżźćńóščřžýáíéěůőűöüťňďŁŻŚČŠŘŽÁ"
_GREEK: Final = "αοιετσνηυρπκμλςάίόέήώύ"
_THAI: Final = "านรกอเงมยลวดทสตะปบคหจพชขแไผถศธณ่้ิีัุู์็ื"

_TRAIL: Final = ((0xA1, 0xFE),)
_BIG5: Final = ((0x40, 0x7E), (0xA1, 0xFE))
_SJIS: Final = ((0x40, 0x7E), (0x80, 0xFC))

# Of each charset of two bytes: share of running text, first and last lead byte, ranges of the second byte.
_PARTS: Final[Mapping[str, Sequence[tuple[float, int, int, Sequence[tuple[int, int]]]]]] = {
    # hanzi of the first level, punctuation, hanzi of the second level, those of GBK
    "gb18030": ((0.50, 0xB0, 0xD7, _TRAIL), (0.06, 0xA1, 0xA3, _TRAIL), (0.03, 0xD8, 0xF7, _TRAIL),
                (0.01, 0x81, 0xFE, _SJIS)),
    # hanzi of the first level, punctuation, hanzi of the second level, those of Hong Kong
    "big5hkscs": ((0.50, 0xA4, 0xC6, _BIG5), (0.06, 0xA1, 0xA3, _BIG5), (0.02, 0xC9, 0xF9, _BIG5),
                  (0.005, 0x87, 0xFE, _BIG5)),
    # hiragana, katakana, kanji of the first level, punctuation, kanji of the second level
    "cp932": ((0.25, 0x82, 0x82, ((0x9F, 0xF1),)), (0.20, 0x83, 0x83, ((0x40, 0x7E), (0x80, 0x96))),
              (0.25, 0x88, 0x98, _SJIS), (0.06, 0x81, 0x82, _SJIS), (0.02, 0x99, 0xEA, _SJIS)),
    "euc_jp": ((0.25, 0xA4, 0xA4, _TRAIL), (0.20, 0xA5, 0xA5, _TRAIL), (0.25, 0xB0, 0xCF, _TRAIL),
               (0.06, 0xA1, 0xA3, _TRAIL), (0.02, 0xD0, 0xF4, _TRAIL)),
    # hangul, punctuation, hanja, the other syllables
    "cp949": ((0.40, 0xB0, 0xC8, _TRAIL), (0.06, 0xA1, 0xA3, _TRAIL), (0.03, 0xCA, 0xFD, _TRAIL),
              (0.01, 0x81, 0xC6, ((0x41, 0x5A), (0x61, 0x7A), (0x81, 0xFE)))),
}  # fmt: skip
_FREQUENT: Final = {
    "gb18030": (0.40, _HANZI),
    "big5hkscs": (0.40, _TRADITIONAL + _CANTONESE),
    "cp932": (0.22, _KANJI),
    "euc_jp": (0.22, _KANJI),
    "cp949": (0.50, _HANGUL),
    "cp1252": (0.75, "éèêëàâîïôùûçäöüßñáíóúåæøãõÉÖÄÜÅØ"),
    "cp1250": (0.85, _CENTRAL_EUROPEAN),
    "iso8859-2": (0.85, _CENTRAL_EUROPEAN),
    "cp1254": (0.60, "ışğüçöİŞÇÖÜ"),
    "cp1251": (0.60, _RUSSIAN),
    "koi8-r": (0.60, _RUSSIAN),
    "koi8-u": (0.60, _RUSSIAN),
    "cp1253": (0.60, _GREEK),
    "cp874": (0.80, _THAI),
}
_LETTERS: Final = (0.25, 0.12, 0.03)  # of charsets of one byte: other small letters, capitals, other characters
_ONLY_LETTERS: Final = (0.75, 0.20, 0.05)  # the same where no letters are known to be frequent

DOUBLE: Final = ("gb18030", "cp950", "cp932", "euc_jp", "cp949")
"""Charsets of two bytes that have a table."""
SINGLE: Final = ("cp1252", "cp1251", "koi8-r", "koi8-u", "cp1250", "iso8859-2", "cp1254", "cp1253", "cp874")
"""Charsets of one byte that have a table."""


class Frequencies(dict[str, float]):
    """Natural logarithms of the probabilities of characters."""

    def __missing__(self, character: str) -> float:
        return _NO_CHARACTER if character == "\ufffd" else _UNUSUAL


@lru_cache(maxsize=64)
def frequent(charset: str) -> frozenset[str]:
    """Return the most frequent characters of a charset; empty where none are known."""
    return frozenset(_FREQUENT[reading_codec(charset)][1]) if reading_codec(charset) in _FREQUENT else frozenset()


def reading_codec(charset: str) -> str:
    """Return the codec by which text of a charset is weighed: for Big5, the one with the characters of Hong Kong."""
    return "big5hkscs" if charset == "cp950" else charset


@lru_cache(maxsize=64)
def frequencies(charset: str) -> Frequencies:
    """Return the frequencies of the characters of a charset; of UTF-8, those of any language."""
    table = Frequencies()
    if charset == "utf-8":
        for name in (*DOUBLE, *SINGLE):
            for character, likely in frequencies(name).items():
                table[character] = max(table.get(character, _UNUSUAL), likely + _ANY_LANGUAGE)
        return table
    codec = reading_codec(charset)
    if codec in _PARTS:
        parts = [(share, _characters(codec, first, last, second)) for share, first, last, second in _PARTS[codec]]
    else:
        high = bytes(range(0x80, 0x100)).decode(codec, errors="ignore")
        capital = "".join(filter(str.isupper, high))
        small = "".join(character for character in high if character.isalpha() and character not in capital)
        rest = "".join(character for character in high if character not in small + capital)
        shares = _LETTERS if codec in _FREQUENT else _ONLY_LETTERS
        parts = list(zip(shares, (small, capital, rest), strict=True))
    parts[:0] = [_FREQUENT[codec]] if codec in _FREQUENT else []
    for share, characters in reversed(parts):
        table.update(dict.fromkeys(characters, math.log(share / max(1, len(characters)))))
    return table


def _characters(codec: str, first: int, last: int, second: Sequence[tuple[int, int]]) -> str:
    """Return the characters with first bytes in a range, and second bytes in some ranges."""
    trails = np.concatenate([np.arange(begin, end + 1) for begin, end in second])
    pairs = np.full((last + 1 - first, len(trails), 3), ord("\n"), dtype=np.uint8)  # a decoder resumes after "\n"
    pairs[:, :, 0], pairs[:, :, 1] = np.arange(first, last + 1)[:, np.newaxis], trails
    decoded = pairs.tobytes().decode(codec, errors="replace").split("\n")
    return "".join(character for character in decoded if len(character) == 1 and character != "\ufffd")
