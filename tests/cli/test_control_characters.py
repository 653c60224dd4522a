"""Control characters of any input: shown escaped in every message, refused in names and ids."""

from __future__ import annotations

from pathlib import Path

import pytest
from amps_event import amps_event
from click.testing import CliRunner
from event_folder import GOOD_LINES, filled_folder

from sheetscore.cli.main import main
from sheetscore.desk.export import export
from sheetscore.sentences import escaped

ESCAPE, C1, OVERRIDE, ISOLATE = "\x1b[31m", "\x9b31m", "\u202e", "\u2066"
HOSTILE = (ESCAPE, C1, OVERRIDE, ISOLATE, "\x07")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give an event with a filled round, which no test here changes."""
    return filled_folder(tmp_path_factory.mktemp("controls") / "event", amps_event(), GOOD_LINES)


def run(folder: Path, *words: str) -> str:
    done = CliRunner().invoke(main, ["-C", str(folder), *words])
    assert done.exit_code != 0
    assert "Traceback" not in done.output
    assert not any(sign in done.output for sign in "\x1b\x9b\x07\u202e\u2066")
    return done.output


def test_line_feeds_stay_and_controls_are_written_out() -> None:
    assert escaped("a\nb\tc\x1b[2J\x85\u202e") == r"a" + "\n" + r"b\tc\x1b[2J\x85\u202e"
    assert escaped("Zoë \u200d\u200c\u200f 鈴木") == "Zoë \u200d\u200c\u200f 鈴木"


@pytest.mark.parametrize("sign", HOSTILE)
def test_a_name_with_one_is_refused_and_shown_escaped(sign: str, folder: Path, tmp_path: Path) -> None:
    text = export(folder, "toml")
    written = sign.encode("unicode_escape").decode().replace("\\x", "\\u00")
    (tmp_path / "event.toml").write_text(
        text.replace('name = "Pilot 1"', f'name = "Pi{written}lot"', 1), encoding="utf-8"
    )
    assert ascii(sign[0])[1:-1] in run(tmp_path, "check")


@pytest.mark.parametrize("sign", HOSTILE)
def test_a_typed_value_is_shown_escaped(sign: str, folder: Path, tmp_path: Path) -> None:
    lines = tmp_path / "typed.csv"
    lines.write_text(f"table,seat,field,value\n1,strike.1,claimed.sp,{sign}9\n", encoding="utf-8")
    run(folder, "fill", "round1.xlsx", str(lines))


@pytest.mark.parametrize("sign", HOSTILE)
@pytest.mark.parametrize("words", [["check"], ["ingest"], ["draw"], ["export"], ["replay"], ["systems"]])
def test_words_of_a_command_are_shown_escaped(sign: str, words: list[str], folder: Path) -> None:
    run(folder, *words, f"x{sign}.xlsx")
    run(folder, *words, f"--x{sign}")
