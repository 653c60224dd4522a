"""Matched games: the same game twice with the sides exchanged, series of three matches, handicaps of a pair."""
