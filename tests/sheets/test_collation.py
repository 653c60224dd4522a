"""Names on postings stand where readers look for them."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest
import pyuca

from sheetscore.sheets.postings import name_order

ALPHABETS = {
    "Latin": "aAbBcCçÇdDðeEéëfghiIıjklŁłmnñoOøØœpqrsßtþuüvwxyzZæÆåÅž -'.",
    "Greek and Cyrillic": "αΑάβγΩωабвгдеёжзйЙіїщъыьэюя",
    "Hebrew and Arabic": "אבגדשׁשׂתابتثجحخ\u064e\u0651\u0621",
    "Indian and Thai": "कखगघक्षज़का\u0bc6\u0bbe\u0b95เกแขโคไงก็",
    "Tibetan": "\u0f71\u0f72\u0f74\u0f80\u0fb2\u0fb3\u0f40\u0f42",
    "Chinese and Japanese": "王李張陈劉髙﨑\u3400\U00020000あアがガー々ｱｶﾞ",
    "Korean": "김이박최정강\u1100\u1161\u11a8\u3131",
    "combining marks": "aeouln\u0300\u0301\u0308\u0327\u0328\u030a\u0338\u0345\u035c\u05b0\u3099",
    "what no table lists": "\U00017000\U0001b2ff\ue000\U000e1000\U0010ffff\u0378\ufffe\x00\x7f\u200d\ufffd🙂",
}


def names_of(signs: str, random: Random, count: int) -> list[str]:
    return ["".join(random.choices(signs, k=random.randrange(9))) for _ in range(count)]


@pytest.fixture(scope="module")
def whole() -> pyuca.Collator:
    """The collation with all of its table."""
    return pyuca.Collator()


@pytest.mark.parametrize("signs", [*ALPHABETS.values(), "".join(ALPHABETS.values())], ids=[*ALPHABETS, "all at once"])
def test_names_have_the_order_of_the_whole_table(whole: pyuca.Collator, signs: str) -> None:
    names = names_of(signs, Random(signs), 2000)
    order = name_order(names)
    assert [order(name) for name in names] == [(whole.sort_key(name), name) for name in names]


def test_signs_from_everywhere_have_the_order_of_the_whole_table(whole: pyuca.Collator) -> None:
    random = Random(1)
    everything = [*map(chr, chain(range(0xD800), range(0xE000, 0x110000)))]
    names = ["".join(random.choices(everything, k=5)) for _ in range(3000)]
    names += ["".join(random.choices(everything[:0x3100], k=5)) for _ in range(3000)]
    order = name_order(names)
    assert [order(name) for name in names] == [(whole.sort_key(name), name) for name in names]


def test_names_are_sorted_where_readers_look_for_them() -> None:
    # Ł after L and before M, Ø among the O, Æ as AE, Ç among the C; capitals and accents do not count before letters
    names = ["Adler", "Æbler", "Afton", "Ångström", "Çelik", "Cole", "Łukasz", "Luz", "Mu", "Østergaard", "Otto"]
    assert sorted(set(names), key=name_order(names)) == names
    others = ["de Vries", "Dee", "DE LA RUE"]
    assert sorted(others, key=name_order(others)) == ["DE LA RUE", "de Vries", "Dee"]


def test_few_names_need_few_lines_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    add = pyuca.collator.Trie.add

    def counted(table: object, signs: list[int], weights: object) -> None:
        read.append("".join(map(chr, signs)))
        add(table, signs, weights)

    monkeypatch.setattr(pyuca.collator.Trie, "add", counted)
    name_order(["Bo", "Ann"])
    assert sorted(read) == ["A", "B", "n", "o"]
