"""Spreadsheet-native score sheets, scoring and standings for wargame tournaments."""

__version__ = "0.1.0"
