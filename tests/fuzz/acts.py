"""What a director does to a round, act by act: types, copies, exchanges people in a draw, runs commands."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from event_edits import edit_event
from hall import Act, Hall
from looking import open_whole
from owners import WHO_SITS
from typing_in import type_in

from sheetscore.forms.block import Field
from sheetscore.forms.form import FieldKey
from sheetscore.pairing.draw import display_name

FREE_TEXTS = ("late", "smoke")
"""What is typed where anything may stand."""


# Typing


def type_round(hall: Hall) -> None:
    """Type a value into the sheets."""
    _type(hall, hall.sheets)


def type_marked(hall: Hall) -> None:
    """Type a value into the marked copy."""
    _type(hall, hall.marked)


def type_copy(hall: Hall) -> None:
    """Type a value into a copy, in the folder or put by."""
    others = [path for path in (*hall.files(), *_on_stick(hall)) if hall.copy(path)]
    if others:
        _type(hall, hall.random.choice(others))


def type_mistake(hall: Hall) -> None:
    """Type what cannot be, so that a marked copy is made."""
    _type(hall, hall.sheets, mistake=True)


def clear(hall: Hall) -> None:
    """Clear a box that somebody has typed into."""
    path = hall.random.choice(hall.newest() or [hall.sheets])
    copy = hall.copy(path)
    typed = [key for key in copy.typed if key in copy.texts and key.field not in WHO_SITS] if copy else []
    if typed:
        hall.type(path, {hall.random.choice(typed): (None, None)})


def substitute(hall: Hall) -> None:
    """Have somebody play in another's place."""
    if key := _some_seat(hall):
        who = hall.random.choice(_offered(hall, key))
        hall.type(hall.sheets, {key: (display_name(who, hall.event.names), who)})


def exchange_typed(hall: Hall) -> None:
    """Have two say on their pages that they sat in each other's place."""
    copy, one, other = hall.copy(hall.sheets), _some_seat(hall), _some_seat(hall)
    if not copy or not one or not other or _offered(hall, one) != _offered(hall, other):
        return
    names, sat = hall.event.names, [copy.texts.get(key, "") for key in (other, one)]
    if all(who in names for who in sat):
        shown = [(display_name(who, names), who) for who in sat]
        hall.type(hall.sheets, dict(zip((one, other), shown, strict=True)))


def nobody(hall: Hall) -> None:
    """Clear who sat somewhere."""
    if key := _some_seat(hall):
        hall.type(hall.sheets, {key: (None, None)})


def _type(hall: Hall, path: Path, *, mistake: bool = False) -> None:
    copy = hall.copy(path)
    boxes = [key for key in copy.cells if key in hall.forms.by_public and key.field not in WHO_SITS] if copy else []
    pages = sorted({(key.table, key.seat) for key in boxes})
    if not copy or not pages:
        return
    page = hall.random.choice(pages)
    key = hall.random.choice([one for one in boxes if (one.table, one.seat) == page])
    typed = [one for one in boxes if one in copy.typed and copy.texts.get(one, "").isdecimal()]
    if typed and hall.random.random() < 0.6:  # a correction, which stops a command more rarely
        key = hall.random.choice(typed)
    box = hall.forms.fields[hall.forms.by_public[key]][2]
    number = box.type in {"count", "number", "points"}
    hall.type(path, {key: ("zwölf", "zwölf") if mistake and number else _some_value(hall, box)})


def _some_value(hall: Hall, box: Field) -> tuple[object, str]:
    """Give what is typed into a box, and what it is read as."""
    if box.choices is not None and box.choices.names:
        at = hall.random.randrange(len(box.choices.names))
        return box.choices.names[at], box.choices.recorded[at]
    if box.type == "odds":
        return "4:1", "4:1"
    if box.is_text:
        text = hall.random.choice(FREE_TEXTS)
        return text, text
    number = hall.random.randint(max(box.minimum, 0), max(box.minimum, min(box.maximum, 9)))
    return number, str(number)


def _some_seat(hall: Hall) -> FieldKey | None:
    copy = hall.copy(hall.sheets)
    boxes = hall.forms.by_public
    seats = [key for key in copy.cells if key.field in WHO_SITS and key in boxes] if copy else []
    return hall.random.choice(seats) if seats else None


def _offered(hall: Hall, key: FieldKey) -> Sequence[str]:
    """Give who may be chosen for a seat."""
    choices = hall.forms.fields[hall.forms.by_public[key]][2].choices
    return choices.recorded if choices else ()


# Files


def put_by(hall: Hall) -> None:
    """Copy a file to a stick."""
    files = [path for path in (hall.sheets, hall.sheets, hall.marked, hall.draw) if path.exists()]
    if files:
        path = hall.random.choice(files)
        hall.stick.mkdir(exist_ok=True)
        shutil.copy(path, hall.stick / path.name)
        hall.say(f"cp {path.name} {hall.stick.name}/")


def put_back(hall: Hall) -> None:
    """Copy a file from the stick back into the folder."""
    if files := _on_stick(hall):
        path = hall.random.choice(files)
        shutil.copy(path, hall.folder / path.name)
        hall.say(f"cp {hall.stick.name}/{path.name} .")


def rename_copy(hall: Hall) -> None:
    """Copy one of the newest files under another name."""
    if newest := hall.newest():
        path = hall.random.choice(newest)
        to = path.with_stem(f"{path.stem}-{hall.random.choice(('ann', 'bob'))}")
        shutil.copy(path, to)
        hall.say(f"cp {path.name} {to.name}")


def save_marked_as_round(hall: Hall) -> None:
    """Save the marked copy as the round's workbook, unless that has something else by now."""
    copy, own = hall.copy(hall.marked), hall.copy(hall.sheets)
    if copy and own and own.owned().items() <= copy.owned().items():
        hall.say(f"mv {hall.marked.name} {hall.sheets.name}")
        hall.marked.replace(hall.sheets)


def rename(hall: Hall) -> None:
    """Call the sheets by another name, so that they are gone under their own."""
    if hall.sheets.exists():
        hall.say(f"mv {hall.sheets.name} {hall.renamed.name}")
        hall.sheets.rename(hall.renamed)


def lose_journal(hall: Hall) -> None:
    """Lose what was noted of the commands, by which an older copy is known."""
    hall.seen = {}
    (hall.folder / "journal.jsonl").unlink(missing_ok=True)
    hall.say("rm -f journal.jsonl")


def lose_kept(hall: Hall) -> None:
    """Lose all that was put aside."""
    shutil.rmtree(hall.folder / "kept", ignore_errors=True)
    hall.say("rm -rf kept")


def lose_results(hall: Hall) -> None:
    """Lose the results."""
    path = hall.opened.folder.results(hall.stage)
    path.unlink(missing_ok=True)
    hall.say(f"rm -f {path.name}")


def lose_draw(hall: Hall) -> None:
    """Lose the draw, and draw once more."""
    hall.draw.unlink(missing_ok=True)
    hall.say(f"rm -f {hall.draw.name}")
    hall.command(*hall.command_of("draw"), writes=False)


def _on_stick(hall: Hall) -> list[Path]:
    return sorted(hall.stick.iterdir()) if hall.stick.exists() else []


# The draw


def exchange_any(hall: Hall) -> None:
    """Exchange any two in the draw, more often two who have the same seat at other tables."""
    seats = sorted(_drawn(hall))
    if len(seats) > 1:
        one, other = hall.random.sample(seats, 2)
        alike = [seat for seat in seats if seat[1] == one[1] and seat != one]
        exchange_seats(hall, [(one, hall.random.choice(alike) if alike and hall.random.random() < 0.7 else other)])


def exchange_at_table(hall: Hall) -> None:
    """Exchange two at one table in the draw."""
    seats = sorted(_drawn(hall))
    if seats:
        table = hall.random.choice(seats)[0]
        at_it = [seat for seat in seats if seat[0] == table]
        if len(at_it) > 1:
            one, other = hall.random.sample(at_it, 2)
            exchange_seats(hall, [(one, other)])


def exchange_tables(hall: Hall) -> None:
    """Exchange all of two tables in the draw."""
    seats = sorted(_drawn(hall))
    tables = sorted({table for table, _ in seats})
    if len(tables) > 1:
        one, other = hall.random.sample(tables, 2)
        pairs = [((one, seat), (other, seat)) for table, seat in seats if table == one]
        exchange_seats(hall, [pair for pair in pairs if pair[1] in seats])


def exchange_seats(hall: Hall, pairs: Sequence[tuple[tuple[int, str], tuple[int, str]]]) -> None:
    """Exchange in the draw who has the seats of each pair."""
    cells, typed = _drawn(hall), dict[tuple[str, str], str]()
    for one, other in pairs:
        typed |= {("Draw", cells[one][0]): cells[other][1], ("Draw", cells[other][0]): cells[one][1]}
    if typed:
        type_in(hall.draw, typed)
        done = ", ".join(f"{cells[one][0]} with {cells[other][0]}" for one, other in pairs)
        hall.say(f"exchange in {hall.draw.name}: {done}")


def _drawn(hall: Hall) -> dict[tuple[int, str], tuple[str, str]]:
    """Give the cell of every seat of the draw, and who has it."""
    found: dict[tuple[int, str], tuple[str, str]] = {}
    if hall.draw.exists():
        for row in open_whole(hall.draw)["Draw"].iter_rows(min_row=5, max_col=4):
            table, seat, who = row[0].value, row[1].value, row[3].value
            if isinstance(table, int) and seat is not None and who:
                found[table, str(seat)] = (row[3].coordinate, str(who))
    return found


def draw_again(hall: Hall) -> None:
    """Draw again."""
    hall.command(*hall.command_of("draw"), "--again", writes=False)


def drop(hall: Hall) -> None:
    """Have somebody leave after the draw."""
    who = hall.random.choice(list(hall.event.names))
    hall.command(*hall.command_of("draw"), "--drop", who, writes=False)


def add(hall: Hall) -> None:
    """Have somebody come back, or come late."""
    who = hall.random.choice(list(hall.event.names))
    hall.command(*hall.command_of("draw"), "--add", who, writes=False)


# Commands


def make_again(hall: Hall) -> None:
    """Make the sheets again."""
    hall.command(*hall.command_of("sheets"))


def force_sheets(hall: Hall) -> None:
    """Make the sheets again in any case."""
    hall.command(*hall.command_of("sheets"), "--force")


def more_lines(hall: Hall) -> None:
    """Give somebody more lines."""
    pages = [(page.table, page.seat) for page in hall.forms.public.values() if page.seat]
    if pages:
        table, seat = hall.random.choice(pages)
        hall.command(*hall.command_of("sheets"), "--more", str(table), seat)


def less_lines(hall: Hall) -> None:
    """Take lines back that somebody was given."""
    pages = {(key.table, key.seat) for key in hall.forms.public.values() if key.seat}
    given = sorted(page for page in pages if _numbers(hall, page) != _numbers(hall, (3 - page[0], page[1])))
    if given:
        table, seat = hall.random.choice(given)
        hall.command(*hall.command_of("sheets"), "--less", str(table), seat)


def _numbers(hall: Hall, page: tuple[int, str]) -> int:
    return sum((key.table, key.seat) == page for key in hall.forms.public.values())


def check(hall: Hall) -> None:
    """Have everything checked."""
    hall.command("check", writes=False)


def ingest_round(hall: Hall) -> None:
    """Score the sheets."""
    if hall.sheets.exists():
        hall.command("ingest", hall.sheets.name, scored=hall.sheets)


def ingest_provisionally(hall: Hall) -> None:
    """Score what is there of the sheets."""
    if hall.sheets.exists():
        hall.command("ingest", hall.sheets.name, "--provisional", scored=hall.sheets)


def ingest_marked(hall: Hall) -> None:
    """Score the marked copy."""
    if hall.marked.exists():
        hall.command("ingest", hall.marked.name, scored=hall.marked)


def ingest_copy(hall: Hall) -> None:
    """Score some copy in the folder."""
    if files := list(hall.files()):
        path = hall.random.choice(files)
        provisional = ["--provisional"] if hall.random.random() < 0.5 else []
        hall.command("ingest", path.name, *provisional, given=[path], scored=path)


def merge(hall: Hall) -> None:
    """Merge two copies into the sheets."""
    files = [path for path in (*hall.files(), *_on_stick(hall)) if hall.copy(path)]
    if len(files) < 2:
        return
    one, other = hall.random.sample(files, 2)
    if one.parent != hall.folder:
        one, other = other, one
    if one.parent == hall.folder:
        words = [one.name, other.name if other.parent == hall.folder else str(other)]
        hall.command("merge", *words, "-o", hall.sheets.name, given=[one, other])


def write_entries(hall: Hall) -> None:
    """Write down all values as CSV."""
    if hall.sheets.exists():
        hall.command("entries", hall.sheets.name, "-o", "values.csv", writes=False)


def fill_whole(hall: Hall) -> None:
    """Type all values in that were written down before."""
    _fill(hall, lambda lines: lines)


def fill_half(hall: Hall) -> None:
    """Type the first half of the values in that were written down before."""
    _fill(hall, lambda lines: lines[: len(lines) // 2], "head -n HALF values.csv > half.csv")


def fill_some(hall: Hall) -> None:
    """Type a page of the values in that were written down before."""

    def page(lines: list[str]) -> list[str]:
        heading, *others = lines
        start = hall.random.choice(others).split(",")[:2] if others else []
        return [heading, *(one for one in others if one.split(",")[:2] == start)]

    _fill(hall, page, "the lines of one page of values.csv > half.csv")


def _fill(hall: Hall, part: Callable[[list[str]], list[str]], said: str = "") -> None:
    source = hall.folder / "values.csv"
    target = hall.random.choice(hall.newest() or [hall.sheets])
    if not source.exists() or not target.exists():
        return
    lines = part(source.read_text(encoding="utf-8").splitlines())
    half = hall.folder / "half.csv"
    half.write_text("\n".join(lines), encoding="utf-8")
    hall.say(said or "cp values.csv half.csv")
    typed = {}
    for line in lines[1:]:
        table, seat, box, value, *_ = line.split(",")
        if value:
            typed[FieldKey(int(table), seat, box)] = value
    hall.command("fill", target.name, half.name, lines=typed)


def standings(hall: Hall) -> None:
    """Bring the standings up to date."""
    hall.command("standings", writes=False)


def next_round(hall: Hall) -> None:
    """Draw the next round, and make its sheets."""
    if hall.stage and hall.stage < hall.event.header.rounds:
        hall.command("draw", str(hall.stage + 1), writes=False)
        hall.command("sheets", str(hall.stage + 1), writes=False)


# What comes one after the other


def exchange_and_make(hall: Hall) -> None:
    """Exchange people in the draw, and make the sheets again."""
    hall.random.choice((exchange_any, exchange_at_table, exchange_at_table, exchange_tables))(hall)
    make_again(hall)


def mistake_and_ingest(hall: Hall) -> None:
    """Type a mistake, and have the marked copy made; put it by now and then, and type into it."""
    type_mistake(hall)
    ingest_round(hall)
    if hall.random.random() < 0.5:
        put_by(hall)
    for _ in range(hall.random.randrange(3)):
        type_marked(hall)


def mend_and_ingest(hall: Hall) -> None:
    """Mend the mistakes of the marked copy, and ingest it."""
    copy = hall.copy(hall.marked)
    if copy:
        wrong = [key for key, text in copy.texts.items() if text == "zwölf"]
        if wrong:
            hall.type(hall.marked, dict.fromkeys(wrong, (1, "1")))
        ingest_marked(hall)


def mend_and_save_as_round(hall: Hall) -> None:
    """Mark a mistake, type into the marked copy, and go on in that as the round's workbook."""
    mistake_and_ingest(hall)
    save_marked_as_round(hall)
    hall.random.choice((substitute, type_round, type_round, type_copy))(hall)
    hall.random.choice((exchange_and_make, exchange_and_make, edit_and_make, merge, write_and_exchange_and_fill))(hall)


def put_back_and_go_on(hall: Hall) -> None:
    """Put a file back from the stick, and run a command."""
    if hall.stick.exists():
        put_back(hall)
        hall.random.choice((make_again, make_again, ingest_round, ingest_marked, merge))(hall)


def write_and_exchange_and_fill(hall: Hall) -> None:
    """Write all values down, have people exchanged, and type the values in."""
    write_entries(hall)
    exchange_and_make(hall)
    hall.random.choice((fill_whole, fill_half, fill_some))(hall)


def edit_and_make(hall: Hall) -> None:
    """Change the event, and make the sheets again."""
    edit_event(hall)
    make_again(hall)


OFTEN: tuple[Act, ...] = (
    *(type_round, type_round, type_marked, type_copy, mistake_and_ingest, mistake_and_ingest, mend_and_ingest),
    *(put_by, put_by, put_back_and_go_on, put_back_and_go_on, put_back_and_go_on, rename_copy),
    *(exchange_and_make, exchange_and_make, exchange_at_table, make_again, write_and_exchange_and_fill),
    *(ingest_round, ingest_provisionally, ingest_marked, ingest_copy, edit_and_make, mend_and_save_as_round),
)
"""Acts that are chosen twice as often as others."""

ACTS: tuple[Act, ...] = (
    *OFTEN,
    *OFTEN,
    *(clear, substitute, exchange_typed, nobody, put_back),
    *(rename, lose_journal, lose_kept, lose_results, lose_draw),
    *(exchange_any, exchange_tables, draw_again, drop, add, edit_event, edit_event),
    *(force_sheets, more_lines, more_lines, less_lines, check, merge, merge, standings, next_round),
    *(write_entries, fill_whole, fill_half, fill_some),
)
"""Everything that a director does."""
