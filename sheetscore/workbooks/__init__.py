"""Spreadsheet files: check them, read cells, write cells, formats and print set-up, save files, lock folders."""
