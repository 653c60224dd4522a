"""Each sheet of paper of a pilot's page names the targets of its own blocks, whole, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest
from amps_event import INTERCEPTORS, amps_event, drawn
from event_folder import filled_folder
from libreoffice import to_pdf
from looking import open_whole
from printed_pages import words

from sheetscore.operations.entries import entries
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.sheets.round_workbook import write_round
from sheetscore.systems.tasks.model import Target, TaskScenario, TaskSide

CLASSES = ("primary", "secondary", "opportunity", "radar", "aaa", "sam", "infantry-sam")
NAMED = {
    class_: [f"{class_.replace('-', '')[:9].upper()}site{number}of{'x' * 6}" for number in (1, 2)] for class_ in CLASSES
}
"""Two targets of about twenty letters of each class, written without a blank."""

ALL_TASKS = TaskSide(
    id="all",
    title="Jacks of all trades",
    force="blue",
    tasks=("air-combat", "strike", "defense-suppression"),
    seats=1,
    targets=tuple(
        Target(name=name, class_=class_, white=class_ == "opportunity")
        for class_, names in NAMED.items()
        for name in names
    ),
)
SCENARIO = TaskScenario(id="much", title="Much to do", sides=(ALL_TASKS, INTERCEPTORS.model_copy(update={"seats": 1})))

BLOCKS = {
    "Damage to targets": ("primary", "secondary", "opportunity"),
    "Bombing rolls": ("primary", "secondary", "opportunity"),
    "Radars": ("radar",),
    "Infantry SAM": ("infantry-sam",),
    "Anti-aircraft guns": ("aaa",),
    "SAM sites": ("sam",),
}


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_every_sheet_of_paper_names_the_targets_of_its_blocks_and_no_others(paper: str, tmp_path: Path) -> None:
    event = amps_event(players=2, rounds=("much",), scenarios=(SCENARIO,), paper=paper)
    _, forms = drawn(event)
    write_round(tmp_path / "round1.xlsx", event, forms, forms.filled)
    (pdf,) = to_pdf([tmp_path / "round1.xlsx"], tmp_path / "pdf")
    on_several = 0
    for page in words(pdf):
        text = " ".join(word.text for word in page)
        there = {class_ for title, classes in BLOCKS.items() if f" {title} " in text for class_ in classes}
        if "Jacks" not in text or not there:
            continue
        on_several += 1
        # a name that is longer than its line may be broken anywhere
        printed = "".join(word.text for word in page)
        assert {class_ for class_, names in NAMED.items() if all(name in printed for name in names)} == there
        assert all(f"{name} (white)" in text for name in NAMED["opportunity"]) == ("opportunity" in there)
    assert on_several == 2, "what a pilot does takes more than one sheet of paper"


def test_sheets_made_again_for_a_target_that_is_called_otherwise_lose_nothing_and_tell_of_no_words(
    tmp_path: Path,
) -> None:
    event = amps_event(players=2, rounds=("much",), scenarios=(SCENARIO,))
    lines = f"""table,seat,field,value
1,all.1,defense-suppression.radar.1.target,{NAMED["radar"][0]}
1,all.1,defense-suppression.radar.1.suppressed,1
"""
    folder = filled_folder(tmp_path / "event", event, lines)
    renamed = [
        one.model_copy(update={"name": f"{one.name}, rebuilt"}) if one.name == NAMED["radar"][1] else one
        for one in ALL_TASKS.targets
    ]
    side = ALL_TASKS.model_copy(update={"targets": tuple(renamed)})
    scenario = SCENARIO.model_copy(update={"sides": (side, *SCENARIO.sides[1:])})
    write_event(event.model_copy(update={"scenarios": (scenario,)}), folder)
    assert [one.code for one in make_sheets(folder, 1).findings if one.code == "not-carried"] == []
    assert "1,all.1,defense-suppression.radar.1.suppressed,1," in entries(folder / "round1.xlsx")
    printed = [cell.value for row in open_whole(folder / "round1.xlsx")["Table 1"] for cell in row]
    assert any(f"{NAMED['radar'][1]}, rebuilt" in str(value) for value in printed)


def test_a_continuation_sheet_names_all_targets_of_a_page_that_is_on_one_sheet_of_paper(tmp_path: Path) -> None:
    classes = ("radar", "infantry-sam", "aaa", "sam")
    names = [f"Flugabwehrraketenstellungen {class_} {number}" for class_ in classes for number in (1, 2)]
    targets = tuple(Target(name=name, class_=name.split()[1]) for name in names)
    side = TaskSide(id="ds", title="Ds", force="blue", tasks=("defense-suppression",), seats=1, targets=targets)
    scenario = SCENARIO.model_copy(update={"sides": (side, *SCENARIO.sides[1:])})
    event = amps_event(players=2, rounds=("much",), scenarios=(scenario,))
    _, forms = drawn(event)
    write_round(tmp_path / "round1.xlsx", event, forms, forms.filled)
    printed = [
        str(cell.value).replace("\xa0", " ") for row in open_whole(tmp_path / "round1.xlsx")["Table 1"] for cell in row
    ]
    assert any(text.startswith("Your total is on sheet") for text in printed)
    # on the page itself and on the continuation sheet, beside their blocks
    assert {name: sum(name in text for text in printed) for name in names} == dict.fromkeys(names, 2)
    assert [text for text in printed if "Flugabwehr" in text and text.startswith(("Much to do", "Your total"))] == []
