"""Writes on the printed pages of a table for the pictures of the documents: written_on.py FOLDER VALUES.

The folder has the blank sheets of round 1. Beside them come ``paper-1.jpg`` and so on, one picture that is out of
focus, and in ``shown`` the code of the page that is to be seen.
"""

import sys
from itertools import islice
from pathlib import Path

import cv2
from fake_scans import drawn_example
from written_paper import written_pages

folder, values = map(Path, sys.argv[1:])
drawn = drawn_example(folder, 1, values)
pages = [*islice(written_pages(folder / "round1.xlsx", drawn.forms, drawn.written), 8)]
for number, (_, picture) in enumerate(pages, start=1):
    cv2.imwrite(str(folder / f"paper-{number}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 70])
cv2.imwrite(str(folder / "paper-9.jpg"), cv2.GaussianBlur(pages[-1][1], (0, 0), 40))
(folder / "shown").write_text(pages[1][0], "utf-8")
