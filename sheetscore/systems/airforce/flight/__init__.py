"""The flight of an aircraft: its log, plots, tracks, speed and altitude, and the audit of every turn."""
