"""Which tables of a results workbook a system's own sheets can point at: their names, keys and columns.

The house writes how every page comes to its points, and the values as they were entered; a system's own
sheets begin where these end.
"""

ENTRIES = "entries"
"""A line for every value that was entered, by its :class:`FieldKey`; its column is :data:`VALUE`."""

VALUE = "value"

PAGES = "pages"
"""A line for every seat's page that adds up, by (table, seat); a column for each sum of the page (``sp``)."""

BLOCKS = "blocks"
"""A line for every block of a table's own page that is worth something, by (table, block id)."""

POINTS = "points"
"""The column of what a block is worth."""
