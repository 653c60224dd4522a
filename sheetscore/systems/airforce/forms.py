"""The sheets of a round: a page for each table, which lists its aircraft, and a log for each aircraft by its card.

Source: Updated Air Force / Dauntless (30 degree turns).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from sheetscore.event.identity import seats_called
from sheetscore.findings import Finding
from sheetscore.forms.binding import Surroundings, bind, checked_form
from sheetscore.forms.block import Row
from sheetscore.forms.choices import Choices, choices_called
from sheetscore.forms.form import FieldKey, Page, PageForm, Value
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.forms.template import Library, Template
from sheetscore.pairing.draw import Draw, display_name, side_of
from sheetscore.problems import MistakesFound
from sheetscore.systems.airforce.cards import Card
from sheetscore.systems.airforce.editions import Attitude, Edition, FlightSettings, edition
from sheetscore.systems.airforce.event_cards import card_library
from sheetscore.systems.airforce.fight_page import FIGHT_PAGE
from sheetscore.systems.airforce.flight.handling import below_points, dives_vertically
from sheetscore.systems.airforce.log_page import CARD, PILOT, card_lines, log_kind
from sheetscore.systems.airforce.model import Aircraft, AirforceEvent, starter_event
from sheetscore.systems.context import RoundContext

LOG, TABLE = "log", "table"
"""The templates of an aircraft's page and of a table's own."""

_IN_BRACES = re.compile(r"\{(\w+)\}")

_NEEDED = {
    "seat": ("pilot",),
    "aircraft": ("card",),
    "start": ("q", "r", "facing", "bank", "speed", "altitude", "odd", "run_in", "loaded"),
    "before": ("speed", "climb", "dive", "special", "power"),
    "turn": (
        *("plot", "climb", "dive", "special", "power", "brakes"),
        *("maneuvers", "speed", "altitude", "bank", "facing", "q", "r"),
    ),
    "shot": ("turn", "target", "gun", "range", "clock", "red", "white", "drm", "hits", "location", "result"),
    "end": ("fate",),
}
"""The boxes that the replay looks for, by their blocks."""


def round_forms(round_: RoundContext[AirforceEvent]) -> RoundForms:
    """Return the sheets of a drawn round.

    Raises
    ------
    MistakesFound
        With everything that is wrong in the templates, the cards or the edition.
    """
    event, drawn = round_.event, round_.draw
    fight = event.scenario_of(drawn.round)
    maker = _LogMaker(event, drawn.round, round_.library)
    cards = maker.cards
    table_form = maker.table_form()
    tables, called = [], seats_called(event.seats(drawn.round))
    for table in drawn.tables:
        pages = [Page(1, "", table_form)]
        for number, seat in enumerate(table.seats, start=2):
            # an edited draw may have a seat that the fight has not
            aircraft = fight.aircraft(seat) or next(iter(fight.by_seat.values()))
            form = maker.form(cards.card(aircraft.card), side_of(seat))
            pages.append(Page(number, seat, form, called.get(seat, "")))
        tables.append(TableForms(table.number, fight.id, fight.title, tuple(pages)))
    filled = dict(drawn_entries(event, drawn, {seat: cards.card(one.card) for seat, one in fight.by_seat.items()}))
    return RoundForms(drawn.round, tuple(tables), library=round_.library, filled=filled)


def drawn_entries(event: AirforceEvent, drawn: Draw, cards: Mapping[str, Card]) -> Iterator[tuple[FieldKey, Value]]:
    """Yield the entries from the draw: player, card, start and the turn before."""
    fight = event.scenario_of(drawn.round)
    for table in drawn.tables:
        for seat, player in table.seats.items():
            aircraft = fight.aircraft(seat)
            boxes: dict[str, Value] = {PILOT: player} if player else {}
            if aircraft:
                boxes |= {CARD: cards[seat].id, **_start(aircraft), **_before(aircraft)}
            yield from ((FieldKey(table.number, seat, box), value) for box, value in boxes.items())


def _start(aircraft: Aircraft) -> dict[str, Value]:
    values: dict[str, Value] = {
        "q": aircraft.q,
        "r": aircraft.r,
        "facing": aircraft.facing,
        "bank": aircraft.bank,
        "speed": _exact(Fraction(aircraft.speed)),
        "altitude": aircraft.altitude,
        "odd": int(aircraft.odd),
        "run_in": aircraft.run_in,
        "loaded": int(aircraft.loaded),
    }
    return {f"start.{box}": value for box, value in values.items()}


def _before(aircraft: Aircraft) -> dict[str, Value]:
    """Return the entries for the turn before the first; boxes for a 0 stay blank."""
    values: dict[str, Value] = {
        "speed": _exact(Fraction(aircraft.before_speed or 0)),
        "climb": aircraft.before_climb,
        "dive": aircraft.before_dive,
        "special": " ".join(aircraft.before_special),
        "power": aircraft.before_power,
    }
    return {f"before.{box}": value for box, value in values.items() if value}


def _exact(number: Fraction) -> int | Fraction:
    return int(number) if number.denominator == 1 else number


class _LogMaker:
    """Makes the forms of a round: one of the log for each card and side, and one of the table's own page."""

    def __init__(self, event: AirforceEvent, number: int, library: Library) -> None:
        self.event = event
        self.number = number
        self.library = library
        self.edition = edition(event.settings.edition, event.own_templates)
        self.cards = card_library(event.cards, event.own_templates)
        self._made: dict[tuple[str, str], PageForm] = {}

    def form(self, card: Card, side: str) -> PageForm:
        """Return the form of the log of an aircraft, by its card and its side of the fight."""
        key = card.id, side
        if key not in self._made:
            self._made[key] = checked_form(self.library, LOG, lambda one: self._bound(one, card, side), _lacking)
        return self._made[key]

    def table_form(self) -> PageForm:
        """Return the form of the table's own page."""
        return checked_form(self.library, TABLE, self._of_table, lambda _: ())

    def _of_table(self, template: Template) -> PageForm:
        blocks = bind(template, "", Surroundings({"players": self.players}), template.orientation)
        title = self.event.scenario_of(self.number).title
        return PageForm(title, "", blocks, name="table sheet", kind=FIGHT_PAGE, orientation=template.orientation)

    @cached_property
    def players(self) -> Choices:
        """The players who may fly, shown as ``Ann Bell (P07)`` and recorded by id."""
        names = self.event.names
        return Choices("players", tuple(display_name(one, names) for one in names), tuple(names))

    def _bound(self, template: Template, card: Card, side: str) -> PageForm:
        fight = self.event.scenario_of(self.number)
        cards = {one.card: self.cards.card(one.card).name for one in fight.by_seat.values()}
        lists = {
            "players": self.players,
            "cards": choices_called(f"cards of {card.id}", {card.id: card.name} | cards, seats=False),
            "aircraft": choices_called("aircraft", seats_called(self.event.seats(self.number)), seats=True),
            "guns": Choices(f"guns of {card.id}", tuple(gun.id for gun in card.guns)),
        }
        rows = {"turns": [Row(str(turn)) for turn in range(1, self.event.turns(self.number) + 1)]}
        surroundings = Surroundings(lists, rows, settings_of(card, self.edition, self.event.settings))
        blocks = bind(with_numbers(template, card, self.edition), "", surroundings, template.orientation)
        heading = next((one.title for one in fight.sides if one.id == side), fight.title)
        opposite = tuple(seat for seat in fight.by_seat if side_of(seat) != side)
        return PageForm(
            heading,
            side,
            blocks,
            kind=log_kind(self.edition),
            orientation=template.orientation,
            opposite=opposite,
            small_print=card_lines(card),
        )


def with_numbers(template: Template, card: Card, rules: Edition) -> Template:
    """Return a template with the names in braces replaced by numbers of a card and words of an edition."""
    known = numbers_of(card, rules) | words_of(rules)

    def put(text: str) -> str:
        return _IN_BRACES.sub(lambda found: known.get(found[1], found[0]), text)

    blocks = []
    for block in template.block:
        changes = {
            "let": {name: put(text) for name, text in block.let.items()},
            "show": tuple(one.model_copy(update={"rule": put(one.rule)}) for one in block.show),
            "field": tuple(one.model_copy(update={"prompt": put(one.prompt)}) for one in block.field),
        }
        blocks.append(block.model_copy(update=changes))
    return template.model_copy(update={"block": tuple(blocks)})


def template_checks(library: Library) -> list[Finding]:
    """Check both templates in force as if a small event used them, in each edition."""
    event = starter_event("any")
    found: dict[Finding, None] = {}
    for name in ("main", "procedural"):
        settings = event.settings.model_copy(update={"edition": name})
        maker = _LogMaker(event.model_copy(update={"settings": settings}), 1, library)
        try:
            maker.form(card_library((), None).card(event.scenarios[0].sides[0].aircraft[0].card), "blue")
            maker.table_form()
        except MistakesFound as mistakes:
            found |= dict.fromkeys(mistakes.findings)
    return list(found)


def _lacking(form: PageForm) -> Iterator[str]:
    """Yield what the replay needs and the template lacks."""
    blocks = {block.name: {box.id for box in block.fields} for block in form.blocks}
    for name, boxes in _NEEDED.items():
        missing: Sequence[str] = [box for box in boxes if box not in blocks.get(name, ())]
        if missing:
            yield f"block {name}: there must be {', '.join(missing)}"


NO_TOP = 999_900
"""What stands in rules for the top of a card's highest band, which has no limit: more feet than any box takes."""

NO_WORD = "NEVER"
"""What stands in rules for a special word that an edition does not have."""


def numbers_of(card: Card, rules: Edition) -> dict[str, str]:
    """Return the numbers of a card as lists for rules: by bands, modes by bands and ranges, losses by maneuvers."""
    bands = card.bands
    listed: dict[str, Iterable[int]] = {
        "tops": [*(band.top for band in bands[:-1]), NO_TOP],
        "least": [band.maneuver[0] for band in bands],
        "most": [band.maneuver[1] for band in bands],
        "level": [band.level for band in bands],
        "top_speed": [band.dive for band in bands],
        "power": [band.power for band in bands],
        "climb": [band.climb for band in bands],
        "loss": rules.loss.maneuver[card.loss],
        "loaded_loss": rules.loss.maneuver[rules.loss.loaded],
        **{
            mode: [number for band in bands for number in getattr(band.mode, mode)]
            for mode in ("bank", "turn", "slip", "half_roll", "loop")
        },
    }
    return {name: ", ".join(map(str, numbers)) for name, numbers in listed.items()}


def words_of(rules: Edition) -> dict[str, str]:
    """Return the edition's word for each steep or vertical attitude, and all special words under ``words``."""
    by_attitude = {attitude: word for word, attitudes in rules.words.items() for attitude in attitudes}
    steep = {name: by_attitude.get(name, NO_WORD) for name in ("steep_climb", "steep_dive", "vertical_dive")}
    return {**steep, "words": ", ".join((*rules.words, "BOMB", "JETT", "LAME"))}


def settings_of(card: Card, rules: Edition, decided: FlightSettings) -> Mapping[str, int]:
    """Return the numbers of an edition for a card, and the decisions as 1 or 0."""
    climb, steep, vertical = rules.steep_climb, rules.steep_dive, rules.vertical_dive
    after = {name: rules.after.get(name) for name in ("vertical_dive", "steep_dive", "steep_climb")}
    pull_out, recover, level_off = after["vertical_dive"], after["steep_dive"], after["steep_climb"]
    forbids_climb = recover.forbids if recover else ()
    forbids_dive = level_off.forbids if level_off else ()
    modes = rules.mode
    return {
        "rounded": int(decided.speed_range == "rounded"),
        "begun": int(decided.drag == "begun"),
        "whole": int(decided.drag == "whole"),
        "always": int(decided.single_power == "always"),
        "one_word": int(any(len(attitudes) > 1 for attitudes in rules.words.values())),
        "brakes": card.brakes,
        "dive_feet": rules.dive.feet,
        "climb_feet": climb.feet,
        "climb_exact": int(climb.exact),
        "climb_most": climb.most if isinstance(climb.most, int) else 0,
        "is_cut": int(climb.below_level is not None),
        "below_level": climb.below_level or 0,
        "steep_feet": steep.feet,
        "steep_by_table": int(steep.gain == "table"),
        "steep_gain": steep.gain if isinstance(steep.gain, int) else 0,
        "vertical_feet": vertical.feet,
        "vertical_by_table": int(vertical.gain == "table"),
        "vertical_gain": vertical.gain if isinstance(vertical.gain, int) else 0,
        "dives_vertically": int(dives_vertically(card, rules)),
        "half_before": int(vertical.half_dive_before),
        "step": rules.table.step,
        "step_gain": rules.table.gain,
        "rest": rules.table.rest,
        "rest_gain": rules.table.rest_gain,
        "half_after": int(pull_out is not None and pull_out.least_dive == "half"),
        "vertical_after": pull_out.least_dive if pull_out and isinstance(pull_out.least_dive, int) else 0,
        "or_steeper": int(bool(pull_out and pull_out.or_else)),
        "steep_after": recover.least_dive if recover and isinstance(recover.least_dive, int) else 0,
        "no_climb_after": int(Attitude.CLIMB in forbids_climb),
        "no_dive_after": int(Attitude.DIVE in forbids_dive),
        "no_steep_again": int(Attitude.STEEP_CLIMB in forbids_dive),
        "power_gain": rules.change.power,
        "brake_loss": rules.change.brake,
        "climb_loss": rules.change.climb,
        "drag": rules.change.drag,
        "level_loss": rules.loss.level,
        "dive_loss": rules.loss.dive,
        "listed": len(rules.loss.maneuver[card.loss]),
        "more": _last_step(rules.loss.maneuver[card.loss]),
        "loaded_more": _last_step(rules.loss.maneuver[rules.loss.loaded]),
        "loaded_mode": card.loaded_mode,
        "level_mode": modes.level,
        "dive_mode": modes.dive,
        "maneuver_mode": modes.maneuver,
        "slow_points": modes.slow.points,
        "slow_printed": modes.slow.printed,
        "slow_mode": modes.slow.mode,
        "below": below_points(modes.below_points, card, loaded=False),
        "below_loaded": below_points(modes.below_points, card, loaded=True),
    }


def _last_step(losses: Sequence[int]) -> int:
    """Return the cost of each maneuver beyond the end of a table: as much as its last maneuver costs."""
    return losses[-1] - losses[-2]
