"""Lists of players as directors have them: columns by any usual name, separators, encodings, mistakes by line."""

from __future__ import annotations

from pathlib import Path

import pytest
from club_system import ClubEvent
from openpyxl import Workbook

from sheetscore.event.roster import Roster, read_roster
from sheetscore.findings import Finding, Severity
from sheetscore.problems import MistakesFound, UnreadableFile
from sheetscore.systems.duplicate.model import DuplicateEvent
from sheetscore.systems.team.model import TeamEvent


def read(folder: Path, content: str | bytes) -> Roster:
    path = folder / "roster.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_roster(path)


def mistakes(folder: Path, content: str) -> list[Finding]:
    with pytest.raises(MistakesFound) as raised:
        read(folder, content)
    return list(raised.value.findings)


def test_columns_are_known_in_any_order_and_spelling(tmp_path: Path) -> None:
    roster = read(tmp_path, "Nation,ELO,  full name ,No.,CLUB\nUS,1520,Ann Lee,7,Rooks\n,,Bob,8,\n")
    ann, bob = roster.players
    assert (ann.id, ann.name, ann.rating, ann.country, ann.club) == ("7", "Ann Lee", 1520, "US", "Rooks")
    assert (bob.id, bob.name, bob.rating, bob.country, bob.club) == ("8", "Bob", None, "", "")
    assert roster.findings == ()


@pytest.mark.parametrize(
    "content",
    [
        "First name,Surname\nAnn,Lee\n",
        "Name;First name\nLee;Ann\n",
        "first\tlast\r\nAnn\tLee\r\n\r\n",
        "surname,given name,name\nX,Y,Ann Lee\n",
        '"name"\n"Ann Lee"\n',
    ],
)
def test_first_and_last_names_are_put_together(tmp_path: Path, content: str) -> None:
    assert [player.name for player in read(tmp_path, content).players] == ["Ann Lee"]


def test_east_asian_names_have_the_name_of_the_family_first(tmp_path: Path) -> None:
    players = read(tmp_path, "first,last\n小明,王\n太郎,山田\n길동,홍\n三丰,Zhang\n").players
    assert [player.name for player in players] == ["王小明", "山田太郎", "홍길동", "三丰 Zhang"]


def test_values_stay_as_they_are_written(tmp_path: Path) -> None:
    roster = read(tmp_path, 'id,name\n0012,NA\n1.50,None\n3,"Smith, ""Ace"" J."\n4,=1+1\n')
    assert [(player.id, player.name) for player in roster.players] == [
        ("0012", "NA"),
        ("1.50", "None"),
        ("3", 'Smith, "Ace" J.'),
        ("4", "=1+1"),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_encodings_of_spreadsheet_programs_are_understood(tmp_path: Path, encoding: str) -> None:
    roster = read(tmp_path, "name;club\nJosé Núñez;Zürich\n".encode(encoding))
    assert (roster.players[0].name, roster.players[0].club) == ("José Núñez", "Zürich")


def test_who_has_no_id_gets_one_that_is_free(tmp_path: Path) -> None:
    roster = read(tmp_path, "id,name\n,Ann\np02,Bob\n,Cid\n")
    assert [player.id for player in roster.players] == ["P01", "p02", "P03"]
    many = read(tmp_path, "name\n" + "".join(f"Player {number}\n" for number in range(120)))
    assert (many.players[0].id, many.players[-1].id) == ("P001", "P120")


def test_columns_of_no_use_are_named_in_a_note(tmp_path: Path) -> None:
    roster = read(tmp_path, "name,Phone,,Paid\nAnn,555,,yes\n")
    (note,) = roster.findings
    assert (note.severity, note.cell) == (Severity.NOTE, "line 1")
    assert note.message.endswith("Phone, Paid.")


def test_what_the_system_knows_of_players_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    path.write_text("name,team,absent,First round\nAnn,red,2 3,2\n")
    (ann,) = read_roster(path, ClubEvent).players
    assert ann.model_dump(include={"team", "absent", "first_round"}) == {
        "team": "red",
        "absent": (2, 3),
        "first_round": 2,
    }
    assert "team" in read_roster(path).findings[0].message


def test_all_mistakes_are_found_with_their_lines(tmp_path: Path) -> None:
    content = 'id,name,rating\n1,Ann,high\n\n2,"",1500\nP 1,"two\nlines",\n1,Bob,1200\n5,Cid,1,2\n'
    assert [(found.code, found.sheet, found.cell) for found in mistakes(tmp_path, content)] == [
        ("event-value", "roster.csv", "line 2, rating"),
        ("event-missing", "roster.csv", "line 4, name"),
        ("event-value", "roster.csv", "line 5, id"),
        ("event-value", "roster.csv", "line 5, name"),
        ("event-value", "roster.csv", "line 8"),
        ("event-duplicate", "roster.csv", "line 7, id"),
    ]


def test_a_list_without_names_says_what_is_missing(tmp_path: Path) -> None:
    (missing,) = mistakes(tmp_path, "Ann,1500\nBob,1400\n")
    assert (missing.code, missing.cell) == ("event-missing", "line 1")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty"),
        (b"\n\n", "empty"),
        (b"PK\x03\x04\x00\x00", "no text"),
        (b"name\n\x81\n", "no text"),
        (b'name\nAnn\n"Bob\nCid\n', "line 3"),
    ],
)
def test_what_is_no_list_is_unreadable(tmp_path: Path, content: bytes, says: str) -> None:
    with pytest.raises(UnreadableFile, match=says):
        read(tmp_path, content)


def test_a_missing_list_is_unreadable(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile):
        read_roster(tmp_path / "none.csv")


def workbook(path: Path, **sheets: list[list[object]]) -> Path:
    """Write a workbook as somebody else would."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def test_a_workbook_is_read_wherever_its_headings_stand(tmp_path: Path) -> None:
    path = workbook(
        tmp_path / "members.xlsx",
        Notes=[["Paid by cash only"]],
        Members=[
            ["Club of Łódź, 2026"],
            [],
            ["Elo", "Surname", "First name", "Badge", "Shoe size", "Club"],
            [1520.0, "Lee", "Ann", 7, 39, "Łódź"],
            [None, "Bob", None, "0012", None, None],
        ],
    )
    roster = read_roster(path)
    assert [(one.id, one.name, one.rating, one.club) for one in roster.players] == [
        ("7", "Ann Lee", 1520, "Łódź"),
        ("0012", "Bob", None, ""),
    ]
    (note,) = roster.findings
    assert (note.cell, "Shoe size" in note.message) == ("line 3", True)


def test_mistakes_in_a_workbook_name_its_row(tmp_path: Path) -> None:
    path = workbook(tmp_path / "members.xlsx", Members=[["name", "rating"], [], ["Ann", "high"]])
    with pytest.raises(MistakesFound) as raised:
        read_roster(path)
    assert [(one.sheet, one.cell) for one in raised.value.findings] == [("members.xlsx", "line 3, rating")]


def test_teams_are_made_of_their_names(tmp_path: Path) -> None:
    """Names of teams have spaces and accents; capitals make no other team."""
    path = tmp_path / "roster.csv"
    path.write_text("name,team\nAnn,Los Águilas\nBob,Red Barons\nCid,los águilas\nDee,\n", encoding="utf-8")
    roster = read_roster(path, TeamEvent)
    teams = [team.model_dump(include={"id", "name", "number"}) for team in roster.teams]
    assert teams == [{"id": "T1", "name": "Los Águilas", "number": 1}, {"id": "T2", "name": "Red Barons", "number": 2}]
    assert [one.model_dump()["team"] for one in roster.players] == ["T1", "T2", "T1", None]
    path.write_text("name,team\nAnn,T1\nBob,T2\n", encoding="utf-8")
    marked = read_roster(path, TeamEvent)
    assert marked.teams == ()
    assert [one.model_dump()["team"] for one in marked.players] == ["T1", "T2"]


def test_teams_named_in_full_that_need_more_than_a_name_are_told(tmp_path: Path) -> None:
    """A team of duplicate play has a side: a name alone makes none. Ids of its teams may be words, too."""
    path = tmp_path / "roster.csv"
    path.write_text("name,team\nAnn,crimson\nBob,Barons\nCid,Falcons\nDee,\nEve,Barons\n", encoding="utf-8")
    roster = read_roster(path, DuplicateEvent, ["Crimson"])
    (told,) = roster.findings
    assert (told.code, told.severity.value, told.cell) == ("event-reference", "warning", "line 3, team")
    assert told.message == (
        "The event has no team with the id Barons or Falcons. None is made of a name here, since a team needs a Side, "
        "too: enter the teams on the sheet Teams, and for each player the id of the team, such as T1."
    )
    assert (roster.teams, len(roster.players)) == ((), 5)
    assert read_roster(path, DuplicateEvent, ["crimson", "barons", "falcons"]).findings == ()
    path.write_text("name,team\nAnn,Red Barons\n", encoding="utf-8")
    with pytest.raises(MistakesFound) as raised:
        read_roster(path, DuplicateEvent)
    assert "no team with the id Red Barons. None is made of a name here" in raised.value.findings[0].message


@pytest.mark.parametrize("rows", [[], [["Ann", 1500], ["Bob", 1400]]])
def test_a_workbook_without_headings_says_so(tmp_path: Path, rows: list[list[object]]) -> None:
    with pytest.raises((MistakesFound, UnreadableFile)) as raised:
        read_roster(workbook(tmp_path / "members.xlsx", Members=rows))
    assert "No column is headed" in str(raised.value) or "is empty" in str(raised.value)
