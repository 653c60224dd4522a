"""Simulate events with made-up players, by the real draw and the real scoring, to compare formats."""
