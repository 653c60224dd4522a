"""The lists of a sheet: the choices of the boxes of a match, their results, and the scenarios in words.

Source: "All Players are Created Equal", General guidelines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.forms.choices import Choices
from sheetscore.pairing.draw import display_name
from sheetscore.sheets.layout import TITLE_UNITS, PageLayout
from sheetscore.sheets.styles import SMALLEST
from sheetscore.systems.match.deciding import GAMES
from sheetscore.systems.match.games import LEVELS, MOST_POINTS, POINTS, SIDES, Grading, Level, SideName
from sheetscore.systems.match.matches import MATCHES, raw_handicap, revised_handicap
from sheetscore.systems.match.model import MatchEvent, MatchScenario
from sheetscore.systems.two_at_a_table import SEATS, numbered_choices
from sheetscore.tables.heights import BESIDE, text_height
from sheetscore.wording import HARD_BLANK, mixed
from sheetscore.workbooks.paper import breaks_no_word

_CAPTIONS = ("Scenario", "First side", "Second side", "How it is won")
"""The captions of the list of scenarios."""

_LAYOUTS = ((18, 12, 12, 30), (13, 9, 9, 41), (24, 24, 24))
"""The layouts of the list that are tried: the widths of its columns, in columns of the page. With three columns, the
text about how a scenario is won stands on a further line.
"""

_CAPTION_WIDTH = 12
"""How many columns of the page the caption at the beginning of that further line takes."""


def list_scenarios(page: PageLayout, scenarios: Sequence[MatchScenario], *, banded: bool = True) -> None:
    """List the scenarios on offer, with their sides in order and the names and points of victories.

    Parameters
    ----------
    banded
        Whether a band with a title is above the list.
    """
    across = page.grid.across
    page.add_row(page.measures.gap)
    if banded:
        row = page.add_row(page.measures.title)
        titled, end = across(TITLE_UNITS), page.grid.columns
        page.put(row, 0, titled, "band", text="Scenario" if len(scenarios) == 1 else "Scenarios")
        page.put(row, titled, end - titled, "band rule", text="which side is the first, and how games are won")
    listed = [(one.title, *(side_title(one, side) for side in SIDES), how_won(one)) for one in scenarios]
    lines = min(_lines_by_layout(listed), key=lambda lines: _cost(page, lines))
    places = lines[0].places
    row = page.add_row(page.measures.caption)
    for caption, place in zip(_CAPTIONS, places, strict=False):
        page.put(row, *place, "caption left", text=caption)
    for line in lines:
        row = page.add_row(line.height(page))
        for text, place in zip(line.texts, line.places, strict=True):
            page.put(row, *place, "label", text=text)


class _Line(Struct, frozen=True):
    """A line of the list of scenarios: its texts, each with the first column of its cell and how many it takes."""

    texts: tuple[str, ...]
    places: tuple[tuple[int, int], ...]

    def height(self, page: PageLayout) -> int:
        """Return the height in pixels at which all texts have room."""
        return max(text_height(text, page.pixels(*place)) for text, place in zip(self.texts, self.places, strict=True))

    def torn(self, page: PageLayout) -> int:
        """Count the texts with a word that is too wide for its cell even in the smallest letters on a page."""
        rooms = ((text, page.pixels(*place) - BESIDE) for text, place in zip(self.texts, self.places, strict=True))
        return sum(not breaks_no_word(text, room, SMALLEST) for text, room in rooms)


def _lines_by_layout(listed: Sequence[tuple[str, ...]]) -> Iterator[list[_Line]]:
    """Yield the lines of the list of scenarios in each layout."""
    for widths in _LAYOUTS:
        places = tuple(zip(accumulate(widths, initial=1), widths, strict=False))
        below = (1, _CAPTION_WIDTH), (1 + _CAPTION_WIDTH, sum(widths) - _CAPTION_WIDTH)
        lines: list[_Line] = []
        for texts in listed:
            lines.append(_Line(texts[: len(widths)], places))
            lines += [_Line((_CAPTIONS[-1], how), below) for how in texts[len(widths) :]]
        yield lines


def _cost(page: PageLayout, lines: Sequence[_Line]) -> tuple[int, int]:
    return sum(line.torn(page) for line in lines), sum(line.height(page) for line in lines)


def side_title(scenario: MatchScenario, side: SideName) -> str:
    """Return the title of a side of the scenario; ``first side`` or ``second side`` if it has none."""
    titles = dict(zip(SIDES, (one.title for one in scenario.sides), strict=False))
    return titles.get(side, f"{side} side")


def orders_offered(scenarios: Sequence[MatchScenario]) -> str:
    """List the orders of battle that the scenarios offer, by sides; nothing if none do."""
    offered: list[str] = []
    for one in scenarios:
        sides = "; ".join(f"of {side.title}: {', '.join(side.orders)}" for side in one.sides if side.orders)
        if sides:
            offered.append(f"Orders {f'in {one.title}, ' if len(scenarios) > 1 else ''}{sides}")
    return ".  ".join(offered)


def how_won(scenario: MatchScenario) -> str:
    """Say how games of a scenario are won, with its own words for levels, and what decides if each player wins one."""
    parts = [_how_graded_won(scenario) if scenario.kind.graded else _HOW[scenario.grading]]
    if scenario.turns:
        parts.append(f"lasts {scenario.turns}{HARD_BLANK}game-turns")
    if not scenario.draws:
        parts.append("no draws")
    return ". ".join(f"{part[:1].upper()}{part[1:]}" for part in parts)


def how_won_formerly(scenario: MatchScenario) -> str:
    """Return what earlier versions printed in place of :func:`how_won`."""
    return how_won(scenario).replace(f"Lasts {scenario.turns}{HARD_BLANK}", f"{scenario.turns} ")


_HOW = {
    "points": "by points, or units destroyed. If each wins a game: the points of both, the higher net wins",
    "territory": "by territory. If each wins a game: the winners' game-turns, the sooner wins; then their losses",
    "win": "by its own conditions. If each wins a game the match is drawn",
}
"""How games without levels are won, by their grading."""


def _how_graded_won(scenario: MatchScenario) -> str:
    words = ", ".join(f"{level_in_words(scenario, level)} {points}" for level, points in POINTS.items())
    holder = scenario.graded_name
    if holder is None:
        return f"at levels, with match points: {words}"
    without = next(side for side in SIDES if side != holder)
    who, whoever = side_title(scenario, holder), side_title(scenario, without)
    return f"{who} at levels, with match points: {words}. {whoever} without a level: {MOST_POINTS}"


def level_in_words(scenario: MatchScenario, level: Level) -> str:
    """Return the word of a scenario for a level, with the standard word beside it if that differs."""
    word = scenario.word_for(level)
    return level if word == level else f"{word} ({level})"


def words_for_levels(scenario: MatchScenario) -> tuple[str, ...]:
    """Return the words of a scenario for all levels, from the lowest."""
    return tuple(level_in_words(scenario, level) for level in LEVELS)


def scenario_with_common_words(scenarios: Sequence[MatchScenario]) -> MatchScenario | None:
    """Return a scenario whose words for levels all others share; None if they differ, or if there is none."""
    return scenarios[0] if len(set(map(words_for_levels, scenarios))) == 1 else None


GRADINGS: tuple[Grading, ...] = get_args(Grading)
"""All kinds of victory; the template numbers them in this order, from 1."""

PLAYER_NAMES = tuple(f"player {seat}" for seat in SEATS)

SUBSTITUTES = "substitute: see the results"
"""The text for handicaps, and for all that follows from them, if others play than the drawn players."""

ENDED = "ended; only its matches count"


class PairHandicap(Struct, frozen=True):
    """The handicap of the players of a table in a game system: above 0 for seat 1, below 0 for seat 2."""

    recorded: Fraction | None
    """The handicap after their last series, whether it counts or not; None if they have had none."""
    counts: bool
    """Whether it counts in their matches."""

    @property
    def in_force(self) -> Fraction:
        """The handicap that counts."""
        return (self.recorded or Fraction(0)) if self.counts else Fraction(0)


Handicaps = Mapping[str, PairHandicap]
"""The handicaps of two players, by the folded names of the game systems on offer, in order."""


def lists_of(event: MatchEvent, choice: Sequence[MatchScenario], handicaps: Handicaps) -> dict[str, Choices]:
    """Return the lists of a sheet.

    Parameters
    ----------
    choice
        The scenarios on offer.
    """
    numbers = tuple(range(1, len(SEATS) + 1))
    given = [one.in_force for one in handicaps.values()]
    most = GAMES * MOST_POINTS
    return {
        "players": Choices("players", tuple(display_name(id_, event.names) for id_ in event.names), tuple(event.names)),
        "scenarios": _scenarios(choice, handicaps),
        "seats": replace(numbered_choices("seats", PLAYER_NAMES, SEATS, number=numbers), seats=True),
        "results": replace(
            numbered_choices("results", (*PLAYER_NAMES, "draw"), (*SEATS, "draw"), number=(*numbers, 3)), seats=True
        ),
        "levels": _list_levels(choice),
        **{f"orders_{name}": _orders(choice, at) for at, name in enumerate(SIDES)},
        "handicaps": Choices("handicaps", (SUBSTITUTES, *map(handicap_words, given)), names_pass=True),
        "totals": Choices("totals", tuple(map(_both_totals, range(-most, most + 1)))),
        "outcomes": Choices("outcomes", (*_outcomes("match"), SUBSTITUTES, *_worded("match", choice))),
        "series_totals": Choices("series_totals", tuple(map(_both_totals, _series_totals()))),
        "series_outcomes": Choices(
            "series_outcomes", (*_outcomes("series"), SUBSTITUTES, ENDED, *_worded("series", choice))
        ),
        "raws": Choices("raws", tuple(handicap_words(raw_handicap(total)) for total in _series_totals())),
        "nexts": Choices("nexts", (SUBSTITUTES, *_nexts(handicaps)), names_pass=True),
    }


def _nexts(handicaps: Handicaps) -> Iterator[str]:
    """Yield in words every handicap that a series may make, in each game system and with each total."""
    for one in handicaps.values():
        yield from (handicap_words(revised_handicap(raw_handicap(total), one.recorded)) for total in _series_totals())


def _series_totals() -> range:
    most = GAMES * MATCHES * MOST_POINTS
    return range(-most, most + 1)


def handicap_words(handicap: Fraction) -> str:
    """Write a handicap with its fraction, as people reckon with a pencil, and its player: ``2 2/3 for player 1``."""
    if not handicap:
        return "none"
    return f"{mixed(abs(handicap))} for {PLAYER_NAMES[handicap < 0]}"


def handicaps_in_words(handicaps: Handicaps, choice: Sequence[MatchScenario]) -> str:
    """Say which handicap two players have in each game system on offer: ``2 2/3 for player 1 in Hills, else none``."""
    called = {folded(one.game_system): one.game_system for one in choice}
    given = [f"{handicap_words(one.in_force)} in {called[id_]}" for id_, one in handicaps.items() if one.in_force]
    others = ["none" if not given else "else none"] if len(given) < len(handicaps) else []
    return ", ".join([*given, *others])


def _both_totals(total: int) -> str:
    """Write a total of match points of player 1 with that of player 2, which is the negative."""
    return f"{total:+d} : {-total:+d}".replace("-", "−") if total else "0 : 0"


def _scenarios(choice: Sequence[MatchScenario], handicaps: Handicaps) -> Choices:
    """Make the list of scenarios, with the numbers that the template's formulas look up.

    Numbers stand for the grading, the side with levels, the game system and the wording; ``handicap`` counts from 2,
    since the list of handicaps begins with :data:`SUBSTITUTES`. The handicap itself is ``up`` divided by ``down``.
    """
    systems = list(handicaps)
    given = {system: one.in_force for system, one in handicaps.items()}
    own = [folded(scenario.game_system) for scenario in choice]
    words = _wordings(choice)
    whole = numbered_choices(
        "scenarios",
        [scenario.title for scenario in choice],
        [scenario.id for scenario in choice],
        grading=tuple(GRADINGS.index(scenario.grading) + 1 for scenario in choice),
        side=tuple(SIDES.index(scenario.graded_name) + 1 if scenario.graded_name else 0 for scenario in choice),
        system=tuple(systems.index(system) + 1 for system in own),
        handicap=tuple(systems.index(system) + 2 for system in own),
        wording=tuple(words.index(words_for_levels(scenario)) for scenario in choice),
        up=tuple(given[system].numerator for system in own),
        down=tuple(given[system].denominator for system in own),
    )
    return replace(whole, passing=("handicap", "up", "down"))


def _list_levels(choice: Sequence[MatchScenario]) -> Choices:
    """Make the list of levels: the words of the scenarios, then the standard ones that these lack."""
    points: dict[str, int] = {}
    for scenario in choice:
        for word, _ in scenario.words:
            level = scenario.level_called(word)
            points |= {word: POINTS[level]} if level else {}
    taken = set(map(folded, points))
    points |= {level: POINTS[level] for level in LEVELS if level not in taken}
    return numbered_choices("levels", list(points), list(points), points=tuple(points.values()))


def _orders(choice: Sequence[MatchScenario], side: int) -> Choices:
    """Make the list of the orders of battle of a side; any other may be written in."""
    sides = [one for scenario in choice for one in scenario.sides[side : side + 1]]
    offered = [order for one in sides for order in one.orders]
    return Choices("orders", tuple(dict.fromkeys(offered)) or ("as printed",))


def _outcomes(what: str) -> Iterator[str]:
    """Yield the results of a match or a series in standard words, in the order in which the template numbers them."""
    for player in PLAYER_NAMES:
        yield f"{player} wins the {what}"
        yield from (f"{player} wins the {what}: {level}" for level in LEVELS)
    yield f"the {what} is drawn"
    yield from (f"the {what} is drawn, {player} is ahead" for player in PLAYER_NAMES)


def _worded(what: str, choice: Sequence[MatchScenario]) -> Iterator[str]:
    """Yield the victories at levels in the own words of scenarios."""
    for words in _wordings(choice)[1:]:
        yield from (f"{player} wins the {what}: {word}" for player in PLAYER_NAMES for word in words)


def _wordings(choice: Sequence[MatchScenario]) -> list[tuple[str, ...]]:
    """Return all different triples of words for the levels on a sheet, the standard words first."""
    return [*dict.fromkeys([LEVELS, *map(words_for_levels, choice)])]
