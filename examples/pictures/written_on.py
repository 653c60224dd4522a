"""Writes on the printed pages of a table for the pictures of the documents: written_on.py FOLDER VALUES.

The folder has the blank sheets of round 1. Beside them come ``paper-1.jpg`` and so on, one picture that is out of
focus, and in ``shown`` the code of the page that is to be seen.
"""

import sys
from pathlib import Path

import cv2
from fake_scans import drawn_example
from rounds_on_paper import papers_of
from written_paper import printed, written_on

from sheetscore.operations.printing import print_pages
from sheetscore.scan.codes import codes_in

folder, values = map(Path, sys.argv[1:])
drawn = drawn_example(folder, 1, values)
papers = {paper.code: paper for paper in papers_of(folder / "round1.xlsx")[:10]}
stack = printed(print_pages(folder / "round1.xlsx").path, papers)
written = [picture for picture in stack if [*written_on(picture, papers, drawn.forms, drawn.written)]][:8]
for number, picture in enumerate(written, start=1):
    cv2.imwrite(str(folder / f"paper-{number}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 70])
cv2.imwrite(str(folder / "paper-9.jpg"), cv2.GaussianBlur(written[-1], (0, 0), 40))
(folder / "shown").write_text(codes_in(written[1])[0].text, "utf-8")
