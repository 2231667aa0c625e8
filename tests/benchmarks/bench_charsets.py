"""Records made up in sixteen charsets, and how many of them are read wrong.

    python tests/benchmarks/bench_charsets.py [--seed N] [--files N] [--show N]

Each record has names, perhaps an event and a comment, with or without CA; it lies alone, in a folder of its charset or
in a folder of several. A reading is wrong if any character differs. Even seeds are for tuning, odd ones for reports.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from typing import NamedTuple

from goanalyze.archives.inputs import find_sources
from goanalyze.sgf.charset import texts


class Language(NamedTuple):
    """Names, titles of events and comments of one language."""

    surnames: list[str]
    given_names: list[str]
    between: str
    events: list[str]
    comments: list[str]


def _language(surnames: str, given_names: str, between: str, events: str, comments: str) -> Language:
    events_of, comments_of = ([each.strip() for each in text.split("|")] for text in (events, comments))
    return Language(surnames.split(), given_names.split(), between, events_of, comments_of)


LANGUAGES = {
    "chinese": _language(
        "张 王 李 赵 陈 刘 杨 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗 梁 宋 郑 谢 韩 唐 冯 于 董 萧 程 曹 袁 邓 许 傅 沈 曾 彭 吕 "
        "柯 聂 连 芈 党 辜 柁 檀 时 范 江 古 常 俞 邵 丁 孔 邱 崔 牛 汪 毛 童 廖 丰 谷",
        "伟 芳 秀英 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 兰 霞 平 刚 桂英 昊 卫平 晓春 睿羲 梓豪 廷钰 昱廷 嘉熹 毅飞 笑 洁 越 啸 "
        "力 斌 峻 轶 鼎新 伟刚 子健 文尧 雨昊 家元 瑞祥 骏夫 泊霖 世龙 浩 翔 鑫 钰 煜 骁",
        "",
        "第三届春兰杯决赛|全国围棋甲级联赛|第十五届农心杯|名人战第二局|天元赛挑战赛|晚报杯业余赛|城市围棋联赛|网络快棋赛",
        "黑棋大势不错，白棋下一步打入是关键。|这手棋很好！|白优势|此处应该先长一手再跳出|双方下得很快，黑中盘胜|变化图",
    ),
    "taiwanese": _language(
        "張 王 李 趙 陳 劉 楊 黃 周 吳 徐 孫 胡 朱 高 林 何 郭 馬 羅 梁 宋 鄭 謝 韓 唐 馮 蕭 許 賴 簡 彭 葉 蘇 戴 邱 曾 廖 蔡 莊 "
        "俞 夏 徐 詹 江 洪 盧 游 連",
        "栩 俊勳 詩淵 君諺 正浩 皓鋐 元均 均輔 立祥 士杰 靖庭 景華 至涵 大銘 祈睿 博崴 俐均 嘉嘉 依旻 至聖 嘉伸 承洵 子淵 威廷 "
        "志偉 淑芬 美玲 建宏 家豪 怡君 雅婷 宗翰 冠宇 功成 蓋倫 孟桓",
        "",
        "第八屆天元戰決賽|海峰盃職業圍棋賽|國手戰挑戰賽第三局|業餘圍棋公開賽|名人戰循環圈|棋王戰敗部|大學盃團體賽",
        "黑棋形勢不錯，白棋下一手打入是關鍵。|這手棋很好！|白優勢|雙方下得很快，黑中盤勝|此處應先長一手再跳出|變化圖",
    ),
    "hong_kong": _language(
        "陳 李 黃 張 梁 林 王 吳 劉 蔡 何 羅 馮 鄧 譚 郭 潘 曾 鍾 邱",
        "家喺 啲仔 咁明 嘅華 冇忌 嚟發 嗰雄 係強 佢傑 哋文",
        "",
        "香港圍棋公開賽|港澳賽|學界盃",
        "呢手棋好勁，佢哋諗咗好耐|嗰度唔係咁行|冇咗喇",
    ),
    "japanese": _language(
        "井山 張 高尾 山下 羽根 一力 芝野 許 本木 坂田 藤沢 武宮 小林 大竹 石田 岩本 橋本 趙 結城 河野 余 村川 伊田 佐藤 鈴木 "
        "高橋 田中 渡辺 伊藤 山本 中村 加藤 吉田 山田 松本 従野 表 十段坂 予川 能登 構",
        "裕太 栩 紳路 敬吾 直樹 遼 虎丸 家元 克弥 栄男 秀行 正樹 光一 英雄 芳夫 薫 宇太郎 治勲 聡 臨 大介 篤史 太郎 花子 さくら "
        "まさる ひろし ヨシオ ケンジ 智子 美香 健一 誠",
        "",
        "第十期本因坊戦七番勝負第三局|名人戦挑戦手合|棋聖戦予選Ａ|プロ十段戦|関西棋院第一位決定戦|アマチュア選手権|ＮＨＫ杯",
        "黒の構想がすばらしい。|この手は悪手でした。|ここで白は投了しました。時間切れ。|従って黒よし|変化図|表側を打つ",
    ),
    "korean": _language(
        "김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 류 홍 유 목 나 변 원 백 허 남 심 노",
        "세돌 정환 훈현 봉수 창혁 철한 지석 동윤 진서 상일 성진 창호 성준 민준 명훈 영훈 현 동훈 한승 성지 홍석 민수 지영 서연 "
        "도윤 하은 재훈 미영 정숙 영철 은지 태현",
        "",
        "제5회 삼성화재배 결승|한국바둑리그|LG배 세계기왕전 준결승 2국|국수전 도전기|아마추어 최강전|농심신라면배",
        "흑이 좋은 바둑입니다.|이 수가 패착이었다.|백이 두터워서 형세는 백 우세|초읽기에 몰렸다|참고도",
    ),
    "russian": _language(
        "Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев Семёнов "
        "Егоров Павлов Козлов Степанов Николаев Динерштейн Шикшин Сурин Кульков Берёзкин",
        "Александр Наталья Сергей Дмитрий Андрей Алексей Максим Евгений Иван Елена Ольга Светлана Илья Тимур Юрий Игорь Вера",
        " ",
        "Чемпионат России|Кубок Москвы, 3 тур|Первенство города|Открытый турнир|Командный чемпионат Европы",
        "Хороший ход.|Здесь белым нужно было защищаться, а не нападать.|Чёрные выиграли по очкам|Ошибка!|Вариант",
    ),
    "french": _language(
        "Müller Lefèvre Gérard Bérenger Núñez Muñoz García Åkesson Sørensen Jørgensen Schröder Weiß Größer Bäcker Günther Fournès "
        "Crépin Gonçalves Araújo Sjöberg Öström Nygård Bréjon Peña Köhler Groß Strauß",
        "Jérôme François Étienne André Noël Hélène Anaïs Jürgen José Inês Åsa Björn Søren Gérard Frédéric João Conceição Zoë Benoît "
        "Jörg Käthe Bärbel Raphaël René Félix Paul Klaus Anna",
        " ",
        "Tournoi de Noël|Open de Bruxelles|Championnat de Suède à Göteborg|Münchner Go-Meisterschaft|Torneo de España",
        "Très bon coup.|Das ist ein großer Fehler, Weiß muß hier schützen.|Noir gagne déjà|¡Qué error!|Schöner Zug für Weiß",
    ),
    "polish": _language(
        "Żądło Brzęczyszczykiewicz Wiśniewski Wójcik Kamiński Dąbrowski Zieliński Kozłowski Nagy Tóth Szabó Kővári Dvořák Černý "
        "Procházka Kučera Veselý Horák Němec Pospíšil Král Šimůnek Mihály Gerő Frejlak Łuczak",
        "Łukasz Małgorzata Stanisław Paweł Michał Jiří Tomáš Ondřej Zdeněk Vítězslav László György Gábor Dušan Želmíra Lukáš "
        "Kamil Marek Jan Zoltán Mateusz",
        " ",
        "Mistrzostwa Polski, półfinał|Grand Prix Prahy, 2. kolo|Országos bajnokság döntő|Turniej o Puchar Łodzi",
        "Dobry ruch, ale biały może się bronić.|Tohle je špatně, černý má žít.|Fehér győz|Błąd!|Nejlepší tah",
    ),
    "turkish": _language(
        "Yılmaz Şahin Çelik Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek",
        "Ayşe Gülşen Mehmet Uğur Çağla Işık Şule Özgür Tuğba Gökçe Barış İbrahim İsmail Ömer Ülkü Emre",
        " ",
        "Türkiye Şampiyonası|İstanbul Açık Turnuvası|Üniversiteler arası karşılaşma|Boğaziçi kupası",
        "Güzel hamle, ama beyaz köşeyi yaşatır.|Siyah kazandı|Yanlış|Burada bağlantı şart",
    ),
    "thai": _language(
        "ศรีสุข ใจดี วงศ์ทอง แก้วมณี บุญมา สุวรรณ ทองดี พงษ์ไพร รัตนา ชัยชนะ มีสุข จันทร์เพ็ญ",
        "สมชาย สมหญิง วิชัย นภา กิตติ ธนา อรุณ พิมพ์ใจ ปรีชา สุดา ณัฐ วรรณา",
        " ",
        "การแข่งขันหมากล้อมชิงแชมป์ประเทศไทย|หมากล้อมอุดมศึกษา รอบที่ ๒|นัดชิงชนะเลิศ",
        "หมากตานี้ดีมาก|ขาวควรป้องกันมุมก่อน|ดำชนะ|ตานี้ผิด",
    ),
}

CHARSETS = {  # codec: languages, names by which CA calls it
    "utf-8": (tuple(LANGUAGES), ("UTF-8", "utf8")),
    "gbk": (("chinese",), ("GBK", "GB18030", "gb2312", "cp936", "x-gbk")),
    "gb2312": (("chinese",), ("GB2312", "GB_2312-80", "EUC-CN")),
    "big5": (("taiwanese",), ("Big5", "cp950", "x-x-big5", "big-5")),
    "big5hkscs": (("hong_kong",), ("Big5-HKSCS", "Big5")),
    "cp932": (("japanese",), ("Shift_JIS", "SJIS", "windows-31j", "x-sjis", "cp932")),
    "euc_jp": (("japanese",), ("EUC-JP", "x-euc-jp")),
    "iso2022_jp": (("japanese",), ("ISO-2022-JP",)),
    "hz": (("chinese",), ("HZ-GB-2312", "HZ")),
    "cp949": (("korean",), ("EUC-KR", "ks_c_5601-1987", "cp949", "uhc", "x-euc-kr")),
    "koi8_r": (("russian",), ("KOI8-R", "koi8")),
    "cp1251": (("russian",), ("windows-1251", "cp1251", "win-1251")),
    "cp1252": (("french",), ("ISO-8859-1", "windows-1252", "latin1")),
    "cp1250": (("polish",), ("windows-1250", "cp1250")),
    "cp1254": (("turkish",), ("ISO-8859-9", "windows-1254", "latin5")),
    "tis_620": (("thai",), ("TIS-620", "windows-874", "iso-8859-11")),
}
MOVES = ";B[pd];W[dp];B[pp];W[dd];B[fc];W[cf];B[jd]"


class Made(NamedTuple):
    """A record: its folder, the charset, its kind, its text, and its bytes."""

    folder: str
    charset: str
    kind: str
    text: str
    data: bytes


def _record(random: Random, charset: str) -> tuple[str, str, bytes] | None:
    """Return the kind, text and bytes of a record; None if the charset lacks a character."""
    languages, names = CHARSETS[charset]
    language = LANGUAGES[random.choice(languages)]
    parts = random.choice(("names", "names", "event", "comment"))
    has_ca = random.random() < 0.4

    def name() -> str:
        pair = [random.choice(language.surnames), random.choice(language.given_names)]
        return language.between.join(pair if language.between == "" else pair[::-1])

    root = ["GM[1]", "FF[4]"] + [f"CA[{random.choice(names)}]"] * has_ca
    root += ["SZ[19]", f"PB[{name()}]", f"PW[{name()}]"]
    if parts != "names":
        root += [f"EV[{random.choice(language.events)}]", "RE[B+R]"]
    comment = f"C[{random.choice(language.comments)}]" if parts == "comment" else ""
    text = f"(;{''.join(root)}{MOVES}{comment})"
    try:
        data = text.replace("\\", "\\\\").encode(charset)
    except UnicodeEncodeError:
        return None
    if data.isascii() and text.isascii():
        return None
    return f"{parts}{' CA' if has_ca else ''}", text, data


def made_up(seed: int, files: int) -> list[Made]:
    """Return records of all charsets: alone, in folders of one charset, and in folders of several."""
    random, records = Random(seed), []
    folder = 0
    while len(records) < files:
        place = random.choice(("alone", "alone", "alone", "one", "several"))
        size = {"alone": 1, "one": random.choice((3, 12, 40)), "several": random.choice((6, 20))}[place]
        charsets = random.sample(list(CHARSETS), random.choice((2, 3)) if place == "several" else 1)
        if place == "alone" and random.random() < 0.5:
            charsets = [random.choice([each for each in CHARSETS if each != "utf-8"])]
        for _ in range(size):
            charset = random.choice(charsets)
            if drawn := _record(random, charset):
                kind, text, data = drawn
                records.append(Made(f"{folder:05}", charset, f"{place}: {kind}", text, data))
        folder += 1
    return records


def wrong_readings(records: list[Made]) -> list[tuple[Made, str, str]]:
    """Return the records that are read wrong, with the encoding and the text that they are read as."""
    wrong = []
    with tempfile.TemporaryDirectory() as root:
        folders: dict[str, dict[str, Made]] = defaultdict(dict)
        for number, record in enumerate(records):
            path = Path(root, record.folder, f"{number:05}.sgf")
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(record.data)
            folders[record.folder][str(path)] = record
        for folder, by_path in folders.items():
            for source in find_sources([str(Path(root, folder))]):
                for text in texts(source):
                    record = by_path[text.source]
                    if text.data.decode() != record.text:
                        wrong.append((record, text.encoding, text.data.decode()))
    return wrong


def main() -> None:
    """Print how many records are read wrong, by charset and kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", type=int, default=8000)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--list", help="file that the numbers of the wrong records are written to")
    options = parser.parse_args()
    records = made_up(options.seed, options.files)
    wrong = wrong_readings(records)
    total = Counter(record.charset for record in records)
    by_charset = Counter(record.charset for record, _, _ in wrong)
    by_kind, kinds = Counter(record.kind for record, _, _ in wrong), Counter(record.kind for record in records)
    for charset in CHARSETS:
        read_as = Counter(encoding for record, encoding, _ in wrong if record.charset == charset).most_common(4)
        print(f"{charset:12}{by_charset[charset]:5} of {total[charset]:5}  {dict(read_as)}")
    for kind in sorted(kinds):
        print(f"{kind:24}{by_kind[kind]:5} of {kinds[kind]:5}")
    print(
        f"{len(wrong)} of {len(records)} records in {len({record.folder for record in records})} folders are read wrong"
    )
    for record, encoding, text in wrong[: options.show]:
        print(record.charset, "as", encoding, record.kind, record.folder, record.text[9:90], "→", text[9:90])
    if options.list:
        index = {id(record): number for number, record in enumerate(records)}
        lines = [f"{index[id(record)]} {record.charset} {encoding} {record.kind}\n" for record, encoding, _ in wrong]
        Path(options.list).write_text("".join(lines))


if __name__ == "__main__":
    main()
