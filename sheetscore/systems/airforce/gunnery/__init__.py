"""Gunnery: shots judged by where everybody is, hits and criticals by charts and dice."""
