"""Gunnery: shots judged by the places of aircraft, hits and criticals by charts and dice."""
