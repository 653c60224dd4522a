"""What was done to come to the standings, a line of words for each step."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.systems.diplomacy.boxes import scoring_of
from sheetscore.systems.diplomacy.model import DiplomacyEvent, DiplomacySettings, TieBreak

_ROUNDS = {
    "best": "Of several games in a round the best counts.",
    "sum": "The scores of several games in a round are added up.",
    "none": "Every game counts on its own.",
}

_EVENTS = {
    "sum": "The scores are added up.",
    "average": "The score is the mean of those made.",
    "per_round": "The score is the sum divided by the number of rounds held.",
    "hurst": "A game is worth its centres less the mean centres of its power over all games; games are added up.",
    "mystery": "A share in a draw is worth 100, surviving outside of it 10, and the solos share the mean points of a "
    "drawn game; the sum is divided by the number of rounds held.",
}

_TIES: dict[TieBreak, str] = {
    "solos": "most solos",
    "best_game": "the best game",
    "second_best_game": "the second best game",
    "centres": "most centres",
    "head_to_head": "the scores on boards that the tied players shared",
}


def standing_words(event: DiplomacyEvent) -> Iterator[str]:
    """Say how boards are scored, what makes the score of the event, and how ties are broken."""
    settings = event.settings
    if settings.event_scoring in {"hurst", "mystery"}:
        yield _EVENTS[settings.event_scoring]
        yield f"Boards are scored by {scoring_of(event).file.title}, which decides about best games only."
    else:
        yield f"Boards are scored by {scoring_of(event).file.title}. {_ROUNDS[settings.round_scoring]}"
        yield " ".join((_event_words(settings), *_sit_out_words(settings)))
    ties = [_TIES[tie_break] for tie_break in dict.fromkeys(settings.tie_breaks)]
    broken = f"Ties are broken by {', then '.join(ties)}. " if ties else ""
    yield f"{broken}Who is {'still ' if ties else ''}equal shares a rank."


def _event_words(settings: DiplomacySettings) -> str:
    if settings.event_scoring == "weights":
        weights = ", ".join(format(weight.normalize(), "f") for weight in settings.weights)
        return f"The scores from the best down are multiplied by {weights}, and added up."
    if settings.event_scoring == "sum" and settings.counted == 1:
        return "The best score counts."
    if settings.event_scoring == "sum" and settings.counted is not None:
        return f"The best {settings.counted} scores are added up."
    return _EVENTS[settings.event_scoring]


def _sit_out_words(settings: DiplomacySettings) -> Iterator[str]:
    if settings.sit_out_score is not None:
        yield f"Sitting out scores {format(settings.sit_out_score.normalize(), 'f')}."
