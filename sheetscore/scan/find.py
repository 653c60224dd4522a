"""Find a round's pages in the files of a scan: which page each picture shows, and where its boxes are.

A picture is read, identified by its QR codes, placed by its ruled lines, straightened and cut into boxes. If a step
fails, the picture is refused with the reason; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from sheetscore.event.folder import stage_command, stage_name
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.problems import WrongUsage
from sheetscore.reading.round_workbook import ReadBoxes
from sheetscore.scan.pictures import pictures_of
from sheetscore.scan.scanned import PictureArea, RefusedPicture, Scan, ScannedBox, ScannedPage, Source
from sheetscore.sheets.headings import PaperCode, paper_code, read_paper_code
from sheetscore.sheets.paper_sheet import PaperOfPage, papers_in
from sheetscore.wording import pluralize

if TYPE_CHECKING:
    from sheetscore.scan.codes import Grey, SeenCode
    from sheetscore.scan.placing import Placement

_SHOWN = 4.0
"""Pixels per millimetre of the straightened page as shown."""

_THUMBNAIL = 240
"""Pixels of the longer side of a thumbnail."""

_SHARE = 0.6
"""The least share of a page's crossings of ruled lines that must be found to place it."""

_BETTER = 0.02
"""If an earlier layout of the page has this much more of its crossings in the picture than the present layout, as a
share, the picture is taken for a page printed before the sheets were changed."""

_STRAYS = 0.35
"""The largest median error of the crossings found, in millimetres, against the place fitted to all of them."""

_MANY = 100
"""More codes than a sheet of paper with slips can have, so that the search goes on until all are found."""

_INSIDE = 0.8
"""A page counts as cut off if a smaller share of its crossings lies within the picture."""

_CROSSINGS = 12
"""The least number of crossings that must be found."""

NO_CODE = (
    "no code of a page is found in it: take it again, flat, in focus and evenly lit, with the QR code in the picture; "
    "or type the page in"
)
MIRRORED = "it is a mirror image: scan the page again, or take it without the mirror of a front camera"
CUT_OFF = "a part of the page is not in it: take all of the page, with a little of the table around it"
NOT_PLACED = "too little of the page's lines is found to say where its boxes are: take it again, flat and in focus"
MADE_SINCE = (
    "its sheets were made again otherwise since it was printed, and its boxes stand elsewhere now: type it in from the "
    "paper"
)


class _Round(Struct, frozen=True):
    """The printed layouts of a round's papers, by their codes."""

    event_key: str
    number: int
    papers: Mapping[str, PaperOfPage]
    """The present layout of each paper."""
    before: Mapping[str, Sequence[PaperOfPage]]
    """The layouts of each paper in earlier versions of the sheets."""


def scan_of(
    files: Sequence[Path],
    event_key: str,
    round_number: int,
    forms: RoundForms,
    read: ReadBoxes,
    news: Callable[[str], object] = lambda _: None,
) -> Scan:
    """Find the pages of a round in files.

    Parameters
    ----------
    files
        PDF, JPEG, PNG or TIFF, each picture with one page, or with slips.
    forms
        The forms of the round's sheets.
    read
        The round's workbook.
    news
        Called with the name of each picture before it is examined.

    Raises
    ------
    WrongUsage
        The workbook has no record of where boxes are printed: an earlier version of sheetscore made it.
    """
    paper = papers_in(read.entered.begun.paper) if read.entered.begun else []
    if not paper:
        again = f"sheetscore {stage_command('sheets', round_number)}"
        raise WrongUsage(
            f"the sheets of {stage_name(round_number)} were made by an earlier version, which did not keep where their "
            f"boxes are printed: make the sheets again ({again}) and print these, or type the paper in",
            "made-before",
        )
    known = _Round(
        event_key,
        round_number,
        {one.code: one for one in paper if one.kind != "before"},
        {one.code: [other for other in paper if other.kind == "before" and other.code == one.code] for one in paper},
    )
    found: list[ScannedPage | RefusedPicture] = []
    for picture in (picture for path in files for picture in pictures_of(path)):
        source = picture.source if isinstance(picture, RefusedPicture) else picture[0]
        news(f"{source.called}; so far {pluralize(len(found), 'page')}")
        found += _pages_in(picture, known, forms)
    pages = [one for one in found if isinstance(one, ScannedPage)]
    order = {code: index for index, code in enumerate(known.papers)}
    pages.sort(key=lambda page: order[page.code])
    scanned = {page.code for page in pages}
    missing = tuple(
        one.code for one in known.papers.values() if one.kind in {"paper", "slip"} and one.code not in scanned
    )
    refused = tuple(one for one in found if isinstance(one, RefusedPicture))
    called = {one.code: one.called for one in known.papers.values() if one.called}
    return Scan(event_key, round_number, tuple(pages), refused, missing, called)


def _pages_in(
    picture: tuple[Source, Grey] | RefusedPicture, known: _Round, forms: RoundForms
) -> Iterator[ScannedPage | RefusedPicture]:
    """Yield the page that a picture shows, or all slips on it; if it cannot be read, yield it as refused."""
    from sheetscore.scan.codes import codes_in  # noqa: PLC0415 -- an extra

    if isinstance(picture, RefusedPicture):
        yield picture
        return
    source, grey = picture
    codes = codes_in(grey)
    if any(known.papers[code.text].is_cut_out for code in codes if code.text in known.papers):
        codes = codes_in(grey, _MANY)  # a sheet of paper has several slips
    papers = _identified(codes, known)
    if isinstance(papers, str):
        yield RefusedPicture(source, papers, _thumbnail(grey))
        return
    for paper in papers:
        placement = sure_place(grey, codes, paper)
        least = placement.share + _BETTER if placement else 0.0
        by_earlier = [sure_place(grey, codes, one) for one in known.before.get(paper.code, ())]
        if any(one.share > least for one in by_earlier if one):
            yield RefusedPicture(source, MADE_SINCE, _thumbnail(grey))
        elif placement is None:
            yield RefusedPicture(source, _why_not_placed(grey, codes, paper), _thumbnail(grey))
        else:
            yield _page(source, grey, paper, placement, forms)


def _identified(codes: Sequence[SeenCode], known: _Round) -> list[PaperOfPage] | str:
    """Return the page, or the slips, that have these codes; a message if the picture is to be refused."""
    texts = sorted({code.text for code in codes})
    pages = {text: read for text in texts if (read := read_paper_code(text))}  # false readings are no paper code
    ours = [known.papers[text] for text in pages if text in known.papers]
    if ours and (len(pages) == 1 or (len(ours) == len(pages) and all(one.is_cut_out for one in ours))):
        return ours
    if ours and len(pages) > 1:
        one, other, *_ = pages
        return f"two pages are in it, {one} and {other}: scan or take them one by one"
    return next((_other_paper(text, read, known) for text, read in pages.items()), NO_CODE)


def _other_paper(text: str, read: PaperCode, known: _Round) -> str:
    """Return the message for a paper of which no boxes are known, by the text of its code and what that says."""
    if paper_code(known.event_key, *read) != text:
        return f"it is {text}, which is of another event"
    if read.round != known.number:
        return f"it is {text}, of {stage_name(read.round)}: scan it with that, by --round"
    return f"it is {text}, of which these sheets have no boxes to cut out: type it in from the paper"


def sure_place(grey: Grey, codes: Sequence[SeenCode], paper: PaperOfPage) -> Placement | None:
    """Return the place of a paper in a picture; None if it is not certain."""
    from sheetscore.scan.placing import place  # noqa: PLC0415 -- an extra

    its_own = [code for code in codes if code.text == paper.code]
    placement = place(grey, its_own, paper.printed) if paper.printed.codes else None
    if placement is None or placement.found < _CROSSINGS:
        return None
    return placement if placement.share >= _SHARE and placement.strays <= _STRAYS else None


def _why_not_placed(grey: Grey, codes: Sequence[SeenCode], paper: PaperOfPage) -> str:
    """Return the message for a paper that could not be placed: a mirror image, cut off, or out of focus."""
    from sheetscore.scan.placing import share_inside  # noqa: PLC0415 -- an extra

    if sure_place(grey, [code.mirrored for code in codes], paper):
        return MIRRORED
    its_own = [code for code in codes if code.text == paper.code][: len(paper.printed.codes)]
    return CUT_OFF if its_own and share_inside(grey, its_own, paper.printed) < _INSIDE else NOT_PLACED


def _page(source: Source, grey: Grey, paper: PaperOfPage, placement: Placement, forms: RoundForms) -> ScannedPage:
    """Straighten a page and cut out its boxes."""
    import cv2  # noqa: PLC0415 -- an extra

    from sheetscore.scan.boxes import PIXELS_PER_MM, UNITS_PER_MM, cut_out, ink_of, proposed_number, written_in  # noqa: PLC0415 -- an extra

    printed = paper.printed
    wide, high = printed.width / UNITS_PER_MM, printed.height / UNITS_PER_MM
    page = placement.straightened(grey, (round(wide * PIXELS_PER_MM), round(high * PIXELS_PER_MM)), PIXELS_PER_MM)
    ink, public = ink_of(page, printed), forms.public
    written = written_in(ink, printed, paper.texts)
    size = round(wide * _SHOWN), round(high * _SHOWN)
    shown = cv2.resize(page, size, interpolation=cv2.INTER_AREA)
    pixels = _SHOWN / UNITS_PER_MM
    in_order = sorted(printed.boxes, key=lambda box: (box.top, box.left))
    boxes = [(box, key) for box in in_order if (key := FieldKey(paper.table, paper.seat, box.field)) in public]
    return ScannedPage(
        source,
        paper.code,
        next((public[key].table for _, key in boxes), paper.table),
        _jpeg(shown),
        size,
        tuple(
            ScannedBox(
                public[key].seat,
                public[key].field,
                PictureArea(*(round(edge * pixels) for edge in (box.left, box.top, box.width, box.height))),
                cut_out(page, box),
                written[box],
                proposed_number(ink, box, forms.fields[key][2]) if written[box] else "",
            )
            for box, key in boxes
        ),
    )


def _thumbnail(grey: Grey) -> bytes:
    import cv2  # noqa: PLC0415 -- an extra

    size = min(1.0, _THUMBNAIL / max(grey.shape))
    return _jpeg(cv2.resize(grey, None, fx=size, fy=size, interpolation=cv2.INTER_AREA))


def _jpeg(picture: Grey) -> bytes:
    import cv2  # noqa: PLC0415 -- an extra

    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 75])[1].tobytes()
