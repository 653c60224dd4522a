"""The findings that matched games alone make."""

from __future__ import annotations

from sheetscore.findings import Codes, Severity

CODES: Codes = {
    "match-rolls": (Severity.ERROR, "dice that were rolled for the first choice are equal"),
    "match-sides": (Severity.ERROR, "a player has a side in a game that the other one has"),
    "match-level": (Severity.ERROR, "a game has a level of victory that it cannot have"),
    "match-systems": (Severity.ERROR, "the matches of a series are of different game systems"),
    "history-twice": (Severity.ERROR, "two files have different results of one series"),
    "history-differs": (Severity.WARNING, "a series was played with another handicap than the one before makes"),
    "ladder-reach": (Severity.WARNING, "two meet who are further apart on the ladder than one may challenge"),
    "winner-behind": (Severity.NOTE, "the winner of a game has fewer points than the loser"),
}
