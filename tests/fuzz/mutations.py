"""All that can happen to a workbook between printing and coming back, from a slip of the hand to a broken stick.

Each mutation spoils a workbook in place and says in a few words what it did, or gives None where it found nothing
to do. What it does follows from the random numbers alone.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from xml.etree.ElementTree import Element, SubElement

from msgspec.structs import replace
from spoiled_parts import (
    OFFICE,
    PACKAGE,
    RELATIONS,
    STRINGS,
    WORKBOOK,
    Grid,
    Position,
    Spoiled,
    elements,
    main,
)

from sheetscore.sheets.hidden_sheets import MAP_SHEET
from sheetscore.workbooks.cell_refs import Area, address

Mutation = Callable[[Spoiled, Random], str | None]

JUNK: tuple[str | int | float | None, ...] = (
    *(None, "", " ", "0", "1", "2", "13", "-1", "1.5", "½", "two", "8 pts", "4:1", "1/2", "#REF!", "=1+1", "x" * 600),
    *("Bridge", "Depot", "strike.1", "P01", "Pilot 1 (P01)", "R01-T001-P2-0000", "D", "SP", "\u202e✈", "<a>&amp;"),
    *(0, 1, 2, 3, 7, -1, 99, 100, 1.5, 1e15, 1e300, -0.0, 43000, 0.1674),
)
"""What may stand in a cell; None clears it."""


def _table(book: Spoiled, random: Random) -> str:
    return random.choice([part for title, part in book.sheets().items() if title.startswith("Table ")])


def _map(book: Spoiled) -> str:
    return book.sheets()[MAP_SHEET]


# parts and bytes


def drop_part(book: Spoiled, random: Random) -> str:
    name = random.choice(list(book.parts))
    del book.parts[name]
    return f"drop {name}"


def double_part(book: Spoiled, random: Random) -> str:
    book.doubles.append(random.choice(list(book.parts)))
    return f"pack {book.doubles[-1]} twice"


def shuffle_parts(book: Spoiled, random: Random) -> str:
    book.parts = dict(random.sample(list(book.parts.items()), len(book.parts)))
    return "shuffle the parts"


def swap_parts(book: Spoiled, random: Random) -> str:
    one, two = random.sample(sorted(book.parts), 2)
    book.parts[one], book.parts[two] = book.parts[two], book.parts[one]
    return f"swap {one} and {two}"


def cut_part(book: Spoiled, random: Random) -> str:
    name = random.choice(list(book.parts))
    at = random.randrange(len(book.parts[name]) + 1)
    book.parts[name] = book.parts[name][:at]
    return f"cut {name} at {at}"


def bend_part(book: Spoiled, random: Random) -> str:
    name = random.choice(list(book.parts))
    bent = bytearray(book.parts[name])
    places = sorted(random.randrange(len(bent)) for _ in range(random.randint(1, 4)))
    for at in places:
        bent[at] = random.choice((random.randrange(256), *b'0123456789"<> ABr'))
    book.parts[name] = bytes(bent)
    return f"bend bytes {places} of {name}"


# elements and attributes


def _some_element(book: Spoiled, random: Random) -> tuple[str, Element, Element, Element] | None:
    part = random.choice([name for name in book.parts if name.endswith((".xml", ".rels"))])
    root = book.xml(part)
    by_tag: dict[str, list[tuple[Element, Element]]] = {}
    for parent, child in elements(root):
        by_tag.setdefault(child.tag, []).append((parent, child))
    if not by_tag:
        return None
    parent, child = random.choice(by_tag[random.choice(sorted(by_tag))])  # rare elements as often as cells
    return part, root, parent, child


def _on_an_element(spoil: Callable[[Element, Element, Random], str | None]) -> Mutation:
    def mutation(book: Spoiled, random: Random) -> str | None:
        chosen = _some_element(book, random)
        if chosen is None:
            return None
        part, root, parent, child = chosen
        what = f"{child.tag.rpartition('}')[2]} {dict(child.attrib)} of {part}"
        did = spoil(parent, child, random)
        book.put_xml(part, root)
        return did and f"{did} {what}"

    mutation.__name__ = spoil.__name__
    return mutation


@_on_an_element
def drop_element(parent: Element, child: Element, random: Random) -> str:
    parent.remove(child)
    return "drop"


@_on_an_element
def double_element(parent: Element, child: Element, random: Random) -> str:
    parent.insert(random.randrange(len(parent) + 1), copy.deepcopy(child))
    return "double"


@_on_an_element
def reorder_elements(parent: Element, child: Element, random: Random) -> str:
    parent.remove(child)
    parent.insert(random.randrange(len(parent) + 1), child)
    return "move"


@_on_an_element
def spoil_attribute(parent: Element, child: Element, random: Random) -> str | None:
    if not child.attrib:
        return None
    name = random.choice(sorted(child.attrib))
    others = [sibling.get(name, "") for sibling in parent]
    value = random.choice((random.choice(others), str(random.randrange(300)), "", "-1", "s", "x" * 40, None))
    if value is None:
        del child.attrib[name]
    else:
        child.set(name, value)
    return f"set {name} to {value!r} in"


@_on_an_element
def spoil_text(parent: Element, child: Element, random: Random) -> str:
    child.text = random.choice((str(random.randrange(300)), "", "nonsense", "-1", "1e9", "=1+1", "#REF!", None))
    return f"write {child.text!r} in"


# cells of a table


def _on_cells(spoil: Callable[[Grid, Spoiled, Random], str]) -> Mutation:
    def mutation(book: Spoiled, random: Random) -> str:
        grid = book.grid(_table(book, random))
        did = spoil(grid, book, random)
        book.parts[grid.part] = grid.packed()
        return did

    mutation.__name__ = spoil.__name__
    return mutation


def _somewhere(grid: Grid, book: Spoiled, random: Random) -> Position:
    """Choose a cell: a box, one that holds something, or any on the sheet."""
    boxes = sorted(position for part, position in book.inputs if part == grid.part)
    kind = random.randrange(4)
    if kind == 0 and boxes:
        return random.choice(boxes)
    filled = grid.filled()
    if kind == 1 or not boxes:
        return random.choice(filled)
    if kind == 2:
        return random.choice([position for position in boxes if position in filled] or boxes)
    return random.randrange(grid.rows + 3), random.randrange(16)


@_on_cells
def swap_cells(grid: Grid, book: Spoiled, random: Random) -> str:
    one, two = (_somewhere(grid, book, random) for _ in range(2))
    cells = {one: grid.cells.get(two), two: grid.cells.get(one)}
    for position, cell in cells.items():
        grid.cells.pop(position, None)
        if cell is not None:
            grid.cells[position] = copy.deepcopy(cell)
    return f"swap {address(*one)} and {address(*two)}"


@_on_cells
def move_cell(grid: Grid, book: Spoiled, random: Random) -> str:
    one, two = (_somewhere(grid, book, random) for _ in range(2))
    cell = grid.cells.pop(one, None)
    if cell is not None:
        grid.cells[two] = cell
    return f"move {address(*one)} to {address(*two)}"


@_on_cells
def copy_cell(grid: Grid, book: Spoiled, random: Random) -> str:
    one, two = (_somewhere(grid, book, random) for _ in range(2))
    if one in grid.cells:
        grid.cells[two] = copy.deepcopy(grid.cells[one])
    return f"copy {address(*one)} to {address(*two)}"


@_on_cells
def type_junk(grid: Grid, book: Spoiled, random: Random) -> str:
    position, value = _somewhere(grid, book, random), random.choice(JUNK)
    grid.put(position, value)
    return f"type {value!r} into {address(*position)}"


@_on_cells
def clear_area(grid: Grid, book: Spoiled, random: Random) -> str:
    row, column = _somewhere(grid, book, random)
    last_row, last_column = row + random.choice((0, 0, 1, 8, 40)), column + random.choice((0, 1, 5, 20))
    for at in list(grid.cells):
        if row <= at[0] <= last_row and column <= at[1] <= last_column:
            grid.put(at, None)
    return f"clear {address(row, column)}:{address(last_row, last_column)}"


@_on_cells
def paste_area(grid: Grid, book: Spoiled, random: Random) -> str:
    """Copy a rectangle over another, of this table or the next: a cell, a line, a block, a page."""
    source = book.grid(_table(book, random))
    row, column = _somewhere(source, book, random)
    to = _somewhere(grid, book, random)[0]
    if random.random() < 0.7:
        column = 0
    height, width = random.choice((1, 2, 8, 30)), random.choice((1, 3, 13))
    taken = {
        at: copy.deepcopy(cell)
        for at, cell in source.cells.items()
        if row <= at[0] < row + height and column <= at[1] < column + width
    }
    for at, cell in taken.items():
        grid.cells[at[0] - row + to, at[1]] = cell
    return f"paste {source.part} {address(row, column)}, {height} by {width}, to {grid.part} row {to + 1}"


@_on_cells
def swap_rows(grid: Grid, book: Spoiled, random: Random) -> str:
    one, two = _somewhere(grid, book, random)[0], _somewhere(grid, book, random)[0]
    goes = {one: two, two: one}
    grid.cells = {(goes.get(row, row), column): cell for (row, column), cell in grid.cells.items()}
    return f"swap rows {one + 1} and {two + 1}"


@_on_cells
def spoil_print(grid: Grid, book: Spoiled, random: Random) -> str:
    """Change a printed text or number: a caption, a code, a line number, by a character or into another one."""
    inputs = {position for part, position in book.inputs if part == grid.part}
    printed = [at for at in grid.filled() if at not in inputs and grid.cells[at].find(main("f")) is None]
    at, other = (random.choice(printed) for _ in range(2))
    text = book.text(grid.cells[at])
    if random.random() < 0.5:
        new = book.text(grid.cells[other])
    else:
        place = random.randrange(len(text) + 1)
        new = text[:place] + random.choice("0123456789ABX -") + text[place + random.randint(0, 1) :]
    grid.put(at, int(new) if new.isdecimal() and len(new) < 9 else new)
    return f"print {new!r} instead of {text!r} in {address(*at)}"


# rows, columns and sheets


def insert_rows(book: Spoiled, random: Random) -> str:
    part = _table(book, random)
    at, count = random.randrange(book.grid(part).rows), random.choice((1, 1, 2, 9))
    names = random.random() < 0.7
    book.move(part, lambda position: (position[0] + count * (position[0] >= at), position[1]), names=names)
    return f"insert {count} rows above {at + 1}, names {'follow' if names else 'stay'}"


def delete_rows(book: Spoiled, random: Random) -> str:
    part = _table(book, random)
    at, count = random.randrange(book.grid(part).rows), random.choice((1, 1, 2, 9, 30))
    names = random.random() < 0.7
    gone = range(at, at + count)
    book.move(
        part,
        lambda position: (
            None if position[0] in gone else (position[0] - count * (position[0] >= at + count), position[1])
        ),
        names=names,
    )
    return f"delete {count} rows from {at + 1}, names {'follow' if names else 'stay'}"


def double_row(book: Spoiled, random: Random) -> str:
    """Insert a copy of a row below it."""
    part = _table(book, random)
    at = random.randrange(book.grid(part).rows)
    names = random.random() < 0.7
    book.move(part, lambda position: (position[0] + (position[0] > at), position[1]), names=names)
    grid = book.grid(part)
    for (row, column), cell in list(grid.cells.items()):
        if row == at:
            grid.cells[at + 1, column] = copy.deepcopy(cell)
    book.parts[part] = grid.packed()
    return f"double row {at + 1}, names {'follow' if names else 'stay'}"


def insert_column(book: Spoiled, random: Random) -> str:
    at, names = random.randrange(14), random.random() < 0.7
    book.move(_table(book, random), lambda position: (position[0], position[1] + (position[1] >= at)), names=names)
    return f"insert a column before {at + 1}, names {'follow' if names else 'stay'}"


def delete_column(book: Spoiled, random: Random) -> str:
    at, names = random.randrange(14), random.random() < 0.7
    book.move(
        _table(book, random),
        lambda position: None if position[1] == at else (position[0], position[1] - (position[1] > at)),
        names=names,
    )
    return f"delete column {at + 1}, names {'follow' if names else 'stay'}"


def rename_sheet(book: Spoiled, random: Random) -> str:
    root = book.xml(WORKBOOK)
    sheet = random.choice(list(root.iter(main("sheet"))))
    old = sheet.get("name", "")
    new = random.choice(("Ann's table", "Table 1", "Table 2", "Cover", old.upper(), MAP_SHEET, "x"))
    sheet.set("name", new)
    book.put_xml(WORKBOOK, root)
    if random.random() < 0.7:
        book.refer(lambda area: replace(area, sheet=new) if area.sheet == old else area)
    return f"call {old} {new}"


def sort_sheets(book: Spoiled, random: Random) -> str:
    root = book.xml(WORKBOOK)
    sheets = root.find(main("sheets"))
    assert sheets is not None
    sheets[:] = random.sample(list(sheets), len(sheets))
    book.put_xml(WORKBOOK, root)
    return "sort the sheets anew"


def swap_titles(book: Spoiled, random: Random) -> str:
    """Let two sheets swap their titles, and the names follow or not."""
    root = book.xml(WORKBOOK)
    one, two = random.sample(list(root.iter(main("sheet"))), 2)
    titles = {one.get("name", ""): two.get("name", ""), two.get("name", ""): one.get("name", "")}
    for sheet in (one, two):
        sheet.set("name", titles[sheet.get("name", "")])
    book.put_xml(WORKBOOK, root)
    if random.random() < 0.5:
        book.refer(lambda area: replace(area, sheet=titles.get(area.sheet, area.sheet)))
    return f"swap the titles {' and '.join(titles)}"


def delete_sheet(book: Spoiled, random: Random) -> str:
    root = book.xml(WORKBOOK)
    sheets = root.find(main("sheets"))
    assert sheets is not None
    sheet = random.choice(list(sheets))
    sheets.remove(sheet)
    book.put_xml(WORKBOOK, root)
    if random.random() < 0.7:
        book.refer(lambda area: None if area.sheet == sheet.get("name") else area)
    return f"delete sheet {sheet.get('name')}"


def copy_sheet(book: Spoiled, random: Random) -> str:
    """Copy a sheet as a whole, in front of it or at the end."""
    title, part = random.choice(list(book.sheets().items()))
    new_part = "xl/worksheets/copy.xml"
    if new_part in book.parts:
        return "copy nothing"
    book.parts[new_part] = book.parts[part]
    relations = book.xml(RELATIONS)
    link = {"Id": "rIdCopy", "Type": f"{OFFICE}/worksheet", "Target": "worksheets/copy.xml"}
    SubElement(relations, f"{{{PACKAGE}}}Relationship", link)
    book.put_xml(RELATIONS, relations)
    root = book.xml(WORKBOOK)
    sheets = root.find(main("sheets"))
    assert sheets is not None
    listed = Element(main("sheet"), {"name": f"{title} (2)", "sheetId": "99", f"{{{OFFICE}}}id": "rIdCopy"})
    sheets.insert(random.choice((0, len(sheets))), listed)
    book.put_xml(WORKBOOK, root)
    return f"copy sheet {title}"


# witnesses


def spoil_names(book: Spoiled, random: Random) -> str:
    root = book.xml(WORKBOOK)
    holder = root.find(main("definedNames"))
    if holder is None or not len(holder):
        return "spoil no name"
    one, two = random.choice(list(holder)), random.choice(list(holder))
    did = random.choice(("drop", "drop all", "swap", "repeat", "shift", "resize", "break"))
    if did == "drop":
        holder.remove(one)
    elif did == "drop all":
        root.remove(holder)
    elif did == "swap":
        one.text, two.text = two.text, one.text
    elif did == "repeat":
        double = copy.deepcopy(one)
        double.text = two.text
        holder.append(double)
    elif did == "break":
        one.text = random.choice(("#REF!", "", "'Table 9'!$A$1:$B$2", "nonsense", "Cover!$A:$A", '"text"', "1"))
    else:
        one.text = _shifted(one.text or "", random, resize=did == "resize")
    book.put_xml(WORKBOOK, root)
    return f"{did} name {one.get('name')} ({two.get('name')}): {one.text}"


def _shifted(reference: str, random: Random, *, resize: bool) -> str:
    try:
        area = Area.parse(reference)
    except ValueError:
        return "#REF!"
    rows, columns = random.randint(-8, 8), random.choice((0, 0, 1, -1, 5))
    row, column = (area.row, area.column) if resize else (area.row + rows, area.column + columns)
    last_row, last_column = max(row, area.last_row + rows), max(column, area.last_column + columns)
    return Area(area.sheet, max(0, row), max(0, column), last_row, last_column).reference


def spoil_map(book: Spoiled, random: Random) -> str:
    part = _map(book)
    grid = book.grid(part)
    filled = grid.filled()
    one, two = random.choice(filled), random.choice(filled)
    did = random.choice(("clear", "swap", "type", "shift", "drop rows", "swap references"))
    if did == "clear":
        grid.put(one, None)
    elif did == "swap":
        grid.cells[one], grid.cells[two] = copy.deepcopy(grid.cells[two]), copy.deepcopy(grid.cells[one])
    elif did == "type":
        grid.put(one, random.choice(JUNK))
    elif did == "drop rows":
        gone = range(one[0], one[0] + random.choice((1, 5, 100)))
        grid.cells = {at: cell for at, cell in grid.cells.items() if at[0] not in gone}
    else:
        references = [at for at in filled if "!$" in book.text(grid.cells[at])]
        if len(references) > 1:
            one, two = random.sample(references, 2)
            text = book.text(grid.cells[two])
            grid.put(one, text if did == "swap references" else _shifted(text, random, resize=False))
    book.parts[part] = grid.packed()
    return f"{did} in the map, {address(*one)} ({address(*two)})"


def spoil_texts(book: Spoiled, random: Random) -> str:
    root = book.xml(STRINGS)
    one, two = random.randrange(len(root)), random.randrange(len(root))
    did = random.choice(("drop", "double", "swap", "empty"))
    if did == "drop":
        root.remove(root[one])
    elif did == "double":
        root.insert(one, copy.deepcopy(root[one]))
    elif did == "swap":
        root[one], root[two] = root[two], root[one]
    else:
        root[one][:] = []
    book.put_xml(STRINGS, root)
    return f"{did} text {one} ({two})"


MUTATIONS: tuple[Mutation, ...] = (
    *(drop_part, double_part, shuffle_parts, swap_parts, cut_part, bend_part),
    *(drop_element, double_element, reorder_elements, spoil_attribute, spoil_text),
    *(swap_cells, move_cell, copy_cell, type_junk, clear_area, paste_area, swap_rows, spoil_print),
    *(insert_rows, delete_rows, double_row, insert_column, delete_column),
    *(rename_sheet, swap_titles, sort_sheets, delete_sheet, copy_sheet),
    *(spoil_names, spoil_map, spoil_texts),
)


def bend_file(data: bytes, random: Random) -> tuple[bytes, str]:
    """Spoil the packed file itself: cut it, or flip some of its bytes."""
    if random.random() < 0.3:
        at = random.randrange(len(data))
        return data[:at], f"cut the file at {at}"
    bent = bytearray(data)
    places = sorted(random.randrange(len(bent)) for _ in range(random.randint(1, 5)))
    for at in places:
        bent[at] ^= 1 << random.randrange(8)
    return bytes(bent), f"flip bits at {places}"
