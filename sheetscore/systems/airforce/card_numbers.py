"""What the log's template knows of a card, an edition and the decisions: lists for its braces, settings, words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sheetscore.systems.airforce.cards import Card
from sheetscore.systems.airforce.editions import Attitude, Edition
from sheetscore.systems.airforce.settings import FlightSettings

NO_TOP = 999_900
"""Above the highest band of a card that band goes on: feet that nothing reaches."""

NO_WORD = "NEVER"
"""Stands for what an edition has no word for."""


def numbers_of(card: Card, rules: Edition) -> dict[str, str]:
    """Return the numbers of a card as lists of the language of rules: one a band, for modes one a band and range."""
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
    """Return which word makes a turn steep or vertical, and all words that a line may have."""
    by_attitude = {attitude: word for word, attitudes in rules.words.items() for attitude in attitudes}
    steep = {name: by_attitude.get(name, NO_WORD) for name in ("steep_climb", "steep_dive", "vertical_dive")}
    return {**steep, "words": ", ".join((*rules.words, "BOMB", "JETT", "LAME"))}


def settings_of(card: Card, rules: Edition, decided: FlightSettings) -> Mapping[str, int]:
    """Return the numbers of an edition as far as they hold for a card, and the decisions as 1 or 0."""
    climb, steep, vertical = rules.steep_climb, rules.steep_dive, rules.vertical_dive
    after = {name: rules.after.get(name) for name in ("vertical_dive", "steep_dive", "steep_climb")}
    pull_out, recover, level_off = after["vertical_dive"], after["steep_dive"], after["steep_climb"]
    forbids_climb = recover.forbids if recover else ()
    forbids_dive = level_off.forbids if level_off else ()
    modes, below = rules.mode, rules.mode.below_points
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
        "dives_vertically": int(_dives_vertically(card, rules)),
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
        "below": _below(card, below.one_engine, below.fighter, below.two_engines, below.more_or_loaded),
        "below_loaded": below.one_engine if card.engines == 1 else below.more_or_loaded,
    }


def _dives_vertically(card: Card, rules: Edition) -> bool:
    most = rules.vertical_dive.fighter_engines
    return most is None or card.dive_bomber or (card.role == "fighter" and card.engines <= most)


def _last_step(losses: Sequence[int]) -> int:
    """Return what each maneuver beyond a table costs: as much as its last one."""
    return losses[-1] - losses[-2]


def _below(card: Card, one: int, fighter: int, two: int, more: int) -> int:
    if card.engines > 2:
        return more
    return one if card.engines == 1 else fighter if card.role == "fighter" else two
