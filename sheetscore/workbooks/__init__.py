"""Spreadsheets as such: the guard, cells in, formats and print set-up out, names, saving, locks."""
