"""The site of an event as files: what is in it, and what is not; how it gets into its place."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from urllib.parse import unquote

import html5lib
import pytest
from click.testing import CliRunner
from registered import EXAMPLES, renamed
from shared_demos import Demos

from sheetscore.cli.main import main
from sheetscore.event.load import load_event
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.publish import planned_site, publish
from sheetscore.problems import WrongUsage
from sheetscore.site.folder import put_right, put_site, refuse_if_not_ours
from sheetscore.site.planned_site import PlannedSite, said_of
from sheetscore.systems.aso.model import AsoEvent
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.system import system_called

EVIL = (
    "<script>document.title='x'</script>",
    "</script><img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "{{7*7}}",
)


def pages(site: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in sorted(site.glob("*.html"))}


def words(html: str) -> str:
    """Give the text of a page, a blank for each tag, without what is for the search."""
    body = re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def test_every_page_of_every_example_is_strictly_html_and_leads_to_what_is_there(sites: dict[str, Path]) -> None:
    assert sites.keys() == EXAMPLES.keys()
    parser = html5lib.HTMLParser(strict=True)
    for example, site in sites.items():
        there = {path.name for path in site.iterdir()}
        for name, text in pages(site).items():
            parser.parse(text)
            named = {unquote(one) for one in re.findall(r'(?:href|src)="([^"]*)"', text)}
            assert {one for one in named if not one.startswith("#")} <= there, (example, name)
            assert "http" not in re.sub(r">[^<]*<", "><", text)


def test_a_site_has_the_standings_the_rounds_and_a_page_for_each_player(sites: dict[str, Path]) -> None:
    site = pages(sites["origins-1991"])
    assert {"index.html", "standings.html", "round1.html", "round1-sections.html", "tables3.html"} <= site.keys()
    assert sum(name.startswith("player-") for name in site) == 37
    # as examples/origins-1991 tells: section sizes 16, 8 and 12 in round 1
    assert "Strike flight 16 120.0 120 ✓ 1.00" in words(site["round1-sections.html"])
    assert "Suppression flight 8 28.0 28 ✓ 2.14" in words(site["round1-sections.html"])


def test_the_page_of_a_player_has_the_lines_of_the_results_with_what_they_mean(sites: dict[str, Path]) -> None:
    site = pages(sites["origins-1991"])
    own = re.findall(r"<tr.*?</tr>", site["round1.html"])
    (line,) = [one for one in own if "player-P31.html" in one]
    assert line in site["player-P31.html"]
    assert "SP: scenario points. TP: team points of the side. RS = SP + TP." in words(site["player-P31.html"])
    others = set(re.findall(r"player-(P\d+)\.html", site["player-P31.html"])) - {"P31"}
    assert not others


def test_what_is_for_the_director_is_not_published(sites: dict[str, Path]) -> None:
    for site in sites.values():
        headings = {words(text) for text in re.findall(r"<h[12].*?</h[12]>", "".join(pages(site).values()))}
        assert not headings & {"Entries", "Scoring", "Rulings and findings", "Findings", "Rules", "About this workbook"}


def test_no_column_or_line_tells_what_was_found_or_why_the_director_ruled(sites: dict[str, Path]) -> None:
    for site in sites.values():
        headings = {words(text) for page in pages(site).values() for text in re.findall(r"<th.*?</th>", page)}
        assert not headings & {"Found", "Findings", "Because", "Ended by the director, because"}
    reasons = {
        "match": "The last bus left",
        "diplomacy": "orders of the last year were read wrongly",
        "origins-1991": "The roll on table 1 came from a collision",
        "team-of-four": "The roll on table 2 came from a collision",
    }
    for example, reason in reasons.items():
        assert any(reason in csv.read_text("utf-8") for csv in Path("examples", example).glob("*.csv"))
        assert not any(reason in text for text in pages(sites[example]).values())
    assert "different things" not in "".join(pages(sites["airforce"]).values())


def test_a_grid_stands_on_its_own_page_alone(sites: dict[str, Path]) -> None:
    site = pages(sites["aso"])
    assert "Who met whom" in words(site["standings-grid.html"])
    assert "Who met whom" not in words(site["player-P06.html"])
    assert "Wall chart" in words(site["player-P06.html"])


def test_a_team_and_its_pilots_lead_to_each_other(sites: dict[str, Path]) -> None:
    site = pages(sites["duplicate"])
    teams = [name for name, text in site.items() if name.startswith("player-") and "<p>With " in text]
    assert teams


@pytest.mark.parametrize("only", ["pairings", "results", "standings"])
def test_a_part_alone_can_be_published(demos: Demos, tmp_path: Path, only: str) -> None:
    folder = demos.played("aso").copied(tmp_path / "event")
    publish(folder, only=[only])
    names = set(pages(folder / "site"))
    assert not {name for name in names if name.startswith("player")}
    kinds = {"pairings": "tables1.html", "results": "round1.html", "standings": "standings.html"}
    assert {part for part, page in kinds.items() if page in names} == {only}


def test_results_alone_begin_with_those_of_the_last_round(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("aso").copied(tmp_path / "event")
    site = pages(publish(folder, only=["results"]).path)
    assert "Results of round 5" in words(site["index.html"])
    assert "round5.html" in site["index.html"]
    assert "or scored" not in site["index.html"]


def test_pages_of_players_alone_have_all_lines_about_them_and_lead_to_no_page_that_is_not_there(
    demos: Demos, tmp_path: Path
) -> None:
    folder = demos.played("aso").copied(tmp_path / "event")
    own = words(pages(publish(folder).path)["player-P06.html"])
    site = pages(publish(folder, only=["players"]).path)
    assert {name for name in site if not name.startswith("player-")} == {"index.html", "people.html"}
    first, last = own.index("Wall chart"), own.index("Written")
    assert own[first:last] in words(site["player-P06.html"])
    named = {one for page in site.values() for one in re.findall(r'href="([^"#]+)"', page)}
    assert named - {"site.css"} <= site.keys()


def test_pages_of_players_have_lines_of_those_parts_alone_that_are_published(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("aso").copied(tmp_path / "event")
    text = words(pages(publish(folder, only=["players", "results"]).path)["player-P06.html"])
    assert "Results of round 5" in text
    assert "Standings" not in text


def test_a_part_that_is_none_is_refused(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("aso").copied(tmp_path / "event")
    with pytest.raises(WrongUsage, match="no part prizes"):
        publish(folder, only=["prizes"])
    for nothing in ("", " , "):
        done = CliRunner().invoke(main, ["-C", str(folder), "publish", "--only", nothing])
        assert done.exit_code == 2
        assert "pairings, results, standings, players" in done.output
    assert not (folder / "site").exists()


@pytest.mark.parametrize(
    "example", ["aso", "origins-1991", "diplomacy", "match", "cromwell-2010", "team-of-four", "duplicate", "airforce"]
)
def test_an_anonymous_site_has_nobodys_name(demos: Demos, tmp_path: Path, example: str) -> None:
    folder = demos.played(example).copied(tmp_path / "event")
    publish(folder, anonymous=True)
    event = load_event(folder)
    names = {player.name for player in event.players} | {*event.names.values()}
    assert len(names) > 3
    text = "".join(path.read_text("utf-8") for path in (folder / "site").iterdir())
    assert not {name for name in names if name in text}
    assert next(iter(event.names)) in text


def test_an_anonymous_site_has_no_name_of_a_team_whose_players_are_drawn(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("diplomacy").copied(tmp_path / "event")
    teams = ("Danube", "Rhine", "Tagus")
    assert all(name in pages(publish(folder).path)["standings-teams.html"] for name in teams)
    site = pages(publish(folder, anonymous=True).path)
    assert not [(name, page) for name in teams for page, text in site.items() if name in text]
    assert "player-T1.html" in site["standings-teams.html"]


def test_a_team_with_the_id_of_a_player_has_its_name_replaced_too(demos: Demos, tmp_path: Path) -> None:
    event = DiplomacyEvent.load(demos.played("diplomacy").folder)
    rhine, *others = event.teams
    assert rhine.name == "Rhine"
    teams = (rhine.model_copy(update={"id": "P01"}), *others)
    players = tuple(one.model_copy(update={"team": "P01" if one.team == "T1" else one.team}) for one in event.players)
    write_event(event.model_copy(update={"teams": teams, "players": players}), tmp_path / "it")
    plan = planned_site(open_event(tmp_path / "it"), ["players"], anonymous=True)
    assert said_of(plan)(f"{event.players[0].name} of Rhine, against Danube") == "P01 of P01, against T2"
    assert plan.names["P01"] == event.players[0].name


def test_that_a_site_without_names_has_them_now_is_told(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("aso").copied(tmp_path / "event")
    said = [
        "had ids" in CliRunner().invoke(main, ["-C", str(folder), "publish", *more]).output
        for more in (["--anonymous"], ["--anonymous"], [], [])
    ]
    assert said == [False, False, True, False]


def test_exact_fractions_are_sorted_as_numbers(sites: dict[str, Path]) -> None:
    cells = re.findall(r'data-sort="([\d.-]+)">(-?\d+/\d+)<', pages(sites["match"])["standings-handicaps.html"])
    assert cells
    assert all(abs(float(sort) - Fraction(text)) < Fraction(1, 10**9) for sort, text in cells)


def test_the_order_of_an_anonymous_site_is_that_of_the_ids(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("origins-1991").copied(tmp_path / "event")
    event = load_event(folder)
    by_family = sorted(event.players, key=lambda one: (one.family or one.name.split()[-1]).casefold())
    ids = [one.id for one in event.players]
    assert sorted(ids) != [one.id for one in by_family]
    site = pages(publish(folder, anonymous=True).path)
    assert [one for one in re.findall(r"player-(\w+)\.html", site["people.html"]) if one in ids] == sorted(ids)
    people = re.search(r'id="people">(.*?)</script>', site["index.html"])
    assert people
    assert [one[0] for one in json.loads(people[1]) if one[0] in ids] == sorted(ids)
    table = site["tables3.html"].partition("By table")[0]
    listed = re.findall(r'<th scope="row" data-sort="(\d+)"><a href="player-(\w+)\.html"', table)
    assert [int(place) for place, _ in listed] == sorted(int(place) for place, _ in listed)
    assert [id_ for _, id_ in listed] == sorted(id_ for _, id_ in listed)


def test_the_site_of_another_event_is_not_replaced(demos: Demos, tmp_path: Path) -> None:
    aso, match = (demos.played(example).copied(tmp_path / example) for example in ("aso", "match"))
    publish(aso, tmp_path / "web")
    publish(aso, tmp_path / "web")
    with pytest.raises(WrongUsage, match="web has the site of another event"):
        publish(match, tmp_path / "web")


def test_a_folder_that_a_group_may_write_to_stays_one(tmp_path: Path) -> None:
    put_site(tmp_path / "site", [("index.html", "old")])
    (tmp_path / "site").chmod(0o2775)
    put_site(tmp_path / "site", [("index.html", "new")])
    assert (tmp_path / "site").stat().st_mode & 0o7777 == 0o2775


def test_an_anonymous_site_has_no_beginning_of_a_name_that_was_cut_off(demos: Demos, tmp_path: Path) -> None:
    folder = demos.renamed("origins-1991").copied(tmp_path / "event")
    long = [one.name for one in load_event(folder).players if len(one.name) > 80]
    assert long
    publish(folder)
    assert any(f"{one[:20]}" in pages(folder / "site")["index.html"] for one in long)
    publish(folder, anonymous=True)
    text = "".join(path.read_text("utf-8") for path in (folder / "site").iterdir())
    assert not [one for one in long if one[:20] in text]


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("Ann Bell meets Bob", "A meets B"),
        ("Ann Be… (A)", "… (A)"),
        ("Table 3, Ann B…", "Table 3, …"),
        ("so far… and Ann Bellamy", "so far… and Ann Bellamy"),
        ("Ann…, Bo…", "…, …"),
    ],
)
def test_names_are_replaced_by_ids_and_what_is_left_of_cut_names_is_left_out(text: str, without: str) -> None:
    names = {"A": "Ann Bell", "B": "Bob"}
    site = PlannedSite("Cup", "", (), "", None, [*names.items()], {}, dt.datetime.now(dt.UTC), anonymous=True)
    assert said_of(site)(text) == without


def test_names_are_texts_whatever_signs_they_have(tmp_path: Path) -> None:
    event = load_event(system_called("aso").example("aso") / "event.toml")
    names = dict(zip((player.name for player in event.players), EVIL, strict=False))
    write_event(renamed(event, names), tmp_path / "event")
    draw(tmp_path / "event", 1)
    site = publish(tmp_path / "event").path
    parser = html5lib.HTMLParser(strict=True)
    for text in pages(site).values():
        parser.parse(text)
        assert "<script>document" not in text
        assert "<img" not in text
        assert 'href="javascript' not in text
    assert "{{7*7}}" in pages(site)["people.html"]
    people = re.search(r'id="people">(.*?)</script>', pages(site)["index.html"])
    assert people
    assert {one[0].rpartition(" (")[0] for one in json.loads(people[1])} >= {*EVIL}


def said_by_publish(folder: Path) -> tuple[str, list[str]]:
    """Give what the command says on the terminal, and the codes that it gives scripts."""
    shown, document = (CliRunner().invoke(main, ["-C", str(folder), "publish", *more]) for more in ((), ("--json",)))
    assert (shown.exit_code, document.exit_code) == (0, 0)
    return " ".join(shown.output.split()), [one["code"] for one in json.loads(document.stdout)["findings"]]


def test_results_that_do_not_have_what_was_typed_or_set_since_are_told(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("aso").copied(tmp_path / "event")
    (tmp_path / "more.csv").write_text("table,seat,field,value\n1,,winner,1\n")
    fill(folder / "round2.xlsx", tmp_path / "more.csv")
    text, codes = said_by_publish(folder)
    assert codes == ["sheets-newer"]
    assert "Ingest it: sheetscore ingest round2.xlsx" in text
    event = AsoEvent.load(folder)
    settings = event.settings.model_copy(update={"bye_points": 1})
    write_event(event.model_copy(update={"settings": settings}), folder)
    text, codes = said_by_publish(folder)
    assert codes == ["sheets-newer", "settings-changed"]
    assert "under other settings than those of now" in text


def test_nothing_but_a_site_is_replaced(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("aso").copied(tmp_path / "event")
    place = tmp_path / "web"
    publish(folder, place)
    (place / "notes.html").write_text("<p>mine</p>")
    with pytest.raises(WrongUsage, match=r"web has what publish did not write: notes\.html"):
        publish(folder, place)
    (place / "notes.html").unlink()
    for left in (".DS_Store", "Thumbs.db", "desktop.ini", "._index.html"):
        (place / left).write_bytes(b"left by the program that shows folders")
    publish(folder, place)
    assert {path.suffix for path in place.iterdir()} == {".html", ".css", ".js"}
    (tmp_path / "file").write_text("x")
    with pytest.raises(WrongUsage, match="file is a file"):
        publish(folder, tmp_path / "file")


def test_a_folder_without_a_page_of_ours_is_not_replaced_whatever_its_files_are_called(tmp_path: Path) -> None:
    place = tmp_path / "web"
    place.mkdir()
    refuse_if_not_ours(place)
    (place / "site.css").write_text("mine")
    with pytest.raises(WrongUsage, match=r"web has what publish did not write: site\.css"):
        refuse_if_not_ours(place)


def test_a_folder_that_is_called_by_dots_is_named(
    demos: Demos, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(demos.played("aso").copied(tmp_path / "event"))
    done = CliRunner().invoke(main, ["publish", "."])
    assert done.exit_code == 2
    assert "sheetscore: event has what publish did not write: " in done.output


def test_a_page_that_cannot_be_written_leaves_the_site_as_it_was(tmp_path: Path) -> None:
    def failing() -> Iterator[tuple[str, str]]:
        yield "index.html", "new"
        raise OSError(28, "no room")

    place = tmp_path / "site"
    assert put_site(place, [("index.html", "old"), ("site.css", "")]) == 1
    with pytest.raises(WrongUsage, match="disk is full"):
        put_site(place, failing())
    assert (place / "index.html").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_the_site_of_a_run_that_was_killed_between_two_renames_comes_back(tmp_path: Path) -> None:
    place = tmp_path / "site"
    put_site(place, [("index.html", "old")])
    place.rename(tmp_path / ".site.before-0123abcd")
    put_site(tmp_path / ".site.unfinished-0123abcd", [("index.html", "half")])
    put_right(place)
    assert (place / "index.html").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_link_to_a_folder_stays_one(tmp_path: Path) -> None:
    put_site(tmp_path / "there", [("index.html", "old")])
    (tmp_path / "site").symlink_to(tmp_path / "there")
    put_site(tmp_path / "site", [("index.html", "new")])
    assert (tmp_path / "site").is_symlink()
    assert (tmp_path / "there" / "index.html").read_text() == "new"


def test_an_event_of_which_nothing_is_drawn_has_a_site_that_says_so(tmp_path: Path) -> None:
    event = load_event(system_called("amps").example("origins-1991") / "event.toml")
    write_event(event, tmp_path / "event")
    done = CliRunner().invoke(main, ["-C", str(tmp_path / "event"), "publish", "--json"])
    assert done.exit_code == 0
    assert json.loads(done.output)["pages"] == 2 + 37
    assert "There is nothing to show yet" in words(pages(tmp_path / "event" / "site")["index.html"])
