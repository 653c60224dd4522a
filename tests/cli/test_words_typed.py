"""Words that are typed wrong get the nearest, names with blanks are told to be quoted; what the Tab key offers."""

from __future__ import annotations

from pathlib import Path

import pytest
from amps_event import amps_event
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from sheetscore.cli.main import COMMANDS, main
from sheetscore.operations.new import write_event


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An event in a folder whose name has a blank; the working directory is above it."""
    write_event(amps_event(), tmp_path / "spring meeting")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "spring meeting"


def said(*words: str) -> str:
    done = CliRunner().invoke(main, [*words])
    assert done.exit_code == 2
    return done.stderr.splitlines()[-1].removeprefix("Error: ")


def offered(*words: str, begun: str = "") -> list[str]:
    return [one.value for one in ShellComplete(main, {}, "sheetscore", "_X").get_completions([*words], begun)]


@pytest.mark.parametrize(("word", "meant"), [("drwa", "draw"), ("Sheet", "sheets"), ("standing", "standings")])
def test_a_command_that_is_none_gets_the_nearest(word: str, meant: str) -> None:
    assert said(word, "1") == f'There is no command "{word}". Did you mean "{meant}"?'


def test_a_word_that_is_like_no_command_leads_to_the_list() -> None:
    assert said("xqz") == 'There is no command "xqz"; sheetscore --help lists them.'


@pytest.mark.parametrize("option", ["--k", "--settled-k"])
def test_a_rating_that_is_no_number_is_refused(option: str) -> None:
    told = said("archive", "ratings", "--from", "club", option, "nan")
    assert "nan is no number to reckon with" in told


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize("words", ["-C spring meeting check", "check spring meeting", "export spring meeting"])
def test_a_folder_with_a_blank_is_told_to_be_quoted(words: str) -> None:
    assert said(*words.split()).endswith('. A name with blanks needs quotes: "spring meeting".')


def test_a_file_with_a_blank_in_the_folder_of_the_event_is_told_to_be_quoted(club: Path) -> None:
    (club / "round1 ann.xlsx").touch()
    told = said("-C", str(club), "check", "round1", "ann.xlsx")
    assert told.endswith('. A name with blanks needs quotes: "round1 ann.xlsx".')


def test_a_new_folder_with_a_blank_is_told_to_be_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert said("new", "my", "club", "--system", "amps").endswith("(club). A name with blanks needs quotes.")
    assert not [*tmp_path.iterdir()]


def test_tab_offers_commands_systems_and_examples() -> None:
    assert offered(begun="s") == ["simulate", "sheets", "scan", "standings", "score-board", "systems"]
    assert offered() == list(COMMANDS)
    assert offered("systems", begun="am") == ["amps"]
    assert offered("new", "x", "--system", begun="du") == ["duplicate"]
    assert "origins-1991" in offered("demo", "--example")
    assert offered("score-board", "--scoring", begun="sum-of") == ["sum-of-squares"]
    assert offered("print", "x", "--what", begun="p") == ["postings"]


def test_tab_offers_the_players_and_the_files_of_the_event(club: Path) -> None:
    (club / "round1.xlsx").touch()
    (club / "kept").mkdir()
    (club / "kept" / "round1~1.xlsx").touch()
    there = ("-C", str(club))
    ids = [player.id for player in amps_event().players]
    assert offered(*there, "draw", "1", "--add", begun="p0") == [one for one in ids if one.startswith("P0")] != []
    assert offered(*there, "ingest") == ["event.xlsx", "journal.jsonl", "round1.xlsx"]
    assert offered(*there, "ingest", begun="r") == ["round1.xlsx"]
    assert offered(*there, "check", begun="kept/") == ["kept/round1~1.xlsx"]
    assert offered("ingest", begun="r") == ["r"]  # the shell itself looks where one is


def test_tab_offers_nothing_and_fails_nowhere_without_an_event(tmp_path: Path) -> None:
    (tmp_path / "event.xlsx").write_text("no workbook", encoding="utf-8")
    for folder in (tmp_path, tmp_path / "nowhere"):
        assert offered("-C", str(folder), "draw", "1", "--add", begun="P") == []
        assert offered("-C", str(folder), "ingest", begun="P") == []


def test_the_script_of_the_documents_is_there_for_each_shell() -> None:
    page = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
    for shell in ("bash", "zsh", "fish"):
        assert f"_SHEETSCORE_COMPLETE={shell}_source sheetscore" in page
    done = CliRunner().invoke(main, [], prog_name="sheetscore", env={"_SHEETSCORE_COMPLETE": "zsh_source"})
    assert "compdef" in done.output
