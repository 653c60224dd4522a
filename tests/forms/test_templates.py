"""Form templates: every mistake with its file and place, and an event's own templates before the built-in ones."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from amps_event import pilot_shape

from sheetscore.forms.evaluation import score_page
from sheetscore.forms.template import Library, shipped
from sheetscore.problems import MistakesFound
from sheetscore.systems.amps import AMPS

BUILT_IN = (shipped("templates") / "amps" / "air-combat.toml").read_text(encoding="utf-8")


def own(folder: Path, text: str, name: str = "air-combat.toml") -> Library:
    (folder / name).write_text(text, encoding="utf-8")
    return Library("amps", ("amps",), folder)


def test_the_built_in_templates_have_no_mistakes() -> None:
    assert AMPS.check_templates(Library("amps", ("amps",))) == []


def test_an_events_own_template_wins(tmp_path: Path) -> None:
    own(tmp_path, BUILT_IN.replace('total = "dn + na + 2*da"', 'total = "dn + na + 5*da"'))
    form = pilot_shape("cap", own=tmp_path)
    assert score_page(form, {"air-combat.advantage.da": 1}).sums["computed"] == 5


def test_a_template_is_parsed_once_and_anew_as_soon_as_it_says_something_else(tmp_path: Path) -> None:
    library = own(tmp_path, BUILT_IN)
    path, before = tmp_path / "air-combat.toml", library.template("air-combat")
    assert library.template("air-combat") is before
    now = path.stat()
    own(tmp_path, BUILT_IN.replace('total = "dn + na + 2*da"', 'total = "dn + na + 5*da"'))
    os.utime(path, ns=(now.st_atime_ns, now.st_mtime_ns))  # as long as before, and saved at the same moment
    assert "dn + na + 5*da" in {block.total for block in library.template("air-combat").block}
    own(tmp_path, "no template")
    with pytest.raises(MistakesFound, match="not TOML"):
        library.template("air-combat")


def test_a_box_may_be_called_like_a_word_of_the_language_where_nothing_is_worked_out(tmp_path: Path) -> None:
    log = (shipped("templates") / "amps" / "table.toml").read_text(encoding="utf-8")
    (tmp_path / "table.toml").write_text(log.replace('id = "turn"', 'id = "round"'), encoding="utf-8")
    library = Library("amps", ("amps",), tmp_path)
    assert AMPS.check_templates(library) == []
    ruled = log.replace('id = "turn"', 'id = "round"').replace("rows = 8", 'rows = 8\ntotal = "1"')
    (tmp_path / "table.toml").write_text(ruled, encoding="utf-8")
    assert any(
        "block log: round is a word of the rules' language" in one.message for one in AMPS.check_templates(library)
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("2*da", "2*daa", ("block advantage, total", "daa", "did you mean da")),
        ("12*star", "12**star", ("block damage, let points", "no power operator")),
        ('list = "enemy_aircraft"', 'list = "aircrafts"', ("field aircraft", "no list aircrafts", "enemy_aircraft")),
        ("units = 7", "units = 8", ("block damage", "13 units of 12")),
        ('key = "aircraft"', 'key = "plane"', ("across", "no field plane")),
        ("rows = 6", "rows = 400", ("block damage", "400 rows")),
        ('id = "advantage"', 'id = "damage"', ("two blocks are called damage",)),
        ('type = "count", units = 1', 'type = "counter", units = 1', ("block damage, field star, type",)),
        ("rows = 6", "row = 6", ("block damage, row",)),
        ('id = "rolls"', 'id = "rolls"\nrows_printed = 2', ("block rolls", "rows_printed is for numbered lines")),
        ("rows = 6", "rows = = 6", ("not TOML",)),
        ('{ id = "dn"', '{ id = "sum"', ("sum is a word of the rules' language",)),
        ('earlier = "taken"', 'earlier = "points"', ("block damage", "points is called so twice")),
        ('earlier = "taken"', 'earlier = "count"', ("block damage", "count is a word of the rules' language")),
        (
            'sum = "total"',
            'sum = "2*total"',
            ("block damage, across, earlier", "the name of a box or a step, or total"),
        ),
    ],
)
def test_a_mistake_is_named_with_file_and_place(tmp_path: Path, old: str, new: str, said: tuple[str, ...]) -> None:
    assert old in BUILT_IN
    found = AMPS.check_templates(own(tmp_path, BUILT_IN.replace(old, new, 1)))
    messages = "\n".join(one.message for one in found)
    assert all(one.code == "template" and "air-combat.toml" in one.message for one in found)
    for part in said:
        assert part in messages


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '[[block.after]]\nkey = "target"',
            '[[block.after]]\nkey = "place"',
            ("block bombing, after", "no field place"),
        ),
        ('before = "before"', 'before = "befor"', ("block bombing, after, before", "befor")),
    ],
)
def test_a_mistake_in_what_comes_too_late_is_named(tmp_path: Path, old: str, new: str, said: tuple[str, ...]) -> None:
    strike = (shipped("templates") / "amps" / "strike.toml").read_text(encoding="utf-8")
    assert old in strike
    own(tmp_path, strike.replace(old, new, 1), "strike.toml")
    messages = "\n".join(one.message for one in AMPS.check_templates(Library("amps", ("amps",), tmp_path)))
    for part in said:
        assert part in messages


def test_all_mistakes_of_all_templates_are_found_at_once(tmp_path: Path) -> None:
    own(tmp_path, BUILT_IN.replace("2*da", "2*x").replace("12*star", "12*y"))
    own(tmp_path, "title = 3", "strike.toml")
    found = AMPS.check_templates(Library("amps", ("amps",), tmp_path))
    assert {one.sheet for one in found} == {"air-combat.toml", "strike.toml"}
    assert sum(one.sheet == "air-combat.toml" for one in found) == 2


def test_sheets_are_not_made_from_templates_with_mistakes(tmp_path: Path) -> None:
    own(tmp_path, BUILT_IN.replace("2*da", "2*x"))
    with pytest.raises(MistakesFound, match="x is not"):
        pilot_shape("cap", own=tmp_path)


def test_a_template_saved_by_notepad_is_read_like_any_other(tmp_path: Path) -> None:
    edited = BUILT_IN.replace('total = "dn + na + 2*da"', 'total = "dn + na + 5*da"')
    (tmp_path / "air-combat.toml").write_bytes(b"\xef\xbb\xbf" + edited.encode().replace(b"\n", b"\r\n"))
    form = pilot_shape("cap", own=tmp_path)
    assert score_page(form, {"air-combat.advantage.da": 1}).sums["computed"] == 5
