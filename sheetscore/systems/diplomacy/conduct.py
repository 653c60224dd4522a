"""How an event of Diplomacy goes on, in words, and its scoring system as it computes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sheetscore.pairing.origins import kept_apart
from sheetscore.scoring.boards.library import board_system
from sheetscore.scoring.boards.system import BoardSystem
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.outcomes import Conduct
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Table, text_column

_REMAINDER = {
    "sit_out": "When the players make no full boards of seven, those sit out who have done so least often.",
    "standbys": "When the players make no full boards of seven, standbys fill them up, if there are enough for a whole "
    "board; those stand in who have done so least often.",
    "double": "When the players make no full boards of seven, some play on two, those who have done so least often.",
}

_TIES = {
    "solos": "solos",
    "best_game": "the best game",
    "second_best_game": "the second best game",
    "centres": "centres",
    "head_to_head": "who scored more on boards that both played",
}

_ROUND = {"best": "the best of them counts", "sum": "their sum counts", "none": "each counts on its own"}

_CASES: Mapping[tuple[str, str], str] = {
    ("draw", "alive"): "No solo: a power that is left",
    ("draw", "eliminated"): "No solo: an eliminated power",
    ("solo", "winner"): "A solo: the winner",
    ("solo", "alive"): "A solo: another power that is left",
    ("solo", "eliminated"): "A solo: an eliminated power",
}


def conduct_of(round_: RoundAtHand[DiplomacyEvent]) -> Conduct:
    """Say how boards are drawn and scored, and what becomes of who comes and goes."""
    event = round_.event
    system = board_system(event.settings.scoring, event.own_templates)
    return Conduct(
        draw=tuple(_draw(event)),
        scoring=tuple(_scoring(event, system)),
        attendance=tuple(_attendance(event)),
        sheets=(_values(system),),
    )


def _draw(event: DiplomacyEvent) -> Iterator[str]:
    apart = "team mates and " if event.settings.team_mates_apart else ""
    yield f"Boards are drawn so that as few as possible meet again; {apart}pairs on the sheet Pairings are kept apart."
    yield (
        "Powers go by the players' preferences."
        if event.settings.powers == "preferences"
        else "Powers are given so that nobody plays one twice as far as that can be."
    )
    if event.settings.remainder == "standbys":
        yield "Standbys are spread over the boards as far as that costs none of this."
    if event.settings.keep_apart:
        yield f"{kept_apart(event.settings.keep_apart)} on one board as rarely as can be without more of either."
    yield "What is equal is decided by lots that follow from the seed: the same event and seed give the same draw."


def _scoring(event: DiplomacyEvent, system: BoardSystem) -> Iterator[str]:
    settings = event.settings
    yield f"Boards are scored by {system.file.summary} The sheet Values has its formulas."
    yield (
        "A game ends with a solo, a draw that its members agree on, when time is up, or with a concession, which "
        "scores as a solo of the power that it is made to."
    )
    yield f"Of somebody with two games in a round {_ROUND[settings.round_scoring]}."
    yield f"The event: {_event_scoring(event)}."
    broken = ", then by ".join(_TIES[one] for one in settings.tie_breaks)
    yield f"Ties are broken by {broken}." if broken else "Equal scores share a rank."


def _event_scoring(event: DiplomacyEvent) -> str:
    settings = event.settings
    best = "all scores" if settings.counted is None else f"the best {settings.counted} scores"
    weights = ", ".join(f"{weight.normalize():f}" for weight in settings.weights)
    return {
        "sum": f"the sum of {best}",
        "weights": f"the scores from the best down, times {weights or 'their weights'}",
        "average": "the average of the rounds played",
        "per_round": "the sum of all scores, divided by the rounds held",
        "hurst": "for every game the centres above the mean of its power in the whole event",
        "mystery": "100 for a share in a draw, 10 for surviving outside of it, and for a solo what all drawn games "
        "gave, divided by their number and by that of the solos; all of it divided by the rounds held",
    }[settings.event_scoring]


def _attendance(event: DiplomacyEvent) -> Iterator[str]:
    score = event.settings.sit_out_score
    yield _REMAINDER[event.settings.remainder]
    yield (
        "A round that somebody sits out does not count."
        if score is None
        else f"A round that somebody is drawn to sit out scores {score.normalize():f}."
    )
    yield (
        "Who comes late is drawn from the first round on in which he or she is there, who leaves until the last; "
        "rounds that are missed score nothing. Whoever takes somebody's place on the day has the score of the game."
    )


@dataclass(frozen=True)
class _Rule:
    """A named step of a scoring system, or a case."""

    what: str
    rule: str


def _values(system: BoardSystem) -> TableSheet:
    """List what each case scores, after the steps that the cases are made of."""
    steps = [_Rule(name, str(rule)) for name, rule in system.file.let.items()]
    cases = [_Rule(words, system.scores[case].text) for case, words in _CASES.items() if case in system.scores]
    columns: tuple[Column[_Rule], ...] = (
        text_column("what", "What", 260, lambda line: line.what, style="cell text"),
        text_column("rule", "What it scores", 520, lambda line: line.rule, style="cell text"),
    )
    return TableSheet(
        "Values",
        f"What a power scores: {system.file.title}",
        lines=(Line(system.file.description),),
        tables=(Table("values", columns, [*steps, *cases], tall=True),),
    )
